// SPDX-License-Identifier: GPL-2.0-or-later
// A machine's files under a root: the machine itself, a copy of its files, or a sosreport.
#include "host/tree.h"

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"

namespace nohz::host
{

namespace fs = std::filesystem;

namespace
{

// Longer than any line of these files: a kernel command line has at most 4,096 bytes.
constexpr std::size_t longest_line = 16384;
constexpr std::size_t largest_tree_file = 16U << 20;

fs::path canonical_or_same(const fs::path& path)
{
    std::error_code error;
    fs::path canonical = fs::canonical(path, error);
    return error ? path : canonical;
}

bool looks_like_a_root(const fs::path& folder)
{
    std::error_code error;
    return fs::is_directory(folder / "sys", error) || fs::is_directory(folder / "proc", error);
}

// A report is unpacked into a folder of its own, with all of it below one top folder.
fs::path below_one_top_folder(const fs::path& root)
{
    if (looks_like_a_root(root))
        return root;
    std::error_code error;
    std::vector<fs::path> folders;
    for (fs::directory_iterator it(root, error), end; !error && it != end; it.increment(error))
        if (std::error_code ignored; it->is_directory(ignored) && !it->is_symlink(ignored))
            folders.push_back(it->path());
    return folders.size() == 1 && looks_like_a_root(folders.front()) ? folders.front() : root;
}

} // namespace

Tree::Tree(const fs::path& root)
    : root_(below_one_top_folder(canonical_or_same(root))), live_(root_ == "/")
{
}

fs::path Tree::locate(std::string_view file) const
{
    return root_ / fs::path(file).relative_path();
}

std::optional<fs::path> Tree::inside(std::string_view file) const
{
    const fs::path path = locate(file);
    if (live_)
        return path;
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error)
        return std::nullopt;
    const auto end = std::mismatch(root_.begin(), root_.end(), real.begin(), real.end());
    return end.first == root_.end() ? std::optional(real) : std::nullopt;
}

bool Tree::exists(std::string_view file) const
{
    std::error_code error;
    const auto path = inside(file);
    return path && fs::exists(*path, error);
}

bool Tree::is_directory(std::string_view folder) const
{
    std::error_code error;
    const auto path = inside(folder);
    return path && fs::is_directory(*path, error);
}

bool Tree::is_closed(std::string_view file) const
{
    return ::access(locate(file).c_str(), R_OK) != 0 && errno == EACCES;
}

std::optional<std::string> Tree::text(std::string_view file) const
{
    std::error_code error;
    const auto path = inside(file);
    if (!path || !fs::is_regular_file(*path, error))
        return std::nullopt;
    return read_file_if_readable(*path, largest_tree_file);
}

std::optional<std::string> Tree::line(std::string_view file) const
{
    const auto whole = text(file);
    if (!whole)
        return std::nullopt;
    const std::string_view first = std::string_view(*whole).substr(0, whole->find('\n'));
    return printable(trim(first), longest_line);
}

std::string Tree::line_or_empty(std::string_view file) const
{
    return line(file).value_or("");
}

std::vector<std::string> Tree::names(std::string_view folder) const
{
    std::vector<std::string> found;
    const auto path = inside(folder);
    if (!path)
        return found;
    std::error_code error;
    for (fs::directory_iterator it(*path, error), end; !error && it != end; it.increment(error))
        found.push_back(it->path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
}

std::optional<CpuList> Tree::cpus(std::string_view file, int cpu_count) const
{
    const auto list = line(file);
    if (!list)
        return std::nullopt;
    // A mask that was never allocated is printed as "(null)" (lib/vsprintf.c); Debian 6.1 does.
    if (*list == "(null)")
        return CpuList();
    try {
        return CpuList::parse(*list, cpu_count);
    } catch (const std::invalid_argument& e) {
        throw InputError(locate(file), 1, std::string("not a list of CPUs: ") + e.what(),
                         "a kernel writes lists as 0-3,8");
    }
}

std::optional<std::string> Tree::field(std::string_view file, std::string_view key) const
{
    const auto whole = text(file);
    return whole ? find_field(*whole, key) : std::nullopt;
}

std::optional<std::string> find_field(std::string_view text, std::string_view key)
{
    for (const std::string_view line : split_lines(text)) {
        const auto colon = line.find(':');
        if (colon != std::string_view::npos && trim(line.substr(0, colon)) == key)
            return printable(trim(line.substr(colon + 1)), longest_line);
    }
    return std::nullopt;
}

} // namespace nohz::host
