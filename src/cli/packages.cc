// SPDX-License-Identifier: GPL-2.0-or-later
// Which packages the running kernel and this tool came from, as the package manager says it.
#include "cli/packages.h"

#include <algorithm>
#include <exception>

#include "base/process.h"
#include "base/text.h"

namespace nohz::cli
{

namespace
{

// As Debian's policy manual allows it in section 5.6.1, with the characters of a kernel release.
bool is_package_name(const std::string& name)
{
    return std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
               std::string_view("+-.~_").find(c) != std::string_view::npos;
    });
}

bool says_installed(const std::string& policy)
{
    for (const std::string_view line : split_lines(policy))
        if (const std::string_view text = trim(line); text.starts_with("Installed:"))
            return text != "Installed: (none)";
    return false;
}

// "" where apt-cache fails: evidence beside the figures is no reason to lose them.
std::string policy_of(const std::string& name)
{
    try {
        return run_and_read({"env", "LC_ALL=C.UTF-8", "apt-cache", "policy", name});
    } catch (const std::exception&) {
        return "";
    }
}

} // namespace

std::map<std::string, std::string> package_policies(const std::string& kernel_release)
{
    std::map<std::string, std::string> policies;
    if (!find_program("apt-cache"))
        return policies;
    for (const std::string& name :
         {"linux-image-" + kernel_release, "linux-image-unsigned-" + kernel_release,
          std::string("nohz-overhead")}) {
        if (!is_package_name(name))
            continue;
        if (std::string policy = policy_of(name); says_installed(policy))
            policies.emplace(name, std::move(policy));
    }
    return policies;
}

} // namespace nohz::cli
