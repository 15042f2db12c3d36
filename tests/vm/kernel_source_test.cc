// SPDX-License-Identifier: GPL-2.0-or-later
// Kernels and their configs are found in files, folders and Debian packages.
#include "vm/kernel_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "images.h"

namespace nohz::vm
{

namespace
{

using testing::HasSubstr;

class KernelSource : public testing::Test
{
protected:
    KernelSource() : folder_("kernel-source-test") {}
    std::filesystem::path at(const std::string& name) const { return folder_.path() / name; }

    std::string message_of(const std::filesystem::path& file) const
    {
        try {
            read_kernel(file);
        } catch (const std::exception& e) {
            return e.what();
        }
        return "no error";
    }

private:
    TemporaryDirectory folder_;
};

TEST_F(KernelSource, FindsTheConfigBesideTheImage)
{
    test::write(at("boot/vmlinuz-6.1.0-5-amd64"), test::bzimage("6.1.0-5-amd64"));
    test::write(at("boot/config-6.1.0-4-amd64"), "of another kernel");
    EXPECT_EQ(read_kernel(at("boot/vmlinuz-6.1.0-5-amd64")).config, "");
    test::write(at("boot/config-6.1.0-5-amd64"), "CONFIG_NO_HZ_FULL=y\n");
    EXPECT_EQ(read_kernel(at("boot/vmlinuz-6.1.0-5-amd64")).config, "CONFIG_NO_HZ_FULL=y\n");
}

TEST_F(KernelSource, FindsTheConfigAmongTheModules)
{
    test::write(at("boot/vmlinuz-7.2.1"), test::bzimage("7.2.1"));
    test::write(at("usr/lib/modules/7.2.1/config"), "CONFIG_HZ=250\n");
    EXPECT_EQ(read_kernel(at("boot/vmlinuz-7.2.1")).config, "CONFIG_HZ=250\n");
}

TEST_F(KernelSource, ReadsAPackageWithTheKernelInBoot)
{
    test::write(at("tree/boot/vmlinuz-6.1.0-5-amd64"), test::bzimage("6.1.0-5-amd64"));
    test::write(at("tree/boot/config-6.1.0-5-amd64"), "CONFIG_NO_HZ_FULL=y\n");
    test::write(at("tree/lib/modules/6.1.0-5-amd64/kernel/fs/configfs/configfs.ko"), "module");
    const Kernel kernel = read_kernel(test::make_package(at("tree"), at("image.deb")));
    EXPECT_EQ(kernel.image.release, "6.1.0-5-amd64");
    EXPECT_EQ(kernel.config, "CONFIG_NO_HZ_FULL=y\n");
    EXPECT_EQ(kernel.given, at("image.deb"));
}

// Debian's packaging from 7.x on: the image in linux-binary-*, the config in linux-base-*.
TEST_F(KernelSource, ReadsTheNewPackagingWithTheConfigInAPackageBeside)
{
    test::write(at("tree/usr/lib/modules/7.2.1-amd64/vmlinuz"), test::bzimage("7.2.1-amd64"));
    const auto package = test::make_package(at("tree"), at("linux-binary-7.2.1-amd64_1_amd64.deb"));
    EXPECT_EQ(read_kernel(package).config, "");
    test::write(at("base/usr/lib/modules/7.2.1-amd64/config"), "CONFIG_HZ=1000\n");
    test::make_package(at("base"), at("linux-base-7.2.1-amd64_1_amd64.deb"));
    EXPECT_EQ(read_kernel(package).config, "CONFIG_HZ=1000\n");
}

TEST_F(KernelSource, NamesWhatAMetapackageDependsOn)
{
    test::write(at("tree/usr/share/doc/linux-image-amd64/changelog"), "text");
    const auto package =
        test::make_package(at("tree"), at("meta.deb"), "linux-image-6.1.0-57-amd64 (= 6.1.192-3)");
    EXPECT_THROW(read_kernel(package), InputError);
    EXPECT_THAT(message_of(package), HasSubstr("without a kernel in it"));
    EXPECT_THAT(message_of(package), HasSubstr("linux-image-6.1.0-57-amd64"));
}

TEST_F(KernelSource, SeesThatAPackageIsCutShort)
{
    test::write(at("tree/boot/vmlinuz-6.1.0"), test::bzimage("6.1.0"));
    const auto package = test::make_package(at("tree"), at("image.deb"));
    test::write(at("short.deb"), read_file(package).substr(0, 1500));
    EXPECT_THROW(read_kernel(at("short.deb")), InputError);
    EXPECT_THAT(message_of(at("short.deb")), HasSubstr("damaged Debian package"));
}

TEST_F(KernelSource, RefusesAMissingFile)
{
    EXPECT_THROW(read_kernel(at("nowhere/vmlinuz")), RefusedError);
}

// Ubuntu's /boot/vmlinuz-* have mode 0600. Where the tests run as root, they look as nobody.
TEST_F(KernelSource, TellsTheRemedyForAKernelThatOnlyRootMayRead)
{
    constexpr uid_t nobody = 65534;
    test::write(at("vmlinuz-6.8.0"), test::bzimage("6.8.0"));
    std::filesystem::permissions(at(""), std::filesystem::perms(0755));
    std::filesystem::permissions(at("vmlinuz-6.8.0"), std::filesystem::perms::none);
    const bool is_root = ::geteuid() == 0;
    if (is_root) {
        ASSERT_EQ(::seteuid(nobody), 0);
    }
    const std::string message = message_of(at("vmlinuz-6.8.0"));
    if (is_root) {
        ASSERT_EQ(::seteuid(0), 0);
    }
    EXPECT_THAT(message, HasSubstr("Permission denied"));
    EXPECT_THAT(message, HasSubstr("sudo chmod a+r"));
}

TEST_F(KernelSource, SortsInstalledKernelsByVersion)
{
    for (const char* name :
         {"vmlinuz-6.1.0-10-amd64", "vmlinuz-6.1.0-9-amd64", "vmlinuz-5.10.0-1-amd64", "config-1"})
        test::write(at("boot") / name, "x");
    const auto kernels = installed_kernels(at("boot"));
    ASSERT_EQ(kernels.size(), 3U);
    EXPECT_EQ(kernels[0].filename(), "vmlinuz-5.10.0-1-amd64");
    EXPECT_EQ(kernels[1].filename(), "vmlinuz-6.1.0-9-amd64");
    EXPECT_EQ(kernels[2].filename(), "vmlinuz-6.1.0-10-amd64");
}

TEST_F(KernelSource, SaysThatThereAreNoInstalledKernels)
{
    EXPECT_THROW(installed_kernels(at("nowhere")), RefusedError);
}

} // namespace

} // namespace nohz::vm
