// SPDX-License-Identifier: GPL-2.0-or-later
// Work for every CPU: what a busy machine does to a measurement.
#pragma once

#include <memory>
#include <vector>

#include <sys/types.h>

namespace nohz::bench
{

// A process that does nothing but count, on one CPU, until this object goes or the thread that made
// it ends, however that comes.
class BusyProcess
{
public:
    explicit BusyProcess(int cpu);
    BusyProcess(const BusyProcess&) = delete;
    BusyProcess& operator=(const BusyProcess&) = delete;
    ~BusyProcess();

private:
    pid_t pid_;
};

using Load = std::vector<std::unique_ptr<BusyProcess>>;

// So many busy processes on each CPU that we can use.
Load load_every_cpu(int processes_a_cpu = 2);

} // namespace nohz::bench
