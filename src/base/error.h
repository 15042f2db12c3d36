// SPDX-License-Identifier: GPL-2.0-or-later
// Exit codes and the errors that lead to them; the one place that maps one to the other.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace nohz
{

// The same in every program and command.
enum class ExitCode {
    pass = 0,
    fail = 1,         // a limit is exceeded
    bad_input = 2,    // bad usage, or a file that is not what it should be
    inconclusive = 3, // measured, and the answer is not sure
    refused = 4,      // the system refused: permission, missing file, I/O, a guest that hangs
    reboot = 10,      // `campaign`: reboot now, then call `campaign next`
    skip = 77,        // nothing here can be measured or compared
};

// Wrong words on the command line. `where` names the option or argument.
class UsageError : public std::runtime_error
{
public:
    UsageError(std::string_view where, std::string_view what, std::string_view remedy = {});
};

// A file that was read and is not what it should be. `line` 0 means no line can be named;
// `place` may hold a JSON pointer instead.
class InputError : public std::runtime_error
{
public:
    InputError(const std::filesystem::path& file, std::size_t line, std::string_view what,
               std::string_view remedy = {});
    InputError(const std::filesystem::path& file, std::string_view place, std::string_view what,
               std::string_view remedy = {});
};

// The system would not do it: exit code 4. For a system call that failed, use system_refusal().
class RefusedError : public std::runtime_error
{
public:
    RefusedError(std::string_view where, std::string_view what, std::string_view remedy = {});
};

// Nothing here can be measured or compared: exit code 77.
class SkipError : public std::runtime_error
{
public:
    SkipError(std::string_view what, std::string_view remedy = {});
};

// A RefusedError that says what `where` was, the text of `error_number` (an errno) and a remedy.
RefusedError system_refusal(int error_number, std::string_view where, std::string_view remedy = {});

// Prints `program: message` as one line without control characters to `out`.
void print_error(std::string_view program, std::string_view message, std::FILE* out = stderr);

// Runs `body`, turns whatever it throws into one line on standard error and an exit status.
// std::system_error and std::filesystem::filesystem_error count as refusals.
int run_main(std::string_view program, const std::function<ExitCode()>& body);

} // namespace nohz
