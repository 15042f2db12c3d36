// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/entry_path.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include "base/error.h"
#include "measure/raw_syscall.h"

using namespace nohz;
using namespace nohz::measure;
using testing::HasSubstr;

TEST(EntryPath, UnknownNameIsRefusedWithTheListOfNames)
{
    try {
        find_entry_path("getpid");
        FAIL() << "found getpid";
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("'getpid'"));
        EXPECT_THAT(error.what(), HasSubstr("getppid, read, page-fault"));
    }
}

TEST(EntryPath, EveryOneOfTheTableIsFoundAndRuns)
{
    for (const EntryPath& path : entry_paths()) {
        EXPECT_EQ(&find_entry_path(path.name), &path);
        path.make_loop()->run(33); // two turns and a rest
    }
}

TEST(Repeat, CallsExactlyAsOftenAsAsked)
{
    for (const std::uint64_t wanted : {0U, 1U, 15U, 16U, 17U, 31U, 32U, 1000U}) {
        std::uint64_t calls = 0;
        repeat(wanted, [&] { ++calls; });
        EXPECT_EQ(calls, wanted);
    }
}

TEST(RawSyscall, GivesWhatTheKernelGives)
{
    EXPECT_EQ(raw_syscall(SYS_getppid), ::getppid());
    EXPECT_EQ(raw_syscall(SYS_write, -1, "x", 1) < 0, true);
}

// Every iteration must be a fault of its own: huge pages, or pages that were never given back,
// would make all but the first ones free. More than 512 go through the pages several times.
TEST(PageFault, FaultsOnceAnIteration)
{
    const std::unique_ptr<Loop> loop = make_page_fault_loop();
    const auto faults = [] {
        rusage usage{};
        ::getrusage(RUSAGE_THREAD, &usage);
        return usage.ru_minflt;
    };
    loop->run(1300); // the code and what a sanitizer keeps of it are in memory from here on
    const long before = faults();
    loop->run(1300);
    loop->run(200);
    const long made = faults() - before;
    EXPECT_GE(made, 1500);
    EXPECT_LE(made, 1520);
}
