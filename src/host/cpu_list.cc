// SPDX-License-Identifier: GPL-2.0-or-later
// Sets of CPUs in the kernel's list syntax.
#include "host/cpu_list.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include "base/text.h"

namespace nohz::host
{

namespace
{

[[noreturn]] void refuse(std::string_view region, std::string_view what)
{
    throw std::invalid_argument(fmt::format("\"{}\" {}", printable(region, 100), what));
}

int parse_digits(std::string_view text, std::string_view region)
{
    if (text.empty())
        refuse(region, "lacks a number");
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
        refuse(region, "holds a number that is too large");
    if (error != std::errc() || end != text.data() + text.size() || value < 0)
        refuse(region, "is no CPU number or range, as 3 or 0-3,8");
    return value;
}

int parse_cpu(std::string_view text, int cpu_count, std::string_view region)
{
    if (text == "N" || text == "n")
        return cpu_count - 1;
    const int cpu = parse_digits(text, region);
    if (cpu >= cpu_count)
        refuse(region, fmt::format("names CPU {}, but the last one is {}", cpu, cpu_count - 1));
    return cpu;
}

bool is_all(std::string_view text)
{
    return text.size() == 3 && (text[0] | 0x20) == 'a' && (text[1] | 0x20) == 'l' &&
           (text[2] | 0x20) == 'l';
}

// One part between commas: "3", "0-3", "0-31:1/2", "all", "all:1/2".
void add_region(std::vector<int>& cpus, std::string_view region, int cpu_count)
{
    const auto colon = region.find(':');
    const std::string_view range = region.substr(0, colon);
    int first = 0;
    int last = cpu_count - 1;
    if (!is_all(range)) {
        const auto dash = range.find('-');
        first = parse_cpu(range.substr(0, dash), cpu_count, region);
        if (dash == std::string_view::npos && colon != std::string_view::npos)
            refuse(region, "has :used/group without a range before it");
        last = dash == std::string_view::npos
                   ? first
                   : parse_cpu(range.substr(dash + 1), cpu_count, region);
    }
    if (last < first)
        refuse(region, "is a range that runs backwards");

    int used = 1;
    int group = 1;
    if (colon != std::string_view::npos) {
        const std::string_view pattern = region.substr(colon + 1);
        const auto slash = pattern.find('/');
        if (slash == std::string_view::npos)
            refuse(region, "lacks the /group behind :used");
        used = parse_digits(pattern.substr(0, slash), region);
        group = parse_digits(pattern.substr(slash + 1), region);
        if (group == 0 || used > group)
            refuse(region, "uses more CPUs than its group has");
    }
    for (int cpu = first; cpu <= last; ++cpu)
        if ((cpu - first) % group < used)
            cpus.push_back(cpu);
}

} // namespace

CpuList::CpuList(std::initializer_list<int> cpus) : CpuList(std::vector<int>(cpus)) {}

CpuList::CpuList(std::vector<int> cpus) : cpus_(std::move(cpus))
{
    std::sort(cpus_.begin(), cpus_.end());
    cpus_.erase(std::unique(cpus_.begin(), cpus_.end()), cpus_.end());
}

CpuList CpuList::parse(std::string_view text, int cpu_count)
{
    const std::string_view list = trim(text);
    const int count = std::min(cpu_count, largest_cpu_count);
    if (list.empty() || count < 1)
        return list.empty() ? CpuList() : throw std::invalid_argument("there is no CPU to name");
    // Repeated regions must not pile up: "all,all,..." of a hostile text stays one machine's size.
    std::vector<bool> chosen(static_cast<std::size_t>(count));
    std::vector<int> cpus;
    for (const std::string_view region : split(list, ',')) {
        cpus.clear();
        add_region(cpus, region, count);
        for (const int cpu : cpus)
            chosen[static_cast<std::size_t>(cpu)] = true;
    }
    CpuList result;
    for (int cpu = 0; cpu < count; ++cpu)
        if (chosen[static_cast<std::size_t>(cpu)])
            result.cpus_.push_back(cpu);
    return result;
}

std::string CpuList::to_string() const
{
    std::string text;
    for (auto start = cpus_.begin(); start != cpus_.end();) {
        auto end = start;
        while (std::next(end) != cpus_.end() && *std::next(end) == *end + 1)
            ++end;
        text += text.empty() ? "" : ",";
        text += start == end ? fmt::format("{}", *start) : fmt::format("{}-{}", *start, *end);
        start = std::next(end);
    }
    return text;
}

bool CpuList::contains(int cpu) const noexcept
{
    return std::binary_search(cpus_.begin(), cpus_.end(), cpu);
}

CpuList intersection(const CpuList& a, const CpuList& b)
{
    std::vector<int> cpus;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(cpus));
    return CpuList(std::move(cpus));
}

CpuList difference(const CpuList& a, const CpuList& b)
{
    std::vector<int> cpus;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(cpus));
    return CpuList(std::move(cpus));
}

CpuList united(const CpuList& a, const CpuList& b)
{
    std::vector<int> cpus;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(cpus));
    return CpuList(std::move(cpus));
}

} // namespace nohz::host
