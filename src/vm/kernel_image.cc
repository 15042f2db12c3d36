// SPDX-License-Identifier: GPL-2.0-or-later
// Recognises the kernel images that distributions ship, and makes them ready for QEMU.
#include "vm/kernel_image.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include "base/error.h"
#include "base/text.h"

namespace nohz::vm
{

namespace
{

using namespace std::string_view_literals;

constexpr std::string_view what_is_wanted =
    "give a kernel as distributions ship it: vmlinuz (bzImage, arm64 Image, gzip or EFI zboot) or "
    "a linux-image .deb";

// Little-endian number of `size` bytes at `offset`; 0 where the file is too short.
std::uint64_t number_at(std::string_view content, std::size_t offset, std::size_t size)
{
    if (content.size() < offset + size)
        return 0;
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(content[offset + i]);
    return value;
}

bool has_at(std::string_view content, std::size_t offset, std::string_view magic)
{
    return content.size() >= offset && content.substr(offset).starts_with(magic);
}

bool is_bzimage(std::string_view content)
{
    return has_at(content, 0x202, "HdrS") && has_at(content, 0x1fe, "\x55\xaa");
}

bool is_arm64_image(std::string_view content)
{
    return has_at(content, 0x38, "ARM\x64");
}

bool is_zboot(std::string_view content)
{
    return has_at(content, 0, "MZ") && has_at(content, 4, "zimg");
}

bool is_gzip(std::string_view content)
{
    return has_at(content, 0, "\x1f\x8b\x08");
}

bool is_text(std::string_view content)
{
    return std::all_of(content.begin(),
                       content.begin() + std::min<std::ptrdiff_t>(
                                             512, static_cast<std::ptrdiff_t>(content.size())),
                       [](unsigned char c) { return c >= 0x20 || std::isspace(c); });
}

std::string describe_other(std::string_view content)
{
    if (content.empty())
        return "is empty";
    if (has_at(content, 0,
               "\x7f"
               "ELF"))
        return "is an ELF file (an unpacked vmlinux or a program), not a bootable kernel image";
    if (has_at(content, 0,
               "\xfd"
               "7zXZ\0"sv) ||
        has_at(content, 0, "\x28\xb5\x2f\xfd") || has_at(content, 0, "BZh"))
        return "is a compressed file, not a kernel image";
    if (has_at(content, 0, "07070"))
        return "is a cpio archive (an initramfs), not a kernel image";
    if (has_at(content, 0x24, "\x18\x28\x6f\x01") || has_at(content, 0x38, "RSC\x05"))
        return "is a kernel image of an architecture that vm cannot boot";
    if (is_text(content))
        return "is a text file, not a kernel image";
    return "is no kernel image, or only the start of one";
}

[[noreturn]] void refuse_truncated(const std::filesystem::path& file, std::size_t has,
                                   std::size_t needs)
{
    throw InputError(
        file, 0, fmt::format("is cut short: {} bytes of a kernel image of {} bytes", has, needs),
        "copy the kernel again");
}

// A word as a kernel release has it, from `start` on.
std::string release_at(std::string_view content, std::size_t start)
{
    std::string release;
    while (start < content.size() && std::isgraph(static_cast<unsigned char>(content[start])) &&
           release.size() < 128)
        release += content[start++];
    return release;
}

// Every image that runs holds init/version.c's banner; only the format string, which has no number
// behind these words, comes before it.
std::string release_from_banner(std::string_view content)
{
    constexpr std::string_view banner = "Linux version ";
    for (auto at = content.find(banner); at != std::string_view::npos;
         at = content.find(banner, at + 1)) {
        std::string release = release_at(content, at + banner.size());
        if (!release.empty() && std::isdigit(static_cast<unsigned char>(release.front())))
            return release;
    }
    return {};
}

KernelImage parse_bzimage(std::string content, const std::filesystem::path& file)
{
    const std::size_t setup_sectors = number_at(content, 0x1f1, 1);
    const std::size_t needs = ((setup_sectors == 0 ? 4 : setup_sectors) + 1) * 512 +
                              static_cast<std::size_t>(number_at(content, 0x1f4, 4)) * 16;
    if (content.size() < needs)
        refuse_truncated(file, content.size(), needs);
    // xloadflags, bit 0 (XLF_KERNEL_64), since boot protocol 2.12.
    const bool is_64_bit =
        number_at(content, 0x206, 2) >= 0x20c && (number_at(content, 0x236, 2) & 1) != 0;
    if (!is_64_bit)
        throw RefusedError(file.string(), "is a 32-bit x86 kernel, which has no NO_HZ_FULL",
                           "give an amd64 or arm64 kernel");
    const std::size_t version = number_at(content, 0x20e, 2);
    std::string release = version == 0 ? "" : release_at(content, version + 0x200);
    if (release.empty())
        throw InputError(file, 0, "is a bzImage that does not name its version", what_is_wanted);
    return {"amd64", std::move(release), std::move(content)};
}

// The end of the last section in the file, by the PE header that the EFI stub needs; 0 without one.
std::size_t end_of_pe_sections(std::string_view content)
{
    if (!has_at(content, 0, "MZ"))
        return 0;
    const std::size_t pe = number_at(content, 0x3c, 4);
    if (!has_at(content, pe, "PE\0\0"sv))
        return 0;
    const std::size_t sections = number_at(content, pe + 6, 2);
    const std::size_t table = pe + 24 + number_at(content, pe + 20, 2);
    std::size_t end = 0;
    for (std::size_t i = 0; i < sections; ++i)
        end = std::max<std::size_t>(end, number_at(content, table + i * 40 + 16, 4) +
                                             number_at(content, table + i * 40 + 20, 4));
    return end;
}

KernelImage parse_arm64_image(std::string content, const std::filesystem::path& file)
{
    if (const std::size_t needs = end_of_pe_sections(content); content.size() < needs)
        refuse_truncated(file, content.size(), needs);
    std::string release = release_from_banner(content);
    if (release.empty())
        throw InputError(file, 0, "is an arm64 Image without a version in it: it is cut short",
                         "copy the kernel again");
    return {"arm64", std::move(release), std::move(content)};
}

// Unpacks a gzip stream; what follows it (padding) is left alone.
std::string unpack_gzip(std::string_view packed, const std::filesystem::path& file)
{
    z_stream stream{};
    if (packed.size() > std::numeric_limits<uInt>::max() || inflateInit2(&stream, 15 + 16) != Z_OK)
        throw InputError(file, 0, "cannot be unpacked", what_is_wanted);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string unpacked;
    int status = Z_OK;
    while (status == Z_OK && unpacked.size() < largest_kernel) {
        const std::size_t had = unpacked.size();
        unpacked.resize(had + (8U << 20));
        stream.next_out = reinterpret_cast<Bytef*>(unpacked.data() + had);
        stream.avail_out = 8U << 20;
        status = inflate(&stream, Z_NO_FLUSH);
        unpacked.resize(unpacked.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (status == Z_BUF_ERROR)
        throw InputError(file, 0, "is cut short: the gzip data in it has no end",
                         "copy the kernel again");
    if (status != Z_STREAM_END)
        throw InputError(file, 0, "holds damaged gzip data, or far more than a kernel",
                         what_is_wanted);
    return unpacked;
}

std::string unpack_zboot(std::string_view content, const std::filesystem::path& file)
{
    const std::size_t offset = number_at(content, 8, 4);
    const std::size_t size = number_at(content, 12, 4);
    const std::string_view packing =
        content.substr(24, 32).substr(0, content.substr(24).find('\0'));
    if (content.size() < offset + size)
        refuse_truncated(file, content.size(), offset + size);
    if (packing != "gzip")
        throw RefusedError(
            file.string(),
            fmt::format("is an EFI zboot image packed with {}, not gzip", printable(packing, 20)),
            fmt::format("unpack it first: tail -c +{} FILE | head -c {} | {} -dc >Image",
                        offset + 1, size, printable(packing, 20)));
    return unpack_gzip(content.substr(offset, size), file);
}

} // namespace

bool is_debian_package(std::string_view content) noexcept
{
    return content.starts_with("!<arch>\ndebian-binary");
}

KernelImage parse_kernel_image(std::string content, const std::filesystem::path& file)
{
    if (is_zboot(content))
        content = unpack_zboot(content, file);
    else if (is_gzip(content))
        content = unpack_gzip(content, file);
    if (is_bzimage(content))
        return parse_bzimage(std::move(content), file);
    if (is_arm64_image(content))
        return parse_arm64_image(std::move(content), file);
    throw InputError(file, 0, describe_other(content), what_is_wanted);
}

} // namespace nohz::vm
