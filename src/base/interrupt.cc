// SPDX-License-Identifier: GPL-2.0-or-later
// Ctrl-C and SIGTERM as a flag, so that what was measured is kept before the program ends.
#include "base/interrupt.h"

#include <array>
#include <csignal>
#include <cstdio>

namespace nohz
{

namespace
{

constexpr std::array caught_signals = {SIGINT, SIGTERM, SIGHUP};

// The only way a signal handler may tell: an atomic flag of this kind.
volatile std::sig_atomic_t signal_that_came = 0;

void note_signal(int number)
{
    signal_that_came = number;
}

} // namespace

void catch_interrupts()
{
    for (const int number : caught_signals) {
        struct sigaction action = {};
        action.sa_handler = note_signal;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        sigemptyset(&action.sa_mask);
        sigaction(number, &action, nullptr);
    }
}

int interrupt_signal() noexcept
{
    return signal_that_came;
}

void end_by_interrupt_signal()
{
    const int number = signal_that_came;
    if (number == 0)
        return;
    std::fflush(nullptr);
    std::signal(number, SIG_DFL);
    std::raise(number);
}

} // namespace nohz
