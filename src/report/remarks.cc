// SPDX-License-Identifier: GPL-2.0-or-later
// What stands below a table of rules.
#include "report/remarks.h"

#include <utility>

#include "report/rounds.h"
#include "report/words.h"

namespace nohz::report
{

std::vector<Remark> remarks_of(const Section& section, const Evidence& evidence)
{
    std::vector<Remark> remarks;
    const auto add = [&remarks](const check::RuleResult* rule, std::string text) {
        if (!text.empty())
            remarks.push_back({rule, std::move(text)});
    };
    for (const check::RuleResult* rule : section.rules) {
        add(rule, rounds_words(section, *rule));
        add(rule, scope_words(*rule));
        add(rule, rule->reason);
    }
    if (any_of_one_boot(section.rules))
        add(nullptr, std::string(one_boot_sentence));
    add(nullptr, basis_words(section.rules));
    add(nullptr, limits_line(evidence));
    return remarks;
}

} // namespace nohz::report
