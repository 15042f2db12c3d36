// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel's log of this boot, where it may be read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "host/tree.h"

namespace nohz::host
{

struct KernelLog {
    std::string source; // "/var/log/kern.log", "kernel log" of the running machine
    std::string text;
};

// This machine's ring buffer (syslog(2), which kernel.dmesg_restrict keeps from users); of a tree
// the first of: a sosreport's dmesg and journal, /var/log/dmesg, /var/log/kern.log from its last
// boot on. Nothing where none can be read.
std::optional<KernelLog> read_kernel_log(const Tree& tree);

// What stands behind the time stamp in the first line that holds `message`, printable; "" if none.
std::string find_message(const KernelLog& log, std::string_view message);

} // namespace nohz::host
