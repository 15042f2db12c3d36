// SPDX-License-Identifier: GPL-2.0-or-later
// Builds the initramfs that a guest boots from: byte for byte the same for the same content.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nohz::vm
{

// A cpio archive in "newc" form (Documentation/driver-api/early-userspace/buffer-format.rst), all
// owned by root, times 0, inode numbers counted from 1.
class CpioArchive
{
public:
    void add_directory(std::string_view path);
    void add_file(std::string_view path, std::uint32_t permissions, std::string_view content);
    void add_character_device(std::string_view path, std::uint32_t permissions, std::uint32_t major,
                              std::uint32_t minor);

    // The archive with its trailer, padded to 512 bytes; nothing may be added afterwards.
    std::string finish();

private:
    struct Entry {
        std::uint32_t mode = 0;
        std::uint32_t device_major = 0;
        std::uint32_t device_minor = 0;
        std::string_view content;
    };
    void add(std::string_view path, const Entry& entry);

    std::string bytes_;
    std::uint32_t last_inode_ = 0;
};

// /init (the guest program), /dev/console, /proc, /sys, /dev, and the kernel's config as
// /boot/config-RELEASE if it is known (`config` not empty).
std::string build_initramfs(std::string_view guest_program, std::string_view release,
                            std::string_view config);

} // namespace nohz::vm
