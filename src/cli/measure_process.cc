// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-measure as a child of `run`: it alone may hold privileges.
#include "cli/measure_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/process.h"

namespace nohz::cli
{

namespace
{

constexpr const char* program_name = "nohz-measure";

void require_success(int status, const std::string& document)
{
    const bool interrupted = interrupt_signal() != 0 && WIFSIGNALED(status);
    if (interrupted && !document.empty())
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
                             const std::vector<std::string>& arguments,
                             const std::function<void()>& on_progress)
{
    std::vector<std::string> words = {program.string(), "--json"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    ChildProcess child(words, ChildProcess::Output::pipe);
    std::string document;
    while (const auto line = child.read_line(on_progress)) {
        document = *line;
        on_progress();
    }
    require_success(child.wait(), document);
    return document;
}

} // namespace nohz::cli
