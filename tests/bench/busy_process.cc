// SPDX-License-Identifier: GPL-2.0-or-later
// Work for every CPU: what a busy machine does to a measurement.
#include "busy_process.h"

#include <cerrno>
#include <csignal>
#include <exception>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "measure/affinity.h"

namespace nohz::bench
{

namespace
{

[[noreturn]] void count_forever(int cpu, pid_t parent)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) // it ended before the line above
        ::_exit(1);
    try {
        measure::pin_to(cpu, "bench");
    } catch (const std::exception& error) {
        print_error("busy process", error.what());
        ::_exit(1);
    }
    for (volatile unsigned long count = 0;;)
        count = count + 1;
}

} // namespace

BusyProcess::BusyProcess(int cpu)
{
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ < 0)
        throw system_refusal(errno, "fork");
    if (pid_ == 0)
        count_forever(cpu, parent);
}

BusyProcess::~BusyProcess()
{
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

Load load_every_cpu(int processes_a_cpu)
{
    Load load;
    for (const int cpu : measure::usable_cpus())
        for (int i = 0; i < processes_a_cpu; ++i)
            load.push_back(std::make_unique<BusyProcess>(cpu));
    return load;
}

} // namespace nohz::bench
