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
# The package of DPDK's testpmd.
TESTPMD = "dpdk-dev"
# The package of ptp4l and phc_ctl. It needs the C library alone.
PTP = "linuxptp"
SOURCES = [Path("/etc/apt/sources.list"), Path("/etc/apt/sources.list.d")]


class Missing(Exception):
    """Something that the user has to provide: the message is one line with the remedy."""


def default_cache():
    """The cache folder without --cache."""
    base = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    return Path(base) / "ixsim-fullsystem"


def mirror(sources=SOURCES):
    """The address of the system's Debian mirror: the first one of apt's sources that has the archive of Debian.

    Images of Debian for clouds name a file with addresses instead (mirror+file:/etc/apt/mirrors/debian.list).
    """
    files = []
    for place in sources:
        files += sorted(place.glob("*")) if place.is_dir() else [place]
    for file in files:
        if not file.is_file():
            continue
        for line in file.read_text().splitlines():
            found = re.match(r"(?:deb\s+(?:\[[^]]*\]\s+)?|URIs:\s*)(\S*/debian(?:\.list|/)?)(?:\s|$)", line)
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

    def kernels(self, series=""):
        """The releases of the kernels, or of those of a series."""
        images = sorted((self.root / "boot").glob(f"vmlinuz-{series}*"))
        return [image.name.removeprefix("vmlinuz-") for image in images]

    def kernel(self, series="6.12"):
        """The release of the kernel of a series."""
        found = self.kernels(f"{series}.")
        if not found:
            raise Missing(
                f"{self.cache}: no kernel {series}: run scripts/fullsystem --cache {self.cache} fetch, without --quick "
                "(it needs a network)"
            )
        return found[-1]

    def require(self):
        """Throws Missing if the cache is not filled."""
        if not self.filled():
            raise Missing(
                f"{self.cache}: empty: run scripts/fullsystem --cache {self.cache} fetch (it needs a network)"
            )

    def filled(self):
        """Whether the cache has the packages of the short form at least."""
        return (self.cache / "packages.json").exists()

    def fetch(self, quick=False):
        """Downloads and unpacks the packages, and records their versions. `quick`: those of the short form alone."""
        for tool in ("apt-get", "dpkg-deb"):
            if shutil.which(tool) is None:
                raise Missing(f"{tool}: not found: the packages are Debian's, install apt and dpkg")
        if not KEYRING.exists():
            raise Missing(f"{KEYRING}: not found: install debian-archive-keyring")
        address = os.environ.get("IXSIM_DEBIAN_MIRROR") or mirror()
        state = self.cache / "apt"
        archives = state / "archives"
        for folder in (state / "lists/partial", archives / "partial"):
            folder.mkdir(parents=True, exist_ok=True)
        (state / "status").touch()
        env = os.environ | {"APT_CONFIG": str(state / "apt.conf"), "LC_ALL": "C"}

        def apt(*words, cwd=None):
            done = subprocess.run(["apt-get", "-q", *words], env=env, capture_output=True, text=True, cwd=cwd)
            if done.returncode != 0:
                reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
                raise Missing(f"apt-get {words[0]}: {reason}: check the network and {address}")

        def show(*names):
            words = ["apt-cache", "show", *names]
            return subprocess.run(words, env=env, capture_output=True, text=True).stdout

        suites = [SUITE, f"{SUITE}-backports", *([] if quick else [OLD_SUITE])]
        lines = [f"deb [target=Packages signed-by={KEYRING}] {address} {suite} main\n" for suite in suites]
        (state / "sources.list").write_text("".join(lines))
        settings = {
            "Dir::State": state,
            "Dir::State::lists": state / "lists",
            "Dir::State::status": state / "status",
            "Dir::Cache": state,
            "Dir::Cache::archives": archives,
            "Dir::Etc::sourcelist": state / "sources.list",
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::Etc::preferencesparts": "/dev/null",
            "APT::Architecture": "amd64",
            "APT::Sandbox::User": "",
            "APT::Install-Recommends": "false",
            "Acquire::Languages": "none",
            "Acquire::Retries": "3",
        }
        (state / "apt.conf").write_text("".join(f'{key} "{value}";\n' for key, value in settings.items()))
        apt("update")
        apt("autoclean")
        wanted = [f"{name}/{SUITE}-backports" for name in BACKPORTS] + [f"{name}/{SUITE}" for name in TOOLS]
        alone = []
        if not quick:
            alone = [self._old_kernel(show("linux-image-amd64"), address), TESTPMD, PTP]
            wanted += self._libraries_of_testpmd(show(f"{TESTPMD}/{SUITE}", f"dpdk/{SUITE}"))
        apt("install", "-y", "--download-only", *wanted)
        for name in alone:
            if not list(archives.glob(f"{name}_*.deb")):
                apt("download", name, cwd=archives)
        self._unpack(sorted(archives.glob("*.deb")))

    @staticmethod
    def _old_kernel(shown, address):
        """The package that the older suite's metapackage names."""
        old = sorted(set(re.findall(r"Depends: (linux-image-6\.1\.\S+)", shown)))
        if not old:
            raise Missing(f"{address}: no kernel 6.1 in {OLD_SUITE}: check the mirror")
        return old[-1]

    @staticmethod
    def _libraries_of_testpmd(shown):
        """The libraries that its package needs, without their headers, which are most of the size; and the driver of its
        memory pools, which it loads."""
        needs = re.search(r"^Depends: (.*)$", shown, re.MULTILINE)
        names = [part.split()[0] for part in needs[1].split(",")] if needs else []
        libraries = [name for name in names if name.startswith("lib") and not name.endswith("-dev")]
        return [*libraries, *sorted(set(re.findall(r"librte-mempool-ring\d+", shown)))]

    def _unpack(self, archives):
        # Without its last file the cache does not count as filled, if something below fails.
        (self.cache / "packages.json").unlink(missing_ok=True)
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        versions = {}
        exclude = [f"--exclude=./usr/share/{folder}" for folder in ("doc", "man", "locale")]
        for archive in archives:
            self._unpack_one(archive, exclude)
            name, version = archive.name.split("_")[:2]
            versions[name] = version.replace("%3a", ":").replace("%3A", ":")
        # Packages of the older suite have their modules in /lib, which is /usr/lib in the newer one.
        old = self.root / "lib/modules"
        if old.is_dir() and not (self.root / "lib").is_symlink():
            for release in old.iterdir():
                release.rename(self.root / "usr/lib/modules" / release.name)
            shutil.rmtree(self.root / "lib")
        for release in self.kernels():
            self._index_modules(release)
        (self.cache / "packages.json").write_text(json.dumps(versions, indent=1) + "\n")

    def _unpack_one(self, archive, exclude):
        pipe = subprocess.PIPE
        with subprocess.Popen(
            ["dpkg-deb", "--fsys-tarfile", archive], stdout=pipe, stderr=pipe, text=True
        ) as source:
            words = ["tar", "x", "-C", self.root, *exclude]
            tar = subprocess.run(words, stdin=source.stdout, capture_output=True, text=True)
            # If tar fails, the other program ends because its pipe is closed, and its message is no cause.
            source.stdout.close()
            message = source.stderr.read()
        if source.returncode != 0 or tar.returncode != 0:
            broken_pipe = tar.returncode != 0 and re.search("SIGPIPE|[Bb]roken pipe", message)
            lines = (tar.stderr if broken_pipe else message + tar.stderr).strip().splitlines()
            reason = lines[0] if lines else "no message"
            raise Missing(
                f"{archive}: {reason}: remove it, check the free space of {self.cache}, and fetch again"
            )

    def _index_modules(self, release):
        with tempfile.TemporaryDirectory() as links:
            depmod = Path(links) / "depmod"
            depmod.symlink_to(self.root / "usr/bin/kmod")
            command = [*self.loader("usr/bin/kmod")[:-1], str(depmod), "-b", self.root / "usr", release]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
                raise Missing(
                    f"depmod {release}: {reason}: check the free space of {self.cache}, and fetch again"
                )

    def versions(self):
        """The versions of the packages by name."""
        return json.loads((self.cache / "packages.json").read_text())
