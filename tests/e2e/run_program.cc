// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a built program as a user would and keeps what it said.
#include "run_program.h"

#include <cstdlib>
#include <stdexcept>

#include <sys/wait.h>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"

namespace nohz
{

namespace
{

constexpr const char* redirecting_script = R"(out=$1 err=$2; shift 2; exec "$@" >"$out" 2>"$err")";

} // namespace

std::vector<std::string> Outcome::out_lines() const
{
    const std::vector<std::string_view> lines = split_lines(out);
    return {lines.begin(), lines.end()};
}

std::string program_from(const char* name)
{
    const char* program = std::getenv(name);
    if (!program)
        throw std::runtime_error(std::string(name) + " is not set: run this with meson test");
    return program;
}

Outcome run_program(const std::vector<std::string>& words, const std::string& out_file)
{
    const TemporaryDirectory folder("e2e");
    const std::string out = out_file.empty() ? (folder.path() / "out").string() : out_file;
    const std::string err = (folder.path() / "err").string();
    std::vector<std::string> shell = {"/bin/sh", "-c", redirecting_script, "sh", out, err};
    shell.insert(shell.end(), words.begin(), words.end());
    ChildProcess child(shell, ChildProcess::Output::discard);
    const int status = child.wait();
    Outcome outcome;
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (out_file.empty())
        outcome.out = read_file(out);
    outcome.err = read_file(err);
    return outcome;
}

} // namespace nohz
