"""The frequency of the host's time stamp counter, which a guest without KVM reads as its own.

The guest's kernel measures the frequency against a timer at boot. On a busy host the measurement can be wrong by any
factor, and all times of the guest are wrong then. The kernel parameter tsc_early_khz replaces the measurement.
"""

import ctypes
import mmap
import platform
import time

# rdtsc; shl $32, %rdx; or %rdx, %rax; ret
READ_COUNTER = bytes.fromhex("0f3148c1e2204809d0c3")
MEASURED_NS = 100_000_000
# A reading between two readings of the clock that are this close is not interrupted.
CLOSE_NS = 20_000
# QEMU counts ns on a host without the counter.
OF_OTHERS_KHZ = 1_000_000


def _reading(counter):
    """A time in ns and the counter at that time."""
    while True:
        before = time.monotonic_ns()
        count = counter()
        after = time.monotonic_ns()
        if after - before < CLOSE_NS:
            return (before + after) // 2, count


def frequency_khz():
    """The frequency in kHz."""
    if platform.machine() != "x86_64":
        return OF_OTHERS_KHZ
    with mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC) as page:
        page.write(READ_COUNTER)
        place = ctypes.c_char.from_buffer(page)
        counter = ctypes.CFUNCTYPE(ctypes.c_uint64)(ctypes.addressof(place))
        start, first = _reading(counter)
        time.sleep(MEASURED_NS / 1e9)
        end, last = _reading(counter)
        del place
    return round((last - first) * 1_000_000 / (end - start))
