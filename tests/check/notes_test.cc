// SPDX-License-Identifier: GPL-2.0-or-later
// Notes beside a verdict.
#include "check/notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "records.h"

namespace nohz::check
{

// An interrupted self-check may leave a pair without rounds.
TEST(Notes, APairWithoutRoundsTellsNothing)
{
    record::Record record = make_active(4, 3);
    record.pairs.push_back({"getppid", record.runs[0].placed, record.runs[0].placed, {}});
    EXPECT_THAT(check_records({record}, Rules{}).notes,
                testing::Contains(testing::HasSubstr("0 rounds are too few")));
}

} // namespace nohz::check
