// SPDX-License-Identifier: GPL-2.0-or-later
// Boots one guest to its end, watches it, and returns what it handed out.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "vm/emulator.h"
#include "vm/frame.h"

namespace nohz::vm
{

struct BootRequest {
    Emulator emulator;
    std::filesystem::path kernel;
    std::filesystem::path initramfs;
    std::string command_line;
    double limit_seconds = 300; // wall time
    std::string label;          // names the boot in errors
    FrameKind wanted = FrameKind::record;
};

// Runs the guest until it ended, and returns the frame's payload. `on_wait` is called several times
// a second meanwhile. Nothing if a caught signal came (base/interrupt.h). QEMU has ended in every
// case.
// Throws RefusedError, with the last lines of the console, for a guest that hangs, panics or hands
// out nothing (or damaged) within its time, or that says it cannot measure; UsageError for one that
// says that it was asked for what is not there.
std::optional<std::string> boot_guest(const BootRequest& request,
                                      const std::function<void()>& on_wait = {});

// The last `count` lines of a console that are not empty, safe to print, joined by " | ".
std::string console_tail(std::string_view console, std::size_t count = 10);

// The line in which the kernel says that it panicked; "" if it did not.
std::string panic_line(std::string_view console);

} // namespace nohz::vm
