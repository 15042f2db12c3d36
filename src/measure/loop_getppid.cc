// SPDX-License-Identifier: GPL-2.0-or-later
// Entry path `getppid`: the shortest system call there is, the reference measurement's own.
#include "measure/loop.h"
#include "measure/raw_syscall.h"

namespace nohz::measure
{

namespace
{

class GetppidLoop final : public Loop
{
public:
    // libc is left out: its wrapper costs a call, and glibc once cached what it returned.
    void run(std::uint64_t iterations) override
    {
        repeat(iterations, [] { raw_syscall(SYS_getppid); });
    }
};

} // namespace

std::unique_ptr<Loop> make_getppid_loop()
{
    return std::make_unique<GetppidLoop>();
}

} // namespace nohz::measure
