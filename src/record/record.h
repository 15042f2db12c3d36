// SPDX-License-Identifier: GPL-2.0-or-later
// The record: one boot's facts and runs, as it stands in a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/boot.h"
#include "host/machine.h"

namespace nohz::record
{

inline constexpr std::string_view schema_id = "nohz-overhead/record/1";

// What a figure counts. The two are never compared.
enum class Unit {
    nanoseconds,  // "ns"
    instructions, // "instructions": an exact emulated run, one instruction an entry
};

std::string_view to_string(Unit unit) noexcept;

struct Placed {
    int scenario = 0; // 1 to 4
    host::Placement placement = host::Placement::unpinned;
    std::optional<int> cpu; // nothing for unpinned, or where a log does not say

    bool operator==(const Placed&) const = default;
};

// One run. What a reference-style log does not say is absent. Figures are in the record's unit.
struct Run {
    Placed placed;
    std::string op;
    std::uint64_t iterations = 0;
    std::uint64_t total = 0;
    double mean = 0;
    std::optional<double> typical;           // median over batches
    std::map<std::string, double> quantiles; // "0.05" -> figure; empty if absent
    std::optional<std::uint64_t> batches;
    std::optional<std::uint64_t> interrupted_batches;
    std::optional<std::uint64_t> counted_ns; // how long those below were counted; absent: `total`
    std::optional<std::uint64_t> involuntary_switches;
    std::optional<std::uint64_t> timer_interrupts; // on that CPU during the run
    std::optional<std::uint64_t> other_interrupts;
    std::optional<std::uint64_t> steal_ns;
    std::string cpus_seen; // CPU list the loop ran on; "" unknown
    std::string log;       // the log it was read from, "nohz-log/taskset.1"; "" for no import
    std::string disturbed; // why this run must not be used silently; "" if nothing was seen

    double seconds() const { return static_cast<double>(total) * 1e-9; } // exact: virtual seconds
    double counted_seconds() const
    {
        return counted_ns ? static_cast<double>(*counted_ns) * 1e-9 : seconds();
    }
    bool operator==(const Run&) const = default;
};

// Interleaved A-B-B-A rounds of two placements.
struct Pair {
    std::string op;
    Placed numerator;
    Placed denominator;
    std::vector<double> log_ratios; // natural logarithm, one a round, in the order measured

    bool operator==(const Pair&) const = default;
};

// The emulator that a guest ran in.
struct Emulator {
    std::string program;     // qemu-system-x86_64
    std::string version;     // 7.2.22
    std::string machine;     // pc-i440fx-7.2
    std::string cpu;         // max
    std::string accelerator; // tcg,thread=single
    bool exact = false;      // -icount

    bool operator==(const Emulator&) const = default;
};

struct Record {
    Unit unit = Unit::nanoseconds;
    std::string tool_version;
    std::string created; // UTC, 2026-11-30T18:44:00Z
    std::string source;  // "run", "vm" or "import"
    std::string origin;  // of imported logs: where they were published; "" unknown
    // Of imported logs: what gave the number of their iterations (log.h); "" unknown.
    std::string iterations_from;
    host::Machine host;
    host::Boot boot;
    std::string clock_source_after; // boot.clock_source is the one before
    std::optional<Emulator> emulator;
    // What `apt-cache policy NAME` said of the kernel's and of this tool's package; empty unknown.
    std::map<std::string, std::string> packages;
    std::vector<Run> runs;
    std::vector<Pair> pairs;

    // Where it was read from, and the sha256 in hex of what was read; not part of the document. For
    // logs: their folder, and the logs of that boot one behind the other (folder by folder, then
    // notaskset.N before taskset.N, each by number).
    std::filesystem::path path;
    std::string sha256;
};

// Reads and validates. Throws RefusedError (cannot be read) or InputError with the JSON pointer to
// what is wrong: no JSON, unknown major version, wrong type, a number that is not finite or is
// negative, a list longer than the machine could have.
Record read_record(const std::filesystem::path& file);

// As read_record, for a text that came from `name`.
Record parse_record(std::string_view text, const std::filesystem::path& name);

std::string to_json(const Record& record);

// Writes `record` under `file`, atomically; never over an existing file (RefusedError).
void write_record(const Record& record, const std::filesystem::path& file);

// The name that a record gets in a folder of records:
// "5.10.0-32-amd64-not-built-20261130T184400Z.json", and "-2", "-3", ... if that is taken.
std::filesystem::path new_record_path(const std::filesystem::path& directory, const Record& record);

// A record of this boot without runs yet; `root` as for host::read_boot.
Record begin_record(const std::filesystem::path& root);

// Appends what `nohz-measure --json` printed to `record`: each of its runs under the placement
// that `placed` gives in the same order, and its pair, if there is one (numerator first).
// A run that was interrupted before its first batch ended, with 0 iterations, is left out. With
// unit instructions the document's *_ns are taken as instructions: an exact guest's ns are virtual.
// Throws InputError where it is not such a document; `record` is then as it was.
void add_measurement(Record& record, std::string_view measure_json,
                     const std::vector<Placed>& placed);

// Every record that `paths` name: files, folders of *.json (not recursive), and folders of
// reference-style logs (import.h), in that order. Throws InputError for a folder that holds
// neither, and for a record that is there twice.
std::vector<Record> load_records(const std::vector<std::filesystem::path>& paths);

} // namespace nohz::record
