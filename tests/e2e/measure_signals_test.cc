// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-measure while it runs: interrupted, and without privileges.
#include <csignal>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "measure/affinity.h"
#include "run_program.h"

using namespace nohz;
using nlohmann::json;

namespace
{

constexpr const char* endless = "1000000000000000"; // iterations: years

// The value behind `name:` in a /proc/*/status file.
std::string status_value(const std::filesystem::path& file, std::string_view name)
{
    const std::string text = read_file(file);
    for (const std::string_view line : split_lines(text))
        if (line.starts_with(name) && line.substr(name.size()).starts_with(":"))
            return std::string(trim(line.substr(name.size() + 1)));
    return {};
}

std::string proc(const ChildProcess& child)
{
    return "/proc/" + std::to_string(child.pid());
}

// Before that, a signal ends it as any program.
void wait_until_it_catches(const ChildProcess& child, int signal)
{
    const auto caught = [&] {
        const std::string mask = status_value(proc(child) + "/status", "SigCgt");
        return std::stoull(mask, nullptr, 16) >> (signal - 1) & 1U;
    };
    while (!caught())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

std::vector<std::string> rest_of(ChildProcess& child)
{
    std::vector<std::string> lines;
    while (const auto line = child.read_line())
        lines.push_back(*line);
    return lines;
}

std::string pair_of_cpus()
{
    const host::CpuList cpus = measure::usable_cpus();
    return std::to_string(cpus.first()) + "," + std::to_string(cpus.last());
}

void expect_ended_by(ChildProcess& child, int signal)
{
    const int status = child.wait();
    EXPECT_TRUE(WIFSIGNALED(status)) << describe_status(status);
    EXPECT_EQ(WTERMSIG(status), signal);
}

} // namespace

TEST(MeasureSignals, CtrlCPrintsWhatWasMeasuredThenEndsByIt)
{
    ChildProcess child({program_from("NOHZ_MEASURE"), "--json", "--iterations", endless},
                       ChildProcess::Output::pipe);
    wait_until_it_catches(child, SIGINT);
    child.send_signal(SIGINT);
    const std::vector<std::string> lines = rest_of(child);
    expect_ended_by(child, SIGINT);
    ASSERT_EQ(lines.size(), 1U);
    const json run = json::parse(lines[0]).at("runs").at(0);
    EXPECT_GE(run.at("iterations"), 1);
    EXPECT_GE(run.at("batches"), 1);
}

TEST(MeasureSignals, SigtermStillGivesTheLastTwoLines)
{
    ChildProcess child({program_from("NOHZ_MEASURE"), "--iterations", endless, "--runs", "4"},
                       ChildProcess::Output::pipe);
    ASSERT_TRUE(child.read_line());
    child.send_signal(SIGTERM);
    const std::vector<std::string> lines = rest_of(child);
    expect_ended_by(child, SIGTERM);
    ASSERT_GE(lines.size(), 2U);
    EXPECT_THAT(lines[lines.size() - 2], testing::MatchesRegex("total [0-9]+ nsec"));
    EXPECT_THAT(lines.back(), testing::MatchesRegex("avg [0-9]+ nsec"));
}

TEST(MeasureSignals, InterruptedPairStillGivesADocument)
{
    ChildProcess child(
        {program_from("NOHZ_MEASURE"), "--json", "--pair", pair_of_cpus(), "--duration", "1h"},
        ChildProcess::Output::pipe);
    ASSERT_TRUE(child.read_line());
    child.send_signal(SIGTERM);
    const std::vector<std::string> lines = rest_of(child);
    expect_ended_by(child, SIGTERM);
    ASSERT_FALSE(lines.empty());
    const json document = json::parse(lines.back());
    EXPECT_EQ(document.at("pair").at("log_ratios").size(), lines.size()); // and the first round
    EXPECT_EQ(document.at("runs").size(), 2U);
}

// Root's or a file's capabilities are gone, for good and in every thread, before the loop runs.
TEST(MeasureSignals, NoThreadHasACapabilityWhileItMeasures)
{
    ChildProcess child(
        {program_from("NOHZ_MEASURE"), "--json", "--pair", pair_of_cpus(), "--duration", "1h"},
        ChildProcess::Output::pipe);
    ASSERT_TRUE(child.read_line());
    int threads = 0;
    for (const auto& task : std::filesystem::directory_iterator(proc(child) + "/task")) {
        ++threads;
        for (const char* set : {"CapEff", "CapPrm", "CapInh", "CapAmb"})
            EXPECT_EQ(status_value(task.path() / "status", set), "0000000000000000") << set;
    }
    EXPECT_EQ(threads, 3);
    child.stop();
}
