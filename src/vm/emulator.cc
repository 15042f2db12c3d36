// SPDX-License-Identifier: GPL-2.0-or-later
// QEMU: which one, of which version, and the command lines for it and for the guest's kernel.
#include "vm/emulator.h"

#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/process.h"
#include "base/text.h"

namespace nohz::vm
{

namespace
{

// Seen with QEMU 7.2: without -rtc and -seed two boots of one kernel differ by 0.01 to 0.1 %.
// shift=auto does not count instructions; thread=multi is refused with -icount.
const std::vector<std::string> exact_words = {
    "-icount", "shift=0,sleep=off", "-rtc", "base=2026-01-01,clock=vm", "-seed", "1"};

struct ArchFacts {
    std::string_view arch;
    std::string_view program;
    std::string_view package;
    std::string_view machine;
    std::string_view machine_options;
    std::string_view tcg_cpu;
    int cpus;
    std::string_view console;
    std::string_view result_port;
};

// arm64: `-cpu max` makes an entry cost 26 us for its pointer authentication, and KPTI 30 us;
// cortex-a72 with nokaslr has neither (QEMU 7.2, TCG). Its virt machine has one serial port only
// (PL011), so results go through a PCI one: Debian's kernels have SERIAL_8250_PCI=y.
constexpr std::array<ArchFacts, 2> arch_facts = {{
    {"amd64", "qemu-system-x86_64", "qemu-system-x86", "pc", "", "max", 2, "ttyS0", "/dev/ttyS1"},
    {"arm64", "qemu-system-aarch64", "qemu-system-arm", "virt", "gic-version=3", "cortex-a72", 4,
     "ttyAMA0", "/dev/ttyS0"},
}};

const ArchFacts& facts_of(std::string_view arch)
{
    for (const ArchFacts& facts : arch_facts)
        if (facts.arch == arch)
            return facts;
    throw RefusedError(arch, "vm cannot boot kernels of this architecture",
                       "give amd64 or arm64 kernels");
}

// QEMU's option syntax doubles a comma that belongs to a value.
std::string escaped(const std::filesystem::path& path)
{
    std::string text;
    for (const char c : path.string())
        text.append(c == ',' ? 2 : 1, c);
    return text;
}

std::string accelerator_of(const Emulator& emulator)
{
    if (emulator.accelerator == Accelerator::kvm)
        return "kvm";
    return emulator.exact ? "tcg,thread=single" : "tcg,thread=multi";
}

std::string cpu_of(const Emulator& emulator)
{
    if (emulator.accelerator == Accelerator::kvm)
        return "host";
    return std::string(facts_of(emulator.arch).tcg_cpu);
}

std::string machine_of(const Emulator& emulator)
{
    const std::string_view options = facts_of(emulator.arch).machine_options;
    if (options.empty())
        return emulator.machine;
    if (emulator.accelerator == Accelerator::kvm)
        return emulator.machine + ",gic-version=host";
    return fmt::format("{},{}", emulator.machine, options);
}

} // namespace

std::string versioned_machine(std::string_view machine_help, std::string_view alias)
{
    for (const std::string_view line : split_lines(machine_help)) {
        const auto words = split_words(line);
        if (words.empty() || words.front() != alias)
            continue;
        const auto at = line.find("(alias of ");
        const auto end = line.find(')', at);
        if (at == std::string_view::npos || end == std::string_view::npos)
            continue;
        const auto start = at + std::string_view("(alias of ").size();
        return std::string(line.substr(start, end - start));
    }
    return std::string(alias);
}

std::string version_of(std::string_view version_text)
{
    for (const std::string_view word : split_words(version_text))
        if (std::isdigit(static_cast<unsigned char>(word.front())))
            return std::string(word);
    return {};
}

Emulator find_emulator(std::string_view arch, bool exact)
{
    const ArchFacts& facts = facts_of(arch);
    const auto program = find_program(std::string(facts.program));
    if (!program)
        throw RefusedError(facts.program, "is not installed",
                           fmt::format("sudo apt-get install {}", facts.package));
    Emulator emulator;
    emulator.program = *program;
    emulator.arch = std::string(arch);
    emulator.exact = exact;
    emulator.version = version_of(run_and_read({program->string(), "--version"}));
    emulator.machine =
        versioned_machine(run_and_read({program->string(), "-machine", "help"}), facts.machine);
    return emulator;
}

std::vector<std::string> qemu_words(const Emulator& emulator, const GuestFiles& files,
                                    std::string_view command_line)
{
    std::vector<std::string> words = {emulator.program.string(),
                                      "-accel",
                                      accelerator_of(emulator),
                                      "-machine",
                                      machine_of(emulator),
                                      "-cpu",
                                      cpu_of(emulator),
                                      "-smp",
                                      std::to_string(facts_of(emulator.arch).cpus),
                                      "-m",
                                      "1024",
                                      "-no-user-config",
                                      "-nodefaults",
                                      "-display",
                                      "none",
                                      "-no-reboot"};
    if (emulator.exact)
        words.insert(words.end(), exact_words.begin(), exact_words.end());
    const auto add = [&words](std::string option, std::string value) {
        words.push_back(std::move(option));
        words.push_back(std::move(value));
    };
    add("-chardev", "file,id=console,path=" + escaped(files.console));
    add("-chardev", "file,id=results,path=" + escaped(files.results));
    add("-serial", "chardev:console");
    if (emulator.arch == "arm64")
        add("-device", "pci-serial,chardev=results");
    else
        add("-serial", "chardev:results");
    add("-kernel", files.kernel.string());
    add("-initrd", files.initramfs.string());
    add("-append", std::string(command_line));
    return words;
}

std::string non_boot_cpus(const Emulator& emulator)
{
    const int cpus = facts_of(emulator.arch).cpus;
    return cpus == 2 ? "1" : fmt::format("1-{}", cpus - 1);
}

std::string kernel_command_line(const Emulator& emulator, bool active,
                                const GuestParameters& parameters)
{
    std::string line =
        fmt::format("console={} quiet panic=-1 nokaslr", facts_of(emulator.arch).console);
    // amd64, QEMU 7.2: with -icount the boot CPU waits for the others without `pause` and takes
    // the whole budget of instructions (arch/x86/kernel/smpboot.c, do_boot_cpu). The guest
    // program brings them up instead.
    if (emulator.exact && emulator.arch == "amd64")
        line += " maxcpus=1";
    if (active)
        line += fmt::format(" nohz_full={0} isolcpus={0} rcu_nocbs={0}", non_boot_cpus(emulator));
    line += " --";
    for (const std::string& word : to_words(parameters))
        line += " " + word;
    return line;
}

std::string result_port(const Emulator& emulator)
{
    return std::string(facts_of(emulator.arch).result_port);
}

record::Emulator describe(const Emulator& emulator)
{
    record::Emulator described;
    described.program = emulator.program.filename().string();
    described.version = emulator.version;
    described.machine = emulator.machine;
    described.cpu = cpu_of(emulator);
    described.accelerator = accelerator_of(emulator);
    described.exact = emulator.exact;
    return described;
}

} // namespace nohz::vm
