// SPDX-License-Identifier: GPL-2.0-or-later
// How a record is written, named and kept.
#include "record/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "data_dir.h"

namespace nohz::record
{

namespace
{

using testing::HasSubstr;
using testing::Not;

Record sample()
{
    return read_record(data_dir / "good/active.json");
}

TEST(RecordWriting, NeverOverwrites)
{
    const TemporaryDirectory folder("record-write");
    const std::filesystem::path file = folder.path() / "record.json";
    write_record(sample(), file);
    const std::string before = read_file(file);
    Record other = sample();
    other.runs.clear();
    EXPECT_THROW(write_record(other, file), RefusedError);
    EXPECT_EQ(read_file(file), before);
}

TEST(RecordWriting, RefusesAFolderThatDoesNotExist)
{
    const TemporaryDirectory folder("record-write");
    EXPECT_THROW(write_record(sample(), folder.path() / "none/record.json"), RefusedError);
}

TEST(RecordWriting, NamesAFileByKernelStateAndTime)
{
    const TemporaryDirectory folder("record-name");
    Record record = sample();
    record.boot.kernel_release = "5.10.0-32-amd64";
    record.boot.kernel_state = host::KernelState::not_built;
    const std::filesystem::path first = new_record_path(folder.path(), record);
    EXPECT_EQ(first.filename(), "5.10.0-32-amd64-not-built-20261130T184400Z.json");
    put_file(first, "");
    EXPECT_EQ(new_record_path(folder.path(), record).filename(),
              "5.10.0-32-amd64-not-built-20261130T184400Z-2.json");
}

// A kernel release comes out of a file: it must not lead out of the folder.
TEST(RecordWriting, KeepsAStrangeReleaseInsideTheFolder)
{
    Record record = sample();
    record.boot.kernel_release = "../../etc/x y\n";
    EXPECT_EQ(new_record_path("folder", record),
              "folder/kernel.._.._etc_x_y_-active-20261130T184400Z.json");
    record.boot.kernel_release = "";
    EXPECT_EQ(new_record_path("folder", record), "folder/kernel-active-20261130T184400Z.json");
}

TEST(RecordWriting, NamesFiguresByTheirUnit)
{
    Record record = sample();
    EXPECT_THAT(to_json(record), HasSubstr("\"mean_ns\": 102.0"));
    record.unit = Unit::instructions;
    const std::string exact = to_json(record);
    EXPECT_THAT(exact, HasSubstr("\"total_instructions\": 102000000"));
    EXPECT_THAT(exact, HasSubstr("\"typical_instructions\": 101.5"));
    EXPECT_THAT(exact, Not(HasSubstr("mean_ns")));
}

// Whatever bytes a kernel command line holds, the record stays JSON.
TEST(RecordWriting, ReplacesBrokenUtf8)
{
    Record record = sample();
    record.boot.command_line = "quiet \xff splash";
    const Record again = parse_record(to_json(record), "again");
    EXPECT_EQ(again.boot.command_line, "quiet \xef\xbf\xbd splash");
}

TEST(RecordWriting, KeepsTheHypervisorBelowAContainer)
{
    Record record = sample();
    record.host.virtualisation = "docker";
    record.host.hypervisor = "kvm";
    EXPECT_EQ(parse_record(to_json(record), "again").host, record.host);
}

TEST(RecordWriting, KeepsDoublesToTheLastBit)
{
    Record record = sample();
    record.runs.at(0).mean = 76.0 + 0x1p-40;
    record.pairs.at(0).log_ratios = {0.1, 1.0 / 3.0, -5e-324};
    const Record again = parse_record(to_json(record), "again");
    EXPECT_EQ(again.runs.at(0).mean, record.runs.at(0).mean);
    EXPECT_EQ(again.pairs, record.pairs);
}

} // namespace

} // namespace nohz::record
