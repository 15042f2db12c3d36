// SPDX-License-Identifier: GPL-2.0-or-later
// Builds the initramfs that a guest boots from: byte for byte the same for the same content.
#include "vm/initramfs.h"

#include <utility>

#include <sys/stat.h>

#include <fmt/format.h>

namespace nohz::vm
{

namespace
{

constexpr std::size_t entry_alignment = 4;
constexpr std::size_t archive_alignment = 512;

void pad(std::string& bytes, std::size_t alignment)
{
    bytes.append((alignment - bytes.size() % alignment) % alignment, '\0');
}

} // namespace

void CpioArchive::add(std::string_view path, const Entry& entry)
{
    const std::uint32_t links = S_ISDIR(entry.mode) ? 2 : 1;
    const std::uint32_t inode = entry.mode == 0 ? 0 : ++last_inode_;
    // magic, ino, mode, uid, gid, nlink, mtime, filesize, device of the file system (2), device
    // that the entry is (2), name size with its null byte, checksum (0 in newc).
    bytes_ += fmt::format("070701{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}"
                          "{:08X}{:08X}",
                          inode, entry.mode, 0, 0, links, 0, entry.content.size(), 0, 0,
                          entry.device_major, entry.device_minor, path.size() + 1, 0);
    bytes_ += path;
    bytes_ += '\0';
    pad(bytes_, entry_alignment);
    bytes_ += entry.content;
    pad(bytes_, entry_alignment);
}

void CpioArchive::add_directory(std::string_view path)
{
    add(path, {S_IFDIR | 0755, 0, 0, {}});
}

void CpioArchive::add_file(std::string_view path, std::uint32_t permissions,
                           std::string_view content)
{
    add(path, {S_IFREG | permissions, 0, 0, content});
}

void CpioArchive::add_character_device(std::string_view path, std::uint32_t permissions,
                                       std::uint32_t major, std::uint32_t minor)
{
    add(path, {S_IFCHR | permissions, major, minor, {}});
}

std::string CpioArchive::finish()
{
    add("TRAILER!!!", {});
    pad(bytes_, archive_alignment);
    return std::move(bytes_);
}

std::string build_initramfs(std::string_view guest_program, std::string_view release,
                            std::string_view config)
{
    CpioArchive archive;
    for (const char* directory : {"boot", "dev", "proc", "sys"})
        archive.add_directory(directory);
    // init's standard streams, before devtmpfs is mounted (Documentation/admin-guide/devices.txt).
    archive.add_character_device("dev/console", 0600, 5, 1);
    archive.add_file("init", 0755, guest_program);
    if (!config.empty())
        archive.add_file("boot/config-" + std::string(release), 0644, config);
    return archive.finish();
}

} // namespace nohz::vm
