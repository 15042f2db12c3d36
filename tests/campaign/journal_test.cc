// SPDX-License-Identifier: GPL-2.0-or-later
// The journal as text and back, and what is no journal.
#include "campaign/journal.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "fake_campaign.h"

using namespace nohz;
using namespace nohz::campaign;
using namespace nohz::campaign::test;

namespace
{

Journal full_journal()
{
    Journal journal;
    journal.id = "20261130T184400Z";
    journal.created = "2026-11-30T18:44:00Z";
    journal.tool_version = "0.1.0";
    journal.boot_method = "kexec";
    journal.before = {false, true};
    journal.measuring = {"read", 2, 0.5, 3, {{3, 0}}, {"a=1"}, {"/x/thresholds-1.toml"}};
    journal.boots = {{{"6.1", host::KernelState::inactive, ""}, "a.json"},
                     {{"6.1", host::KernelState::active, "3"}, ""}};
    journal.max_failed_boots = 5;
    journal.unattended = true;
    journal.phase = Phase::measuring;
    journal.next = 1;
    journal.armed_in = "one";
    journal.measured_in = "two";
    journal.command_line = {"ro", "nohz_full=3"};
    journal.failed_boots = 1;
    journal.ending = Phase::stopped;
    journal.reason = "why";
    journal.verdict = "PASS";
    journal.history = {"then"};
    return journal;
}

TEST(Journal, ComesBackAsItWasWritten)
{
    const Journal journal = full_journal();
    EXPECT_EQ(parse_journal(to_json(journal), "journal"), journal);
}

TEST(Journal, RefusesWhatIsNone)
{
    const std::string good = to_json(full_journal());
    EXPECT_THROW(parse_journal("", "journal"), InputError);
    EXPECT_THROW(parse_journal(good.substr(0, good.size() / 2), "journal"), InputError);
    const auto changed = [&](const char* key, const nlohmann::json& value) {
        auto tree = nlohmann::json::parse(good);
        tree[key] = value;
        return tree.dump();
    };
    EXPECT_THROW(parse_journal(changed("schema", "nohz-overhead/campaign/2"), "j"), InputError);
    EXPECT_THROW(parse_journal(changed("next", 2), "j"), InputError);
    EXPECT_THROW(parse_journal(changed("phase", "sleeping"), "j"), InputError);
    EXPECT_THROW(parse_journal(changed("boot_method", "lilo"), "j"), InputError);
    EXPECT_THROW(parse_journal(changed("id", "../x"), "j"), InputError);
    EXPECT_THROW(parse_journal(changed("boots", nlohmann::json::array()), "j"), InputError);
    EXPECT_THROW(parse_journal(changed("history", 3), "j"), InputError);
}

TEST(Journal, IsAbsentWithoutACampaign)
{
    const FakeSystem system;
    EXPECT_FALSE(load_journal(system.state()));
}

} // namespace
