// SPDX-License-Identifier: GPL-2.0-or-later
// Real stock Debian kernels boot in the emulator and give the scenarios that they should.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "vm/scenarios.h"

namespace nohz::vm
{

namespace
{

using testing::HasSubstr;
namespace fs = std::filesystem;

// Downloaded by the script once and used again.
fs::path stock_kernel(const std::string& suite)
{
    return std::string(trim(run_and_read({STOCK_KERNEL_SCRIPT, suite, KERNEL_FOLDER})));
}

ScenarioOptions options_for(const std::vector<fs::path>& kernels, const fs::path& output)
{
    ScenarioOptions options;
    options.kernels = kernels;
    options.output = output;
    options.guest_program = GUEST_PROGRAM;
    options.show_progress = false;
    return options;
}

// True while a process runs that has `word` on its command line.
bool is_running(const std::string& word)
{
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const auto command = read_file_if_readable(entry.path() / "cmdline");
        if (command && command->starts_with("qemu-system") &&
            command->find(word) != std::string::npos)
            return true;
    }
    return false;
}

// The median of the typical figures of one placement.
double typical(const record::Record& record, host::Placement placement)
{
    std::vector<double> figures;
    for (const record::Run& run : record.runs)
        if (run.placed.placement == placement)
            figures.push_back(run.typical.value_or(run.mean));
    std::sort(figures.begin(), figures.end());
    return figures.empty() ? std::nan("") : figures.at(figures.size() / 2);
}

// Boots 5.10 (option off) once and 6.1 (on) twice, for all tests.
class StockKernels : public testing::Test
{
protected:
    static void SetUpTestSuite()
    {
        folder = std::make_unique<TemporaryDirectory>("stock-kernels");
        const fs::path on = stock_kernel("bookworm");
        first = run_scenarios(options_for({stock_kernel("bullseye"), on}, folder->path() / "1"));
        second = run_scenarios(options_for({on}, folder->path() / "2"));
    }
    static void TearDownTestSuite() { folder.reset(); }

    void SetUp() override
    {
        ASSERT_EQ(first.size(), 3U);
        ASSERT_EQ(second.size(), 2U);
    }

    static const record::Record& not_built() { return first[0]; }
    static const record::Record& inactive() { return first[1]; }
    static const record::Record& active() { return first[2]; }

    static std::unique_ptr<TemporaryDirectory> folder;
    static std::vector<record::Record> first;
    static std::vector<record::Record> second;
};

std::unique_ptr<TemporaryDirectory> StockKernels::folder;
std::vector<record::Record> StockKernels::first;
std::vector<record::Record> StockKernels::second;

TEST_F(StockKernels, HaveTheKernelStateThatTheirBootAsksFor)
{
    EXPECT_EQ(not_built().boot.kernel_state, host::KernelState::not_built);
    EXPECT_EQ(inactive().boot.kernel_state, host::KernelState::inactive);
    EXPECT_EQ(active().boot.kernel_state, host::KernelState::active);
    EXPECT_THAT(not_built().boot.kernel_release, testing::StartsWith("5.10."));
    EXPECT_THAT(active().boot.kernel_release, testing::StartsWith("6.1."));
}

TEST_F(StockKernels, GiveTheirScenariosOnTheRightCpus)
{
    using host::Placement;
    using Found = std::map<std::tuple<int, Placement, int>, int>; // scenario, placement, CPU: runs
    const auto placements = [](const record::Record& record) {
        Found found;
        for (const record::Run& run : record.runs) {
            ++found[{run.placed.scenario, run.placed.placement, run.placed.cpu.value_or(-1)}];
            if (run.placed.cpu) {
                EXPECT_EQ(run.cpus_seen, std::to_string(*run.placed.cpu));
            }
        }
        return found;
    };
    const int last = active().boot.cpus.isolated.last();
    EXPECT_EQ(placements(not_built()), (Found{{{1, Placement::unpinned, -1}, default_runs},
                                              {{1, Placement::pinned, last}, default_runs},
                                              {{1, Placement::pinned, 0}, default_runs}}));
    EXPECT_EQ(placements(inactive()), (Found{{{2, Placement::unpinned, -1}, default_runs},
                                             {{2, Placement::pinned, last}, default_runs},
                                             {{2, Placement::pinned, 0}, default_runs}}));
    EXPECT_EQ(placements(active()), (Found{{{3, Placement::unpinned, -1}, default_runs},
                                           {{3, Placement::isolated, last}, default_runs},
                                           {{4, Placement::housekeeping, 0}, default_runs}}));
    EXPECT_EQ(active().boot.cpus.housekeeping, host::CpuList{0});
}

TEST_F(StockKernels, CostMoreOnIsolatedThanOnHousekeepingThanInactive)
{
    const double isolated = typical(active(), host::Placement::isolated);
    const double housekeeping = typical(active(), host::Placement::housekeeping);
    const double pinned = typical(inactive(), host::Placement::pinned);
    EXPECT_GT(isolated, housekeeping);
    EXPECT_GT(housekeeping, pinned);
    EXPECT_GT(pinned, typical(not_built(), host::Placement::pinned));
}

// Measured by other means (busybox and a loop of libc's syscall()) for Debian's 6.1 cloud kernel
// under QEMU 7.2; QEMU versions differ by 0.02 %.
TEST_F(StockKernels, DifferencesAgreeWithThoseMeasuredByOtherMeans)
{
    const double isolated = typical(active(), host::Placement::isolated);
    const double housekeeping = typical(active(), host::Placement::housekeeping);
    const double pinned = typical(inactive(), host::Placement::pinned);
    const bool is_amd64 = active().host.arch == "amd64";
    EXPECT_NEAR(isolated - housekeeping, is_amd64 ? 227.2 : 334.5, 2);
    EXPECT_NEAR(housekeeping - pinned, is_amd64 ? 91.1 : 136.1, 2);
}

TEST_F(StockKernels, GiveIdenticalFiguresInTwoBoots)
{
    for (std::size_t boot = 0; boot < second.size(); ++boot) {
        const record::Record& a = first[boot + 1];
        const record::Record& b = second[boot];
        ASSERT_EQ(a.runs.size(), b.runs.size());
        for (std::size_t i = 0; i < a.runs.size(); ++i)
            EXPECT_EQ(a.runs[i], b.runs[i]) << "boot " << boot << ", run " << i;
    }
}

// A timer interrupt rate near CONFIG_HZ would be the tick.
TEST_F(StockKernels, HaveNoTickOnTheIsolatedCpu)
{
    double seconds = 0;
    std::uint64_t interrupts = 0;
    for (const record::Run& run : active().runs) {
        if (run.placed.placement != host::Placement::isolated)
            continue;
        ASSERT_TRUE(run.timer_interrupts);
        interrupts += *run.timer_interrupts;
        seconds += run.seconds();
    }
    EXPECT_LE(static_cast<double>(interrupts) / seconds, 10);
}

TEST_F(StockKernels, SayThatTheyWereMeasuredExactlyAndWhere)
{
    for (const record::Record& written : first) {
        const record::Record record = record::read_record(written.path);
        EXPECT_EQ(record.unit, record::Unit::instructions);
        EXPECT_EQ(record.source, "vm");
        ASSERT_TRUE(record.emulator);
        EXPECT_TRUE(record.emulator->exact);
        EXPECT_NE(record.emulator->version, "");
        EXPECT_THAT(record.emulator->machine, HasSubstr("-"));
        EXPECT_TRUE(record.boot.config) << "the guest did not find its kernel's config";
        EXPECT_EQ(record.runs, written.runs);
    }
}

class BadGuest : public testing::Test
{
protected:
    BadGuest() : folder_("bad-guest") { ::setenv("TMPDIR", folder_.path().c_str(), 1); }
    ~BadGuest() override
    {
        EXPECT_FALSE(is_running(folder_.path().string())) << "an emulator was left behind";
        ::unsetenv("TMPDIR");
    }

    ScenarioOptions options() const
    {
        return options_for({stock_kernel("bookworm")}, folder_.path() / "records");
    }
    std::string message_of(const ScenarioOptions& options) const
    {
        try {
            run_scenarios(options);
        } catch (const RefusedError& e) {
            return e.what();
        }
        return "no refusal";
    }
    const fs::path& folder() const { return folder_.path(); }

private:
    TemporaryDirectory folder_;
};

TEST_F(BadGuest, ThatIsNoProgramPanicsAndTheConsoleIsShown)
{
    ScenarioOptions options = this->options();
    options.guest_program = folder() / "text";
    std::ofstream(options.guest_program) << "this is no program\n";
    const std::string message = message_of(options);
    EXPECT_THAT(message, HasSubstr("the guest's kernel panicked: Kernel panic - not syncing"));
    EXPECT_THAT(message, HasSubstr("the console's last lines: "));
    EXPECT_TRUE(fs::is_empty(options.output));
}

TEST_F(BadGuest, ThatDoesNotFinishInTimeIsEnded)
{
    ScenarioOptions options = this->options();
    options.boot_timeout_seconds = 1;
    const std::string message = message_of(options);
    EXPECT_THAT(message, HasSubstr("did not finish within 1 s and was ended"));
    EXPECT_THAT(message, HasSubstr("--boot-timeout"));
}

// Before minutes are spent on booting.
TEST_F(BadGuest, UnknownEntryPathIsRefusedBeforeTheBoot)
{
    ScenarioOptions options = this->options();
    options.op = "no-such-entry";
    EXPECT_THROW(run_scenarios(options), UsageError);
}

TEST_F(BadGuest, InterruptKeepsTheRecordsThatAreThere)
{
    const fs::path records = folder() / "kept";
    ChildProcess program({NOHZ_OVERHEAD, "vm", "--kernel", stock_kernel("bookworm").string(),
                          "--guest-program", GUEST_PROGRAM, "--output", records.string()},
                         ChildProcess::Output::pipe);
    const auto line = program.read_line();
    ASSERT_TRUE(line);
    EXPECT_THAT(*line, HasSubstr("inactive: record "));
    program.send_signal(SIGINT);
    const int status = program.wait();
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) << describe_status(status);
    const auto kept = record::load_records({records});
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept[0].boot.kernel_state, host::KernelState::inactive);
}

} // namespace

} // namespace nohz::vm
