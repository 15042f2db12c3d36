// SPDX-License-Identifier: GPL-2.0-or-later
// What a rule compares, in words.
#include "report/sides.h"

#include <fmt/format.h>

#include "check/samples.h"

namespace nohz::report
{

namespace
{

std::string cpus_words(const host::CpuList& cpus)
{
    if (cpus.empty())
        return "";
    if (cpus.size() == 1)
        return fmt::format(" CPU {}", cpus.first());
    return cpus.size() == 2 ? fmt::format(" CPUs {} and {}", cpus.first(), cpus.last())
                            : " CPUs " + cpus.to_string();
}

std::string side_words(const check::Side& side, const host::CpuList& cpus)
{
    return fmt::format("{}{}{}", check::describe(side), cpus_words(cpus),
                       cpus.size() > 1 ? ", averaged" : "");
}

// Scenarios 3 and 4 are of one boot, where CPUs of two classes are compared as a matter of course.
bool are_of_different_boots(const check::RuleResult& rule)
{
    constexpr int first_active = 3;
    return rule.numerator.scenario < first_active || rule.denominator.scenario < first_active;
}

bool is_of_another_cpu(const check::RuleResult& rule)
{
    return are_of_different_boots(rule) && !rule.numerator_cpus.empty() &&
           !rule.denominator_cpus.empty() &&
           host::intersection(rule.numerator_cpus, rule.denominator_cpus).empty();
}

} // namespace

std::string sides_words(const check::RuleResult& rule)
{
    const std::string numerator = side_words(rule.numerator, rule.numerator_cpus);
    if (rule.is_rate)
        return fmt::format("timer interrupts a second, {}", numerator);
    const std::string denominator = side_words(rule.denominator, rule.denominator_cpus);
    if (!rule.ratio)
        return fmt::format("{} / {}", numerator, denominator);
    return fmt::format("{} / {}{}, {}", numerator, denominator,
                       is_of_another_cpu(rule) ? " (another CPU)" : "",
                       rule.of_typical ? "typical figures" : "means");
}

} // namespace nohz::report
