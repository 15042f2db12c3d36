// SPDX-License-Identifier: GPL-2.0-or-later
// Characters that are not ASCII, where a TOML file may have them and where not.
#include "base/toml_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace nohz
{

namespace
{

#define O_UMLAUT "\xc3\x96"

TEST(TomlText, MayHoldAnyCharacterInTextsAndComments)
{
    for (const char* text : {"", "a = [1, {b = 2}]\n", "# " O_UMLAUT "\n", "a = \"" O_UMLAUT "\"\n",
                             "  a.b-c_d  =  '" O_UMLAUT "'  # " O_UMLAUT "\r\n",
                             "\xef\xbb\xbf"
                             "a = 1\n"})
        EXPECT_NO_THROW(require_safe_toml(text, "f.toml")) << text;
}

TEST(TomlText, IsRefusedWithTheLineOfAnyOtherOne)
{
    for (const char* line :
         {O_UMLAUT " = 2", "b = 5" O_UMLAUT, "[" O_UMLAUT "]", "a = \"" O_UMLAUT, "a = ''" O_UMLAUT,
          "a=\"" O_UMLAUT "\"", "a = 1\"" O_UMLAUT "\"", "a = '\"' \"" O_UMLAUT "\"",
          "a = \"\\\"" O_UMLAUT "\"", "a = \"\"\"" O_UMLAUT "\"\"\"", "# ''' " O_UMLAUT,
          "a b = '" O_UMLAUT "'", "= '" O_UMLAUT "'", "\x0b" O_UMLAUT}) {
        const std::string text = "first = 1\n" + std::string(line) + "\n";
        try {
            require_safe_toml(text, "f.toml");
            ADD_FAILURE() << text;
        } catch (const InputError& error) {
            EXPECT_THAT(error.what(), testing::StartsWith("f.toml:2: a character")) << text;
        }
    }
}

} // namespace

} // namespace nohz
