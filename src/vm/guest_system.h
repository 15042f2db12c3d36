// SPDX-License-Identifier: GPL-2.0-or-later
// What process 1 of a guest must do for the system: file systems, CPUs, result port, power.
#pragma once

#include <string>
#include <string_view>

#include "base/file.h"

namespace nohz::vm
{

// Mounts proc, sysfs and devtmpfs. Throws RefusedError.
void mount_file_systems();

// Brings up every CPU that is present and not online (a guest booted with maxcpus=1).
// `emulated_in_turn`: QEMU runs all CPUs in one thread (-icount); then a child on CPU 0 loops on
// `pause` meanwhile, so that the CPU that comes up gets its turn.
// Throws RefusedError for a CPU that stays down.
void bring_up_cpus(bool emulated_in_turn);

// The serial line that results go out by.
class ResultPort
{
public:
    // Opens `device`, or /dev/console where that does not work (the reason goes to the console).
    explicit ResultPort(const std::string& device);

    // Returns when all is sent. Throws RefusedError.
    void send(std::string_view bytes);

private:
    FileDescriptor line_;
};

// Does not return.
[[noreturn]] void power_off();

} // namespace nohz::vm
