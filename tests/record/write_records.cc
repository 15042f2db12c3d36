// SPDX-License-Identifier: GPL-2.0-or-later
// Writes one record of each kind into a folder, for the schema to be held against.
#include <cstdio>

#include "base/error.h"
#include "record/import.h"
#include "record/record.h"

namespace
{

void write_all(const std::filesystem::path& folder)
{
    const std::filesystem::path root = SOURCE_ROOT;
    std::vector<nohz::record::Record> records = nohz::record::load_records(
        {root / "tests/record/data/good", root / "data/reference/lp1919154-arm64"});
    records.push_back(nohz::record::begin_record("/"));
    for (const auto& record : records)
        write_record(record, new_record_path(folder, record));
}

} // namespace

int main(int argc, char** argv)
{
    return nohz::run_main("write-records", [&] {
        if (argc != 2)
            throw nohz::UsageError("argument", "one folder was expected");
        write_all(argv[1]);
        return nohz::ExitCode::pass;
    });
}
