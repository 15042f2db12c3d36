// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/options.h"

#include <gmock/gmock.h>

#include "base/error.h"

using namespace nohz;
using namespace nohz::measure;
using testing::HasSubstr;

namespace
{

ProgramOptions parse(std::vector<const char*> words)
{
    words.insert(words.begin(), "nohz-measure");
    return parse_options(static_cast<int>(words.size()), words.data());
}

RunOptions parse_run(std::vector<const char*> words)
{
    return std::get<RunOptions>(parse(std::move(words)).measurement);
}

PairOptions parse_pair(std::vector<const char*> words)
{
    return std::get<PairOptions>(parse(std::move(words)).measurement);
}

std::string refusal(std::vector<const char*> words)
{
    try {
        parse(std::move(words));
        return "accepted";
    } catch (const UsageError& error) {
        return error.what();
    }
}

} // namespace

TEST(Options, WithoutArgumentsAreOneUnpinnedRunOfTheReferencesCall)
{
    const RunOptions options = parse_run({});
    EXPECT_EQ(options.op, "getppid");
    EXPECT_EQ(options.runs, 1);
    EXPECT_FALSE(options.cpu || options.iterations || options.seconds || options.batch_iterations);
}

TEST(Options, ReadTheReferenceProtocol)
{
    const RunOptions options = parse_run({"--cpu=1", "--iterations", "100000000", "--runs", "4"});
    EXPECT_EQ(options.cpu, 1);
    EXPECT_EQ(options.iterations, 100'000'000U);
    EXPECT_EQ(options.runs, 4);
}

TEST(Options, ReadAPair)
{
    const PairOptions options = parse_pair({"--pair", "5,0", "--duration", "2m", "--seed", "7"});
    EXPECT_EQ(options.cpu_a, 5);
    EXPECT_EQ(options.cpu_b, 0);
    EXPECT_EQ(options.seconds, 120);
    EXPECT_EQ(options.seed, 7U);
    EXPECT_FALSE(options.rounds);
    EXPECT_EQ(parse_pair({"--pair", "5,0", "--rounds", "9"}).rounds, 9);
}

struct BadUsage {
    std::vector<const char*> words;
    const char* says;
};

class BadOptions : public testing::TestWithParam<BadUsage>
{
};

TEST_P(BadOptions, AreRefusedByName)
{
    EXPECT_THAT(refusal(GetParam().words), HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Options, BadOptions,
    testing::Values(
        BadUsage{{"--iterations", "0"}, "--iterations: '0'"},
        BadUsage{{"--iterations", "-5"}, "--iterations: '-5'"},
        BadUsage{{"--iterations", "1e6"}, "--iterations: '1e6'"},
        BadUsage{{"--iterations", "18446744073709551617"}, "from 1 to"},
        BadUsage{{"--iterations", "9999999999999999"}, "from 1 to 1000000000000000"},
        BadUsage{{"--cpu", "one"}, "--cpu: 'one'"}, BadUsage{{"--cpu", ""}, "--cpu: ''"},
        BadUsage{{"--runs", "0"}, "--runs: '0'"}, BadUsage{{"--duration", "0"}, "--duration: '0'"},
        BadUsage{{"--duration", "31000h"}, "30 days"}, BadUsage{{"--batch", "0"}, "--batch: '0'"},
        BadUsage{{"--op", "nosuch"}, "getppid, read, page-fault"},
        BadUsage{{"--pair", "1"}, "--pair: '1' is not two CPUs"},
        BadUsage{{"--pair", "1,2,3"}, "--pair: '1,2,3' is not two CPUs"},
        BadUsage{{"--pair", "1,"}, "--pair: ''"}, BadUsage{{"--pair", "0-1,2"}, "--pair: '0-1'"},
        BadUsage{{"--iterations", "5", "--duration", "1"}, "--iterations"},
        BadUsage{{"--pair", "0,1", "--cpu", "1"}, "--cpu: does not go together"},
        BadUsage{{"--pair", "0,1", "--runs", "2"}, "--runs: does not go together"},
        BadUsage{{"--pair", "0,1", "--iterations", "2"}, "--iterations: does not go"},
        BadUsage{{"--pair", "0,1", "--rounds", "2", "--duration", "1"}, "--rounds"},
        BadUsage{{"--rounds", "2"}, "--rounds: is only for --pair"},
        BadUsage{{"--seed", "2"}, "--seed: is only for --pair"},
        BadUsage{{"--no-such-option"}, "--no-such-option"}, BadUsage{{"word"}, "word"}));

TEST(Options, HelpTeachesWithExamplesAndEveryEntryPath)
{
    const std::string help = parse({"--help"}).answer.value();
    for (const char* part : {"taskset -c 4 nohz-measure --iterations 100000000", "page-fault",
                             "--pair", "Exit status"})
        EXPECT_THAT(help, HasSubstr(part));
    EXPECT_EQ(parse({"-h"}).answer, help);
}

TEST(Options, VersionIsOneLine)
{
    EXPECT_THAT(parse({"--version"}).answer.value(),
                testing::MatchesRegex("nohz-measure [0-9.]+\n"));
}
