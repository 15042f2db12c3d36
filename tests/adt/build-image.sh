#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds a Debian disk image that autopkgtest's qemu server boots, with a real GRUB on UEFI, a
# kernel with NO_HZ_FULL (the suite's own) and one without (Debian 11's):
#   build-image.sh OUT.img
# No loop device, no mount of a file system image, no KVM. Environment:
#   EXTRA       further packages, comma separated
#   SIZE        of the root file system (default 6G, sparse)
set -eu
. "$(dirname "$0")/lib.sh"
need mmdebstrap=mmdebstrap autopkgtest=autopkgtest e2fsprogs=mke2fs fdisk=sfdisk mtools=mcopy \
    dosfstools=mkfs.fat

out=$(realpath -m "$1")
suite=bookworm
arch=amd64
main=$(mirror_of "$suite")
security=$(mirror_of "$suite-security")
[ -n "$main" ] || die "apt of this machine has no Debian mirror"

# In the image already: what the tests depend on, since it has no archive lists (apt is 25 s of
# each test quicker without).
tools=apt-utils,ca-certificates,dpkg-dev,eatmydata,kexec-tools,libcap2-bin,python3,qemu-system-x86
system=init,systemd-sysv,udev,dbus,libpam-systemd,iproute2,kmod,procps,initramfs-tools
# Not the cloud flavour: it lacks 9p, which autopkgtest's qemu server needs.
boot=linux-image-$arch,grub-efi-$arch,grub2-common

esp_start=2048 esp_sectors=131072 # of 512 bytes
root_start=$((esp_start + esp_sectors))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export ADT_ROOT_UUID ADT_OLD_KERNEL
ADT_ROOT_UUID=$(cat /proc/sys/kernel/random/uuid)
ADT_OLD_KERNEL=$("$source_dir/tests/vm/stock-kernel.sh" bullseye "$(dirname "$out")/kernels" \
    "linux-image-5.10.*[0-9]-$arch") # not the cloud flavour
export AUTOPKGTEST_BUILD_QEMU=1 RELEASE=$suite MIRROR=$main AUTOPKGTEST_SETUP_VM_UPGRADE=false

set -- --variant=apt --mode=root --aptopt='Acquire::Languages "none"' \
    --hook-directory="$adt_dir/image"
for path in '/usr/share/man/*' '/usr/share/locale/*' '/usr/share/doc/*'; do
    set -- "$@" --dpkgopt="path-exclude=$path"
done
set -- "$@" --dpkgopt='path-include=/usr/share/doc/*/copyright'
# Kernel modules that no emulated machine needs.
for folder in drivers/ata drivers/bluetooth drivers/gpu drivers/hwmon drivers/iio drivers/infiniband \
    drivers/input drivers/media drivers/mfd drivers/net/ethernet drivers/net/wireless drivers/scsi \
    drivers/staging drivers/usb net/bluetooth net/wireless sound; do
    set -- "$@" --dpkgopt="path-exclude=/lib/modules/*/kernel/$folder/*"
done

say "installing $suite"
mmdebstrap --quiet "$@" --include="$system,$tools,$boot${EXTRA:+,$EXTRA}" \
    "$suite" "$work/root" "$main" ${security:+"deb $security $suite-security main"}

say "making the file systems"
rm -f "$out"
mkdir -p "$(dirname "$out")"
mke2fs -q -t ext4 -d "$work/root" -L adtroot -U "$ADT_ROOT_UUID" -m 0 \
    -E "offset=$((root_start * 512)),assume_storage_prezeroed=1,lazy_itable_init=1" \
    "$out" "${SIZE:-6G}"
truncate -s "+$((34 * 512))" "$out" # the second partition table
sfdisk -q "$out" <<TABLE
label: gpt
unit: sectors
start=$esp_start, size=$esp_sectors, type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B
start=$root_start, type=0FC63DAF-8483-4772-8E79-3D69D8477DE4
TABLE

truncate -s $((esp_sectors * 512)) "$work/esp"
mkfs.fat -F 32 --invariant "$work/esp" >/dev/null
cat >"$work/grub.cfg" <<CONFIG
search.fs_uuid $ADT_ROOT_UUID root
set prefix=(\$root)/boot/grub
configfile \$prefix/grub.cfg
CONFIG
mmd -i "$work/esp" ::EFI ::EFI/BOOT ::EFI/debian
mcopy -i "$work/esp" "$work/root/usr/lib/grub/x86_64-efi/monolithic/grubx64.efi" \
    ::EFI/BOOT/BOOTX64.EFI
mcopy -i "$work/esp" "$work/grub.cfg" ::EFI/debian/grub.cfg
dd if="$work/esp" of="$out" bs=512 seek=$esp_start conv=notrunc,sparse status=none
say "built $(ls -sh "$out")"
