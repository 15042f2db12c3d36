// SPDX-License-Identifier: GPL-2.0-or-later
// Gets a kernel and its configuration out of what the user named: a vmlinuz file or a package.
#include "vm/kernel_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"

namespace nohz::vm
{

namespace
{

namespace fs = std::filesystem;

// Ubuntu installs /boot/vmlinuz-* with mode 0600.
void check_readable(const fs::path& file)
{
    if (::faccessat(AT_FDCWD, file.c_str(), R_OK, AT_EACCESS) == 0 || errno != EACCES)
        return;
    throw system_refusal(EACCES, file.string(),
                         fmt::format("run this with sudo, or once: sudo chmod a+r {}",
                                     printable(file.string(), 300)));
}

std::string config_beside(const fs::path& file, const std::string& release)
{
    const fs::path folder = file.parent_path();
    const fs::path above = folder / "..";
    for (const fs::path& candidate : {folder / ("config-" + release), folder / "config",
                                      above / "config", above / "lib/modules" / release / "config",
                                      above / "usr/lib/modules" / release / "config"}) {
        std::error_code ignored;
        if (!fs::is_regular_file(candidate, ignored))
            continue;
        if (auto text = read_file_if_readable(candidate))
            return std::move(*text);
    }
    return {};
}

// A Debian package's files, unpacked once into a tar file in a temporary folder.
class Package
{
public:
    explicit Package(const fs::path& file) : file_(file), folder_("package")
    {
        for (const char* program : {"dpkg-deb", "tar"})
            if (!find_program(program))
                throw RefusedError(file.string(),
                                   fmt::format("{} is needed to unpack a package", program),
                                   "give the vmlinuz file instead");
        const fs::path out = tar();
        if (!run_into({"dpkg-deb", "--fsys-tarfile", file.string()}, out))
            throw InputError(file, 0, "is a damaged Debian package: dpkg-deb cannot unpack it",
                             "download it again");
        names_ = run_and_read({"tar", "-tf", out.string()});
    }

    // The first file that is named `prefix`*`suffix`, with no further folder in the *.
    std::optional<std::string> find(std::string_view prefix, std::string_view suffix) const
    {
        for (const std::string_view name : split_lines(names_)) {
            std::string_view rest = name;
            if (rest.starts_with("./"))
                rest.remove_prefix(2);
            if (!rest.starts_with(prefix) || rest.size() < prefix.size() + suffix.size() ||
                !rest.ends_with(suffix))
                continue;
            rest.remove_prefix(prefix.size());
            rest.remove_suffix(suffix.size());
            if (!rest.empty() && rest.find('/') == std::string_view::npos)
                return std::string(name);
        }
        return std::nullopt;
    }

    std::string read(const std::string& name) const
    {
        const fs::path out = folder_.path() / "file";
        if (!run_into({"tar", "-xOf", tar().string(), "--", name}, out))
            throw InputError(file_, 0, fmt::format("tar cannot read {} in it", printable(name)),
                             "download it again");
        return read_file(out, largest_kernel);
    }

private:
    fs::path tar() const { return folder_.path() / "data.tar"; }

    static bool run_into(const std::vector<std::string>& words, const fs::path& out)
    {
        ChildProcess child(words, ChildProcess::Output::file, out);
        const int status = child.wait();
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

    fs::path file_;
    TemporaryDirectory folder_;
    std::string names_;
};

std::optional<std::string> find_config(const Package& package)
{
    if (auto name = package.find("boot/config-", ""))
        return name;
    for (const char* modules : {"usr/lib/modules/", "lib/modules/"})
        if (auto name = package.find(modules, "/config"))
            return name;
    return package.find("usr/lib/kernel/config-", "");
}

std::optional<std::string> find_image(const Package& package)
{
    for (const char* prefix : {"boot/vmlinuz-", "boot/vmlinux-"})
        if (auto name = package.find(prefix, ""))
            return name;
    for (const char* modules : {"usr/lib/modules/", "lib/modules/"})
        if (auto name = package.find(modules, "/vmlinuz"))
            return name;
    return std::nullopt;
}

// Newer packaging has the config in a package of its own: linux-base-RELEASE_VERSION_ARCH.deb.
std::string config_from_sibling(const fs::path& package_file, const std::string& release)
{
    const fs::path folder = package_file.has_parent_path() ? package_file.parent_path() : ".";
    const std::string prefix = "linux-base-" + release + "_";
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(prefix) || !name.ends_with(".deb"))
            continue;
        const Package sibling(entry.path());
        if (const auto config = find_config(sibling))
            return sibling.read(*config);
    }
    return {};
}

std::string what_it_depends_on(const fs::path& file)
{
    const std::string depends = run_and_read({"dpkg-deb", "--field", file.string(), "Depends"});
    return printable(trim(depends), 200);
}

Kernel read_package(const fs::path& file)
{
    const Package package(file);
    const auto image_name = find_image(package);
    if (!image_name) {
        const std::string depends = what_it_depends_on(file);
        throw InputError(file, 0, "is a Debian package without a kernel in it",
                         depends.empty() ? "give a linux-image package"
                                         : "give the package that holds it, one of: " + depends);
    }
    Kernel kernel{file, parse_kernel_image(package.read(*image_name), file), {}};
    if (const auto config = find_config(package))
        kernel.config = package.read(*config);
    else
        kernel.config = config_from_sibling(file, kernel.image.release);
    return kernel;
}

// True if `a`, with its numbers compared as numbers, comes before `b`.
bool version_before(const fs::path& a, const fs::path& b)
{
    return ::strverscmp(a.c_str(), b.c_str()) < 0;
}

} // namespace

Kernel read_kernel(const fs::path& file)
{
    check_readable(file);
    std::string content = read_file(file, largest_kernel);
    if (is_debian_package(content))
        return read_package(file);
    Kernel kernel{file, parse_kernel_image(std::move(content), file), {}};
    kernel.config = config_beside(fs::absolute(file), kernel.image.release);
    return kernel;
}

std::vector<fs::path> installed_kernels(const fs::path& boot)
{
    std::vector<fs::path> kernels;
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(boot, missing)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("vmlinuz-") && !name.ends_with(".old"))
            kernels.push_back(entry.path());
    }
    std::sort(kernels.begin(), kernels.end(), version_before);
    if (kernels.empty())
        throw RefusedError(boot.string(), "no vmlinuz-* there to take kernels from",
                           "name one with --kernel: a vmlinuz file or a linux-image .deb");
    return kernels;
}

} // namespace nohz::vm
