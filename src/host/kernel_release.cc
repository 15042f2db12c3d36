// SPDX-License-Identifier: GPL-2.0-or-later
// The release of the running kernel, from whichever file of a tree says it.
#include "host/kernel_release.h"

#include <sys/utsname.h>

#include "base/text.h"

namespace nohz::host
{

std::string read_kernel_release(const Tree& tree)
{
    if (utsname name{}; tree.is_live() && ::uname(&name) == 0)
        return printable(name.release);
    if (std::string release = tree.line_or_empty("/proc/sys/kernel/osrelease"); !release.empty())
        return release;
    // "Linux version 6.1.0-57-amd64 (debian-kernel@...) ..."
    const std::string version = tree.line_or_empty("/proc/version");
    const auto words = split_words(version);
    if (words.size() > 2 && words[0] == "Linux" && words[1] == "version")
        return std::string(words[2]);
    const std::vector<std::string> uname = uname_words_of_sosreport(tree);
    return uname.size() > 2 ? uname[2] : "";
}

std::vector<std::string> uname_words_of_sosreport(const Tree& tree)
{
    const std::string line = tree.line_or_empty("/sos_commands/kernel/uname_-a");
    std::vector<std::string> words;
    for (const std::string_view word : split_words(line))
        words.emplace_back(word);
    return words;
}

} // namespace nohz::host
