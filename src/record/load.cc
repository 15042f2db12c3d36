// SPDX-License-Identifier: GPL-2.0-or-later
// Every record that files and folders hold.
#include "record/record.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <map>
#include <mutex>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "base/error.h"
#include "record/import.h"

namespace nohz::record
{

namespace
{

// Like a shell's *.json: hidden files are not of it, so no half-written temporary file is either;
// nor are folders, and pipes, which would be waited for.
std::vector<std::filesystem::path> json_files(const std::filesystem::path& folder)
{
    std::error_code error;
    std::vector<std::filesystem::path> files;
    std::filesystem::directory_iterator entry(folder, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::filesystem::path& path = entry->path();
        if (path.extension() == ".json" && !path.filename().string().starts_with('.') &&
            entry->is_regular_file(error))
            files.push_back(path);
    }
    if (error)
        throw system_refusal(error.value(), folder.string());
    std::sort(files.begin(), files.end());
    return files;
}

// Fewer than these are read sooner than threads are started.
constexpr std::size_t files_worth_a_thread = 200;

// Reads files, each thread the next one that nobody has, and keeps the first fault in their order.
class ParallelReader
{
public:
    explicit ParallelReader(const std::vector<std::filesystem::path>& files)
        : files_(files), records_(files.size()), first_fault_(files.size())
    {
    }

    std::vector<Record> read()
    {
        const std::size_t most = std::max(std::thread::hardware_concurrency(), 1U);
        std::vector<std::thread> threads;
        while (threads.size() + 1 < std::min(most, files_.size() / files_worth_a_thread))
            threads.emplace_back([this] { read_until_all_are_taken(); });
        read_until_all_are_taken();
        for (std::thread& thread : threads)
            thread.join();
        if (fault_)
            std::rethrow_exception(fault_);
        return std::move(records_);
    }

private:
    void read_until_all_are_taken()
    {
        for (std::size_t i = next_++; i < files_.size() && i < first_fault_; i = next_++) {
            try {
                records_[i] = read_record(files_[i]);
            } catch (...) {
                keep_fault(i);
            }
        }
    }

    void keep_fault(std::size_t index)
    {
        const std::lock_guard lock(mutex_);
        if (index >= first_fault_)
            return;
        first_fault_ = index;
        fault_ = std::current_exception();
    }

    const std::vector<std::filesystem::path>& files_;
    std::vector<Record> records_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> first_fault_;
    std::mutex mutex_;
    std::exception_ptr fault_;
};

void append(std::vector<Record> more, std::vector<Record>& records)
{
    if (records.empty()) {
        records = std::move(more);
        return;
    }
    std::ranges::move(more, std::back_inserter(records));
}

void load_folder(const std::filesystem::path& folder, std::vector<Record>& records)
{
    const std::vector<std::filesystem::path> files = json_files(folder);
    const bool has_logs = is_log_directory(folder);
    if (files.empty() && !has_logs)
        throw InputError(folder, 0, "holds neither records nor reference-style logs",
                         "name a folder of *.json records, or one that holds log/, nohz-log/, "
                         "nohz-activate-log/ or nohz-activate-off-log/");
    append(ParallelReader(files).read(), records);
    if (has_logs)
        append(import_logs(folder), records);
}

// The same evidence twice would count as two boots, or as twice the runs.
void require_different(const std::vector<Record>& records)
{
    std::map<std::string_view, const Record*> seen;
    for (const Record& record : records)
        if (const auto [at, added] = seen.emplace(record.sha256, &record); !added)
            throw InputError(record.path, 0,
                             fmt::format("is the same record as {}", at->second->path.string()),
                             "give each record once");
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
    require_different(records);
    return records;
}

} // namespace nohz::record
