// SPDX-License-Identifier: GPL-2.0-or-later
// The one place that reads files whole and writes them so that a crash leaves all or nothing.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace nohz
{

inline constexpr std::size_t largest_file_read = 64U << 20;

// The whole file. Works on /proc and /sys, whose files report a size of 0.
// Throws RefusedError (missing, no permission, a folder, I/O), InputError if it is over `largest`.
std::string read_file(const std::filesystem::path& file, std::size_t largest = largest_file_read);

// As read_file, but nothing where the file does not exist or may not be read.
std::optional<std::string> read_file_if_readable(const std::filesystem::path& file,
                                                 std::size_t largest = largest_file_read);

// Writes a new file: temporary file without a name where the file system can (O_TMPFILE, so that
// a kill leaves nothing), else beside it; fsync, link into place, fsync of the folder.
// Throws RefusedError, also where `file` exists already: nothing is ever overwritten.
void write_new_file(const std::filesystem::path& file, std::string_view content);

// Puts a file of ours in the place of the one that is there, or writes it anew: a hidden temporary
// file beside it (replacement_of), fsync, rename, fsync of the folder. Killed at any instant,
// `file` is the old one or the new one, whole. One process at a time. Throws RefusedError, also
// where what is there is no regular file (a device, a link); `file` is then as it was.
void replace_file(const std::filesystem::path& file, std::string_view content);

// Whether something is there that is no regular file: a link, a folder, a pipe, a device.
bool is_irregular(const std::filesystem::path& file);

// The temporary file of replace_file: ".NAME.nohz-overhead.new".
std::filesystem::path replacement_of(const std::filesystem::path& file);

// Makes sure that the names in `directory` outlast a power cut. Throws RefusedError.
void sync_directory(const std::filesystem::path& directory);

// Closes a file descriptor when it goes out of scope.
class FileDescriptor
{
public:
    explicit FileDescriptor(int fd = -1) noexcept : fd_(fd) {}
    FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor() { reset(); }

    int get() const noexcept { return fd_; }
    bool is_open() const noexcept { return fd_ >= 0; }
    int release() noexcept;
    void reset() noexcept;

private:
    int fd_;
};

// A folder under TMPDIR (or /tmp) that goes, with all in it, when the object does.
class TemporaryDirectory
{
public:
    explicit TemporaryDirectory(std::string_view name);
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();

    const std::filesystem::path& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace nohz
