// SPDX-License-Identifier: GPL-2.0-or-later
// What an entry path is: a loop that enters the kernel a given number of times.
#pragma once

#include <cstdint>
#include <memory>

namespace nohz::measure
{

class Loop
{
public:
    Loop() = default;
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;
    virtual ~Loop() = default;

    // Enters the kernel exactly `iterations` times.
    virtual void run(std::uint64_t iterations) = 0;
};

// What repeat() calls in one turn of its loop.
inline constexpr std::uint64_t entries_a_turn = 16;

// Calls `entry` `iterations` times, 16 to a turn, so that the loop itself costs less than 0.5 ns
// an iteration: 0.02 to 0.03 ns measured with loop_empty.cc on a Sapphire Rapids, g++ 12 -O2.
// There a turn's end after a system call costs 3.5 ns (tests/bench/loop_ratio.cc), and so would
// every iteration of a plain loop.
template <typename Entry>
[[gnu::always_inline]] inline void repeat(std::uint64_t iterations, Entry entry)
{
    for (std::uint64_t turns = iterations / entries_a_turn; turns != 0; --turns) {
        entry(), entry(), entry(), entry();
        entry(), entry(), entry(), entry();
        entry(), entry(), entry(), entry();
        entry(), entry(), entry(), entry();
    }
    for (std::uint64_t rest = iterations % entries_a_turn; rest != 0; --rest)
        entry();
}

// One small file each: loop_NAME.cc. The table of entry_path.cc names them.
std::unique_ptr<Loop> make_empty_loop();
std::unique_ptr<Loop> make_getppid_loop();
std::unique_ptr<Loop> make_read_loop();
std::unique_ptr<Loop> make_page_fault_loop();

} // namespace nohz::measure
