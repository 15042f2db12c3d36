// SPDX-License-Identifier: GPL-2.0-or-later
// Any text as a record: it is refused with a clean message, or written and read back the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "record/record.h"

using nohz::record::Record;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const Record record = nohz::record::parse_record(text, "record.json");
        const std::string written = nohz::record::to_json(record);
        const Record again = nohz::record::parse_record(written, "record.json");
        if (again.runs != record.runs || again.pairs != record.pairs || again.boot != record.boot ||
            again.host != record.host || nohz::record::to_json(again) != written)
            std::abort();
    } catch (const nohz::InputError& error) {
        if (nohz::printable(error.what(), 10000) != error.what())
            std::abort();
    }
    return 0;
}
