// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-overhead from outside: what its commands print and keep.
#include <csignal>
#include <map>
#include <thread>

#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "base/process.h"
#include "overhead_program.h"
#include "record/record.h"

using namespace nohz;
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

namespace fs = std::filesystem;

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

TEST_F(OverheadProgram, HelpAndVersionEndWithZero)
{
    for (const char* command : {"status", "run", "check", "report", "compare", "vm", "import"}) {
        const Outcome outcome = overhead({command, "--help"});
        EXPECT_EQ(outcome.status, 0);
        EXPECT_THAT(outcome.out, HasSubstr("Exit codes"));
        EXPECT_EQ(overhead({command, "--version"}).out, overhead({"--version"}).out) << command;
    }
    EXPECT_THAT(overhead({"campaign", "plan", "--version"}).out, StartsWith("nohz-overhead "));
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
        {"launchpad", "PASS: bug 1919154, kernel 5.15.0-86-generic"},
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
