// SPDX-License-Identifier: GPL-2.0-or-later
// A value of a JSON document together with the pointer to it, so that every refusal names its
// place.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "host/cpu_list.h"

namespace nohz::record
{

inline constexpr std::string_view whole_document = "the document";
inline constexpr std::size_t longest_text = 65536; // characters
inline constexpr std::uint64_t largest_count = INT64_MAX;
inline constexpr double largest_figure = 1e18;
inline constexpr int most_cpus = 8192; // CONFIG_NR_CPUS with MAXSMP on x86 (arch/x86/Kconfig)

// A key as a part of a JSON pointer (RFC 6901, section 3).
std::string escape_pointer_token(std::string_view key);

// A value that is there, or the place where one is missing. Each reader throws InputError, with
// file, JSON pointer, what stands there and what was expected, for a value that is not of its kind.
// It refers to the document and the file's name: both must live longer.
class Value
{
public:
    Value(const nlohmann::json& document, const std::filesystem::path& file);

    // The member `key` of an object, which must live as long; not known() where it is absent.
    Value operator[](std::string_view key) const;

    // False where it is absent or null.
    bool known() const noexcept;

    std::string text() const; // at most longest_text characters
    std::string text_or_empty() const { return known() ? text() : std::string(); }
    bool boolean() const;
    std::uint64_t whole(std::uint64_t least = 0, std::uint64_t most = largest_count) const;
    double figure() const; // finite, not negative, at most largest_figure

    // The elements of a list of at most `most`.
    std::vector<Value> list(std::size_t most) const;
    std::vector<std::string> texts(std::size_t most) const;

    // Finite numbers, each between -limit and limit.
    std::vector<double> numbers(std::size_t most, double limit) const;

    // The members of an object, in the order of their names.
    std::map<std::string, Value> members(std::size_t most) const;
    std::map<std::string, std::string> text_members(std::size_t most) const;

    // CPUs as the kernel prints them: "0-3,8", "" for none.
    host::CpuList cpu_list() const;

    // To this value, or to where it should be: looked for only when it is asked for, since ten
    // thousand records without a fault need none. "" for the whole document.
    std::string pointer() const;

    // `what` stands here, `expected` was expected.
    [[noreturn]] void refuse(std::string_view what, std::string_view expected) const;

private:
    Value(const Value& parent, const nlohmann::json* value, std::string_view key);

    const nlohmann::json::array_t& elements(std::size_t most) const;
    const nlohmann::json::object_t& object(std::size_t most) const;
    [[noreturn]] void refuse_kind(std::string_view expected) const;

    const nlohmann::json* document_;
    const nlohmann::json* parent_ = nullptr; // nullptr: this is the document
    const nlohmann::json* value_;            // nullptr: missing
    std::string_view key_;                   // in the parent, where the value is missing
    const std::filesystem::path* file_;
};

} // namespace nohz::record
