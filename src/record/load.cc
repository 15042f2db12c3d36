// SPDX-License-Identifier: GPL-2.0-or-later
// Every record that files and folders hold.
#include "record/record.h"

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "record/import.h"

namespace nohz::record
{

namespace
{

// Like a shell's *.json: hidden files are not of it, so no half-written temporary file is either.
std::vector<std::filesystem::path> json_files(const std::filesystem::path& folder)
{
    std::error_code error;
    std::vector<std::filesystem::path> files;
    std::filesystem::directory_iterator entry(folder, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::filesystem::path& path = entry->path();
        if (path.extension() == ".json" && !path.filename().string().starts_with('.'))
            files.push_back(path);
    }
    if (error)
        throw system_refusal(error.value(), folder.string());
    std::sort(files.begin(), files.end());
    return files;
}

void load_folder(const std::filesystem::path& folder, std::vector<Record>& records)
{
    const std::vector<std::filesystem::path> files = json_files(folder);
    const bool has_logs = is_log_directory(folder);
    if (files.empty() && !has_logs)
        throw InputError(folder, 0, "holds neither records nor reference-style logs",
                         "name a folder of *.json records, or one that holds log/, nohz-log/, "
                         "nohz-activate-log/ or nohz-activate-off-log/");
    for (const std::filesystem::path& file : files)
        records.push_back(read_record(file));
    if (has_logs)
        std::ranges::move(import_logs(folder), std::back_inserter(records));
}

} // namespace

std::vector<Record> load_records(const std::vector<std::filesystem::path>& paths)
{
    std::vector<Record> records;
    for (const std::filesystem::path& path : paths) {
        std::error_code error;
        if (std::filesystem::is_directory(path, error))
            load_folder(path, records);
        else
            records.push_back(read_record(path));
    }
    return records;
}

} // namespace nohz::record
