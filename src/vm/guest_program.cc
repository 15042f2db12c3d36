// SPDX-License-Identifier: GPL-2.0-or-later
// Finds the guest program that fits a kernel's architecture.
#include "vm/guest_program.h"

#include <array>
#include <cstdint>
#include <utility>

#include <elf.h>

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"
#include "base/version.h"

namespace nohz::vm
{

namespace
{

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, std::uint16_t>, 2> elf_machines = {{
    {"amd64", EM_X86_64},
    {"arm64", EM_AARCH64},
}};

// e_machine; EM_NONE where it is no ELF file.
std::uint16_t elf_machine(std::string_view content)
{
    constexpr std::size_t machine_offset = EI_NIDENT + 2;
    if (!content.starts_with(ELFMAG) || content.size() < machine_offset + 2)
        return EM_NONE;
    const auto low = static_cast<unsigned char>(content[machine_offset]);
    const auto high = static_cast<unsigned char>(content[machine_offset + 1]);
    return static_cast<std::uint16_t>(high << 8 | low);
}

} // namespace

fs::path find_guest_program(std::string_view arch, std::string_view own_arch, const fs::path& named)
{
    if (!named.empty())
        return named;
    const std::string name = arch == own_arch ? "guest-init" : fmt::format("guest-init-{}", arch);
    std::error_code ignored;
    for (const fs::path& folder : {own_program_dir() / ".." / "vm", fs::path(package_libexec_dir)})
        if (fs::is_regular_file(folder / name, ignored))
            return (folder / name).lexically_normal();
    throw RefusedError(
        name, fmt::format("is not in {}", package_libexec_dir),
        arch == own_arch
            ? "install the package whole, or name it with --guest-program"
            : fmt::format("name a guest-init built for {} with --guest-program", arch));
}

std::string read_guest_program(const fs::path& file, std::string_view arch)
{
    std::string content = read_file(file);
    if (content.empty())
        throw InputError(file, 0, "is empty", "give the guest program, guest-init");
    const std::uint16_t machine = elf_machine(content);
    for (const auto& [known, number] : elf_machines)
        if (known == arch && machine != EM_NONE && machine != number)
            throw InputError(file, 0, fmt::format("is a program for another machine than {}", arch),
                             fmt::format("give a guest-init built for {}", arch));
    return content;
}

} // namespace nohz::vm
