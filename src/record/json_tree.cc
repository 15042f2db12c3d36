// SPDX-License-Identifier: GPL-2.0-or-later
// JSON text to a tree, refusing what no record can be before it costs memory.
#include "record/json_tree.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "record/value.h"

namespace nohz::record
{

namespace
{

using nlohmann::json;

constexpr int number_overflow = 406; // nlohmann's out_of_range.406

// nlohmann's "[json...] parse error at line 1, column 2: syntax error while parsing value -
// REASON".
std::string reason_of(std::string_view what)
{
    if (const auto dash = what.find(" - "); dash != std::string_view::npos)
        return std::string(what.substr(dash + 3));
    if (const auto bracket = what.find("] "); bracket != std::string_view::npos)
        return std::string(what.substr(bracket + 2));
    return std::string(what);
}

class TreeBuilder : public nlohmann::json_sax<json>
{
public:
    TreeBuilder(std::string_view text, const std::filesystem::path& name) : text_(text), name_(name)
    {
    }

    json take() { return std::move(root_); }

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(std::int64_t value) override { return put(value); }
    bool number_unsigned(std::uint64_t value) override { return put(value); }
    bool number_float(double value, const std::string&) override { return put(value); }
    bool string(std::string& value) override { return put(std::move(value)); }
    bool binary(json::binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(std::string& name) override
    {
        Frame& frame = frames_.back();
        frame.key = name;
        const auto [at, added] = frame.container->emplace(name, nullptr);
        if (!added)
            throw InputError(name_, pointer(), "stands twice in the same object");
        frame.member = &*at;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception& error) override
    {
        if (error.id == number_overflow)
            throw InputError(name_, pointer(), "is a number too large",
                             "a finite one was expected");
        const std::string_view read = text_.substr(0, position);
        const auto line = static_cast<std::size_t>(std::count(read.begin(), read.end(), '\n')) + 1;
        const auto newline = read.rfind('\n');
        const std::size_t column =
            newline == std::string_view::npos ? position : position - newline - 1;
        const bool cut = position >= text_.size();
        throw InputError(
            name_, line,
            fmt::format("column {}: not JSON: {}", column, printable(reason_of(error.what()), 200)),
            cut ? "the file is cut off" : "");
    }

private:
    struct Frame {
        json* container;
        json* member = nullptr; // of an object: the value of the key read last
        std::string key;
    };

    json& place(json value)
    {
        if (++values_ > most_values)
            throw InputError(name_, pointer(), fmt::format("more than {} values", most_values));
        if (frames_.empty())
            return root_ = std::move(value);
        Frame& frame = frames_.back();
        if (!frame.container->is_array())
            return *frame.member = std::move(value);
        if (frame.container->size() == longest_list)
            throw InputError(name_, pointer(),
                             fmt::format("stands in a list of more than {} values", longest_list));
        frame.container->push_back(std::move(value));
        return frame.container->back();
    }

    bool put(json value)
    {
        place(std::move(value));
        return true;
    }

    bool open(json value)
    {
        if (frames_.size() == deepest_nesting)
            throw InputError(name_, pointer(),
                             fmt::format("nested deeper than {} levels", deepest_nesting));
        json& placed = place(std::move(value));
        frames_.push_back({&placed, nullptr, {}});
        return true;
    }

    bool close()
    {
        frames_.pop_back();
        return true;
    }

    // To the value that is read now: a list that is still open above it holds it already.
    std::string pointer() const
    {
        std::string text;
        for (const Frame& frame : frames_) {
            const bool innermost = &frame == &frames_.back();
            const json& container = *frame.container;
            text += container.is_array()
                        ? fmt::format("/{}", container.size() - (innermost ? 0 : 1))
                        : fmt::format("/{}", escape_pointer_token(frame.key));
        }
        return text.empty() ? std::string(whole_document) : text;
    }

    std::string_view text_;
    const std::filesystem::path& name_;
    json root_;
    std::vector<Frame> frames_;
    std::size_t values_ = 0;
};

} // namespace

json parse_json_tree(std::string_view text, const std::filesystem::path& name)
{
    if (trim(text).empty())
        throw InputError(name, 0, "is empty", "a JSON document was expected");
    TreeBuilder builder(text, name);
    json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

} // namespace nohz::record
