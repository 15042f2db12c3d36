// SPDX-License-Identifier: GPL-2.0-or-later
// One line on a terminal's standard error that says what is under way and how long it may take.
#include "base/progress.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/text.h"

namespace nohz
{

namespace
{

constexpr double quiet_seconds = 2.0;
constexpr double redraw_seconds = 0.25;

bool can_draw()
{
    const char* term = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) != 0 && term && std::string_view(term) != "dumb";
}

std::size_t terminal_width()
{
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

double seconds_between(std::chrono::steady_clock::time_point from,
                       std::chrono::steady_clock::time_point to)
{
    return std::chrono::duration<double>(to - from).count();
}

} // namespace

Progress::Progress(double expected_seconds, bool wanted)
    : enabled_(wanted && can_draw()), expected_seconds_(expected_seconds)
{
}

Progress::~Progress()
{
    clear();
}

void Progress::show(std::string_view activity)
{
    const double passed = seconds_between(started_, Clock::now());
    show(activity, expected_seconds_ > 0 ? std::min(passed / expected_seconds_, 1.0) : 0.0);
}

void Progress::show(std::string_view activity, double done_share)
{
    const auto now = Clock::now();
    const double passed = seconds_between(started_, now);
    if (!enabled_ || passed < quiet_seconds)
        return;
    if (drawn_ && seconds_between(last_drawn_, now) < redraw_seconds)
        return;
    std::string line = printable(activity);
    if (done_share > 0) {
        const double left = std::max(passed / done_share - passed, 0.0);
        line = fmt::format("{:3.0f} %  {} left  {}", done_share * 100, format_span(left), line);
    }
    line = line.substr(0, terminal_width() - 1);
    fmt::print(stderr, "\r\033[K{}", line);
    std::fflush(stderr);
    drawn_ = true;
    last_drawn_ = now;
}

void Progress::clear()
{
    if (!drawn_)
        return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    drawn_ = false;
}

} // namespace nohz
