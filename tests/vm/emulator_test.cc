// SPDX-License-Identifier: GPL-2.0-or-later
// QEMU's and the kernel's command lines are those that are known to boot and to be exact.
#include "vm/emulator.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace nohz::vm
{

namespace
{

using testing::HasSubstr;
using testing::Not;

Emulator emulator(std::string_view arch, bool exact)
{
    return {arch == "amd64" ? "/usr/bin/qemu-system-x86_64" : "/usr/bin/qemu-system-aarch64",
            "7.2.22",
            std::string(arch),
            arch == "amd64" ? "pc-i440fx-7.2" : "virt-7.2",
            Accelerator::tcg,
            exact};
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += word + " ";
    return text;
}

std::string qemu_line(const Emulator& emulator)
{
    return joined(qemu_words(emulator, {"k", "i", "/tmp/c", "/tmp/r"}, "console=x"));
}

// Every word of it was found to be needed (thread=multi is refused, without -rtc and -seed two
// boots differ).
TEST(Emulator, ExactAmd64IsTheKnownCommandLine)
{
    const std::string line = qemu_line(emulator("amd64", true));
    EXPECT_THAT(line,
                HasSubstr("-accel tcg,thread=single -machine pc-i440fx-7.2 -cpu max -smp 2 "));
    EXPECT_THAT(line, HasSubstr("-icount shift=0,sleep=off -rtc base=2026-01-01,clock=vm -seed 1"));
    EXPECT_THAT(line, HasSubstr("-no-reboot"));
    EXPECT_THAT(line, HasSubstr("-serial chardev:console -serial chardev:results"));
}

TEST(Emulator, ExactArm64HasASecondLineOnPci)
{
    const std::string line = qemu_line(emulator("arm64", true));
    EXPECT_THAT(line, HasSubstr("-machine virt-7.2,gic-version=3 -cpu cortex-a72 -smp 4"));
    EXPECT_THAT(line, HasSubstr("-device pci-serial,chardev=results"));
    EXPECT_THAT(line, HasSubstr("-icount"));
}

TEST(Emulator, RealTimeHasThreadsAndNoInstructionClock)
{
    const std::string line = qemu_line(emulator("amd64", false));
    EXPECT_THAT(line, HasSubstr("-accel tcg,thread=multi"));
    EXPECT_THAT(line, Not(HasSubstr("-icount")));
}

TEST(Emulator, KvmUsesTheHostCpu)
{
    Emulator kvm = emulator("arm64", false);
    kvm.accelerator = Accelerator::kvm;
    EXPECT_THAT(qemu_line(kvm),
                HasSubstr("-accel kvm -machine virt-7.2,gic-version=host -cpu host"));
}

// TMPDIR may hold one.
TEST(Emulator, DoublesCommasInPaths)
{
    const auto words = qemu_words(emulator("amd64", true), {"k", "i", "/tmp/a,b/c", "/tmp/r"}, "");
    EXPECT_NE(std::find(words.begin(), words.end(), "file,id=console,path=/tmp/a,,b/c"),
              words.end());
}

// With -icount QEMU 7.2 live-locks where the boot CPU brings the others up; arm64 does not.
TEST(Emulator, OnlyExactAmd64BootsWithOneCpu)
{
    const GuestParameters parameters;
    EXPECT_THAT(kernel_command_line(emulator("amd64", true), false, parameters),
                HasSubstr(" maxcpus=1"));
    EXPECT_THAT(kernel_command_line(emulator("amd64", false), false, parameters),
                Not(HasSubstr("maxcpus")));
    EXPECT_THAT(kernel_command_line(emulator("arm64", true), false, parameters),
                Not(HasSubstr("maxcpus")));
}

TEST(Emulator, ActiveBootIsolatesAllButTheBootCpu)
{
    const GuestParameters parameters;
    EXPECT_THAT(kernel_command_line(emulator("amd64", true), true, parameters),
                HasSubstr(" nohz_full=1 isolcpus=1 rcu_nocbs=1 -- "));
    EXPECT_THAT(kernel_command_line(emulator("arm64", true), true, parameters),
                HasSubstr(" nohz_full=1-3 isolcpus=1-3 rcu_nocbs=1-3 -- "));
    EXPECT_THAT(kernel_command_line(emulator("arm64", true), false, parameters),
                Not(HasSubstr("nohz_full")));
}

// Address space layout changes figures from boot to boot, and costs arm64 its KPTI.
TEST(Emulator, KernelBootsWithoutRandomLayout)
{
    EXPECT_THAT(kernel_command_line(emulator("arm64", true), false, {}),
                HasSubstr("console=ttyAMA0 quiet panic=-1 nokaslr"));
}

TEST(Emulator, FindsTheVersionedMachine)
{
    const char* help =
        "Supported machines are:\n"
        "microvm              microvm (i386)\n"
        "pc                   Standard PC (i440FX + PIIX, 1996) (alias of pc-i440fx-7.2)\n"
        "pc-i440fx-7.2        Standard PC (i440FX + PIIX, 1996) (default)\n"
        "pc-i440fx-7.1        Standard PC (i440FX + PIIX, 1996)\n"
        "q35                  Standard PC (Q35 + ICH9, 2009) (alias of pc-q35-7.2)\n";
    EXPECT_EQ(versioned_machine(help, "pc"), "pc-i440fx-7.2");
    EXPECT_EQ(versioned_machine(help, "q35"), "pc-q35-7.2");
    EXPECT_EQ(versioned_machine(help, "microvm"), "microvm");
    EXPECT_EQ(versioned_machine("", "virt"), "virt");
}

TEST(Emulator, FindsTheVersion)
{
    EXPECT_EQ(version_of("QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)\nCopyright"),
              "7.2.22");
    EXPECT_EQ(version_of(""), "");
}

TEST(Emulator, RefusesAnUnknownArchitecture)
{
    EXPECT_THROW(find_emulator("s390x", true), RefusedError);
}

TEST(Emulator, RecordKeepsWhatFiguresDependOn)
{
    const record::Emulator described = describe(emulator("amd64", true));
    EXPECT_EQ(described.program, "qemu-system-x86_64");
    EXPECT_EQ(described.version, "7.2.22");
    EXPECT_EQ(described.machine, "pc-i440fx-7.2");
    EXPECT_EQ(described.accelerator, "tcg,thread=single");
    EXPECT_TRUE(described.exact);
}

} // namespace

} // namespace nohz::vm
