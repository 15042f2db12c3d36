// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as JUnit XML, which every CI reads.
#pragma once

#include <string>

#include "report/evidence.h"

namespace nohz::report
{

// A test suite a machine and kernel, a test case a scenario and a rule (test_cases.h). The subset
// of the JUnit format that Jenkins, GitLab and GitHub agree on; tests/report/junit.xsd describes
// it.
std::string to_junit(const Evidence& evidence);

} // namespace nohz::report
