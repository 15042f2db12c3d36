// SPDX-License-Identifier: GPL-2.0-or-later
// Evidence for the tests of the reports: the reference, records made by hand, and hostile ones.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "../check/records.h"
#include "base/text.h"
#include "report/evidence.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/ktap.h"
#include "report/launchpad.h"
#include "report/markdown.h"

namespace nohz::report::test
{

struct Format {
    const char* name;
    std::string (*make)(const Evidence&);
};

inline constexpr Format formats[] = {{"launchpad", to_launchpad},
                                     {"markdown", to_markdown},
                                     {"html", to_html},
                                     {"junit", to_junit},
                                     {"ktap", to_ktap}};

inline check::Rules shipped_rules()
{
    check::Rules rules;
    check::apply_thresholds(rules, std::filesystem::path(SOURCE_ROOT "/data/thresholds.toml"));
    return rules;
}

inline Evidence evidence_of(std::vector<record::Record> records, Subject subject = {})
{
    return make_evidence(std::move(records), shipped_rules(), std::move(subject));
}

inline Evidence reference_evidence(Subject subject = {})
{
    return evidence_of(record::load_records({SOURCE_ROOT "/data/reference/lp1919154-arm64"}),
                       std::move(subject));
}

// A boot as `run` records it: quantiles, interleaved rounds, a CPU against itself.
inline record::Record measured_boot(double isolated, double housekeeping, int number = 1)
{
    record::Record record = check::make_active(isolated, housekeeping);
    record.tool_version = "0.1.0";
    record.source = "run";
    record.created = "2026-11-" + std::string(number % 28 < 9 ? "0" : "") +
                     std::to_string(number % 28 + 1) + "T10:00:00Z";
    record.path = "6.1.0-57-amd64-active-" + std::to_string(number) + ".json";
    record.sha256 = std::string(60, 'a') + std::to_string(1000 + number % 9000);
    record.boot.command_line = "BOOT_IMAGE=/boot/vmlinuz ro nohz_full=3 isolcpus=3 rcu_nocbs=3";
    record.boot.kernel_version =
        "Linux version 6.1.0-57-amd64 (builder) (gcc) #1 SMP Debian 6.1.164";
    record.boot.cpus.present = record.boot.cpus.online = host::CpuList{0, 1, 2, 3};
    record.boot.cpus.nohz_full = record.boot.cpus.isolated = host::CpuList{3};
    record.boot.cpus.housekeeping = host::CpuList{0, 1, 2};
    record.host.cpus = 4;
    for (record::Run& run : record.runs) {
        run.typical = run.mean - 0.25;
        run.quantiles = {{"0.05", run.mean - 1},
                         {"0.25", run.mean - 0.5},
                         {"0.5", *run.typical},
                         {"0.75", run.mean},
                         {"0.95", run.mean + 2}};
        run.timer_interrupts = 3;
    }
    record::Pair pair{"getppid", record.runs[0].placed, record.runs[1].placed, {}};
    record::Pair self{"getppid", record.runs[1].placed, record.runs[1].placed, {}};
    for (int i = 0; i < 120; ++i) {
        const double noise = 0.004 * std::sin(i * 12.9898 + number);
        pair.log_ratios.push_back(std::log(isolated / housekeeping) + noise);
        self.log_ratios.push_back(noise);
    }
    record.pairs = {pair, self};
    return record;
}

inline record::Record plain_boot(host::KernelState state, double figure)
{
    record::Record record = check::make_record(
        state, state == host::KernelState::not_built ? "6.1.0-58-nofull" : "6.1.0-57-amd64");
    record.source = "run";
    record.tool_version = "0.1.0";
    record.created = "2026-11-01T09:00:00Z";
    record.sha256 = std::string(64, 'b');
    const int scenario = state == host::KernelState::not_built ? 1 : 2;
    for (int i = 0; i < 4; ++i) {
        record.runs.push_back(check::make_run(scenario, host::Placement::unpinned, std::nullopt,
                                              figure + 0.01 * i, figure));
        record.runs.push_back(
            check::make_run(scenario, host::Placement::pinned, 3, figure + 0.01 * i, figure));
    }
    return record;
}

// All four scenarios, both active boots.
inline std::vector<record::Record> campaign_records()
{
    return {plain_boot(host::KernelState::not_built, 74.5),
            plain_boot(host::KernelState::inactive, 75.25), measured_boot(110.5, 80.25, 2),
            measured_boot(111.5, 80.75, 3)};
}

} // namespace nohz::report::test
