// SPDX-License-Identifier: GPL-2.0-or-later
// Recognises the kernel images that distributions ship, and makes them ready for QEMU.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace nohz::vm
{

// A kernel that QEMU's -kernel takes.
struct KernelImage {
    std::string arch;    // Debian's name: "amd64" or "arm64"
    std::string release; // as `uname -r` will print it
    std::string content; // bzImage or arm64 Image, unpacked from gzip or EFI zboot if need be
};

// Largest kernel image read, packed or unpacked.
inline constexpr std::size_t largest_kernel = 512U << 20;

// Recognises `content`, which came from `file`:
// bzImage (Documentation/arch/x86/boot.rst), arm64 Image (Documentation/arch/arm64/booting.rst),
// either of them packed with gzip, and an EFI zboot image with a gzip payload
// (drivers/firmware/efi/libstub/zboot-header.S).
// Throws InputError that says what the file is instead; RefusedError for a kernel that is one but
// of an architecture or packing that cannot be booted here.
KernelImage parse_kernel_image(std::string content, const std::filesystem::path& file);

// The start of a Debian package.
bool is_debian_package(std::string_view content) noexcept;

} // namespace nohz::vm
