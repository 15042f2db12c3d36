// SPDX-License-Identifier: GPL-2.0-or-later
// The four answers, and how several of them make one.
#pragma once

#include <string_view>

#include "base/error.h"

namespace nohz::check
{

enum class Verdict { pass, fail, inconclusive, skip };

// "PASS", "FAIL", "INCONCLUSIVE", "SKIP".
std::string_view to_string(Verdict verdict) noexcept;

ExitCode exit_code_of(Verdict verdict) noexcept;

// FAIL beats INCONCLUSIVE beats PASS beats SKIP.
Verdict combine(Verdict a, Verdict b) noexcept;

} // namespace nohz::check
