// SPDX-License-Identifier: GPL-2.0-or-later
// host.toml: what logs do not say of the machine and the kernels that they come from.
#include "record/host_toml.h"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "base/error.h"
#include "base/text.h"
#include "base/toml_text.h"
#include "record/value.h"

namespace nohz::record
{

namespace
{

using namespace std::string_view_literals;
using Keys = std::span<const std::string_view>;

constexpr std::array top_keys{"origin"sv,    "iterations"sv, "host"sv,
                              "not-built"sv, "inactive"sv,   "active"sv};
constexpr std::array host_keys{"arch"sv,         "cpu_model"sv,  "cpus"sv,           "memory"sv,
                               "memory_bytes"sv, "numa_nodes"sv, "virtualisation"sv, "os"sv};
constexpr std::array boot_keys{"kernel_release"sv, "kernel_version"sv, "version_signature"sv,
                               "kernel_origin"sv,  "command_line"sv,   "cpu"sv};
constexpr std::array active_keys{"kernel_release"sv, "kernel_version"sv, "version_signature"sv,
                                 "kernel_origin"sv,  "command_line"sv,   "cpu"sv,
                                 "nohz_full"sv,      "isolated"sv,       "housekeeping_cpu"sv};

// "502G" as free(1) prints it: powers of 1024.
std::optional<std::uint64_t> parse_memory(std::string_view text)
{
    constexpr std::string_view units = "KMGT";
    for (const std::string_view suffix : {"iB", "B"})
        if (text.ends_with(suffix)) {
            text.remove_suffix(suffix.size());
            break;
        }
    unsigned shift = 0;
    if (!text.empty() && units.find(text.back()) != std::string_view::npos) {
        shift = 10 * (static_cast<unsigned>(units.find(text.back())) + 1);
        text.remove_suffix(1);
    }
    const auto number = parse_whole_number(trim(text));
    if (!number || *number > largest_count >> shift)
        return std::nullopt;
    return *number << shift;
}

std::string listed(Keys keys)
{
    std::string text;
    for (const std::string_view key : keys)
        text += (text.empty() ? "" : ", ") + std::string(key);
    return text;
}

class Reader
{
public:
    explicit Reader(const std::filesystem::path& name) : name_(name) {}

    HostToml read(const toml::table& document)
    {
        require_keys(document, top_keys, "");
        toml_.origin = text(document, "origin");
        if (const auto number = whole(document, "iterations", 1, largest_count))
            toml_.iterations = number;
        if (const toml::table* host = table(document, "host"))
            read_host(*host);
        for (const auto state :
             {host::KernelState::not_built, host::KernelState::inactive, host::KernelState::active})
            if (const toml::table* boot = table(document, host::to_string(state)))
                toml_.boots.emplace(state, read_boot(*boot, state));
        return std::move(toml_);
    }

private:
    [[noreturn]] void refuse(const toml::source_region& place, std::string_view what,
                             std::string_view remedy) const
    {
        throw InputError(name_, place.begin.line, what, remedy);
    }

    void require_keys(const toml::table& table, Keys known, std::string_view table_name) const
    {
        for (const auto& [key, value] : table) {
            if (std::find(known.begin(), known.end(), key.str()) != known.end())
                continue;
            const std::string place =
                table_name.empty() ? "the top level" : fmt::format("[{}]", table_name);
            refuse(key.source(), fmt::format("unknown key `{}`", printable(key.str(), 100)),
                   fmt::format("{} knows {}", place, listed(known)));
        }
    }

    const toml::table* table(const toml::table& parent, std::string_view key) const
    {
        const toml::node* node = parent.get(key);
        if (node && !node->is_table())
            refuse(node->source(), fmt::format("`{}` is no table", key),
                   fmt::format("write [{}]", key));
        return node ? node->as_table() : nullptr;
    }

    std::string text(const toml::table& table, std::string_view key) const
    {
        const toml::node* node = table.get(key);
        if (!node)
            return {};
        const auto value = node->value_exact<std::string>();
        if (!value || value->size() > longest_text)
            refuse(node->source(), fmt::format("`{}` is no string", key),
                   fmt::format("a string of at most {} bytes was expected", longest_text));
        return *value;
    }

    std::optional<std::uint64_t> whole(const toml::table& table, std::string_view key,
                                       std::uint64_t least, std::uint64_t most) const
    {
        const toml::node* node = table.get(key);
        if (!node)
            return std::nullopt;
        const auto value = node->value_exact<std::int64_t>();
        if (!value || *value < 0 || static_cast<std::uint64_t>(*value) < least ||
            static_cast<std::uint64_t>(*value) > most)
            refuse(node->source(), fmt::format("`{}` is out of range", key),
                   fmt::format("a whole number from {} to {} was expected", least, most));
        return static_cast<std::uint64_t>(*value);
    }

    std::optional<int> cpu(const toml::table& table, std::string_view key) const
    {
        const auto number = whole(table, key, 0, static_cast<std::uint64_t>(cpu_count()) - 1);
        return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
    }

    host::CpuList cpu_list(const toml::table& table, std::string_view key) const
    {
        const std::string list = text(table, key);
        try {
            return host::CpuList::parse(list, cpu_count());
        } catch (const std::invalid_argument& error) {
            refuse(table.get(key)->source(), fmt::format("`{}`: {}", key, error.what()),
                   "a list of the machine's CPUs as \"2-63,66-127\" was expected");
        }
    }

    int cpu_count() const { return toml_.machine.cpus > 0 ? toml_.machine.cpus : most_cpus; }

    void read_host(const toml::table& host)
    {
        require_keys(host, host_keys, "host");
        const std::string arch = text(host, "arch");
        const std::string debian_arch = host::debian_architecture(arch);
        toml_.machine.arch = debian_arch.empty() ? arch : debian_arch;
        toml_.machine.cpu_model = text(host, "cpu_model");
        toml_.machine.cpus = static_cast<int>(whole(host, "cpus", 1, most_cpus).value_or(0));
        toml_.machine.numa_nodes = static_cast<int>(whole(host, "numa_nodes", 1, 1024).value_or(0));
        toml_.machine.memory_bytes = memory(host);
        toml_.machine.virtualisation = text(host, "virtualisation");
        toml_.machine.os = text(host, "os");
    }

    std::uint64_t memory(const toml::table& host) const
    {
        if (const auto bytes = whole(host, "memory_bytes", 1, largest_count)) {
            if (host.contains("memory"))
                refuse(host.get("memory")->source(), "`memory` stands beside `memory_bytes`",
                       "give one of them");
            return *bytes;
        }
        if (!host.contains("memory"))
            return 0;
        const auto bytes = parse_memory(text(host, "memory"));
        if (!bytes)
            refuse(host.get("memory")->source(), "`memory` is no amount of memory",
                   "write it as \"502G\"");
        return *bytes;
    }

    LoggedBoot read_boot(const toml::table& table, host::KernelState state) const
    {
        const bool active = state == host::KernelState::active;
        require_keys(table, active ? Keys(active_keys) : Keys(boot_keys), host::to_string(state));
        LoggedBoot boot;
        boot.kernel_release = text(table, "kernel_release");
        boot.kernel_version = text(table, "kernel_version");
        boot.version_signature = text(table, "version_signature");
        boot.kernel_origin = text(table, "kernel_origin");
        boot.command_line = text(table, "command_line");
        boot.nohz_full = cpu_list(table, "nohz_full");
        boot.isolated = cpu_list(table, "isolated");
        boot.cpu = cpu(table, "cpu");
        boot.housekeeping_cpu = cpu(table, "housekeeping_cpu");
        if (active)
            require_classes(table, boot);
        return boot;
    }

    void require_classes(const toml::table& table, const LoggedBoot& boot) const
    {
        const host::CpuList isolated = host::intersection(boot.nohz_full, boot.isolated);
        if (boot.cpu && !isolated.empty() && !isolated.contains(*boot.cpu))
            refuse(table.get("cpu")->source(), fmt::format("`cpu` {} is not isolated", *boot.cpu),
                   fmt::format("one of {} was expected", isolated.to_string()));
        const auto& other = boot.housekeeping_cpu;
        if (other && (boot.nohz_full.contains(*other) || boot.isolated.contains(*other)))
            refuse(table.get("housekeeping_cpu")->source(),
                   fmt::format("`housekeeping_cpu` {} is isolated", *other),
                   "a CPU in neither `nohz_full` nor `isolated` was expected");
    }

    const std::filesystem::path& name_;
    HostToml toml_;
};

} // namespace

HostToml parse_host_toml(std::string_view text, const std::filesystem::path& name)
{
    require_safe_toml(text, name);
    try {
        const toml::table document = toml::parse(text, name.string());
        return Reader(name).read(document);
    } catch (const toml::parse_error& error) {
        throw InputError(name, error.source().begin.line,
                         fmt::format("not TOML: {}", printable(error.description(), 200)));
    }
}

} // namespace nohz::record
