// SPDX-License-Identifier: GPL-2.0-or-later
// What makes every entry dearer, or keeps the tick, whatever nohz_full says.
#include "host/hazards.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace nohz::host
{

namespace
{

constexpr std::string_view clock_folder = "/sys/devices/system/clocksource/clocksource0";

bool has_word(std::string_view text, std::string_view word)
{
    const auto words = split_words(text);
    return std::find(words.begin(), words.end(), word) != words.end();
}

void check_status(const Tree& tree, Boot& boot)
{
    const std::string_view file = "/proc/self/status";
    const std::string status = tree.text(file).value_or("");
    const std::string seccomp = find_field(status, "Seccomp").value_or("0");
    if (seccomp == "1" || seccomp == "2") {
        const std::string filters = find_field(status, "Seccomp_filters").value_or("unknown");
        boot.hazards.push_back(
            {"seccomp-filter", HazardGroup::would_be_wrong,
             fmt::format("{}: Seccomp {} (filters: {}); a filter runs at, and adds to, every entry",
                         file, seccomp, filters),
             "measure outside the container or sandbox, or in one without a filter, as docker run "
             "--security-opt seccomp=unconfined"});
    }
    const std::string tracer = find_field(status, "TracerPid").value_or("0");
    if (tracer != "0")
        boot.hazards.push_back(
            {"traced", HazardGroup::would_be_wrong,
             fmt::format("{}: TracerPid {}; a tracer may stop every entry", file, tracer),
             "run without strace, gdb or another tracer"});
}

// Files of tracefs hold "0", "1", or "X" where some events of the folder are on.
void check_tracing(const Tree& tree, Boot& boot)
{
    for (const std::string_view mount : {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"}) {
        for (const std::string_view events : {"raw_syscalls", "syscalls", "context_tracking"}) {
            const std::string file = fmt::format("{}/events/{}/enable", mount, events);
            const std::string value = tree.line_or_empty(file);
            if (value.empty() || value == "0" || value == "?")
                continue;
            boot.hazards.push_back({"syscall-tracing", HazardGroup::would_be_wrong,
                                    fmt::format("{}: {}; every entry is traced", file, value),
                                    fmt::format("echo 0 > {}", file)});
            return;
        }
        const std::string file = fmt::format("{}/current_tracer", mount);
        const std::string tracer = tree.line_or_empty(file);
        if (!tracer.empty() && tracer != "nop") {
            boot.hazards.push_back(
                {"kernel-tracer", HazardGroup::would_be_wrong,
                 fmt::format("{}: {}; kernel functions are traced", file, tracer),
                 fmt::format("echo nop > {}", file)});
            return;
        }
    }
}

// The first audit rule in `text` ("-a always,exit -F arch=b64 -S execve"); "" for none.
std::string first_audit_rule(std::string_view text)
{
    for (const std::string_view line : split_lines(text))
        if (const auto rule = trim(line); rule.starts_with("-a ") || rule.starts_with("-A "))
            return printable(rule, 120);
    return "";
}

void check_audit(const HazardContext& context, Boot& boot)
{
    const std::string remedy = "auditctl -D, or boot with audit=0, for the time of the measurement";
    for (const std::string_view file :
         {"/sos_commands/auditd/auditctl_-l", "/etc/audit/audit.rules"}) {
        const std::string rule = first_audit_rule(context.tree.text(file).value_or(""));
        // "never,task" takes every task out of auditing, which is what ends its cost.
        if (rule.empty() || rule.find("never,task") != std::string::npos ||
            rule.find("task,never") != std::string::npos)
            continue;
        boot.hazards.push_back({"audit-rules", HazardGroup::would_be_wrong,
                                fmt::format("{}: {}; audit rules add to every entry", file, rule),
                                remedy});
        return;
    }
    const auto audit = context.command_line.value("audit");
    if (audit == "1" || audit == "on")
        boot.hazards.push_back({"audit-enabled", HazardGroup::would_be_wrong,
                                fmt::format("/proc/cmdline: audit={}; every entry of an audited "
                                            "task takes the slow path",
                                            *audit),
                                remedy});
}

void check_clock_source(const Tree& tree, const CommandLine& command_line, Boot& boot)
{
    // No clocksource of these has a vDSO page: a clock read is a system call of its own.
    constexpr std::array slow = {
        "hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit", "hyperv_clocksource_msr"};
    const bool is_slow = std::find(slow.begin(), slow.end(), boot.clock_source) != slow.end();
    const std::string file = fmt::format("{}/current_clocksource", clock_folder);
    const std::string available =
        tree.line_or_empty(fmt::format("{}/available_clocksource", clock_folder));
    if (is_slow)
        boot.hazards.push_back(
            {"clock-source-slow", HazardGroup::would_be_noisy,
             fmt::format("{}: {} has no vDSO, so a clock read is a system call itself", file,
                         boot.clock_source),
             has_word(available, "tsc")
                 ? fmt::format("echo tsc > {}", file)
                 : "no quicker one is offered; batches are made long enough to hide it"});

    const std::string flags = tree.field("/proc/cpuinfo", "flags").value_or("");
    const bool demoted =
        is_slow && has_word(flags, "tsc") && !available.empty() && !has_word(available, "tsc");
    const bool told = command_line.value("tsc") == "unstable";
    if (demoted || told)
        boot.hazards.push_back(
            {"tsc-unstable", HazardGroup::would_be_wrong,
             told ? std::string("/proc/cmdline: tsc=unstable; an unstable TSC can keep the tick on "
                                "nohz_full CPUs")
                  : fmt::format("{}/available_clocksource: {}, without the CPU's tsc; an unstable "
                                "TSC can keep the tick on nohz_full CPUs",
                                clock_folder, available),
             "look at timer_interrupts of the runs; `dmesg | grep -i tsc` has the kernel's "
             "reason"});
}

} // namespace

void add_kernel_hazards(const HazardContext& context, Boot& boot)
{
    check_status(context.tree, boot);
    check_tracing(context.tree, boot);
    check_audit(context, boot);
    check_clock_source(context.tree, context.command_line, boot);
}

} // namespace nohz::host
