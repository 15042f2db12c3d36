// SPDX-License-Identifier: GPL-2.0-or-later
// What may have spoiled the figures, as boots recorded it.
#include "report/hazards.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "report/format.h"
#include "report/provenance.h"

namespace nohz::report
{

std::vector<host::Hazard> hazards_of(const record::Record& record)
{
    std::vector<host::Hazard> hazards = record.boot.hazards;
    if (record.unit == record::Unit::instructions)
        std::erase_if(hazards, [](const host::Hazard& hazard) {
            return hazard.id == "tsc-unstable" || hazard.id == "clock-source-slow";
        });
    return hazards;
}

std::vector<HazardOfBoots> hazards_of(const Section& section)
{
    std::vector<HazardOfBoots> all;
    std::map<std::pair<std::string, std::string>, std::size_t> index;
    for (const record::Record* record : section.records)
        for (host::Hazard& hazard : hazards_of(*record)) {
            const auto [found, is_new] =
                index.try_emplace({hazard.id, hazard.evidence}, all.size());
            if (is_new)
                all.push_back({std::move(hazard), {}});
            std::vector<const record::Record*>& records = all[found->second].records;
            if (records.empty() || records.back() != record)
                records.push_back(record);
        }
    return all;
}

std::vector<HazardKind> hazard_kinds_of(const Section& section)
{
    using Key = std::pair<host::HazardGroup, std::string>;
    std::vector<HazardKind> kinds;
    std::map<Key, std::size_t> index;
    std::map<Key, std::set<const record::Record*>> records;
    for (HazardOfBoots& reading : hazards_of(section)) {
        const Key key{reading.hazard.group, reading.hazard.id};
        records[key].insert(reading.records.begin(), reading.records.end());
        const auto [found, is_new] = index.try_emplace(key, kinds.size());
        if (is_new)
            kinds.emplace_back();
        HazardKind& kind = kinds[found->second];
        kind.readings.push_back(std::move(reading));
        kind.records = records[key].size();
    }
    std::stable_sort(kinds.begin(), kinds.end(), [](const HazardKind& a, const HazardKind& b) {
        return a.readings.front().hazard.group < b.readings.front().hazard.group;
    });
    return kinds;
}

std::string boots_suffix(const HazardOfBoots& hazard, const Section& section)
{
    if (section.records.size() < 2)
        return "";
    if (hazard.records.size() == section.records.size())
        return fmt::format(" [all {} records]", section.records.size());
    std::vector<std::string> names;
    names.reserve(hazard.records.size());
    for (const record::Record* record : hazard.records)
        names.push_back(file_name(*record));
    return fmt::format(" [{}]", first_few(std::move(names)));
}

std::vector<std::string> notes_beside_hazards(const Evidence& evidence)
{
    std::set<std::string> said;
    for (const record::Record& record : evidence.records)
        for (const host::Hazard& hazard : record.boot.hazards)
            said.insert(hazard.id + " (" + hazard.evidence + ")");
    std::vector<std::string> notes = evidence.report.notes;
    std::erase_if(notes, [&said](const std::string& note) {
        const auto colon = note.find(": "); // behind the kernel's release
        return colon != std::string::npos && said.contains(note.substr(colon + 2));
    });
    return notes;
}

} // namespace nohz::report
