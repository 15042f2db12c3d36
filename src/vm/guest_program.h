// SPDX-License-Identifier: GPL-2.0-or-later
// Finds the guest program that fits a kernel's architecture.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace nohz::vm
{

// `named` if it is not empty; else "guest-init" for this machine's architecture and
// "guest-init-ARCH" for another: in ../vm beside the running program (a build tree), then where it
// is installed.
// Throws RefusedError where there is none.
std::filesystem::path find_guest_program(std::string_view arch, std::string_view own_arch,
                                         const std::filesystem::path& named);

// Reads it. Throws RefusedError (cannot be read) or InputError (empty, or an ELF program of another
// architecture than `arch`).
std::string read_guest_program(const std::filesystem::path& file, std::string_view arch);

} // namespace nohz::vm
