// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/student.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace nohz::stats
{

struct TableEntry {
    double probability;
    double degrees;
    double t;
};

// Abramowitz & Stegun, table 26.10, to the digits printed there.
class StudentTable : public testing::TestWithParam<TableEntry>
{
};

TEST_P(StudentTable, QuantileAgreesWithThePrintedTable)
{
    const TableEntry& entry = GetParam();
    EXPECT_NEAR(student_quantile(entry.probability, entry.degrees), entry.t, 0.0006 * entry.t);
    EXPECT_NEAR(student_cdf(entry.t, entry.degrees), entry.probability, 2e-4);
}

INSTANTIATE_TEST_SUITE_P(Printed, StudentTable,
                         testing::Values(TableEntry{0.975, 1, 12.706}, TableEntry{0.975, 2, 4.303},
                                         TableEntry{0.95, 5, 2.015}, TableEntry{0.975, 9, 2.262},
                                         TableEntry{0.995, 10, 3.169}, TableEntry{0.975, 30, 2.042},
                                         TableEntry{0.975, 120, 1.980}));

TEST(Student, IsSymmetric)
{
    EXPECT_DOUBLE_EQ(student_cdf(0, 3), 0.5);
    EXPECT_NEAR(student_cdf(-1.7, 4) + student_cdf(1.7, 4), 1, 1e-12);
    EXPECT_NEAR(student_quantile(0.01, 7), -student_quantile(0.99, 7), 1e-9);
}

TEST(Student, ApproachesTheNormalDistribution)
{
    EXPECT_NEAR(student_quantile(0.975, 1e6), normal_quantile(0.975), 1e-4);
}

TEST(Normal, QuantileInvertsTheDistribution)
{
    EXPECT_NEAR(normal_quantile(0.975), 1.959963985, 1e-8);
    EXPECT_NEAR(normal_cdf(normal_quantile(1e-6)), 1e-6, 1e-12);
}

TEST(Student, RefusesWhatHasNoAnswer)
{
    EXPECT_THROW(student_cdf(1, 0), std::invalid_argument);
    EXPECT_THROW(student_quantile(0, 5), std::invalid_argument);
    EXPECT_THROW(student_quantile(1, 5), std::invalid_argument);
}

} // namespace nohz::stats
