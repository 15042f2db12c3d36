// SPDX-License-Identifier: GPL-2.0-or-later
// How the figures came about.
#include "report/method.h"

#include <gmock/gmock.h>

#include "evidence.h"
#include "report/launchpad.h"

namespace nohz::report
{

namespace
{

using testing::HasSubstr;

std::string fact_of(const Evidence& evidence, std::string_view wanted)
{
    for (const auto& [label, value] : method_facts(sections_of(evidence).front()))
        if (label == wanted)
            return value;
    return "";
}

Evidence emulated(std::string_view folder)
{
    return test::evidence_of(
        record::load_records({std::filesystem::path(SOURCE_ROOT "/tests/report/data") / folder}));
}

} // namespace

TEST(Method, TellsTheOrderOfInterleavedRuns)
{
    record::Record record = test::measured_boot(110, 80);
    EXPECT_EQ(fact_of(test::evidence_of({record}), "Order of runs"),
              "two CPUs in turns, in rounds A-B-B-A: all turns of a CPU are one run; the "
              "self-check, a CPU against itself, is two runs of CPU 0");
    record.pairs.pop_back();
    EXPECT_EQ(fact_of(test::evidence_of({record}), "Order of runs"),
              "two CPUs in turns, in rounds A-B-B-A: all turns of a CPU are one run");
    record.pairs.clear();
    EXPECT_EQ(fact_of(test::evidence_of({record}), "Order of runs"), "");
}

TEST(Method, TellsWhatGaveTheIterationsOfLogs)
{
    std::vector<record::Record> records = test::reference_evidence().records;
    const auto words = [&] {
        return fact_of(test::evidence_of(records), "Entry path and iterations");
    };
    const std::string entry_path = "the logs name no entry path: getppid is assumed; ";
    EXPECT_EQ(words(), entry_path + "iterations from the importer's host.toml, and each log's avg "
                                    "fits them");
    for (record::Record& record : records)
        record.iterations_from = "the reference";
    EXPECT_EQ(words(),
              entry_path + "iterations from LP: #1919154 comment 9, and each log's avg fits them");
    for (record::Record& record : records)
        record.iterations_from.clear();
    EXPECT_EQ(words(), entry_path + "iterations from the import, and each log's avg fits them");
    EXPECT_EQ(fact_of(test::evidence_of({test::measured_boot(1, 1)}), "Entry path and iterations"),
              "");
}

TEST(Method, TellsWhatRepeatsEmulatedBoots)
{
    const auto repeat = [](const char* folder) {
        return repeat_of(sections_of(emulated(folder)).front()).value_or(Repeat{});
    };
    EXPECT_EQ(repeat("vm-exact").command,
              "nohz-overhead vm --kernel vmlinuz-5.10.0-46-cloud-amd64 --kernel "
              "vmlinuz-6.1.0-57-cloud-amd64 --op getppid --runs 4 --iterations 100000");
    EXPECT_EQ(repeat("vm-exact").conditions,
              "with the versions named here (or the linux-image .deb of each kernel); "
              "nohz-overhead 0.1.0 sets -icount shift=0 (1 ns an instruction), -smp and -m, of "
              "which the record holds CPUs and MemTotal");
    EXPECT_EQ(repeat("vm-real-time").command,
              "nohz-overhead vm --real-time --accel tcg --kernel vmlinuz-6.1.0-57-cloud-amd64 "
              "--op getppid --runs 4");
    EXPECT_THAT(repeat("vm-real-time").conditions, HasSubstr("nohz-overhead 0.1.0 sets -smp"));
    EXPECT_FALSE(repeat_of(sections_of(test::evidence_of({test::measured_boot(1, 1)})).front()));
}

TEST(Method, GivesNoCommandThatDoesMoreThanItSays)
{
    for (const char* kernel : {"6.1; rm -rf ~", "6.1$(id)", "6.1`id`", "6.1 -o", "6.1\n", ""}) {
        Evidence evidence = emulated("vm-exact");
        for (record::Record& record : evidence.records)
            record.boot.kernel_release = kernel;
        EXPECT_FALSE(repeat_of(sections_of(test::evidence_of(evidence.records)).front())) << kernel;
    }
}

TEST(Method, CommandsOfACommentArePastedAsTheyAre)
{
    EXPECT_THAT(
        to_launchpad(emulated("vm-exact")),
        HasSubstr(":\n  nohz-overhead vm --kernel vmlinuz-5.10.0-46-cloud-amd64 --kernel \\\n"
                  "  vmlinuz-6.1.0-57-cloud-amd64 --op getppid --runs 4 --iterations "
                  "100000\n"));
}

} // namespace nohz::report
