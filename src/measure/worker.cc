// SPDX-License-Identifier: GPL-2.0-or-later
// A thread that sleeps until it is given something to do.
#include "measure/worker.h"

#include <exception>
#include <utility>

namespace nohz::measure
{

void Baton::pass()
{
    // Woken under the lock: the waiter may destroy this object as soon as it has the lock.
    const std::lock_guard lock(mutex_);
    passed_ = true;
    wake_.notify_one();
}

void Baton::wait()
{
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return passed_; });
    passed_ = false;
}

Worker::~Worker()
{
    post({});
    thread_.join();
}

void Worker::post(std::function<void()> task)
{
    task_ = std::move(task);
    baton_.pass();
}

void Worker::call(const std::function<void()>& task)
{
    Baton over;
    std::exception_ptr error;
    post([&] {
        try {
            task();
        } catch (...) {
            error = std::current_exception();
        }
        over.pass();
    });
    over.wait();
    if (error)
        std::rethrow_exception(error);
}

void Worker::work()
{
    for (;;) {
        baton_.wait();
        const std::function<void()> task = std::exchange(task_, {});
        if (!task)
            return;
        task();
    }
}

} // namespace nohz::measure
