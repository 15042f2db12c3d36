// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/text.h"

#include <gmock/gmock.h>

#include "results.h"

using namespace nohz::measure;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

// The reference's avg is cut, not rounded: 293.708 reads 293.
TEST(MeasureText, RunEndsInTheReferencesTwoLines)
{
    EXPECT_THAT(describe_run(example_run(), "run 1 of 1"),
                EndsWith("\ntotal 293708 nsec\navg 293 nsec\n"));
}

TEST(MeasureText, RunTellsWhatDisturbedIt)
{
    RunResult run = example_run();
    EXPECT_THAT(describe_run(run, "run 1 of 1"),
                HasSubstr("4 timer and 2 other interrupts, 10 ms stolen"));
    EXPECT_THAT(describe_run(run, "run 1 of 1"), Not(HasSubstr("disturbed")));
    run.disturbed = "pinned to CPU 1 but running on CPU 0";
    const std::string text = describe_run(run, "run 1 of 1");
    EXPECT_THAT(text, HasSubstr("disturbed: pinned to CPU 1 but running on CPU 0\n"));
    EXPECT_THAT(text, EndsWith("avg 293 nsec\n"));
}

TEST(MeasureText, UnpinnedRunNamesTheCpusItSaw)
{
    RunResult run = example_run();
    run.cpu.reset();
    run.timer_interrupts.reset();
    run.steal_ns.reset();
    run.cpus_seen = "0-3";
    const std::string text = describe_run(run, "run 1 of 1");
    EXPECT_THAT(text, HasSubstr("unpinned, CPU 0-3"));
    EXPECT_THAT(text, Not(HasSubstr("timer")));
}

TEST(MeasureText, PairEndsInTheFirstCpusLines)
{
    Document document = example_document();
    document.runs.push_back(example_run());
    document.runs[1].cpu = 0;
    document.runs[1].total_nsec = 1;
    document.log_ratios = {0.0, 0.0, 0.0};
    const std::string text = describe_pair(document);
    EXPECT_THAT(text, HasSubstr("CPU 1 / CPU 0: 1.000 over 3 rounds"));
    EXPECT_THAT(text, EndsWith("total 293708 nsec\navg 293 nsec\n"));
}
