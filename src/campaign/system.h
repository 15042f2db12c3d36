// SPDX-License-Identifier: GPL-2.0-or-later
// The machine as a campaign sees and changes it: every change goes through here.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/tree.h"

namespace nohz::campaign
{

// What a program said, standard error with it, and how it ended.
struct CommandResult {
    int status = 0; // exit status; 128 + signal where a signal ended it
    std::string output;
};

// Files of the machine are named as on it ("/boot/grub/grub.cfg") and looked up under the root.
// The functions that change something are virtual, so that a test can count them, fail them, or
// stand in for the programs.
class System
{
public:
    explicit System(const std::filesystem::path& root) : tree_(root) {}
    System(const System&) = delete;
    System& operator=(const System&) = delete;
    virtual ~System() = default;

    const host::Tree& tree() const noexcept { return tree_; }
    const std::filesystem::path& root() const noexcept { return tree_.root(); }

    // For this machine: whether we are root. A tree of files asks for nothing.
    virtual bool is_superuser() const;

    // Looked for in PATH, /usr/sbin and /sbin: the PATH of a plain user lacks the last two.
    virtual bool has_program(const std::string& program) const;

    // Whether a file at the plain path `file` would lie in memory only (tmpfs, ramfs): gone after a
    // reboot. A tree of files does not reboot.
    virtual bool is_in_memory(const std::filesystem::path& file) const;

    // The bytes of a command line that this machine's kernels read (COMMAND_LINE_SIZE without the
    // zero at its end); nothing where that is not known.
    virtual std::optional<std::size_t> longest_command_line() const;

    // Runs a program that changes nothing. Throws RefusedError where it cannot be started.
    virtual CommandResult ask(const std::vector<std::string>& words) const;

    // Runs a program that changes something. Throws RefusedError, with the last line it said,
    // unless it ends with 0.
    virtual void command(const std::vector<std::string>& words);

    // A file of the machine that is not there yet. Throws RefusedError, also where it is there.
    virtual void write_new(std::string_view file, std::string_view content);

    // Removes a file of the machine; nothing happens where there is none. Throws RefusedError.
    virtual void remove(std::string_view file);

    // Brings every file to where a boot loader reads it after a power cut. An fsync is not enough:
    // it may leave names and places of a file in the file system's journal, which GRUB does not
    // replay; sync(2) writes the block devices' own buffers too (fs/sync.c, ksys_sync).
    virtual void flush();

    // The campaign's own files, by their plain path. Throw RefusedError.
    virtual void replace_own(const std::filesystem::path& file, std::string_view content);
    virtual void write_new_own(const std::filesystem::path& file, std::string_view content);
    virtual void rename_own(const std::filesystem::path& from, const std::filesystem::path& to);
    virtual void remove_own(const std::filesystem::path& file);
    virtual void make_own_folder(const std::filesystem::path& folder);

private:
    host::Tree tree_;
};

} // namespace nohz::campaign
