// SPDX-License-Identifier: GPL-2.0-or-later
// The machine as a campaign sees and changes it: every change goes through here.
#include "campaign/system.h"

#include <cerrno>
#include <system_error>

#include <linux/magic.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"

namespace nohz::campaign
{

namespace fs = std::filesystem;

namespace
{

std::optional<fs::path> locate_program(const std::string& program)
{
    if (const auto file = find_program(program))
        return file;
    for (const fs::path folder : {"/usr/sbin", "/sbin"})
        if (const fs::path file = folder / program; ::access(file.c_str(), X_OK) == 0)
            return file;
    return std::nullopt;
}

CommandResult run(std::vector<std::string> words)
{
    const auto program = locate_program(words.front());
    if (!program)
        throw RefusedError(words.front(), "is not installed");
    words.front() = program->string();
    const TemporaryDirectory folder("nohz-campaign");
    const fs::path output = folder.path() / "output";
    ChildProcess child(words, ChildProcess::Output::file, output);
    const int status = child.wait();
    CommandResult result;
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.output = read_file_if_readable(output).value_or("");
    return result;
}

std::string last_line(std::string_view text)
{
    std::string_view last;
    for (const std::string_view line : split_lines(text))
        if (!trim(line).empty())
            last = trim(line);
    return printable(last, 300);
}

void remove_file(const fs::path& file)
{
    if (::unlink(file.c_str()) == 0)
        sync_directory(file.parent_path());
    else if (errno != ENOENT)
        throw system_refusal(errno, file.string());
}

} // namespace

bool System::is_superuser() const
{
    return !tree_.is_live() || ::geteuid() == 0;
}

bool System::has_program(const std::string& program) const
{
    return locate_program(program).has_value();
}

// Source: asm/setup.h of arch/x86, arch/arm64 and arch/powerpc.
std::optional<std::size_t> System::longest_command_line() const
{
    utsname name{};
    if (!tree_.is_live() || ::uname(&name) != 0)
        return std::nullopt;
    for (const std::string_view known : {"x86_64", "i686", "aarch64", "ppc64le", "ppc64"})
        if (name.machine == known)
            return 2047;
    return std::nullopt;
}

bool System::is_in_memory(const fs::path& file) const
{
    struct statfs found = {};
    for (fs::path there = file; tree_.is_live(); there = there.parent_path()) {
        if (::statfs(there.c_str(), &found) == 0)
            return found.f_type == TMPFS_MAGIC || found.f_type == RAMFS_MAGIC;
        if (errno != ENOENT || !there.has_relative_path())
            return false;
    }
    return false;
}

CommandResult System::ask(const std::vector<std::string>& words) const
{
    return run(words);
}

void System::command(const std::vector<std::string>& words)
{
    const CommandResult result = run(words);
    if (result.status == 0)
        return;
    const std::string said = last_line(result.output);
    throw RefusedError(joined(words, " "), fmt::format("exit status {}{}{}", result.status,
                                                       said.empty() ? "" : ": ", said));
}

void System::write_new(std::string_view file, std::string_view content)
{
    const fs::path path = tree_.locate(file);
    const fs::path folder = path.parent_path();
    if (::access(folder.c_str(), W_OK) != 0)
        throw system_refusal(errno, folder.string(),
                             "make it writable, or take another --boot-method");
    write_new_file(path, content);
}

void System::remove(std::string_view file)
{
    remove_file(tree_.locate(file));
}

void System::flush()
{
    if (tree_.is_live())
        ::sync();
}

void System::replace_own(const fs::path& file, std::string_view content)
{
    replace_file(file, content);
}

void System::write_new_own(const fs::path& file, std::string_view content)
{
    write_new_file(file, content);
}

void System::rename_own(const fs::path& from, const fs::path& to)
{
    if (::rename(from.c_str(), to.c_str()) != 0)
        throw system_refusal(errno, from.string());
    sync_directory(to.parent_path());
}

void System::remove_own(const fs::path& file)
{
    remove_file(file);
}

void System::make_own_folder(const fs::path& folder)
{
    std::error_code error;
    if (fs::create_directories(folder, error))
        sync_directory(folder.parent_path());
    if (error)
        throw system_refusal(error.value(), folder.string(),
                             "make room there, or name a folder that can be written by --state");
}

} // namespace nohz::campaign
