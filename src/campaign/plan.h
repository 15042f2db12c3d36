// SPDX-License-Identifier: GPL-2.0-or-later
// Which boots give which scenarios on this machine, and what cannot be had and why.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "campaign/kernels.h"
#include "campaign/system.h"
#include "host/boot.h"
#include "host/plan.h"

namespace nohz::campaign
{

inline constexpr int most_boots = 100;

// An assumption for the estimate: a server takes minutes for its self test, a guest seconds.
inline constexpr double assumed_reboot_seconds = 120;

struct PlanRequest {
    std::vector<std::string> kernels; // releases; none: see choose_kernels in plan.cc
    std::string isolate;              // CPU list; "": the last CPU, as `run` and `vm`
    int boots = 2;                    // how often each boot is repeated
    std::string boot_method = "auto"; // a name of boot_method.h
    std::size_t most_pairs = 4;       // of CPUs, as for `run`
    // Seconds of measuring a boot of that state with so many pairs; may be empty.
    std::function<double(host::KernelState, std::size_t)> measuring_seconds = {};
};

struct PlannedBoot {
    std::string kernel; // release
    host::KernelState state = host::KernelState::inactive;
    std::string isolate; // CPU list of an active boot, else ""

    // nohz_full=, isolcpus= and rcu_nocbs= of an active boot; none of the others.
    std::vector<std::string> parameters() const;
    std::vector<int> scenarios() const;

    bool operator==(const PlannedBoot&) const = default;
};

// "6.1.0-57-amd64 active on CPU 1".
std::string describe(const PlannedBoot& boot);

// A boot method that cannot work here, and why.
struct MethodObstacle {
    std::string method;
    std::string reason;
};

struct Plan {
    std::vector<PlannedBoot> boots; // in their order: each repetition has one of each kind
    std::vector<host::MissingScenario> missing;
    std::vector<std::string> notes; // kernels left out, and other facts a reader must know
    std::string isolate;            // CPU list; "" where nothing can be isolated
    // Measured in every boot: the last isolated CPU against the first of the others, and so on.
    std::vector<host::CpuPair> pairs;
    std::string boot_method; // chosen; "" where none works
    std::vector<MethodObstacle> method_obstacles;
    double expected_seconds = 0;
    std::string obstacle; // why this campaign cannot start; "" if it can
    std::string remedy;   // of the obstacle
};

// Throws UsageError for a kernel that is not installed, a CPU list that is none or leaves no CPU,
// and a boot method that does not exist.
Plan make_plan(const System& system, const host::Boot& boot, const PlanRequest& request);

} // namespace nohz::campaign
