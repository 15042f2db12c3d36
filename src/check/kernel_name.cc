// SPDX-License-Identifier: GPL-2.0-or-later
// What a kernel release says of upstream version and flavour, as Debian and Ubuntu write it.
#include "check/kernel_name.h"

#include "base/text.h"

namespace nohz::check
{

std::string version_of(std::string_view release)
{
    return std::string(release.substr(0, release.find_first_not_of("0123456789.")));
}

std::string flavour_of(std::string_view release)
{
    std::string flavour;
    const auto words = split(release, '-');
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const bool is_number =
            !word.empty() && (word[0] == '+' || (word[0] >= '0' && word[0] <= '9'));
        if (is_number && flavour.empty())
            continue;
        flavour += (flavour.empty() ? "" : "-") + std::string(word);
    }
    return flavour;
}

} // namespace nohz::check
