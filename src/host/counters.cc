// SPDX-License-Identifier: GPL-2.0-or-later
// Per-CPU counters that tell what disturbed a measurement: interrupts, steal, busy time.
#include "host/counters.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "host/cpu_list.h"

namespace nohz::host
{

namespace
{

// "CPU12" or "cpu12" gives 12.
std::optional<int> cpu_number(std::string_view word, std::string_view prefix)
{
    if (!word.starts_with(prefix))
        return std::nullopt;
    const auto number = parse_whole_number(word.substr(prefix.size()));
    if (!number || *number >= static_cast<std::uint64_t>(largest_cpu_count))
        return std::nullopt;
    return static_cast<int>(*number);
}

// The CPUs that the heading names; empty if it is no heading.
std::vector<int> columns_of(std::string_view heading)
{
    std::vector<int> cpus;
    for (const std::string_view word : split_words(heading)) {
        const auto cpu = cpu_number(word, "CPU");
        if (!cpu)
            return {};
        cpus.push_back(*cpu);
    }
    return cpus;
}

// Lines that count no interrupt of one CPU: totals of the whole machine (ERR, MIS, "Err" on arm),
// and s390x's sums of the lines below them (arch/s390/kernel/irq.c: EXT, I/O, AIO).
bool is_left_out(std::string_view label)
{
    constexpr std::array labels = {"ERR", "Err", "MIS", "EXT", "I/O", "AIO"};
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

bool is_timer(std::string_view label, const std::vector<std::string_view>& words,
              std::size_t description)
{
    // CLK is s390x's clock comparator, which drives the tick there; TMR its CPU timer.
    if (label == "LOC" || label == "CLK" || label == "TMR")
        return true;
    return std::any_of(words.begin() + static_cast<std::ptrdiff_t>(description), words.end(),
                       [](std::string_view word) {
                           return word == "arch_timer" || word == "arch_sys_timer" ||
                                  word == "riscv-timer";
                       });
}

void add_line(std::map<int, InterruptCounts>& counts, const std::vector<int>& cpus,
              std::string_view line)
{
    const std::vector<std::string_view> words = split_words(line);
    if (words.size() <= cpus.size() || words[0].size() < 2 || words[0].back() != ':')
        return;
    const std::string_view label = words[0].substr(0, words[0].size() - 1);
    if (is_left_out(label))
        return;
    std::vector<std::uint64_t> values;
    for (std::size_t column = 0; column < cpus.size(); ++column) {
        const auto value = parse_whole_number(words[column + 1]);
        if (!value)
            return;
        values.push_back(*value);
    }
    const bool timer = is_timer(label, words, cpus.size() + 1);
    for (std::size_t column = 0; column < cpus.size(); ++column) {
        InterruptCounts& count = counts[cpus[column]];
        (timer ? count.timer : count.other) += values[column];
    }
}

} // namespace

std::map<int, InterruptCounts> parse_interrupts(std::string_view text)
{
    std::map<int, InterruptCounts> counts;
    std::vector<int> cpus;
    for (const std::string_view line : split_lines(text)) {
        if (!cpus.empty()) {
            add_line(counts, cpus, line);
            continue;
        }
        cpus = columns_of(line);
        for (const int cpu : cpus)
            counts[cpu];
    }
    return counts;
}

std::map<int, CpuTime> parse_stat(std::string_view text)
{
    std::map<int, CpuTime> times;
    for (const std::string_view line : split_lines(text)) {
        const std::vector<std::string_view> words = split_words(line);
        const auto cpu = words.empty() ? std::nullopt : cpu_number(words[0], "cpu");
        if (!cpu)
            continue;
        // user nice system idle iowait irq softirq steal; guest time is in user already.
        const auto field = [&](std::size_t number) {
            return number < words.size() ? parse_whole_number(words[number]).value_or(0) : 0;
        };
        times[*cpu] = {field(1) + field(2) + field(3) + field(6) + field(7), field(4) + field(5),
                       field(8)};
    }
    return times;
}

} // namespace nohz::host
