// SPDX-License-Identifier: GPL-2.0-or-later
// For the tests of comments: their text without its lines, and the width of those.
#pragma once

#include <gtest/gtest.h>

#include "base/layout.h"
#include "evidence.h"

namespace nohz::report
{

// What line breaks and indents separate, put together again.
inline std::string without_blanks(const std::string& text)
{
    std::string out;
    for (const char c : text)
        if (c != ' ' && c != '\n')
            out += c;
    return out;
}

inline void expect_eighty_columns(const std::string& text)
{
    for (const std::string_view line : split_lines(text))
        EXPECT_LE(columns_of(line), terminal_columns) << line;
}

} // namespace nohz::report
