// SPDX-License-Identifier: GPL-2.0-or-later
#include "check/kernel_name.h"

#include <gtest/gtest.h>

namespace nohz::check
{

TEST(KernelName, FindsVersionAndFlavour)
{
    EXPECT_EQ(version_of("5.15.0-86-generic"), "5.15.0");
    EXPECT_EQ(flavour_of("5.15.0-86-generic"), "generic");
    EXPECT_EQ(flavour_of("6.12.9+deb13-cloud-amd64"), "cloud-amd64");
    EXPECT_EQ(version_of("6.12.9+deb13-cloud-amd64"), "6.12.9");
    EXPECT_EQ(flavour_of("6.1.0-57-amd64"), "amd64");
    EXPECT_EQ(flavour_of("6.1.176"), "");
    EXPECT_EQ(version_of(""), "");
}

} // namespace nohz::check
