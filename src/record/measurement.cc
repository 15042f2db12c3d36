// SPDX-License-Identifier: GPL-2.0-or-later
// What nohz-measure printed becomes a part of a record.
#include "record/record.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "base/version.h"
#include "record/json_tree.h"
#include "record/run_fields.h"
#include "record/utc_time.h"
#include "record/value.h"

namespace nohz::record
{

namespace
{

// --pair prints a line a round first; the document is the last line.
std::string_view last_line(std::string_view text)
{
    text = trim(text);
    const auto newline = text.rfind('\n');
    return newline == std::string_view::npos ? text : text.substr(newline + 1);
}

void require_cpu(const Value& value, const Placed& placed)
{
    if (!placed.cpu)
        return;
    const auto cpu = value.whole(0, most_cpus - 1);
    if (static_cast<int>(cpu) != *placed.cpu)
        value.refuse(fmt::format("is {}", cpu),
                     fmt::format("{}, the CPU that was asked for,", *placed.cpu));
}

// Interrupted before its first batch ended: such a run has no figures.
bool is_without_figures(const Value& run)
{
    return run["iterations"].whole() == 0;
}

Pair read_pair(const Value& value, const std::string& op, const std::vector<Placed>& placed)
{
    if (placed.size() != 2)
        value.refuse(fmt::format("stands beside {} placements", placed.size()), "two of them");
    return {op, placed[0], placed[1], value["log_ratios"].numbers(most_rounds, largest_log_ratio)};
}

} // namespace

void add_measurement(Record& record, std::string_view measure_json,
                     const std::vector<Placed>& placed)
{
    const std::filesystem::path name = "output of nohz-measure";
    const nlohmann::json tree = parse_json_tree(last_line(measure_json), name);
    const Value document(tree, name);
    const std::string op = read_op(document["op"]);
    const std::vector<Value> runs = document["runs"].list(most_runs);
    if (runs.size() > placed.size())
        document["runs"].refuse(fmt::format("is a list of {}", runs.size()),
                                fmt::format("one of at most {}", placed.size()));
    std::vector<Run> read;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        require_cpu(runs[i]["cpu"], placed[i]);
        if (is_without_figures(runs[i]))
            continue;
        // One instruction is 1 ns of a guest's virtual time: the names are those of ns always.
        read.push_back(read_run_figures(runs[i], figure_names(Unit::nanoseconds)));
        read.back().placed = placed[i];
        read.back().op = op;
    }
    if (document["pair"].known())
        record.pairs.push_back(read_pair(document["pair"], op, placed));
    record.runs.insert(record.runs.end(), read.begin(), read.end());
}

Record begin_record(const std::filesystem::path& root)
{
    Record record;
    record.tool_version = tool_version;
    record.created = utc_now();
    record.source = "run";
    record.host = host::read_machine(root);
    record.boot = host::read_boot(root);
    return record;
}

} // namespace nohz::record
