// SPDX-License-Identifier: GPL-2.0-or-later
// One campaign command at a time in a state folder.
#include "campaign/state_lock.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>

#include "base/error.h"

namespace nohz::campaign
{

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
