// SPDX-License-Identifier: GPL-2.0-or-later
// Records out of files, folders of records and folders of logs.
#include "record/record.h"

#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "data_dir.h"
#include "record/sha256.h"
#include "record/utc_time.h"

namespace nohz::record
{

namespace
{

TEST(Load, ReadsFilesFoldersAndLogsInTheOrderGiven)
{
    const TemporaryDirectory folder("load");
    const Record inactive = read_record(data_dir / "good/inactive.json");
    write_record(inactive, folder.path() / "b.json");
    write_record(read_record(data_dir / "good/active.json"), folder.path() / "a.json");
    put_file(folder.path() / "notes.txt", "no record");
    put_file(folder.path() / ".c.json", "a file that is being written");
    const std::vector<Record> records =
        load_records({data_dir / "logs/good", folder.path(), data_dir / "good/minimal.json"});
    ASSERT_EQ(records.size(), 5U);
    EXPECT_EQ(records[0].source, "import");
    EXPECT_EQ(records[1].source, "import");
    EXPECT_EQ(records[2].path, folder.path() / "a.json");
    EXPECT_EQ(records[3].path, folder.path() / "b.json");
    EXPECT_EQ(records[3].sha256, sha256_hex(read_file(folder.path() / "b.json")));
    EXPECT_EQ(records[4].path, data_dir / "good/minimal.json");
}

// Logs beside records are not passed over in silence.
TEST(Load, ReadsRecordsAndLogsOfOneFolder)
{
    const TemporaryDirectory folder("load");
    write_record(read_record(data_dir / "good/active.json"), folder.path() / "a.json");
    put_file(folder.path() / "log/taskset.1", "total 100000000 nsec\navg 1 nsec\n");
    EXPECT_EQ(load_records({folder.path()}).size(), 2U);
}

// So many that several threads read them.
TEST(Load, KeepsTheOrderOfManyFilesAndNamesTheFirstFault)
{
    constexpr int files = 1000;
    const TemporaryDirectory folder("load");
    const std::string text = read_file(data_dir / "good/minimal.json");
    const auto file = [&](int i) { return folder.path() / (std::to_string(1000 + i) + ".json"); };
    for (int i = 0; i < files; ++i)
        put_file(file(i), text + std::string(static_cast<std::size_t>(i), '\n'));
    const std::vector<Record> records = load_records({folder.path()});
    ASSERT_EQ(records.size(), static_cast<std::size_t>(files));
    for (int i = 0; i < files; ++i)
        ASSERT_EQ(records[static_cast<std::size_t>(i)].path, file(i));
    put_file(file(300), "{}");
    put_file(file(301), "no JSON");
    put_file(file(999), "");
    try {
        load_records({folder.path()});
        FAIL() << "three files are no records";
    } catch (const InputError& e) {
        EXPECT_THAT(e.what(), testing::HasSubstr("1300.json"));
    }
}

// Twice the same boot would be two boots, and give an interval that there is not.
TEST(Load, RefusesTheSameRecordTwice)
{
    const TemporaryDirectory folder("load");
    const std::string text = read_file(data_dir / "good/minimal.json");
    put_file(folder.path() / "a.json", text);
    put_file(folder.path() / "copy.json", text);
    EXPECT_THROW(load_records({folder.path()}), InputError);
    EXPECT_THROW(load_records({folder.path() / "a.json", folder.path() / "a.json"}), InputError);
    EXPECT_THROW(load_records({data_dir / "logs/good", data_dir / "logs/good"}), InputError);
    EXPECT_EQ(load_records({folder.path() / "a.json"}).size(), 1U);
}

TEST(Load, ReadsRegularFilesOfAFolderOnly)
{
    const TemporaryDirectory folder("load");
    put_file(folder.path() / "a.json", read_file(data_dir / "good/minimal.json"));
    std::filesystem::create_directory(folder.path() / "folder.json");
    ASSERT_EQ(::mkfifo((folder.path() / "pipe.json").c_str(), 0600), 0);
    EXPECT_EQ(load_records({folder.path()}).size(), 1U);
}

TEST(Load, RefusesAFolderWithNothingInIt)
{
    const TemporaryDirectory folder("load");
    EXPECT_THROW(load_records({folder.path()}), InputError);
    EXPECT_THROW(load_records({folder.path() / "missing"}), RefusedError);
}

// FIPS 180-4's own examples, and one that ends at each place of the last block.
TEST(Sha256Hash, AgreesWithTheStandardsExamples)
{
    EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_hex("abc"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256Hash, DoesNotDependOnHowTheTextIsCut)
{
    const std::string text(130, 'x');
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        Sha256 hash;
        hash.add(std::string_view(text).substr(0, cut));
        hash.add(std::string_view(text).substr(cut));
        EXPECT_EQ(hash.hex(), sha256_hex(text)) << cut;
    }
}

TEST(UtcTime, IsWrittenAsItIsRead)
{
    EXPECT_TRUE(is_utc_time(utc_now()));
}

TEST(UtcTime, RefusesWhatIsNoTime)
{
    for (const char* text : {"", "2026-11-30", "2026-11-30T18:44:00+00:00", "2026-00-30T18:44:00Z",
                             "2026-11-32T18:44:00Z", "2026-11-30T24:00:00Z", "2026-11-30T18:60:00Z",
                             "2026-11-30 18:44:00Z", "x026-11-30T18:44:00Z"})
        EXPECT_FALSE(is_utc_time(text)) << text;
}

} // namespace

} // namespace nohz::record
