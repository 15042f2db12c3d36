// SPDX-License-Identifier: GPL-2.0-or-later
// The sentence that a report begins with.
#include "report/conclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "comment.h"

namespace nohz::report
{

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace
{

std::string conclusion_of(const std::vector<record::Record>& records)
{
    const Evidence evidence = test::evidence_of(records);
    return conclusion(sections_of(evidence).front(), evidence.rules);
}

} // namespace

// The reference's two kernels have one release: without this, both could be the one that passed.
TEST(Conclusion, NamesTheBuildWhereKernelsOfOneReleaseAreCompared)
{
    const std::string build = "5.15.0-86.96~20.04.1+test20231013b0";
    for (const test::Format& format : test::formats) {
        std::string text = without_blanks(format.make(test::reference_evidence()));
        std::erase(text, '\\'); // Markdown's
        EXPECT_THAT(text, HasSubstr("kernel5.15.0-86-generic(" + build + ")onarm64:"))
            << format.name;
    }

    record::Record active = test::measured_boot(110, 80);
    EXPECT_THAT(conclusion_of({active, test::plain_boot(host::KernelState::not_built, 75)}),
                StartsWith("PASS: kernel 6.1.0-57-amd64 on amd64"));
    active.boot.version_signature = "Ubuntu 6.1.0-57.62-generic 6.1.90";
    record::Record other = active;
    other.boot.boot_id = "another";
    other.boot.version_signature = "Ubuntu 6.1.0-57.63-generic 6.1.90";
    EXPECT_THAT(conclusion_of({active, other}),
                StartsWith("PASS: kernel 6.1.0-57-amd64 (Ubuntu 6.1.0-57.62-generic 6.1.90; "
                           "Ubuntu 6.1.0-57.63-generic 6.1.90) on amd64"));
}

} // namespace nohz::report
