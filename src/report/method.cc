// SPDX-License-Identifier: GPL-2.0-or-later
// How the figures came about: in which order, from which logs, and what gives them again.
#include "report/method.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"

namespace nohz::report
{

namespace
{

constexpr std::size_t longest_name = 100;

// Without them a record's instructions would be no nanoseconds of the guest's time.
constexpr std::string_view exact_options = "-icount shift=0 (1 ns an instruction), ";

std::string order_words(const Section& section)
{
    std::set<int> against_itself;
    bool has_pairs = false;
    for (const record::Record* record : section.records)
        for (const record::Pair& pair : record->pairs) {
            if (pair.numerator != pair.denominator)
                has_pairs = true;
            else if (pair.numerator.cpu)
                against_itself.insert(*pair.numerator.cpu);
        }
    std::vector<std::string> words;
    if (has_pairs)
        words.emplace_back("two CPUs in turns, in rounds A-B-B-A: all turns of a CPU are one run");
    if (!against_itself.empty())
        words.push_back(
            fmt::format("the self-check, a CPU against itself, is two runs of CPU {}",
                        host::CpuList({against_itself.begin(), against_itself.end()}).to_string()));
    return joined(words, "; ");
}

// Of record::Record::iterations_from, for who has not read how logs are imported.
std::string iterations_source(const record::Record& record)
{
    if (record.iterations_from == "host.toml")
        return "the importer's host.toml";
    if (record.iterations_from == "the reference")
        return "LP: #1919154 comment 9";
    return printable(record.iterations_from, longest_name);
}

// The program of LP: #1919154 comment 9 prints neither.
std::string import_words(const Section& section)
{
    std::set<std::string> sources;
    bool has_logs = false;
    for (const record::Record* record : section.records) {
        if (record->source != "import")
            continue;
        has_logs = true;
        if (!record->iterations_from.empty())
            sources.insert(iterations_source(*record));
    }
    if (!has_logs)
        return "";
    return fmt::format("the logs name no entry path: getppid is assumed; iterations from {}, and "
                       "each log's avg fits them",
                       sources.empty() ? "the import" : joined(sources, " and "));
}

// Nothing that a shell takes for more than a part of a word.
bool is_plain_name(std::string_view text)
{
    constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+~-";
    return !text.empty() && text.size() <= longest_name &&
           text.find_first_not_of(plain) == std::string_view::npos;
}

struct Repeated {
    std::set<std::string> kernels;
    std::set<std::string> tools;
    std::set<std::string> ops;
    std::set<std::uint64_t> iterations;
    std::size_t runs = 0; // of a placement
    bool exact = false;
    bool kvm = false;
};

// Those of a pinned placement may be in turns, too.
std::size_t unpinned_runs(const record::Record& record)
{
    return static_cast<std::size_t>(
        std::count_if(record.runs.begin(), record.runs.end(), [](const record::Run& run) {
            return run.placed.placement == host::Placement::unpinned;
        }));
}

Repeated repeated_of(const Section& section)
{
    Repeated all;
    for (const record::Record* record : section.records) {
        if (record->source != "vm" || record->runs.empty() || !record->emulator)
            continue;
        all.kernels.insert(printable(record->boot.kernel_release, longest_name));
        all.tools.insert(printable(record->tool_version, longest_name));
        all.exact = record->emulator->exact;
        all.kvm = record->emulator->accelerator.starts_with("kvm");
        all.runs = std::max(all.runs, unpinned_runs(*record));
        for (const record::Run& run : record->runs) {
            all.ops.insert(printable(run.op, longest_name));
            all.iterations.insert(run.iterations);
        }
    }
    return all;
}

bool can_be_repeated(const Repeated& all)
{
    return !all.kernels.empty() && all.ops.size() == 1 && is_plain_name(*all.ops.begin()) &&
           std::all_of(all.kernels.begin(), all.kernels.end(), is_plain_name);
}

std::string repeat_command(const Repeated& all)
{
    std::string command = "nohz-overhead vm";
    if (!all.exact)
        command += fmt::format(" --real-time --accel {}", all.kvm ? "kvm" : "tcg");
    for (const std::string& kernel : all.kernels)
        command += fmt::format(" --kernel vmlinuz-{}", kernel);
    command += fmt::format(" --op {}", *all.ops.begin());
    if (all.runs > 0)
        command += fmt::format(" --runs {}", all.runs);
    if (all.exact && all.iterations.size() == 1)
        command += fmt::format(" --iterations {}", *all.iterations.begin());
    return command;
}

void add(std::vector<Fact>& facts, std::string label, std::string value)
{
    if (!value.empty())
        facts.emplace_back(std::move(label), std::move(value));
}

} // namespace

std::vector<Fact> method_facts(const Section& section)
{
    std::vector<Fact> facts;
    add(facts, "Entry path and iterations", import_words(section));
    add(facts, "Order of runs", order_words(section));
    return facts;
}

std::optional<Repeat> repeat_of(const Section& section)
{
    const Repeated all = repeated_of(section);
    if (!can_be_repeated(all))
        return std::nullopt;
    return Repeat{
        repeat_command(all),
        fmt::format("with the versions named here (or the linux-image .deb of each kernel); "
                    "nohz-overhead {} sets {}-smp and -m, of which the record holds CPUs and "
                    "MemTotal",
                    joined(all.tools, ", "), all.exact ? exact_options : "")};
}

std::vector<Fact> repeat_facts(const Section& section)
{
    const auto repeat = repeat_of(section);
    if (!repeat)
        return {};
    return {{"To repeat", fmt::format("`{}`, {}", repeat->command, repeat->conditions)}};
}

} // namespace nohz::report
