// SPDX-License-Identifier: GPL-2.0-or-later
// What a kernel release says of upstream version and flavour, as Debian and Ubuntu write it.
#pragma once

#include <string>
#include <string_view>

namespace nohz::check
{

// "5.15.0" of "5.15.0-86-generic": what stands before the first character that is no digit or dot.
std::string version_of(std::string_view release);

// "generic", "cloud-amd64": the words at the end that do not begin with a digit or '+', without
// those of a test build ("6.12.9+deb13-cloud-amd64" gives "cloud-amd64"); "" where there is none.
std::string flavour_of(std::string_view release);

} // namespace nohz::check
