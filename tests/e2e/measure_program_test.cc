// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-measure from outside: what it prints, and how it refuses.
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "measure/affinity.h"
#include "run_program.h"

using namespace nohz;
using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

namespace
{

std::vector<std::string> words(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), program_from("NOHZ_MEASURE"));
    return arguments;
}

int last_cpu()
{
    return measure::usable_cpus().last();
}

// Both lines, and that the one follows from the other.
void expect_reference_form(const Outcome& outcome, std::uint64_t iterations)
{
    const std::vector<std::string> lines = outcome.out_lines();
    ASSERT_GE(lines.size(), 2U);
    unsigned long long total = 0;
    ASSERT_EQ(std::sscanf(lines[lines.size() - 2].c_str(), "total %llu nsec", &total), 1);
    EXPECT_EQ(lines[lines.size() - 2], "total " + std::to_string(total) + " nsec");
    EXPECT_EQ(lines.back(), "avg " + std::to_string(total / iterations) + " nsec");
}

} // namespace

TEST(MeasureProgram, LastTwoLinesAreTheReferences)
{
    const Outcome outcome = run_program(words({"--iterations", "50000"}));
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    expect_reference_form(outcome, 50'000);
}

TEST(MeasureProgram, SeveralRunsEachHaveTheirLines)
{
    const Outcome outcome = run_program(
        words({"--iterations", "5000", "--runs", "3", "--cpu", std::to_string(last_cpu())}));
    EXPECT_EQ(outcome.status, 0);
    expect_reference_form(outcome, 5000);
    const std::vector<std::string> lines = outcome.out_lines();
    EXPECT_EQ(std::ranges::count_if(lines, [](auto& line) { return line.starts_with("total "); }),
              3);
}

TEST(MeasureProgram, JsonIsOneDocumentWithExactIterations)
{
    const Outcome outcome = run_program(words(
        {"--json", "--iterations", "12345", "--runs", "2", "--cpu", std::to_string(last_cpu())}));
    EXPECT_EQ(outcome.status, 0);
    ASSERT_EQ(outcome.out_lines().size(), 1U);
    const json document = json::parse(outcome.out);
    ASSERT_EQ(document.at("runs").size(), 2U);
    for (const json& run : document.at("runs")) {
        EXPECT_EQ(run.at("iterations"), 12'345);
        EXPECT_EQ(run.at("cpu"), last_cpu());
        EXPECT_EQ(run.at("cpus_seen"), std::to_string(last_cpu()));
        EXPECT_EQ(run.at("disturbed"), "");
        EXPECT_TRUE(run.at("involuntary_switches").is_number_unsigned());
    }
}

TEST(MeasureProgram, EveryEntryPathMeasures)
{
    for (const char* op : {"getppid", "read", "page-fault"}) {
        const Outcome outcome = run_program(words({"--json", "--op", op, "--iterations", "2000"}));
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(json::parse(outcome.out).at("op"), op);
    }
}

TEST(MeasureProgram, StaysWhereTasksetPutsIt)
{
    std::vector<std::string> pinned = words({"--json", "--duration", "0.1"});
    pinned.insert(pinned.begin(), {"taskset", "-c", std::to_string(last_cpu())});
    const Outcome outcome = run_program(pinned);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const json run = json::parse(outcome.out).at("runs").at(0);
    EXPECT_EQ(run.at("cpus_seen"), std::to_string(last_cpu()));
    EXPECT_TRUE(run.at("cpu").is_null());
}

TEST(MeasureProgram, PairStreamsRoundsAndEndsWithADocument)
{
    const int first = measure::usable_cpus().first();
    const std::string cpus = std::to_string(last_cpu()) + "," + std::to_string(first);
    const Outcome outcome = run_program(words({"--json", "--pair", cpus, "--rounds", "4"}));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::vector<std::string> lines = outcome.out_lines();
    ASSERT_EQ(lines.size(), 5U);
    const json document = json::parse(lines.back());
    for (int i = 0; i < 4; ++i) {
        const json round = json::parse(lines[static_cast<std::size_t>(i)]);
        EXPECT_EQ(round.at("round"), i + 1);
        EXPECT_THAT(round.at("order").get<std::string>(), testing::AnyOf("ABBA", "BAAB"));
        EXPECT_EQ(document.at("pair").at("log_ratios").at(static_cast<std::size_t>(i)),
                  round.at("log_ratio"));
    }
    ASSERT_EQ(document.at("runs").size(), 2U);
    EXPECT_EQ(document.at("runs").at(0).at("cpu"), last_cpu());
    EXPECT_EQ(document.at("runs").at(1).at("cpu"), first);
}

TEST(MeasureProgram, PairForPeopleEndsInTheReferencesLines)
{
    const std::string cpu = std::to_string(last_cpu());
    const Outcome outcome = run_program(words({"--pair", cpu + "," + cpu, "--rounds", "2"}));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("CPU " + cpu + " / CPU " + cpu + ": "));
    const std::vector<std::string> lines = outcome.out_lines();
    EXPECT_THAT(lines[lines.size() - 2], MatchesRegex("total [0-9]+ nsec"));
    EXPECT_THAT(lines.back(), MatchesRegex("avg [0-9]+ nsec"));
}

struct BadUse {
    const char* name;
    std::vector<std::string> arguments;
    std::string says;
};

class MeasureProgramRefuses : public testing::TestWithParam<BadUse>
{
};

// One line that names the place and the remedy, nothing on standard output, exit status 2.
TEST_P(MeasureProgramRefuses, InOneLine)
{
    const Outcome outcome = run_program(words(GetParam().arguments));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, StartsWith("nohz-measure: "));
    EXPECT_THAT(outcome.err, HasSubstr(GetParam().says));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1);
    EXPECT_THAT(outcome.err, EndsWith("\n"));
}

INSTANTIATE_TEST_SUITE_P(
    Bad, MeasureProgramRefuses,
    testing::Values(BadUse{"no_iterations", {"--iterations", "0"}, "from 1 to"},
                    BadUse{"negative", {"--iterations", "-1"}, "from 1 to"},
                    BadUse{"overflow", {"--iterations", "99999999999999999999"}, "from 1 to"},
                    BadUse{"no_such_cpu", {"--cpu", "99999"}, "this process can use "},
                    BadUse{"pair_of_one", {"--pair", "1"}, "give two CPU numbers"},
                    BadUse{"pair_without_cpu", {"--pair", "0,99999"}, "there is no CPU 99999"},
                    BadUse{"no_such_op", {"--op", "nosuch"}, "getppid, read, page-fault"},
                    BadUse{"two_limits", {"--iterations", "1", "--duration", "1"}, "--duration"},
                    BadUse{"no_runs", {"--runs", "0"}, "--runs"},
                    BadUse{"control_characters", {"--op", "a\033[31m\nb"}, "'a?[31m?b'"}),
    [](const auto& use) { return std::string(use.param.name); });

TEST(MeasureProgram, UnwritableOutputIsARefusalAndNotSilence)
{
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"--iterations", "100"},
          {"--iterations", "100", "--json"},
          {"--help"},
          {"--version"}}) {
        const Outcome outcome = run_program(words(arguments), "/dev/full");
        EXPECT_EQ(outcome.status, 4);
        EXPECT_THAT(outcome.err, HasSubstr("standard output: No space left on device"));
    }
}

// `scp` of the one file to another release must be enough.
TEST(MeasureProgram, NeedsNoLibraryButLibcAndLibcap)
{
    const Outcome outcome = run_program({"ldd", program_from("NOHZ_MEASURE")});
    if (outcome.out.find("libasan") != std::string::npos)
        GTEST_SKIP() << "built with sanitizers";
    for (const std::string& line : outcome.out_lines())
        EXPECT_THAT(line,
                    testing::ContainsRegex("vdso|libc\\.|libm\\.|libcap\\.|ld-?[a-z0-9-]*\\.so|"
                                           "ld64|statically linked"));
}
