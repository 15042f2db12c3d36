// SPDX-License-Identifier: GPL-2.0-or-later
// The verdict as a JSON document for programs.
#include "report/json.h"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace nohz::report
{

namespace
{

using Json = nlohmann::ordered_json;

template <typename T>
Json or_null(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

std::string with_unit(std::string_view name, record::Unit unit)
{
    return fmt::format("{}_{}", name, record::to_string(unit));
}

Json side_to_json(const check::Side& side)
{
    if (side.scenario == 0)
        return nullptr;
    Json json = {{"scenario", side.scenario}, {"placement", "same"}};
    if (side.placement)
        json["placement"] = host::to_string(*side.placement);
    return json;
}

Json rule_to_json(const check::RuleResult& rule)
{
    Json json = {{"name", rule.name},
                 {"unit", record::to_string(rule.unit)},
                 {"machine", rule.machine},
                 {"kernel", rule.kernel},
                 {"op", rule.op},
                 {"numerator", side_to_json(rule.numerator)},
                 {"denominator", side_to_json(rule.denominator)}};
    json["ratio"] = rule.is_rate ? Json(nullptr) : or_null(rule.ratio);
    json["low"] = or_null(rule.low);
    json["high"] = or_null(rule.high);
    json["inactive_ratio"] = or_null(rule.inactive_ratio);
    json["limit"] = or_null(rule.limit);
    if (rule.is_rate)
        json["rate_per_second"] = or_null(rule.ratio);
    json[with_unit("added", rule.unit)] = or_null(rule.added);
    json[with_unit("max_added", rule.unit)] = or_null(rule.max_added);
    json["verdict"] = check::to_string(rule.verdict);
    json["indicative"] = rule.indicative;
    json["reason"] = rule.reason;
    return json;
}

Json sample_to_json(const check::Sample& sample)
{
    Json json = {{"scenario", sample.placed.scenario},
                 {"placement", host::to_string(sample.placed.placement)},
                 {"cpu", or_null(sample.placed.cpu)},
                 {"op", sample.op},
                 {"unit", record::to_string(sample.unit)},
                 {"machine", sample.machine},
                 {"kernel", sample.kernel},
                 {"boots", sample.boots},
                 {"runs", sample.runs},
                 {"disturbed_runs", sample.disturbed}};
    json[with_unit("mean", sample.unit)] = sample.runs > 0 ? Json(sample.mean) : Json(nullptr);
    json[with_unit("typical", sample.unit)] = or_null(sample.typical);
    return json;
}

std::string unit_of(const check::Report& report)
{
    std::set<std::string_view> units;
    for (const check::RuleResult& rule : report.rules)
        units.insert(record::to_string(rule.unit));
    return units.size() == 1 ? std::string(*units.begin()) : "mixed";
}

} // namespace

std::string to_json(const check::Report& report)
{
    Json json = {{"verdict", check::to_string(report.verdict)},
                 {"unit", unit_of(report)},
                 {"rules", Json::array()},
                 {"samples", Json::array()},
                 {"notes", report.notes},
                 {"records", Json::array()}};
    for (const check::RuleResult& rule : report.rules)
        json["rules"].push_back(rule_to_json(rule));
    for (const check::Sample& sample : report.samples)
        json["samples"].push_back(sample_to_json(sample));
    for (const check::RecordSource& source : report.records)
        json["records"].push_back({{"path", source.path}, {"sha256", source.sha256}});
    return safe_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

} // namespace nohz::report
