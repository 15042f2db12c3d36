// SPDX-License-Identifier: GPL-2.0-or-later
// The one place that reads files whole and writes them so that a crash leaves all or nothing.
#include "base/file.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/error.h"

namespace nohz
{

namespace
{

std::string read_all(int fd, const std::filesystem::path& file, std::size_t largest)
{
    std::string content;
    std::array<char, 1U << 16> block;
    for (;;) {
        const ssize_t got = ::read(fd, block.data(), block.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            throw system_refusal(errno, file.string());
        if (got == 0)
            return content;
        content.append(block.data(), static_cast<std::size_t>(got));
        if (content.size() > largest)
            throw InputError(file, 0, fmt::format("larger than {} bytes", largest));
    }
}

void write_all(int fd, const std::filesystem::path& file, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t put = ::write(fd, content.data(), content.size());
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            throw system_refusal(errno, file.string());
        content.remove_prefix(static_cast<std::size_t>(put));
    }
}

// Removes the temporary file, if it has a name, on every way out.
struct Unlinker {
    std::filesystem::path file;
    ~Unlinker()
    {
        if (!file.empty())
            ::unlink(file.c_str());
    }
};

std::filesystem::path folder_of(const std::filesystem::path& file)
{
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

// Without a name where the file system knows O_TMPFILE and /proc can give the file one later.
FileDescriptor open_temporary(const std::filesystem::path& directory,
                              const std::filesystem::path& file, std::string& name)
{
    if (::access("/proc/self/fd", X_OK) == 0) {
        FileDescriptor fd(::open(directory.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
        if (fd.is_open())
            return fd;
    }
    name = (directory / ("." + file.filename().string() + ".XXXXXX")).string();
    FileDescriptor fd(::mkostemp(name.data(), O_CLOEXEC));
    if (!fd.is_open())
        throw system_refusal(errno, file.string(), "name a folder that exists and can be written");
    return fd;
}

} // namespace

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept
{
    if (this != &other) {
        reset();
        fd_ = other.release();
    }
    return *this;
}

int FileDescriptor::release() noexcept
{
    return std::exchange(fd_, -1);
}

void FileDescriptor::reset() noexcept
{
    if (fd_ >= 0)
        ::close(std::exchange(fd_, -1));
}

std::string read_file(const std::filesystem::path& file, std::size_t largest)
{
    const FileDescriptor fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (!fd.is_open())
        throw system_refusal(errno, file.string());
    return read_all(fd.get(), file, largest);
}

std::optional<std::string> read_file_if_readable(const std::filesystem::path& file,
                                                 std::size_t largest)
{
    try {
        return read_file(file, largest);
    } catch (const RefusedError&) {
        return std::nullopt;
    }
}

void write_new_file(const std::filesystem::path& file, std::string_view content)
{
    const std::filesystem::path directory = folder_of(file);
    std::string name; // of the temporary file; "" for one without
    const FileDescriptor fd = open_temporary(directory, file, name);
    const Unlinker unlinker{name};
    write_all(fd.get(), file, content);
    if (::fchmod(fd.get(), 0644) != 0 || ::fsync(fd.get()) != 0)
        throw system_refusal(errno, file.string());
    const std::string from = name.empty() ? fmt::format("/proc/self/fd/{}", fd.get()) : name;
    const int flags = name.empty() ? AT_SYMLINK_FOLLOW : 0;
    if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, file.c_str(), flags) != 0) {
        const int error = errno;
        throw system_refusal(error, file.string(),
                             error == EEXIST ? "an existing record is never overwritten" : "");
    }
    sync_directory(directory);
}

bool is_irregular(const std::filesystem::path& file)
{
    std::error_code error;
    const auto there = std::filesystem::symlink_status(file, error);
    return std::filesystem::exists(there) && !std::filesystem::is_regular_file(there);
}

std::filesystem::path replacement_of(const std::filesystem::path& file)
{
    return folder_of(file) / fmt::format(".{}.nohz-overhead.new", file.filename().string());
}

void replace_file(const std::filesystem::path& file, std::string_view content)
{
    if (is_irregular(file))
        throw RefusedError(file.string(), "is no regular file", "name one, or a new one");
    const std::filesystem::path temporary = replacement_of(file);
    ::unlink(temporary.c_str());
    const FileDescriptor fd(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!fd.is_open())
        throw system_refusal(errno, file.string(), "name a folder that exists and can be written");
    const Unlinker unlinker{temporary}; // nothing is there any more after the rename
    write_all(fd.get(), file, content);
    if (::fchmod(fd.get(), 0644) != 0 || ::fsync(fd.get()) != 0 ||
        ::rename(temporary.c_str(), file.c_str()) != 0)
        throw system_refusal(errno, file.string());
    sync_directory(folder_of(file));
}

void sync_directory(const std::filesystem::path& directory)
{
    const FileDescriptor fd(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd.is_open() || ::fsync(fd.get()) != 0)
        throw system_refusal(errno, directory.string());
}

TemporaryDirectory::TemporaryDirectory(std::string_view name)
{
    const char* parent = std::getenv("TMPDIR");
    std::string pattern = fmt::format("{}/{}.XXXXXX", parent && *parent ? parent : "/tmp", name);
    if (!::mkdtemp(pattern.data()))
        throw system_refusal(errno, pattern, "set TMPDIR to a folder that can be written");
    path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace nohz
