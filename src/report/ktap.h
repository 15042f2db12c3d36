// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as KTAP, the test protocol of the kernel.
#pragma once

#include <string>

#include "report/evidence.h"

namespace nohz::report
{

// Version 1 (Documentation/dev-tools/ktap.rst): a test a machine and kernel, in it a subtest a
// scenario and a rule (test_cases.h). What was not measured, and INCONCLUSIVE, is `ok ... # SKIP`
// with the reason.
std::string to_ktap(const Evidence& evidence);

} // namespace nohz::report
