// SPDX-License-Identifier: GPL-2.0-or-later
// A campaign on a machine of files: what it says is kept, what it measures is made up.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "campaign/engine.h"
#include "campaign/status.h"
#include "fake_system.h"

namespace nohz::campaign::test
{

class FakeCampaign
{
public:
    explicit FakeCampaign(int cpus = 4) : system(cpus) {}

    // The plan with one boot of each kind.
    Plan plan(const std::string& method = "auto", int boots = 1) const;
    Plan plan(const PlanRequest& request) const;

    // The three commands, each as a new process: 77, 4 and 2 where one of the errors came, whose
    // text is then in `error`. Killed is let through.
    ExitCode start(const Plan& plan, StartRequest request = {});
    ExitCode next();
    ExitCode abort();
    Status status() const { return read_status(system, state); }

    // `next` and reboots until it does not ask for one, at most `most` times.
    ExitCode run_to_end(int most = 20);

    // Reboots by the command that the campaign names.
    void reboot();

    FakeSystem system;
    std::filesystem::path state = system.state(); // another one: another campaign
    std::string error;
    std::vector<std::string> said;
    std::vector<std::string> warned;
    double isolated_cost = 400; // of an entry on the isolated CPU; others 300
    bool interrupted = false;   // a signal comes while it measures
    bool fails_to_measure = false;
    int measured = 0;

private:
    template <typename Command>
    ExitCode run(Command&& command);
    Workers workers();
    record::Record measure(const MeasuringOrder& order);
};

} // namespace nohz::campaign::test
