// SPDX-License-Identifier: GPL-2.0-or-later
// One campaign command at a time in a state folder.
#pragma once

#include <filesystem>

#include "base/file.h"

namespace nohz::campaign
{

// Throws RefusedError where `state` is there and is no folder, or is a link to nothing.
void require_folder_or_nothing(const std::filesystem::path& state);

// Held while the object lives; the kernel lets go of it when the process dies, however.
class StateLock
{
public:
    // Throws RefusedError where another process holds it, or the folder cannot be opened.
    explicit StateLock(const std::filesystem::path& state);

private:
    FileDescriptor folder_;
};

} // namespace nohz::campaign
