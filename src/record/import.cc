// SPDX-License-Identifier: GPL-2.0-or-later
// Folders of reference-style logs become records, one a boot.
#include "record/import.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "record/host_toml.h"
#include "record/log.h"
#include "record/sha256.h"
#include "record/utc_time.h"

namespace nohz::record
{

namespace
{

using host::KernelState;
using host::Placement;

struct LogFolder {
    std::string_view name;
    KernelState state;
    Placement pinned; // what taskset.N are in it; notaskset.N are unpinned everywhere
};

constexpr std::array<LogFolder, 4> log_folders{{
    {"log", KernelState::not_built, Placement::pinned},
    {"nohz-log", KernelState::inactive, Placement::pinned},
    {"nohz-activate-log", KernelState::active, Placement::isolated},
    {"nohz-activate-off-log", KernelState::active, Placement::housekeeping},
}};

constexpr std::string_view folder_remedy =
    "name a folder that holds log/, nohz-log/, nohz-activate-log/ or nohz-activate-off-log/";

std::filesystem::directory_iterator open_folder(const std::filesystem::path& directory)
{
    std::error_code error;
    std::filesystem::directory_iterator entries(directory, error);
    if (error)
        throw system_refusal(error.value(), directory.string());
    return entries;
}

struct LogFile {
    bool pinned = false;
    std::uint64_t number = 0;
    std::filesystem::path path;
};

// Nothing for any name but notaskset.N and taskset.N.
std::optional<LogFile> as_log_file(const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    const auto dot = name.find('.');
    if (dot == std::string::npos)
        return std::nullopt;
    const std::string stem = name.substr(0, dot);
    const auto number = parse_whole_number(std::string_view(name).substr(dot + 1));
    if (!number || (stem != "taskset" && stem != "notaskset"))
        return std::nullopt;
    return LogFile{stem == "taskset", *number, path};
}

// notaskset.N before taskset.N, each by number.
std::vector<LogFile> log_files(const std::filesystem::path& folder)
{
    std::vector<LogFile> files;
    for (const auto& entry : open_folder(folder))
        if (auto file = as_log_file(entry.path()))
            files.push_back(std::move(*file));
    if (files.empty())
        throw InputError(folder, 0, "no log in this folder",
                         "its files must be named notaskset.N and taskset.N");
    std::sort(files.begin(), files.end(), [](const LogFile& a, const LogFile& b) {
        return std::tie(a.pinned, a.number, a.path) < std::tie(b.pinned, b.number, b.path);
    });
    return files;
}

class Importer
{
public:
    Importer(std::filesystem::path directory, std::optional<std::uint64_t> iterations)
        : directory_(std::move(directory))
    {
        const std::filesystem::path file = directory_ / "host.toml";
        std::error_code error;
        has_host_toml_ = std::filesystem::exists(std::filesystem::symlink_status(file, error));
        if (has_host_toml_)
            host_toml_ = parse_host_toml(read_file(file), file);
        sources_ = {iterations, host_toml_.iterations};
    }

    std::optional<Record> read_boot(KernelState state) const
    {
        Record record = begin(state);
        Sha256 hash;
        for (const LogFolder& folder : log_folders)
            if (folder.state == state && std::filesystem::is_directory(directory_ / folder.name))
                read_folder(folder, record, hash);
        if (record.runs.empty())
            return std::nullopt;
        record.sha256 = hash.hex();
        return record;
    }

private:
    Record begin(KernelState state) const
    {
        Record record;
        record.tool_version = tool_version;
        record.created = utc_now();
        record.source = "import";
        record.origin = host_toml_.origin;
        record.host = host_toml_.machine;
        record.path = directory_;
        host::Boot& boot = record.boot;
        boot.kernel_state = state;
        if (!has_host_toml_)
            boot.notes.emplace_back(
                "no host.toml beside the logs: machine, kernel and CPUs are unknown");
        if (const LoggedBoot* logged = logged_boot(state)) {
            boot.kernel_release = logged->kernel_release;
            boot.kernel_version = logged->kernel_version;
            boot.version_signature = logged->version_signature;
            boot.kernel_origin = logged->kernel_origin;
            boot.command_line = logged->command_line;
            boot.cpus = classes(*logged);
        }
        return record;
    }

    const LoggedBoot* logged_boot(KernelState state) const
    {
        const auto at = host_toml_.boots.find(state);
        return at == host_toml_.boots.end() ? nullptr : &at->second;
    }

    host::CpuClasses classes(const LoggedBoot& logged) const
    {
        host::CpuClasses cpus;
        if (host_toml_.machine.cpus > 0)
            cpus.present = host::CpuList::parse("all", host_toml_.machine.cpus);
        cpus.online = cpus.present;
        cpus.allowed = cpus.present;
        cpus.nohz_full = logged.nohz_full;
        cpus.isolated_sysfs = logged.isolated;
        cpus.isolated = host::intersection(logged.nohz_full, logged.isolated);
        cpus.housekeeping =
            host::difference(cpus.online, host::united(logged.nohz_full, logged.isolated));
        return cpus;
    }

    void read_folder(const LogFolder& folder, Record& record, Sha256& hash) const
    {
        record.boot.known_from.push_back(
            fmt::format("by the name of the folder {}/, unchecked", folder.name));
        for (const LogFile& file : log_files(directory_ / folder.name)) {
            const std::string text = read_file(file.path);
            hash.add(text);
            const Log log = parse_log(text, file.path, sources_);
            add_source(record.iterations_from, log.iterations_from);
            Run run;
            run.placed = placed(folder, file.pinned);
            run.op = "getppid";
            run.log = fmt::format("{}/{}", folder.name, file.path.filename().string());
            run.iterations = log.iterations;
            run.total = log.total_nsec;
            run.mean = static_cast<double>(log.total_nsec) / static_cast<double>(log.iterations);
            add_scenario(record.boot.scenarios, run.placed.scenario);
            record.runs.push_back(std::move(run));
        }
    }

    Placed placed(const LogFolder& folder, bool pinned) const
    {
        Placed placed;
        placed.placement = pinned ? folder.pinned : Placement::unpinned;
        placed.scenario = host::scenario_of(folder.state, placed.placement).value();
        const LoggedBoot* logged = logged_boot(folder.state);
        if (logged && placed.placement == Placement::housekeeping)
            placed.cpu = logged->housekeeping_cpu;
        else if (logged && pinned)
            placed.cpu = logged->cpu;
        return placed;
    }

    static void add_source(std::string& sources, std::string_view source)
    {
        if (sources.find(source) == std::string::npos)
            sources += (sources.empty() ? "" : " and ") + std::string(source);
    }

    static void add_scenario(std::vector<int>& scenarios, int scenario)
    {
        const auto at = std::lower_bound(scenarios.begin(), scenarios.end(), scenario);
        if (at == scenarios.end() || *at != scenario)
            scenarios.insert(at, scenario);
    }

    std::filesystem::path directory_;
    bool has_host_toml_ = false;
    HostToml host_toml_;
    IterationSources sources_;
};

} // namespace

bool is_log_name(std::string_view name)
{
    const auto slash = name.find('/');
    return slash != std::string_view::npos && as_log_file(name.substr(slash + 1)) &&
           std::any_of(log_folders.begin(), log_folders.end(), [&](const LogFolder& folder) {
               return folder.name == name.substr(0, slash);
           });
}

bool is_log_directory(const std::filesystem::path& directory)
{
    return std::any_of(log_folders.begin(), log_folders.end(), [&](const LogFolder& folder) {
        std::error_code error;
        const bool found = std::filesystem::is_directory(directory / folder.name, error);
        if (error == std::errc::permission_denied)
            throw system_refusal(error.value(), (directory / folder.name).string());
        return found;
    });
}

std::vector<Record> import_logs(const std::filesystem::path& directory,
                                std::optional<std::uint64_t> iterations)
{
    open_folder(directory);
    if (!is_log_directory(directory))
        throw InputError(directory, 0, "no folder of reference-style logs in it", folder_remedy);
    const Importer importer(directory, iterations);
    std::vector<Record> records;
    for (const auto state : {KernelState::not_built, KernelState::inactive, KernelState::active})
        if (auto record = importer.read_boot(state))
            records.push_back(std::move(*record));
    return records;
}

} // namespace nohz::record
