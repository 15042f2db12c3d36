// SPDX-License-Identifier: GPL-2.0-or-later
// QEMU: which one, of which version, and the command lines for it and for the guest's kernel.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"
#include "vm/guest_parameters.h"

namespace nohz::vm
{

enum class Accelerator { tcg, kvm };

// How guests of one architecture are run.
struct Emulator {
    std::filesystem::path program; // /usr/bin/qemu-system-x86_64
    std::string version;           // "7.2.22"
    std::string arch;              // "amd64" or "arm64"
    std::string machine;           // of that version: "pc-i440fx-7.2", "virt-7.2"
    Accelerator accelerator = Accelerator::tcg;
    // One instruction is one nanosecond of virtual time (-icount); never with kvm.
    bool exact = true;

    bool operator==(const Emulator&) const = default;
};

// Finds QEMU for `arch` and asks it for its version and machine types.
// Throws RefusedError where it is not installed (the remedy names the package), or for an
// architecture that vm does not know.
Emulator find_emulator(std::string_view arch, bool exact);

// The versioned name that `alias` stands for in what `-machine help` printed; `alias` itself if
// that does not say.
std::string versioned_machine(std::string_view machine_help, std::string_view alias);

// "7.2.22" out of what `--version` printed; "" if it is not there.
std::string version_of(std::string_view version_text);

// What is needed to boot one guest once.
struct GuestFiles {
    std::filesystem::path kernel;
    std::filesystem::path initramfs;
    std::filesystem::path console; // written by QEMU
    std::filesystem::path results; // written by QEMU: the frames
};

// QEMU's words, to be started as they are.
std::vector<std::string> qemu_words(const Emulator& emulator, const GuestFiles& files,
                                    std::string_view kernel_command_line);

// The CPUs other than the boot CPU, in kernel syntax: "1" or "1-3".
std::string non_boot_cpus(const Emulator& emulator);

// The guest kernel's command line, `parameters` for init included. `active`: with nohz_full=,
// isolcpus= and rcu_nocbs= for the non-boot CPUs.
std::string kernel_command_line(const Emulator& emulator, bool active,
                                const GuestParameters& parameters);

// The guest's device that `GuestFiles::results` is the other end of.
std::string result_port(const Emulator& emulator);

// As a record keeps it.
record::Emulator describe(const Emulator& emulator);

} // namespace nohz::vm
