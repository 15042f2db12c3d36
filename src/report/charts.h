// SPDX-License-Identifier: GPL-2.0-or-later
// The charts of the HTML page. Each is one inline SVG with its text alternative, or "" where the
// evidence has nothing to draw. `id` must be unique in the page.
#pragma once

#include <string>

#include "report/evidence.h"

namespace nohz::report
{

// Each rule's ratio with its interval beside its limit.
std::string rules_chart(const Section& section, const check::Rules& rules, const std::string& id);

// A strip a placement: each run's typical figure (its mean where there is none) with the quantiles
// of its batches, and the figure of all of them.
std::string runs_chart(const Section& section, const std::string& id);

// A strip a pair: the ratio of each interleaved round, their median, the interval of their mean.
std::string rounds_chart(const Section& section, const check::Rules& rules, const std::string& id);

// The same for CPUs measured against themselves.
std::string self_check_chart(const Section& section, const check::Rules& rules,
                             const std::string& id);

// Each placement's figure over the boots, where there are two of the same kind or more.
std::string history_chart(const Section& section, const std::string& id);

} // namespace nohz::report
