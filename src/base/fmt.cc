// SPDX-License-Identifier: GPL-2.0-or-later
// fmt's own code, compiled once for all: Debian ships no static libfmt, the programs must not need
// the shared one, and header-only use in each file makes compiling three times as long.
#define FMT_HEADER_ONLY 1
#include <fmt/format.h>

namespace nohz
{

namespace
{

// Naming the functions here is what emits them; the other files call them as a library's. So they
// use fmt::format and fmt::print only: fmt::join and the like call more of fmt.
[[gnu::used]] std::string (*const format_text)(fmt::string_view, fmt::format_args) = fmt::vformat;
[[gnu::used]] void (*const print_text)(fmt::string_view, fmt::format_args) = fmt::vprint;
[[gnu::used]] void (*const print_to_file)(std::FILE*, fmt::string_view,
                                          fmt::format_args) = fmt::vprint;

} // namespace

} // namespace nohz
