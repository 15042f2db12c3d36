// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/extra_entries.h"

#include <vector>

#include <gtest/gtest.h>

using namespace nohz::measure;

namespace
{

class RecordingLoop final : public Loop
{
public:
    explicit RecordingLoop(std::vector<std::uint64_t>& runs) : runs_(runs) {}
    void run(std::uint64_t iterations) override { runs_.push_back(iterations); }

private:
    std::vector<std::uint64_t>& runs_;
};

std::vector<std::uint64_t> entries_of(double share, const std::vector<std::uint64_t>& iterations)
{
    std::vector<std::uint64_t> entries;
    const auto loop = with_extra_entries(std::make_unique<RecordingLoop>(entries), share);
    for (const std::uint64_t count : iterations)
        loop->run(count);
    return entries;
}

} // namespace

TEST(ExtraEntries, AreTheShareOfEachBatch)
{
    EXPECT_EQ(entries_of(0.06, {700, 700, 100}), (std::vector<std::uint64_t>{742, 742, 106}));
    EXPECT_EQ(entries_of(0, {700}), (std::vector<std::uint64_t>{700}));
}

TEST(ExtraEntries, AreRoundedToWholeOnes)
{
    EXPECT_EQ(entries_of(0.03, {16, 17}), (std::vector<std::uint64_t>{16, 18}));
}
