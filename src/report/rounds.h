// SPDX-License-Identifier: GPL-2.0-or-later
// The interleaved rounds that a rule's ratio comes from, in words.
#pragma once

#include <string>

#include "report/evidence.h"

namespace nohz::report
{

// "from 15 interleaved rounds on CPUs 1 and 0", "from 240 interleaved rounds in 2 boots on CPUs 3
// and 0, 3 and 1": why the ratio is not the quotient of the figures of the two placements. "" where
// rounds have no part in it.
std::string rounds_words(const Section& section, const check::RuleResult& rule);

} // namespace nohz::report
