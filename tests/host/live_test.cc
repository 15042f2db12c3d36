// SPDX-License-Identifier: GPL-2.0-or-later
// The machine that runs the tests, whatever it is.
#include "host/boot.h"

#include <gtest/gtest.h>
#include <sched.h>

#include "base/file.h"
#include "host/affinity.h"
#include "host/counters.h"
#include "host/machine.h"
#include "host/plan.h"
#include "host/tree.h"

namespace nohz::host
{

TEST(Live, ThisBootIsReadAndPlanned)
{
    const Boot boot = read_boot("/");
    EXPECT_FALSE(boot.cpus.allowed.empty());
    EXPECT_FALSE(boot.kernel_release.empty());
    EXPECT_FALSE(boot.known_from.empty());
    EXPECT_EQ(plan_measurement(boot).missing.size() + boot.scenarios.size(), 4U);
    EXPECT_GT(read_machine("/").cpus, 0);
}

// With isolcpus= every process starts with an affinity that leaves the isolated CPUs out. Taking
// it for what is allowed would skip every measurement of scenarios 3 and 4.
TEST(Live, ANarrowAffinityIsNoLimitAndIsPutBack)
{
    const Boot boot = read_boot("/");
    if (boot.cpus.allowed.size() < 2)
        GTEST_SKIP() << "one CPU is allowed here";
    cpu_set_t before;
    cpu_set_t narrow;
    cpu_set_t after;
    ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&narrow);
    CPU_SET(static_cast<std::size_t>(boot.cpus.allowed.first()), &narrow);
    ASSERT_EQ(::sched_setaffinity(0, sizeof narrow, &narrow), 0);
    const AllowedCpus allowed = read_allowed_cpus(Tree("/"), boot.cpus.online, largest_cpu_count);
    ASSERT_EQ(::sched_getaffinity(0, sizeof after, &after), 0);
    ASSERT_EQ(::sched_setaffinity(0, sizeof before, &before), 0);
    EXPECT_EQ(allowed.cpus, boot.cpus.allowed);
    EXPECT_TRUE(CPU_EQUAL(&narrow, &after));
}

TEST(Live, CountersOfThisKernelAreUnderstood)
{
    const Boot boot = read_boot("/");
    const auto times = parse_stat(read_file("/proc/stat"));
    const auto interrupts = parse_interrupts(read_file("/proc/interrupts"));
    for (const int cpu : boot.cpus.online) {
        EXPECT_TRUE(times.contains(cpu)) << cpu;
        EXPECT_TRUE(interrupts.contains(cpu)) << cpu;
    }
}

} // namespace nohz::host
