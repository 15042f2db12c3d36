// SPDX-License-Identifier: GPL-2.0-or-later
// Sets of CPUs in the kernel's list syntax.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace nohz::host
{

// The largest CONFIG_NR_CPUS of any architecture (x86 with MAXSMP); no list holds more.
inline constexpr int largest_cpu_count = 8192;

// A set of CPU numbers, ascending.
class CpuList
{
public:
    CpuList() = default;
    CpuList(std::initializer_list<int> cpus);
    explicit CpuList(std::vector<int> cpus);

    // Reads what stands on a command line or in sysfs: "0-3,8", "0-31:1/2", "N", "1-N", "all",
    // an empty text (no CPU). `cpu_count` is the number of possible CPUs: N is cpu_count - 1 and
    // a number from there on is an error; it counts as largest_cpu_count at most. Source:
    // Documentation/admin-guide/kernel-parameters.rst and lib/bitmap-str.c (bitmap_parselist).
    // Throws std::invalid_argument that says what is wrong.
    static CpuList parse(std::string_view text, int cpu_count);

    // As the kernel prints it: "0-3,8"; empty for no CPU.
    std::string to_string() const;

    bool contains(int cpu) const noexcept;
    bool empty() const noexcept { return cpus_.empty(); }
    std::size_t size() const noexcept { return cpus_.size(); }
    int first() const { return cpus_.front(); }
    int last() const { return cpus_.back(); }
    auto begin() const noexcept { return cpus_.begin(); }
    auto end() const noexcept { return cpus_.end(); }

    bool operator==(const CpuList&) const = default;

private:
    std::vector<int> cpus_;
};

CpuList intersection(const CpuList& a, const CpuList& b);
CpuList difference(const CpuList& a, const CpuList& b);
CpuList united(const CpuList& a, const CpuList& b);

} // namespace nohz::host
