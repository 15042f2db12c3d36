// SPDX-License-Identifier: GPL-2.0-or-later
// The kernels that are installed, and whether each has CONFIG_NO_HZ_FULL.
#include "campaign/kernels.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/text.h"
#include "host/kernel_config.h"
#include "host/tree.h"

namespace nohz::campaign
{

namespace
{

// "" for a name that is no kernel's: dpkg and update-initramfs leave copies beside the images.
std::string release_of(std::string_view name)
{
    constexpr std::string_view prefix = "vmlinu?-";
    if (name.size() <= prefix.size() || !name.starts_with("vmlinu") ||
        (name[6] != 'z' && name[6] != 'x') || name[7] != '-')
        return {};
    for (const std::string_view copy : {".old", ".bak", ".dpkg-new", ".dpkg-tmp", ".efi.signed"})
        if (name.ends_with(copy))
            return {};
    const std::string release(name.substr(prefix.size()));
    const bool is_plain = split_words(release).size() == 1 && printable(release) == release;
    return is_plain ? release : std::string();
}

std::string find_initrd(const host::Tree& tree, const std::string& release)
{
    for (const std::string& file :
         {"/boot/initrd.img-" + release, "/boot/initramfs-" + release + ".img"})
        if (tree.exists(file))
            return file;
    return {};
}

void set_state(InstalledKernel& kernel, const std::filesystem::path& root, const host::Boot& boot)
{
    if (kernel.is_running) {
        kernel.has_nohz_full = boot.kernel_state != host::KernelState::not_built;
        kernel.known_from = joined(boot.known_from, "; ");
        return;
    }
    const auto config = host::find_installed_kernel_config(root, kernel.release);
    if (!config)
        return;
    kernel.has_nohz_full = config->is_enabled("CONFIG_NO_HZ_FULL");
    kernel.known_from = config->path + ": " + host::describe_symbol(*config, "CONFIG_NO_HZ_FULL");
}

} // namespace

std::vector<InstalledKernel> installed_kernels(const std::filesystem::path& root,
                                               const host::Boot& boot)
{
    const host::Tree tree(root);
    std::vector<InstalledKernel> kernels;
    for (const std::string& name : tree.names("/boot")) {
        InstalledKernel kernel;
        kernel.release = release_of(name);
        kernel.image = "/boot/" + name;
        // The uncompressed image of a kernel that has a compressed one is for debuggers.
        if (kernel.release.empty() ||
            (name.starts_with("vmlinux-") && tree.exists("/boot/vmlinuz-" + kernel.release)))
            continue;
        kernel.initrd = find_initrd(tree, kernel.release);
        kernel.is_running = kernel.release == boot.kernel_release;
        set_state(kernel, root, boot);
        kernels.push_back(std::move(kernel));
    }
    std::stable_sort(kernels.begin(), kernels.end(),
                     [](const InstalledKernel& a, const InstalledKernel& b) {
                         return ::strverscmp(a.release.c_str(), b.release.c_str()) > 0;
                     });
    return kernels;
}

} // namespace nohz::campaign
