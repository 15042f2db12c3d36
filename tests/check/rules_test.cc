// SPDX-License-Identifier: GPL-2.0-or-later
#include "check/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace nohz::check
{

namespace
{

constexpr const char* shipped_file = SOURCE_ROOT "/data/thresholds.toml";

const Rule& rule_called(const Rules& rules, std::string_view name)
{
    for (const Rule& rule : rules.rules)
        if (rule.name == name)
            return rule;
    throw std::out_of_range(std::string(name));
}

Rules shipped()
{
    Rules rules;
    apply_thresholds(rules, std::filesystem::path(shipped_file));
    return rules;
}

std::string refusal(std::string_view text)
{
    Rules rules = shipped();
    try {
        apply_thresholds(rules, text, "local.toml");
    } catch (const InputError& e) {
        return e.what();
    }
    return "accepted";
}

} // namespace

TEST(ShippedThresholds, HaveTheLimitsOfTheContract)
{
    const Rules rules = shipped();
    const Rule& isolated = rule_called(rules, "isolated-vs-housekeeping");
    EXPECT_EQ(isolated.limits(record::Unit::nanoseconds, "arm64").max_ratio, 1.50);
    EXPECT_EQ(isolated.limits(record::Unit::nanoseconds, "amd64").max_ratio, 3.00);
    EXPECT_EQ(isolated.limits(record::Unit::nanoseconds, "").max_ratio, 3.00);
    EXPECT_EQ(isolated.limits(record::Unit::instructions, "arm64").max_ratio, 2.00);
    const Rule& built_in = rule_called(rules, "built-in-cost");
    EXPECT_TRUE(built_in.same_kernel);
    EXPECT_EQ(built_in.numerator.placement, std::nullopt);
    EXPECT_EQ(built_in.limits(record::Unit::nanoseconds, "amd64").max_ratio, 1.03);
    EXPECT_EQ(built_in.limits(record::Unit::instructions, "amd64").max_ratio, 1.20);
    const Rule& housekeeping = rule_called(rules, "housekeeping-vs-inactive");
    EXPECT_EQ(housekeeping.limits(record::Unit::nanoseconds, "amd64").max_ratio, 1.15);
    EXPECT_EQ(housekeeping.limits(record::Unit::instructions, "amd64").max_ratio, 1.50);
    const Rule& unpinned = rule_called(rules, "unpinned-stays-off-isolated");
    EXPECT_EQ(unpinned.limits(record::Unit::nanoseconds, "amd64").max_ratio, 1.05);
    EXPECT_EQ(rule_called(rules, "tick-stopped").max_timer_interrupts_per_second, 10);
}

TEST(Thresholds, KeepTheOrderOfTheFile)
{
    const Rules rules = shipped();
    EXPECT_EQ(rules.rules.front().name, "isolated-vs-housekeeping");
    EXPECT_EQ(rules.rules.back().name, "tick-stopped");
}

TEST(Thresholds, OverrideByRuleNameAndKeepTheRest)
{
    Rules rules = shipped();
    apply_thresholds(rules, "[rule.housekeeping-vs-inactive]\nmax_ratio = 1.02\n", "local.toml");
    const Rule& rule = rule_called(rules, "housekeeping-vs-inactive");
    EXPECT_EQ(rule.limits(record::Unit::nanoseconds, "amd64").max_ratio, 1.02);
    EXPECT_EQ(rule.limits(record::Unit::instructions, "amd64").max_ratio, 1.50);
    EXPECT_EQ(rule.numerator.scenario, 4);
}

// Without this, an administrator's limit would silently not hold on arm64.
TEST(Thresholds, ALaterGeneralLimitReplacesThoseOfArchitectures)
{
    Rules rules = shipped();
    apply_thresholds(rules, "[rule.isolated-vs-housekeeping]\nmax_ratio = 1.30\n", "local.toml");
    const Rule& rule = rule_called(rules, "isolated-vs-housekeeping");
    EXPECT_EQ(rule.limits(record::Unit::nanoseconds, "arm64").max_ratio, 1.30);
}

TEST(Thresholds, TakeAnArchitecturesLimitNextToAGeneralOne)
{
    Rules rules = shipped();
    apply_thresholds(rules,
                     "[rule.isolated-vs-housekeeping.arch.s390x]\nmax_ratio = 1.7\n"
                     "[rule.isolated-vs-housekeeping]\nmax_ratio = 2.5\n",
                     "local.toml");
    const Rule& rule = rule_called(rules, "isolated-vs-housekeeping");
    EXPECT_EQ(rule.limits(record::Unit::nanoseconds, "s390x").max_ratio, 1.7);
    EXPECT_EQ(rule.limits(record::Unit::nanoseconds, "amd64").max_ratio, 2.5);
}

// Without this, a report would say of an administrator's limit what the shipped one came from.
TEST(Thresholds, ForgetTheBasisOfALimitThatIsReplaced)
{
    const auto basis = [](const Rules& rules) {
        return rule_called(rules, "isolated-vs-housekeeping")
            .limits(record::Unit::nanoseconds, "arm64")
            .basis;
    };
    EXPECT_THAT(basis(shipped()), testing::HasSubstr("bugs/1919154"));
    for (const char* text : {"[rule.isolated-vs-housekeeping]\nmax_ratio = 1.3\n",
                             "[rule.isolated-vs-housekeeping.arch.arm64]\nmax_ratio = 1.3\n"}) {
        Rules rules = shipped();
        apply_thresholds(rules, text, "local.toml");
        EXPECT_EQ(basis(rules), "") << text;
        apply_thresholds(rules, std::string(text) + "max_ratio_basis = 'ours'\n", "local.toml");
        EXPECT_EQ(basis(rules), "ours") << text;
    }
    Rules rules = shipped();
    apply_limit_option(rules, "isolated-vs-housekeeping=1.30");
    EXPECT_EQ(basis(rules), "");
}

TEST(Thresholds, ForgetTheBasisOfEachKindOfLimitThatIsReplaced)
{
    struct Kind {
        const char* key;
        const char* rule;
        std::string (*basis)(const Rule&);
    };
    const Kind kinds[] = {
        {"max_ratio", "built-in-cost",
         [](const Rule& rule) { return rule.limits(record::Unit::nanoseconds, "amd64").basis; }},
        {"max_ratio_instructions", "built-in-cost",
         [](const Rule& rule) { return rule.limits(record::Unit::instructions, "amd64").basis; }},
        {"max_timer_interrupts_per_second", "tick-stopped",
         [](const Rule& rule) { return rule.rate_basis; }}};
    for (const Kind& kind : kinds) {
        const auto basis = [&kind](const Rules& rules) {
            return kind.basis(rule_called(rules, kind.rule));
        };
        EXPECT_NE(basis(shipped()), "") << kind.key;
        Rules rules = shipped();
        apply_limit_option(rules, std::string(kind.rule) + "=2");
        EXPECT_EQ(basis(rules), "") << kind.key;
        rules = shipped();
        const std::string text = "[rule." + std::string(kind.rule) + "]\n" + kind.key + " = 2\n";
        apply_thresholds(rules, text, "local.toml");
        EXPECT_EQ(basis(rules), "") << kind.key;
        apply_thresholds(rules, text + kind.key + "_basis = 'ours'\n", "local.toml");
        EXPECT_EQ(basis(rules), "ours") << kind.key;
    }
}

TEST(Thresholds, ShippedHaveABasisEach)
{
    for (const Rule& rule : shipped().rules) {
        for (const auto* table : {&rule.time_limits, &rule.instruction_limits})
            for (const auto& [arch, limits] : *table)
                EXPECT_NE(limits.basis, "") << rule.name << " " << arch;
        EXPECT_EQ(rule.rate_basis.empty(), !rule.max_timer_interrupts_per_second) << rule.name;
    }
}

// A file of comments, as it is installed, is no change that a report would have to name.
TEST(Thresholds, AreAsBeforeAfterAFileThatGivesNothingElse)
{
    Rules rules = shipped();
    apply_thresholds(rules, std::filesystem::path(SOURCE_ROOT "/data/etc/thresholds.toml"));
    EXPECT_EQ(rules, shipped());
    apply_thresholds(rules, "[decision]\nconfidence = 0.98\n", "local.toml");
    EXPECT_NE(rules, shipped());
}

struct BadThresholds {
    const char* name;
    const char* text;
    const char* message;
};

class RefusedThresholds : public testing::TestWithParam<BadThresholds>
{
};

TEST_P(RefusedThresholds, NameFileAndLine)
{
    EXPECT_THAT(refusal(GetParam().text), testing::HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, RefusedThresholds,
    testing::Values(
        BadThresholds{"misspelt_key", "\n[rule.tick-stopped]\nmax_ration = 2\n",
                      "local.toml:3: unknown key 'max_ration'"},
        BadThresholds{"misspelt_section", "[rules]\n", "local.toml:1: unknown key 'rules'"},
        BadThresholds{"misspelt_rule", "[rule.isolated-vs-housekeping]\nmax_ratio = 2\n",
                      "local.toml:1: rule 'isolated-vs-housekeping' has no numerator"},
        BadThresholds{"unknown_scenario",
                      "[rule.built-in-cost]\nnumerator = { scenario = 5, placement = "
                      "\"pinned\" }\n",
                      "local.toml:2: unknown scenario"},
        BadThresholds{"unknown_placement",
                      "[rule.built-in-cost]\nnumerator = { scenario = 2, placement = "
                      "\"isolatd\" }\n",
                      "local.toml:2: unknown placement 'isolatd'"},
        BadThresholds{"zero", "[rule.built-in-cost]\nmax_ratio = 0\n",
                      "local.toml:2: 'max_ratio' is not a positive number"},
        BadThresholds{"negative", "[rule.built-in-cost]\nmax_added_ns = -3\n",
                      "local.toml:2: 'max_added_ns' is not a positive number"},
        BadThresholds{"not_finite", "[rule.built-in-cost]\nmax_ratio = inf\n",
                      "local.toml:2: 'max_ratio' is not a positive number"},
        BadThresholds{"text", "[rule.built-in-cost]\nmax_ratio = \"1.2\"\n",
                      "local.toml:2: 'max_ratio' is not a positive number"},
        BadThresholds{"flag_text", "[rule.built-in-cost]\nsame_kernel = \"yes\"\n",
                      "local.toml:2: 'same_kernel' is neither true nor false"},
        BadThresholds{"confidence", "[decision]\nconfidence = 95\n",
                      "local.toml:2: 'confidence' is not between 0.5 and 1"},
        BadThresholds{"arch_key", "[rule.built-in-cost.arch.arm64]\nlimit = 1.2\n",
                      "local.toml:2: unknown key 'limit'"},
        BadThresholds{"basis_of_no_limit", "[rule.tick-stopped]\nmax_ratio_basis = 'guess'\n",
                      "local.toml:2: 'max_ratio_basis' without a max_ratio"},
        BadThresholds{"basis_of_no_instructions",
                      "[rule.tick-stopped]\nmax_ratio_instructions_basis = 'guess'\n",
                      "'max_ratio_instructions_basis' without a max_ratio_instructions"},
        BadThresholds{"basis_of_no_rate",
                      "[rule.built-in-cost]\nmax_timer_interrupts_per_second_basis = 'guess'\n",
                      "'max_timer_interrupts_per_second_basis' without a max_timer_interrupts"},
        BadThresholds{"basis_misspelt", "[rule.built-in-cost]\nmax_ration_basis = 'guess'\n",
                      "local.toml:2: unknown key 'max_ration_basis'"},
        BadThresholds{"basis_of_rate_for_arch",
                      "[rule.tick-stopped.arch.arm64]\n"
                      "max_timer_interrupts_per_second_basis = 'guess'\n",
                      "unknown key 'max_timer_interrupts_per_second_basis'"},
        BadThresholds{"no_limit",
                      "[rule.mine]\nnumerator = { scenario = 3, placement = \"isolated\" }\n"
                      "denominator = { scenario = 2, placement = \"pinned\" }\n",
                      "local.toml:1: rule 'mine' has no limit"},
        BadThresholds{"half_same",
                      "[rule.mine]\nnumerator = { scenario = 3, placement = \"same\" }\n"
                      "denominator = { scenario = 2, placement = \"pinned\" }\nmax_ratio = 2\n",
                      "placement 'same' needs to stand on both sides"},
        BadThresholds{"unusual_character", "\xc3\x96 = 1\n", "local.toml:1: "},
        BadThresholds{"no_toml", "[decision\n", "local.toml:1: "}),
    [](const auto& bad) { return bad.param.name; });

TEST(LimitOption, ReplacesTheLimitOfOneRule)
{
    Rules rules = shipped();
    apply_limit_option(rules, "isolated-vs-housekeeping=1.30");
    const Rule& rule = rule_called(rules, "isolated-vs-housekeeping");
    EXPECT_EQ(rule.limits(record::Unit::nanoseconds, "arm64").max_ratio, 1.30);
    EXPECT_EQ(rule.limits(record::Unit::instructions, "amd64").max_ratio, 1.30);
    apply_limit_option(rules, "tick-stopped=3");
    EXPECT_EQ(rule_called(rules, "tick-stopped").max_timer_interrupts_per_second, 3);
}

TEST(LimitOption, RefusesWhatIsNoRuleOrNoLimit)
{
    Rules rules = shipped();
    EXPECT_THROW(apply_limit_option(rules, "isolated=1.3"), UsageError);
    EXPECT_THROW(apply_limit_option(rules, "isolated-vs-housekeeping"), UsageError);
    EXPECT_THROW(apply_limit_option(rules, "isolated-vs-housekeeping=0"), UsageError);
    EXPECT_THROW(apply_limit_option(rules, "isolated-vs-housekeeping=1.3x"), UsageError);
}

} // namespace nohz::check
