// SPDX-License-Identifier: GPL-2.0-or-later
// Any text as grub.cfg: no entry is found, or the one derived from it is found again as it was
// meant.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/grub_config.h"

using namespace nohz::campaign;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    sources_custom_cfg(text);
    takes_next_entry_once(text);
    const auto entry = find_grub_entry(text, "6.1");
    if (!entry)
        return 0;
    const std::vector<std::string> parameters = {"root=x", "nohz_full=1"};
    const auto derived = find_grub_entry(derive_entry(*entry, "id", "title", parameters), "6.1");
    if (!derived || derived->parameters() != parameters || derived->title != "title" ||
        derived->body.size() != entry->body.size() || derived->options != entry->options)
        std::abort();
    return 0;
}
