// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel's log of this boot, where it may be read.
#include "host/kernel_log.h"

#include <algorithm>

#include <sys/klog.h>

#include "base/text.h"

namespace nohz::host
{

namespace
{

// Actions of syslog(2), which have no names in any header.
constexpr int read_all = 3;
constexpr int size_buffer = 10;

std::optional<KernelLog> read_ring_buffer()
{
    const int size = ::klogctl(size_buffer, nullptr, 0);
    if (size <= 0)
        return std::nullopt;
    std::string text(static_cast<std::size_t>(size), '\0');
    const int got = ::klogctl(read_all, text.data(), size);
    if (got < 0)
        return std::nullopt;
    text.resize(static_cast<std::size_t>(got));
    return KernelLog{"kernel log", std::move(text)};
}

// A log file holds many boots; each begins with the line of start_kernel() (init/main.c).
std::string of_last_boot(std::string text)
{
    const auto banner = text.rfind("Linux version ");
    if (banner == std::string::npos)
        return text;
    const auto line = text.rfind('\n', banner);
    return text.substr(line == std::string::npos ? 0 : line + 1);
}

} // namespace

std::optional<KernelLog> read_kernel_log(const Tree& tree)
{
    if (tree.is_live())
        return read_ring_buffer();
    for (const std::string_view file :
         {"/sos_commands/kernel/dmesg", "/sos_commands/kernel/dmesg_-T",
          "/sos_commands/logs/journalctl_--no-pager_--boot", "/var/log/dmesg", "/var/log/kern.log"})
        if (auto text = tree.text(file); text && !text->empty())
            return KernelLog{std::string(file), of_last_boot(std::move(*text))};
    return std::nullopt;
}

std::string find_message(const KernelLog& log, std::string_view message)
{
    const auto at = log.text.find(message);
    if (at == std::string::npos)
        return "";
    const auto end = std::min(log.text.find('\n', at), log.text.size());
    return printable(trim(std::string_view(log.text).substr(at, end - at)), 200);
}

} // namespace nohz::host
