// SPDX-License-Identifier: GPL-2.0-or-later
// All scenarios that kernels allow, each in an emulated boot of its own, into records.
#include "vm/scenarios.h"

#include <map>
#include <utility>

#include <fcntl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/version.h"
#include "measure/entry_path.h"
#include "record/utc_time.h"
#include "vm/boot.h"
#include "vm/emulator.h"
#include "vm/guest_program.h"
#include "vm/initramfs.h"
#include "vm/kernel_source.h"

namespace nohz::vm
{

namespace
{

namespace fs = std::filesystem;

constexpr double kvm_probe_seconds = 20;
constexpr double real_time_run_seconds = 1;
// Seen on two cores with QEMU 7.2: 10 to 20 s; only the first guess of the progress line.
constexpr double expected_boot_seconds = 20;

std::string own_architecture()
{
    utsname names{};
    ::uname(&names);
    return host::debian_architecture(names.machine);
}

// Before minutes are spent on a boot whose record has nowhere to go.
void check_output(const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw system_refusal(error.value(), folder.string(), "name another folder with --output");
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        throw system_refusal(errno, folder.string(), "name another folder with --output");
}

bool kvm_device_usable()
{
    return FileDescriptor(::open("/dev/kvm", O_RDWR | O_CLOEXEC)).is_open();
}

// One kernel with what its boots need, in files of its own.
struct Prepared {
    Kernel kernel;
    Emulator emulator;
    fs::path image;
    fs::path initramfs;
};

class ScenarioRunner
{
public:
    ScenarioRunner(const ScenarioOptions& options, const ScenarioEvents& events)
        : options_(options), events_(events), folder_("vm"),
          progress_(expected_boot_seconds, options.show_progress)
    {
    }

    std::vector<record::Record> run()
    {
        if (options_.exact && options_.accelerator == AcceleratorChoice::kvm)
            throw UsageError("--accel", "kvm cannot count instructions",
                             "use --real-time with it, or leave it out");
        measure::find_entry_path(options_.op); // throws for one that is not there
        check_output(options_.output);
        prepare();
        boots_expected_ = prepared_.size() * 2;
        for (const Prepared& prepared : prepared_)
            if (!run_kernel(prepared))
                break;
        progress_.clear();
        return std::move(records_);
    }

private:
    void prepare()
    {
        const std::vector<fs::path> files =
            options_.kernels.empty() ? installed_kernels("/boot") : options_.kernels;
        for (const fs::path& file : files) {
            progress_.show(fmt::format("reading {}", file.filename().string()));
            prepare_one(read_kernel(file));
        }
    }

    void prepare_one(Kernel kernel)
    {
        const std::string arch = kernel.image.arch;
        if (!emulators_.contains(arch))
            emulators_[arch] = choose_emulator(kernel);
        const fs::path folder = folder_.path() / std::to_string(prepared_.size());
        fs::create_directory(folder);
        Prepared prepared{std::move(kernel), emulators_[arch], folder / "kernel",
                          folder / "initramfs"};
        write_boot_files(prepared);
        prepared_.push_back(std::move(prepared));
    }

    void write_boot_files(Prepared& prepared) const
    {
        const KernelImage& image = prepared.kernel.image;
        write_new_file(prepared.image, image.content);
        const fs::path program =
            find_guest_program(image.arch, own_architecture(), options_.guest_program);
        write_new_file(prepared.initramfs, build_initramfs(read_guest_program(program, image.arch),
                                                           image.release, prepared.kernel.config));
        prepared.kernel.image.content.clear();
        prepared.kernel.image.content.shrink_to_fit();
    }

    Emulator choose_emulator(const Kernel& kernel)
    {
        Emulator emulator = find_emulator(kernel.image.arch, options_.exact);
        if (options_.exact || options_.accelerator == AcceleratorChoice::tcg)
            return emulator;
        const std::string why_not = why_no_kvm(kernel, emulator);
        if (why_not.empty()) {
            emulator.accelerator = Accelerator::kvm;
            return emulator;
        }
        if (options_.accelerator == AcceleratorChoice::kvm)
            throw RefusedError("kvm", why_not, "use --accel tcg");
        note("kvm is not used: " + why_not);
        return emulator;
    }

    // "" if a guest boots with it. /dev/kvm may be there and a stock kernel stay silent (nested).
    std::string why_no_kvm(const Kernel& kernel, Emulator emulator)
    {
        if (kernel.image.arch != own_architecture())
            return "the kernel is for another architecture";
        if (!kvm_device_usable())
            return "/dev/kvm cannot be opened";
        emulator.accelerator = Accelerator::kvm;
        Prepared probe{kernel, emulator, folder_.path() / "probe-kernel",
                       folder_.path() / "probe-initramfs"};
        write_boot_files(probe);
        GuestParameters parameters;
        parameters.task = GuestTask::probe;
        BootRequest request = request_for(probe, false, parameters);
        request.label = "kvm probe";
        request.limit_seconds = kvm_probe_seconds;
        request.wanted = FrameKind::hello;
        try {
            const auto hello = boot_guest(request, [this] { show_progress("trying kvm"); });
            return hello ? "" : "interrupted";
        } catch (const RefusedError& e) {
            return e.what();
        }
    }

    BootRequest request_for(const Prepared& prepared, bool active, GuestParameters parameters) const
    {
        parameters.port = result_port(prepared.emulator);
        BootRequest request;
        request.emulator = prepared.emulator;
        request.kernel = prepared.image;
        request.initramfs = prepared.initramfs;
        request.command_line = kernel_command_line(prepared.emulator, active, parameters);
        request.limit_seconds = options_.boot_timeout_seconds;
        request.label = fmt::format("{}{}", prepared.kernel.image.release, active ? " active" : "");
        return request;
    }

    GuestParameters measuring_parameters() const
    {
        GuestParameters parameters;
        parameters.task = options_.exact ? GuestTask::exact : GuestTask::real_time;
        parameters.op = options_.op;
        parameters.runs = options_.runs;
        parameters.iterations = options_.iterations;
        if (options_.exact && parameters.iterations == 0)
            parameters.iterations = default_exact_iterations;
        if (!options_.exact && parameters.iterations == 0)
            parameters.seconds = real_time_run_seconds;
        return parameters;
    }

    // False if a signal came.
    bool run_kernel(const Prepared& prepared)
    {
        const auto state = boot(prepared, false);
        if (!state)
            return false;
        if (*state == host::KernelState::inactive)
            return boot(prepared, true).has_value();
        --boots_expected_;
        if (*state == host::KernelState::not_built)
            note(fmt::format("{} is built without CONFIG_NO_HZ_FULL: it gives scenario 1 only",
                             prepared.kernel.image.release));
        return true;
    }

    // The kernel state that the guest found, nothing if a signal came.
    std::optional<host::KernelState> boot(const Prepared& prepared, bool active)
    {
        ++boots_begun_;
        const std::string activity =
            fmt::format("boot {} of {}: {}{}", boots_begun_, boots_expected_,
                        prepared.kernel.image.release, active ? " active" : "");
        const BootRequest request = request_for(prepared, active, measuring_parameters());
        const auto payload = boot_guest(request, [&] { show_progress(activity); });
        if (!payload)
            return std::nullopt;
        keep(record::parse_record(*payload, "record of the guest " + request.label), prepared);
        const host::KernelState state = records_.back().boot.kernel_state;
        if (active && state != host::KernelState::active)
            throw RefusedError(request.label,
                               fmt::format("nohz_full={} was not honoured: the guest says {}",
                                           non_boot_cpus(prepared.emulator),
                                           host::to_string(state)));
        return state;
    }

    void keep(record::Record record, const Prepared& prepared)
    {
        record.created = record::utc_now();
        record.source = "vm";
        record.tool_version = tool_version;
        record.emulator = describe(prepared.emulator);
        record.path = record::new_record_path(options_.output, record);
        record::write_record(record, record.path);
        progress_.clear();
        if (events_.on_record)
            events_.on_record(record);
        records_.push_back(std::move(record));
    }

    void show_progress(const std::string& activity) { progress_.show(activity); }

    void note(const std::string& text)
    {
        progress_.clear();
        if (events_.on_note)
            events_.on_note(text);
    }

    const ScenarioOptions& options_;
    const ScenarioEvents& events_;
    TemporaryDirectory folder_;
    Progress progress_;
    std::map<std::string, Emulator> emulators_; // one an architecture
    std::vector<Prepared> prepared_;
    std::size_t boots_begun_ = 0;
    std::size_t boots_expected_ = 0;
    std::vector<record::Record> records_;
};

} // namespace

std::vector<record::Record> run_scenarios(const ScenarioOptions& options,
                                          const ScenarioEvents& events)
{
    return ScenarioRunner(options, events).run();
}

} // namespace nohz::vm
