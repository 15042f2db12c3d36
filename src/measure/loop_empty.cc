// SPDX-License-Identifier: GPL-2.0-or-later
// The loop with nothing in it: what the loops around the entry paths cost themselves.
#include "measure/loop.h"

namespace nohz::measure
{

namespace
{

class EmptyLoop final : public Loop
{
public:
    void run(std::uint64_t iterations) override
    {
        repeat(iterations, [] { __asm__ volatile("" ::: "memory"); });
    }
};

} // namespace

std::unique_ptr<Loop> make_empty_loop()
{
    return std::make_unique<EmptyLoop>();
}

} // namespace nohz::measure
