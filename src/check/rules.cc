// SPDX-License-Identifier: GPL-2.0-or-later
// Rules: limits on the ratio of two samples, as thresholds files give them.
#include "check/rules.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "base/toml_text.h"

namespace nohz::check
{

namespace
{

constexpr std::size_t largest_thresholds_file = 1U << 20;
constexpr std::string_view same_placement = "same";
constexpr std::string_view basis_suffix = "_basis";

bool is_basis(std::string_view key)
{
    return key.ends_with(basis_suffix);
}

void set_rate(Rule& rule, double value)
{
    rule.max_timer_interrupts_per_second = value;
    rule.rate_basis.clear();
}

// That without architecture ("") replaces those of every architecture.
void set_max_ratio(std::map<std::string, Limits>& limits, const std::string& arch, double value)
{
    for (auto& [name, of_arch] : limits)
        if (arch.empty() || name == arch) {
            of_arch.max_ratio = std::nullopt;
            of_arch.basis.clear();
        }
    limits[arch].max_ratio = value;
}

// One thresholds file on its way into `rules`.
class ThresholdsReader
{
public:
    ThresholdsReader(Rules& rules, const std::filesystem::path& file) : rules_(rules), file_(file)
    {
    }

    void read(const toml::table& document)
    {
        for (const auto& [key, value] : document) {
            if (key == "decision")
                read_decision(table_of(value, key.str()));
            else if (key == "rule")
                read_rules(table_of(value, key.str()));
            else
                refuse_key(key, "decision, rule");
        }
    }

private:
    [[noreturn]] void refuse(const toml::source_region& where, std::string_view what,
                             std::string_view remedy = {}) const
    {
        throw InputError(file_, where.begin.line, what, remedy);
    }

    [[noreturn]] void refuse_key(const toml::key& key, std::string_view valid) const
    {
        refuse(key.source(), fmt::format("unknown key '{}'", key.str()),
               fmt::format("known here: {}", valid));
    }

    const toml::table& table_of(const toml::node& node, std::string_view name) const
    {
        if (const toml::table* table = node.as_table())
            return *table;
        refuse(node.source(), fmt::format("'{}' is not a table", name));
    }

    double positive_number(const toml::node& node, std::string_view name) const
    {
        const auto value = node.value<double>();
        if (!node.is_number() || !value || !std::isfinite(*value) || *value <= 0)
            refuse(node.source(), fmt::format("'{}' is not a positive number", name),
                   "give a number such as 1.50");
        return *value;
    }

    std::string text_of(const toml::node& node, std::string_view name) const
    {
        const auto value = node.value_exact<std::string>();
        if (!value || value->empty())
            refuse(node.source(), fmt::format("'{}' is not a text", name));
        return *value;
    }

    bool flag_of(const toml::node& node, std::string_view name) const
    {
        const auto value = node.value_exact<bool>();
        if (!value)
            refuse(node.source(), fmt::format("'{}' is neither true nor false", name));
        return *value;
    }

    void read_decision(const toml::table& table)
    {
        for (const auto& [key, value] : table) {
            if (key == "confidence") {
                rules_.confidence = positive_number(value, key.str());
                if (rules_.confidence >= 1 || rules_.confidence < 0.5)
                    refuse(value.source(), "'confidence' is not between 0.5 and 1",
                           "give a share such as 0.95");
            } else if (key == "indicative_margin") {
                rules_.indicative_margin = positive_number(value, key.str());
            } else {
                refuse_key(key, "confidence, indicative_margin");
            }
        }
    }

    // toml++ orders tables by key; people order them in the file.
    void read_rules(const toml::table& table)
    {
        std::vector<std::pair<std::string, const toml::node*>> in_order;
        for (const auto& [key, value] : table)
            in_order.emplace_back(key.str(), &value);
        std::stable_sort(in_order.begin(), in_order.end(), [](const auto& a, const auto& b) {
            return a.second->source().begin.line < b.second->source().begin.line;
        });
        for (const auto& [name, node] : in_order)
            read_rule(name, table_of(*node, name), node->source());
    }

    void read_rule(const std::string& name, const toml::table& table,
                   const toml::source_region& where)
    {
        const auto known = std::find_if(rules_.rules.begin(), rules_.rules.end(),
                                        [&](const Rule& rule) { return rule.name == name; });
        Rule rule = known == rules_.rules.end() ? Rule{} : *known;
        rule.name = name;
        // Limits for all architectures first, whatever the order in the file: they clear the rest.
        for (const auto& [key, value] : table)
            if (key != "arch" && !is_basis(key))
                read_rule_key(rule, key, value);
        read_bases(rule, "", table);
        if (const toml::node* arch = table.get("arch"))
            read_architectures(rule, table_of(*arch, "arch"));
        require_whole(rule, where);
        if (known == rules_.rules.end())
            rules_.rules.push_back(std::move(rule));
        else
            *known = std::move(rule);
    }

    void read_rule_key(Rule& rule, const toml::key& key, const toml::node& value)
    {
        if (read_limit(rule, "", key, value))
            return;
        if (key == "question")
            rule.question = text_of(value, key.str());
        else if (key == "op")
            rule.op = text_of(value, key.str());
        else if (key == "numerator")
            rule.numerator = side_of(value, key.str());
        else if (key == "denominator")
            rule.denominator = side_of(value, key.str());
        else if (key == "same_kernel")
            rule.same_kernel = flag_of(value, key.str());
        else if (key == "max_timer_interrupts_per_second")
            set_rate(rule, positive_number(value, key.str()));
        else
            refuse_key(key, known_of_rule);
    }

    void read_architectures(Rule& rule, const toml::table& table)
    {
        for (const auto& [key, node] : table) {
            const std::string arch(key.str());
            const toml::table& limits = table_of(node, arch);
            for (const auto& [name, value] : limits)
                if (!is_basis(name) && !read_limit(rule, arch, name, value))
                    refuse_key(name, known_of_arch);
            read_bases(rule, arch, limits);
        }
    }

    // Behind the limits of its table: another limit takes the basis of the one before away.
    void read_bases(Rule& rule, const std::string& arch, const toml::table& table) const
    {
        for (const auto& [key, value] : table)
            if (is_basis(key))
                read_basis(rule, arch, key, value);
    }

    void read_basis(Rule& rule, const std::string& arch, const toml::key& key,
                    const toml::node& value) const
    {
        const std::string_view limit = key.str().substr(0, key.str().size() - basis_suffix.size());
        std::string* basis = nullptr;
        if (limit == "max_ratio")
            basis = basis_of(rule.time_limits, arch);
        else if (limit == "max_ratio_instructions")
            basis = basis_of(rule.instruction_limits, arch);
        else if (limit != "max_timer_interrupts_per_second" || !arch.empty())
            refuse_key(key, arch.empty() ? known_of_rule : known_of_arch);
        else if (rule.max_timer_interrupts_per_second)
            basis = &rule.rate_basis;
        if (!basis)
            refuse(value.source(), fmt::format("'{}' without a {}", key.str(), limit),
                   "give the limit that it is the basis of");
        *basis = text_of(value, key.str());
    }

    static std::string* basis_of(std::map<std::string, Limits>& limits, const std::string& arch)
    {
        const auto found = limits.find(arch);
        return found == limits.end() || !found->second.max_ratio ? nullptr : &found->second.basis;
    }

    bool read_limit(Rule& rule, const std::string& arch, const toml::key& key,
                    const toml::node& value)
    {
        const std::string_view name = key.str();
        const bool exact = name.ends_with("_instructions");
        auto& limits = exact ? rule.instruction_limits : rule.time_limits;
        if (name == "max_ratio" || name == "max_ratio_instructions")
            set_max_ratio(limits, arch, positive_number(value, name));
        else if (name == "max_added_ns" || name == "max_added_instructions")
            set_max_added(limits, arch, positive_number(value, name));
        else
            return false;
        return true;
    }

    static void set_max_added(std::map<std::string, Limits>& limits, const std::string& arch,
                              double value)
    {
        if (arch.empty())
            for (auto& [name, of_arch] : limits)
                of_arch.max_added = std::nullopt;
        limits[arch].max_added = value;
    }

    Side side_of(const toml::node& node, std::string_view name) const
    {
        Side side;
        for (const auto& [key, value] : table_of(node, name)) {
            if (key == "scenario")
                side.scenario = scenario_of(value);
            else if (key == "placement")
                side.placement = placement_of(value);
            else
                refuse_key(key, "scenario, placement");
        }
        if (side.scenario == 0)
            refuse(node.source(), fmt::format("'{}' has no scenario", name));
        return side;
    }

    int scenario_of(const toml::node& node) const
    {
        const auto value = node.value_exact<std::int64_t>();
        if (!value || *value < 1 || *value > 4)
            refuse(node.source(), "unknown scenario", "scenarios are 1, 2, 3 and 4");
        return static_cast<int>(*value);
    }

    std::optional<host::Placement> placement_of(const toml::node& node) const
    {
        const std::string text = text_of(node, "placement");
        if (text == same_placement)
            return std::nullopt;
        const auto placement = host::parse_placement(text);
        if (!placement)
            refuse(node.source(), fmt::format("unknown placement '{}'", text),
                   "placements are unpinned, pinned, isolated, housekeeping and same");
        return placement;
    }

    void require_whole(const Rule& rule, const toml::source_region& where) const
    {
        if (rule.numerator.scenario == 0)
            refuse(where, fmt::format("rule '{}' has no numerator", rule.name),
                   "a rule that no other file gives needs one; is the name misspelt?");
        if (rule.max_timer_interrupts_per_second)
            return;
        if (rule.denominator.scenario == 0)
            refuse(where, fmt::format("rule '{}' has no denominator", rule.name));
        if (rule.numerator.placement.has_value() != rule.denominator.placement.has_value())
            refuse(where, "placement 'same' needs to stand on both sides");
        if (rule.time_limits.empty() && rule.instruction_limits.empty())
            refuse(where, fmt::format("rule '{}' has no limit", rule.name),
                   "give max_ratio or max_added_ns");
    }

    static constexpr std::string_view known_of_rule =
        "question, op, numerator, denominator, same_kernel, max_ratio, max_ratio_basis, "
        "max_added_ns, max_ratio_instructions, max_ratio_instructions_basis, "
        "max_added_instructions, max_timer_interrupts_per_second, "
        "max_timer_interrupts_per_second_basis, arch";
    static constexpr std::string_view known_of_arch =
        "max_ratio, max_ratio_basis, max_added_ns, max_ratio_instructions, "
        "max_ratio_instructions_basis, max_added_instructions";

    Rules& rules_;
    const std::filesystem::path& file_;
};

} // namespace

Limits Rule::limits(record::Unit unit, const std::string& arch) const
{
    const auto& table = unit == record::Unit::instructions ? instruction_limits : time_limits;
    Limits result;
    for (const std::string& key : {std::string(), arch}) {
        const auto found = table.find(key);
        if (found == table.end())
            continue;
        if (found->second.max_ratio) {
            result.max_ratio = found->second.max_ratio;
            result.basis = found->second.basis;
        }
        if (found->second.max_added)
            result.max_added = found->second.max_added;
    }
    return result;
}

void apply_thresholds(Rules& rules, std::string_view text, const std::filesystem::path& name)
{
    require_safe_toml(text, name);
    try {
        ThresholdsReader(rules, name).read(toml::parse(text, name.string()));
    } catch (const toml::parse_error& e) {
        throw InputError(name, e.source().begin.line, e.description());
    }
}

void apply_thresholds(Rules& rules, const std::filesystem::path& file)
{
    apply_thresholds(rules, read_file(file, largest_thresholds_file), file);
}

void apply_limit_option(Rules& rules, std::string_view option)
{
    const auto equals = option.find('=');
    const std::string_view name = option.substr(0, equals);
    const auto limit =
        equals == std::string_view::npos ? std::nullopt : parse_number(option.substr(equals + 1));
    if (!limit || *limit <= 0)
        throw UsageError("--limit",
                         fmt::format("'{}' is not RULE=NUMBER with a positive number", option));
    for (Rule& rule : rules.rules) {
        if (rule.name != name)
            continue;
        if (rule.max_timer_interrupts_per_second) {
            set_rate(rule, *limit);
            return;
        }
        for (auto* table : {&rule.time_limits, &rule.instruction_limits})
            set_max_ratio(*table, "", *limit);
        return;
    }
    std::string names;
    for (const Rule& rule : rules.rules)
        names += (names.empty() ? "" : ", ") + rule.name;
    throw UsageError("--limit", fmt::format("no rule is called '{}'", name),
                     fmt::format("rules: {}", names));
}

} // namespace nohz::check
