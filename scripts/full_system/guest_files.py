"""The initial file system of a guest: programs with their libraries, modules, the first process, and scenarios."""

import gzip
import os
import re
import subprocess
from pathlib import Path

from full_system.packages import Missing

PROGRAMS = [
    "usr/bin/kmod", "usr/sbin/ethtool", "usr/bin/ip", "usr/sbin/bridge", "usr/sbin/dcb", "usr/bin/ping",
    "usr/bin/iperf3",
]  # fmt: skip
# Programs of single boots, by name: patterns of files, the program and what it loads.
EXTRA_PROGRAMS = {
    "ptp": ["usr/sbin/ptp4l", "usr/sbin/phc_ctl"],
    "testpmd": ["usr/bin/dpdk-testpmd", "usr/lib/x86_64-linux-gnu/librte_mempool_ring.so.*"],
}
# libcrc32c, which sctp needs, asks for crc32c by the name of the algorithm.
MODULES = [
    "ixgbe",
    "ixgbevf",
    "igb",
    "8021q",
    "macvlan",
    "pktgen",
    "sctp",
    "crc32c_generic",
    "uio_pci_generic",
]


class Archive:
    """A cpio archive in the "newc" format, with the same bytes for the same contents."""

    def __init__(self):
        self.data = bytearray()
        self.folders = {""}
        self.inode = 1

    def _entry(self, name, mode, content=b""):
        encoded = name.encode() + b"\0"
        fields = (self.inode, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(encoded), 0)
        self.inode += 1
        self.data += b"070701" + b"".join(b"%08X" % field for field in fields) + encoded
        self.data += bytes(-len(self.data) % 4) + content
        self.data += bytes(-len(self.data) % 4)

    def folder(self, name):
        """Adds a folder with those above it."""
        if name in self.folders:
            return
        self.folder(name.rpartition("/")[0])
        self.folders.add(name)
        self._entry(name, 0o040755)

    def file(self, name, content, mode=0o755):
        """Adds a file."""
        self.folder(name.rpartition("/")[0])
        self._entry(name, 0o100000 | mode, content)

    def link(self, name, target):
        """Adds a symbolic link."""
        self.folder(name.rpartition("/")[0])
        self._entry(name, 0o120777, target.encode())

    def finish(self):
        """The bytes of the archive, compressed."""
        self._entry("TRAILER!!!", 0)
        return gzip.compress(bytes(self.data), compresslevel=1, mtime=0)


def program_files(packages, extra):
    """The programs of a guest with the programs named in `extra`: paths in the packages' root. Throws Missing if one is not
    in the cache."""
    files = [*PROGRAMS]
    for name in extra:
        for pattern in EXTRA_PROGRAMS[name]:
            found = sorted(packages.root.glob(pattern))
            if not found:
                raise Missing(
                    f"{packages.cache}: no {name}: run scripts/fullsystem --cache {packages.cache} fetch, without --quick "
                    "(it needs a network)"
                )
            files.append(str(found[0].relative_to(packages.root)))
    return files


def _add_programs(archive, packages, extra):
    archive.file("bin/busybox", (packages.root / "usr/bin/busybox").read_bytes())
    archive.link("bin/sh", "busybox")
    libraries = {}
    for program in program_files(packages, extra):
        archive.file(program, (packages.root / program).read_bytes())
        env = os.environ | {"LD_TRACE_LOADED_OBJECTS": "1"}
        listed = subprocess.run(
            packages.loader(program), env=env, capture_output=True, text=True, check=True
        ).stdout
        if "not found" in listed:
            raise Missing(f"{packages.cache}: {program} lacks a library: run scripts/fullsystem fetch again")
        for found in re.findall(r"=> (\S+) \(", listed):
            libraries[Path(found).name] = Path(found)
    # Loaded when a thread of iperf3 ends.
    libraries["libgcc_s.so.1"] = packages.root / "usr/lib/x86_64-linux-gnu/libgcc_s.so.1"
    for name, path in sorted(libraries.items()):
        archive.file(f"usr/lib/x86_64-linux-gnu/{name}", path.read_bytes())
    loader = "usr/lib64/ld-linux-x86-64.so.2"
    archive.file(loader, (packages.root / loader).read_bytes())
    archive.link("lib64", "usr/lib64")
    archive.link("lib", "usr/lib")
    for name in ("modprobe", "insmod", "rmmod", "lsmod"):
        archive.link(f"usr/sbin/{name}", "/usr/bin/kmod")


def _add_modules(archive, packages, release):
    base = f"usr/lib/modules/{release}"
    dependencies = {}
    for line in (packages.root / base / "modules.dep").read_text().splitlines():
        module, _, needs = line.partition(":")
        dependencies[Path(module).name.split(".")[0]] = [module, *needs.split()]
    for module in sorted({path for name in MODULES for path in dependencies.get(name, [])}):
        archive.file(f"{base}/{module}", (packages.root / base / module).read_bytes(), 0o644)
    for index in sorted((packages.root / base).glob("modules.*")):
        archive.file(f"{base}/{index.name}", index.read_bytes(), 0o644)


def system(packages, release, folder, extra=()):
    """The archive of everything but the scenarios; `folder` has the first process and its functions, `extra` names
    EXTRA_PROGRAMS."""
    archive = Archive()
    for name in ("proc", "sys", "dev", "run", "tmp", "bin/busybox.d"):
        archive.folder(name)
    _add_programs(archive, packages, extra)
    _add_modules(archive, packages, release)
    archive.file("init", (folder / "init").read_bytes())
    archive.file("functions.sh", (folder / "functions.sh").read_bytes())
    return archive.finish()


def scenarios(texts):
    """The archive of scenarios (name, text), which run in this order."""
    archive = Archive()
    for number, (name, text) in enumerate(texts):
        archive.file(f"scenarios/{number:02}-{name}", text)
    return archive.finish()
