// SPDX-License-Identifier: GPL-2.0-or-later
// All scenarios that kernels allow, each in an emulated boot of its own, into records.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "record/record.h"

namespace nohz::vm
{

enum class AcceleratorChoice {
    automatic, // real-time: kvm where it really boots, else tcg; exact: tcg
    kvm,
    tcg,
};

// Iterations of an exact run; one run then takes 0.03 to 0.1 s of the guest's time.
inline constexpr std::uint64_t default_exact_iterations = 100'000;
inline constexpr int default_runs = 4;
inline constexpr double default_boot_timeout_seconds = 300;

struct ScenarioOptions {
    std::vector<std::filesystem::path> kernels; // empty: those in /boot
    bool exact = true;                          // figures are instructions, the same every time
    AcceleratorChoice accelerator = AcceleratorChoice::automatic;
    std::filesystem::path output = "records";
    std::string op = "getppid";
    int runs = default_runs;
    std::uint64_t iterations = 0; // of each run; 0: the default of the mode
    double boot_timeout_seconds = default_boot_timeout_seconds;
    std::filesystem::path guest_program; // empty: the one that belongs to this program
    bool show_progress = true;
};

struct ScenarioEvents {
    // A boot's record is in its file (record.path) now.
    std::function<void(const record::Record&)> on_record;
    // Something that the user should know and that is no error.
    std::function<void(const std::string&)> on_note;
};

// Boots each kernel without nohz_full=, and once more with nohz_full=, isolcpus= and rcu_nocbs= for
// all CPUs but the boot CPU if the guest says that it has NO_HZ_FULL. Each boot's record is written
// into `output` as soon as it is there. Returns the records in that order; after a caught signal
// (base/interrupt.h) those that were done.
// Throws UsageError, InputError or RefusedError; records already written stay.
std::vector<record::Record> run_scenarios(const ScenarioOptions& options,
                                          const ScenarioEvents& events = {});

} // namespace nohz::vm
