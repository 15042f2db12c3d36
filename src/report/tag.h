// SPDX-License-Identifier: GPL-2.0-or-later
// The tag that the evidence allows on a bug of a stable release update.
#pragma once

#include <string>

#include "report/evidence.h"

namespace nohz::report
{

// "Tag to set: verification-done-jammy-linux" for PASS, "...-failed-..." for FAIL, by what machines
// themselves measured: an emulator's figures count for nothing here. Why there is none for the
// other verdicts, and where an isolated CPU was not compared with a housekeeping one; "" where no
// series is known.
std::string tag_line(const Evidence& evidence);

} // namespace nohz::report
