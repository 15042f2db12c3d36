// SPDX-License-Identifier: GPL-2.0-or-later
// Ctrl-C and SIGTERM as a flag, so that what was measured is kept before the program ends.
#pragma once

namespace nohz
{

// From now on SIGINT, SIGTERM and SIGHUP set a flag and interrupt blocking system calls.
// A second signal of the kind ends the program at once.
void catch_interrupts();

// The signal that came, 0 if none did.
int interrupt_signal() noexcept;

// Ends this process by the signal that came, as a shell expects; returns if none did.
void end_by_interrupt_signal();

} // namespace nohz
