// SPDX-License-Identifier: GPL-2.0-or-later
// What the host asks of the guest program: words behind "--" on the kernel command line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nohz::vm
{

enum class GuestTask {
    probe, // say hello and power off
    exact, // measure one placement after the other, in instructions
    real_time,
};

inline constexpr std::uint64_t most_runs = 1000;

struct GuestParameters {
    GuestTask task = GuestTask::exact;
    std::string op = "getppid";
    int runs = 4;
    std::uint64_t iterations = 0;    // of each run; 0: as many as fit into `seconds`
    double seconds = 0;              // of each run; the interleaved pair gets four times as much
    std::string port = "/dev/ttyS1"; // where the results go

    bool operator==(const GuestParameters&) const = default;
};

// The words, in the order in which init finds them in its argv.
std::vector<std::string> to_words(const GuestParameters& parameters);

// Reads init's arguments. A word that belongs to none of these is left alone: the kernel hands
// parameters that it does not know ("nohz_full=1" on a kernel without the option) to init too.
// Throws UsageError for a value that is none.
GuestParameters parse_guest_parameters(const std::vector<std::string_view>& words);

} // namespace nohz::vm
