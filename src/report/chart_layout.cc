// SPDX-License-Identifier: GPL-2.0-or-later
// What the charts share: the names and figures that they draw.
#include "report/chart_layout.h"

#include <fmt/format.h>

#include "base/text.h"

namespace nohz::report::chart
{

double figure_of(const record::Run& run)
{
    return run.typical.value_or(run.mean);
}

double figure_of(const check::Sample& sample)
{
    return sample.typical.value_or(sample.mean);
}

std::string label_of(const record::Placed& placed, const std::string& op)
{
    const std::string where = placed.cpu ? fmt::format(" CPU {}", *placed.cpu) : "";
    return fmt::format("{} {}{}{}", placed.scenario, host::to_string(placed.placement), where,
                       op == "getppid" ? "" : " " + printable(op, 12));
}

std::vector<const record::Run*> runs_of(const Section& section, const check::Sample& sample)
{
    std::vector<const record::Run*> runs;
    for (const record::Record* record : section.records)
        for (const record::Run& run : record->runs)
            if (run.placed == sample.placed && run.op == sample.op && run.disturbed.empty())
                runs.push_back(&run);
    return runs;
}

} // namespace nohz::report::chart
