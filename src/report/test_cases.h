// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as test cases, one for each scenario and one for each rule: junit and ktap.
#pragma once

#include <string>
#include <vector>

#include "report/evidence.h"

namespace nohz::report
{

// INCONCLUSIVE is a skip: a measurement that could not tell is no regression, and a test that
// fails now and then is believed by nobody. It is no pass either; its message says so.
enum class Outcome { pass, fail, skip };

struct TestCase {
    std::string name;    // "scenario-3", "isolated-vs-housekeeping"; printable
    std::string message; // figures, or why there are none; printable
    Outcome outcome = Outcome::skip;
    double seconds = 0; // that the runs took
};

std::vector<TestCase> test_cases_of(const Section& section, const check::Rules& rules);

} // namespace nohz::report
