// SPDX-License-Identifier: GPL-2.0-or-later
// The machine and the boot out of a record's JSON.
#pragma once

#include "record/record.h"
#include "record/value.h"

namespace nohz::record
{

inline constexpr std::size_t most_entries = 1000; // of a list of texts or of an object of them

host::Machine read_host(const Value& host);
host::Boot read_boot_facts(const Value& boot);

} // namespace nohz::record
