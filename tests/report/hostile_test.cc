// SPDX-License-Identifier: GPL-2.0-or-later
// A record is somebody's file: whatever its texts hold, no format lets it out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/layout.h"
#include "evidence.h"
#include "xml.h"

namespace nohz::report
{

namespace
{

struct Hostile {
    const char* name;
    std::string text;
};

void PrintTo(const Hostile& hostile, std::ostream* out)
{
    *out << hostile.name;
}

const Hostile hostile_texts[] = {
    {"Script", "<script>alert(1)</script><img src=x onerror=alert(1)>"},
    {"EndOfElements", "</title></style></svg></td>]]>--><!-- &lt; &#x3c;script>"},
    {"Attribute", "\" onload=\"alert(1)\" x='y' `z`"},
    {"TerminalEscapes", "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b"},
    {"ControlCharacters", std::string("a\0b\x01\x08\x0b\x0c\x0e\x1f\x7f\r\n\tc", 15)},
    {"BrokenUtf8", "\xff\xfe\xc0\xaf\xed\xa0\x80\xf5\x80\x80\x80 \xe2\x82"},
    {"NoCharacters", "\xef\xbf\xbe\xef\xbf\xbf\xc2\x85\xe2\x80\xa8\xe2\x80\xae"},
    {"OneMegabyte", std::string(1U << 20U, 'A')},
    {"OneMegabyteOfMarkup", std::string(1U << 20U, '<')},
    {"Chinese", "龙芯 3A5000 龙芯 3A5000 龙芯 3A5000 龙芯 3A5000 龙芯 3A5000 龙芯 3A5000"},
    {"Cyrillic", "Эльбрус-8С с тактовой частотой 1300 МГц и ещё немного слов для длины строки"},
    {"Arabic", "معالج"},
    {"Emoji", "🔥🔥🔥"},
    {"Markdown", "| a | b |\n```\n# h\n![i](javascript:x) [l](http://x) @user **b** <b>"},
    {"Ktap", "x\nnot ok 1 y # SKIP\n1..9\nBail out!"},
    {"FormatStrings", "{} {0} {:d} %s %n $(id) `id`"},
    {"Empty", ""},
};

record::Record hostile_record(const std::string& text)
{
    record::Record record = test::measured_boot(110, 80);
    record.tool_version = record.created = record.sha256 = text;
    record.path = "folder/" + text.substr(0, 3000) + ".json";
    record.host = {text, text, 4, 1, 1U << 30U, text, text, text};
    record.clock_source_after = text + "x";
    record.iterations_from = text;
    record.packages = {{text, text}};
    record.emulator = record::Emulator{text, text, text, text, text, false};
    host::Boot& boot = record.boot;
    boot.boot_id = boot.kernel_release = boot.kernel_version = boot.version_signature = text;
    boot.command_line = boot.clock_source = boot.governor = boot.smt_active = text;
    boot.known_from = boot.notes = {text, text};
    boot.config = host::KernelConfig{text, {{"CONFIG_NO_HZ_FULL", text}, {text, text}}};
    boot.hazards = {{text, host::HazardGroup::would_be_wrong, text, text},
                    {"loaded", host::HazardGroup::would_be_noisy, text, text}};
    boot.mitigations = {{text, text}};
    record.runs[0].disturbed = text;
    record.runs[1].op = text;
    record.runs[2].cpus_seen = text;
    return record;
}

// Of the document, what would not be plain text in good UTF-8.
std::string unprintable_part(const std::string& document)
{
    for (const std::string_view line : split_lines(document))
        if (printable(line, document.size()) != line)
            return printable(line, 500);
    return "";
}

class HostileRecord : public testing::TestWithParam<Hostile>
{
protected:
    Evidence evidence() const
    {
        return test::evidence_of(
            {hostile_record(GetParam().text), test::plain_boot(host::KernelState::inactive, 75)});
    }
};

} // namespace

TEST_P(HostileRecord, LeavesPlainTextOfASensibleSize)
{
    const Evidence all = evidence();
    for (const test::Format& format : test::formats) {
        const std::string document = format.make(all);
        EXPECT_EQ(unprintable_part(document), "") << format.name;
        EXPECT_LT(document.size(), 400'000U) << format.name;
        EXPECT_FALSE(document.empty());
    }
}

TEST_P(HostileRecord, LeavesXmlWellFormedAndWithoutItsMarkup)
{
    const Evidence all = evidence();
    for (const std::string& document : {to_html(all), to_junit(all)}) {
        for (const char* markup : {"<script", "<img", "<b>", "onload=\"", "<!--", "]]>"})
            EXPECT_EQ(document.find(markup), std::string::npos) << markup;
        test::expect_well_formed(document);
    }
}

TEST_P(HostileRecord, FitsTheColumnsOfAComment)
{
    const std::string document = to_launchpad(evidence());
    for (const std::string_view line : split_lines(document))
        EXPECT_LE(columns_of(line), terminal_columns) << line;
}

TEST_P(HostileRecord, OpensNoElementAndNoTableInMarkdown)
{
    const std::string document = to_markdown(evidence());
    EXPECT_EQ(document.find('<'), std::string::npos);
    EXPECT_EQ(document.find("@user"), std::string::npos);
    for (std::size_t at = 0; (at = document.find("](", at)) != std::string::npos; ++at)
        EXPECT_EQ(document[at - 1], '\\') << "a link";
    EXPECT_EQ(document.find("```"), std::string::npos);
}

TEST_P(HostileRecord, AddsNoResultToKtap)
{
    std::size_t outer = 0;
    const std::string document = to_ktap(evidence());
    for (const std::string_view line : split_lines(document)) {
        EXPECT_FALSE(line.starts_with("Bail out!"));
        outer += line.starts_with("ok ") || line.starts_with("not ok ") ? 1 : 0;
        const auto hash = line.find(" # ");
        EXPECT_TRUE(hash == std::string_view::npos || hash < 2 ||
                    line.substr(hash).starts_with(" # SKIP "))
            << line;
    }
    EXPECT_EQ(outer, sections_of(evidence()).size());
}

INSTANTIATE_TEST_SUITE_P(Each, HostileRecord, testing::ValuesIn(hostile_texts),
                         [](const auto& tested) { return std::string(tested.param.name); });

} // namespace nohz::report
