// SPDX-License-Identifier: GPL-2.0-or-later
// The sentence that a report begins with. printable(), as words.h.
#pragma once

#include <string>
#include <vector>

#include "report/evidence.h"

namespace nohz::report
{

// The rule that decides a section's verdict; null where none could be applied.
const check::RuleResult* deciding_rule(const Section& section);

// "PASS: kernel 5.15.0-86-generic on arm64: an isolated CPU takes 1.353 times ...": a section's
// conclusion in one sentence.
std::string conclusion(const Section& section, const check::Rules& rules);

// The conclusion of all of it, with the bug and the test cases that were not measured.
std::string headline(const Evidence& evidence, const std::vector<Section>& sections);

} // namespace nohz::report
