"""The cache of compiled RTL: a file that others own or may change is refused, with the remedy, before it is loaded.

The first run compiles a small scheduler; the others find it in the cache.
"""

import os
import pathlib
import shutil
import stat

import pytest
from program import ROOT, call

WORDS = ["check", "scheduler", "--frames", "200", "--mode", "rr", "--n", "4"]
SOURCE = ROOT / "rtl/rr_scheduler.v"
OTHER = 65_534  # another user

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="gives files to another user")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    place = tmp_path_factory.mktemp("compiled")
    assert check(XDG_CACHE_HOME=str(place)).returncode == 0
    return place / "ixsim"


@pytest.fixture
def cache(compiled, tmp_path):
    """A filled cache at the place that XDG_CACHE_HOME names."""
    shutil.copytree(compiled, tmp_path / "ixsim")
    return tmp_path / "ixsim"


def check(umask=0o022, **environment):
    """Runs with these variables of the cache's place alone."""
    words = [
        "env",
        "-u",
        "HOME",
        "-u",
        "XDG_CACHE_HOME",
        *(f"{key}={value}" for key, value in environment.items()),
    ]
    return call(*WORDS, "--rtl", SOURCE, prefix=("sh", "-c", f'umask {umask:o}; exec "$@"', "sh", *words))


def refused(done, path, found):
    assert (done.returncode, done.stdout) == (2, ""), done.stdout + done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"ixsim: {path}: {found}, accepted is what belongs to you")
    assert "XDG_CACHE_HOME" in done.stderr


def test_a_cache_of_ones_own_is_used(cache):
    object_file = next(cache.glob("*.so"))
    before = object_file.stat().st_mtime_ns
    assert check(XDG_CACHE_HOME=str(cache.parent)).returncode == 0
    assert object_file.stat().st_mtime_ns == before


@pytest.mark.parametrize("variable", ["XDG_CACHE_HOME", "HOME"])
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o757, 0o1777])
def test_a_cache_that_others_may_write(cache, tmp_path, variable, mode):
    home = {"XDG_CACHE_HOME": tmp_path, "HOME": tmp_path / "home"}[variable]
    if variable == "HOME":
        (home / ".cache").mkdir(parents=True)
        cache = cache.rename(home / ".cache/ixsim")
    cache.chmod(mode)
    refused(check(**{variable: str(home)}), cache, f"found the mode {mode:04o}")


def test_a_directory_above_that_others_may_write(cache, tmp_path):
    tmp_path.chmod(0o777)
    refused(check(XDG_CACHE_HOME=str(tmp_path)), tmp_path, "found the mode 0777")
    tmp_path.chmod(0o1777)
    assert check(XDG_CACHE_HOME=str(tmp_path)).returncode == 0


def test_an_object_that_others_may_write(cache, tmp_path):
    object_file = next(cache.glob("*.so"))
    object_file.chmod(0o775)
    refused(check(XDG_CACHE_HOME=str(tmp_path)), object_file, "found the mode 0775")


@needs_root
@pytest.mark.parametrize("what", ["cache", "object"])
def test_what_another_owns(cache, tmp_path, what):
    path = cache if what == "cache" else next(cache.glob("*.so"))
    os.chown(path, OTHER, OTHER)
    refused(check(XDG_CACHE_HOME=str(tmp_path)), path, f"found the owner {OTHER}")


@pytest.mark.parametrize("what", ["cache", "object"])
def test_a_link_in_its_place(cache, tmp_path, what):
    path = cache if what == "cache" else next(cache.glob("*.so"))
    moved = path.rename(tmp_path / "moved")
    path.symlink_to(moved)
    found = "found no directory" if what == "cache" else "found no regular file"
    refused(check(XDG_CACHE_HOME=str(tmp_path)), path, found)


def test_without_home_the_place_is_ones_own(compiled, tmp_path):
    """Below the folder for temporary files, by user number; another user's is refused."""
    temporary = tmp_path / "tmp"
    temporary.mkdir(mode=0o1777)
    temporary.chmod(0o1777)
    place = temporary / f"ixsim-{os.geteuid()}"
    shutil.copytree(compiled, place)
    place.chmod(0o700)
    assert check(TMPDIR=str(temporary)).returncode == 0
    assert not (temporary / "ixsim").exists()
    place.chmod(0o777)
    refused(check(TMPDIR=str(temporary)), place, "found the mode 0777")


def test_what_is_made_is_for_its_owner(tmp_path):
    """With any umask; and it is taken the next time."""
    for _ in range(2):
        assert check(umask=0o000, HOME=str(tmp_path)).returncode in (0, 2)
        (tmp_path / ".cache").chmod(0o755)
    made = tmp_path / ".cache/ixsim"
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    objects = list(pathlib.Path(made).glob("*.so"))
    assert len(objects) == 1 and stat.S_IMODE(objects[0].stat().st_mode) == 0o755
