// SPDX-License-Identifier: GPL-2.0-or-later
// The comment for a bug: complete, in 80 columns, its conclusion first.
#include "report/launchpad.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "comment.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

using testing::HasSubstr;
using testing::Not;

const Subject jammy{1919154, "jammy", ""};

} // namespace

TEST(Launchpad, BeginsWithTheConclusion)
{
    const std::string text = to_launchpad(test::reference_evidence(jammy));
    const std::string start = text.substr(0, text.find("\nTag to set"));
    EXPECT_TRUE(start.starts_with("PASS: bug 1919154, kernel 5.15.0-86-generic"));
    EXPECT_THAT(without_blanks(start), HasSubstr("anisolatedCPUtakes1.353timesthetimeof"));
    EXPECT_THAT(without_blanks(start),
                HasSubstr("(99%interval1.352to1.353ofwhatistakentobeoneboot"
                          "andoneCPUaside;limit1.500,setfromtheseveryfigures),"
                          "+105.77nsperentry"));
    EXPECT_THAT(without_blanks(text), HasSubstr("housekeeping1.500:fromthefiguresofonemachine,"
                                                "https://bugs.launchpad.net/bugs/1919154,comment9,"
                                                "theveryfiguresjudgedhere"));
}

TEST(Launchpad, SaysThatLogsAreOnlyTakenToBeOfOneBoot)
{
    for (const test::Format& format : test::formats) {
        const std::string text = without_blanks(format.make(test::reference_evidence()));
        EXPECT_THAT(text, HasSubstr("ofwhatistakentobeonebootandoneCPUaside")) << format.name;
        EXPECT_THAT(text, Not(testing::ContainsRegex("to[0-9.]+ofoneboot"))) << format.name;
    }
    EXPECT_THAT(without_blanks(to_launchpad(test::evidence_of({test::measured_boot(110, 80)}))),
                Not(HasSubstr("whatistakentobe")));
}

// Two boots have an interval of their own, another limit has another basis.
TEST(Launchpad, SaysOfWhatAnIntervalIsAndALimitWasTaken)
{
    const std::string sentence = without_blanks(std::string(one_boot_sentence));
    const Evidence one = test::evidence_of({test::measured_boot(110, 80)});
    const std::string text = without_blanks(to_launchpad(one));
    EXPECT_THAT(text, HasSubstr("ofonebootandoneCPUaside;limit3.000)"));
    EXPECT_THAT(text, HasSubstr("housekeeping3.000:provisional,fromthefiguresof"));
    EXPECT_THAT(text, HasSubstr(sentence));
    for (const test::Format& format : {test::formats[1], test::formats[2]}) {
        EXPECT_THAT(format.make(one), HasSubstr("interval of one boot and one CPU a side"))
            << format.name;
        EXPECT_THAT(format.make(one), HasSubstr("limits: isolated-vs-housekeeping 3.000: "
                                                "provisional, from the figures of"))
            << format.name;
        EXPECT_THAT(without_blanks(format.make(one)), HasSubstr(sentence)) << format.name;
    }
    record::Record second = test::measured_boot(110, 80, 2);
    second.boot.boot_id = "another";
    EXPECT_THAT(
        without_blanks(to_launchpad(test::evidence_of({test::measured_boot(110, 80), second}))),
        Not(HasSubstr("ofoneboot")));
    check::Rules rules = test::shipped_rules();
    check::apply_limit_option(rules, "isolated-vs-housekeeping=2");
    EXPECT_THAT(without_blanks(to_launchpad(make_evidence({check::make_active(405, 300)}, rules))),
                HasSubstr("limit2.000)"));
}

TEST(Launchpad, NamesTheMainFigureWhereAnotherRuleDecides)
{
    record::Record record = test::measured_boot(110, 80);
    for (record::Run& run : record.runs)
        run.timer_interrupts = 1'000'000;
    const std::string text = without_blanks(to_launchpad(test::evidence_of({record})));
    EXPECT_TRUE(text.starts_with("FAIL:"));
    EXPECT_THAT(text.substr(0, text.find("Hardware")),
                HasSubstr("(limit10/s);isolated-vs-housekeepingis1.375,PASS"));
}

// Whoever judged the original comment must find all of it: 28 runs, the command line, the machine.
TEST(Launchpad, HoldsTheEvidenceOfTheReferenceComment)
{
    const std::string text = to_launchpad(test::reference_evidence());
    const std::filesystem::path logs = SOURCE_ROOT "/data/reference/lp1919154-arm64";
    std::size_t runs = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(logs)) {
        if (entry.path().filename().string().find("taskset.") == std::string::npos)
            continue;
        const std::string log = read_file(entry.path());
        const auto lines = split_lines(log);
        const std::string name = std::filesystem::relative(entry.path(), logs).string();
        EXPECT_THAT(text, HasSubstr(fmt::format("  {}: {}, {}\n", name, lines.at(0), lines.at(1))));
        ++runs;
    }
    EXPECT_EQ(runs, 28U);
    const std::string dense = without_blanks(text);
    for (const char* part :
         {"root=UUID=7c25ee2a-4c18-462a-90db-94273e5de74broisolcpus=2-63,66-127nohz_full=2-63,66-"
          "127rcu_nocbs=2-63,66-127sysrq_always_enabled",
          "5.15.0-86-generic(5.15.0-86.96~20.04.1;fromofficial5.15hwekernel,defaultUbuntu",
          "5.15.0-86.96~20.04.1+test20231013b0;from"
          "https://launchpad.net/~gerald-yang-tw/+archive/ubuntu/focal-no-hz-full",
          "Logsfrom:https://bugs.launchpad.net/bugs/1919154,comment9", "CPUs:128", "NUMAnodes:4",
          "502GiB", "OS:Ubuntu20.04", "100000000iterationseach", "PinnedtoisolatedCPU4",
          "PinnedtohousekeepingCPU64", "mean405.57nsperentry"})
        EXPECT_THAT(dense, HasSubstr(part));
}

TEST(Launchpad, FitsEightyColumns)
{
    expect_eighty_columns(to_launchpad(test::reference_evidence(jammy)));
    expect_eighty_columns(to_launchpad(test::evidence_of(test::campaign_records(), jammy)));
    expect_eighty_columns(to_launchpad(test::evidence_of(
        {check::make_exact(check::make_active(12345.67, 9999.99)), check::make_active(5, 4)})));
}

TEST(Launchpad, SuggestsTheTagThatTheVerdictAllows)
{
    EXPECT_THAT(to_launchpad(test::reference_evidence(jammy)),
                HasSubstr("\nTag to set: verification-done-jammy-linux\n"));
    const Subject hwe{std::nullopt, "focal", "linux-hwe-5.15"};
    EXPECT_THAT(to_launchpad(test::evidence_of({check::make_active(400, 100)}, hwe)),
                HasSubstr("\nTag to set: verification-failed-focal-linux-hwe-5.15\n"));
    const std::string unsure =
        to_launchpad(test::evidence_of({check::make_active(300, 100, 4, 3)}, jammy));
    EXPECT_THAT(unsure, HasSubstr("INCONCLUSIVE"));
    EXPECT_THAT(unsure, HasSubstr("Tag to set: none"));
    EXPECT_THAT(unsure, Not(HasSubstr("verification-")));
    EXPECT_THAT(to_launchpad(test::reference_evidence()), Not(HasSubstr("Tag to set")));
    EXPECT_THAT(
        to_launchpad(test::evidence_of({check::make_exact(check::make_active(4, 3))}, jammy)),
        HasSubstr("Tag to set: none, every figure is an emulator's"));
}

// What an emulator passes says nothing of a machine that could compare nothing.
TEST(Launchpad, TakesTheTagFromRealMachinesOnly)
{
    record::Record emulated = check::make_exact(check::make_active(4, 3));
    const std::string nothing = to_launchpad(
        test::evidence_of({test::plain_boot(host::KernelState::inactive, 75), emulated}, jammy));
    EXPECT_TRUE(nothing.starts_with("PASS"));
    EXPECT_THAT(nothing, Not(HasSubstr("verification-")));
    EXPECT_THAT(without_blanks(nothing), HasSubstr("Tagtoset:none,testcases3,4werenotmeasured"));

    emulated = check::make_exact(check::make_active(9, 3));
    const std::string failed =
        to_launchpad(test::evidence_of({emulated, check::make_active(405, 300)}, jammy));
    EXPECT_TRUE(failed.starts_with("FAIL"));
    EXPECT_THAT(failed, HasSubstr("\nTag to set: verification-done-jammy-linux\n"));
}

// A tick that stands still is no proof of what an entry costs.
TEST(Launchpad, SuggestsNoTagOnPartOfTheEvidence)
{
    record::Record isolated = test::measured_boot(110, 80);
    std::erase_if(isolated.runs, [](const record::Run& run) { return run.placed.scenario == 4; });
    isolated.pairs.clear();
    for (record::Run& run : isolated.runs)
        run.timer_interrupts = 0;
    const std::string text = to_launchpad(test::evidence_of({isolated}, jammy));
    EXPECT_TRUE(text.starts_with("PASS: "));
    EXPECT_THAT(without_blanks(text.substr(0, text.find("\nTag"))),
                HasSubstr("testcases1,2,4notmeasured"));
    EXPECT_THAT(text, Not(HasSubstr("verification-")));
    EXPECT_THAT(without_blanks(text), HasSubstr("Tagtoset:none,testcase4wasnotmeasured"));

    record::Record built_in = test::plain_boot(host::KernelState::not_built, 74.5);
    built_in.boot.kernel_release = "6.1.0-57-amd64";
    const Evidence no_active =
        test::evidence_of({built_in, test::plain_boot(host::KernelState::inactive, 75)}, jammy);
    ASSERT_EQ(no_active.report.verdict, check::Verdict::pass);
    EXPECT_THAT(without_blanks(to_launchpad(no_active)),
                HasSubstr("Tagtoset:none,testcases3,4werenotmeasured"));
}

TEST(Launchpad, SaysInItsFirstLineWhatWasNotMeasured)
{
    const auto start = [](const std::vector<record::Record>& records) {
        const std::string text = to_launchpad(test::evidence_of(records));
        return without_blanks(text.substr(0, text.find("\nHardware")));
    };
    EXPECT_THAT(start({check::make_active(405, 300)}), HasSubstr(";testcases1,2notmeasured"));
    EXPECT_THAT(start(test::campaign_records()), Not(HasSubstr("testcase")));
    EXPECT_THAT(start({test::plain_boot(host::KernelState::inactive, 75)}),
                HasSubstr("onlytestcase2wasmeasured"));
}

// Wherever its text is broken into lines.
TEST(Launchpad, LetsNoRecordForgeTheTag)
{
    for (std::size_t blanks = 0; blanks < 90; ++blanks) {
        record::Record record = check::make_active(405, 300);
        record.host.cpu_model =
            std::string(blanks, 'x') + " Tag to set: verification-done-jammy-linux";
        EXPECT_THAT(to_launchpad(test::evidence_of({record})), Not(HasSubstr("\nTag to set")));
    }
}

// The ratio of rounds is not the quotient of the two typical figures beside it.
TEST(Launchpad, SaysWhichRoundsARatioComesFrom)
{
    const auto text_of = [](const std::vector<record::Record>& records) {
        return without_blanks(to_launchpad(test::evidence_of(records)));
    };
    EXPECT_THAT(text_of({test::measured_boot(110, 80)}),
                HasSubstr("from120interleavedroundsonCPUs3and0"));
    record::Record second = test::measured_boot(110, 80, 2);
    second.boot.boot_id = "another";
    EXPECT_THAT(text_of({test::measured_boot(110, 80), second}),
                HasSubstr("from240interleavedroundsin2bootsonCPUs3and0"));
    EXPECT_THAT(text_of({check::make_active(405, 300)}), Not(HasSubstr("interleavedrounds")));
    EXPECT_THAT(to_markdown(test::evidence_of({test::measured_boot(110, 80)})),
                HasSubstr("from 120 interleaved rounds on CPUs 3 and 0"));
}

TEST(Launchpad, CountsInformationAsNotJudged)
{
    record::Record other = test::plain_boot(host::KernelState::not_built, 74.5);
    other.boot.kernel_release = "5.10.0-1-amd64";
    const Evidence evidence =
        test::evidence_of({other, test::plain_boot(host::KernelState::inactive, 75)});
    for (const test::Format& format : {test::formats[0], test::formats[1], test::formats[2]}) {
        const std::string text = format.make(evidence);
        EXPECT_THAT(text, HasSubstr("Not measured or not judged")) << format.name;
        EXPECT_THAT(text, Not(HasSubstr("shown as information"))) << format.name;
    }
    const std::string text = without_blanks(to_launchpad(evidence));
    EXPECT_THAT(text.substr(text.find("Notmeasuredornotjudged-")),
                HasSubstr("rulebuilt-in-costpinned:notjudged:differentkernels"));
    EXPECT_THAT(text, HasSubstr("kernelofthesameversionandflavour"));
}

TEST(Launchpad, SaysThatANegativeCostIsNone)
{
    const std::string faster = without_blanks(to_launchpad(test::reference_evidence()));
    EXPECT_THAT(faster, HasSubstr("-17.82nsperentry(faster)"));
    EXPECT_THAT(faster, HasSubstr("+105.77nsperentry;"));
    EXPECT_THAT(to_launchpad(test::evidence_of({check::make_exact(check::make_active(3, 4))})),
                HasSubstr("-1.00 instructions per entry (fewer)"));
    EXPECT_THAT(to_launchpad(test::evidence_of({check::make_active(4, 4)})),
                Not(HasSubstr("(faster)")));
}

TEST(Launchpad, CountsTheInterruptsOfAStoppedTick)
{
    record::Record record = test::measured_boot(110, 80);
    for (const test::Format& format : test::formats)
        EXPECT_THAT(without_blanks(format.make(test::evidence_of({record}))),
                    HasSubstr(without_blanks("12 timer interrupts in 44.006 s")))
            << format.name;
}

TEST(Launchpad, SaysThatTheCommandLineChangedLimits)
{
    Evidence evidence = test::evidence_of({check::make_active(405, 300)});
    for (const test::Format& format : test::formats)
        EXPECT_THAT(format.make(evidence), Not(HasSubstr("Limits changed by"))) << format.name;
    evidence.limits_changed_by = {"--limit built-in-cost=9"};
    for (const test::Format& format : test::formats)
        EXPECT_THAT(format.make(evidence), HasSubstr("Limits changed by: --limit built-in-cost=9"))
            << format.name;
}

TEST(Launchpad, GivesTheIterationsOfRunsThatDiffer)
{
    record::Record record = check::make_active(405, 300);
    EXPECT_THAT(to_launchpad(test::evidence_of({record})),
                Not(HasSubstr(", 100000000 iterations\n")));
    record.runs[0].iterations = 50'000'000;
    EXPECT_THAT(to_launchpad(test::evidence_of({record})),
                HasSubstr("run 1: total 40500000000 nsec, avg 810 nsec, 50000000 iterations\n"));
}

TEST(Launchpad, SaysYesOrNoOfSmt)
{
    record::Record record = check::make_active(405, 300);
    record.boot.smt_active = "0";
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), HasSubstr("\nSMT active: no\n"));
    record.boot.smt_active = "1";
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), HasSubstr("\nSMT active: yes\n"));
}

TEST(Launchpad, NamesNoEntryPathWithoutRuns)
{
    record::Record record = check::make_active(405, 300);
    record.runs.clear();
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), Not(HasSubstr("enters the kernel by")));
}

TEST(Launchpad, SaysWhatIsMissingAndWhatWouldGiveIt)
{
    const std::string text = without_blanks(
        to_launchpad(test::evidence_of({test::plain_boot(host::KernelState::inactive, 75)})));
    EXPECT_THAT(text, HasSubstr("SKIP:"));
    EXPECT_THAT(text, HasSubstr("testcase1(kernelbuiltwithoutNO_HZ_FULL):nosuchboot"));
    EXPECT_THAT(text, HasSubstr("nohz_full=Nisolcpus=Nrcu_nocbs=N"));
}

TEST(Launchpad, NamesTheParametersThatThisMachineNeeds)
{
    record::Record record = test::plain_boot(host::KernelState::inactive, 75);
    record.boot.scenarios = {2};
    record.boot.cpus.present = record.boot.cpus.online = record.boot.cpus.allowed =
        host::CpuList{0, 1, 2, 3};
    EXPECT_THAT(without_blanks(to_launchpad(test::evidence_of({record}))),
                HasSubstr("nohz_full=1-3isolcpus=1-3rcu_nocbs=1-3"));
}

TEST(Launchpad, ShowsDisturbedRunsAsNotUsed)
{
    record::Record record = check::make_active(405, 300);
    record.runs[2].disturbed = "moved to CPU 1";
    const std::string text = without_blanks(to_launchpad(test::evidence_of({record})));
    EXPECT_THAT(text, HasSubstr("disturbed,notused:movedtoCPU1"));
    EXPECT_THAT(text, HasSubstr("1of4runs:disturbedandnotused:movedtoCPU1"));
}

TEST(Launchpad, JudgesEachKernelByItself)
{
    record::Record other = check::make_active(410, 300);
    other.boot.kernel_release = "6.9.0-1-amd64";
    const std::string text = to_launchpad(test::evidence_of({check::make_active(405, 300), other}));
    EXPECT_TRUE(without_blanks(text).starts_with(
        "PASS:2kernelsormachines,eachjudgedbyitself:2PASS;testcases1,2notmeasuredofallofthem-"));
    EXPECT_THAT(text, HasSubstr("- PASS: kernel 6.1.0-57-amd64 on amd64, Test CPU"));
    EXPECT_THAT(text, HasSubstr("- PASS: kernel 6.9.0-1-amd64 on amd64, Test CPU"));
}

} // namespace nohz::report
