// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/worker.h"

#include <stdexcept>

#include <gtest/gtest.h>

using namespace nohz::measure;

TEST(Worker, RunsTasksInItsOwnThreadInOrder)
{
    Worker worker;
    std::thread::id first;
    std::thread::id second;
    worker.call([&] { first = std::this_thread::get_id(); });
    worker.call([&] { second = std::this_thread::get_id(); });
    EXPECT_NE(first, std::this_thread::get_id());
    EXPECT_EQ(first, second);
}

TEST(Worker, CallThrowsWhatTheTaskThrew)
{
    Worker worker;
    EXPECT_THROW(worker.call([] { throw std::runtime_error("no such CPU"); }), std::runtime_error);
    bool alive = false;
    worker.call([&] { alive = true; });
    EXPECT_TRUE(alive);
}

// B-B in the middle of a round: the thread hands the turn to itself.
TEST(Worker, TaskMayPostTheNextToItsOwnAndToAnotherWorker)
{
    Worker a;
    Worker b;
    Baton over;
    std::string order;
    a.post([&] {
        order += 'a';
        b.post([&] {
            order += 'b';
            b.post([&] {
                order += 'b';
                a.post([&] {
                    order += 'a';
                    over.pass();
                });
            });
        });
    });
    over.wait();
    EXPECT_EQ(order, "abba");
}

TEST(Worker, EndsAfterTheTaskUnderWay)
{
    int done = 0;
    {
        Worker worker;
        worker.call([&] { ++done; });
    }
    EXPECT_EQ(done, 1);
}
