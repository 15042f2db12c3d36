// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-measure: times a way into the kernel and back.
#include <cerrno>
#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "measure/json.h"
#include "measure/options.h"
#include "measure/privileges.h"
#include "measure/text.h"

using namespace nohz;
using namespace nohz::measure;

namespace
{

constexpr std::string_view program = "nohz-measure";

// At once, so that a reader at the other end of a pipe sees each line as it comes.
void print(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw system_refusal(errno, "standard output", "give it where it can be written");
}

void warn_if_disturbed(const RunResult& run)
{
    if (!run.disturbed.empty())
        print_error(program, fmt::format("the run must not be trusted: {}", run.disturbed));
}

void measure(RunOptions options, bool json)
{
    options.before_measuring = drop_all_privileges;
    int number = 0;
    if (!json)
        options.when_ready = [](const Document& document) {
            print(describe_calibration(document));
        };
    const Document document = measure_runs(options, [&](const RunResult& run) {
        warn_if_disturbed(run);
        if (!json)
            print(describe_run(run, fmt::format("run {} of {}", ++number, options.runs)));
    });
    if (json)
        print(to_json(document) + "\n");
}

void measure(PairOptions options, bool json)
{
    options.before_measuring = drop_all_privileges;
    if (!json)
        options.when_ready = [](const Document& document) {
            print(describe_calibration(document));
        };
    const Document document = measure_pair(options, [&](const Round& round) {
        if (json)
            print(to_json(round) + "\n");
    });
    for (const RunResult& run : document.runs)
        warn_if_disturbed(run);
    print(json ? to_json(document) + "\n" : describe_pair(document));
}

ExitCode run(int argc, const char* const* argv)
{
    raise_what_is_used();
    const ProgramOptions options = parse_options(argc, argv);
    if (options.answer) {
        print(*options.answer);
        return ExitCode::pass;
    }
    catch_interrupts();
    std::visit([&](const auto& measurement) { measure(measurement, options.json); },
               options.measurement);
    end_by_interrupt_signal();
    return ExitCode::pass;
}

} // namespace

int main(int argc, char** argv)
{
    return run_main(program, [&] { return run(argc, argv); });
}
