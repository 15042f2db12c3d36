// SPDX-License-Identifier: GPL-2.0-or-later
// The words that every report uses for the same thing. All of them are printable().
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/evidence.h"

namespace nohz::report
{

// "ns", "instructions".
std::string_view unit_word(record::Unit unit) noexcept;

// "nanoseconds per entry", "instructions per entry (exact, emulated)".
std::string_view unit_heading(record::Unit unit) noexcept;

// "kernel without NO_HZ_FULL": the test case of scenario 1 to 4.
std::string_view scenario_title(int scenario) noexcept;

// "test case 3", "test cases 1, 2".
std::string test_cases_words(const std::vector<int>& scenarios);

// "unpinned", "pinned to CPU 4", "on isolated CPU 4", "on housekeeping CPU 64".
std::string place_words(const record::Placed& placed);

// The rule of the main figure: what an isolated CPU pays for each entry.
bool is_isolated_to_housekeeping(const check::RuleResult& rule);

// A ratio that is shown and not judged.
bool is_information(const check::RuleResult& rule);

// "built-in-cost pinned": with the placement where both sides have the same.
std::string rule_title(const check::RuleResult& rule);

// "1.353", "0.02/s", "-" where there is none; and so for the limit.
std::string ratio_text(const check::RuleResult& rule);
std::string limit_text(const check::RuleResult& rule);

// "PASS", "PASS (indicative)", "info" for a ratio that is shown and not judged.
std::string verdict_text(const check::RuleResult& rule);

// A verdict's word, coloured for a terminal if `colour`; that of an indicative rule with a star.
std::string painted_verdict(check::Verdict verdict, bool colour);
std::string painted_verdict(const check::RuleResult& rule, bool colour);

// "one boot and one CPU a side", "what is taken to be one boot": all that the figure of a rule of
// one boot covers.
std::string extent_words(const check::RuleResult& rule);

// "99 % interval 1.352 to 1.354 of one boot", "exact", "no interval: one boot a side".
std::string interval_words(const check::RuleResult& rule, const check::Rules& rules);

// The ratio, its interval, limit and added cost in one phrase: "1.353 (99 % interval 1.352 to
// 1.354; limit 1.500), +105.78 ns per entry".
std::string figure_words(const check::RuleResult& rule, const check::Rules& rules);

// Of that, what stands behind the ratio: " (99 % interval 1.352 to 1.354; ...".
std::string detail_words(const check::RuleResult& rule, const check::Rules& rules);

// What the limits were taken from, each basis once: "limits: built-in-cost 1.030, ... 1.150:
// provisional, ..."; "" where it is told of none.
std::string basis_words(const std::vector<const check::RuleResult*>& rules);

// Beside the figures in a table: "interval of one boot"; "" where there is nothing to add.
std::string scope_words(const check::RuleResult& rule);

// Whether any of them has an interval of one boot; what to say of those, as a sentence.
bool any_of_one_boot(const std::vector<const check::RuleResult*>& rules);
inline constexpr std::string_view one_boot_sentence =
    "An interval of one boot covers what varied in that boot on those CPUs: another boot, CPU or "
    "machine may lie beside it.";

// "Limits changed by: --limit isolated-vs-housekeeping=1.3": by files or options; "" where they are
// those shipped.
std::string limits_line(const Evidence& evidence);

} // namespace nohz::report
