// SPDX-License-Identifier: GPL-2.0-or-later
// Child processes: started with a list of words, never through a shell, and never left behind.
#include "base/process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"

namespace nohz
{

namespace
{

using Clock = std::chrono::steady_clock;

constexpr int poll_milliseconds = 200;

struct Pipe {
    FileDescriptor read_end;
    FileDescriptor write_end;
};

Pipe make_pipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw system_refusal(errno, "pipe");
    return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// What runs in the child between fork and exec: only calls that are safe there.
[[noreturn]] void become(char* const* argv, int output_fd, bool errors_too, int failure_fd,
                         pid_t parent)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::setpgid(0, 0);
    if (::getppid() != parent)
        ::_exit(127);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
        ::signal(number, SIG_DFL);
    const int null_fd = ::open("/dev/null", O_RDWR);
    ::dup2(null_fd, STDIN_FILENO);
    ::dup2(output_fd < 0 ? null_fd : output_fd, STDOUT_FILENO);
    if (errors_too)
        ::dup2(output_fd < 0 ? null_fd : output_fd, STDERR_FILENO);
    ::execvp(argv[0], argv);
    const int error = errno;
    const ssize_t told = ::write(failure_fd, &error, sizeof error);
    ::_exit(told < 0 ? 126 : 127);
}

std::vector<char*> pointers(const std::vector<std::string>& words)
{
    std::vector<char*> argv;
    for (const std::string& word : words)
        argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    return argv;
}

} // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words, Output output,
                           const std::filesystem::path& output_file)
{
    Pipe failure = make_pipe();
    Pipe out;
    FileDescriptor file;
    if (output == Output::pipe)
        out = make_pipe();
    if (output == Output::file) {
        file = FileDescriptor(
            ::open(output_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
        if (!file.is_open())
            throw system_refusal(errno, output_file.string());
    }
    const int output_fd = output == Output::pipe ? out.write_end.get() : file.get();
    const std::vector<char*> argv = pointers(words);
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ < 0)
        throw system_refusal(errno, "fork");
    if (pid_ == 0)
        become(argv.data(), output_fd, output != Output::pipe, failure.write_end.get(), parent);
    failure.write_end.reset();
    output_ = std::move(out.read_end);
    int error = 0;
    ssize_t got = 0;
    do
        got = ::read(failure.read_end.get(), &error, sizeof error);
    while (got < 0 && errno == EINTR);
    if (got > 0) {
        wait();
        throw system_refusal(error, words.front());
    }
}

ChildProcess::~ChildProcess()
{
    if (status_ || pid_ <= 0)
        return;
    ::kill(pid_, SIGKILL);
    wait();
}

void ChildProcess::wait_for_output(const std::function<void()>& idle)
{
    for (;;) {
        if (const int number = interrupt_signal(); number != 0 && !passed_on_) {
            passed_on_ = true;
            send_signal(number);
        }
        pollfd wanted{output_.get(), POLLIN, 0};
        const int ready = ::poll(&wanted, 1, poll_milliseconds);
        if (ready < 0 && errno != EINTR)
            throw system_refusal(errno, "poll");
        if (ready > 0)
            return;
        if (idle)
            idle();
    }
}

std::optional<std::string> ChildProcess::read_line(const std::function<void()>& idle)
{
    for (;;) {
        if (const auto end = buffer_.find('\n'); end != std::string::npos) {
            std::string line = buffer_.substr(0, end);
            buffer_.erase(0, end + 1);
            return line;
        }
        wait_for_output(idle);
        std::array<char, 4096> block;
        const ssize_t got = ::read(output_.get(), block.data(), block.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            throw system_refusal(errno, "pipe");
        if (got == 0) {
            if (buffer_.empty())
                return std::nullopt;
            return std::exchange(buffer_, {});
        }
        buffer_.append(block.data(), static_cast<std::size_t>(got));
    }
}

std::optional<int> ChildProcess::poll()
{
    if (status_)
        return status_;
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_)
        status_ = status;
    return status_;
}

std::optional<int> ChildProcess::wait_for(double seconds)
{
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    for (;;) {
        if (poll())
            return status_;
        if (Clock::now() >= end || interrupt_signal() != 0)
            return std::nullopt;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

int ChildProcess::wait()
{
    int status = 0;
    while (!status_) {
        if (::waitpid(pid_, &status, 0) == pid_)
            status_ = status;
        else if (errno != EINTR)
            throw system_refusal(errno, "waitpid");
    }
    return *status_;
}

void ChildProcess::stop(double patience_seconds)
{
    if (poll())
        return;
    ::kill(pid_, SIGTERM);
    const auto end = Clock::now() + std::chrono::duration<double>(patience_seconds);
    while (!poll() && Clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (!status_)
        ::kill(pid_, SIGKILL);
    wait();
}

void ChildProcess::send_signal(int number) noexcept
{
    if (!status_)
        ::kill(pid_, number);
}

std::string describe_status(int status)
{
    if (WIFEXITED(status))
        return fmt::format("exit status {}", WEXITSTATUS(status));
    if (WIFSIGNALED(status))
        return fmt::format("killed by signal {}", WTERMSIG(status));
    return fmt::format("wait status {}", status);
}

std::string run_and_read(const std::vector<std::string>& words)
{
    ChildProcess child(words, ChildProcess::Output::pipe);
    std::string output;
    while (const auto line = child.read_line())
        output += *line + '\n';
    const int status = child.wait();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw RefusedError(words.front(), describe_status(status));
    return output;
}

std::optional<std::filesystem::path> find_program(const std::string& program)
{
    const char* path = std::getenv("PATH");
    for (const std::string_view folder : split(path ? path : "/usr/bin:/bin", ':')) {
        const std::filesystem::path file = std::filesystem::path(folder) / program;
        if (::access(file.c_str(), X_OK) == 0)
            return file;
    }
    return std::nullopt;
}

std::filesystem::path own_program_dir()
{
    return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

} // namespace nohz
