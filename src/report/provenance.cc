// SPDX-License-Identifier: GPL-2.0-or-later
// Where the figures come from: machines, kernels, packages, files, as records tell it.
#include "report/provenance.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "host/command_line.h"
#include "report/format.h"

namespace nohz::report
{

namespace
{

constexpr std::size_t longest_command_line = 4096; // COMMAND_LINE_SIZE of most architectures

void add(std::vector<Fact>& facts, std::string label, const std::string& value,
         std::size_t longest = 500)
{
    if (!value.empty())
        facts.emplace_back(std::move(label), printable(value, longest));
}

// The different values of a fact, in the order of their first record.
template <typename Get>
std::vector<std::string> different(const Section& section, const Get& get)
{
    std::vector<std::string> values;
    for (const record::Record* record : section.records)
        if (std::string value = get(*record);
            !value.empty() && std::find(values.begin(), values.end(), value) == values.end())
            values.push_back(std::move(value));
    return values;
}

constexpr double mebibyte = 1024.0 * 1024;

std::string amount_words(std::uint64_t bytes)
{
    const double mib = static_cast<double>(bytes) / mebibyte;
    if (mib < 4 * 1024)
        return fmt::format("{:.0f} MiB", mib);
    const double gib = mib / 1024;
    return gib >= 10 ? fmt::format("{:.0f} GiB", gib) : fmt::format("{:.1f} GiB", gib);
}

// MemTotal leaves out what the kernel keeps for itself, so that it differs a little from kernel to
// kernel on the same machine.
std::string memory_words(const Section& section)
{
    std::set<std::uint64_t> amounts;
    for (const record::Record* record : section.records)
        if (record->host.memory_bytes > 0)
            amounts.insert(record->host.memory_bytes);
    if (amounts.empty())
        return "";
    std::string least = amount_words(*amounts.begin());
    const std::string most = amount_words(*amounts.rbegin());
    if (least == most)
        return least;
    const bool close = static_cast<double>(*amounts.rbegin() - *amounts.begin()) <
                       0.1 * static_cast<double>(*amounts.rbegin());
    return fmt::format("{} to {} ({})", least, most,
                       close ? "MemTotal, less what each kernel keeps for itself"
                             : "not the same in all boots");
}

std::string cpus_words(const record::Record& record)
{
    if (record.host.cpus <= 0)
        return "";
    const host::CpuClasses& cpus = record.boot.cpus;
    const bool all = cpus.allowed.empty() || cpus.allowed == cpus.online;
    return fmt::format("{}{}", record.host.cpus,
                       all ? ""
                           : fmt::format(" (of those online, {}, the measurement was allowed on "
                                         "{} only)",
                                         cpus.online.to_string(), cpus.allowed.to_string()));
}

// Of a boot that started with fewer CPUs than it was measured on.
std::string online_words(const record::Record& record)
{
    const auto at_start = host::CommandLine::parse(record.boot.command_line).value("maxcpus");
    if (!at_start || record.boot.cpus.online.empty())
        return "";
    return fmt::format("{} while measuring: maxcpus={} is for the kernel's start{}",
                       record.boot.cpus.online.to_string(), *at_start,
                       record.source == "vm"
                           ? ", nohz-overhead's init of the guest then brings up the others"
                           : "");
}

std::string virtualisation_words(const host::Machine& machine)
{
    return machine.hypervisor.empty()
               ? machine.virtualisation
               : fmt::format("{} guest; {} container", machine.hypervisor, machine.virtualisation);
}

std::string emulator_words(const record::Record& record)
{
    if (!record.emulator)
        return "";
    const record::Emulator& emulator = *record.emulator;
    std::vector<std::string> words;
    for (const std::string& word :
         {emulator.program, emulator.version,
          emulator.machine.empty() ? "" : "-M " + emulator.machine,
          emulator.cpu.empty() ? "" : "-cpu " + emulator.cpu,
          emulator.accelerator.empty() ? "" : "-accel " + emulator.accelerator})
        if (!word.empty())
            words.push_back(word);
    return joined(words, " ") +
           (emulator.exact ? ", counting instructions (-icount)" : ", in emulated time");
}

std::string kernel_words(const record::Record& record)
{
    const host::Boot& boot = record.boot;
    std::vector<std::string> more;
    for (const std::string& each : {build_words(record), boot.version_signature})
        if (!each.empty() && each != boot.kernel_release)
            more.push_back(each);
    if (!boot.kernel_origin.empty())
        more.push_back("from " + boot.kernel_origin);
    if (boot.kernel_release.empty() || more.empty())
        return boot.kernel_release + joined(more, "; ");
    return fmt::format("{} ({})", boot.kernel_release, joined(more, "; "));
}

std::string uname_machine(const std::string& arch)
{
    constexpr std::array names = {std::pair("amd64", "x86_64"),    std::pair("arm64", "aarch64"),
                                  std::pair("armhf", "armv7l"),    std::pair("i386", "i686"),
                                  std::pair("ppc64el", "ppc64le"), std::pair("riscv64", "riscv64"),
                                  std::pair("s390x", "s390x")};
    for (const auto& [debian, uname] : names)
        if (arch == debian)
            return uname;
    return arch;
}

std::string config_words(const host::Boot& boot)
{
    if (!boot.config)
        return "";
    std::vector<std::string> shown;
    for (const char* symbol :
         {"CONFIG_NO_HZ_FULL", "CONFIG_HZ", "CONFIG_PREEMPT", "CONFIG_PREEMPT_DYNAMIC",
          "CONFIG_PREEMPT_RT", "CONFIG_VIRT_CPU_ACCOUNTING_NATIVE"})
        if (const auto at = boot.config->symbols.find(symbol); at != boot.config->symbols.end())
            shown.push_back(fmt::format("{}={}", symbol, at->second));
    return fmt::format("{} ({})", joined(shown, " "), boot.config->path);
}

// Those that are at work: each may add to every entry.
std::string mitigation_words(const host::Boot& boot)
{
    constexpr std::string_view at_work = "Mitigation: ";
    std::vector<std::string> words;
    for (const auto& [name, value] : boot.mitigations)
        if (value.starts_with(at_work))
            words.push_back(name + " " + printable(value.substr(at_work.size()), 100));
    return joined(words, "; ");
}

// Of /sys/devices/system/cpu/smt/active: 1 or 0.
std::string smt_words(const host::Boot& boot)
{
    return boot.smt_active == "1" ? "yes" : boot.smt_active == "0" ? "no" : boot.smt_active;
}

std::string clock_words(const record::Record& record)
{
    const std::string& before = record.boot.clock_source;
    const std::string& after = record.clock_source_after;
    return after.empty() || after == before
               ? before
               : fmt::format("{} before, {} after the measurement", before, after);
}

bool is_of_logs(const record::Record& record)
{
    return record.source == "import" && record.path.extension() != ".json";
}

} // namespace

std::vector<Fact> hardware_facts(const Section& section)
{
    std::vector<Fact> facts;
    add(facts, "Machine", section.machine);
    const auto fact = [&](const char* label, const auto& get) {
        add(facts, label, first_few(different(section, get)));
    };
    using record::Record;
    fact("CPUs", cpus_words);
    add(facts, "Memory", memory_words(section));
    fact("NUMA nodes", [](const Record& r) {
        return r.host.numa_nodes > 0 ? fmt::format("{}", r.host.numa_nodes) : std::string();
    });
    fact("Virtualisation", [](const Record& r) { return virtualisation_words(r.host); });
    fact("Emulator", emulator_words);
    fact("SMT active", [](const Record& r) { return smt_words(r.boot); });
    fact("Governor", [](const Record& r) { return r.boot.governor; });
    return facts;
}

std::vector<Fact> software_facts(const Section& section)
{
    std::vector<Fact> facts;
    const auto fact = [&](const char* label, const auto& get) {
        add(facts, label, first_few(different(section, get)), 2000);
    };
    using record::Record;
    fact("OS", [](const Record& r) { return r.host.os; });
    fact("Kernel without NO_HZ_FULL", [](const Record& r) {
        return r.boot.kernel_state == host::KernelState::not_built ? kernel_words(r)
                                                                   : std::string();
    });
    fact("Kernel with NO_HZ_FULL", [](const Record& r) {
        return r.boot.kernel_state != host::KernelState::not_built ? kernel_words(r)
                                                                   : std::string();
    });
    fact("Measured by", [](const Record& r) {
        return fmt::format("{} {}",
                           r.source == "import" ? "another program; logs read by nohz-overhead"
                           : r.source == "vm"   ? "nohz-overhead vm"
                                                : "nohz-overhead run",
                           r.tool_version);
    });
    fact("Logs from", [](const Record& r) { return r.origin; });
    std::vector<std::string> times;
    for (const Record* record : section.records)
        if (record->source != "import") // theirs is the time of the import
            times.push_back(record->created);
    if (!times.empty())
        add(facts, "Measured at",
            times.front() == times.back() ? times.front() : times.front() + " to " + times.back());
    return facts;
}

std::vector<Fact> boot_facts(const record::Record& record)
{
    const host::Boot& boot = record.boot;
    std::vector<Fact> facts;
    facts.emplace_back("Kernel", boot.kernel_release.empty()
                                     ? "not recorded"
                                     : printable(kernel_words(record), 1000));
    facts.emplace_back("Command line", boot.command_line.empty()
                                           ? "not recorded"
                                           : printable(boot.command_line, longest_command_line));
    add(facts, "NO_HZ_FULL",
        fmt::format("{} ({})", host::to_string(boot.kernel_state),
                    boot.known_from.empty() ? "no source recorded" : joined(boot.known_from, "; ")),
        1000);
    if (boot.kernel_state == host::KernelState::active) {
        const auto or_none = [](const host::CpuList& list) {
            return list.empty() ? std::string("none recorded") : list.to_string();
        };
        add(facts, "CPUs",
            fmt::format("nohz_full {}; isolated {}; housekeeping {}", or_none(boot.cpus.nohz_full),
                        or_none(boot.cpus.isolated), or_none(boot.cpus.housekeeping)),
            longest_command_line);
    }
    add(facts, "CPUs online", online_words(record));
    add(facts, "Config", config_words(boot));
    add(facts, "Clock source", clock_words(record));
    add(facts, "Mitigations", mitigation_words(boot), 1000);
    return facts;
}

std::string build_words(const record::Record& record)
{
    const std::string& version = record.boot.kernel_version;
    const auto number = version.find(" #");
    return version.starts_with("Linux version ") && number != std::string::npos
               ? version.substr(number + 1)
               : version;
}

std::string uname_words(const record::Record& record)
{
    if (!record.boot.kernel_version.starts_with("Linux version "))
        return "";
    return printable(fmt::format("Linux {} {} {}", record.boot.kernel_release, build_words(record),
                                 uname_machine(record.host.arch)),
                     500);
}

std::string signature_words(const record::Record& record)
{
    const std::string& signature = record.boot.version_signature;
    if (!signature.empty())
        return "/proc/version_signature: " + printable(signature, 500);
    if (record.source == "import" || record.boot.kernel_release.empty())
        return "";
    return fmt::format("{}: not an Ubuntu kernel: no /proc/version_signature",
                       printable(record.boot.kernel_release, 100));
}

std::vector<std::string> package_lines(const Section& section)
{
    std::set<std::string> seen;
    std::vector<std::string> lines;
    for (const record::Record* record : section.records)
        for (const auto& [name, policy] : record->packages) {
            if (!seen.insert(policy).second)
                continue;
            constexpr std::size_t most_lines = 40;
            std::size_t count = 0;
            for (const std::string_view line : split_lines(policy))
                if (!trim(line).empty() && ++count <= most_lines)
                    lines.push_back(printable(line, 300));
        }
    return lines;
}

std::string hash_recipe(const record::Record& record)
{
    if (!is_of_logs(record))
        return "";
    std::vector<std::string> patterns; // in the order in which the logs were read
    for (const record::Run& run : record.runs) {
        std::string pattern =
            printable(run.log.substr(0, run.log.find('/')), 100) + "/*taskset.*[0-9]";
        if (patterns.empty() || patterns.back() != pattern)
            patterns.push_back(std::move(pattern));
    }
    return fmt::format("cat $(ls -v {}) | sha256sum", joined(patterns, " "));
}

std::string hash_words(const record::Record& record)
{
    const std::string recipe = hash_recipe(record);
    return printable(record.sha256, 64) + (recipe.empty() ? "" : fmt::format(" ({})", recipe));
}

std::string folder_name(const record::Record& record)
{
    const std::filesystem::path name = record.path.filename();
    return printable((name.empty() ? record.path.parent_path().filename() : name).string(), 300);
}

std::string file_name(const record::Record& record)
{
    const std::string name = folder_name(record);
    return is_of_logs(record) ? fmt::format("{}: logs of the boot with NO_HZ_FULL {}", name,
                                            host::to_string(record.boot.kernel_state))
                              : name;
}

} // namespace nohz::report
