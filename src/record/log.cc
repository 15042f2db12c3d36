// SPDX-License-Identifier: GPL-2.0-or-later
// One reference-style log: what the timed loop of Launchpad bug 1919154 printed.
#include "record/log.h"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "record/value.h"

namespace nohz::record
{

namespace
{

constexpr std::string_view wanted_end = "`total N nsec` and `avg N nsec`";

struct Line {
    std::string_view text; // without blanks at its ends
    std::size_t number;
};

// Those for which avg is the integer part: total/(avg+1) < iterations <= total/avg.
std::string implied_iterations(std::uint64_t total, std::uint64_t avg)
{
    if (avg == 0)
        return fmt::format("more than {}", total);
    const std::uint64_t least = avg >= total ? 1 : total / (avg + 1) + 1;
    const std::uint64_t most = total / avg;
    if (least > most)
        return "no whole number of";
    return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

class LogReader
{
public:
    LogReader(std::string_view text, const std::filesystem::path& name) : name_(name)
    {
        std::size_t number = 0;
        for (const std::string_view line : split_lines(text)) {
            ++number;
            if (const std::string_view trimmed = trim(line); !trimmed.empty())
                lines_.push_back({trimmed, number});
        }
    }

    Log read(const IterationSources& sources) const
    {
        if (lines_.empty())
            throw InputError(name_, 0, "the log is empty",
                             fmt::format("it must end with {}", wanted_end));
        require_end();
        const Line& total_line = lines_[lines_.size() - 2];
        const Line& avg_line = lines_.back();
        Log log;
        log.total_nsec = nanoseconds(total_line);
        const std::uint64_t avg = nanoseconds(avg_line);
        if (log.total_nsec == 0)
            throw InputError(name_, total_line.number, "a total of 0 nsec cannot be");
        std::tie(log.iterations, log.iterations_from) = iterations(sources);
        require_agreement(log, avg, avg_line.number);
        return log;
    }

private:
    static bool has_form(std::string_view line, std::string_view what)
    {
        const auto words = split_words(line);
        return words.size() == 3 && words[0] == what && words[2] == "nsec";
    }

    std::pair<std::uint64_t, std::string_view> iterations(const IterationSources& sources) const
    {
        const std::optional<std::uint64_t> loop = loop_line();
        if (sources.option)
            return {*sources.option, "--iterations"};
        if (loop)
            return {*loop, "the logs"};
        if (sources.host_toml)
            return {*sources.host_toml, "host.toml"};
        return {reference_iterations, "the reference"};
    }

    // Names the first line of the two that is not what it should be.
    void require_end() const
    {
        const Line& last = lines_.back();
        if (lines_.size() == 1)
            throw InputError(name_, last.number, fmt::format("no {} at the end", wanted_end),
                             "the log is cut off or of another program");
        const Line& before = lines_[lines_.size() - 2];
        const bool total_good = has_form(before.text, "total");
        if (total_good && has_form(last.text, "avg"))
            return;
        const Line& bad = total_good || has_form(last.text, "total") ? last : before;
        throw InputError(name_, bad.number,
                         fmt::format("no {} at the end: the line is \"{}\"", wanted_end,
                                     printable(bad.text, 100)),
                         "the log is cut off or of another program");
    }

    std::uint64_t nanoseconds(const Line& line) const
    {
        const std::string_view word = split_words(line.text)[1];
        const auto number = parse_whole_number(word);
        if (!number || *number > largest_count)
            throw InputError(
                name_, line.number,
                fmt::format("\"{}\" is not a whole number of nanoseconds", printable(word, 100)));
        return *number;
    }

    std::optional<std::uint64_t> loop_line() const
    {
        std::optional<std::uint64_t> iterations;
        for (const Line& line : lines_) {
            const auto words = split_words(line.text);
            if (words.size() != 2 || words[0] != "loop")
                continue;
            const auto number = parse_whole_number(words[1]);
            if (!number || *number == 0 || *number > largest_count)
                throw InputError(
                    name_, line.number,
                    fmt::format("\"{}\" is not a number of iterations", printable(words[1], 100)),
                    fmt::format("a whole number from 1 to {} was expected", largest_count));
            iterations = number;
        }
        return iterations;
    }

    void require_agreement(const Log& log, std::uint64_t avg, std::size_t line) const
    {
        const std::uint64_t right = log.total_nsec / log.iterations;
        if (right == avg)
            return;
        throw InputError(name_, line,
                         fmt::format("avg {} does not agree with total {} for {} iterations, whose "
                                     "avg is {}; the two lines imply {} iterations",
                                     avg, log.total_nsec, log.iterations, right,
                                     implied_iterations(log.total_nsec, avg)),
                         "give the number with --iterations, or as `iterations` in host.toml");
    }

    const std::filesystem::path& name_;
    std::vector<Line> lines_;
};

} // namespace

Log parse_log(std::string_view text, const std::filesystem::path& name,
              const IterationSources& sources)
{
    return LogReader(text, name).read(sources);
}

} // namespace nohz::record
