// SPDX-License-Identifier: GPL-2.0-or-later
// Child processes: started with a list of words, never through a shell, and never left behind.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/file.h"

namespace nohz
{

// A running child. It gets SIGKILL when this object goes before it ended, and when this process
// dies (PR_SET_PDEATHSIG). Its standard input is /dev/null. It is in a process group of its own:
// a terminal's Ctrl-C reaches it through us only, so that it comes once.
class ChildProcess
{
public:
    enum class Output {
        pipe,    // read_line() gives standard output; standard error is ours
        discard, // both go to /dev/null
        file,    // both go to `output_file`
    };

    // Throws RefusedError where the program cannot be started.
    ChildProcess(const std::vector<std::string>& words, Output output,
                 const std::filesystem::path& output_file = {});
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();

    // The next line of standard output without its newline, nothing at the end of it. While it
    // waits it calls `idle`, if there is one, a few times a second. A caught signal
    // (base/interrupt.h) is passed on to the child once; the waiting goes on for what it still
    // says.
    std::optional<std::string> read_line(const std::function<void()>& idle = {});

    // The status as waitpid gives it if the child has ended, nothing if it runs still.
    std::optional<int> poll();

    // Waits until the child ends, or for `seconds` (nothing then), or until a caught signal
    // comes (nothing then).
    std::optional<int> wait_for(double seconds);

    // Waits for the end.
    int wait();

    // Sends SIGTERM, then after `patience_seconds` SIGKILL, and waits for the end.
    void stop(double patience_seconds = 2.0);

    void send_signal(int number) noexcept;
    pid_t pid() const noexcept { return pid_; }

private:
    void wait_for_output(const std::function<void()>& idle);

    pid_t pid_ = -1;
    bool passed_on_ = false; // the caught signal
    std::optional<int> status_;
    FileDescriptor output_;
    std::string buffer_;
};

// "exit status 3", "killed by signal 9".
std::string describe_status(int status);

// Runs `words` to its end and returns its standard output.
// Throws RefusedError where it cannot be started or does not exit with 0.
std::string run_and_read(const std::vector<std::string>& words);

// The file that PATH gives for `program`, nothing if there is none.
std::optional<std::filesystem::path> find_program(const std::string& program);

// The folder that holds the running program's own file.
std::filesystem::path own_program_dir();

} // namespace nohz
