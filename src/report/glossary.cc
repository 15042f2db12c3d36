// SPDX-License-Identifier: GPL-2.0-or-later
// The words of a report, for who reads one for the first time.
#include "report/glossary.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/rounds.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

using check::RuleResult;
using check::Verdict;

template <typename Predicate>
bool any_rule(const Section& section, const Predicate& predicate)
{
    return std::any_of(section.rules.begin(), section.rules.end(),
                       [&](const RuleResult* rule) { return predicate(*rule); });
}

bool is_ratio(const RuleResult& rule)
{
    return rule.ratio && !rule.is_rate;
}

bool is_exact(const RuleResult& rule)
{
    return is_ratio(rule) && rule.evidence == check::Evidence::exact;
}

bool is_inexact(const RuleResult& rule)
{
    return is_ratio(rule) && !is_exact(rule);
}

Section merged(const std::vector<Section>& sections)
{
    Section all;
    const auto append = [](auto& list, const auto& more) {
        list.insert(list.end(), more.begin(), more.end());
    };
    for (const Section& section : sections) {
        append(all.records, section.records);
        append(all.samples, section.samples);
        append(all.rules, section.rules);
    }
    return all;
}

std::string figures_words(const Section& section)
{
    const auto has_typical = [](const check::Sample* sample) {
        return sample->typical.has_value();
    };
    std::string text = "mean: average of the runs' total / iterations (a run's avg is cut off to a "
                       "whole number, as the program of LP: #1919154 comment 9 does)";
    if (std::any_of(section.samples.begin(), section.samples.end(), has_typical))
        text += "; typical: average of the runs' medians over short batches, which an interrupt "
                "or another task hardly moves";
    return text;
}

std::string ratio_words(const Section& section)
{
    std::string text = "ratio: a rule's left figure / its right one; added cost: left - right";
    if (any_rule(section, [](const RuleResult& rule) { return is_ratio(rule) && rule.of_typical; }))
        text += "; typical figures where every run has one, else means";
    if (any_rule(section,
                 [&](const RuleResult& rule) { return !rounds_words(section, rule).empty(); }))
        text += "; of interleaved rounds, the ratio is theirs and the added cost follows from it";
    return text;
}

std::string exact_words()
{
    return "exact: the emulator counts, and the same kernels, QEMU and options give the same "
           "figures to the last instruction; so PASS up to the limit, FAIL above it. Runs of one "
           "boot differ by the timer interrupts in them and by what the other CPUs do meanwhile, "
           "for all CPUs share the count";
}

bool has_interval(const RuleResult& rule)
{
    return is_inexact(rule) && rule.low && rule.high;
}

// What an interval's values are, each a logarithm of a figure or a ratio.
std::string_view sample_words(check::Evidence evidence)
{
    switch (evidence) {
    case check::Evidence::rounds:
        return "the rounds in groups of neighbours (several CPU pairs: the pairs)";
    case check::Evidence::runs:
        return "the runs of the boot";
    case check::Evidence::boots:
    case check::Evidence::different_boots:
        return "the boots";
    case check::Evidence::exact:
        return "";
    }
    return "";
}

std::string interval_method(const Section& section)
{
    std::vector<std::string_view> samples;
    for (const RuleResult* rule : section.rules) {
        if (!has_interval(*rule) || !rule->evidence)
            continue;
        const std::string_view words = sample_words(*rule->evidence);
        if (std::find(samples.begin(), samples.end(), words) == samples.end())
            samples.push_back(words);
    }
    return samples.empty()
               ? ""
               : "interval: Student's t on logarithms, over " + joined(samples, " or over ");
}

std::string verdict_words(const Section& section)
{
    if (!any_rule(section, [](const RuleResult& rule) { return rule.verdict != Verdict::skip; }))
        return "SKIP: not measured; the whole is SKIP where no rule was judged";
    std::string text = "The verdict of the whole is the worst of the rules'";
    std::vector<std::string> more;
    if (any_rule(section, [](const RuleResult& rule) { return is_information(rule); }))
        more.emplace_back("info (shown, not judged)");
    if (any_rule(section, [](const RuleResult& rule) {
            return rule.verdict == Verdict::skip && !is_information(rule);
        }))
        more.emplace_back("SKIP (not measured)");
    return more.empty() ? text
                        : fmt::format("{}; {} {} not count", text, joined(more, " and "),
                                      more.size() > 1 ? "do" : "does");
}

std::string indicative_words(const check::Rules& rules)
{
    return fmt::format("indicative: two boots are compared, one a side. Two boots of one kernel "
                       "can differ by several percent for no cause, so there is no interval, and "
                       "the rule fails only {:g} % beyond its limit and is INCONCLUSIVE in between",
                       rules.indicative_margin * 100);
}

} // namespace

std::vector<std::string> glossary(const std::vector<Section>& sections, const check::Rules& rules)
{
    const Section section = merged(sections);
    std::vector<std::string> words;
    if (!section.samples.empty())
        words.push_back(figures_words(section));
    if (any_rule(section, is_ratio))
        words.push_back(ratio_words(section));
    if (any_rule(section, is_exact))
        words.push_back(exact_words());
    if (any_rule(section, is_inexact))
        words.emplace_back(
            "PASS: the whole interval of the ratio lies below the limit; FAIL: above "
            "it; INCONCLUSIVE: it holds the limit");
    if (std::string method = interval_method(section); !method.empty())
        words.push_back(std::move(method));
    if (any_of_one_boot(section.rules))
        words.emplace_back(one_boot_sentence.substr(0, one_boot_sentence.size() - 1));
    if (any_rule(section, [](const RuleResult& rule) { return rule.indicative; }))
        words.push_back(indicative_words(rules));
    words.push_back(verdict_words(section));
    if (std::string bases = basis_words(section.rules); !bases.empty())
        words.push_back(std::move(bases));
    return words;
}

} // namespace nohz::report
