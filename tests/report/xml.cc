// SPDX-License-Identifier: GPL-2.0-or-later
// XML held against its rules and schemas by xmllint.
#include "xml.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/process.h"

namespace nohz::report::test
{

void expect_well_formed(const std::string& document, const std::string& schema)
{
    if (!find_program("xmllint"))
        GTEST_SKIP() << "xmllint (libxml2-utils) is not installed";
    const TemporaryDirectory folder("xml");
    const std::string file = (folder.path() / "document.xml").string();
    const std::filesystem::path log = folder.path() / "log";
    write_new_file(file, document);
    std::vector<std::string> words = {"xmllint", "--noout", "--nonet", "--huge"};
    if (!schema.empty())
        words.insert(words.end(), {"--schema", schema});
    words.push_back(file);
    ChildProcess child(words, ChildProcess::Output::file, log);
    EXPECT_EQ(describe_status(child.wait()), "exit status 0") << read_file(log).substr(0, 2000);
}

} // namespace nohz::report::test
