// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-measure as a child of `run`: it alone may hold privileges.
#include "cli/measure_process.h"

#include <csignal>
#include <optional>

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/process.h"

namespace nohz::cli
{

namespace
{

constexpr const char* program_name = "nohz-measure";

// A round's log-ratio; nothing on the last line, which is the document.
std::optional<double> log_ratio_of(const std::string& line)
{
    const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object() || !json.contains("round"))
        return std::nullopt;
    const auto value = json.find("log_ratio");
    if (value == json.end() || !value->is_number())
        throw InputError("output of nohz-measure", "/log_ratio", "is no number");
    return value->get<double>();
}

void require_success(int status, const std::string& document, bool stopped)
{
    if (stopped && WIFSIGNALED(status) && !document.empty())
        return;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw RefusedError(program_name, fmt::format("ended with {}", describe_status(status)));
    if (document.empty())
        throw RefusedError(program_name, "printed no document");
}

} // namespace

std::filesystem::path find_nohz_measure()
{
    const std::filesystem::path here = own_program_dir();
    for (const auto& file : {here / program_name, here.parent_path() / "measure" / program_name})
        if (::access(file.c_str(), X_OK) == 0)
            return file;
    if (const auto file = find_program(program_name))
        return *file;
    throw RefusedError(program_name, "not found beside this program nor in PATH",
                       "install the package nohz-overhead");
}

std::string measure_document(const std::filesystem::path& program,
                             const std::vector<std::string>& arguments, const MeasureEvents& events)
{
    std::vector<std::string> words = {program.string(), "--json"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    ChildProcess child(words, ChildProcess::Output::pipe);
    std::string document;
    bool stopped = false;
    while (const auto line = child.read_line(events.on_progress)) {
        document = *line;
        events.on_progress();
        const auto log_ratio = log_ratio_of(*line);
        if (log_ratio && !stopped && events.enough && events.enough(*log_ratio)) {
            stopped = true;
            child.send_signal(SIGINT);
        }
    }
    require_success(child.wait(), document, stopped || interrupt_signal() != 0);
    return document;
}

} // namespace nohz::cli
