// SPDX-License-Identifier: GPL-2.0-or-later
// Which packages the running kernel and this tool came from, as the package manager says it.
#pragma once

#include <map>
#include <string>

namespace nohz::cli
{

// By package name, what `apt-cache policy NAME` prints: the version installed, and the archive and
// pocket that offer it. Only of packages that are installed; empty where there is no apt-cache.
std::map<std::string, std::string> package_policies(const std::string& kernel_release);

} // namespace nohz::cli
