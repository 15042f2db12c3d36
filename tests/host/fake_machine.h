// SPDX-License-Identifier: GPL-2.0-or-later
// A machine of files for tests: a folder that is filled and then read as --root.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/file.h"
#include "host/boot.h"

namespace nohz::host::test
{

class FakeMachine
{
public:
    FakeMachine() : folder_("nohz-fake-machine") {}

    // A machine with CPUs `cpus` and a command line; the files of sysfs that every kernel has.
    FakeMachine(std::string_view cpus, std::string_view command_line) : FakeMachine()
    {
        for (const std::string_view file : {"possible", "present", "online"})
            cpu_file(file, std::string(cpus) + "\n");
        cpu_file("isolated", "\n");
        write("proc/cmdline", "BOOT_IMAGE=/boot/vmlinuz " + std::string(command_line) + "\n");
        write("proc/sys/kernel/osrelease", std::string(release) + "\n");
    }

    FakeMachine& write(std::string_view file, std::string_view content)
    {
        const std::filesystem::path path = root() / file;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << content;
        return *this;
    }

    FakeMachine& cpu_file(std::string_view file, std::string_view content)
    {
        return write("sys/devices/system/cpu/" + std::string(file), content);
    }

    FakeMachine& config(std::string_view line)
    {
        return write("boot/config-" + std::string(release),
                     "CONFIG_HZ=250\n" + std::string(line) + "\n");
    }

    FakeMachine& remove(std::string_view file)
    {
        std::filesystem::remove_all(root() / file);
        return *this;
    }

    const std::filesystem::path& root() const { return folder_.path(); }
    Boot boot() const { return read_boot(root()); }

    static constexpr std::string_view release = "6.1.0-57-amd64";
    static constexpr std::string_view built = "CONFIG_NO_HZ_FULL=y";
    static constexpr std::string_view not_built = "# CONFIG_NO_HZ_FULL is not set";

private:
    TemporaryDirectory folder_;
};

// The hazard `id` of `boot`, null if it is not there.
inline const Hazard* find_hazard(const Boot& boot, std::string_view id)
{
    const auto it = std::find_if(boot.hazards.begin(), boot.hazards.end(),
                                 [&](const Hazard& hazard) { return hazard.id == id; });
    return it == boot.hazards.end() ? nullptr : &*it;
}

} // namespace nohz::host::test
