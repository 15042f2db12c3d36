// SPDX-License-Identifier: GPL-2.0-or-later
// Records made by hand for the tests of check and report.
#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "check/check.h"
#include "record/record.h"

namespace nohz::check
{

inline record::Run make_run(int scenario, host::Placement placement, std::optional<int> cpu,
                            double mean, std::optional<double> typical = {})
{
    record::Run run;
    run.placed = {scenario, placement, cpu};
    run.op = "getppid";
    run.iterations = 100'000'000;
    run.total = static_cast<std::uint64_t>(std::llround(mean * 1e8));
    run.mean = mean;
    run.typical = typical;
    return run;
}

inline record::Record make_record(host::KernelState state, std::string release = "6.1.0-57-amd64")
{
    record::Record record;
    record.host.arch = "amd64";
    record.host.cpu_model = "Test CPU";
    record.boot.kernel_state = state;
    record.boot.kernel_release = std::move(release);
    record.path = std::string(host::to_string(state)) + ".json";
    record.sha256 = "0123";
    return record;
}

// An active boot: isolated on CPU 3, housekeeping on CPU 0, `runs` runs a side around the two
// means, each `step` apart from the one before.
inline record::Record make_active(double isolated, double housekeeping, int runs = 4,
                                  double step = 0.01)
{
    record::Record record = make_record(host::KernelState::active);
    for (int i = 0; i < runs; ++i) {
        record.runs.push_back(make_run(3, host::Placement::isolated, 3, isolated + step * i));
        record.runs.push_back(
            make_run(4, host::Placement::housekeeping, 0, housekeeping + step * i));
    }
    return record;
}

inline record::Record make_exact(record::Record record)
{
    record.unit = record::Unit::instructions;
    record::Emulator emulator;
    emulator.program = "qemu-system-x86_64";
    emulator.version = "7.2.22";
    emulator.machine = "pc-i440fx-7.2";
    emulator.exact = true;
    record.emulator = emulator;
    return record;
}

} // namespace nohz::check
