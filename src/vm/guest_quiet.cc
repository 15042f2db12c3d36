// SPDX-License-Identifier: GPL-2.0-or-later
// Knows when a guest has settled, and whether its other CPUs stayed idle during a run.
#include "vm/guest_quiet.h"

#include <cerrno>
#include <chrono>
#include <ctime>
#include <thread>

#include <sched.h>

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"

namespace nohz::vm
{

namespace
{

constexpr auto look_every = std::chrono::milliseconds(100);
constexpr int tick_ms = 10;
constexpr int boot_cpu = 0;

double seconds_since_boot()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Keeps the calling thread on the boot CPU, so that its own waking up disturbs no other.
class OnBootCpu
{
public:
    OnBootCpu()
    {
        if (::sched_getaffinity(0, sizeof before_, &before_) != 0)
            throw system_refusal(errno, "sched_getaffinity");
        cpu_set_t only;
        CPU_ZERO(&only);
        CPU_SET(boot_cpu, &only);
        if (::sched_setaffinity(0, sizeof only, &only) != 0)
            throw system_refusal(errno, "sched_setaffinity");
    }
    OnBootCpu(const OnBootCpu&) = delete;
    OnBootCpu& operator=(const OnBootCpu&) = delete;
    ~OnBootCpu() { ::sched_setaffinity(0, sizeof before_, &before_); }

private:
    cpu_set_t before_{};
};

} // namespace

BusyTicks parse_busy_ticks(std::string_view stat)
{
    BusyTicks ticks;
    for (const std::string_view line : split_lines(stat)) {
        const auto words = split_words(line);
        if (words.size() < 4 || !words.front().starts_with("cpu"))
            continue;
        const auto cpu = parse_whole_number(words.front().substr(3));
        if (!cpu)
            continue;
        std::uint64_t& sum = ticks[static_cast<int>(*cpu)];
        for (const std::size_t column : {1U, 2U, 3U})
            sum += parse_whole_number(words[column]).value_or(0);
    }
    return ticks;
}

BusyTicks read_busy_ticks()
{
    return parse_busy_ticks(read_file("/proc/stat"));
}

std::string who_was_busy(const BusyTicks& before, const BusyTicks& after,
                         const host::CpuList& except)
{
    std::string who;
    for (const auto& [cpu, ticks] : after) {
        const auto then = before.find(cpu);
        if (except.contains(cpu) || then == before.end() || ticks <= then->second)
            continue;
        who += fmt::format("{}CPU {} was busy for {} ms", who.empty() ? "" : ", ", cpu,
                           (ticks - then->second) * tick_ms);
    }
    return who;
}

void wait_until_settled(const SettlingTimes& times)
{
    const OnBootCpu on_boot_cpu;
    const double start = seconds_since_boot();
    BusyTicks ticks = read_busy_ticks();
    double idle_since = start;
    std::string busy;
    for (;;) {
        std::this_thread::sleep_for(look_every);
        const double now = seconds_since_boot();
        BusyTicks ticks_now = read_busy_ticks();
        if (std::string who = who_was_busy(ticks, ticks_now, {boot_cpu}); !who.empty()) {
            idle_since = now;
            busy = std::move(who);
        }
        ticks = std::move(ticks_now);
        if (now >= times.after_start_seconds && now - idle_since >= times.idle_seconds)
            return;
        if (now - start > times.limit_seconds)
            throw RefusedError("guest",
                               fmt::format("it did not settle within {:g} s of its time: {}",
                                           times.limit_seconds, busy));
    }
}

} // namespace nohz::vm
