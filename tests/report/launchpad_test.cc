// SPDX-License-Identifier: GPL-2.0-or-later
// The comment for a bug: complete, in 80 columns, its conclusion first.
#include "report/launchpad.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/layout.h"
#include "base/process.h"
#include "evidence.h"
#include "report/provenance.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

using testing::HasSubstr;
using testing::Not;

// What line breaks and indents separate, put together again.
std::string without_blanks(const std::string& text)
{
    std::string out;
    for (const char c : text)
        if (c != ' ' && c != '\n')
            out += c;
    return out;
}

const Subject jammy{1919154, "jammy", ""};

void expect_eighty_columns(const std::string& text)
{
    for (const std::string_view line : split_lines(text))
        EXPECT_LE(columns_of(line), terminal_columns) << line;
}

} // namespace

TEST(Launchpad, BeginsWithTheConclusion)
{
    const std::string text = to_launchpad(test::reference_evidence(jammy));
    const std::string start = text.substr(0, text.find("\nTag to set"));
    EXPECT_TRUE(start.starts_with("PASS: bug 1919154, kernel 5.15.0-86-generic on arm64: "));
    EXPECT_THAT(without_blanks(start), HasSubstr("anisolatedCPUtakes1.353timesthetimeof"));
    EXPECT_THAT(without_blanks(start), HasSubstr("(99%interval1.352to1.353ofonebootandoneCPUaside;"
                                                 "limit1.500,fromthefiguresofonemachine,"
                                                 "https://bugs.launchpad.net/bugs/1919154,comment9,"
                                                 "theveryfiguresjudgedhere),+105.77nsperentry"));
}

// Two boots have an interval of their own, another limit has another basis.
TEST(Launchpad, SaysOfWhatAnIntervalIsAndALimitWasTaken)
{
    const std::string sentence = without_blanks(std::string(one_boot_sentence));
    const Evidence one = test::evidence_of({test::measured_boot(110, 80)});
    const std::string text = without_blanks(to_launchpad(one));
    EXPECT_THAT(text, HasSubstr("ofonebootandoneCPUaside;limit3.000,provisional"));
    EXPECT_THAT(text, HasSubstr(sentence));
    for (const test::Format& format : {test::formats[1], test::formats[2]}) {
        EXPECT_THAT(format.make(one), HasSubstr("interval of one boot and one CPU a side; limit "
                                                "provisional: from the figures of"))
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

// Whoever has the logs can see that they are those that were judged.
TEST(Launchpad, SaysHowTheHashOfLogsIsComputed)
{
    const std::filesystem::path logs = SOURCE_ROOT "/data/reference/lp1919154-arm64";
    const Evidence evidence = test::reference_evidence();
    const std::string text = without_blanks(to_launchpad(evidence));
    for (const record::Record& record : evidence.records) {
        const std::string recipe = hash_recipe(record);
        EXPECT_THAT(text, HasSubstr(without_blanks(record.sha256 +
                                                   "printed in that folder by: " + recipe)));
        EXPECT_THAT(run_and_read({"sh", "-c", "cd " + logs.string() + " && " + recipe}),
                    testing::StartsWith(record.sha256 + " "));
    }
    EXPECT_EQ(hash_recipe(test::measured_boot(110, 80)), "");
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
    EXPECT_THAT(start(test::campaign_records()), Not(HasSubstr("notmeasured")));
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

TEST(Launchpad, CountsInformationAsNotMeasured)
{
    record::Record other = test::plain_boot(host::KernelState::not_built, 74.5);
    other.boot.kernel_release = "5.10.0-1-amd64";
    const std::string text = without_blanks(to_launchpad(
        test::evidence_of({other, test::plain_boot(host::KernelState::inactive, 75)})));
    EXPECT_THAT(text.substr(text.find("Notmeasured-")),
                HasSubstr("rulebuilt-in-costpinned:differentkernels"));
    EXPECT_THAT(text, HasSubstr("kernelofthesameversionandflavour"));
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

TEST(Launchpad, NamesTheBootOfAHazard)
{
    std::vector<record::Record> records = {test::measured_boot(110, 80, 1),
                                           test::measured_boot(110, 80, 2)};
    records[1].boot.hazards = {{"traced", host::HazardGroup::would_be_wrong, "pid 1", "none"}};
    const auto text_of = [&records] {
        return without_blanks(to_launchpad(test::evidence_of(records)));
    };
    EXPECT_THAT(text_of(), HasSubstr("pid1[6.1.0-57-amd64-active-2.json]"));
    records[0].boot.hazards = records[1].boot.hazards;
    EXPECT_THAT(text_of(), HasSubstr("pid1[all2records]"));
    records.pop_back();
    EXPECT_THAT(text_of(), Not(HasSubstr("pid1[")));
}

TEST(Launchpad, SaysYesOrNoOfSmt)
{
    record::Record record = check::make_active(405, 300);
    record.boot.smt_active = "0";
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), HasSubstr("\nSMT active: no\n"));
    record.boot.smt_active = "1";
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), HasSubstr("\nSMT active: yes\n"));
}

TEST(Launchpad, ExplainsTheCpusOfAGuest)
{
    const Evidence evidence =
        test::evidence_of(record::load_records({SOURCE_ROOT "/tests/report/data/vm-exact"}));
    const std::string text = to_launchpad(evidence);
    EXPECT_THAT(without_blanks(text),
                HasSubstr("CPUsonline:0-1whilemeasuring:maxcpus=1isforthekernel'sstart,"
                          "nohz-overhead'sinitoftheguestthenbringsuptheothers"));
    EXPECT_THAT(without_blanks(text),
                HasSubstr("Memory:972MiBto979MiB(MemTotal,lesswhateachkernelkeepsforitself)"));
    EXPECT_THAT(without_blanks(to_launchpad(test::evidence_of(test::campaign_records()))),
                Not(HasSubstr("CPUsonline")));
}

TEST(Launchpad, SaysWhichCpusWereClosedToIt)
{
    record::Record record = test::measured_boot(110, 80);
    record.boot.cpus.allowed = record.boot.cpus.online;
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), HasSubstr("\nCPUs: 4\n"));
    record.boot.cpus.allowed = host::CpuList{0, 3};
    EXPECT_THAT(without_blanks(to_launchpad(test::evidence_of({record}))),
                HasSubstr("CPUs:4(ofthoseonline,0-3,themeasurementwasallowedon0,3only)"));
}

TEST(Launchpad, GivesTheAmountsOfMemoryThatDiffer)
{
    const auto memory = [](std::uint64_t first, std::uint64_t second) {
        record::Record records[] = {test::measured_boot(110, 80, 1),
                                    test::measured_boot(110, 80, 2)};
        records[0].host.memory_bytes = first << 20;
        records[1].host.memory_bytes = second << 20;
        return without_blanks(to_launchpad(test::evidence_of({records[0], records[1]})));
    };
    EXPECT_THAT(memory(502 << 10, 502 << 10), HasSubstr("Memory:502GiBSoftware"));
    EXPECT_THAT(memory(502, 520), HasSubstr("Memory:502MiBto520MiB(MemTotal"));
    EXPECT_THAT(memory(8 << 10, 16 << 10), HasSubstr("Memory:8.0GiBto16GiB(notthesame"));
}

// Whoever sees no signature must not take it for a forgotten one.
TEST(Launchpad, SaysThatAKernelIsNotUbuntus)
{
    record::Record record = test::measured_boot(110, 80);
    const std::string none = "6.1.0-57-amd64: not an Ubuntu kernel: no /proc/version_signature\n";
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), HasSubstr(none));
    record.boot.version_signature = "Ubuntu 5.15.0-86.96-generic 5.15.122";
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), Not(HasSubstr("not an Ubuntu")));
    EXPECT_THAT(to_launchpad(test::reference_evidence()), Not(HasSubstr("not an Ubuntu")));
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

TEST(Launchpad, HoldsWhatIdentifiesKernelAndTool)
{
    record::Record record = test::measured_boot(110, 80);
    record.boot.version_signature = "Ubuntu 5.15.0-86.96-generic 5.15.122";
    record.packages = {{"linux-image-6.1.0-57-amd64",
                        "linux-image-6.1.0-57-amd64:\n  Installed: 6.1.164-1\n *** 6.1.164-1 500\n"
                        "        500 http://mirror.example/debian bookworm/main amd64 Packages\n"}};
    const std::string text = to_launchpad(test::evidence_of({record}));
    EXPECT_THAT(text, HasSubstr("uname -srvm: Linux 6.1.0-57-amd64 #1 SMP Debian 6.1.164 x86_64"));
    EXPECT_THAT(text, HasSubstr("/proc/version_signature: Ubuntu 5.15.0-86.96-generic 5.15.122"));
    EXPECT_THAT(text, HasSubstr("500 http://mirror.example/debian bookworm/main amd64 Packages"));
    EXPECT_THAT(text, HasSubstr(record.sha256));
    EXPECT_THAT(text, HasSubstr(record.path.string()));
}

// A counted instruction does not ask what time it is.
TEST(Launchpad, LeavesOutHazardsThatDoNotBearOnTheFigures)
{
    record::Record record = check::make_active(4, 3);
    record.boot.hazards = {{"tsc-unstable", host::HazardGroup::would_be_wrong, "hpet", "none"},
                           {"traced", host::HazardGroup::would_be_wrong, "TracerPid 1", "none"}};
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), HasSubstr("- tsc-unstable"));
    const std::string exact = to_launchpad(test::evidence_of({check::make_exact(record)}));
    EXPECT_THAT(exact, Not(HasSubstr("- tsc-unstable")));
    EXPECT_THAT(exact, HasSubstr("- traced"));
}

TEST(Launchpad, SaysAHazardOnce)
{
    record::Record record = check::make_active(4, 3);
    record.boot.hazards = {{"traced", host::HazardGroup::would_be_wrong, "TracerPid 1", "none"}};
    const Evidence evidence = test::evidence_of({record});
    ASSERT_THAT(evidence.report.notes, testing::Contains("6.1.0-57-amd64: traced (TracerPid 1)"));
    const std::string text = to_launchpad(evidence);
    EXPECT_EQ(text.find("TracerPid"), text.rfind("TracerPid"));
}

TEST(Launchpad, StaysReadableWithManyBoots)
{
    std::vector<record::Record> records;
    for (int i = 0; i < 200; ++i)
        records.push_back(test::measured_boot(110 + i * 0.01, 80, i));
    const std::string text = to_launchpad(test::evidence_of(records));
    EXPECT_LT(split_lines(text).size(), 300U);
    EXPECT_THAT(text, HasSubstr("And 196 more boots"));
    EXPECT_THAT(text, HasSubstr("- and 176 more"));
}

// Counts and times in their evidence make the hazards of each boot others than those before.
TEST(Launchpad, StaysReadableWithManyBootsOfManyHazards)
{
    std::vector<record::Record> records;
    for (int boot = 0; boot < 30; ++boot) {
        records.push_back(test::measured_boot(110, 80, boot));
        for (int hazard = 0; hazard < 40; ++hazard)
            records.back().boot.hazards.push_back({fmt::format("hazard-{}", hazard),
                                                   hazard == 39 ? host::HazardGroup::would_be_wrong
                                                                : host::HazardGroup::would_be_noisy,
                                                   fmt::format("/proc/file-{}: {}", hazard, boot),
                                                   "none"});
    }
    const std::string text = to_launchpad(test::evidence_of(records));
    EXPECT_LT(split_lines(text).size(), 300U);
    EXPECT_THAT(
        without_blanks(text),
        HasSubstr("spoiledthefigures-hazard-39(wouldbewrong)in30of30records:/proc/file-39:"))
        << "the worst first";
    EXPECT_THAT(without_blanks(text), HasSubstr("and28more,in`boot.hazards`oftherecords"));
    EXPECT_THAT(text, HasSubstr("- and 24 more kinds, in `boot.hazards` of the records"));
    expect_eighty_columns(text);
}

TEST(Launchpad, StaysReadableWithManyKernels)
{
    std::vector<record::Record> records;
    for (int i = 0; i < 40; ++i) {
        records.push_back(test::measured_boot(i == 33 ? 400 : 110, 80, i));
        records.back().boot.kernel_release = "6.1." + std::to_string(i);
    }
    const std::string text = to_launchpad(test::evidence_of(records));
    EXPECT_LT(split_lines(text).size(), 850U);
    EXPECT_THAT(text, HasSubstr("each judged by itself: 1 FAIL, 39 PASS"));
    const auto first = text.find("\n== ");
    EXPECT_EQ(text.substr(first, 27), "\n== FAIL: kernel 6.1.33 on ") << "the worst first";
    expect_eighty_columns(text);
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
