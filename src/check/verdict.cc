// SPDX-License-Identifier: GPL-2.0-or-later
// The four answers, and how several of them make one.
#include "check/verdict.h"

#include <algorithm>

namespace nohz::check
{

namespace
{

int weight(Verdict verdict) noexcept
{
    switch (verdict) {
    case Verdict::skip:
        return 0;
    case Verdict::pass:
        return 1;
    case Verdict::inconclusive:
        return 2;
    case Verdict::fail:
        return 3;
    }
    return 3;
}

} // namespace

std::string_view to_string(Verdict verdict) noexcept
{
    switch (verdict) {
    case Verdict::pass:
        return "PASS";
    case Verdict::fail:
        return "FAIL";
    case Verdict::inconclusive:
        return "INCONCLUSIVE";
    case Verdict::skip:
        return "SKIP";
    }
    return "FAIL";
}

ExitCode exit_code_of(Verdict verdict) noexcept
{
    switch (verdict) {
    case Verdict::pass:
        return ExitCode::pass;
    case Verdict::fail:
        return ExitCode::fail;
    case Verdict::inconclusive:
        return ExitCode::inconclusive;
    case Verdict::skip:
        return ExitCode::skip;
    }
    return ExitCode::fail;
}

Verdict combine(Verdict a, Verdict b) noexcept
{
    return weight(a) >= weight(b) ? a : b;
}

} // namespace nohz::check
