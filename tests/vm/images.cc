// SPDX-License-Identifier: GPL-2.0-or-later
// Small kernel images and packages made up for tests: headers as the boot documents define them.
#include "images.h"

#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <zlib.h>

#include "base/process.h"

namespace nohz::vm::test
{

void put(std::string& content, std::size_t offset, std::size_t size, std::uint64_t value)
{
    for (std::size_t i = 0; i < size; ++i)
        content.at(offset + i) = static_cast<char>(value >> (8 * i) & 0xff);
}

void put(std::string& content, std::size_t offset, std::string_view text)
{
    content.replace(offset, text.size(), text);
}

std::string bzimage(std::string_view release, bool is_64_bit)
{
    constexpr std::size_t setup_sectors = 3;
    constexpr std::size_t code_bytes = 1024;
    constexpr std::size_t version_offset = 0x400;
    std::string image((setup_sectors + 1) * 512 + code_bytes, '\0');
    put(image, 0x1f1, 1, setup_sectors);
    put(image, 0x1f4, 4, code_bytes / 16);
    put(image, 0x1fe, 2, 0xaa55);
    put(image, 0x202, "HdrS");
    put(image, 0x206, 2, 0x20f);
    put(image, 0x20e, 2, version_offset - 0x200);
    put(image, 0x236, 2, is_64_bit ? 1 : 0);
    put(image, version_offset, std::string(release) + " (builder@host) #1 SMP");
    return image;
}

std::string arm64_image(std::string_view release)
{
    constexpr std::size_t pe = 0x40;
    constexpr std::size_t sections = pe + 24;
    std::string image(4096, '\0');
    put(image, 0, "MZ");
    put(image, 0x38, "ARM\x64");
    put(image, 0x3c, 4, pe);
    put(image, pe, "PE");
    put(image, pe + 6, 2, 1);                 // sections
    put(image, pe + 20, 2, 0);                // size of the optional header
    put(image, sections + 16, 4, 4096 - 512); // size in the file
    put(image, sections + 20, 4, 512);        // offset in the file
    put(image, 1024, "Linux version %s (%s)");
    put(image, 2048, "Linux version " + std::string(release) + " (builder@host) (gcc) #1 SMP");
    return image;
}

std::string gzip(std::string_view content)
{
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("deflateInit2");
    std::string packed(deflateBound(&stream, content.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int status = deflate(&stream, Z_FINISH);
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    if (status != Z_STREAM_END)
        throw std::runtime_error("deflate");
    return packed;
}

std::string zboot(std::string_view payload, std::string_view packing)
{
    constexpr std::size_t offset = 512;
    std::string image(offset, '\0');
    put(image, 0, "MZ");
    put(image, 4, "zimg");
    put(image, 8, 4, offset);
    put(image, 12, 4, payload.size());
    put(image, 24, packing);
    return image + std::string(payload) + std::string(100, '\0');
}

void write(const std::filesystem::path& file, std::string_view content)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    out << content;
    if (!out.flush())
        throw std::runtime_error("cannot write " + file.string());
}

std::filesystem::path make_package(const std::filesystem::path& tree,
                                   const std::filesystem::path& package, std::string_view depends)
{
    write(tree / "DEBIAN/control",
          fmt::format("Package: linux-test\nVersion: 1\nArchitecture: amd64\nMaintainer: nobody "
                      "<nobody@example.org>\n{}Description: test\n",
                      depends.empty() ? "" : fmt::format("Depends: {}\n", depends)));
    run_and_read(
        {"dpkg-deb", "--build", "--root-owner-group", "-Znone", tree.string(), package.string()});
    return package;
}

} // namespace nohz::vm::test
