"""Vector files: the values at the classifier's ports at every edge, one hex word a line, a line an edge.

Why it exists: a Verilog bench reads the two files by $readmemh, the simulator writes them, and this module reads and
writes them. Any two implementations can thus be compared without knowledge of each other.

stimulus.hex, 128 bits a line: 63:0 tdata (byte k of the beat in 8k+7:8k), 71:64 tkeep, 72 tvalid, 73 tlast, 74 tuser,
75 wr_en, 76 rst, 79:77 zero, 95:80 wr_addr, 127:96 wr_data.
expected.hex, 80 bits a line: 31:0 rss_hash, 47:32 tci, 53:48 queue, 55:54 drop, 59:56 vmdq, 62:60 tc, 63 tagged, 64
pif, 71:65 ptype, 75:72 rss_type, 76 valid, 77 queue bit 6, 79:78 vmdq bits 5:4 (zero at
the size of the 82598).
Line t of each file has the values that a flip-flop would capture at edge t.
"""

from decision_table import Decision

TVALID, TLAST, TUSER, WR_EN, RST = (1 << bit for bit in range(72, 77))
VALID = 1 << 76
ACTIVE = TVALID | WR_EN | RST  # without any of these nothing happens at an edge

STIMULUS_BITS, EXPECTED_BITS = 128, 80
RESERVED = 7 << 77  # of the stimulus

LAST_KEEP = {(1 << lanes) - 1: lanes for lanes in range(1, 9)}  # tkeep of a last beat -> bytes in it


class InputError(Exception):
    """A file that cannot be used; the text is one line: file, line, what was found, what is accepted."""


def read_words(path, bits, reserved=RESERVED):
    """All words of a vector file as integers. InputError if it cannot be read or a line is not one word of at
    most `bits` bits with the reserved bits zero."""
    words = []
    try:
        with open(path, encoding="ascii") as file:
            for number, line in enumerate(file, 1):
                try:
                    word = int(line, 16)
                except ValueError:
                    word = -1
                if word < 0 or word >> bits or word & reserved:
                    accepted = f"a hex word of {bits} bits" + (" with bits 79:77 zero" if reserved else "")
                    raise InputError(f"{path}:{number}: found {line.strip()[:40]!r}, accepted is {accepted}")
                words.append(word)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text file"
        raise InputError(f"{path}: {reason}") from None
    return words


def write_words(path, words, bits):
    """Write a vector file; InputError if that is not possible."""
    digits = bits // 4
    try:
        with open(path, "w", encoding="ascii") as file:
            file.writelines(f"{word:0{digits}x}\n" for word in words)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def write_bits(address, value):
    """The stimulus bits of a register write."""
    return WR_EN | (address & 0xFFFF) << 80 | (value & 0xFFFFFFFF) << 96


def beats(frame, tuser=0):
    """The stimulus bits of each beat of a frame, in order; unused lanes are 0."""
    chunks = [frame[at : at + 8] for at in range(0, len(frame), 8)]
    words = [TVALID | 0xFF << 64 | int.from_bytes(chunk, "little") for chunk in chunks]
    keep = (1 << len(chunks[-1])) - 1
    words[-1] = TVALID | TLAST | (TUSER if tuser else 0) | keep << 64 | int.from_bytes(chunks[-1], "little")
    return words


def pack_decision(decision):
    """The expected word of an edge at which `decision` is present."""
    return (
        decision.rss_hash
        | decision.tci << 32
        | (decision.queue & 0x3F) << 48
        | decision.drop << 54
        | (decision.vmdq & 0xF) << 56
        | decision.tc << 60
        | decision.tagged << 63
        | decision.pif << 64
        | decision.ptype << 65
        | decision.rss_type << 72
        | VALID
        | decision.queue >> 6 << 77
        | decision.vmdq >> 4 << 78
    )


def unpack_decision(word):
    """The decision in an expected word; with drop != 0 the other fields mean nothing and come out as 0."""
    drop = word >> 54 & 3
    if drop:
        return Decision(drop=drop)
    return Decision(
        drop=drop,
        queue=word >> 48 & 0x3F | (word >> 77 & 1) << 6,
        vmdq=word >> 56 & 0xF | (word >> 78 & 3) << 4,
        tc=word >> 60 & 7,
        tagged=word >> 63 & 1,
        tci=word >> 32 & 0xFFFF,
        pif=word >> 64 & 1,
        ptype=word >> 65 & 0x7F,
        rss_type=word >> 72 & 0xF,
        rss_hash=word & 0xFFFFFFFF,
    )
