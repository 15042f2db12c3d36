// SPDX-License-Identifier: GPL-2.0-or-later
// The tables of the HTML page. All texts of records are escaped.
#pragma once

#include <string>

#include "report/evidence.h"
#include "report/provenance.h"

namespace nohz::report
{

std::string rules_table_html(const Section& section, const Evidence& evidence);
std::string samples_table_html(const Section& section);
std::string gaps_list_html(const Section& section);
std::string facts_html(const std::vector<Fact>& facts);
std::string packages_html(const Section& section);

// The groups, one a row.
std::string overview_table_html(const std::vector<Section>& sections, const check::Rules& rules);

// Of all records: hazards, boots, and every run.
std::string hazards_table_html(const Evidence& evidence);
std::string boots_table_html(const Evidence& evidence);
std::string runs_table_html(const Evidence& evidence);

} // namespace nohz::report
