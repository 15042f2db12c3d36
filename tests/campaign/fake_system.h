// SPDX-License-Identifier: GPL-2.0-or-later
// A machine of files that boots: GRUB, kexec and the kernel as far as a campaign sees them.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "campaign/system.h"

namespace nohz::campaign::test
{

inline constexpr std::string_view plain_kernel = "5.10.0-46-amd64"; // without CONFIG_NO_HZ_FULL
inline constexpr std::string_view built_kernel = "6.1.0-57-amd64";  // with it

// What ends a process at once: no handler of ours catches it.
struct Killed {
};

// The tree of a machine with both kernels, GRUB, kexec and `cpus` CPUs, and its System.
class FakeSystem final : public System
{
public:
    explicit FakeSystem(int cpus = 4);

    // Of a test's making.
    FakeSystem& write(std::string_view file, std::string_view content);
    FakeSystem& erase(std::string_view file);
    std::string read(std::string_view file) const;
    std::filesystem::path state() const { return root() / "var/lib/nohz-overhead/campaign"; }

    // Every file that is neither the kernel's nor a campaign's own.
    std::map<std::string, std::string> snapshot() const;

    // Boots as the machine would: what kexec has loaded after `systemctl kexec`, else what GRUB
    // takes. A power cut is a reboot by the firmware whatever is loaded.
    void reboot(const std::vector<std::string>& command = {"systemctl", "reboot"});
    void power_cut() { reboot(); }
    // Boots the default entry: what a panicked one-shot boot ends in.
    void panic_then_reset();

    bool is_superuser() const override { return superuser; }
    bool has_program(const std::string& program) const override
    {
        return programs.count(program) != 0;
    }
    bool is_in_memory(const std::filesystem::path&) const override { return in_memory; }
    std::optional<std::size_t> longest_command_line() const override { return command_line_size; }
    CommandResult ask(const std::vector<std::string>& words) const override;
    void command(const std::vector<std::string>& words) override;
    void write_new(std::string_view file, std::string_view content) override;
    void remove(std::string_view file) override;
    void flush() override;
    void replace_own(const std::filesystem::path& file, std::string_view content) override;
    void write_new_own(const std::filesystem::path& file, std::string_view content) override;
    void rename_own(const std::filesystem::path& from, const std::filesystem::path& to) override;
    void remove_own(const std::filesystem::path& file) override;
    void make_own_folder(const std::filesystem::path& folder) override;

    bool superuser = true;
    std::set<std::string> programs = {"grub-editenv", "grub-probe", "grub-script-check",
                                      "update-grub",  "kexec",      "systemctl"};
    std::string grub_abstraction;
    std::string grub_file_system = "ext2";
    bool unit_enabled = true;
    std::size_t command_line_size = 2047;
    bool in_memory = false; // the state folder
    bool disk_full = false; // of the state folder
    std::string failing_program;
    std::string failing_after; // does its work once, says that it failed, and fails from then on

    // Changes so far, and the one that Killed ends before or after it is done.
    int changes = 0;
    std::optional<int> kill_before;
    std::optional<int> kill_after;
    std::vector<std::vector<std::string>> commands;

private:
    template <typename Change>
    void change(Change&& body);
    void boot(std::string_view kernel, const std::string& command_line);
    void boot_default_entry();
    void boot_entry(const std::string& config, std::string_view id);
    void run_grub_editenv(const std::vector<std::string>& words);
    void run_kexec(const std::vector<std::string>& words);
    void run_update_grub();
    std::string grub_variable(std::string_view name) const;
    void set_grub_variable(const std::string& name, const std::optional<std::string>& value);

    std::filesystem::path owned_;
    int cpus_;
    int boots_ = 0;
    std::string kexec_kernel_;
    std::string kexec_command_line_;

public:
    ~FakeSystem() override;
};

} // namespace nohz::campaign::test
