// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a built program as a user would and keeps what it said.
#pragma once

#include <string>
#include <vector>

namespace nohz
{

struct Outcome {
    int status = 0; // exit status; 128 + signal where a signal ended it
    std::string out;
    std::string err;

    std::vector<std::string> out_lines() const;
};

// The program that the environment variable `name` (NOHZ_MEASURE, NOHZ_OVERHEAD) gives.
// Throws std::runtime_error that says how to set it.
std::string program_from(const char* name);

// Standard output goes to `out_file` where one is given.
Outcome run_program(const std::vector<std::string>& words, const std::string& out_file = {});

} // namespace nohz
