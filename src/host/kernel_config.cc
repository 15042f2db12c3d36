// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel's build configuration, wherever a distribution puts it.
#include "host/kernel_config.h"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <zlib.h>

#include "base/text.h"
#include "host/tree.h"

namespace nohz::host
{

namespace
{

// What decides the cost of an entry or whether the tick can stop, and what tells kernels apart.
constexpr std::array kept_symbols = {
    "CONFIG_32BIT",
    "CONFIG_64BIT",
    "CONFIG_ARM",
    "CONFIG_ARM64",
    "CONFIG_AUDITSYSCALL",
    "CONFIG_CC_VERSION_TEXT",
    "CONFIG_CONTEXT_TRACKING",
    "CONFIG_CONTEXT_TRACKING_FORCE",
    "CONFIG_CONTEXT_TRACKING_IDLE",
    "CONFIG_CONTEXT_TRACKING_USER",
    "CONFIG_CONTEXT_TRACKING_USER_FORCE",
    "CONFIG_CPU_ISOLATION",
    "CONFIG_CPU_LITTLE_ENDIAN",
    "CONFIG_DEBUG_PREEMPT",
    "CONFIG_FTRACE_SYSCALLS",
    "CONFIG_GENERIC_ENTRY",
    "CONFIG_HIGH_RES_TIMERS",
    "CONFIG_HZ",
    "CONFIG_HZ_PERIODIC",
    "CONFIG_IRQ_TIME_ACCOUNTING",
    "CONFIG_KASAN",
    "CONFIG_LOCALVERSION",
    "CONFIG_MITIGATION_PAGE_TABLE_ISOLATION",
    "CONFIG_MITIGATION_RETPOLINE",
    "CONFIG_NO_HZ",
    "CONFIG_NO_HZ_COMMON",
    "CONFIG_NO_HZ_FULL",
    "CONFIG_NO_HZ_FULL_ALL",
    "CONFIG_NO_HZ_IDLE",
    "CONFIG_NR_CPUS",
    "CONFIG_PAGE_TABLE_ISOLATION",
    "CONFIG_PPC64",
    "CONFIG_PREEMPT",
    "CONFIG_PREEMPTION",
    "CONFIG_PREEMPT_BUILD",
    "CONFIG_PREEMPT_DYNAMIC",
    "CONFIG_PREEMPT_LAZY",
    "CONFIG_PREEMPT_NONE",
    "CONFIG_PREEMPT_RT",
    "CONFIG_PREEMPT_VOLUNTARY",
    "CONFIG_PROVE_LOCKING",
    "CONFIG_RCU_NOCB_CPU",
    "CONFIG_RCU_NOCB_CPU_DEFAULT_ALL",
    "CONFIG_RETPOLINE",
    "CONFIG_RISCV",
    "CONFIG_S390",
    "CONFIG_SECCOMP_FILTER",
    "CONFIG_TICK_CPU_ACCOUNTING",
    "CONFIG_UNMAP_KERNEL_AT_EL0",
    "CONFIG_VIRT_CPU_ACCOUNTING",
    "CONFIG_VIRT_CPU_ACCOUNTING_GEN",
    "CONFIG_VIRT_CPU_ACCOUNTING_NATIVE",
    "CONFIG_X86_32",
    "CONFIG_X86_64",
};

// Debian 6.1's has 270 kB; a config is never near this.
constexpr std::size_t largest_config = 8U << 20;

bool is_kept(std::string_view symbol)
{
    return std::binary_search(kept_symbols.begin(), kept_symbols.end(), symbol);
}

std::string_view unquoted(std::string_view value)
{
    if (value.size() < 2 || value.front() != '"' || value.back() != '"')
        return value;
    return value.substr(1, value.size() - 2);
}

struct InflateEnd {
    void operator()(z_stream* stream) const noexcept { inflateEnd(stream); }
};

// Nothing where `packed` is no whole gzip stream, or holds more than a config can.
std::optional<std::string> unpack_gzip(std::string packed)
{
    z_stream stream{};
    constexpr int gzip_only = 16 + MAX_WBITS;
    if (inflateInit2(&stream, gzip_only) != Z_OK)
        return std::nullopt;
    const std::unique_ptr<z_stream, InflateEnd> guard(&stream);
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string text;
    std::array<char, 1U << 16> block;
    for (int result = Z_OK; result != Z_STREAM_END;) {
        stream.next_out = reinterpret_cast<Bytef*>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        result = inflate(&stream, Z_NO_FLUSH);
        if (result != Z_OK && result != Z_STREAM_END)
            return std::nullopt;
        text.append(block.data(), block.size() - stream.avail_out);
        if (text.size() > largest_config)
            return std::nullopt;
    }
    return text;
}

// Takes `text` as the config file `path`, or says in `search` why it cannot be.
void consider(KernelConfigSearch& search, const std::string& path, std::string_view text)
{
    if (text.find("CONFIG_") == std::string_view::npos)
        search.troubles.push_back(fmt::format("{}: no kernel configuration, left out", path));
    else
        search.config = parse_kernel_config(path, text);
}

void search_installed(KernelConfigSearch& search, const Tree& tree, std::string_view release)
{
    // A release is one word of a file name; anything else would lead elsewhere.
    if (release.empty() || release.find('/') != std::string_view::npos)
        return;
    for (const std::string& path :
         {fmt::format("/boot/config-{}", release), fmt::format("/lib/modules/{}/config", release),
          fmt::format("/usr/lib/modules/{}/config", release),
          fmt::format("/usr/lib/kernel/config-{}", release)}) {
        if (search.config)
            break;
        if (const auto text = tree.text(path))
            consider(search, path, *text);
        else if (tree.exists(path))
            search.troubles.push_back(fmt::format("{}: may not be read, left out", path));
    }
}

} // namespace

bool KernelConfig::is_enabled(std::string_view symbol) const
{
    const auto it = symbols.find(std::string(symbol));
    return it != symbols.end() && (it->second == "y" || it->second == "m");
}

KernelConfigSearch search_kernel_config(const std::filesystem::path& root, std::string_view release)
{
    const Tree tree(root);
    KernelConfigSearch search;
    const std::string packed_path = "/proc/config.gz";
    if (auto packed = tree.text(packed_path)) {
        if (const auto text = unpack_gzip(std::move(*packed)))
            consider(search, packed_path, *text);
        else
            search.troubles.push_back(fmt::format("{}: no whole gzip file, left out", packed_path));
    }
    search_installed(search, tree, release);
    return search;
}

std::optional<KernelConfig> find_installed_kernel_config(const std::filesystem::path& root,
                                                         std::string_view release)
{
    KernelConfigSearch search;
    search_installed(search, Tree(root), release);
    return search.config;
}

std::optional<KernelConfig> find_kernel_config(const std::filesystem::path& root,
                                               std::string_view release)
{
    return search_kernel_config(root, release).config;
}

KernelConfig parse_kernel_config(std::string path, std::string_view text)
{
    constexpr std::string_view comment = "# ";
    constexpr std::string_view not_set = " is not set";
    KernelConfig config;
    config.path = std::move(path);
    for (const std::string_view untrimmed : split_lines(text)) {
        const std::string_view line = trim(untrimmed);
        if (line.starts_with(comment) && line.ends_with(not_set) &&
            line.size() > comment.size() + not_set.size()) {
            const std::string_view symbol =
                line.substr(comment.size(), line.size() - comment.size() - not_set.size());
            if (is_kept(symbol))
                config.symbols.insert_or_assign(std::string(symbol), std::string(1, 'n'));
            continue;
        }
        const auto equals = line.find('=');
        if (equals != std::string_view::npos && is_kept(line.substr(0, equals)))
            config.symbols[std::string(line.substr(0, equals))] =
                printable(unquoted(line.substr(equals + 1)));
    }
    return config;
}

std::string describe_symbol(const KernelConfig& config, const std::string& symbol)
{
    const auto it = config.symbols.find(symbol);
    if (it == config.symbols.end())
        return fmt::format("no line for {}", symbol);
    if (it->second == "n")
        return fmt::format("# {} is not set", symbol);
    return fmt::format("{}={}", symbol, it->second);
}

} // namespace nohz::host
