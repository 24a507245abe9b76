// Virtual functions of the 82599 at the module's sockets, as in a platform. They are found and placed by
// configuration accesses from power-on, and reached by addresses of the bus in the windows that the
// capability programs. They are served by a memory with an IOMMU that uses the requester of each payload.
// Tests of isolation run a second time on a platform without this isolation, and must detect that. One
// elaboration per process.
#include <set>
#include <tuple>

#include "pool_bench.h"
#include "socket_bench.h"
#include "virtual_window.h"

namespace ixsim::bench {
namespace {

constexpr unsigned kFunctions = 63;
constexpr RegisterSet kSet = RegisterSet::k82599;
// Bases of the BARs of the physical function, and of all virtual ones.
constexpr std::uint64_t kRegistersAt = 0xc000'0000, kTableAt = 0xc010'0000, kWindowsAt = 0xd000'0000,
                        kTablesAt = 0xd020'0000;
// The memory of a machine: both rings, buffers to send from and to receive into.
constexpr std::uint32_t kDomain = 0x4000, kRingBytes = 0x400, kBufferSpace = 0x100, kPosted = 47;
constexpr std::uint64_t domain(unsigned n) { return kMemoryBase + 0x10000 + std::uint64_t{n} * kDomain; }
constexpr std::uint64_t rx_ring(unsigned n) { return domain(n); }
constexpr std::uint64_t tx_ring(unsigned n) { return domain(n) + kRingBytes; }
constexpr std::uint64_t tx_buffer(unsigned n, unsigned i) { return domain(n) + 0x800 + i % 8 * kBufferSpace; }
constexpr std::uint64_t rx_buffer(unsigned n, unsigned i) { return domain(n) + 0x1000 + i * kBufferSpace; }
constexpr std::uint64_t message_address(unsigned n, unsigned vector) {
  return kMessageBase + 0x40 * n + 0x10 * vector;
}
constexpr std::uint64_t kPhysicalMessage = kMessageBase + 0x40 * kFunctions;
const MacAddress kSender{0x02, 0xee, 0, 0, 0, 1};

// Deliberate faults: every request in the name of the physical function; windows that overlap;
// machines that are given each other's messages.
enum class Broken { kNothing, kRequester, kWindow, kMessages };

class Machines {
 public:
  explicit Machines(unsigned functions, Style style = Style::kCompleted,
                    HostTransaction transaction = HostTransaction::kRequest, unsigned ports = 1,
                    Broken broken = Broken::kNothing, const std::string& name = "")
      : memory((name + "memory").c_str(), style),
        host((name + "host").c_str(), ports),
        far((name + "far").c_str()),
        functions_(functions),
        broken_(broken) {
    ControllerConfig config;
    config.profile = device_profile("82599");
    config.pcie.generation = 2;
    config.pcie.transaction = transaction;
    config.ports.assign(ports, PortConfig());
    config.enumerated = false;
    nic = std::make_unique<EthernetController>((name + "nic").c_str(), config);
    nic->pcie_initiator.bind(memory.socket);
    host.registers.bind(nic->pcie_target);
    for (unsigned i = 0; i < ports; ++i) host.wires[i]->bind(nic->wire_in[i]);
    nic->wire_out[0].bind(far.in);
    memory.fails = [this](const tlm::tlm_generic_payload& p) { return !allowed(p); };
  }
  static void run() { sc_core::sc_start(sc_time(20, sc_core::SC_MS)); }
  static unsigned id(unsigned n, unsigned port = 0) { return 128 + 2 * n + port; }

  // --- Accesses by address.
  tlm::tlm_response_status bus(std::uint64_t address, std::uint32_t& value, bool is_write,
                               unsigned length = 4) {
    return host.transact(nullptr, address, value, is_write, length);
  }
  std::uint32_t bus_read(std::uint64_t address) {
    std::uint32_t value = 0;
    EXPECT_EQ(bus(address, value, false), tlm::TLM_OK_RESPONSE) << std::hex << address;
    return value;
  }
  void bus_write(std::uint64_t address, std::uint32_t value) {
    EXPECT_EQ(bus(address, value, true), tlm::TLM_OK_RESPONSE) << std::hex << address;
  }
  void set(Reg reg, unsigned index, std::uint32_t value) {
    const bool table = info(kSet, reg).space == RegisterSpace::kBar3;
    bus_write((table ? kTableAt : kRegistersAt) + offset_of(kSet, reg, index), value);
  }
  std::uint32_t get(Reg reg, unsigned index = 0) {
    return bus_read(kRegistersAt + offset_of(kSet, reg, index));
  }
  std::uint64_t window(unsigned n, std::uint32_t offset, unsigned bar = 0) const {
    // Windows of half the size overlap.
    const std::uint32_t size = broken_ == Broken::kWindow ? kVirtualBar / 2 : kVirtualBar;
    return (bar == 0 ? kWindowsAt : kTablesAt) + std::uint64_t{n} * size + offset;
  }
  void put(unsigned n, std::uint32_t offset, std::uint32_t value, unsigned bar = 0) {
    bus_write(window(n, offset, bar), value);
  }
  std::uint32_t look(unsigned n, std::uint32_t offset, unsigned bar = 0) {
    return bus_read(window(n, offset, bar));
  }
  static void wait(Time time) { sc_core::wait(ps(time)); }

  // --- What the host's software does, from power-on.
  void place() {
    wait(10 * kMicrosecond);
    host.config_write(0x10, static_cast<std::uint32_t>(kRegistersAt));
    host.config_write(0x20, static_cast<std::uint32_t>(kTableAt));
    host.config_write(0x04, 6);
    host.config_write(kMsix, 0x8000'0000);
    host.config_write(kSriov + 0x24, static_cast<std::uint32_t>(kWindowsAt));
    host.config_write(kSriov + 0x30, static_cast<std::uint32_t>(kTablesAt));
    host.config_write(kSriov + 0x10, functions_);
    host.config_write(kSriov + 8, 9);
  }
  void open_pools() {
    set(Reg::MRQC, 0, 8);  // 64 pools of 2 queues, both ways
    set(Reg::MTQC, 0, 6);
    set(Reg::VT_CTL, 0, 1 | field::VT_CTL::POOL.set(0, 63));
    for (unsigned i = 0; i < 2; ++i) {
      set(Reg::VFRE, i, ~0u);
      set(Reg::VFTE, i, ~0u);
    }
    set(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
    for (unsigned n = 0; n < functions_; ++n) {
      const MacAddress address = mac_of(n + 1);
      set(Reg::VMOLR, n, field::VMOLR::AUPE.mask);
      set(Reg::RAL, n + 1, load_le32(address.data()));
      set(Reg::RAH, n + 1, load_le16(address.data() + 4) | field::RAH::AV.mask);
      set(Reg::MPSAR_LO, n + 1, n < 32 ? 1u << n : 0);
      set(Reg::MPSAR_HI, n + 1, n < 32 ? 0 : 1u << (n - 32));
    }
    // The physical function hears of its mailboxes by vector 7.
    for (unsigned i = 0; i < 2; ++i) set(Reg::PFMBIMR, i, ~0u);
    set(Reg::GPIE, 0, 0x8000'0010);
    set(Reg::MSIXTADD, 7, static_cast<std::uint32_t>(kPhysicalMessage));
    set(Reg::MSIXTMSG, 7, 0xabc);
    set(Reg::MSIXTVCTRL, 7, 0);
    set(Reg::IVAR_MISC, 0, 0x8700);
    set(Reg::EIMS, 0, 1u << 19);
    set(Reg::RXCTRL, 0, 3);
    get(Reg::RXCTRL);
    wait(10 * kMicrosecond);
  }
  void start() {
    place();
    open_pools();
  }
  // A machine's driver: configuration, vectors, one ring each way.
  void boot(unsigned n) {
    nic->synchronize();
    host.config_write(0x04, 4, id(n));
    host.config_write(kMsix, 0x8000'0000, id(n));
    set_up_vectors([&](std::uint32_t place, std::uint32_t value, unsigned bar) { put(n, place, value, bar); },
                   [&](unsigned v) { return message_address(broken_ == Broken::kMessages ? n / 2 : n, v); },
                   0x100 * n);
    for (std::uint32_t i = 0; i < kRingBytes / 16; ++i) {
      store_le64(memory.bytes.at(rx_ring(n) + 16 * i), i < kPosted + 1 ? rx_buffer(n, i) : 0);
      store_le64(memory.bytes.at(rx_ring(n) + 16 * i) + 8, 0);
    }
    put(n, kRx + 0x14, 1 | 1u << 25);
    ring(n, kRx, rx_ring(n));
    put(n, kRx + 0x28, 16 | 1u << 16 | kEnable);
    put(n, kRx + 0x18, kPosted);
    ring(n, kTx, tx_ring(n));
    put(n, kTx + 0x28, 16 | kEnable);
    posted_[n] = 0;
    look(n, kEims);
  }
  void ring(unsigned n, std::uint32_t at, std::uint64_t base) {
    put(n, at + 0x00, static_cast<std::uint32_t>(base));
    put(n, at + 0x04, static_cast<std::uint32_t>(base >> 32));
    put(n, at + 0x08, kRingBytes);
    put(n, at + 0x10, 0);
    put(n, at + 0x18, 0);
  }
  // Puts a frame into the ring of machine n, and rings the bell.
  void transmit(unsigned n, const FrameRef& frame) {
    nic->synchronize();
    const unsigned i = posted_[n]++;
    const ByteView bytes = frame->without_fcs();
    std::copy(bytes.begin(), bytes.end(), memory.bytes.at(tx_buffer(n, i)));
    std::uint8_t* const descriptor = memory.bytes.at(tx_ring(n) + 16 * i);
    store_le64(descriptor, tx_buffer(n, i));
    store_le64(descriptor + 8, bytes.size | 0x0b00'0000);
    put(n, kTx + 0x18, i + 1);
  }
  // A frame from the wire, at line rate.
  void receive(unsigned to, std::size_t size, std::uint8_t mark) {
    const FrameRef frame = frame_of(mac_of(to + 1), kSender, size, -1, mark);
    EXPECT_EQ(host.send(*frame), tlm::TLM_OK_RESPONSE);
    wait(static_cast<Time>(20 + size) * kByteTime10G);
  }
  // The first bytes of payload of the frames in the ring of machine n.
  std::vector<unsigned> arrived(unsigned n) {
    nic->synchronize();
    std::vector<unsigned> marks;
    for (unsigned i = 0; i < kPosted; ++i) {
      if ((memory.bytes.at(rx_ring(n) + 16 * i)[8] & 1) == 0) break;
      marks.push_back(memory.bytes.at(rx_buffer(n, i))[14]);
    }
    return marks;
  }
  std::uint64_t messages_of(unsigned n, unsigned vector) {
    const auto found = messages.find({message_address(n, vector), 0x100 * n + vector});
    return found == messages.end() ? 0 : found->second;
  }
  NicPort& port() { return nic->core().port(0); }

  Memory memory;
  Host host;
  LinkPeer far;
  std::unique_ptr<EthernetController> nic;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint64_t> messages;  // messages
  std::map<unsigned, std::uint64_t> requests;                                 // by requester
  std::vector<std::tuple<Time, unsigned, std::uint64_t, unsigned>> asked;  // time, requester, address, length
  Time latest = 0;                                                         // delay of the output
  std::uint64_t refused = 0;
  bool trusting = false;  // no IOMMU

 private:
  bool allowed(const tlm::tlm_generic_payload& p) {
    PcieExtension* extension = nullptr;
    p.get_extension(extension);
    if (extension == nullptr) {
      ADD_FAILURE() << "a request without requester";
      return false;
    }
    const unsigned function = broken_ == Broken::kRequester ? 0 : extension->function;
    ++requests[function];
    asked.emplace_back(extension->time, function, p.get_address(), p.get_data_length());
    latest = std::max(latest, now() - extension->time);
    const std::uint64_t from = p.get_address(), to = from + p.get_data_length();
    const bool message = from >= kMessageBase && from < kMessageBase + 0x1000;
    bool ok = trusting;
    if (function < 128) {
      ok = ok || broken_ == Broken::kRequester || from == kPhysicalMessage;
    } else {
      const unsigned n = (function - 128) / 2;
      ok = ok || (message ? from / 0x40 == message_address(n, 0) / 0x40
                          : from >= domain(n) && to <= domain(n) + kDomain);
    }
    if (!ok) ++refused;
    if (ok && message) ++messages[{from, load_le32(p.get_data_ptr())}];
    return ok;
  }
  unsigned functions_;
  Broken broken_;
  std::array<unsigned, kFunctions> posted_{};
};

// --- Finding and placing them.

TEST(SocketVirtualFunctions, AreFoundAndPlacedByConfigurationAccesses) {
  Machines m(kFunctions, Style::kCompleted, HostTransaction::kRequest, 2);
  m.host.script = [&] {
    sc_core::wait(ps(10 * kMicrosecond));
    Host& host = m.host;
    const PcieExtension first = Host::place(PcieExtension::Space::kConfig, 128);
    std::uint32_t value = 0;
    EXPECT_EQ(host.transact(&first, 0, value, false), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "not enabled yet";
    // Location of virtual functions: first routing identifier and stride, of either port.
    for (const unsigned port : {0u, 1u}) {
      EXPECT_EQ(host.config_read(kSriov, port) & 0xffff, 0x10u);
      EXPECT_EQ(host.config_read(kSriov + 0xc, port) >> 16, 64u);
      EXPECT_EQ(host.config_read(kSriov + 0x14, port), 0x0002'0080u);
      for (const std::uint32_t bar : {0x24u, 0x30u}) {
        host.config_write(kSriov + bar, ~0u, port);
        EXPECT_EQ(~host.config_read(kSriov + bar, port) + 1, 0x4000u) << "size of a window";
      }
    }
    m.place();
    for (unsigned n = 0; n < kFunctions; ++n) {
      EXPECT_EQ(host.config_read(0, Machines::id(n)), 0xffff'ffffu) << "as the capability says who it is";
      EXPECT_EQ(host.config_read(kMsix, Machines::id(n)) >> 16, 2u);
    }
    // Bytes and halves of it, as of any configuration space.
    PcieExtension last = Host::place(PcieExtension::Space::kConfig, Machines::id(62));
    value = 0;
    EXPECT_EQ(host.transact(&last, kMsix + 2, value, false, 2), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(value, 2u);
    for (const unsigned id : {Machines::id(63), Machines::id(64), Machines::id(0, 1), 127u, 256u, 1'000u}) {
      last.function = id;
      EXPECT_EQ(host.transact(&last, 0, value, false), tlm::TLM_ADDRESS_ERROR_RESPONSE) << id;
    }
    // Those of the second port lie between; their windows may begin where those of the first end.
    host.config_write(0x04, 6, 1);
    const std::uint64_t behind = m.window(kFunctions, 0);
    host.config_write(kSriov + 0x24, static_cast<std::uint32_t>(behind), 1);
    host.config_write(kSriov + 0x10, 2, 1);
    host.config_write(kSriov + 8, 9, 1);
    EXPECT_EQ(host.config_read(kMsix, Machines::id(1, 1)) >> 16, 2u);
    m.bus_read(behind);
    for (const unsigned n : {0u, 1u}) {
      m.bus_write(behind + n * kVirtualBar + kIvar, 0x80 + n);
      const PcieExtension second = Host::place(PcieExtension::Space::kMemory, Machines::id(n, 1));
      EXPECT_EQ(host.transact(&second, kIvar, value, false), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(value, 0x80u + n);
      EXPECT_EQ(m.look(n, kIvar), 0u) << "not of the first port";
    }
  };
  Machines::run();
}

TEST(SocketVirtualFunctions, WindowsAreWhereTheCapabilityPutsThem) {
  Machines m(kFunctions);
  m.host.script = [&] {
    m.place();
    Host& host = m.host;
    std::uint32_t value = 0;
    // Accesses by address reach the function, and the reverse; for registers and tables.
    for (unsigned n = 0; n < kFunctions; ++n) m.put(n, kIvar, n);
    for (unsigned n = 0; n < kFunctions; ++n) m.put(n, 8, 0x5000 + n, 3);
    for (unsigned n = 0; n < kFunctions; ++n) {
      EXPECT_EQ(host.access(kIvar, value, false, 0, Machines::id(n)), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(value, n & 3);
      EXPECT_EQ(host.access(8, value, false, 3, Machines::id(n)), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(value, 0x5000 + n);
      value = 0x80 | (n % 3);
      EXPECT_EQ(host.access(kIvarMisc, value, true, 0, Machines::id(n)), tlm::TLM_OK_RESPONSE);
    }
    for (unsigned n = 0; n < kFunctions; ++n) {
      EXPECT_EQ(m.look(n, kIvarMisc), 0x80 | (n % 3));
      // A debugger sees the same.
      std::uint8_t bytes[4] = {};
      tlm::tlm_generic_payload p;
      p.set_command(tlm::TLM_READ_COMMAND);
      p.set_address(m.window(n, kIvarMisc));
      p.set_data_ptr(bytes);
      p.set_data_length(4);
      p.set_streaming_width(4);
      EXPECT_EQ(host.registers->transport_dbg(p), 4u);
      EXPECT_EQ(load_le32(bytes), 0x80 | (n % 3));
    }
    // Next to them nothing answers.
    for (const std::uint64_t address :
         {kWindowsAt - 4, m.window(kFunctions, 0), kTablesAt - 4, m.window(kFunctions, 0, 3)})
      EXPECT_EQ(m.bus(address, value, false), tlm::TLM_ADDRESS_ERROR_RESPONSE) << std::hex << address;
    EXPECT_EQ(host.access(kIvar, value, false, 0, Machines::id(kFunctions)), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(kVirtualBar + kIvar, value, false, 0, Machines::id(0)),
              tlm::TLM_ADDRESS_ERROR_RESPONSE)
        << "a window has an end";
    EXPECT_EQ(host.access(0, value, false, 4, Machines::id(0)), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    const PcieExtension io = Host::place(PcieExtension::Space::kIo, Machines::id(0), 2);
    EXPECT_EQ(host.transact(&io, 0, value, false), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "has no such space";
    // The table of the physical function is in BAR 4.
    EXPECT_EQ(host.access(0, value, false, 4, 0), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(host.access(0, value, false, 3, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(m.bus(m.window(0, kIvar), value, false, 8), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(m.bus(m.window(0, kIvar) + 2, value, false), tlm::TLM_BURST_ERROR_RESPONSE);
    // Moved, they answer at the new place alone; closed, nowhere.
    host.config_write(kSriov + 0x24, 0xe800'0000);
    EXPECT_EQ(m.bus(m.window(5, kIvarMisc), value, false), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(m.bus_read(0xe800'0000 + 5 * 0x4000 + kIvarMisc), 0x82u);
    host.config_write(kSriov + 8, 1);
    EXPECT_EQ(m.bus(0xe800'0000 + kIvarMisc, value, false), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(kIvarMisc, value, false, 0, Machines::id(0)), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  };
  Machines::run();
}

// The windows of the second port lead to its own virtual functions, and not to those of the first.
TEST(SocketVirtualFunctions, WindowsOfTheSecondPortAreItsOwn) {
  Machines m(2, Style::kCompleted, HostTransaction::kRequest, 2);
  m.host.script = [&] {
    m.place();
    Host& host = m.host;
    host.config_write(0x04, 6, 1);
    host.config_write(kSriov + 0x24, static_cast<std::uint32_t>(m.window(kFunctions, 0)), 1);
    host.config_write(kSriov + 0x30, static_cast<std::uint32_t>(m.window(kFunctions, 0, 3)), 1);
    host.config_write(kSriov + 0x10, 2, 1);
    host.config_write(kSriov + 8, 9, 1);
    for (const unsigned n : {0u, 1u}) m.put(kFunctions + n, kIvar, n + 1);
    std::uint32_t value = 0;
    for (const unsigned n : {0u, 1u}) {
      EXPECT_EQ(m.look(kFunctions + n, kIvar), n + 1);
      EXPECT_EQ(host.access(kIvar, value, false, 0, Machines::id(n, 1)), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(value, n + 1);
      EXPECT_EQ(host.access(kIvar, value, false, 0, Machines::id(n)), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(value, 0u);
    }
  };
  Machines::run();
}

// A debugger sees the virtual functions of either port, in registers and in configuration space.
TEST(SocketVirtualFunctions, ADebuggerSeesThoseOfEitherPort) {
  Machines m(2, Style::kCompleted, HostTransaction::kRequest, 2);
  m.host.script = [&] {
    m.place();
    Host& host = m.host;
    host.config_write(0x04, 6, 1);
    host.config_write(kSriov + 0x24, static_cast<std::uint32_t>(m.window(kFunctions, 0)), 1);
    host.config_write(kSriov + 0x30, static_cast<std::uint32_t>(m.window(kFunctions, 0, 3)), 1);
    host.config_write(kSriov + 0x10, 2, 1);
    host.config_write(kSriov + 8, 9, 1);
    const auto debug = [&](PcieExtension::Space space, unsigned id, std::uint32_t offset) {
      PcieExtension extension = Host::place(space, id);
      std::uint8_t bytes[4] = {};
      tlm::tlm_generic_payload p;
      p.set_extension(&extension);
      p.set_command(tlm::TLM_READ_COMMAND);
      p.set_address(offset);
      p.set_data_ptr(bytes);
      p.set_data_length(4);
      p.set_streaming_width(4);
      EXPECT_EQ(host.registers->transport_dbg(p), 4u);
      p.clear_extension(&extension);
      return load_le32(bytes);
    };
    // At each number the two ports differ.
    for (const unsigned port : {0u, 1u}) {
      for (const unsigned n : {0u, 1u}) {
        std::uint32_t value = 1 + n + port;
        EXPECT_EQ(host.access(kIvar, value, true, 0, Machines::id(n, port)), tlm::TLM_OK_RESPONSE);
      }
      host.config_write(0x04, port == 0 ? 0 : 4, Machines::id(1, port));
    }
    for (const unsigned port : {0u, 1u}) {
      for (const unsigned n : {0u, 1u}) {
        const unsigned id = Machines::id(n, port);
        EXPECT_EQ(debug(PcieExtension::Space::kMemory, id, kIvar), 1 + n + port) << id;
        EXPECT_EQ(debug(PcieExtension::Space::kConfig, id, 0x04) & 4, port == 1 && n == 1 ? 4u : 0u) << id;
      }
    }
  };
  Machines::run();
}

// --- Traffic.

struct Way {
  const char* name;
  Style style;
  HostTransaction transaction;
  friend std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.name; }
};
class SocketVirtualTraffic : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Memories, SocketVirtualTraffic,
                         testing::Values(Way{"completed", Style::kCompleted, HostTransaction::kRequest},
                                         Way{"tlps", Style::kCompleted, HostTransaction::kTlp},
                                         Way{"blocking", Style::kBlocking, HostTransaction::kRequest},
                                         Way{"withheld", Style::kWithheld, HostTransaction::kTlp}),
                         [](const auto& way) { return way.param.name; });

TEST_P(SocketVirtualTraffic, OfAllOfThem) {
  Machines m(kFunctions, GetParam().style, GetParam().transaction);
  m.host.script = [&] {
    m.start();
    for (unsigned n = 0; n < kFunctions; ++n) m.boot(n);
    for (unsigned round = 0; round < 3; ++round) {
      for (unsigned n = 0; n < kFunctions; ++n) {
        m.receive(n, 200, static_cast<std::uint8_t>(n));
        m.transmit(n, frame_of(mac_of(0x500), mac_of(n + 1), 150, -1, static_cast<std::uint8_t>(n)));
        Machines::wait(kMicrosecond);
      }
    }
  };
  Machines::run();
  EXPECT_EQ(m.refused, 0u);
  EXPECT_EQ(m.requests.size(), kFunctions) << "no one else asks";
  EXPECT_EQ(m.far.frames.size(), 3 * kFunctions);
  EXPECT_EQ(m.port().accounting().bucket(RxBucket::kDelivered), 3 * kFunctions);
  std::map<unsigned, unsigned> sent;
  for (const auto& frame : m.far.frames) {
    EXPECT_EQ(load_be16(frame.data() + 10), frame[14] + 1u) << "who sent it";
    ++sent[frame[14]];
  }
  for (unsigned n = 0; n < kFunctions; ++n) {
    EXPECT_EQ(m.arrived(n), std::vector<unsigned>(3, n));
    EXPECT_EQ(sent[n], 3u);
    EXPECT_GE(m.messages_of(n, 0), 1u);
    EXPECT_GE(m.messages_of(n, 1), 1u);
    EXPECT_EQ(m.messages_of(n, 2), 0u);
  }
  EXPECT_TRUE(m.nic->core().idle());
  EXPECT_EQ(m.nic->late_outputs(), 0u);
}

TEST(SocketVirtualFunctions, AskByMailboxAndAreAnswered) {
  Machines m(kFunctions);
  m.host.script = [&] {
    m.start();
    for (unsigned n = 0; n < kFunctions; ++n) {
      m.boot(n);
      m.put(n, kMailbox, 4);
      ASSERT_EQ(m.look(n, kMailbox) & 4u, 4u);
      m.put(n, kMemory, 2);
      m.put(n, kMemory + 0x3c, 0x1111'0000 + n);
      m.put(n, kMailbox, 5);
      m.put(n, kMailbox, 0);
      Machines::wait(2 * kMicrosecond);
      EXPECT_EQ((m.messages[{kPhysicalMessage, 0xabc}]), n + 1u);
      EXPECT_EQ(m.get(Reg::EICR) & 1u << 19, 1u << 19);
      ASSERT_EQ(m.get(Reg::PFMBICR, n / 16), 1u << (n % 16));
      m.set(Reg::PFMBICR, n / 16, 1u << (n % 16));
      EXPECT_EQ(m.get(Reg::PFMBMEM, 16 * n), 2u);
      EXPECT_EQ(m.get(Reg::PFMBMEM, 16 * n + 15), 0x1111'0000u + n);
      m.set(Reg::PFMAILBOX, n, 8);
      m.set(Reg::PFMBMEM, 16 * n, 0xa000'0002);
      m.set(Reg::PFMAILBOX, n, 3);
      Machines::wait(2 * kMicrosecond);
      EXPECT_EQ(m.messages_of(n, 2), 1u);
      EXPECT_EQ(m.look(n, kMailbox) & 0x30u, 0x30u);
      EXPECT_EQ(m.look(n, kMemory), 0xa000'0002u);
    }
  };
  Machines::run();
  EXPECT_EQ(m.refused, 0u);
  EXPECT_EQ(m.messages.size(), 1 + kFunctions);
  EXPECT_EQ(m.requests[0], kFunctions) << "messages of the physical function are its own";
}

// --- Resets in mid-traffic.

struct Reset {
  Reset(bool function_level, Style style, const std::string& name = "")
      : m(8, style, HostTransaction::kRequest, 1, Broken::kNothing, name) {
    m.host.script = [=] { traffic(function_level, style == Style::kBlocking); };
  }
  void traffic(bool function_level, bool slow) {
    m.start();
    for (unsigned n = 0; n < 8; ++n) m.boot(n);
    for (unsigned i = 0; i < 40; ++i) {
      for (const unsigned n : {4u, 5u, 6u}) {
        m.receive(n, 240, static_cast<std::uint8_t>(i));
        m.transmit(n, frame_of(mac_of(0x500), mac_of(n + 1), 240, -1, static_cast<std::uint8_t>(n)));
      }
      if (slow) Machines::wait(20 * kMicrosecond);
      if (i != 20) continue;
      if (function_level) {
        m.host.config_write(0xa8, 0x8000, Machines::id(5));
      } else {
        m.put(5, kCtrl, 1u << 26);
      }
    }
    Machines::wait(500 * kMicrosecond);
    before = m.arrived(5).size();
    EXPECT_EQ(m.get(Reg::VFLRE), 1u << 5);
    m.set(Reg::VFLREC, 0, 1u << 5);
    EXPECT_EQ(m.look(5, kRx + 0x28) & kEnable, 0u);
    EXPECT_EQ(m.look(5, kEims), 0u);
    EXPECT_EQ(m.look(5, kIvar), 0u);
    for (const unsigned n : {4u, 6u}) EXPECT_EQ(m.look(n, kEims), 7u);
    // It comes again.
    m.boot(5);
    m.receive(5, 100, 77);
    m.transmit(5, frame_of(mac_of(0x500), mac_of(6), 100, -1, 78));
  }
  void expect() {
    EXPECT_GT(before, 5u);
    EXPECT_LT(before, 40u);
    std::vector<unsigned> all(40);
    for (unsigned i = 0; i < 40; ++i) all[i] = i;
    for (const unsigned n : {4u, 6u}) EXPECT_EQ(m.arrived(n), all) << n;
    EXPECT_EQ(m.arrived(5), std::vector<unsigned>{77});
    EXPECT_EQ(m.port().accounting().bucket(RxBucket::kQueueDisabled) +
                  m.port().accounting().bucket(RxBucket::kDelivered),
              121u);
    EXPECT_EQ(m.port().accounting().bucket(RxBucket::kQueueDisabled), 40 - before);
    std::map<unsigned, unsigned> sent;
    for (const auto& frame : m.far.frames) ++sent[frame[14]];
    EXPECT_EQ(sent[4], 40u);
    EXPECT_EQ(sent[6], 40u);
    EXPECT_LT(sent[5], 40u);
    EXPECT_EQ(sent[78], 1u);
    EXPECT_EQ(m.refused, 0u);
    EXPECT_TRUE(m.nic->core().idle());
  }

  Machines m;
  std::size_t before = 0;
};
void reset_in_traffic(bool function_level, Style style) {
  Reset reset(function_level, style);
  Machines::run();
  reset.expect();
}
TEST(SocketVirtualFunctions, AResetByItselfInMidTraffic) { reset_in_traffic(false, Style::kCompleted); }
TEST(SocketVirtualFunctions, AFunctionLevelResetInMidTraffic) { reset_in_traffic(true, Style::kCompleted); }
TEST(SocketVirtualFunctions, AFunctionLevelResetWhileMemoryHoldsRequestsBack) {
  reset_in_traffic(true, Style::kBlocking);
}

// A delayed request still names its requester and its time.
void reset_in_late_traffic(bool function_level) {
  constexpr Time kLatency = 3 * kMicrosecond;
  Reset immediate(function_level, Style::kCompleted), late(function_level, Style::kCompleted, "late_");
  late.m.nic->set_min_host_latency(kLatency);
  Machines::run();
  immediate.expect();
  late.expect();
  EXPECT_TRUE(immediate.m.asked == late.m.asked);
  EXPECT_EQ(immediate.m.latest, 0);
  EXPECT_GT(late.m.latest, kLatency / 2);
  EXPECT_LE(late.m.latest, kLatency);
  EXPECT_LT(late.m.nic->activations() * 2, immediate.m.nic->activations());
  for (Reset* reset : {&immediate, &late}) EXPECT_EQ(reset->m.nic->late_outputs(), 0u);
}
TEST(SocketVirtualFunctions, AResetByItselfWithOutputsShownLate) { reset_in_late_traffic(false); }
TEST(SocketVirtualFunctions, AFunctionLevelResetWithOutputsShownLate) { reset_in_late_traffic(true); }

// --- Isolation.

// Function 1 names memory of function 2 in its descriptors, to send from and to receive into.
void reach_memory(Machines& m) {
  m.host.script = [&m] {
    m.start();
    for (unsigned n = 0; n < 4; ++n) m.boot(n);
    const std::uint64_t victim = rx_buffer(2, 0), secret = tx_buffer(2, 0);
    std::fill_n(m.memory.bytes.at(victim), kBufferSpace, std::uint8_t{0x5a});
    const FrameRef text = frame_of(mac_of(0x500), mac_of(2), 200, -1, 0x99);
    std::copy(text->bytes().begin(), text->bytes().end() - kFcsSize, m.memory.bytes.at(secret));
    m.put(1, kRx + 0x28, 16);
    m.look(1, kRx + 0x28);
    for (std::uint32_t i = 0; i < kPosted; ++i) store_le64(m.memory.bytes.at(rx_ring(1) + 16 * i), victim);
    m.put(1, kRx + 0x10, 0);
    m.put(1, kRx + 0x28, 16 | 1u << 16 | kEnable);
    m.put(1, kRx + 0x18, kPosted);
    m.look(1, kRx + 0x28);
    m.receive(1, 200, 0x77);
    store_le64(m.memory.bytes.at(tx_ring(1)), secret);
    store_le64(m.memory.bytes.at(tx_ring(1)) + 8, 196 | 0x0b00'0000);
    m.put(1, kTx + 0x18, 1);
    // Its ring itself there.
    m.put(3, kTx + 0x28, 16);
    m.put(3, kTx + 0x00, static_cast<std::uint32_t>(tx_ring(2)));
    m.put(3, kTx + 0x28, 16 | kEnable);
    m.put(3, kTx + 0x18, 1);
  };
}
std::uint64_t bytes_reached(Machines& m) {
  std::uint64_t reached = m.far.frames.size();
  for (std::uint32_t i = 0; i < kBufferSpace; ++i)
    reached += m.memory.bytes.at(rx_buffer(2, 0))[i] != 0x5a ? 1 : 0;
  return reached;
}
TEST(SocketVirtualFunctions, OneDoesNotReachTheMemoryOfAnother) {
  Machines m(4);
  Machines broken(4, Style::kCompleted, HostTransaction::kRequest, 1, Broken::kRequester, "broken_");
  reach_memory(m);
  reach_memory(broken);
  Machines::run();
  EXPECT_EQ(bytes_reached(m), 0u);
  EXPECT_GE(m.refused, 3u) << "a buffer each way, and a ring";
  EXPECT_EQ(m.port().accounting().bucket(RxBucket::kDmaError), 1u);
  EXPECT_EQ(m.port().accounting().tx_bucket(TxBucket::kDmaError), 1u);
  EXPECT_GT(bytes_reached(broken), 190u);
}

// Function 1 writes all over its windows; what does a debugger see change of the others and of the device?
using Picture = std::map<std::string, std::uint32_t>;
void reach_registers(Machines& m, std::set<std::string>& changed) {
  m.host.script = [&m, &changed] {
    m.start();
    for (unsigned n = 0; n < 4; ++n) m.boot(n);
    const auto debug = [&](const PcieExtension& at, std::uint32_t offset) {
      std::uint8_t bytes[4] = {};
      PcieExtension extension = at;
      tlm::tlm_generic_payload p;
      p.set_extension(&extension);
      p.set_command(tlm::TLM_READ_COMMAND);
      p.set_address(offset);
      p.set_data_ptr(bytes);
      p.set_data_length(4);
      p.set_streaming_width(4);
      EXPECT_EQ(m.host.registers->transport_dbg(p), 4u);
      p.clear_extension(&extension);
      return load_le32(bytes);
    };
    const auto picture = [&] {
      Picture all;
      const auto add = [&](PcieExtension::Space space, unsigned function, unsigned bar, std::uint32_t from,
                           std::uint32_t to) {
        const PcieExtension at = Host::place(space, function, bar);
        for (std::uint32_t offset = from; offset < to; offset += 4)
          all[std::to_string(function) + " " + std::to_string(static_cast<int>(space)) + " " +
              std::to_string(bar) + " " + std::to_string(offset)] = debug(at, offset);
      };
      for (const unsigned n : {0u, 2u, 3u}) {
        add(PcieExtension::Space::kMemory, Machines::id(n), 0, 0x100, kVirtualBar);  // no timer
        add(PcieExtension::Space::kMemory, Machines::id(n), 3, 0, kVirtualBar);
        add(PcieExtension::Space::kConfig, Machines::id(n), 0, 0, ConfigSpace::kSize);
      }
      // State of the physical function: rings, filters and pools of queues that are not its own.
      add(PcieExtension::Space::kMemory, 0, 0, 0x1000, 0x1080);
      add(PcieExtension::Space::kMemory, 0, 0, 0x1100, 0x2000);
      add(PcieExtension::Space::kMemory, 0, 0, 0x5000, 0x5480);
      add(PcieExtension::Space::kMemory, 0, 0, 0x5488, 0x6080);
      add(PcieExtension::Space::kMemory, 0, 0, 0x6100, 0x8000);
      add(PcieExtension::Space::kMemory, 0, 0, 0xa000, 0x10000);
      add(PcieExtension::Space::kMemory, 0, 4, 0, 0x2000);
      return all;
    };
    const Picture before = picture();
    for (const std::uint32_t pattern : {0xffff'ffffu, 0xa5a5'a5a5u, 0u}) {
      for (std::uint32_t offset = 4; offset < kVirtualBar; offset += 4) {
        m.put(1, offset, pattern ^ offset);
        m.put(1, offset, pattern, 3);
      }
      // As a machine may that is given its configuration space, through and through.
      for (std::uint32_t offset = 0; offset < 0x200; offset += 4)
        m.host.config_write(offset, pattern, Machines::id(1));
      m.put(1, kCtrl, pattern);
    }
    m.get(Reg::STATUS);
    Machines::wait(100 * kMicrosecond);
    for (const auto& [name, value] : picture()) {
      if (before.at(name) != value) changed.insert(name);
    }
  };
}
TEST(SocketVirtualFunctions, OneDoesNotReachTheRegistersOfAnother) {
  Machines m(4);
  Machines broken(4, Style::kCompleted, HostTransaction::kRequest, 1, Broken::kWindow, "broken_");
  std::set<std::string> changed, seen;
  reach_registers(m, changed);
  reach_registers(broken, seen);
  Machines::run();
  EXPECT_EQ(changed, std::set<std::string>());
  EXPECT_GT(seen.size(), 10u);
}

// Function 1 raises, sets and clears all it can; which other functions get messages, or lose theirs?
void interrupt(Machines& m, std::uint64_t& others) {
  m.trusting = true;  // messages of other functions are checked below
  m.host.script = [&m, &others] {
    m.start();
    for (unsigned n = 0; n < 4; ++n) m.boot(n);
    m.messages.clear();
    for (unsigned i = 0; i < 20; ++i) {
      m.put(1, kEims, ~0u);
      m.put(1, kEics, ~0u);
      Machines::wait(2 * kMicrosecond);
    }
    m.put(1, kEimc, ~0u);
    m.look(1, kEicr);
    for (const auto& [what, count] : m.messages) {
      const std::uint64_t first = message_address(1, 0);
      if (what.first < first || what.first >= first + 0x40) others += count;
    }
    EXPECT_GT(m.messages.size(), 0u);
    for (const unsigned n : {0u, 2u, 3u}) EXPECT_EQ(m.look(n, kEims), 7u);
    m.receive(2, 100, 0);
  };
}
TEST(SocketVirtualFunctions, OneDoesNotInterruptForAnother) {
  Machines m(4);
  Machines broken(4, Style::kCompleted, HostTransaction::kRequest, 1, Broken::kMessages, "broken_");
  std::uint64_t others = 0, seen = 0;
  interrupt(m, others);
  interrupt(broken, seen);
  Machines::run();
  EXPECT_EQ(others, 0u);
  EXPECT_EQ(m.messages_of(2, 0), 1u) << "the others still are";
  EXPECT_EQ(m.requests.count(0), 0u) << "nor in the name of the physical function";
  EXPECT_GT(seen, 0u);
}

TEST(SocketVirtualFunctions, ThoseOfTheSecondPortInterruptInTheirOwnName) {
  Machines m(2, Style::kCompleted, HostTransaction::kRequest, 2);
  m.trusting = true;
  m.host.script = [&] {
    m.place();
    Host& host = m.host;
    host.config_write(0x04, 6, 1);
    host.config_write(kSriov + 0x24, static_cast<std::uint32_t>(m.window(kFunctions, 0)), 1);
    host.config_write(kSriov + 0x30, static_cast<std::uint32_t>(m.window(kFunctions, 0, 3)), 1);
    host.config_write(kSriov + 0x10, 2, 1);
    host.config_write(kSriov + 8, 9, 1);
    for (const unsigned n : {0u, 1u}) {
      const unsigned id = Machines::id(n, 1);
      host.config_write(0x04, 4, id);
      host.config_write(kMsix, 0x8000'0000, id);
      const auto put = [&](std::uint32_t place, std::uint32_t value, unsigned bar) {
        EXPECT_EQ(host.access(place, value, true, bar, id), tlm::TLM_OK_RESPONSE);
      };
      set_up_vectors(
          put, [&](unsigned v) { return message_address(n, v); }, 0x100 * n);
      put(kEics, 1, 0);
    }
    Machines::wait(10 * kMicrosecond);
    for (const unsigned n : {0u, 1u}) {
      EXPECT_EQ(m.messages_of(n, 0), 1u);
      EXPECT_EQ(m.requests[Machines::id(n, 1)], 1u);
    }
    EXPECT_EQ(m.requests.size(), 2u);
  };
  Machines::run();
}

TEST(SocketVirtualFunctions, WithoutBusMasteringOneAsksForNothing) {
  Machines m(3);
  m.host.script = [&] {
    m.start();
    for (unsigned n = 0; n < 3; ++n) m.boot(n);
    m.host.config_write(0x04, 0, Machines::id(1));
    m.requests.clear();
    m.transmit(1, frame_of(mac_of(0x500), mac_of(2), 100));
    m.put(1, kEics, 7);
    m.receive(1, 100, 1);
    m.receive(2, 100, 2);
  };
  Machines::run();
  EXPECT_EQ(m.requests.count(Machines::id(1)), 0u);
  EXPECT_GT(m.requests[Machines::id(2)], 0u);
  EXPECT_EQ(m.port().accounting().bucket(RxBucket::kQueueDisabled), 1u);
  EXPECT_EQ(m.arrived(2), std::vector<unsigned>{2});
  EXPECT_TRUE(m.far.frames.empty());
}

}  // namespace
}  // namespace ixsim::bench
