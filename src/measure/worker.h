// SPDX-License-Identifier: GPL-2.0-or-later
// A thread that sleeps until it is given something to do.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace nohz::measure
{

// One waits, another one wakes it. The sleeper takes no processor time (futex).
class Baton
{
public:
    void pass();
    void wait(); // until the next pass(), or at once if it came before

private:
    std::mutex mutex_;
    std::condition_variable wake_;
    bool passed_ = false;
};

class Worker
{
public:
    Worker() : thread_([this] { work(); }) {}
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    ~Worker(); // after the task under way

    // Runs `task` in the thread. One at a time: only when the one before is over, or out of it.
    // A task throws nothing.
    void post(std::function<void()> task);

    // Runs `task` in the thread, sleeps until it is over and throws what it threw.
    void call(const std::function<void()>& task);

private:
    void work();

    Baton baton_;
    std::function<void()> task_; // empty: end
    std::thread thread_;         // last: it uses the others
};

} // namespace nohz::measure
