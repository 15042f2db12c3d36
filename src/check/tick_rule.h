// SPDX-License-Identifier: GPL-2.0-or-later
// The rule that the tick is stopped: timer interrupts a second on the isolated CPU.
#pragma once

#include "check/samples.h"

namespace nohz::check
{

// Counts over the undisturbed runs of the rule's numerator; those of interleaved pairs only where
// the CPU was not measured alone. Figures in time are judged by one-sided
// tests of that confidence (interrupts as events of a Poisson process); an exact guest repeats
// itself to the last interrupt, so its rate is compared with the limit as it is.
RuleResult check_tick(const Group& group, const Rule& rule, double confidence);

} // namespace nohz::check
