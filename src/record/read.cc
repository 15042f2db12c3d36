// SPDX-License-Identifier: GPL-2.0-or-later
// A record's JSON to a Record, refusing what cannot be.
#include "record/record.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "record/import.h"
#include "record/json_tree.h"
#include "record/read_boot.h"
#include "record/run_fields.h"
#include "record/sha256.h"
#include "record/utc_time.h"
#include "record/value.h"

namespace nohz::record
{

namespace
{

constexpr std::size_t most_pairs = 10'000;

void require_schema(const Value& value)
{
    const std::string schema = value.text();
    if (schema != schema_id)
        value.refuse(fmt::format("is \"{}\"", printable(schema, 100)),
                     fmt::format("\"{}\", the only one that this version reads,", schema_id));
}

Unit read_unit(const Value& value)
{
    const std::string text = value.text();
    const auto unit = parse_unit(text);
    if (!unit)
        value.refuse(fmt::format("is \"{}\"", printable(text, 100)), "\"ns\" or \"instructions\"");
    return *unit;
}

std::string read_created(const Value& value)
{
    std::string text = value.text();
    if (!is_utc_time(text))
        value.refuse(fmt::format("is \"{}\"", printable(text, 100)),
                     "UTC as \"2026-11-30T18:44:00Z\"");
    return text;
}

std::string read_source(const Value& value)
{
    std::string text = value.text();
    if (text != "run" && text != "vm" && text != "import")
        value.refuse(fmt::format("is \"{}\"", printable(text, 100)),
                     "\"run\", \"vm\" or \"import\"");
    return text;
}

std::optional<Emulator> read_emulator(const Value& value, Unit unit)
{
    if (!value.known())
        return std::nullopt;
    Emulator emulator;
    emulator.program = value["program"].text();
    emulator.version = value["version"].text_or_empty();
    emulator.machine = value["machine"].text_or_empty();
    emulator.cpu = value["cpu"].text_or_empty();
    emulator.accelerator = value["accelerator"].text_or_empty();
    emulator.exact = value["exact"].boolean();
    if (emulator.exact != (unit == Unit::instructions))
        value["exact"].refuse(
            fmt::format("is {} with unit \"{}\"", emulator.exact, to_string(unit)),
            "true with \"instructions\" and false with \"ns\"");
    return emulator;
}

std::optional<int> read_cpu(const Value& value, host::Placement placement,
                            const host::CpuList& present)
{
    if (!value.known())
        return std::nullopt;
    const int cpu = static_cast<int>(value.whole(0, most_cpus - 1));
    if (placement == host::Placement::unpinned)
        value.refuse(fmt::format("is {} for an unpinned run", cpu), "null");
    if (!present.empty() && !present.contains(cpu))
        value.refuse(fmt::format("is {}", cpu),
                     fmt::format("one of the machine's CPUs ({})", present.to_string()));
    return cpu;
}

Placed read_placed(const Value& value, const host::Boot& boot)
{
    Placed placed;
    const std::string text = value["placement"].text();
    const auto placement = host::parse_placement(text);
    if (!placement)
        value["placement"].refuse(fmt::format("is \"{}\"", printable(text, 100)),
                                  "\"unpinned\", \"pinned\", \"isolated\" or \"housekeeping\"");
    const auto scenario = host::scenario_of(boot.kernel_state, *placement);
    if (!scenario)
        value["placement"].refuse(fmt::format("is \"{}\"", text),
                                  fmt::format("a placement of a boot whose kernel state is {}",
                                              host::to_string(boot.kernel_state)));
    placed.placement = *placement;
    placed.scenario = static_cast<int>(value["scenario"].whole(1, 4));
    if (placed.scenario != *scenario)
        value["scenario"].refuse(fmt::format("is {}", placed.scenario),
                                 fmt::format("{} for {} in a boot whose kernel state is {}",
                                             *scenario, text, host::to_string(boot.kernel_state)));
    placed.cpu = read_cpu(value["cpu"], *placement, boot.cpus.present);
    return placed;
}

std::string read_log_name(const Value& value)
{
    std::string name = value.text_or_empty();
    if (!name.empty() && !is_log_name(name))
        value.refuse(fmt::format("is \"{}\"", printable(name, 100)),
                     "a log as \"nohz-log/taskset.1\"");
    return name;
}

std::vector<Run> read_runs(const Value& value, const host::Boot& boot, Unit unit)
{
    std::vector<Run> runs;
    const std::vector<Value> elements = value.list(most_runs);
    runs.reserve(elements.size());
    for (const Value& element : elements) {
        Run run = read_run_figures(element, figure_names(unit));
        run.placed = read_placed(element, boot);
        run.op = read_op(element["op"]);
        run.log = read_log_name(element["log"]);
        runs.push_back(std::move(run));
    }
    return runs;
}

std::vector<Pair> read_pairs(const Value& value, const host::Boot& boot)
{
    std::vector<Pair> pairs;
    if (!value.known())
        return pairs;
    for (const Value& element : value.list(most_pairs)) {
        Pair pair;
        pair.op = read_op(element["op"]);
        pair.numerator = read_placed(element["numerator"], boot);
        pair.denominator = read_placed(element["denominator"], boot);
        pair.log_ratios = element["log_ratios"].numbers(most_rounds, largest_log_ratio);
        pairs.push_back(std::move(pair));
    }
    return pairs;
}

} // namespace

Record parse_record(std::string_view text, const std::filesystem::path& name)
{
    const nlohmann::json tree = parse_json_tree(text, name);
    const Value document(tree, name);
    Record record;
    require_schema(document["schema"]);
    record.unit = read_unit(document["unit"]);
    record.tool_version = document["tool_version"].text();
    record.created = read_created(document["created"]);
    record.source = read_source(document["source"]);
    record.origin = document["origin"].text_or_empty();
    record.iterations_from = document["iterations_from"].text_or_empty();
    record.host = read_host(document["host"]);
    record.boot = read_boot_facts(document["boot"]);
    if (const Value clock = document["boot"]["clock_source"]; clock.known())
        record.clock_source_after = clock["after"].text_or_empty();
    record.emulator = read_emulator(document["emulator"], record.unit);
    if (const Value packages = document["packages"]; packages.known())
        record.packages = packages.text_members(most_entries);
    record.runs = read_runs(document["runs"], record.boot, record.unit);
    record.pairs = read_pairs(document["pairs"], record.boot);
    record.path = name;
    record.sha256 = sha256_hex(text);
    return record;
}

Record read_record(const std::filesystem::path& file)
{
    return parse_record(read_file(file), file);
}

} // namespace nohz::record
