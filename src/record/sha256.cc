// SPDX-License-Identifier: GPL-2.0-or-later
// The SHA-256 of a text, by which a report says which evidence it stands on.
#include "record/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace nohz::record
{

namespace
{

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t big_endian(const unsigned char* bytes)
{
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
           std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

std::array<std::uint32_t, 64> schedule(const unsigned char* block)
{
    std::array<std::uint32_t, 64> words{};
    for (std::size_t i = 0; i < 16; ++i)
        words[i] = big_endian(block + 4 * i);
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t a = words[i - 15];
        const std::uint32_t b = words[i - 2];
        const std::uint32_t s0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3);
        const std::uint32_t s1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10);
        words[i] = words[i - 16] + s0 + words[i - 7] + s1;
    }
    return words;
}

} // namespace

void Sha256::mix(const unsigned char* block)
{
    const std::array<std::uint32_t, 64> words = schedule(block);
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t choice = (e & f) ^ (~e & g);
        const std::uint32_t t1 = h + s1 + choice + round_constants[i] + words[i];
        const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + s0 + majority;
    }
    const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state_.size(); ++i)
        state_[i] += mixed[i];
}

void Sha256::add(std::string_view text)
{
    bytes_ += text.size();
    while (!text.empty()) {
        const std::size_t taken = std::min(text.size(), block_.size() - filled_);
        std::memcpy(block_.data() + filled_, text.data(), taken);
        filled_ += taken;
        text.remove_prefix(taken);
        if (filled_ == block_.size()) {
            mix(block_.data());
            filled_ = 0;
        }
    }
}

std::string Sha256::hex()
{
    const std::uint64_t bits = bytes_ * 8;
    add(std::string_view("\x80", 1));
    while (filled_ != 56)
        add(std::string_view("\0", 1));
    std::string length(8, '\0');
    for (std::size_t i = 0; i < length.size(); ++i)
        length[i] = static_cast<char>(bits >> (56 - 8 * i) & 0xff);
    add(length);
    std::string text;
    for (const std::uint32_t word : state_)
        text += fmt::format("{:08x}", word);
    return text;
}

std::string sha256_hex(std::string_view text)
{
    Sha256 hash;
    hash.add(text);
    return hash.hex();
}

} // namespace nohz::record
