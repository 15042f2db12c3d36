// SPDX-License-Identifier: GPL-2.0-or-later
// Characters that are not ASCII, where TOML allows them and where it does not.
#include "base/toml_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace nohz
{

namespace
{

TEST(TomlText, MayHoldAnyCharacterInStringsAndComments)
{
    for (const char* text :
         {"", "a = 1\n", "a = \"\xc3\x96\"\n", "a = '\xc3\x96'  # \xc3\x96\n",
          "a = \"\\\"\xc3\x96\"\n", "a = \"\"\"x\n\xc3\x96 \" \xc3\x96\n\"\"\"\n",
          "a = '''\n\\\xc3\x96'''\n",
          "\xef\xbb\xbf"
          "a = 1\n",
          "a = \"\"\n# \"\xc3\x96\n"})
        EXPECT_NO_THROW(require_ascii_outside_strings(text, "f.toml")) << text;
}

TEST(TomlText, IsRefusedWithTheLineOfAnyOtherOne)
{
    for (const char* text : {"a = 1\n\xc3\x96 = 2\n", "a = ''\nb = 5\xc3\x96\n",
                             "# '\n[\xc3\x96]\n", "a = '\\'\n\xc3\x96\n", "a = \"x\n\xc3\x96\n"}) {
        try {
            require_ascii_outside_strings(text, "f.toml");
            ADD_FAILURE() << text;
        } catch (const InputError& error) {
            EXPECT_THAT(error.what(), testing::StartsWith("f.toml:2: not TOML")) << text;
        }
    }
}

} // namespace

} // namespace nohz
