// SPDX-License-Identifier: GPL-2.0-or-later
// Kernel images are recognised by their headers, and other files named for what they are.
#include "vm/kernel_image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "images.h"

namespace nohz::vm
{

namespace
{

using testing::HasSubstr;

std::string message_of(const std::string& content)
{
    try {
        parse_kernel_image(content, "given");
    } catch (const std::exception& e) {
        return e.what();
    }
    return "no error";
}

TEST(KernelImage, ReadsBzImageWithItsRelease)
{
    const KernelImage image = parse_kernel_image(test::bzimage("6.1.0-57-amd64"), "vmlinuz");
    EXPECT_EQ(image.arch, "amd64");
    EXPECT_EQ(image.release, "6.1.0-57-amd64");
    EXPECT_EQ(image.content, test::bzimage("6.1.0-57-amd64"));
}

// The banner's format string ("Linux version %s") comes first in a real image too.
TEST(KernelImage, ReadsArm64ImageWithTheReleaseOfItsBanner)
{
    const KernelImage image = parse_kernel_image(test::arm64_image("6.1.0-57-arm64"), "vmlinuz");
    EXPECT_EQ(image.arch, "arm64");
    EXPECT_EQ(image.release, "6.1.0-57-arm64");
}

TEST(KernelImage, UnpacksGzip)
{
    const std::string plain = test::arm64_image("5.15.0-1-generic");
    const KernelImage image = parse_kernel_image(test::gzip(plain), "vmlinuz");
    EXPECT_EQ(image.arch, "arm64");
    EXPECT_EQ(image.content, plain);
}

TEST(KernelImage, UnpacksZbootWithGzip)
{
    const std::string plain = test::arm64_image("6.12.1");
    const KernelImage image =
        parse_kernel_image(test::zboot(test::gzip(plain), "gzip"), "vmlinuz.efi");
    EXPECT_EQ(image.release, "6.12.1");
    EXPECT_EQ(image.content, plain);
}

// QEMU 7.2 boots no zboot image at all, so the remedy is to unpack it by hand.
TEST(KernelImage, RefusesZbootWithZstdAndTellsHowToUnpackIt)
{
    const std::string image = test::zboot("12345678", "zstd22");
    EXPECT_THROW(parse_kernel_image(image, "vmlinuz.efi"), RefusedError);
    EXPECT_THAT(message_of(image), HasSubstr("tail -c +513 FILE | head -c 8 | zstd22"));
}

TEST(KernelImage, Refuses32BitKernel)
{
    EXPECT_THROW(parse_kernel_image(test::bzimage("6.1.0-686", false), "vmlinuz"), RefusedError);
}

TEST(KernelImage, SeesThatABzImageIsCutShort)
{
    std::string image = test::bzimage("6.1.0");
    image.resize(image.size() - 1);
    EXPECT_THROW(parse_kernel_image(image, "vmlinuz"), InputError);
    EXPECT_THAT(message_of(image), HasSubstr("cut short: 3071 bytes of a kernel image of 3072"));
}

TEST(KernelImage, SeesThatAnArm64ImageIsCutShort)
{
    EXPECT_THAT(message_of(test::arm64_image("6.1.0").substr(0, 4000)), HasSubstr("cut short"));
}

TEST(KernelImage, SeesThatGzipIsCutShort)
{
    const std::string packed = test::gzip(test::arm64_image("6.1.0"));
    EXPECT_THAT(message_of(packed.substr(0, packed.size() / 2)), HasSubstr("cut short"));
}

// No header field may make the reader look past the end: every shorter file is an error, and
// AddressSanitizer watches.
TEST(KernelImage, ReadsNoFurtherThanTheFile)
{
    constexpr std::size_t padding = 101; // behind the payload of an EFI zboot image, and one byte
    for (const std::string& whole :
         {test::bzimage("6.1.0"), test::zboot(test::gzip(test::bzimage("6.1.0")), "gzip")})
        for (std::size_t size = 0; size < whole.size() - padding; ++size)
            ASSERT_NE(message_of(whole.substr(0, size)), "no error") << size;
    std::string wild = test::arm64_image("6.1.0");
    test::put(wild, 0x3c, 4, 0xfffffff0);
    EXPECT_EQ(parse_kernel_image(wild, "vmlinuz").release, "6.1.0");
}

struct OtherFile {
    const char* name;
    std::string content;
    const char* said;
};

class OtherFiles : public testing::TestWithParam<OtherFile>
{
};

TEST_P(OtherFiles, AreNamedForWhatTheyAre)
{
    EXPECT_THROW(parse_kernel_image(GetParam().content, "given"), InputError);
    const std::string message = message_of(GetParam().content);
    EXPECT_THAT(message, HasSubstr(GetParam().said));
    EXPECT_THAT(message, HasSubstr("give a kernel as distributions ship it"));
}

INSTANTIATE_TEST_SUITE_P(
    KernelImage, OtherFiles,
    testing::Values(OtherFile{"Empty", "", "is empty"},
                    OtherFile{"Elf",
                              "\x7f"
                              "ELF" +
                                  std::string(100, '\1'),
                              "ELF file"},
                    OtherFile{"Text", "title Debian\nlinux /boot/vmlinuz\n", "text file"},
                    OtherFile{"Initramfs", "070701" + std::string(200, '0'), "cpio archive"},
                    OtherFile{"Zstd", "\x28\xb5\x2f\xfd" + std::string(100, '\2'), "compressed"},
                    OtherFile{"Noise", std::string(5000, '\3'), "no kernel image"}),
    [](const auto& test) { return test.param.name; });

TEST(KernelImage, KnowsADebianPackageByItsFirstBytes)
{
    EXPECT_TRUE(is_debian_package("!<arch>\ndebian-binary   1410122664"));
    EXPECT_FALSE(is_debian_package("!<arch>\nlib.o/"));
    EXPECT_FALSE(is_debian_package(""));
}

} // namespace

} // namespace nohz::vm
