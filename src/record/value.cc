// SPDX-License-Identifier: GPL-2.0-or-later
// A value of a JSON document together with the pointer to it, so that every refusal names its
// place.
#include "record/value.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

namespace nohz::record
{

namespace
{

using nlohmann::json;

std::string describe(const json* value)
{
    if (!value)
        return "is missing";
    switch (value->type()) {
    case json::value_t::null:
        return "is null";
    case json::value_t::boolean:
        return "is a boolean";
    case json::value_t::string:
        return "is a string";
    case json::value_t::array:
        return "is a list";
    case json::value_t::object:
        return "is an object";
    default:
        return fmt::format("is {}", value->dump());
    }
}

std::size_t characters_in(std::string_view utf8)
{
    return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
    }));
}

// 3, and 3.0 too: JSON knows no difference.
std::optional<std::uint64_t> as_whole(const json& value)
{
    if (value.is_number_unsigned())
        return value.get<std::uint64_t>();
    if (value.is_number_integer() && value.get<std::int64_t>() >= 0)
        return static_cast<std::uint64_t>(value.get<std::int64_t>());
    if (!value.is_number_float())
        return std::nullopt;
    const double number = value.get<double>();
    if (number < 0 || number >= 0x1p63 || std::floor(number) != number)
        return std::nullopt;
    return static_cast<std::uint64_t>(number);
}

// The pointer from `tree` to `wanted`, which is `tree` or stands in it; nothing if it does not.
std::optional<std::string> pointer_to(const json& tree, const json& wanted)
{
    if (&tree == &wanted)
        return std::string();
    if (tree.is_object()) {
        for (const auto& [key, value] : tree.items())
            if (const auto rest = pointer_to(value, wanted))
                return "/" + escape_pointer_token(key) + *rest;
    } else if (tree.is_array()) {
        for (std::size_t i = 0; i < tree.size(); ++i)
            if (const auto rest = pointer_to(tree[i], wanted))
                return fmt::format("/{}{}", i, *rest);
    }
    return std::nullopt;
}

// One more than the highest number in a CPU list, at most most_cpus: parsing takes time for each
// CPU that could be, and a folder may hold ten thousand records of small machines.
int enough_cpus(std::string_view list)
{
    int highest = 0;
    int number = 0;
    for (const char c : list) {
        number = c >= '0' && c <= '9' ? std::min(number * 10 + (c - '0'), most_cpus) : 0;
        highest = std::max(highest, number);
    }
    return std::min(highest + 1, most_cpus);
}

} // namespace

std::string escape_pointer_token(std::string_view key)
{
    std::string token;
    for (const char c : key) {
        if (c == '~')
            token += "~0";
        else if (c == '/')
            token += "~1";
        else
            token += c;
    }
    return printable(token, 200);
}

Value::Value(const json& document, const std::filesystem::path& file)
    : document_(&document), value_(&document), file_(&file)
{
}

Value::Value(const Value& parent, const json* value, std::string_view key)
    : document_(parent.document_), parent_(parent.value_), value_(value), key_(key),
      file_(parent.file_)
{
}

std::string Value::pointer() const
{
    if (value_)
        return pointer_to(*document_, *value_).value();
    return pointer_to(*document_, *parent_).value() + "/" + escape_pointer_token(key_);
}

void Value::refuse(std::string_view what, std::string_view expected) const
{
    const std::string place = pointer();
    throw InputError(*file_, place.empty() ? whole_document : std::string_view(place), what,
                     fmt::format("{} was expected", expected));
}

void Value::refuse_kind(std::string_view expected) const
{
    refuse(describe(value_), expected);
}

Value Value::operator[](std::string_view key) const
{
    const json::object_t& members = object(std::numeric_limits<std::size_t>::max());
    const auto at = members.find(key);
    return {*this, at == members.end() ? nullptr : &at->second, key};
}

bool Value::known() const noexcept
{
    return value_ && !value_->is_null();
}

std::string Value::text() const
{
    if (!value_ || !value_->is_string())
        refuse_kind("a string");
    const auto& text = value_->get_ref<const std::string&>();
    if (text.size() > longest_text && characters_in(text) > longest_text)
        refuse(fmt::format("is a string of {} characters", characters_in(text)),
               fmt::format("one of at most {}", longest_text));
    return text;
}

bool Value::boolean() const
{
    if (!value_ || !value_->is_boolean())
        refuse_kind("true or false");
    return value_->get<bool>();
}

std::uint64_t Value::whole(std::uint64_t least, std::uint64_t most) const
{
    const std::optional<std::uint64_t> number = value_ ? as_whole(*value_) : std::nullopt;
    if (!number || *number < least || *number > most)
        refuse_kind(fmt::format("a whole number from {} to {}", least, most));
    return *number;
}

double Value::figure() const
{
    if (!value_ || !value_->is_number())
        refuse_kind("a number that is finite and not negative");
    const double number = value_->get<double>();
    if (!std::isfinite(number) || number < 0)
        refuse_kind("a number that is finite and not negative");
    if (number > largest_figure)
        refuse_kind(fmt::format("a number of at most {}", largest_figure));
    return number;
}

const json::array_t& Value::elements(std::size_t most) const
{
    if (!value_ || !value_->is_array())
        refuse_kind("a list");
    if (value_->size() > most)
        refuse(fmt::format("is a list of {}", value_->size()), fmt::format("at most {}", most));
    return value_->get_ref<const json::array_t&>();
}

const json::object_t& Value::object(std::size_t most) const
{
    if (!value_ || !value_->is_object())
        refuse_kind("an object");
    if (value_->size() > most)
        refuse(fmt::format("is an object of {} members", value_->size()),
               fmt::format("at most {}", most));
    return value_->get_ref<const json::object_t&>();
}

std::vector<Value> Value::list(std::size_t most) const
{
    std::vector<Value> values;
    for (const json& value : elements(most))
        values.push_back({*this, &value, {}});
    return values;
}

std::vector<std::string> Value::texts(std::size_t most) const
{
    std::vector<std::string> texts;
    for (const json& value : elements(most))
        texts.push_back(Value(*this, &value, {}).text());
    return texts;
}

std::vector<double> Value::numbers(std::size_t most, double limit) const
{
    const json::array_t& values = elements(most);
    std::vector<double> numbers;
    numbers.reserve(values.size());
    for (const json& value : values) {
        if (!value.is_number() || !(std::abs(value.get<double>()) <= limit))
            Value(*this, &value, {})
                .refuse_kind(fmt::format("a number from {} to {}", -limit, limit));
        numbers.push_back(value.get<double>());
    }
    return numbers;
}

std::map<std::string, Value> Value::members(std::size_t most) const
{
    std::map<std::string, Value> members;
    for (const auto& [key, value] : object(most))
        members.emplace_hint(members.end(), key, Value(*this, &value, {}));
    return members;
}

std::map<std::string, std::string> Value::text_members(std::size_t most) const
{
    std::map<std::string, std::string> texts;
    for (const auto& [key, value] : object(most))
        texts.emplace_hint(texts.end(), key, Value(*this, &value, {}).text());
    return texts;
}

host::CpuList Value::cpu_list() const
{
    constexpr std::string_view expected = "a list of CPUs below 8192 as \"0-3,8\"";
    const std::string list = text();
    if (list.find_first_not_of("0123456789,-") != std::string::npos)
        refuse(fmt::format("is \"{}\"", printable(list, 100)), expected);
    try {
        return host::CpuList::parse(list, enough_cpus(list));
    } catch (const std::invalid_argument& error) {
        refuse(fmt::format("is \"{}\" ({})", printable(list, 100), error.what()), expected);
    }
}

} // namespace nohz::record
