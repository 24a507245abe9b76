"""The cache folder: unpacked Debian packages with QEMU, kernels and tools, and the versions of the packages."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
SUITE, OLD_SUITE = "trixie", "bookworm"
BACKPORTS = ["qemu-system-x86", "qemu-system-common", "qemu-system-data", "seabios"]
TOOLS = ["linux-image-amd64", "busybox-static", "kmod", "ethtool", "iproute2", "iputils-ping", "iperf3"]
SOURCES = [Path("/etc/apt/sources.list"), Path("/etc/apt/sources.list.d")]


class Missing(Exception):
    """Something that the user has to provide: the message is one line with the remedy."""


def default_cache():
    """The cache folder without --cache."""
    base = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    return Path(base) / "ixsim-fullsystem"


def mirror(sources=SOURCES):
    """The address of the system's Debian mirror: the first one of apt's sources that has the archive of Debian."""
    files = []
    for place in sources:
        files += sorted(place.glob("*")) if place.is_dir() else [place]
    for file in files:
        if not file.is_file():
            continue
        for line in file.read_text().splitlines():
            found = re.match(r"(?:deb\s+(?:\[[^]]*\]\s+)?|URIs:\s*)(\S*/debian/?)(?:\s|$)", line)
            if found:
                return found[1]
    raise Missing(
        f"{sources[0]}: no Debian mirror: add one to apt's sources, or set IXSIM_DEBIAN_MIRROR to its address"
    )


class Packages:
    """The unpacked packages of the cache folder."""

    def __init__(self, cache):
        self.cache = cache
        self.root = cache / "root"

    def loader(self, program, *arguments):
        """The command line of a program in the cache, with its own loader and libraries."""
        return [
            str(self.root / "usr/lib64/ld-linux-x86-64.so.2"),
            "--library-path",
            str(self.root / "usr/lib/x86_64-linux-gnu"),
            str(self.root / program),
            *arguments,
        ]

    def kernel(self, series="6.12"):
        """The release of the kernel of a series."""
        images = sorted((self.root / "boot").glob(f"vmlinuz-{series}.*"))
        if not images:
            raise Missing(
                f"{self.cache}: no kernel {series}: run scripts/fullsystem --cache {self.cache} fetch (it needs a network)"
            )
        return images[-1].name.removeprefix("vmlinuz-")

    def require(self):
        """Throws Missing if the cache is not filled."""
        if not (self.cache / "packages.json").exists():
            raise Missing(
                f"{self.cache}: empty: run scripts/fullsystem --cache {self.cache} fetch (it needs a network)"
            )

    def fetch(self):
        """Downloads and unpacks all packages, and records their versions."""
        for tool in ("apt-get", "dpkg-deb"):
            if shutil.which(tool) is None:
                raise Missing(f"{tool}: not found: the packages are Debian's, install apt and dpkg")
        if not KEYRING.exists():
            raise Missing(f"{KEYRING}: not found: install debian-archive-keyring")
        address = os.environ.get("IXSIM_DEBIAN_MIRROR") or mirror()
        state = self.cache / "apt"
        for folder in ("lists/partial", "archives/partial"):
            (state / folder).mkdir(parents=True, exist_ok=True)
        (state / "status").touch()
        env = os.environ | {"APT_CONFIG": str(state / "apt.conf"), "LC_ALL": "C"}

        def apt(*words, cwd=None):
            done = subprocess.run(["apt-get", "-q", *words], env=env, capture_output=True, text=True, cwd=cwd)
            if done.returncode != 0:
                reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
                raise Missing(f"apt-get {words[0]}: {reason}: check the network and {address}")

        suites = [SUITE, f"{SUITE}-backports", OLD_SUITE]
        lines = [f"deb [signed-by={KEYRING}] {address} {suite} main\n" for suite in suites]
        (state / "sources.list").write_text("".join(lines))
        settings = {
            "Dir::State": state,
            "Dir::State::lists": state / "lists",
            "Dir::State::status": state / "status",
            "Dir::Cache": state,
            "Dir::Cache::archives": state / "archives",
            "Dir::Etc::sourcelist": state / "sources.list",
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::Etc::preferencesparts": "/dev/null",
            "APT::Architecture": "amd64",
            "APT::Sandbox::User": "",
            "APT::Install-Recommends": "false",
            "Acquire::Languages": "none",
        }
        (state / "apt.conf").write_text("".join(f'{key} "{value}";\n' for key, value in settings.items()))
        apt("update")
        backports = [f"{name}/{SUITE}-backports" for name in BACKPORTS]
        apt("install", "-y", "--download-only", *backports, *[f"{name}/{SUITE}" for name in TOOLS])
        # The older kernel: the package that the older suite's metapackage names.
        shown = subprocess.run(
            ["apt-cache", "show", "linux-image-amd64"], env=env, capture_output=True, text=True
        ).stdout
        old = sorted(set(re.findall(r"Depends: (linux-image-6\.1\.\S+)", shown)))
        if not old:
            raise Missing(f"{address}: no kernel 6.1 in {OLD_SUITE}: check the mirror")
        if not list((state / "archives").glob(f"{old[-1]}_*.deb")):
            apt("download", old[-1], cwd=state / "archives")
        self._unpack(sorted((state / "archives").glob("*.deb")))

    def _unpack(self, archives):
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        versions = {}
        exclude = [f"--exclude=./usr/share/{folder}" for folder in ("doc", "man", "locale")]
        for archive in archives:
            tar = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE)
            subprocess.run(["tar", "x", "-C", self.root, *exclude], stdin=tar.stdout, check=True)
            if tar.wait() != 0:
                raise Missing(f"{archive}: damaged: remove it and fetch again")
            name, version = archive.name.split("_")[:2]
            versions[name] = version.replace("%3a", ":").replace("%3A", ":")
        # Packages of the older suite have their modules in /lib, which is /usr/lib in the newer one.
        old = self.root / "lib/modules"
        if old.is_dir() and not (self.root / "lib").is_symlink():
            for release in old.iterdir():
                release.rename(self.root / "usr/lib/modules" / release.name)
            shutil.rmtree(self.root / "lib")
        for image in (self.root / "boot").glob("vmlinuz-*"):
            self._index_modules(image.name.removeprefix("vmlinuz-"))
        (self.cache / "packages.json").write_text(json.dumps(versions, indent=1) + "\n")

    def _index_modules(self, release):
        with tempfile.TemporaryDirectory() as links:
            depmod = Path(links) / "depmod"
            depmod.symlink_to(self.root / "usr/bin/kmod")
            command = [*self.loader("usr/bin/kmod")[:-1], str(depmod), "-b", self.root / "usr", release]
            subprocess.run(command, check=True, capture_output=True)

    def versions(self):
        """The versions of the packages by name."""
        return json.loads((self.cache / "packages.json").read_text())
