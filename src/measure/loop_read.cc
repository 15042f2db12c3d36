// SPDX-License-Identifier: GPL-2.0-or-later
// Entry path `read`: read(2) of one byte from /dev/zero, a system call with arguments and a copy.
#include "measure/loop.h"

#include <cerrno>

#include <fcntl.h>

#include "base/error.h"
#include "base/file.h"
#include "measure/raw_syscall.h"

namespace nohz::measure
{

namespace
{

class ReadLoop final : public Loop
{
public:
    ReadLoop() : file_(::open("/dev/zero", O_RDONLY | O_CLOEXEC))
    {
        if (!file_.is_open() || ::read(file_.get(), &byte_, 1) != 1)
            throw system_refusal(errno, "/dev/zero", "use another --op");
    }

    void run(std::uint64_t iterations) override
    {
        const long fd = file_.get();
        const char* const byte = &byte_;
        repeat(iterations, [=] { raw_syscall(SYS_read, fd, byte, 1); });
    }

private:
    FileDescriptor file_;
    char byte_ = 1;
};

} // namespace

std::unique_ptr<Loop> make_read_loop()
{
    return std::make_unique<ReadLoop>();
}

} // namespace nohz::measure
