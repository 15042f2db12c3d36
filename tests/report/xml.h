// SPDX-License-Identifier: GPL-2.0-or-later
// XML held against its rules and schemas by xmllint.
#pragma once

#include <string>

namespace nohz::report::test
{

// Fails the test where `document` is not well-formed, or not valid by the schema file, if one is
// given. Without xmllint it skips the test.
void expect_well_formed(const std::string& document, const std::string& schema = {});

} // namespace nohz::report::test
