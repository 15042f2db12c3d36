// SPDX-License-Identifier: GPL-2.0-or-later
// Folders of reference-style logs: the reference itself, and each kind of trouble.
#include "record/import.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/text.h"
#include "data_dir.h"
#include "record/sha256.h"

namespace nohz::record
{

namespace
{

using testing::HasSubstr;

double mean_of(const Record& record, host::Placement placement)
{
    double sum = 0;
    int count = 0;
    for (const record::Run& run : record.runs)
        if (run.placed.placement == placement) {
            sum += run.mean;
            ++count;
        }
    EXPECT_EQ(count, 4);
    return std::round(sum / count * 100) / 100;
}

// The figures that the design quotes from Launchpad bug 1919154, comment 9.
TEST(ReferenceLogs, GiveTheKnownMeans)
{
    const std::vector<Record> records = import_logs(reference_dir);
    ASSERT_EQ(records.size(), 3U);
    using host::Placement;
    EXPECT_EQ(mean_of(records[0], Placement::pinned), 293.68);
    EXPECT_EQ(mean_of(records[0], Placement::unpinned), 293.66);
    EXPECT_EQ(mean_of(records[1], Placement::pinned), 275.86);
    EXPECT_EQ(mean_of(records[1], Placement::unpinned), 275.87);
    EXPECT_EQ(mean_of(records[2], Placement::isolated), 405.57);
    EXPECT_EQ(mean_of(records[2], Placement::unpinned), 299.8);
    EXPECT_EQ(mean_of(records[2], Placement::housekeeping), 299.79);
}

TEST(ReferenceLogs, AreDescribedByTheirHostToml)
{
    const std::vector<Record> records = import_logs(reference_dir);
    const Record& active = records.at(2);
    EXPECT_EQ(active.source, "import");
    EXPECT_EQ(active.unit, Unit::nanoseconds);
    EXPECT_EQ(active.host.arch, "arm64");
    EXPECT_EQ(active.host.cpus, 128);
    EXPECT_EQ(active.host.numa_nodes, 4);
    EXPECT_EQ(active.host.memory_bytes, 502ULL << 30);
    EXPECT_EQ(active.boot.kernel_release, "5.15.0-86-generic");
    EXPECT_EQ(active.boot.cpus.isolated.to_string(), "2-63,66-127");
    EXPECT_EQ(active.boot.cpus.housekeeping.to_string(), "0-1,64-65");
    EXPECT_THAT(active.boot.scenarios, testing::ElementsAre(3, 4));
    EXPECT_EQ(active.runs.at(4).placed, (Placed{3, host::Placement::isolated, 4}));
    EXPECT_EQ(active.runs.at(8).placed, (Placed{4, host::Placement::housekeeping, 64}));
    EXPECT_EQ(active.runs.at(8).iterations, 100'000'000U);
    EXPECT_EQ(active.runs.at(8).total, 29980106645U);
    EXPECT_EQ(active.runs.at(8).log, "nohz-activate-off-log/taskset.1");
    EXPECT_EQ(active.iterations_from, "host.toml");
    EXPECT_THAT(
        active.boot.known_from,
        testing::ElementsAre("by the name of the folder nohz-activate-log/, unchecked",
                             "by the name of the folder nohz-activate-off-log/, unchecked"));
    EXPECT_EQ(active.origin, "https://bugs.launchpad.net/bugs/1919154, comment 9");
    EXPECT_EQ(active.boot.kernel_origin,
              "https://launchpad.net/~gerald-yang-tw/+archive/ubuntu/focal-no-hz-full");
    EXPECT_TRUE(active.boot.notes.empty());
}

// Imported records are records: what they are written as is read again.
TEST(ReferenceLogs, SurviveWriting)
{
    for (const Record& record : import_logs(reference_dir)) {
        const Record again = parse_record(to_json(record), "again");
        EXPECT_EQ(again.runs, record.runs);
        EXPECT_EQ(again.boot, record.boot);
        EXPECT_EQ(again.host, record.host);
        EXPECT_EQ(again.origin, record.origin);
        EXPECT_EQ(again.iterations_from, "host.toml");
    }
}

// The evidence of a boot is its logs, one behind the other as `ls -v` lists them.
TEST(ReferenceLogs, AreHashedInOrder)
{
    std::string logs;
    for (const char* stem : {"notaskset", "taskset"})
        for (int number = 1; number <= 4; ++number)
            logs += read_file(reference_dir / "log" /
                              (std::string(stem) + "." + std::to_string(number)));
    EXPECT_EQ(import_logs(reference_dir).at(0).sha256, sha256_hex(logs));
}

TEST(Import, ReadsTheGoodCaseWithoutHostToml)
{
    const std::vector<Record> records = import_logs(data_dir / "logs/good");
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[0].boot.kernel_state, host::KernelState::not_built);
    EXPECT_EQ(records[1].boot.kernel_state, host::KernelState::active);
    EXPECT_EQ(records[0].host.arch, "");
    EXPECT_THAT(records[0].boot.notes, testing::ElementsAre(HasSubstr("no host.toml")));
    EXPECT_EQ(records[1].runs.size(), 2U);
    EXPECT_FALSE(records[1].runs[0].placed.cpu);
}

struct BadLogs {
    const char* folder;
    const char* place;
    const char* message;
};

void PrintTo(const BadLogs& bad, std::ostream* out)
{
    *out << bad.folder;
}

class BadLogFolders : public testing::TestWithParam<BadLogs>
{
};

TEST_P(BadLogFolders, AreRefusedWithFileAndLine)
{
    const std::filesystem::path folder = data_dir / "logs" / GetParam().folder;
    const std::string message = input_error_of([&] { import_logs(folder); });
    EXPECT_THAT(message, HasSubstr((folder / GetParam().place).string()));
    EXPECT_THAT(message, HasSubstr(GetParam().message));
    EXPECT_EQ(printable(message), message) << "control characters in the message";
}

INSTANTIATE_TEST_SUITE_P(
    Each, BadLogFolders,
    testing::Values(
        BadLogs{"empty", "nohz-activate-log/taskset.1: ", "the log is empty"},
        BadLogs{"truncated",
                "nohz-activate-log/taskset.1:1: ", "no `total N nsec` and `avg N nsec` at the end"},
        BadLogs{"wrong-avg", "nohz-activate-log/taskset.1:2: ",
                "avg 12 does not agree with total 40561421305 for 100000000 iterations, whose avg "
                "is 405; the two lines imply 3120109332 to 3380118442 iterations"},
        BadLogs{"not-a-log",
                "log/notaskset.1:1: ", "\"9e99\" is not a whole number of nanoseconds"},
        BadLogs{"nul-bytes", "log/taskset.1:1: ", "the line is \"total 29372156600 nsec?\""}),
    [](const auto& tested) {
        std::string name = tested.param.folder;
        std::erase(name, '-');
        return name;
    });

// Editors' backups and notes lie beside logs; a folder without any log is a mistake.
TEST(Import, PassesOverFilesThatAreNoLogsButNotOverAFolderOfThem)
{
    const TemporaryDirectory folder("import");
    put_file(folder.path() / "log/README", "not a log");
    put_file(folder.path() / "log/taskset.1~", "not a log");
    put_file(folder.path() / "log/taskset.x", "not a log");
    EXPECT_THAT(input_error_of([&] { import_logs(folder.path()); }),
                HasSubstr("no log in this folder"));
    put_file(folder.path() / "log/taskset.10", "total 1000000000 nsec\navg 10 nsec\n");
    put_file(folder.path() / "log/taskset.9", "total 900000000 nsec\navg 9 nsec\n");
    const std::vector<Record> records = import_logs(folder.path());
    ASSERT_EQ(records.at(0).runs.size(), 2U);
    EXPECT_EQ(records[0].runs[0].mean, 9.0);
    EXPECT_EQ(records[0].runs[1].mean, 10.0);
}

TEST(Import, RefusesAFolderOfSomethingElse)
{
    const TemporaryDirectory folder("import");
    EXPECT_THAT(input_error_of([&] { import_logs(folder.path()); }), HasSubstr("nohz-log/"));
    EXPECT_THROW(import_logs(folder.path() / "missing"), RefusedError);
}

// taskset.1 that is a folder cannot be read: the system's refusal, not a bad log.
TEST(Import, RefusesALogThatCannotBeRead)
{
    const TemporaryDirectory folder("import");
    std::filesystem::create_directories(folder.path() / "log/taskset.1");
    EXPECT_THROW(import_logs(folder.path()), RefusedError);
}

} // namespace

} // namespace nohz::record
