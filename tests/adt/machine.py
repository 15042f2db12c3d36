# SPDX-License-Identifier: GPL-2.0-or-later
"""A virtual machine with a root shell, whose power can be cut."""

import pathlib
import re
import shutil
import socket
import subprocess
import time

FIRMWARE = pathlib.Path("/usr/share/OVMF")
HERE = pathlib.Path(__file__).resolve().parent


class MachineError(Exception):
    pass


class Machine:
    """Boots an overlay of `image`; files in `hand_over` are seen at /hand-over in the guest."""

    def __init__(self, image, folder, hand_over, boot_timeout=600):
        self.folder = pathlib.Path(folder)
        self.hand_over = hand_over
        self.boot_timeout = boot_timeout
        self.disk = self.folder / "disk.qcow2"
        self.boots = 0
        self.qemu = None
        self.shell_socket = None
        subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b",
                        str(image), str(self.disk)], check=True)
        shutil.copy(FIRMWARE / "OVMF_VARS.fd", self.folder / "efivars.fd")

    def power_on(self):
        shell = self.folder / "shell"
        console = self.folder / "console.log"
        words = [
            str(HERE / "qemu-tcg"), "-machine", "q35", "-m", "1024", "-smp", "2", "-nographic",
            "-nic", "none", "-monitor", "none",
            "-drive", f"if=pflash,format=raw,unit=0,read-only=on,file={FIRMWARE}/OVMF_CODE.fd",
            "-drive", f"if=pflash,format=raw,unit=1,file={self.folder}/efivars.fd",
            "-drive", f"if=virtio,format=qcow2,file={self.disk},discard=unmap",
            "-virtfs", f"local,path={self.hand_over},mount_tag=hand-over,security_model=none,"
                       "readonly=on",
            "-device", "virtio-serial",
            "-chardev", "null,id=hvc0", "-device", "virtconsole,chardev=hvc0",
            "-chardev", f"socket,path={shell},server=on,wait=off,id=hvc1",
            "-device", "virtconsole,chardev=hvc1",
            "-chardev", f"file,id=console,path={console},append=on", "-serial", "chardev:console",
        ]
        self.qemu = subprocess.Popen(words, stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while not shell.exists():
            if time.monotonic() > deadline or self.qemu.poll() is not None:
                raise MachineError("QEMU did not start")
            time.sleep(0.1)
        self.shell_socket = socket.socket(socket.AF_UNIX)
        self.shell_socket.connect(str(shell))
        self.wait_for_boot()

    def wait_for_boot(self):
        """Waits for the root shell, which one boot gives once."""
        start = time.monotonic()
        while time.monotonic() < start + self.boot_timeout:
            try:
                self.run("stty -echo 2>/dev/null; PS1=; PS2=; mkdir -p /hand-over; mountpoint -q "
                         "/hand-over || mount -t 9p -o trans=virtio,ro hand-over /hand-over",
                         timeout=3)
                self.boots += 1
                print(f"    up after {time.monotonic() - start:.0f} s", flush=True)
                return
            except TimeoutError:
                if self.qemu.poll() is not None:
                    raise MachineError("QEMU ended while it booted") from None
        raise MachineError(f"no shell after {self.boot_timeout} s: see {self.folder}/console.log")

    def send(self, text):
        self.shell_socket.sendall(text.encode())

    def run(self, command, timeout=120, status=0):
        """What the command prints; it must end with this exit status (None: any)."""
        mark = f"{time.monotonic_ns():x}"
        # What earlier commands said, whose end was not waited for, may come first.
        self.send(f"\nprintf '@@%s@@' {mark}; ( {command} ) 2>&1; printf '@@%s:%s@@\\n' {mark} $?\n")
        seen = b""
        end = re.compile(rb"@@%b@@(.*)@@%b:(\d+)@@" % (mark.encode(), mark.encode()), re.DOTALL)
        deadline = time.monotonic() + timeout
        while not (found := end.search(seen)):
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"no end of: {command}")
            self.shell_socket.settimeout(left)
            try:
                seen += self.shell_socket.recv(65536)
            except socket.timeout:
                continue
        text = found[1].decode(errors="replace").replace("\r", "")
        if status is not None and int(found[2]) != status:
            raise MachineError(f"exit {int(found[2])} instead of {status}: {command}\n{text}")
        return text

    def boot_id(self):
        return self.run("cat /proc/sys/kernel/random/boot_id").split()[-1]

    def reboot(self, command="systemctl reboot"):
        """As its users would, and waits for the next boot, whichever entry that is."""
        before = self.boot_id()
        self.send(f"\n{command}\n")
        deadline = time.monotonic() + self.boot_timeout
        while time.monotonic() < deadline:
            time.sleep(5)
            self.wait_for_boot()
            if self.boot_id() != before:
                return
        raise MachineError("the machine did not reboot")

    def cut_power(self):
        """At once: what the guest had not flushed to its disk is lost."""
        self.qemu.kill()
        self.qemu.wait()
        self.shell_socket.close()
        (self.folder / "shell").unlink(missing_ok=True)
