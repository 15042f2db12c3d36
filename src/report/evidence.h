// SPDX-License-Identifier: GPL-2.0-or-later
// What a report stands on, and the parts of it that are judged by themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "check/rules.h"
#include "record/record.h"

namespace nohz::report
{

// What a stable release update is verified for; all may be unknown.
struct Subject {
    std::optional<std::uint64_t> bug; // of Launchpad
    std::string series;               // "jammy"
    std::string source;               // source package of the kernel: "linux"
};

struct Evidence {
    std::vector<record::Record> records; // in the order of their time
    check::Rules rules;
    check::Report report; // of `records` by `rules`
    Subject subject;
    // What made `rules` others than those shipped: "/etc/nohz-overhead/thresholds.toml",
    // "--limit isolated-vs-housekeeping=1.3".
    std::vector<std::string> limits_changed_by;
};

Evidence make_evidence(std::vector<record::Record> records, check::Rules rules,
                       Subject subject = {});

// One machine, kernel and unit: what check judges by itself. Points into the evidence.
struct Section {
    record::Unit unit = record::Unit::nanoseconds;
    std::string machine;
    std::string kernel; // release; "" unknown
    check::Verdict verdict = check::Verdict::skip;
    std::vector<const record::Record*> records; // in the order of their time
    std::vector<const check::Sample*> samples;
    std::vector<const check::RuleResult*> rules;

    const record::Record* first_record = nullptr; // of all the evidence

    // The number, from 1, of one of the records among all the evidence.
    std::size_t boot_number(const record::Record& record) const
    {
        return static_cast<std::size_t>(&record - first_record) + 1;
    }
    bool is_exact() const noexcept { return unit == record::Unit::instructions; }
    bool has_scenario(int scenario) const;
};

// In the order in which check has them. `evidence` must live longer than what is returned.
std::vector<Section> sections_of(const Evidence& evidence);

// At most `most` of them, as they are if they are no more; else those with the worst verdicts
// first.
std::vector<Section> worst_sections(std::vector<Section> sections, std::size_t most);

} // namespace nohz::report
