// SPDX-License-Identifier: GPL-2.0-or-later
// Two kernels compared, as a terminal and as a program want it.
#include "report/kernels.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/colour.h"
#include "base/layout.h"
#include "base/text.h"
#include "report/format.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

using Json = nlohmann::ordered_json;

Colour colour_of(check::Change change)
{
    switch (change) {
    case check::Change::regression:
        return Colour::bad;
    case check::Change::not_sure:
        return Colour::unsure;
    case check::Change::improvement:
        return Colour::good;
    case check::Change::none:
    case check::Change::slower:
    case check::Change::faster:
        return Colour::faint;
    }
    return Colour::bad;
}

std::string row_line(const check::KernelRow& row, bool colour)
{
    const std::string cpu = row.placed.cpu ? fmt::format("{}", *row.placed.cpu) : "-";
    const std::string interval = format_interval(row.unit, row.low, row.high);
    return fmt::format("{:>2} {:<12} {:>3} {:<10} {:>8} {:>8} {:>6} {:>11} {}{}\n",
                       row.placed.scenario, host::to_string(row.placed.placement), cpu,
                       printable(row.op, 10), format_cost(row.base), format_added(row.added),
                       format_ratio(row.ratio), interval,
                       painted(check::to_string(row.change), colour_of(row.change), colour),
                       row.indicative ? "*" : "");
}

std::string rows_table(const check::KernelComparison& comparison, bool colour)
{
    std::string text;
    std::string heading;
    for (const check::KernelRow& row : comparison.rows) {
        const std::string of_row =
            fmt::format("{}, {} per entry", printable(row.machine, 50),
                        row.unit == record::Unit::instructions ? "instructions" : "nanoseconds");
        if (of_row != heading)
            text += fmt::format("\n{}\n{:>2} {:<12} {:>3} {:<10} {:>8} {:>8} {:>6} {:>11} {}\n",
                                of_row, "sc", "placement", "CPU", "entry path", "base", "added",
                                "ratio", "interval", "change");
        heading = of_row;
        text += row_line(row, colour);
        if (!row.reason.empty())
            text += wrapped(printable(row.reason), "      ", "      ");
    }
    return text;
}

bool any_indicative(const check::KernelComparison& comparison)
{
    for (const check::KernelRow& row : comparison.rows)
        if (row.indicative)
            return true;
    return false;
}

} // namespace

std::string to_table(const check::KernelComparison& comparison, const TableOptions& options)
{
    std::string verdict = painted_verdict(comparison.verdict, options.colour) + "\n";
    if (options.quiet)
        return verdict;
    std::string text = fmt::format(
        "base: {}\nnew:  {}\nlimit {}\n", printable(joined(comparison.base_kernels, ", "), 70),
        printable(joined(comparison.new_kernels, ", "), 70), format_ratio(comparison.limit));
    text += rows_table(comparison, options.colour) + "\n";
    if (any_indicative(comparison))
        text += wrapped("* indicative: one boot a side, so no interval between boots; two boots or "
                        "more of each kernel give one",
                        "", "  ");
    for (const std::string& note : comparison.notes)
        text += wrapped(printable("note: " + note), "", "  ");
    return text + verdict;
}

std::string to_json(const check::KernelComparison& comparison)
{
    Json json = {{"verdict", check::to_string(comparison.verdict)},
                 {"limit", comparison.limit},
                 {"base_kernels", comparison.base_kernels},
                 {"new_kernels", comparison.new_kernels},
                 {"rows", Json::array()},
                 {"notes", comparison.notes}};
    for (const check::KernelRow& row : comparison.rows) {
        const std::string_view unit = record::to_string(row.unit);
        json["rows"].push_back({{"scenario", row.placed.scenario},
                                {"placement", host::to_string(row.placed.placement)},
                                {"cpu", row.placed.cpu ? Json(*row.placed.cpu) : Json(nullptr)},
                                {"op", row.op},
                                {"unit", unit},
                                {"machine", row.machine},
                                {fmt::format("base_{}", unit), row.base},
                                {fmt::format("added_{}", unit), row.added},
                                {"ratio", row.ratio},
                                {"low", row.low ? Json(*row.low) : Json(nullptr)},
                                {"high", row.high ? Json(*row.high) : Json(nullptr)},
                                {"indicative", row.indicative},
                                {"change", check::to_string(row.change)},
                                {"reason", row.reason}});
    }
    return safe_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

} // namespace nohz::report
