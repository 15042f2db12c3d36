// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-overhead run from outside, with a folder of its own for each test.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "base/file.h"
#include "run_program.h"

namespace nohz
{

inline const std::string reference = SOURCE_ROOT "/data/reference/lp1919154-arm64";

inline Outcome overhead(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), program_from("NOHZ_OVERHEAD"));
    return run_program(arguments);
}

class OverheadProgram : public testing::Test
{
protected:
    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

    std::string write(const std::string& name, const std::string& text) const
    {
        std::ofstream(path(name)) << text;
        return path(name);
    }

    // The one record in a folder.
    static std::filesystem::path only_record(const std::filesystem::path& folder)
    {
        std::vector<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            files.push_back(entry.path());
        EXPECT_EQ(files.size(), 1U);
        return files.at(0);
    }

private:
    TemporaryDirectory folder_{"e2e"};
};

inline void expect_one_line(const std::string& err)
{
    EXPECT_EQ(std::ranges::count(err, '\n'), 1) << err;
    EXPECT_THAT(err, testing::StartsWith("nohz-overhead: "));
}

} // namespace nohz
