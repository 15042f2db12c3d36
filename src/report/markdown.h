// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as GitHub flavoured Markdown.
#pragma once

#include <string>

#include "report/evidence.h"

namespace nohz::report
{

// Verdict, figures, rules, what is missing, hazards and provenance, in tables.
std::string to_markdown(const Evidence& evidence);

} // namespace nohz::report
