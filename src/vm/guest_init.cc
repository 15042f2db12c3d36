// SPDX-License-Identifier: GPL-2.0-or-later
// The guest program: process 1 of an emulated machine; measures, hands out the record, powers off.
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/utsname.h>
#include <unistd.h>

#include "base/error.h"
#include "base/version.h"
#include "record/record.h"
#include "vm/frame.h"
#include "vm/guest_measure.h"
#include "vm/guest_parameters.h"
#include "vm/guest_system.h"

namespace nohz::vm
{

namespace
{

std::string kernel_release()
{
    utsname names{};
    ::uname(&names);
    return names.release;
}

Frame do_task(const GuestParameters& parameters)
{
    if (parameters.task == GuestTask::probe)
        return {FrameKind::hello, kernel_release()};
    bring_up_cpus(parameters.task == GuestTask::exact);
    return {FrameKind::record, record::to_json(measure_guest(parameters))};
}

// Whatever goes wrong is handed out too.
Frame result_of(const std::optional<GuestParameters>& parameters, const std::string& problem)
{
    if (!parameters)
        return {FrameKind::usage_error, problem};
    try {
        return do_task(*parameters);
    } catch (const UsageError& e) {
        return {FrameKind::usage_error, e.what()};
    } catch (const std::exception& e) {
        return {FrameKind::error, e.what()};
    }
}

void run_guest(const std::vector<std::string_view>& words)
{
    mount_file_systems();
    std::optional<GuestParameters> parameters;
    std::string problem;
    try {
        parameters = parse_guest_parameters(words);
    } catch (const UsageError& e) {
        problem = e.what();
    }
    ResultPort port(parameters.value_or(GuestParameters{}).port);
    port.send(write_frame(result_of(parameters, problem)));
}

} // namespace

} // namespace nohz::vm

int main(int argc, char** argv)
{
    // It powers the machine off in the end.
    if (::getpid() != 1) {
        nohz::print_error("guest-init", "runs as process 1 of an emulated machine only; "
                                        "`nohz-overhead vm` starts it there");
        return static_cast<int>(nohz::ExitCode::bad_input);
    }
    try {
        nohz::vm::run_guest({argv + 1, argv + argc});
    } catch (const std::exception& e) {
        nohz::print_error("guest-init", e.what());
    }
    nohz::vm::power_off();
}
