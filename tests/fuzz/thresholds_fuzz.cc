// SPDX-License-Identifier: GPL-2.0-or-later
// Thresholds files: every text is rules or an InputError, nothing else.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "check/rules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    nohz::check::Rules rules;
    try {
        nohz::check::apply_thresholds(rules, text, "thresholds.toml");
    } catch (const nohz::InputError&) {
    }
    return 0;
}
