// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-overhead from outside: what its commands refuse, in one line and with the right exit code.
#include <map>

#include <fmt/format.h>
#include <unistd.h>

#include "base/process.h"
#include "overhead_program.h"

using namespace nohz;
using testing::HasSubstr;
using testing::StartsWith;

namespace fs = std::filesystem;

namespace
{

// As another user, for whom a folder that is closed is closed.
class ClosedFolders : public OverheadProgram
{
protected:
    void SetUp() override
    {
        if (::geteuid() == 0 && !find_program("setpriv"))
            GTEST_SKIP() << "we are root and setpriv is not installed";
        fs::permissions(path(""), fs::perms(0755));
        const fs::path cpu = path("tree/sys/devices/system/cpu");
        fs::create_directories(cpu);
        fs::create_directories(path("tree/proc"));
        for (const char* file : {"possible", "present", "online", "nohz_full", "isolated"})
            write("tree/sys/devices/system/cpu/" + std::string(file), "0-1\n");
        write("tree/proc/cmdline", "ro\n");
        fs::copy(reference, path("logs"), fs::copy_options::recursive);
    }

    // What a plain user is told while `closed` is so.
    Outcome plain_user(const std::string& closed, unsigned mode,
                       std::vector<std::string> words) const
    {
        words.insert(words.begin(), program_from("NOHZ_OVERHEAD"));
        if (::geteuid() == 0)
            words.insert(words.begin(), {"setpriv", "--reuid=65534", "--clear-groups"});
        const fs::perms before = fs::status(path(closed)).permissions();
        fs::permissions(path(closed), fs::perms(mode));
        Outcome outcome = run_program(words);
        fs::permissions(path(closed), before);
        return outcome;
    }
};

} // namespace

TEST_F(OverheadProgram, RefusesAMisspeltThresholdWithFileAndLine)
{
    const std::string limits = write("limits.toml", "[rule.tick-stopped]\nmax_ration = 1\n");
    const Outcome outcome = overhead({"check", "--thresholds", limits, reference});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(limits + ":2: unknown key 'max_ration'"));
    expect_one_line(outcome.err);
}

TEST_F(OverheadProgram, RefusesBadUsageInOneLine)
{
    const std::vector<std::vector<std::string>> bad = {
        {},
        {"measure"},
        {"check"},
        {"check", "--limit", "nonsense", reference},
        {"check", "--limit", "no-such-rule=2", reference},
        {"report"},
        {"report", "--format", "pdf", reference},
        {"report", "--bug", "#1919154", reference},
        {"report", "--series", "jammy jellyfish", reference},
        {"report", "--series=-x", reference},
        {"report", "--series", "-x", reference},
        {"report", "--source", ".linux", reference},
        {"report", "--bug", "0", reference},
        {"report", "--bug", "010", reference},
        {"run", "--cpu", "99999"},
        {"run", "--cpu", "-1"},
        {"run", "--op", "no-such-path"},
        {"run", "--runs", "0"},
        {"run", "--duration", "0"},
        {"status", "--no-such-option"}};
    for (const auto& arguments : bad) {
        const Outcome outcome = overhead(arguments);
        EXPECT_EQ(outcome.status, 2) << testing::PrintToString(arguments);
        expect_one_line(outcome.err);
    }
}

// An empty value, of a variable that is not set, would else count as an option that is not given.
TEST_F(OverheadProgram, RefusesEmptyValuesOfEveryOption)
{
    const std::map<std::string, std::vector<std::string>> options = {
        {"status", {"--root", "--color"}},
        {"run",
         {"--output", "-o", "--cpu", "--pair", "--max-pairs", "--op", "--runs", "--duration",
          "--budget", "--confidence"}},
        {"check", {"--thresholds", "--limit", "--color"}},
        {"report",
         {"--format", "-f", "--bug", "--series", "--source", "--thresholds", "--limit", "--output",
          "-o"}},
        {"compare", {"--limit", "--thresholds", "--color"}},
        {"vm",
         {"--kernel", "--accel", "--op", "--runs", "--iterations", "--output", "-o",
          "--boot-timeout", "--guest-program"}},
        {"import", {"--iterations", "--output"}}};
    for (const auto& [command, names] : options)
        for (const std::string& name : names) {
            std::vector<std::vector<std::string>> ways = {{command, name, ""}};
            if (name.starts_with("--"))
                ways.push_back({command, name + "=", path("not-a-value")});
            if (command != "status" && command != "run" && command != "vm")
                for (auto& words : ways)
                    words.insert(words.end(), {reference, reference});
            for (const auto& words : ways) {
                const Outcome outcome = overhead(words);
                EXPECT_EQ(outcome.status, 2) << testing::PrintToString(words);
                EXPECT_THAT(outcome.err, HasSubstr(name)) << testing::PrintToString(words);
                expect_one_line(outcome.err);
            }
        }
    EXPECT_EQ(overhead({"check", ""}).status, 2);
    EXPECT_EQ(overhead({"campaign", "plan", "--isolate", ""}).status, 2);
    EXPECT_FALSE(fs::exists(path("not-a-value")));
}

TEST_F(OverheadProgram, RefusesWhatCannotBeReadOrWritten)
{
    EXPECT_EQ(overhead({"check", path("missing.json")}).status, 4);
    EXPECT_EQ(overhead({"check", "--thresholds", path("missing.toml"), reference}).status, 4);
    EXPECT_EQ(overhead({"run", "--duration", "0.01", "--output", "/proc/no-such"}).status, 4);
    EXPECT_EQ(overhead({"status", "--root", path("missing")}).status, 4);
}

// Its own mounts give it a boot whose kernel refused the list of nohz_full=.
TEST_F(OverheadProgram, RunRefusesABootThatIsNotWhatItsCommandLineAsksFor)
{
    fs::create_directories(path("cpu"));
    for (const char* file : {"possible", "present", "online"})
        write("cpu/" + std::string(file), "0\n");
    write("cpu/nohz_full", " (null)\n");
    write("cpu/isolated", "\n");
    write("cmdline", "ro nohz_full=0\n");
    const auto run = [&](const std::string& more) {
        const std::string mounts =
            fmt::format("mount --bind {0}/cpu /sys/devices/system/cpu && "
                        "mount --bind {0}/cmdline /proc/cmdline || exit 99; exec {1} run "
                        "--output {0}/records --runs 1 --duration 0.01 --budget 0.1 {2}",
                        path(""), program_from("NOHZ_OVERHEAD"), more);
        return run_program({"unshare", ::geteuid() == 0 ? "-m" : "-rm", "sh", "-c", mounts});
    };
    const Outcome refused = run("");
    if (refused.status == 99 || refused.err.starts_with("unshare:"))
        GTEST_SKIP() << "no mounts of our own here: " << refused.err;
    EXPECT_EQ(refused.status, 77);
    EXPECT_THAT(refused.err, StartsWith("nohz-overhead: SKIP: nohz-full-no-effect: /proc/cmdline: "
                                        "nohz_full=0, but "));
    EXPECT_THAT(refused.err, HasSubstr("--anyway"));
    EXPECT_FALSE(fs::exists(path("records")));
    EXPECT_EQ(run("--anyway").status, 0);
    EXPECT_TRUE(fs::exists(path("records")));
}

TEST_F(ClosedFolders, AreNamedWithTheMissingPermission)
{
    const std::string cpu = "tree/sys/devices/system/cpu";
    for (const std::string& closed :
         {std::string("tree"), std::string("tree/sys"), cpu, cpu + "/nohz_full"}) {
        const Outcome outcome = plain_user(closed, 0200, {"status", "--root", path("tree")});
        EXPECT_EQ(outcome.status, 4) << closed;
        EXPECT_THAT(outcome.err, HasSubstr(path(cpu))) << closed;
        EXPECT_THAT(outcome.err, HasSubstr("Permission denied")) << closed;
        expect_one_line(outcome.err);
    }
    for (const char* closed : {"logs", "logs/log", "logs/log/taskset.1", "logs/host.toml"}) {
        const Outcome outcome = plain_user(closed, 0200, {"check", path("logs")});
        EXPECT_EQ(outcome.status, 4) << closed;
        EXPECT_THAT(outcome.err, HasSubstr(path(closed) + ": Permission denied")) << closed;
        expect_one_line(outcome.err);
    }
    // its names may be read, but nothing can be looked at
    const Outcome names_only = plain_user("logs", 0444, {"check", path("logs")});
    EXPECT_EQ(names_only.status, 4);
    EXPECT_THAT(names_only.err, HasSubstr(path("logs/log") + ": Permission denied"));
}

TEST_F(ClosedFolders, AreNoAbsentFiles)
{
    const std::string out = plain_user("tree/proc", 0200, {"status", "--root", path("tree")}).out;
    EXPECT_THAT(out, HasSubstr("permission denied, taken as unknown: /proc/cmdline"));
    EXPECT_THAT(out, HasSubstr("/proc/self/status: permission denied"));
}

TEST_F(OverheadProgram, RefusesARecordCutInHalf)
{
    ASSERT_EQ(overhead({"run", "-q", "--runs", "1", "--duration", "0.01", "--budget", "0.2",
                        "--output", path("records")})
                  .status,
              0);
    const std::string whole = read_file(only_record(path("records")));
    const std::string half = write("half.json", whole.substr(0, whole.size() / 2));
    const Outcome outcome = overhead({"check", half});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("half.json"));
    expect_one_line(outcome.err);
    EXPECT_EQ(read_file(half).size(), whole.size() / 2);
}
