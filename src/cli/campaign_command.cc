// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead campaign`: all scenarios over several boots of this machine.
#include "cli/campaign_command.h"

#include <memory>

#include "campaign/boot_method.h"
#include "cli/campaign_work.h"
#include "cli/check_command.h"
#include "cli/number_range.h"

namespace nohz::cli
{

namespace
{

using OptionsPointer = std::shared_ptr<CampaignOptions>;

constexpr const char* footer =
    R"(A campaign boots this machine several times: kernels without and with
CONFIG_NO_HZ_FULL, the latter without and with nohz_full=. You reboot (or the
systemd unit, or autopkgtest), the campaign does the rest, and puts everything
back at its end.

  nohz-overhead campaign plan          what would be booted; changes nothing
  sudo nohz-overhead campaign start    arms the first boot; now reboot
  sudo nohz-overhead campaign next     measures this boot, arms the following one
  ...                                  until `next` prints the verdict
  sudo nohz-overhead campaign abort    puts everything back at any time

Boot methods: grub-once puts an entry of its own into custom.cfg beside grub.cfg
and has GRUB take it once; kexec writes nothing at all. After both, any other
reset comes back to the normal system. grub-dropin changes the default boot and
is used on request only; manual leaves the boot loader to you.

Exit codes: 0 done or PASS, 1 FAIL, 2 bad usage, 3 INCONCLUSIVE, 4 the system
refused or the campaign was given up, 10 reboot now and call `campaign next`,
77 SKIP (nothing here can be booted or compared).)";

constexpr const char* plan_footer = R"(Examples:
  nohz-overhead campaign plan
  nohz-overhead campaign plan --kernel 6.1.0-57-amd64 --isolate 2-3 --boots 3

Changes nothing, and needs no root (as root it sees whether GRUB one-shot works).
Exit codes: 0 it can start, 2 bad usage, 77 SKIP (it cannot, and why).)";

constexpr const char* start_footer = R"(Examples:
  sudo nohz-overhead campaign start
  sudo nohz-overhead campaign start --boots 1 --limit isolated-vs-housekeeping=1.30
  sudo nohz-overhead campaign start --unattended; sudo systemctl reboot

Every boot is booted anew, the first one too, so that all come the same way.
Exit codes: 10 armed, reboot now; 2 bad usage, 4 the system refused or a campaign
is under way, 77 SKIP (see `campaign plan`).)";

constexpr const char* next_footer =
    R"(Measures only the boot that was armed: its kernel, its command line and
/sys/devices/system/cpu/nohz_full are looked at first. Any other boot is named
and armed again, and after --max-failed-boots of them in a row everything is put
back and the campaign given up. Killed or cut off at any time, call it again.

Exit codes: 10 reboot now, then again; 0 PASS, 1 FAIL, 3 INCONCLUSIVE, 77 SKIP:
finished, with that verdict; 4 given up, aborted, no campaign, or refused.)";

constexpr const char* status_footer = R"(Changes nothing and needs no root.
Exit codes: 0 done (also without a campaign), 2 the journal is damaged, 4 refused.)";

constexpr const char* abort_footer =
    R"(Takes everything of the campaign out of the boot configuration and looks again.
Records that were measured stay.
Exit codes: 0 restored, or ended before; 4 there is no campaign, or refused.)";

void add_places(CLI::App& command, const OptionsPointer& options)
{
    command.add_option("--state", options->state, "Folder of the campaign; must outlast reboots")
        ->type_name("DIR")
        ->capture_default_str();
    // For tests: the machine's files are looked up under it. In no help.
    command.add_option("--root", options->root)->group("");
}

void add_plan_options(CLI::App& command, const OptionsPointer& options)
{
    campaign::PlanRequest& plan = options->plan;
    command
        .add_option("--kernel", plan.kernels,
                    "Kernel to boot; repeatable (default: the running or else newest one with "
                    "CONFIG_NO_HZ_FULL, and likewise one without)")
        ->type_name("RELEASE");
    command
        .add_option("--isolate", plan.isolate,
                    "CPUs to isolate (default: the last CPU); the last one is measured against the "
                    "first of the others, and so on")
        ->type_name("LIST");
    command.add_option("--max-pairs", plan.most_pairs, "Most CPU pairs measured in each boot")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command.add_option("--boots", plan.boots, "How often each boot is repeated")
        ->check(CLI::Range(1, campaign::most_boots))
        ->capture_default_str();
    command
        .add_option("--boot-method", plan.boot_method,
                    "auto (grub-once, else kexec), grub-once, kexec, grub-dropin or manual")
        ->type_name("WORD")
        ->capture_default_str();
}

void add_measuring_options(CLI::App& command, const OptionsPointer& options)
{
    campaign::MeasuringOrder& order = options->start.measuring;
    command.add_option("--op", order.op, "Entry path, see `nohz-measure --help`")
        ->capture_default_str();
    command.add_option("--runs", order.runs, "Runs of each placement")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command.add_option("--duration", order.run_seconds, "Seconds of each run")
        ->check(number_range(0.01, 3600))
        ->capture_default_str();
    command
        .add_option("--budget", order.budget_seconds,
                    "Most seconds for each CPU pair, interleaved; ends when sure")
        ->check(number_range(0.1, 3600))
        ->capture_default_str();
}

void add_start_options(CLI::App& command, const OptionsPointer& options)
{
    campaign::StartRequest& start = options->start;
    add_limit_options(command, start.measuring.thresholds, start.measuring.limits);
    command
        .add_option("--max-failed-boots", start.max_failed_boots,
                    "Boots in a row without progress after which it restores and gives up")
        ->check(CLI::Range(1, campaign::most_boots))
        ->capture_default_str();
    command.add_flag("--unattended", start.unattended,
                     "The systemd unit goes on after each reboot, and reboots");
}

// Commands of one campaign may be called from anywhere.
std::filesystem::path absolute_folder(const std::filesystem::path& folder)
{
    const std::filesystem::path plain = std::filesystem::absolute(folder).lexically_normal();
    return plain.has_filename() ? plain : plain.parent_path();
}

using Work = ExitCode (*)(const CampaignOptions&);

CLI::App* add_command(CLI::App& parent, const char* name, const char* description, const char* help,
                      const OptionsPointer& options, Action& action, Work work)
{
    CLI::App* command = parent.add_subcommand(name, description);
    command->footer(help);
    add_places(*command, options);
    command->callback([options, &action, work] {
        action = [options, work] {
            options->state = absolute_folder(options->state);
            return work(*options);
        };
    });
    return command;
}

} // namespace

void add_campaign_command(CLI::App& app, Action& action)
{
    CLI::App* parent =
        app.add_subcommand("campaign", "Measure all scenarios over several boots of this machine");
    parent->footer(footer);
    parent->require_subcommand(1);
    auto options = std::make_shared<CampaignOptions>();

    CLI::App* plan =
        add_command(*parent, "plan", "Show which boots give what, and what cannot be had",
                    plan_footer, options, action, plan_campaign);
    add_plan_options(*plan, options);
    add_measuring_options(*plan, options);
    plan->add_flag("--json", options->json, "Print one JSON document");

    CLI::App* start = add_command(*parent, "start", "Arm the first boot", start_footer, options,
                                  action, start_campaign);
    add_plan_options(*start, options);
    add_measuring_options(*start, options);
    add_start_options(*start, options);
    start->add_flag("-q,--quiet", options->quiet, "Print errors only");

    CLI::App* next =
        add_command(*parent, "next", "Measure this boot and arm the following one, or finish",
                    next_footer, options, action, next_campaign);
    next->add_flag("--unattended", options->unattended, "Reboot by itself where a reboot is due");
    next->add_flag("-q,--quiet", options->quiet, "Print errors only");

    CLI::App* status = add_command(*parent, "status", "Say where the campaign is", status_footer,
                                   options, action, show_campaign);
    status->add_flag("--json", options->json, "Print one JSON document");

    add_command(*parent, "abort", "Put everything back and end the campaign", abort_footer, options,
                action, abort_campaign);
}

} // namespace nohz::cli
