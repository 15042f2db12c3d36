// SPDX-License-Identifier: GPL-2.0-or-later
// The words of a kernel command line.
#include "campaign/parameters.h"

#include <gmock/gmock.h>

using namespace nohz::campaign;
using testing::ElementsAre;
using testing::IsEmpty;

namespace
{

TEST(SplitParameters, KeepsQuotedBlanksAndTheQuotes)
{
    EXPECT_THAT(split_parameters("  root=UUID=1 ro\tdyndbg=\"file a.c +p\" 'x y' a\\ b\n"),
                ElementsAre("root=UUID=1", "ro", "dyndbg=\"file a.c +p\"", "'x y'", "a\\ b"));
    EXPECT_THAT(split_parameters(" \t\n"), IsEmpty());
    EXPECT_THAT(split_parameters("\"never closed"), ElementsAre("\"never closed"));
}

TEST(SplitParameters, KnowsALineThatGoesOn)
{
    for (const char* line : {"a 'b", "a \"b", "a\\", "'a\\"})
        EXPECT_TRUE(is_unfinished(line)) << line;
    for (const char* line : {"", "a 'b c' \"d\"", "it\\'s", "'a\\'"})
        EXPECT_FALSE(is_unfinished(line)) << line;
}

TEST(CampaignParameters, AreKnownInEverySpellingOfTheKernel)
{
    for (const char* word : {"nohz_full=1", "nohz-full=1-3", "isolcpus=domain,1", "rcu_nocbs",
                             "\"rcu_nocbs=1\"", "nohz_overhead.boot=1.2"})
        EXPECT_TRUE(is_campaign_parameter(word)) << word;
    for (const char* word : {"nohz=on", "nohz_fullish=1", "root=nohz_full=1", "rcu_nocb_poll"})
        EXPECT_FALSE(is_campaign_parameter(word)) << word;
}

// The words behind "--" are init's: a parameter there would never reach the kernel.
TEST(WithCampaignParameters, ReplacesThemInFrontOfInitsWords)
{
    EXPECT_THAT(with_campaign_parameters({"ro", "isolcpus=3", "quiet", "--", "nohz_full=2"},
                                         {"nohz_full=1"}),
                ElementsAre("ro", "quiet", "nohz_full=1", "--", "nohz_full=2"));
    EXPECT_THAT(with_campaign_parameters({"rcu_nocbs=1", "ro"}, {}), ElementsAre("ro"));
}

} // namespace
