// SPDX-License-Identifier: GPL-2.0-or-later
// What may have spoiled the figures, as boots recorded it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/evidence.h"

namespace nohz::report
{

// The hazards of a boot that bear on its figures: an unstable clock does not where instructions are
// counted.
std::vector<host::Hazard> hazards_of(const record::Record& record);

// A hazard and the records that have it, which are boots in the order of their time.
struct HazardOfBoots {
    host::Hazard hazard;
    std::vector<const record::Record*> records;
};

// Each hazard of a section once: same id and same evidence.
std::vector<HazardOfBoots> hazards_of(const Section& section);

// A hazard by its name, with each evidence of it once.
struct HazardKind {
    std::vector<HazardOfBoots> readings; // at least one; all of the same id and group
    std::size_t records = 0;             // that have any of them
};

// The hazards of a section by name, those that spoil most first.
std::vector<HazardKind> hazard_kinds_of(const Section& section);

// " [6.1.0-57-amd64-active-2.json]", " [all 4 records]": which of a section's records have it; ""
// where the section has but one record.
std::string boots_suffix(const HazardOfBoots& hazard, const Section& section);

// The notes of check, without those that repeat a hazard of a record.
std::vector<std::string> notes_beside_hazards(const Evidence& evidence);

} // namespace nohz::report
