// SPDX-License-Identifier: GPL-2.0-or-later
// The SHA-256 of a text, by which a report says which evidence it stands on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nohz::record
{

// FIPS 180-4, section 6.2.
class Sha256
{
public:
    void add(std::string_view text);

    // The hash of all that was added, 64 lower-case hexadecimal digits. Call it once, at the end.
    std::string hex();

private:
    void mix(const unsigned char* block);

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> block_{};
    std::size_t filled_ = 0;
    std::uint64_t bytes_ = 0;
};

std::string sha256_hex(std::string_view text);

} // namespace nohz::record
