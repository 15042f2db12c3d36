// SPDX-License-Identifier: GPL-2.0-or-later
// What reading a record accepts and refuses.
#include "record/record.h"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/text.h"
#include "data_dir.h"

namespace nohz::record
{

namespace
{

using testing::HasSubstr;

struct BadRecord {
    std::string file;
    std::string message;
};

void PrintTo(const BadRecord& bad, std::ostream* out)
{
    *out << bad.file;
}

std::vector<BadRecord> bad_records()
{
    std::vector<BadRecord> all;
    const std::string table = read_file(data_dir / "expect.tsv");
    for (const std::string_view line : split_lines(table)) {
        const auto fields = split(line, '\t');
        if (!line.starts_with('#'))
            all.push_back({std::string(fields.at(0)), std::string(fields.at(1))});
    }
    return all;
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

class BadRecords : public testing::TestWithParam<BadRecord>
{
};

class GoodRecords : public testing::TestWithParam<std::filesystem::path>
{
};

// A record with one thing wrong is refused with the file and the JSON pointer to that thing;
// without the check, `check` would compare nonsense.
TEST_P(BadRecords, AreRefusedWithTheirPlace)
{
    const std::filesystem::path file = data_dir / GetParam().file;
    const std::string message = input_error_of([&] { read_record(file); });
    EXPECT_THAT(message, HasSubstr(file.string()));
    EXPECT_THAT(message, HasSubstr(GetParam().message));
    EXPECT_EQ(printable(message), message);
}

std::string test_name(std::string name)
{
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Each, BadRecords, testing::ValuesIn(bad_records()),
                         [](const auto& tested) { return test_name(tested.param.file); });

// Each good record is read, and what is written of it reads as the same again.
TEST_P(GoodRecords, AreReadAndSurviveWriting)
{
    const Record read = read_record(GetParam());
    const std::string text = to_json(read);
    const Record again = parse_record(text, "again");
    EXPECT_EQ(read.unit, again.unit);
    EXPECT_EQ(read.tool_version, again.tool_version);
    EXPECT_EQ(read.created, again.created);
    EXPECT_EQ(read.source, again.source);
    EXPECT_EQ(read.host, again.host);
    EXPECT_EQ(read.boot, again.boot);
    EXPECT_EQ(read.clock_source_after, again.clock_source_after);
    EXPECT_EQ(read.emulator, again.emulator);
    EXPECT_EQ(read.packages, again.packages);
    EXPECT_EQ(read.runs, again.runs);
    EXPECT_EQ(read.pairs, again.pairs);
    EXPECT_EQ(text, to_json(again));
}

INSTANTIATE_TEST_SUITE_P(Each, GoodRecords, testing::ValuesIn(files_in(data_dir / "good")),
                         [](const auto& tested) {
                             return test_name(tested.param.stem().string());
                         });

// A fixture that the table forgot would be tested by nobody.
TEST(RecordFixtures, AreAllInTheTable)
{
    std::vector<std::string> listed;
    for (const BadRecord& bad : bad_records())
        listed.push_back(bad.file);
    for (const char* folder : {"bad", "bad-reader-only"})
        for (const std::filesystem::path& file : files_in(data_dir / folder))
            EXPECT_THAT(listed, testing::Contains((folder / file.filename()).string()));
}

TEST(RecordReading, GivesEveryMember)
{
    const Record record = read_record(data_dir / "good/active.json");
    EXPECT_EQ(record.unit, Unit::nanoseconds);
    EXPECT_EQ(record.created, "2026-11-30T18:44:00Z");
    EXPECT_EQ(record.source, "run");
    EXPECT_EQ(record.host.arch, "amd64");
    EXPECT_EQ(record.host.cpus, 4);
    EXPECT_EQ(record.host.memory_bytes, 8589934592U);
    EXPECT_EQ(record.boot.kernel_state, host::KernelState::active);
    EXPECT_EQ(record.boot.cpus.housekeeping, host::CpuList({0, 2, 3}));
    EXPECT_TRUE(record.boot.config.value().is_enabled("CONFIG_NO_HZ_FULL"));
    EXPECT_EQ(record.boot.hazards.at(0).group, host::HazardGroup::would_be_wrong);
    EXPECT_EQ(record.boot.clock_source, "tsc");
    EXPECT_EQ(record.clock_source_after, "tsc");
    EXPECT_FALSE(record.emulator);
    const record::Run& isolated = record.runs.at(1);
    EXPECT_EQ(isolated.placed, (Placed{3, host::Placement::isolated, 1}));
    EXPECT_EQ(isolated.op, "getppid");
    EXPECT_EQ(isolated.total, 102000000U);
    EXPECT_DOUBLE_EQ(isolated.mean, 102.0);
    EXPECT_EQ(isolated.typical, 101.5);
    EXPECT_EQ(isolated.quantiles.at("0.05"), 71.0);
    EXPECT_EQ(isolated.timer_interrupts, 18U);
    EXPECT_EQ(isolated.counted_ns, 204000000U);
    EXPECT_EQ(isolated.cpus_seen, "1");
    EXPECT_FALSE(record.runs.at(0).placed.cpu);
    EXPECT_FALSE(record.runs.at(0).batches);
    EXPECT_THAT(record.pairs.at(0).log_ratios, testing::ElementsAre(0.29, 0.301, -0.02));
    EXPECT_EQ(record.path, data_dir / "good/active.json");
    EXPECT_EQ(record.sha256.size(), 64U);
}

// The place in a broken text is a line and a column, so that an editor can go there.
TEST(RecordReading, NamesLineAndColumnOfWhatIsNoJson)
{
    const std::string message =
        input_error_of([] { parse_record("{\n  \"schema\": oops\n}", "some.json"); });
    EXPECT_THAT(message, HasSubstr("some.json:2: column 13: not JSON"));
}

TEST(RecordReading, SaysThatAFileIsCutOff)
{
    const std::string message =
        input_error_of([] { read_record(data_dir / "bad-reader-only/cut-in-half.json"); });
    EXPECT_THAT(message, HasSubstr("the file is cut off"));
}

// Two million nested lists would take gigabytes and, freed by recursion, the stack.
TEST(RecordReading, RefusesANestingBomb)
{
    const std::string message =
        input_error_of([] { parse_record(std::string(2'000'000, '['), "bomb.json"); });
    EXPECT_THAT(message, HasSubstr("nested deeper than 32 levels"));
}

TEST(RecordReading, RefusesAListThatNoMachineCouldHave)
{
    std::string text = R"({"schema":[0)";
    for (int i = 0; i < 1'000'000; ++i)
        text += ",0";
    const std::string message = input_error_of([&] { parse_record(text + "]}", "long.json"); });
    EXPECT_THAT(message,
                HasSubstr("/schema/1000000: stands in a list of more than 1000000 values"));
}

TEST(RecordReading, RefusesAMissingFile)
{
    EXPECT_THROW(read_record(data_dir / "no-such-record.json"), RefusedError);
}

} // namespace

} // namespace nohz::record
