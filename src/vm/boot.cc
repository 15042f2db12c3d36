// SPDX-License-Identifier: GPL-2.0-or-later
// Boots one guest to its end, watches it, and returns what it handed out.
#include "vm/boot.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/process.h"
#include "base/text.h"

namespace nohz::vm
{

namespace
{

using Clock = std::chrono::steady_clock;

constexpr double look_seconds = 0.1;
// How long QEMU may go on once the guest has handed out its results, or has panicked.
constexpr double patience_seconds = 5;
constexpr std::size_t longest_line = 160;

enum class Ending { by_itself, interrupted, timed_out, panicked, done };

double seconds_since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

class Guest
{
public:
    explicit Guest(const BootRequest& request)
        : request_(request),
          folder_("guest"), files_{request.kernel, request.initramfs, folder_.path() / "console",
                                   folder_.path() / "results"},
          qemu_(qemu_words(request.emulator, files_, request.command_line),
                ChildProcess::Output::file, folder_.path() / "qemu")
    {
    }

    Ending watch(const std::function<void()>& on_wait)
    {
        const auto start = Clock::now();
        std::optional<std::pair<Clock::time_point, Ending>> ending;
        while (!qemu_.wait_for(look_seconds)) {
            if (interrupt_signal() != 0)
                return stop(Ending::interrupted);
            if (on_wait)
                on_wait();
            if (!ending && !panic_line(console()).empty())
                ending = {Clock::now(), Ending::panicked};
            if (!ending && has_wanted_frame())
                ending = {Clock::now(), Ending::done};
            if (ending && seconds_since(ending->first) > patience_seconds)
                return stop(ending->second);
            if (seconds_since(start) > request_.limit_seconds)
                return stop(ending ? ending->second : Ending::timed_out);
        }
        return Ending::by_itself;
    }

    FrameReading frames() const { return read_frames(content("results")); }
    std::string console() const { return content("console"); }
    // What QEMU itself said, without the end of the line.
    std::string complaint() const { return std::string(trim(content("qemu"))); }

    std::string status()
    {
        const auto status = qemu_.poll();
        return status ? describe_status(*status) : "runs";
    }

private:
    Ending stop(Ending ending)
    {
        qemu_.stop();
        return ending;
    }

    bool has_wanted_frame() const
    {
        const FrameReading reading = frames();
        return std::any_of(reading.frames.begin(), reading.frames.end(),
                           [this](const Frame& frame) { return frame.kind == request_.wanted; });
    }

    std::string content(const char* name) const
    {
        return read_file_if_readable(folder_.path() / name).value_or("");
    }

    const BootRequest& request_;
    TemporaryDirectory folder_;
    GuestFiles files_;
    ChildProcess qemu_;
};

[[noreturn]] void refuse(const BootRequest& request, const Guest& guest, const std::string& what,
                         std::string_view remedy)
{
    const std::string tail = console_tail(guest.console());
    throw RefusedError(request.label,
                       fmt::format("{}; the console's last lines: {}", what,
                                   tail.empty() ? "(it stayed silent)" : tail),
                       remedy);
}

[[noreturn]] void explain(const BootRequest& request, Guest& guest, Ending ending)
{
    if (const std::string panic = panic_line(guest.console()); !panic.empty())
        refuse(request, guest, "the guest's kernel panicked: " + panic, {});
    if (ending == Ending::timed_out)
        refuse(request, guest,
               fmt::format("the guest did not finish within {:g} s and was ended",
                           request.limit_seconds),
               request.wanted == FrameKind::record
                   ? "raise --boot-timeout where the machine is slow"
                   : "");
    if (const std::string damage = guest.frames().damage; !damage.empty())
        refuse(request, guest, "what the guest handed out is damaged: " + damage, {});
    if (const std::string complaint = guest.complaint(); !complaint.empty())
        throw RefusedError(request.label, fmt::format("{} ended ({}): {}",
                                                      request.emulator.program.filename().string(),
                                                      guest.status(), printable(complaint, 500)));
    refuse(request, guest, "the guest powered off and handed out nothing", {});
}

} // namespace

std::optional<std::string> boot_guest(const BootRequest& request,
                                      const std::function<void()>& on_wait)
{
    Guest guest(request);
    const Ending ending = guest.watch(on_wait);
    for (const Frame& frame : guest.frames().frames) {
        if (frame.kind == request.wanted)
            return frame.payload;
        if (frame.kind == FrameKind::usage_error)
            throw UsageError(request.label, printable(frame.payload));
        if (frame.kind == FrameKind::error)
            throw RefusedError(request.label, "the guest says: " + printable(frame.payload));
    }
    if (ending == Ending::interrupted || interrupt_signal() != 0)
        return std::nullopt;
    explain(request, guest, ending);
}

std::string console_tail(std::string_view console, std::size_t count)
{
    std::vector<std::string> lines;
    for (const std::string_view line : split_lines(console))
        if (const std::string_view text = trim(line); !text.empty())
            lines.push_back(printable(text, longest_line));
    const std::size_t first = lines.size() > count ? lines.size() - count : 0;
    std::string tail;
    for (std::size_t i = first; i < lines.size(); ++i)
        tail += (tail.empty() ? "" : " | ") + lines[i];
    return tail;
}

std::string panic_line(std::string_view console)
{
    const auto at = console.find("Kernel panic");
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = console.substr(at);
    return printable(trim(rest.substr(0, rest.find('\n'))), longest_line);
}

} // namespace nohz::vm
