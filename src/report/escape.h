// SPDX-License-Identifier: GPL-2.0-or-later
// Texts from records made harmless for each format. A record is somebody's file.
#pragma once

#include <string>
#include <string_view>

namespace nohz::report
{

inline constexpr std::size_t longest_escaped = 4096; // bytes before escaping; the rest is cut

// For the text and the attributes of XML and HTML: printable(), without what XML 1.0 forbids
// (section 2.2), and with the five characters of markup escaped.
std::string xml_text(std::string_view text, std::size_t longest = longest_escaped);

// For a paragraph, list item or table cell of GitHub flavoured Markdown: no markup, no raw HTML, no
// new cell, no mention of a user.
std::string markdown_text(std::string_view text, std::size_t longest = longest_escaped);

// For the description or diagnostic of a KTAP line: one line of printable text without '#', which
// starts a directive (Documentation/dev-tools/ktap.rst).
std::string ktap_text(std::string_view text, std::size_t longest = 1000);

} // namespace nohz::report
