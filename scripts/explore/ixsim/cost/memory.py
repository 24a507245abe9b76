"""Memories of one port and their sizes in bits.

Each row is a table of the device: entries, bits per entry, and the source of the size. Bits of registers are those of
the register description (docs/registers.md); the hardware's indices are those that the model stores.
Not counted: registers that do not grow with any size, and all of manageability, EEPROM and PCIe.
"""

from dataclasses import dataclass

from .parameters import Parameters

DESCRIPTOR_BITS = 128  # 16 bytes
CONTEXTS = 8  # context of a transmit queue
# IPLEN 9, MACLEN 7, VLAN 16, SNAP 1, IPv4 1, L4T 2, L4LEN 8, MSS 16
CONTEXT_BITS = 60
# RDBAL 25, RDBAH 32, RDLEN 13, RDH 16, RDT 16, RXDCTL 22 (three thresholds of 7, ENABLE); two indices of 16
RX_RING_BITS = 124 + 2 * 16
# Like receive (TXDCTL has the same fields), and TDWBAL 32, TDWBAH 32.
TX_RING_BITS = 124 + 64 + 2 * 16
# BSIZEPACKET 7, BSIZEHEADER 6, RDMTS 3, DESCTYPE 3, DROP_EN 1
BUFFER_POLICY_BITS = 20
QUEUE_COUNTERS = 16  # sets of counters to which queues are mapped, in each direction
COUNTER_BITS = 32
OTHER_CAUSES = 2  # IVAR entries of the TCP timer and of other causes
MSIX_BITS = 62 + 32 + 1  # address in 4-byte units, data, mask
EITR_BITS = 32
HASH_ENTRIES = 4096  # bits of the multicast table, of the VLAN table and of the unicast table
REDIRECTION_ENTRIES = 128
MOST_HASHED_QUEUES = 16
FILTERED_VLANS = 64  # VLVF of the 82599
POOL_FILTERS = 7  # bits of VMOLR that decide
# CRCERRS to XEC: counters of a port with their entries, without those of queues, and without the low words of octet
# counters, which read 0 on the 82598 (docs/registers.md, Statistics)
PORT_COUNTERS = 90


@dataclass(frozen=True)
class Memory:
    """One table: `entries` of `width` bits."""

    name: str
    group: str
    entries: int
    width: int
    source: str

    @property
    def bits(self) -> int:
        return self.entries * self.width


def index_bits(choices: int) -> int:
    """Returns the number of bits that select one of `choices`; a single choice needs none."""
    return (choices - 1).bit_length()


def classifier_tables(p: Parameters) -> list[Memory]:
    """Returns the tables in the classifier's RTL, at the sizes of `p`."""
    queue = index_bits(min(p.rx_queues, MOST_HASHED_QUEUES))
    tables = [
        Memory("multicast table (MTA)", "tables", HASH_ENTRIES, 1, "datasheet p. 333"),
        Memory("VLAN table (VFTA)", "tables", HASH_ENTRIES, 1, "VFTA"),
        Memory("redirection table (RETA)", "tables", REDIRECTION_ENTRIES, 2 * queue, "datasheet p. 235"),
    ]
    if p.rules == "82598":
        tables.append(
            Memory(
                "pool of a VLAN (VFTAVIND)", "tables", HASH_ENTRIES, index_bits(p.pools), "datasheet p. 240"
            )
        )
    return tables


def pool_tables(p: Parameters) -> list[Memory]:
    """Returns the tables of the 82599 that select pools by bitmaps."""
    if p.rules == "82598":
        return []
    return [
        Memory("unicast table (PFUTA)", "tables", HASH_ENTRIES, 1, "ixgbe_type.h"),
        Memory("pools of an address (MPSAR)", "tables", p.addresses, p.pools, "ixgbe_type.h"),
        Memory("pools of a VLAN (VLVF, VLVFB)", "tables", FILTERED_VLANS, 13 + p.pools, "ixgbe_type.h"),
        Memory("filters of a pool (VMOLR)", "tables", p.pools, POOL_FILTERS, "ixgbe_type.h"),
    ]


def memories(p: Parameters) -> list[Memory]:
    """Returns every memory of one port."""
    queues = p.rx_queues + p.tx_queues
    policies = p.rx_queues if p.rules == "82599" else p.pools
    kib = 8 * 1024
    return [
        Memory("receive packet buffer", "packet buffers", p.packet_buffer, kib, "datasheet p. 211"),
        Memory("transmit packet buffer", "packet buffers", p.tx_packet_buffer, kib, "TXPBSIZE"),
        Memory(
            "receive descriptor caches",
            "descriptor caches",
            p.rx_queues * p.descriptors,
            DESCRIPTOR_BITS,
            "64 a queue: half is PTHRESH 32",
        ),
        Memory(
            "transmit descriptor caches",
            "descriptor caches",
            p.tx_queues * p.descriptors,
            DESCRIPTOR_BITS,
            "datasheet p. 253",
        ),
        Memory(
            "transmit contexts",
            "queue state",
            p.tx_queues * CONTEXTS,
            CONTEXT_BITS,
            "datasheet p. 250, 253",
        ),
        Memory("receive ring registers", "queue state", p.rx_queues, RX_RING_BITS, "RDBAL to RXDCTL"),
        Memory("transmit ring registers", "queue state", p.tx_queues, TX_RING_BITS, "TDBAL to TDWBAH"),
        Memory("buffer policies (SRRCTL)", "queue state", policies, BUFFER_POLICY_BITS, "SRRCTL"),
        Memory(
            "counter of a queue (RQSMR, TQSMR)",
            "queue state",
            queues,
            index_bits(QUEUE_COUNTERS),
            "RQSMR, TQSMR",
        ),
        *classifier_tables(p),
        *pool_tables(p),
        Memory("MSI-X table and pending bits", "interrupts", p.vectors, MSIX_BITS + 1, "datasheet p. 89-92"),
        Memory("moderation (EITR)", "interrupts", p.vectors, EITR_BITS, "datasheet p. 274"),
        Memory(
            "vector of a cause (IVAR)",
            "interrupts",
            queues + OTHER_CAUSES,
            index_bits(p.vectors) + 1,
            "datasheet p. 318",
        ),
        Memory("queue counters", "statistics", 4 * QUEUE_COUNTERS, COUNTER_BITS, "QPRC, QBRC, QPTC, QBTC"),
        Memory("port counters", "statistics", PORT_COUNTERS, COUNTER_BITS, "CRCERRS to XEC"),
    ]
