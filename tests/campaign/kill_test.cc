// SPDX-License-Identifier: GPL-2.0-or-later
// A campaign killed, or the power cut, at each of its steps.
#include <gmock/gmock.h>

#include "fake_campaign.h"

using namespace nohz;
using namespace nohz::campaign;
using namespace nohz::campaign::test;
using testing::IsEmpty;

namespace
{

struct KillCase {
    const char* method;
    bool power_cut;  // else only the process is killed
    bool after_step; // else before it is done
};

// A campaign that is killed at its k-th change and what came before it.
class KilledCampaign
{
public:
    explicit KilledCampaign(const KillCase& kill) : kill_(kill), before_(fake.system.snapshot()) {}

    // Runs until the k-th change; false where the campaign has fewer.
    bool run_until(int k)
    {
        (kill_.after_step ? fake.system.kill_after : fake.system.kill_before) = k;
        try {
            if (fake.start(fake.plan(kill_.method)) == ExitCode::reboot)
                fake.run_to_end();
            return false;
        } catch (const Killed&) {
            fake.system.kill_after.reset();
            fake.system.kill_before.reset();
        }
        if (kill_.power_cut)
            fake.system.power_cut();
        return true;
    }

    bool is_restored() const
    {
        return fake.system.snapshot() == before_ && fake.status().left_behind.empty() &&
               !std::filesystem::exists(unattended_path(fake.system.state()));
    }

    FakeCampaign fake;

private:
    KillCase kill_;
    std::map<std::string, std::string> before_;
};

class Kill : public testing::TestWithParam<KillCase>
{
};

// What is in the boot configuration is known to `status`, and `abort` takes it away.
TEST_P(Kill, ThenAbortPutsEverythingBack)
{
    int k = 1;
    for (;; ++k) {
        KilledCampaign killed(GetParam());
        if (!killed.run_until(k))
            break;
        FakeCampaign& fake = killed.fake;
        const Status status = fake.status();
        if (!status.journal) {
            EXPECT_THAT(status.left_behind, IsEmpty()) << "step " << k;
            EXPECT_EQ(fake.abort(), ExitCode::refused) << "step " << k;
        } else {
            EXPECT_EQ(fake.abort(), ExitCode::pass) << "step " << k << ": " << fake.error;
        }
        EXPECT_TRUE(killed.is_restored()) << "step " << k;
    }
    EXPECT_GT(k, 20) << "a campaign of three boots has more steps";
}

// Called again, `next` goes on where it was and comes to the same end.
TEST_P(Kill, ThenNextGoesOnToTheEnd)
{
    for (int k = 1;; ++k) {
        KilledCampaign killed(GetParam());
        if (!killed.run_until(k))
            break;
        FakeCampaign& fake = killed.fake;
        if (!fake.status().journal)
            continue;
        ExitCode code = fake.next();
        if (code == ExitCode::reboot)
            code = fake.run_to_end();
        EXPECT_EQ(code, ExitCode::pass) << "step " << k << ": " << fake.error;
        EXPECT_TRUE(killed.is_restored()) << "step " << k;
        const Journal journal = *fake.status().journal;
        const auto records = records_folder(fake.system.state(), journal.id);
        const std::filesystem::directory_iterator files(records);
        EXPECT_EQ(std::distance(begin(files), end(files)), 3) << "step " << k;
    }
}

// abort itself, killed at each of its steps and called again.
TEST_P(Kill, WhileItAbortsThenAbortAgain)
{
    for (int k = 1;; ++k) {
        KilledCampaign killed(GetParam());
        FakeCampaign& fake = killed.fake;
        ASSERT_EQ(fake.start(fake.plan(GetParam().method)), ExitCode::reboot);
        (GetParam().after_step ? fake.system.kill_after : fake.system.kill_before) =
            fake.system.changes + k;
        try {
            EXPECT_EQ(fake.abort(), ExitCode::pass);
            break;
        } catch (const Killed&) {
            fake.system.kill_after.reset();
            fake.system.kill_before.reset();
        }
        if (GetParam().power_cut)
            fake.system.power_cut();
        EXPECT_EQ(fake.abort(), ExitCode::pass) << "step " << k << ": " << fake.error;
        EXPECT_TRUE(killed.is_restored()) << "step " << k;
    }
}

std::vector<KillCase> all_cases()
{
    std::vector<KillCase> cases;
    for (const char* method : {"grub-once", "kexec", "grub-dropin"})
        for (const bool power_cut : {false, true})
            for (const bool after_step : {false, true})
                cases.push_back({method, power_cut, after_step});
    return cases;
}

INSTANTIATE_TEST_SUITE_P(EachStep, Kill, testing::ValuesIn(all_cases()), [](const auto& tested) {
    std::string name = tested.param.method;
    std::replace(name.begin(), name.end(), '-', '_');
    name += tested.param.power_cut ? "_power_cut" : "_process";
    return name + (tested.param.after_step ? "_after" : "_before");
});

} // namespace
