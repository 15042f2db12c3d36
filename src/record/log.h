// SPDX-License-Identifier: GPL-2.0-or-later
// One reference-style log: what the timed loop of Launchpad bug 1919154 printed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace nohz::record
{

inline constexpr std::uint64_t reference_iterations = 100'000'000;

// How many iterations a log is of, from the strongest source to the weakest: the option, a line
// `loop N` of the log itself, host.toml, the reference's 100,000,000.
struct IterationSources {
    std::optional<std::uint64_t> option;
    std::optional<std::uint64_t> host_toml;
};

struct Log {
    std::uint64_t total_nsec = 0;
    std::uint64_t iterations = 0;
    std::string_view iterations_from; // "--iterations", "the logs", "host.toml", "the reference"
};

// The last two lines that are not blank must be `total N nsec` and `avg N nsec`, with avg the
// integer part of total / iterations; CRLF, blanks at the ends and anything in the lines above are
// as good. Throws InputError with file and line.
Log parse_log(std::string_view text, const std::filesystem::path& name,
              const IterationSources& sources);

} // namespace nohz::record
