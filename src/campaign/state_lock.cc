// SPDX-License-Identifier: GPL-2.0-or-later
// One campaign command at a time in a state folder.
#include "campaign/state_lock.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>

#include "base/error.h"

namespace nohz::campaign
{

void require_folder_or_nothing(const std::filesystem::path& state)
{
    namespace fs = std::filesystem;
    std::error_code error;
    const bool is_there = fs::exists(fs::symlink_status(state, error));
    const fs::file_status there = fs::status(state, error);
    if (!is_there || fs::is_directory(there))
        return;
    if (!fs::exists(there))
        throw RefusedError(state.string(), "is a link to nothing",
                           "make the folder that it leads to, or name another one by --state");
    throw RefusedError(state.string(), "is no folder", "name a folder by --state");
}

StateLock::StateLock(const std::filesystem::path& state)
    : folder_(::open(state.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
{
    if (!folder_.is_open())
        throw system_refusal(errno, state.string());
    if (::flock(folder_.get(), LOCK_EX | LOCK_NB) == 0)
        return;
    if (errno == EWOULDBLOCK)
        throw RefusedError(state.string(), "another `nohz-overhead campaign` is at work here",
                           "wait until it ends");
    throw system_refusal(errno, state.string());
}

} // namespace nohz::campaign
