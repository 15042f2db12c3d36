// SPDX-License-Identifier: GPL-2.0-or-later
// Where the figures of a comment come from: kernels, machines, files.
#include "report/launchpad.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/process.h"
#include "comment.h"
#include "report/provenance.h"

namespace nohz::report
{

using testing::HasSubstr;
using testing::Not;

// Whoever has the logs can see that they are those that were judged.
TEST(Launchpad, SaysHowTheHashOfLogsIsComputed)
{
    const std::filesystem::path logs = SOURCE_ROOT "/data/reference/lp1919154-arm64";
    const Evidence evidence = test::reference_evidence();
    const std::string text = to_launchpad(evidence);
    for (const record::Record& record : evidence.records) {
        const std::string head =
            record.sha256 + "\n  of the logs as imported; printed in lp1919154-arm64 by:\n";
        const std::size_t at = text.find(head);
        ASSERT_NE(at, std::string::npos);
        const std::string pasted = text.substr(at + head.size());
        const std::string command = pasted.substr(0, pasted.find("sha256sum\n") + 9);
        EXPECT_THAT(run_and_read({"sh", "-c", "cd " + logs.string() + " && " + command}),
                    testing::StartsWith(record.sha256 + " "))
            << command;
    }
    EXPECT_EQ(hash_recipe(test::measured_boot(110, 80)), "");
}

TEST(Launchpad, ExplainsTheCpusOfAGuest)
{
    const Evidence evidence =
        test::evidence_of(record::load_records({SOURCE_ROOT "/tests/report/data/vm-exact"}));
    const std::string text = to_launchpad(evidence);
    EXPECT_THAT(without_blanks(text),
                HasSubstr("CPUsonline:0-1whilemeasuring:maxcpus=1isforthekernel'sstart,"
                          "nohz-overhead'sinitoftheguestthenbringsuptheothers"));
    EXPECT_THAT(without_blanks(text),
                HasSubstr("Memory:972MiBto979MiB(MemTotal,lesswhateachkernelkeepsforitself)"));
    EXPECT_THAT(without_blanks(to_launchpad(test::evidence_of(test::campaign_records()))),
                Not(HasSubstr("CPUsonline")));
}

// The logs hold two numbers: what else is said of them comes from elsewhere.
TEST(Launchpad, SaysWhatLogsDoNotTell)
{
    const std::string text = without_blanks(to_launchpad(test::reference_evidence()));
    for (const char* part :
         {"NO_HZ_FULL:not-built(bythenameofthefolderlog/,unchecked)",
          "Takentobethesamebootasintestcase3,whichthelogsdonottell",
          "namenoentrypath:getppidisassumed;iterationsfromtheimporter'shost.toml,"})
        EXPECT_THAT(text, HasSubstr(part));
    const std::string measured =
        without_blanks(to_launchpad(test::evidence_of({test::measured_boot(110, 80)})));
    EXPECT_THAT(measured, HasSubstr("Thesamebootasintestcase3"));
    EXPECT_THAT(measured, Not(HasSubstr("Takentobe")));
    EXPECT_THAT(measured, Not(HasSubstr("Entrypathanditerations")));
}

TEST(Launchpad, NamesTheHypervisorBelowAContainer)
{
    record::Record record = test::measured_boot(110, 80);
    record.host.virtualisation = "docker";
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), HasSubstr("\nVirtualisation: docker\n"));
    record.host.hypervisor = "kvm";
    EXPECT_THAT(to_launchpad(test::evidence_of({record})),
                HasSubstr("\nVirtualisation: kvm guest; docker container\n"));
}

TEST(Launchpad, SaysWhichCpusWereClosedToIt)
{
    record::Record record = test::measured_boot(110, 80);
    record.boot.cpus.allowed = record.boot.cpus.online;
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), HasSubstr("\nCPUs: 4\n"));
    record.boot.cpus.allowed = host::CpuList{0, 3};
    EXPECT_THAT(without_blanks(to_launchpad(test::evidence_of({record}))),
                HasSubstr("CPUs:4(ofthoseonline,0-3,themeasurementwasallowedon0,3only)"));
}

TEST(Launchpad, GivesTheAmountsOfMemoryThatDiffer)
{
    const auto memory = [](std::uint64_t first, std::uint64_t second) {
        record::Record records[] = {test::measured_boot(110, 80, 1),
                                    test::measured_boot(110, 80, 2)};
        records[0].host.memory_bytes = first << 20;
        records[1].host.memory_bytes = second << 20;
        return without_blanks(to_launchpad(test::evidence_of({records[0], records[1]})));
    };
    EXPECT_THAT(memory(502 << 10, 502 << 10), HasSubstr("Memory:502GiBSoftware"));
    EXPECT_THAT(memory(502, 520), HasSubstr("Memory:502MiBto520MiB(MemTotal"));
    EXPECT_THAT(memory(8 << 10, 16 << 10), HasSubstr("Memory:8.0GiBto16GiB(notthesame"));
}

// Whoever sees no signature must not take it for a forgotten one.
TEST(Launchpad, SaysThatAKernelIsNotUbuntus)
{
    record::Record record = test::measured_boot(110, 80);
    const std::string none = "6.1.0-57-amd64: not an Ubuntu kernel: no /proc/version_signature\n";
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), HasSubstr(none));
    record.boot.version_signature = "Ubuntu 5.15.0-86.96-generic 5.15.122";
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), Not(HasSubstr("not an Ubuntu")));
    EXPECT_THAT(to_launchpad(test::reference_evidence()), Not(HasSubstr("not an Ubuntu")));
}

TEST(Launchpad, HoldsWhatIdentifiesKernelAndTool)
{
    record::Record record = test::measured_boot(110, 80);
    record.boot.version_signature = "Ubuntu 5.15.0-86.96-generic 5.15.122";
    record.packages = {{"linux-image-6.1.0-57-amd64",
                        "linux-image-6.1.0-57-amd64:\n  Installed: 6.1.164-1\n *** 6.1.164-1 500\n"
                        "        500 http://mirror.example/debian bookworm/main amd64 Packages\n"}};
    const std::string text = to_launchpad(test::evidence_of({record}));
    EXPECT_THAT(text, HasSubstr("uname -srvm: Linux 6.1.0-57-amd64 #1 SMP Debian 6.1.164 x86_64"));
    EXPECT_THAT(text, HasSubstr("/proc/version_signature: Ubuntu 5.15.0-86.96-generic 5.15.122"));
    EXPECT_THAT(text, HasSubstr("500 http://mirror.example/debian bookworm/main amd64 Packages"));
    EXPECT_THAT(text, HasSubstr(record.sha256));
    EXPECT_THAT(text, HasSubstr(record.path.string()));
}

} // namespace nohz::report
