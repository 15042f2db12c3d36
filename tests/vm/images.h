// SPDX-License-Identifier: GPL-2.0-or-later
// Small kernel images and packages made up for tests: headers as the boot documents define them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace nohz::vm::test
{

// Writes `value` as `size` little-endian bytes at `offset`.
void put(std::string& content, std::size_t offset, std::size_t size, std::uint64_t value);
void put(std::string& content, std::size_t offset, std::string_view text);

// A bzImage of `release`; `is_64_bit` is XLF_KERNEL_64.
std::string bzimage(std::string_view release, bool is_64_bit = true);

// An arm64 Image with an EFI stub's PE header that says where the file ends.
std::string arm64_image(std::string_view release);

// gzip of `content`.
std::string gzip(std::string_view content);

// An EFI zboot image around `payload`.
std::string zboot(std::string_view payload, std::string_view packing);

void write(const std::filesystem::path& file, std::string_view content);

// A .deb made by dpkg-deb out of the tree under `tree` (without DEBIAN/).
std::filesystem::path make_package(const std::filesystem::path& tree,
                                   const std::filesystem::path& package,
                                   std::string_view depends = {});

} // namespace nohz::vm::test
