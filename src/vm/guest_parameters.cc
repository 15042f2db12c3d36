// SPDX-License-Identifier: GPL-2.0-or-later
// What the host asks of the guest program: words behind "--" on the kernel command line.
#include "vm/guest_parameters.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

namespace nohz::vm
{

namespace
{

std::string_view name_of(GuestTask task)
{
    switch (task) {
    case GuestTask::probe:
        return "probe";
    case GuestTask::exact:
        return "exact";
    case GuestTask::real_time:
        return "real-time";
    }
    return "exact";
}

GuestTask parse_task(std::string_view text)
{
    for (const GuestTask task : {GuestTask::probe, GuestTask::exact, GuestTask::real_time})
        if (name_of(task) == text)
            return task;
    throw UsageError("task", fmt::format("\"{}\" is none", printable(text, 40)),
                     "probe, exact or real-time");
}

std::uint64_t parse_count(std::string_view name, std::string_view value)
{
    const auto number = parse_whole_number(value);
    if (!number || *number == 0)
        throw UsageError(name, fmt::format("\"{}\" is no count", printable(value, 40)));
    return *number;
}

int parse_runs(std::string_view name, std::string_view value)
{
    const std::uint64_t number = parse_count(name, value);
    if (number > most_runs)
        throw UsageError(name, fmt::format("{} is more than {}", number, most_runs));
    return static_cast<int>(number);
}

double parse_seconds(std::string_view name, std::string_view value)
{
    const auto number = parse_number(value);
    if (!number || *number <= 0)
        throw UsageError(name, fmt::format("\"{}\" is no time", printable(value, 40)));
    return *number;
}

} // namespace

std::vector<std::string> to_words(const GuestParameters& parameters)
{
    std::vector<std::string> words = {fmt::format("task={}", name_of(parameters.task)),
                                      fmt::format("port={}", parameters.port)};
    if (parameters.task == GuestTask::probe)
        return words;
    words.push_back(fmt::format("op={}", parameters.op));
    words.push_back(fmt::format("runs={}", parameters.runs));
    if (parameters.iterations != 0)
        words.push_back(fmt::format("iterations={}", parameters.iterations));
    if (parameters.seconds > 0)
        words.push_back(fmt::format("seconds={}", parameters.seconds));
    return words;
}

GuestParameters parse_guest_parameters(const std::vector<std::string_view>& words)
{
    GuestParameters parameters;
    for (const std::string_view word : words) {
        const auto equals = word.find('=');
        if (equals == std::string_view::npos)
            continue;
        const std::string_view name = word.substr(0, equals);
        const std::string_view value = word.substr(equals + 1);
        if (name == "task")
            parameters.task = parse_task(value);
        else if (name == "port")
            parameters.port = std::string(value);
        else if (name == "op")
            parameters.op = std::string(value);
        else if (name == "runs")
            parameters.runs = parse_runs(name, value);
        else if (name == "iterations")
            parameters.iterations = parse_count(name, value);
        else if (name == "seconds")
            parameters.seconds = parse_seconds(name, value);
    }
    return parameters;
}

} // namespace nohz::vm
