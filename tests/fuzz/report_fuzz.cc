// SPDX-License-Identifier: GPL-2.0-or-later
// Any record that is read can be reported in every format, as plain text.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/ktap.h"
#include "report/launchpad.h"
#include "report/markdown.h"

namespace
{

nohz::check::Rules shipped_rules()
{
    nohz::check::Rules rules;
    nohz::check::apply_thresholds(rules,
                                  std::filesystem::path(SOURCE_ROOT "/data/thresholds.toml"));
    return rules;
}

void require_plain(const std::string& document)
{
    for (const std::string_view line : nohz::split_lines(document))
        if (nohz::printable(line, document.size()) != line)
            std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace nohz;
    static const check::Rules rules = shipped_rules();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const report::Evidence evidence =
            report::make_evidence({record::parse_record(text, "record.json")}, rules);
        for (const auto make : {report::to_launchpad, report::to_markdown, report::to_html,
                                report::to_junit, report::to_ktap})
            require_plain(make(evidence));
    } catch (const InputError&) {
        return 0;
    }
    return 0;
}
