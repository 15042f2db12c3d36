// SPDX-License-Identifier: GPL-2.0-or-later
// Where the test inputs of this room lie, and the message that a refused reading gives.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"

namespace nohz::record
{

inline const std::filesystem::path data_dir =
    std::filesystem::path(SOURCE_ROOT) / "tests/record/data";
inline const std::filesystem::path reference_dir =
    std::filesystem::path(SOURCE_ROOT) / "data/reference/lp1919154-arm64";

// The message of the InputError that `body` throws; a failed test and "" where it throws none.
template <typename Body>
std::string input_error_of(Body body)
{
    try {
        body();
    } catch (const InputError& error) {
        return error.what();
    }
    ADD_FAILURE() << "no InputError";
    return {};
}

inline void put_file(const std::filesystem::path& file, std::string_view content)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
}

} // namespace nohz::record
