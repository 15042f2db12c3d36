// SPDX-License-Identifier: GPL-2.0-or-later
// A seccomp filter that forbids nothing and costs what one does.
#pragma once

namespace nohz::bench
{

// Puts the filter on this thread alone; it can not be taken off. Every system call of the thread is
// then checked against a list of `calls` numbers that it is not in. The filter looks at an
// argument first, because from Linux 5.11 on the kernel skips filters that allow a call whatever
// its arguments are (kernel/seccomp.c, seccomp_cache_check_allow). Throws RefusedError.
void install_allow_all_filter(int calls = 40);

} // namespace nohz::bench
