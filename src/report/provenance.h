// SPDX-License-Identifier: GPL-2.0-or-later
// Where the figures come from: machines, kernels, packages, files, as records tell it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/evidence.h"

namespace nohz::report
{

using Fact = std::pair<std::string, std::string>; // a label and what is known, both printable()

// Processor, CPUs, memory, NUMA nodes, virtualisation or emulator.
std::vector<Fact> hardware_facts(const Section& section);

// Operating system, tool versions, when it was measured, and for each kernel its release, version
// and signature.
std::vector<Fact> software_facts(const Section& section);

// Of one boot: kernel, command line, CPU lists, clock source, and what else bears on the figures.
std::vector<Fact> boot_facts(const record::Record& record);

// "#1 SMP Debian 6.1.164-1": of /proc/version, what stands behind the names of its builder and
// compiler; not printable() yet.
std::string build_words(const record::Record& record);

// "Linux 6.1.0-57-amd64 #1 SMP ... x86_64": uname -srvm, put together from a record; "" where the
// record does not hold /proc/version.
std::string uname_words(const record::Record& record);

// "/proc/version_signature: Ubuntu 5.15.0-86.96-generic 5.15.122", or that there is none; "" for
// logs, which cannot tell.
std::string signature_words(const record::Record& record);

// The output lines of `apt-cache policy` that records hold, without duplicates.
std::vector<std::string> package_lines(const Section& section);

// "cat $(ls -v log/*taskset.*[0-9]) | sha256sum": what prints a record's sha256 in the folder that
// its logs are in; "" for a record that is a file.
std::string hash_recipe(const record::Record& record);

// The sha256, and the recipe behind it where there is one.
std::string hash_words(const record::Record& record);

// The folder that a record's logs are in, without those above it.
std::string folder_name(const record::Record& record);

// The file that a record was read from, without its folders; which of its boots a folder of logs
// stands for.
std::string file_name(const record::Record& record);

} // namespace nohz::report
