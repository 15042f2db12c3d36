// SPDX-License-Identifier: GPL-2.0-or-later
// The figures of a run as JSON members, shared by the record and nohz-measure's document.
#include "record/run_fields.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace nohz::record
{

namespace
{

bool is_op_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.:+-").find(c) != std::string_view::npos;
}

// "0", "0.05", "1", "1.0".
bool is_share(std::string_view text)
{
    const std::optional<double> number = parse_number(text);
    return number && *number >= 0 && *number <= 1 && (text[0] == '0' || text[0] == '1') &&
           (text.size() == 1 || (text.size() > 2 && text[1] == '.')) &&
           text.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::optional<std::uint64_t> read_count(const Value& value)
{
    return value.known() ? std::optional(value.whole()) : std::nullopt;
}

std::map<std::string, double> read_quantiles(const Value& value)
{
    std::map<std::string, double> quantiles;
    if (!value.known())
        return quantiles;
    for (const auto& [share, figure] : value.members(most_quantiles)) {
        if (!is_share(share))
            figure.refuse("is no quantile", "a key from \"0\" to \"1\"");
        quantiles.emplace_hint(quantiles.end(), share, figure.figure());
    }
    return quantiles;
}

void require_agreement(const Value& mean, const Run& run, std::string_view total_name)
{
    const double expected = static_cast<double>(run.total) / static_cast<double>(run.iterations);
    if (std::abs(run.mean - expected) > mean_tolerance + expected * 1e-9)
        mean.refuse(fmt::format("is {}, which does not agree with the {} and iterations beside it",
                                run.mean, total_name),
                    fmt::format("{}", expected));
}

} // namespace

std::string_view to_string(Unit unit) noexcept
{
    return unit == Unit::nanoseconds ? "ns" : "instructions";
}

std::optional<Unit> parse_unit(std::string_view text) noexcept
{
    for (const Unit unit : {Unit::nanoseconds, Unit::instructions})
        if (text == to_string(unit))
            return unit;
    return std::nullopt;
}

FigureNames figure_names(Unit unit) noexcept
{
    if (unit == Unit::nanoseconds)
        return {"total_nsec", "mean_ns", "typical_ns", "quantiles_ns"};
    return {"total_instructions", "mean_instructions", "typical_instructions",
            "quantiles_instructions"};
}

std::string read_op(const Value& value)
{
    const std::string op = value.text();
    if (op.empty() || op.size() > 64 || !std::all_of(op.begin(), op.end(), is_op_character))
        value.refuse(fmt::format("is \"{}\"", printable(op, 100)),
                     "1 to 64 letters, digits and \"_.:+-\"");
    return op;
}

Run read_run_figures(const Value& run, const FigureNames& names)
{
    Run read;
    read.iterations = run["iterations"].whole(1);
    read.total = run[names.total].whole(1);
    read.mean = run[names.mean].figure();
    require_agreement(run[names.mean], read, names.total);
    if (const Value typical = run[names.typical]; typical.known())
        read.typical = typical.figure();
    read.quantiles = read_quantiles(run[names.quantiles]);
    read.batches = read_count(run["batches"]);
    read.interrupted_batches = read_count(run["interrupted_batches"]);
    read.counted_ns = read_count(run["counted_ns"]);
    read.involuntary_switches = read_count(run["involuntary_switches"]);
    read.timer_interrupts = read_count(run["timer_interrupts"]);
    read.other_interrupts = read_count(run["other_interrupts"]);
    read.steal_ns = read_count(run["steal_ns"]);
    if (const Value cpus = run["cpus_seen"]; cpus.known())
        read.cpus_seen = cpus.cpu_list().to_string();
    read.disturbed = run["disturbed"].text_or_empty();
    return read;
}

} // namespace nohz::record
