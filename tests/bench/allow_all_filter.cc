// SPDX-License-Identifier: GPL-2.0-or-later
// A seccomp filter that forbids nothing and costs what one does.
#include "allow_all_filter.h"

#include <cerrno>
#include <cstddef>
#include <vector>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/error.h"

namespace nohz::bench
{

namespace
{

constexpr unsigned no_such_call = 0x3fff0000;

sock_filter statement(unsigned code, std::size_t value)
{
    return {static_cast<__u16>(code), 0, 0, static_cast<__u32>(value)};
}

std::vector<sock_filter> program(int calls)
{
    std::vector<sock_filter> filter = {
        statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
        statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
    };
    // Jumps nowhere: to the next statement in either case.
    for (int i = 0; i < calls; ++i)
        filter.push_back(
            statement(BPF_JMP | BPF_JEQ | BPF_K, no_such_call + static_cast<unsigned>(i)));
    filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    return filter;
}

} // namespace

void install_allow_all_filter(int calls)
{
    std::vector<sock_filter> filter = program(calls);
    const sock_fprog description = {static_cast<unsigned short>(filter.size()), filter.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw system_refusal(errno, "no_new_privs");
    if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &description) != 0)
        throw system_refusal(errno, "seccomp filter");
}

} // namespace nohz::bench
