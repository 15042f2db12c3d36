// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as test cases, one for each scenario and one for each rule: junit and ktap.
#include "report/test_cases.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/gaps.h"
#include "report/sides.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

double seconds_of(const Section& section, int scenario)
{
    double seconds = 0;
    for (const record::Record* record : section.records)
        for (const record::Run& run : record->runs)
            if (run.placed.scenario == scenario && !section.is_exact())
                seconds += run.seconds();
    return seconds;
}

std::string figures_of(const Section& section, int scenario)
{
    std::vector<std::string> figures;
    for (const check::Sample* sample : section.samples) {
        if (sample->placed.scenario != scenario || sample->runs == 0)
            continue;
        std::string text = fmt::format("{}: mean {} {} per {} entry", place_words(sample->placed),
                                       format_cost(sample->mean), unit_word(section.unit),
                                       printable(sample->op, 64));
        if (sample->typical)
            text += fmt::format(", typical {}", format_cost(*sample->typical));
        figures.push_back(fmt::format("{}, {} runs", text, sample->runs));
    }
    return joined(figures, "; ");
}

TestCase scenario_case(const Section& section, int scenario)
{
    TestCase test;
    test.name = fmt::format("scenario-{}", scenario);
    test.seconds = seconds_of(section, scenario);
    if (const auto gap = gap_of_scenario(section, scenario)) {
        test.message = fmt::format("{}: {}; {}", gap->what, gap->why, gap->remedy);
        return test;
    }
    test.outcome = Outcome::pass;
    test.message = fmt::format("{}: {}", scenario_title(scenario), figures_of(section, scenario));
    return test;
}

TestCase rule_case(const check::RuleResult& rule, const check::Rules& rules)
{
    TestCase test;
    test.name = rule_title(rule);
    for (char& c : test.name)
        if (c == ' ')
            c = '-';
    const std::string reason = printable(rule.reason, 1000);
    const std::string figures =
        fmt::format("{}: {}{}{}", sides_words(rule), figure_words(rule, rules),
                    reason.empty() ? "" : "; ", reason);
    switch (rule.verdict) {
    case check::Verdict::pass:
        test.outcome = Outcome::pass;
        test.message = figures;
        break;
    case check::Verdict::fail:
        test.outcome = Outcome::fail;
        test.message = "above the limit: " + figures;
        break;
    case check::Verdict::inconclusive:
        test.message = "INCONCLUSIVE: " + figures;
        break;
    case check::Verdict::skip:
        test.message = rule.ratio       ? "information: " + figures
                       : reason.empty() ? std::string("could not be applied")
                                        : reason;
        break;
    }
    return test;
}

} // namespace

std::vector<TestCase> test_cases_of(const Section& section, const check::Rules& rules)
{
    std::vector<TestCase> tests;
    for (int scenario = 1; scenario <= 4; ++scenario)
        tests.push_back(scenario_case(section, scenario));
    for (const check::RuleResult* rule : section.rules)
        tests.push_back(rule_case(*rule, rules));
    return tests;
}

} // namespace nohz::report
