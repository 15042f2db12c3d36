// SPDX-License-Identifier: GPL-2.0-or-later
// What process 1 of a guest must do for the system: file systems, CPUs, result port, power.
#include "vm/guest_system.h"

#include <cerrno>
#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "host/cpu_list.h"

namespace nohz::vm
{

namespace
{

constexpr std::string_view cpu_folder = "/sys/devices/system/cpu";
constexpr int most_cpus = 8192; // NR_CPUS of a distribution's kernel at most

void mount_one(const char* type, const char* where)
{
    // EBUSY: the kernel did so itself (CONFIG_DEVTMPFS_MOUNT).
    if (::mount("none", where, type, 0, nullptr) != 0 && errno != EBUSY)
        throw system_refusal(errno, fmt::format("mount {} on {}", type, where));
}

host::CpuList read_cpus(std::string_view name)
{
    return host::CpuList::parse(trim(read_file(fmt::format("{}/{}", cpu_folder, name))), most_cpus);
}

[[noreturn]] void give_way_forever()
{
    cpu_set_t boot_cpu;
    CPU_ZERO(&boot_cpu);
    CPU_SET(0, &boot_cpu);
    ::sched_setaffinity(0, sizeof boot_cpu, &boot_cpu);
    for (;;) {
#if defined(__x86_64__)
        __asm__ volatile("pause"); // QEMU's TCG hands the turn to the next CPU
#elif defined(__aarch64__)
        __asm__ volatile("yield");
#endif
    }
}

// A child of ours that ends with this object.
class Yielder
{
public:
    Yielder() : pid_(::fork())
    {
        if (pid_ < 0)
            throw system_refusal(errno, "fork");
        if (pid_ == 0)
            give_way_forever();
    }
    Yielder(const Yielder&) = delete;
    Yielder& operator=(const Yielder&) = delete;
    ~Yielder()
    {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }

private:
    pid_t pid_;
};

void bring_up(int cpu)
{
    const std::string file = fmt::format("{}/cpu{}/online", cpu_folder, cpu);
    const FileDescriptor online(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
    if (!online.is_open() || ::write(online.get(), "1", 1) != 1)
        throw system_refusal(errno, fmt::format("bring up CPU {}: {}", cpu, file));
}

bool write_all(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Bytes as they are, no modem lines, no echo. False where `fd` is no serial line.
bool make_raw(int fd)
{
    termios line{};
    if (::tcgetattr(fd, &line) != 0)
        return false;
    ::cfmakeraw(&line);
    line.c_cflag |= CLOCAL;
    ::cfsetspeed(&line, B115200);
    return ::tcsetattr(fd, TCSANOW, &line) == 0;
}

FileDescriptor open_line(const std::string& device)
{
    // O_NONBLOCK: do not wait for a carrier that an emulated line may not have.
    FileDescriptor line(::open(device.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
    if (!line.is_open() || !make_raw(line.get()) || ::fcntl(line.get(), F_SETFL, O_WRONLY) != 0)
        return FileDescriptor();
    return line;
}

} // namespace

void mount_file_systems()
{
    mount_one("proc", "/proc");
    mount_one("sysfs", "/sys");
    mount_one("devtmpfs", "/dev");
}

void bring_up_cpus(bool emulated_in_turn)
{
    const host::CpuList down = difference(read_cpus("present"), read_cpus("online"));
    if (down.empty())
        return;
    std::optional<Yielder> yielder;
    if (emulated_in_turn)
        yielder.emplace();
    for (const int cpu : down)
        bring_up(cpu);
}

ResultPort::ResultPort(const std::string& device) : line_(open_line(device))
{
    if (line_.is_open())
        return;
    std::fprintf(stderr, "guest-init: %s: %s; results go to the console\n", device.c_str(),
                 std::generic_category().message(errno).c_str());
    line_ = open_line("/dev/console");
}

void ResultPort::send(std::string_view bytes)
{
    if (!line_.is_open())
        throw RefusedError("result port", "this guest has no serial line");
    if (!write_all(line_.get(), bytes) || ::tcdrain(line_.get()) != 0)
        throw system_refusal(errno, "result port");
}

void power_off()
{
    ::reboot(RB_POWER_OFF);
    // A machine that cannot be switched off: with -no-reboot QEMU ends here.
    ::reboot(RB_AUTOBOOT);
    for (;;)
        ::pause();
}

} // namespace nohz::vm
