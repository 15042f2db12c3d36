// SPDX-License-Identifier: GPL-2.0-or-later
// What a rule compares, in words.
#pragma once

#include <string>

#include "check/check.h"

namespace nohz::report
{

// "scenario 3 isolated CPU 4 / scenario 4 housekeeping CPU 64, means", "timer interrupts a second,
// scenario 3 isolated CPU 4"; without CPUs and kind of figure where there is no ratio.
std::string sides_words(const check::RuleResult& rule);

} // namespace nohz::report
