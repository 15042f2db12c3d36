// SPDX-License-Identifier: GPL-2.0-or-later
// Gets a kernel and its configuration out of what the user named: a vmlinuz file or a package.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "vm/kernel_image.h"

namespace nohz::vm
{

struct Kernel {
    std::filesystem::path given; // as the user named it
    KernelImage image;
    std::string config; // text of the config file that belongs to it; empty where none was found
};

// Reads `file`: a kernel image, whose config is looked for beside it (config-RELEASE, config) and
// in ../lib/modules/RELEASE and ../usr/lib/modules/RELEASE; or a .deb that holds one as
// boot/vmlinuz-* or usr/lib/modules/RELEASE/vmlinuz (Debian's packaging from 7.x on), whose config
// is looked for in the package, then in linux-base-RELEASE_*.deb beside it. Needs dpkg-deb and tar
// for packages.
// Throws RefusedError (missing, not readable: the remedy tells how) or InputError.
Kernel read_kernel(const std::filesystem::path& file);

// vmlinuz-* in `boot`, in order of their versions.
// Throws RefusedError where there is none.
std::vector<std::filesystem::path> installed_kernels(const std::filesystem::path& boot);

} // namespace nohz::vm
