// SPDX-License-Identifier: GPL-2.0-or-later
// The machine's facts on several architectures, and where files are missing.
#include "host/machine.h"

#include <string>

#include <gtest/gtest.h>

#include "fake_machine.h"
#include "host/tree.h"
#include "host/virtualisation.h"

namespace nohz::host
{

using test::FakeMachine;

namespace
{

std::string model_of(std::string_view cpuinfo)
{
    FakeMachine machine;
    machine.write("proc/cpuinfo", cpuinfo);
    return read_machine(machine.root()).cpu_model;
}

std::string arch_of(std::string_view file, std::string_view content)
{
    FakeMachine machine;
    machine.write("proc/sys/kernel/osrelease", "6.1.0-1-x\n").write(file, content);
    return read_machine(machine.root()).arch;
}

std::string hypervisor_of(std::string_view file, std::string_view content)
{
    FakeMachine machine;
    machine.write(file, content);
    return find_hypervisor(Tree(machine.root())).name;
}

} // namespace

TEST(Machine, KnowsDebiansNamesOfArchitectures)
{
    EXPECT_EQ(debian_architecture("x86_64"), "amd64");
    EXPECT_EQ(debian_architecture("aarch64"), "arm64");
    EXPECT_EQ(debian_architecture("armv7l"), "armhf");
    EXPECT_EQ(debian_architecture("i686"), "i386");
    EXPECT_EQ(debian_architecture("ppc64le"), "ppc64el");
    EXPECT_EQ(debian_architecture("riscv64"), "riscv64");
    EXPECT_EQ(debian_architecture("s390x"), "s390x");
    EXPECT_EQ(debian_architecture("vax"), "");
}

TEST(Machine, TakesTheArchitectureFromWhicheverFileSaysIt)
{
    EXPECT_EQ(arch_of("proc/sys/kernel/arch", "aarch64\n"), "arm64");
    EXPECT_EQ(arch_of("boot/config-6.1.0-1-x", "CONFIG_X86_64=y\n"), "amd64");
    EXPECT_EQ(arch_of("boot/config-6.1.0-1-x", "CONFIG_ARM64=y\n"), "arm64");
    EXPECT_EQ(arch_of("boot/config-6.1.0-1-x", "CONFIG_PPC64=y\nCONFIG_CPU_LITTLE_ENDIAN=y\n"),
              "ppc64el");
    EXPECT_EQ(arch_of("boot/config-6.1.0-1-x", "CONFIG_S390=y\n"), "s390x");
    EXPECT_EQ(arch_of("boot/config-6.1.0-1-x", "CONFIG_RISCV=y\nCONFIG_64BIT=y\n"), "riscv64");
    EXPECT_EQ(arch_of("sos_commands/kernel/uname_-a", "Linux h 6.1 #1 SMP aarch64 GNU/Linux\n"),
              "arm64");
    EXPECT_EQ(arch_of("lib64/ld-linux-x86-64.so.2", ""), "amd64");
    EXPECT_EQ(arch_of("etc/hostname", "x86_64\n"), "");
}

TEST(Machine, NamesTheProcessorOfEachArchitecture)
{
    EXPECT_EQ(model_of("processor\t: 0\nmodel\t\t: 207\nmodel name\t: Intel(R) Xeon(R)\n"),
              "Intel(R) Xeon(R)");
    EXPECT_EQ(model_of("processor\t: 0\nBogoMIPS\t: 100.00\nCPU implementer\t: 0x41\n"
                       "CPU architecture: 8\nCPU part\t: 0xd08\n"),
              "ARM implementer 0x41 part 0xd08");
    EXPECT_EQ(model_of("processor\t: 0\ncpu\t\t: POWER9 (architected), altivec supported\n"),
              "POWER9 (architected), altivec supported");
    EXPECT_EQ(model_of("vendor_id       : IBM/S390\n# processors    : 2\n"
                       "processor 0: version = FF,  identification = 0133E8,  machine = 8561\n"),
              "IBM/S390 machine 8561");
    EXPECT_EQ(model_of("hart\t\t: 0\nisa\t\t: rv64imafdc\nuarch\t\t: sifive,u74-mc\n"),
              "sifive,u74-mc");
    EXPECT_EQ(model_of("hart\t\t: 0\nisa\t\t: rv64imafdc\n"), "rv64imafdc");
    EXPECT_EQ(model_of(""), "");
}

TEST(Machine, ReadsSizesAndNames)
{
    FakeMachine machine("0-3", "quiet");
    machine.write("proc/meminfo", "MemTotal:        8140136 kB\nMemFree: 1 kB\n")
        .write("sys/devices/system/node/online", "0-1\n")
        .write("etc/os-release", "NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
    const Machine read = read_machine(machine.root());
    EXPECT_EQ(read.cpus, 4);
    EXPECT_EQ(read.memory_bytes, 8140136ULL * 1024);
    EXPECT_EQ(read.numa_nodes, 2);
    EXPECT_EQ(read.os, "Debian GNU/Linux 12 (bookworm)");
}

TEST(Machine, TakesOsReleaseFromUsrWhereEtcHasNone)
{
    FakeMachine machine;
    machine.write("usr/lib/os-release", "PRETTY_NAME='Ubuntu 20.04.6 LTS'\n");
    EXPECT_EQ(read_machine(machine.root()).os, "Ubuntu 20.04.6 LTS");
}

// A guest with nothing but /proc and /sys, and even without those.
TEST(Machine, WhatNoFileSaysStaysUnknown)
{
    const FakeMachine empty;
    EXPECT_EQ(read_machine(empty.root()), Machine());
    FakeMachine odd;
    odd.write("proc/meminfo", "MemTotal: lots\n").write("sys/devices/system/node/online", "x\n");
    EXPECT_EQ(read_machine(odd.root()), Machine());
}

TEST(Machine, HoldsNoControlCharacters)
{
    EXPECT_EQ(model_of("model name\t: a\x1b[2Jb\xff\n"), "a?[2Jb?");
}

TEST(Virtualisation, IsToldFromWhatEachHypervisorLeaves)
{
    EXPECT_EQ(hypervisor_of("sys/class/dmi/id/product_name", "VMware Virtual Platform\n"),
              "vmware");
    EXPECT_EQ(hypervisor_of("sys/class/dmi/id/product_name", "VirtualBox\n"), "oracle");
    EXPECT_EQ(hypervisor_of("sys/class/dmi/id/sys_vendor", "Amazon EC2\n"), "amazon");
    EXPECT_EQ(hypervisor_of("proc/device-tree/hypervisor/compatible", "linux,kvm"), "kvm");
    EXPECT_EQ(hypervisor_of("proc/sysinfo", "VM00 Control Program: z/VM    7.2.0\n"), "zvm");
    EXPECT_EQ(hypervisor_of("proc/cpuinfo", "flags : fpu hypervisor\n"), "other");
    EXPECT_EQ(hypervisor_of("proc/cpuinfo", "flags : fpu\n"), "none");
    EXPECT_EQ(hypervisor_of("proc/uptime", "1 1\n"), "");
}

TEST(Virtualisation, BareMachinesOfACloudAreNone)
{
    FakeMachine machine;
    machine.write("sys/class/dmi/id/product_name", "m5.metal\n")
        .write("sys/class/dmi/id/sys_vendor", "Amazon EC2\n")
        .write("proc/cpuinfo", "flags : fpu\n");
    EXPECT_EQ(find_hypervisor(Tree(machine.root())).name, "none");
}

TEST(Virtualisation, TheControlDomainOfXenIsNoGuest)
{
    FakeMachine machine;
    machine.write("sys/hypervisor/type", "xen\n")
        .write("proc/xen/capabilities", "control_d\n")
        .write("proc/cpuinfo", "flags : fpu\n");
    EXPECT_EQ(find_hypervisor(Tree(machine.root())).name, "none");
}

// QEMU's DMI strings are the same with KVM and without; the clock tells them apart.
TEST(Virtualisation, KvmIsToldFromQemuByItsClock)
{
    FakeMachine machine;
    machine.write("sys/class/dmi/id/sys_vendor", "QEMU\n");
    EXPECT_EQ(find_hypervisor(Tree(machine.root())).name, "qemu");
    machine.write("sys/devices/system/clocksource/clocksource0/available_clocksource",
                  "kvm-clock tsc\n");
    EXPECT_EQ(find_hypervisor(Tree(machine.root())).name, "kvm");
}

TEST(Virtualisation, ContainersComeFirstInTheRecord)
{
    FakeMachine machine;
    machine.write("proc/cpuinfo", "flags : fpu hypervisor\n")
        .write("proc/1/environ", std::string("PATH=/bin\0container=lxc\0", 24));
    EXPECT_EQ(read_machine(machine.root()).virtualisation, "lxc");
    EXPECT_EQ(read_machine(machine.root()).hypervisor, find_hypervisor(Tree(machine.root())).name);
    EXPECT_NE(read_machine(machine.root()).hypervisor, "");
    EXPECT_EQ(find_container(Tree(machine.root())).evidence, "/proc/1/environ: container=lxc");
}

TEST(Virtualisation, ContainerFilesOfDockerAndPodman)
{
    for (const auto& [file, name] :
         {std::pair(".dockerenv", "docker"), std::pair("run/.containerenv", "podman")}) {
        FakeMachine machine;
        machine.write(file, "");
        EXPECT_EQ(find_container(Tree(machine.root())).name, name);
    }
}

} // namespace nohz::host
