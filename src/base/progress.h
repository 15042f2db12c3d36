// SPDX-License-Identifier: GPL-2.0-or-later
// One line on a terminal's standard error that says what is under way and how long it may take.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace nohz
{

// Silent where standard error is no terminal, where TERM is "dumb", and for the first 2 s.
class Progress
{
public:
    explicit Progress(double expected_seconds, bool wanted = true);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    // Redraws the line if a quarter of a second has passed since the last time.
    void show(std::string_view activity);

    // As above; `done_share` (0 to 1) replaces the expectation given at the start.
    void show(std::string_view activity, double done_share);

    // Takes the line away, so that something else can be printed.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    bool enabled_;
    bool drawn_ = false;
    double expected_seconds_;
    Clock::time_point started_ = Clock::now();
    Clock::time_point last_drawn_;
};

} // namespace nohz
