// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel command line and the parameters on it that matter here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nohz::host
{

// Parameters in order. Quotes as in lib/cmdline.c (next_arg); what stands behind "--" belongs to
// init and is left out. A parameter's '-' and '_' are the same, as the kernel sees them.
class CommandLine
{
public:
    static CommandLine parse(std::string_view text);

    // The last value given for `name`; "" for a parameter without '='; nothing if it is not there.
    std::optional<std::string> value(std::string_view name) const;
    bool has(std::string_view name) const { return value(name).has_value(); }

private:
    std::vector<std::pair<std::string, std::string>> parameters_;
};

// isolcpus= with its optional flags in front ("nohz,domain,managed_irq,1-16,33-48").
// Source: kernel/sched/isolation.c (housekeeping_isolcpus_setup).
struct IsolcpusValue {
    std::vector<std::string> flags; // those given; none means "domain"
    std::string cpus;               // the CPU list behind the flags
};
IsolcpusValue split_isolcpus(std::string_view value);

} // namespace nohz::host
