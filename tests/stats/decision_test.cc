// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/decision.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

namespace nohz::stats
{

namespace
{

DecisionPlan plan_for(double limit_ratio)
{
    DecisionPlan plan;
    plan.limit_ratio = limit_ratio;
    return plan;
}

// Rounds that go up and down by `deviation` around `log_ratio`.
double round_of(std::size_t number, double log_ratio, double deviation)
{
    return log_ratio + (number % 2 == 0 ? deviation : -deviation);
}

std::vector<double> rounds(std::size_t count, double log_ratio, double deviation)
{
    std::vector<double> series;
    for (std::size_t i = 0; i < count; ++i)
        series.push_back(round_of(i, log_ratio, deviation));
    return series;
}

} // namespace

TEST(SequentialDecision, LooksOnlyAtThePlannedRounds)
{
    DecisionPlan plan = plan_for(1);
    plan.smallest_rounds = 10;
    plan.growth = 1.5;
    SequentialDecision decision(plan);
    std::vector<std::size_t> looked;
    for (std::size_t i = 0; i < 60; ++i)
        if (const int before = decision.decision().looks;
            decision.add(round_of(i, 0, 0.1)).looks != before)
            looked.push_back(i + 1);
    EXPECT_EQ(looked, (std::vector<std::size_t>{10, 15, 23, 35, 53}));
    EXPECT_EQ(decision.decision().rounds, 53U);
    EXPECT_EQ(decision.decision().verdict, Verdict::keep_going);
}

TEST(SequentialDecision, SpendsNoMoreThanTheStatedErrorOverAllLooks)
{
    DecisionPlan plan = plan_for(1);
    plan.smallest_rounds = 10;
    SequentialDecision decision(plan);
    double spent = 0;
    for (std::size_t i = 0; i < 1000; ++i)
        if (const int before = decision.decision().looks;
            decision.add(round_of(i, 0, 0.1)).looks != before)
            spent += decision.decision().interval_error;
    EXPECT_LT(spent, plan.error);
    spent += decision.finish().interval_error;
    EXPECT_NEAR(spent, plan.error, 1e-12);
}

TEST(SequentialDecision, FailsAboveTheLimitAndPassesBelowItAtTheFirstLook)
{
    const Decision fail = decide_rounds(plan_for(1.05), rounds(500, std::log(1.08), 0.006));
    EXPECT_EQ(fail.verdict, Verdict::fail);
    EXPECT_EQ(fail.rounds, 40U);
    EXPECT_EQ(fail.reason, "");
    EXPECT_GT(fail.interval.low, std::log(1.05));
    const Decision pass = decide_rounds(plan_for(1.05), rounds(500, 0, 0.006));
    EXPECT_EQ(pass.verdict, Verdict::pass);
    EXPECT_EQ(pass.rounds, 40U);
    EXPECT_LT(pass.interval.high, std::log(1.05));
}

TEST(SequentialDecision, WithoutNoiseARatioAtTheLimitPasses)
{
    EXPECT_EQ(decide_rounds(plan_for(1), rounds(40, 0, 0)).verdict, Verdict::pass);
}

TEST(SequentialDecision, IsInconclusiveWithTheReasonWhereTheBudgetEnds)
{
    const Decision close = decide_rounds(plan_for(1.05), rounds(100, std::log(1.05), 0.006));
    EXPECT_EQ(close.verdict, Verdict::inconclusive);
    EXPECT_EQ(close.rounds, 100U);
    EXPECT_EQ(close.reason, "the limit is within the interval");
    EXPECT_LT(close.interval.low, std::log(1.05));
    EXPECT_GT(close.interval.high, std::log(1.05));

    const Decision few = decide_rounds(plan_for(1.05), rounds(9, 0, 0.006));
    EXPECT_EQ(few.verdict, Verdict::inconclusive);
    EXPECT_EQ(few.reason, "there are fewer than 10 rounds");
    EXPECT_EQ(few.estimate.degrees, 0);
    EXPECT_EQ(decide_rounds(plan_for(1.05), {}).verdict, Verdict::inconclusive);
}

// The budget of a slow machine may end before the first look: what is there is looked at.
TEST(SequentialDecision, ABudgetThatEndsEarlyMayStillSettleIt)
{
    EXPECT_EQ(decide_rounds(plan_for(1.05), rounds(20, 0, 0.006)).verdict, Verdict::pass);
}

TEST(SequentialDecision, KeepsAVerdictOnceTaken)
{
    SequentialDecision decision(plan_for(1.05));
    for (std::size_t i = 0; i < 40; ++i)
        decision.add(round_of(i, 0, 0.006));
    for (std::size_t i = 0; i < 1000; ++i)
        decision.add(round_of(i, 1, 0.006));
    EXPECT_EQ(decision.finish().verdict, Verdict::pass);
    EXPECT_EQ(decision.decision().rounds, 40U);
}

TEST(SequentialDecision, RefusesPlansAndRoundsThatMeanNothing)
{
    const auto refused = [](auto change) {
        DecisionPlan plan;
        change(plan);
        EXPECT_THROW(SequentialDecision{plan}, std::invalid_argument);
    };
    refused([](DecisionPlan& plan) { plan.limit_ratio = 0; });
    refused([](DecisionPlan& plan) { plan.limit_ratio = std::nan(""); });
    refused([](DecisionPlan& plan) { plan.error = 0; });
    refused([](DecisionPlan& plan) { plan.error = 1; });
    refused([](DecisionPlan& plan) { plan.smallest_rounds = 9; });
    refused([](DecisionPlan& plan) { plan.growth = 1; });
    SequentialDecision decision{DecisionPlan()};
    EXPECT_THROW(decision.add(std::numeric_limits<double>::infinity()), std::invalid_argument);
}

TEST(DecideOnce, AgreesWithTheInterval)
{
    const Estimate estimate = {std::log(1.10), 0.01, 5};
    const Decision fail = decide_once(estimate, 1.05, 0.05);
    EXPECT_EQ(fail.verdict, Verdict::fail);
    EXPECT_GT(fail.interval.low, std::log(1.05));
    EXPECT_EQ(decide_once(estimate, 1.20, 0.05).verdict, Verdict::pass);
    const Decision close = decide_once(estimate, 1.09, 0.05);
    EXPECT_EQ(close.verdict, Verdict::inconclusive);
    EXPECT_EQ(close.reason, "the limit is within the interval");
}

// One boot a side: no interval can be made, whatever the figures are.
TEST(DecideOnce, IsInconclusiveWhereTheErrorIsNotKnown)
{
    const Decision decision = decide_once({std::log(2), 0, 0}, 1.05, 0.05);
    EXPECT_EQ(decision.verdict, Verdict::inconclusive);
    EXPECT_EQ(decision.reason, "the error of the ratio is not known");
    EXPECT_TRUE(std::isinf(decision.interval.high));
}

TEST(SmallestTellableRatio, FollowsItsFormula)
{
    // t(0.995, 10) = 3.1693 and t(0.95, 10) = 1.8125: Abramowitz & Stegun, table 26.10
    EXPECT_NEAR(smallest_tellable_ratio({0, 0.001, 10}, 0.01), std::exp(0.001 * 4.9818), 1e-6);
    EXPECT_NEAR(smallest_tellable_ratio({-0.02, 0.001, 10}, 0.01), std::exp(0.02 + 0.001 * 4.9818),
                1e-6);
    EXPECT_THROW(smallest_tellable_ratio({0, 0, 0}, 0.01), std::invalid_argument);
}

} // namespace nohz::stats
