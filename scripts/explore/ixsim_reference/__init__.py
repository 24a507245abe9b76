"""The reference classifier of ixsim for test benches in Python: registers and frames in, decisions out.

    from ixsim_reference import Reference

    reference = Reference("82598")
    reference.write(0x05080, 0x200)                 # FCTRL.UPE
    decision = reference.classify(bytes(60))        # destination address to the last byte before the FCS
    assert decision.drop == 0 and decision.queue == 0

Timing contract: there is no clock. A frame sees the writes that were made before `classify()`, or before the last call
of `beat()`. VLNCTRL.VET alone is that of the frame's first beat: call `first_beat()` there if VET may change inside a
frame. For a frame and a write at the same edge of the module, pass the frame first.

The decisions come from `libixsim_reference.so` of an installation or a build of ixsim: the one that this module belongs
to, or that of the program `ixsim` on PATH. The variable IXSIM_REFERENCE_LIBRARY names another file.
"""

import ctypes
import os
import shutil
from pathlib import Path
from typing import NamedTuple

__all__ = ["Decision", "Reference"]

_LIBRARY = Path("lib/ixsim/libixsim_reference.so")


class Decision(NamedTuple):
    """A decision, by the names of the module's ports without `m_`. Fields that mean nothing are 0."""

    drop: int
    queue: int
    vmdq: int
    tc: int
    tagged: int
    tci: int
    pif: int
    ptype: int
    rss_type: int
    rss_hash: int
    pools: int
    """The bitmap of pools; the 82598's module has no such port."""


def _places():
    if named := os.environ.get("IXSIM_REFERENCE_LIBRARY"):
        return [Path(named)]
    # PREFIX/share/ixsim/python/ixsim_reference/__init__.py; the build has the folder as a link, which is not followed.
    places = [Path(__file__).absolute().parents[4] / _LIBRARY]
    if program := shutil.which("ixsim"):
        places.append(Path(program).resolve().parents[1] / _LIBRARY)
    return places


def _load():
    places = _places()
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise ImportError(
            f"libixsim_reference.so: not found as {', '.join(map(str, places))}; install ixsim, or name the file by the"
            " variable IXSIM_REFERENCE_LIBRARY"
        )
    library = ctypes.CDLL(str(found))
    u32, handle, text = ctypes.c_uint32, ctypes.c_void_p, ctypes.c_char_p
    for name, result, arguments in (
        ("new", handle, (text, u32, u32, u32)),
        ("error", text, ()),
        ("free", None, (handle,)),
        ("reset", None, (handle,)),
        ("write", None, (handle, u32, u32)),
        ("first_beat", None, (handle,)),
        ("classify", ctypes.c_int, (handle, text, ctypes.c_size_t, u32)),
        ("beat", ctypes.c_int, (handle, ctypes.c_uint64, u32, u32, u32)),
        ("field", ctypes.c_uint64, (handle, text)),
    ):
        function = getattr(library, f"ixsim_reference_{name}")
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()
_FIELDS = [name.encode() for name in Decision._fields]


class Reference:
    """The classifier of a device profile, after reset. Sizes that are not given are those of the profile."""

    def __init__(self, profile: str = "82598", *, rx_queues: int = 0, pools: int = 0, addresses: int = 0):
        self._handle = None
        self._handle = _library.ixsim_reference_new(profile.encode(), rx_queues, pools, addresses)
        if not self._handle:
            raise ValueError(_library.ixsim_reference_error().decode())

    def __del__(self):
        if self._handle:
            _library.ixsim_reference_free(self._handle)

    def reset(self) -> None:
        """Resets the registers and drops a frame that has begun. Tables keep their words, undefined in a device."""
        _library.ixsim_reference_reset(self._handle)

    def write(self, offset: int, value: int) -> None:
        """Writes the register at `offset` in BAR 0."""
        _library.ixsim_reference_write(self._handle, offset, value)

    def first_beat(self) -> None:
        """Marks the first beat of a frame that `classify()` will pass."""
        _library.ixsim_reference_first_beat(self._handle)

    def classify(self, frame: bytes, error: bool = False) -> Decision:
        """Returns the decision on a frame without its FCS. `error`: the MAC found the frame bad (tuser)."""
        if not _library.ixsim_reference_classify(self._handle, bytes(frame), len(frame), error):
            raise ValueError(_library.ixsim_reference_error().decode())
        return self._decision()

    def beat(self, tdata: int, tkeep: int, tlast: bool, tuser: bool = False) -> Decision | None:
        """Takes a beat of any width as its ports have it. Returns the decision if the beat is the last of its frame.

        `tkeep` is looked at with `tlast` as well as without it: its ones are the lanes with bytes.
        """
        count = tkeep.bit_length()
        if count == 0 or tkeep != (1 << count) - 1:
            raise ValueError(f"tkeep: found {tkeep:#x}, accepted is a run of ones from lane 0")
        data = tdata & ((1 << (8 * count)) - 1)
        for first in range(0, count, 8):
            size = min(8, count - first)
            last = tlast and first + size == count
            word = data >> (8 * first) & 0xFFFF_FFFF_FFFF_FFFF
            decided = _library.ixsim_reference_beat(self._handle, word, size, last, tuser)
        return self._decision() if decided == 1 else None

    def _decision(self) -> Decision:
        return Decision(*(_library.ixsim_reference_field(self._handle, name) for name in _FIELDS))
