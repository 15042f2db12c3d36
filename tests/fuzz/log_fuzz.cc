// SPDX-License-Identifier: GPL-2.0-or-later
// Any text as a reference-style log and as a host.toml: refused with a clean message, or sound.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "record/host_toml.h"
#include "record/log.h"

namespace
{

template <typename Body>
void refused_cleanly_or(Body body)
{
    try {
        body();
    } catch (const nohz::InputError& error) {
        if (nohz::printable(error.what(), 10000) != error.what())
            std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    refused_cleanly_or([&] {
        const auto log = nohz::record::parse_log(text, "taskset.1", {});
        if (log.iterations == 0 || log.total_nsec == 0)
            std::abort();
    });
    refused_cleanly_or([&] { nohz::record::parse_host_toml(text, "host.toml"); });
    return 0;
}
