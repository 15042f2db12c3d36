// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/affinity.h"

#include <gmock/gmock.h>

#include "base/error.h"

using namespace nohz;
using namespace nohz::measure;
using testing::HasSubstr;

TEST(Affinity, PinnedThreadRunsWhereItIsPinned)
{
    const AffinityRestorer restorer;
    for (const int cpu : usable_cpus()) {
        pin_to(cpu, "--cpu");
        EXPECT_EQ(current_cpu(), cpu);
        EXPECT_EQ(current_affinity(), host::CpuList{cpu});
        EXPECT_EQ(placement_fault(cpu), "");
    }
}

// isolcpus= and taskset take CPUs out of the affinity; pinning to one of them must still work.
TEST(Affinity, UsableCpusAreMoreThanTheAffinityAndLeaveItAlone)
{
    const AffinityRestorer restorer;
    const host::CpuList usable = usable_cpus();
    pin_to(usable.first(), "--cpu");
    EXPECT_EQ(usable_cpus(), usable);
    EXPECT_EQ(current_affinity(), host::CpuList{usable.first()});
}

TEST(Affinity, RestorerPutsTheAffinityBack)
{
    const host::CpuList before = current_affinity();
    {
        const AffinityRestorer restorer;
        pin_to(usable_cpus().last(), "--cpu");
    }
    EXPECT_EQ(current_affinity(), before);
}

TEST(Affinity, RefusalNamesTheCpuAndThoseThatCanBeUsed)
{
    const std::string usable = usable_cpus().to_string();
    for (const int cpu : {8191, 8192, 99'999}) {
        try {
            pin_to(cpu, "--cpu");
            FAIL() << "pinned to CPU " << cpu;
        } catch (const UsageError& error) {
            EXPECT_THAT(error.what(), HasSubstr("--cpu: there is no CPU " + std::to_string(cpu)));
            EXPECT_THAT(error.what(), HasSubstr("this process can use " + usable));
        }
    }
}

TEST(Affinity, FaultIsSeenWhenTheAffinityIsWider)
{
    const host::CpuList usable = usable_cpus();
    if (usable.size() < 2)
        GTEST_SKIP() << "one CPU: its affinity cannot be wider";
    EXPECT_THAT(placement_fault(8000), HasSubstr("the affinity changed under the run"));
}

TEST(CpusSeen, ListsEachCpuOnce)
{
    CpusSeen seen;
    for (const int cpu : {3, 3, 1, 3, 1, 2})
        seen.note(cpu);
    EXPECT_EQ(seen.list(), (host::CpuList{1, 2, 3}));
}
