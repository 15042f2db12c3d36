// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-overhead from outside: what its commands print, refuse and keep.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "record/record.h"
#include "run_program.h"

using namespace nohz;
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

namespace
{

namespace fs = std::filesystem;

const std::string reference = SOURCE_ROOT "/data/reference/lp1919154-arm64";

Outcome overhead(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), program_from("NOHZ_OVERHEAD"));
    return run_program(arguments);
}

class OverheadProgram : public testing::Test
{
protected:
    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

    std::string write(const std::string& name, const std::string& text) const
    {
        std::ofstream(path(name)) << text;
        return path(name);
    }

    // The one record in a folder.
    static fs::path only_record(const fs::path& folder)
    {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(folder))
            files.push_back(entry.path());
        EXPECT_EQ(files.size(), 1U);
        return files.at(0);
    }

private:
    TemporaryDirectory folder_{"e2e"};
};

void expect_one_line(const std::string& err)
{
    EXPECT_EQ(std::ranges::count(err, '\n'), 1) << err;
    EXPECT_THAT(err, StartsWith("nohz-overhead: "));
}

} // namespace

TEST_F(OverheadProgram, ChecksTheReferenceLogs)
{
    const Outcome outcome = overhead({"check", "--json", reference});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const json report = json::parse(outcome.out);
    EXPECT_EQ(report.at("verdict"), "PASS");
    std::map<std::string, json> rules;
    for (const json& rule : report.at("rules"))
        rules[rule.at("name")] = rule;
    EXPECT_NEAR(rules["isolated-vs-housekeeping"].at("ratio").get<double>(), 1.3528, 5e-4);
    EXPECT_EQ(rules["isolated-vs-housekeeping"].at("limit"), 1.5);
    EXPECT_NEAR(rules["housekeeping-vs-inactive"].at("ratio").get<double>(), 1.0867, 5e-4);
    EXPECT_NEAR(rules["built-in-cost"].at("ratio").get<double>(), 0.9393, 5e-4);
    EXPECT_EQ(rules["built-in-cost"].at("indicative"), true);
}

TEST_F(OverheadProgram, FailsTheReferenceAtALowerLimit)
{
    const std::string limits =
        write("limits.toml", "[rule.isolated-vs-housekeeping]\nmax_ratio = 1.30\n");
    const Outcome outcome = overhead({"check", "--thresholds", limits, reference});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.out, testing::EndsWith("\nFAIL\n"));
    EXPECT_EQ(overhead({"check", "--limit", "isolated-vs-housekeeping=1.30", reference}).status, 1);
}

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

// A record is somebody's file: its texts must not turn around what a terminal shows.
TEST_F(OverheadProgram, EscapesDirectionsInJson)
{
    const auto write_record = [&](const std::string& name, const std::string& boot_id) {
        json record = json::parse(read_file(SOURCE_ROOT "/tests/record/data/good/active.json"));
        record["host"]["cpu_model"] = "CPU \u202e\u2066\x7f";
        record["boot"]["boot_id"] = boot_id;
        return write(name, record.dump());
    };
    const std::string first = write_record("a.json", "1");
    const std::string second = write_record("b.json", "2");
    for (const auto& words : {std::vector<std::string>{"check", "--json", first},
                              {"compare", "--json", first, second}}) {
        const std::string out = overhead(words).out;
        EXPECT_THAT(out, HasSubstr("CPU \\u202e\\u2066\\u007f")) << words.front();
        EXPECT_EQ(out.find("\u202e"), std::string::npos) << words.front();
        EXPECT_TRUE(json::accept(out)) << words.front();
    }
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

TEST_F(OverheadProgram, HelpAndVersionEndWithZero)
{
    for (const char* command : {"status", "run", "check", "report", "compare", "vm", "import"}) {
        const Outcome outcome = overhead({command, "--help"});
        EXPECT_EQ(outcome.status, 0);
        EXPECT_THAT(outcome.out, HasSubstr("Exit codes"));
    }
    EXPECT_EQ(overhead({"--version"}).status, 0);
    EXPECT_THAT(overhead({"-h"}).out, HasSubstr("First steps"));
}

TEST_F(OverheadProgram, FullStandardOutputIsAnError)
{
    for (const char* command : {"check", "report", "import"}) {
        std::vector<std::string> words = {program_from("NOHZ_OVERHEAD"), command, reference};
        if (std::string_view(command) == "import")
            words.insert(words.end(), {"--output", path("imported")});
        EXPECT_EQ(run_program(words, "/dev/full").status, 4) << command;
    }
}

TEST_F(OverheadProgram, RunWritesARecordThatCheckReads)
{
    const Outcome outcome = overhead(
        {"run", "--runs", "2", "--duration", "0.05", "--budget", "1", "--output", path("records")});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const record::Record record = record::read_record(only_record(path("records")));
    EXPECT_GE(record.runs.size(), 2U);
    EXPECT_EQ(record.source, "run");
    ASSERT_GE(record.pairs.size(), 1U);
    EXPECT_EQ(record.pairs.back().numerator, record.pairs.back().denominator);
    for (const record::Run& run : record.runs)
        EXPECT_GT(run.mean, 0);
    const Outcome check = overhead({"check", "--json", path("records")});
    EXPECT_EQ(json::parse(check.out).at("records").size(), 1U);
}

TEST_F(OverheadProgram, RunWithDefaultsNeverOverwrites)
{
    for (int i = 0; i < 2; ++i)
        ASSERT_EQ(overhead({"run", "-q", "--runs", "1", "--duration", "0.01", "--budget", "0.2",
                            "--output", path("records")})
                      .status,
                  0);
    EXPECT_EQ(std::distance(fs::directory_iterator(path("records")), {}), 2);
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

// A user who interrupts a long measurement must not lose what was measured.
TEST_F(OverheadProgram, CtrlCKeepsWhatWasMeasured)
{
    ChildProcess child(
        {program_from("NOHZ_OVERHEAD"), "run", "--duration", "3600", "--output", path("records")},
        ChildProcess::Output::pipe);
    // The plan is printed after the signals are caught; then give the first batches their time.
    while (const auto line = child.read_line())
        if (line->starts_with("measures"))
            break;
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    child.send_signal(SIGINT);
    while (child.read_line())
        ;
    const int status = child.wait();
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) << describe_status(status);
    const record::Record record = record::read_record(only_record(path("records")));
    ASSERT_FALSE(record.runs.empty());
    EXPECT_LE(record.runs.size(), 2U); // of a pair both CPUs
    for (const record::Run& run : record.runs)
        EXPECT_GE(run.iterations, 1U);
}

TEST_F(OverheadProgram, ImportWritesOneRecordABoot)
{
    const Outcome outcome = overhead({"import", reference, "--output", path("imported")});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(std::distance(fs::directory_iterator(path("imported")), {}), 3);
    const Outcome check = overhead({"check", "--json", path("imported")});
    EXPECT_EQ(check.status, 0);
    EXPECT_EQ(json::parse(check.out).at("verdict"), "PASS");
}

TEST_F(OverheadProgram, SelfCheckSaysWhatCanBeToldFromOne)
{
    const Outcome outcome = overhead({"run", "--self-check", "--budget", "1"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("against itself"));
    EXPECT_EQ(overhead({"run", "--self-check", "--budget", "0"}).status, 2);
    EXPECT_EQ(overhead({"run", "--confidence", "99"}).status, 2);
    for (const char* option : {"--confidence", "--budget", "--duration"})
        EXPECT_EQ(overhead({"run", option, "nan"}).status, 2) << option;
}

TEST_F(OverheadProgram, ComparesTwoKernels)
{
    const Outcome same = overhead({"compare", "--json", reference, reference});
    EXPECT_EQ(same.status, 0) << same.err;
    const json comparison = json::parse(same.out);
    EXPECT_EQ(comparison.at("rows").size(), 7U);
    for (const json& row : comparison.at("rows"))
        EXPECT_EQ(row.at("change"), "no change");
    EXPECT_EQ(overhead({"compare", reference}).status, 2);
    EXPECT_EQ(overhead({"compare", "--limit", "0.5", reference, reference}).status, 2);
}

TEST_F(OverheadProgram, ReportsTheReferenceInEveryFormat)
{
    const std::map<std::string, std::string> starts = {
        {"launchpad", "PASS: bug 1919154, kernel 5.15.0-86-generic on arm64: "},
        {"markdown", "# What NO"},
        {"html", "<!DOCTYPE html>"},
        {"junit", "<?xml version="},
        {"ktap", "KTAP version 1\n"}};
    for (const auto& [format, start] : starts) {
        const Outcome outcome =
            overhead({"report", "--format", format, "--bug", "1919154", reference});
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_THAT(outcome.out, StartsWith(start));
    }
    // a report is made whatever the verdict
    const Outcome failed =
        overhead({"report", "--limit", "isolated-vs-housekeeping=1.30", reference});
    EXPECT_EQ(failed.status, 0);
    EXPECT_THAT(failed.out, StartsWith("FAIL: "));
}

TEST_F(OverheadProgram, ColoursOnlyWhatIsAskedForInAFile)
{
    EXPECT_THAT(overhead({"check", reference}).out, testing::Not(HasSubstr("\x1b")));
    EXPECT_THAT(overhead({"check", "--color", "always", reference}).out, HasSubstr("\x1b[1;32m"));
    EXPECT_THAT(overhead({"status", "--color", "never"}).out, testing::Not(HasSubstr("\x1b")));
    EXPECT_EQ(overhead({"check", "--color", "green", reference}).status, 2);
    EXPECT_EQ(overhead({"check", "--quiet", reference}).out, "PASS\n");
    EXPECT_EQ(overhead({"check", "--quiet", "--verbose", reference}).status, 2);
}

TEST_F(OverheadProgram, ReportReplacesAFileByForceOnly)
{
    const std::string file = path("report.html");
    const std::vector<std::string> words = {"report",   "--format", "html",
                                            "--output", file,       reference};
    EXPECT_EQ(overhead(words).status, 0);
    const std::string before = read_file(file);
    EXPECT_THAT(before, testing::EndsWith("</html>\n"));
    const Outcome again = overhead(words);
    EXPECT_EQ(again.status, 4);
    expect_one_line(again.err);
    EXPECT_EQ(read_file(file), before);
    EXPECT_EQ(overhead({"report", "--output", path("none/x"), reference}).status, 4);
    EXPECT_EQ(overhead({"report", "--force", "--output", file, reference}).status, 0);
    EXPECT_THAT(read_file(file), StartsWith("PASS: "));
}

TEST_F(OverheadProgram, StatusJsonHasTheKeysOfTheContract)
{
    const Outcome outcome = overhead({"status", "--json"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const json status = json::parse(outcome.out);
    for (const char* key : {"kernel_state", "known_from", "cpus", "scenarios", "hazards", "notes"})
        EXPECT_TRUE(status.contains(key)) << key;
    for (const char* key : {"present", "online", "allowed", "nohz_full", "isolated_sysfs",
                            "isolated", "housekeeping"})
        EXPECT_TRUE(status.at("cpus").contains(key)) << key;
}
