// SPDX-License-Identifier: GPL-2.0-or-later
// A system call as bare as the architecture allows: no libc around it, no errno.
#pragma once

#include <unistd.h>

#include <sys/syscall.h>

namespace nohz::measure
{

// Both return what the kernel returns: a negative errno for an error (elsewhere than on x86-64 and
// arm64, where this is syscall(2): -1).

#if defined(__x86_64__)

// Registers: the System V ABI of x86-64, appendix A.2.1.
inline long raw_syscall(long number) noexcept
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number) : "rcx", "r11", "memory");
    return result;
}

inline long raw_syscall(long number, long first, const void* second, long third) noexcept
{
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(first), "S"(second), "d"(third)
                     : "rcx", "r11", "memory");
    return result;
}

#elif defined(__aarch64__)

// Registers: arch/arm64/kernel/entry.S; number in x8, arguments and result from x0 on.
inline long raw_syscall(long number) noexcept
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0");
    __asm__ volatile("svc #0" : "=r"(x0) : "r"(x8) : "memory");
    return x0;
}

inline long raw_syscall(long number, long first, const void* second, long third) noexcept
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = first;
    register const void* x1 __asm__("x1") = second;
    register long x2 __asm__("x2") = third;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
}

#else

inline long raw_syscall(long number) noexcept
{
    return ::syscall(number);
}

inline long raw_syscall(long number, long first, const void* second, long third) noexcept
{
    return ::syscall(number, first, second, third);
}

#endif

} // namespace nohz::measure
