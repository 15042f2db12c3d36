// SPDX-License-Identifier: GPL-2.0-or-later
// The words of a kernel command line, and which of them a campaign sets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nohz::campaign
{

// On the command line of every boot of a campaign, "ID.NUMBER": the proof that this is the boot
// that was armed. The kernel ignores a name with a dot that no module claims (init/main.c,
// unknown_bootoption), and hands it to nobody.
inline constexpr std::string_view mark_parameter = "nohz_overhead.boot";

// The ID of the first mark in `text`, as it stands in a boot loader's file; "" without one.
std::string marked_campaign(std::string_view text);

// The words as they stand, quotes and backslashes kept: blanks inside quotes ('...' and "...")
// and behind a backslash do not separate. Right for a line of grub.cfg and for /proc/cmdline.
std::vector<std::string> split_parameters(std::string_view line);

// Whether the line ends inside a quote, or with a backslash: it goes on in the next one.
bool is_unfinished(std::string_view line);

// "rcu_nocbs" of "rcu-nocbs=1-3": in front of '=', without quotes, '-' as '_'.
std::string parameter_name(std::string_view word);

// Whether a campaign sets this one: nohz_full, isolcpus, rcu_nocbs or its mark.
bool is_campaign_parameter(std::string_view word);

// What the boot loader adds, and what another boot loader must not be handed: BOOT_IMAGE, initrd.
bool is_loader_parameter(std::string_view word);

// `words` without those that a campaign sets, and with `added` behind them, but in front of "--",
// where init's own words begin.
std::vector<std::string> with_campaign_parameters(const std::vector<std::string>& words,
                                                  const std::vector<std::string>& added);

} // namespace nohz::campaign
