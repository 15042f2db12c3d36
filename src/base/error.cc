// SPDX-License-Identifier: GPL-2.0-or-later
// Exit codes and the errors that lead to them; the one place that maps one to the other.
#include "base/error.h"

#include <cstring>
#include <system_error>

#include <fmt/format.h>

#include "base/text.h"

namespace nohz
{

namespace
{

std::string message(std::string_view where, std::string_view what, std::string_view remedy)
{
    std::string text;
    if (!where.empty())
        text = fmt::format("{}: ", where);
    text += what;
    if (!remedy.empty())
        text += fmt::format("; {}", remedy);
    return text;
}

std::string file_and_line(const std::filesystem::path& file, std::size_t line)
{
    return line == 0 ? file.string() : fmt::format("{}:{}", file.string(), line);
}

} // namespace

UsageError::UsageError(std::string_view where, std::string_view what, std::string_view remedy)
    : std::runtime_error(message(where, what, remedy))
{
}

InputError::InputError(const std::filesystem::path& file, std::size_t line, std::string_view what,
                       std::string_view remedy)
    : std::runtime_error(message(file_and_line(file, line), what, remedy))
{
}

InputError::InputError(const std::filesystem::path& file, std::string_view place,
                       std::string_view what, std::string_view remedy)
    : std::runtime_error(message(fmt::format("{}: {}", file.string(), place), what, remedy))
{
}

RefusedError::RefusedError(std::string_view where, std::string_view what, std::string_view remedy)
    : std::runtime_error(message(where, what, remedy))
{
}

SkipError::SkipError(std::string_view what, std::string_view remedy)
    : std::runtime_error(message({}, what, remedy))
{
}

RefusedError system_refusal(int error_number, std::string_view where, std::string_view remedy)
{
    return {where, std::generic_category().message(error_number), remedy};
}

void print_error(std::string_view program, std::string_view text, std::FILE* out)
{
    const std::string line = fmt::format("{}: {}\n", program, printable(text));
    std::fputs(line.c_str(), out);
}

int run_main(std::string_view program, const std::function<ExitCode()>& body)
{
    auto fail = [&](ExitCode code, std::string_view what) {
        print_error(program, what);
        return static_cast<int>(code);
    };
    try {
        return static_cast<int>(body());
    } catch (const UsageError& e) {
        return fail(ExitCode::bad_input, fmt::format("{} (see {} --help)", e.what(), program));
    } catch (const InputError& e) {
        return fail(ExitCode::bad_input, e.what());
    } catch (const SkipError& e) {
        return fail(ExitCode::skip, fmt::format("SKIP: {}", e.what()));
    } catch (const RefusedError& e) {
        return fail(ExitCode::refused, e.what());
    } catch (const std::system_error& e) {
        return fail(ExitCode::refused, e.what());
    } catch (const std::bad_alloc&) {
        return fail(ExitCode::refused, "out of memory");
    } catch (const std::exception& e) {
        return fail(ExitCode::refused, fmt::format("unexpected error: {}", e.what()));
    }
}

} // namespace nohz
