// SPDX-License-Identifier: GPL-2.0-or-later
// Capabilities: the one that helps is raised, and all of them go before anything is measured.
#include "measure/privileges.h"

#include <cerrno>
#include <memory>
#include <type_traits>

#include <sys/capability.h>

#include "base/error.h"

namespace nohz::measure
{

namespace
{

struct Free {
    void operator()(cap_t set) const noexcept { ::cap_free(set); }
};
using CapabilitySet = std::unique_ptr<std::remove_pointer_t<cap_t>, Free>;

} // namespace

void raise_what_is_used()
{
    const CapabilitySet now(::cap_get_proc());
    const CapabilitySet wanted(::cap_init());
    if (!now || !wanted)
        throw system_refusal(errno, "reading our capabilities");
    const cap_value_t lock = CAP_IPC_LOCK;
    cap_flag_value_t permitted = CAP_CLEAR;
    if (::cap_get_flag(now.get(), lock, CAP_PERMITTED, &permitted) != 0 || permitted != CAP_SET)
        return drop_all_privileges();
    ::cap_set_flag(wanted.get(), CAP_PERMITTED, 1, &lock, CAP_SET);
    ::cap_set_flag(wanted.get(), CAP_EFFECTIVE, 1, &lock, CAP_SET);
    if (::cap_set_proc(wanted.get()) != 0)
        throw system_refusal(errno, "raising CAP_IPC_LOCK");
}

void drop_all_privileges()
{
    const CapabilitySet none(::cap_init());
    if (!none || ::cap_set_proc(none.get()) != 0)
        throw system_refusal(errno, "dropping all capabilities");
}

} // namespace nohz::measure
