// The module at its sockets: every legal way for a memory to answer, register accesses right and wrong,
// frames refused. One elaboration a process: CTest runs each test in its own; run by hand with
// --gtest_filter.
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>

#include "core_bench.h"
#include "ixsim/nic/ethernet_controller.h"

namespace ixsim::bench {
namespace {

using sc_core::sc_time;
sc_time ps(Time t) { return sc_time::from_value(static_cast<sc_dt::uint64>(t)); }
Time now() { return static_cast<Time>(sc_core::sc_time_stamp().value()); }

enum class Style {
  kCompleted,       // TLM_COMPLETED, delay annotated
  kBlocking,        // b_transport only
  kBeginResp,       // TLM_UPDATED with BEGIN_RESP, delay annotated
  kUpdated,         // END_REQ at once, BEGIN_RESP later, out of order
  kWithheld,        // END_REQ later, BEGIN_RESP later still, out of order
  kSkipped,         // no END_REQ: BEGIN_RESP later
  kAnnotated,       // END_REQ and BEGIN_RESP on the backward path, both ahead of their time
  kInsideEndReq,    // END_REQ on the backward path inside the forward call
  kInsideBeginResp  // BEGIN_RESP on the backward path inside the forward call
};

// A memory that answers in one of these ways and tells an observer of every write as it takes effect.
class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket;
  HostMemory bytes{kMemoryBase, std::uint64_t{2} << 20};
  std::function<void(std::uint64_t address, ByteView data)> written;
  std::function<bool(bool is_write, std::uint64_t address)> fails;
  std::uint64_t transactions = 0, overlapping = 0;

  Memory(sc_core::sc_module_name name, Style style)
      : sc_core::sc_module(name), socket("socket"), style_(style) {
    if (style == Style::kBlocking) {
      socket.register_b_transport(this, &Memory::b_transport);
    } else {
      socket.register_nb_transport_fw(this, &Memory::fw);
    }
    SC_HAS_PROCESS(Memory);
    SC_METHOD(run_due);
    sensitive << event_;
    dont_initialize();
  }

 private:
  void execute(tlm::tlm_generic_payload& p) {
    ++transactions;
    const std::uint64_t a = p.get_address();
    const bool message = a >= kMessageBase && a < kMessageBase + 0x1000;
    bool ok = !(fails && fails(p.is_write(), a));
    if (ok && p.is_write()) {
      const ByteView data{p.get_data_ptr(), p.get_data_length()};
      ok = message || bytes.write(a, data);
      if (ok && written) written(a, data);
    } else if (ok) {
      ok = bytes.read(a, p.get_data_ptr(), p.get_data_length());
    }
    p.set_response_status(ok ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  void b_transport(tlm::tlm_generic_payload& p, sc_time& delay) {
    if (++inside_ > 1) ++overlapping;
    sc_core::wait(ps(100 * kNanosecond));
    execute(p);
    delay += ps(50 * kNanosecond);
    --inside_;
  }
  tlm::tlm_sync_enum fw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_time& delay) {
    if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
    EXPECT_EQ(phase, tlm::BEGIN_REQ);
    // The request phase is exclusive.
    if (requesting_) ++overlapping;
    const Time wait =
        (20 + static_cast<Time>(random_.below(900))) * kNanosecond + static_cast<Time>(random_.below(999));
    switch (style_) {
      case Style::kCompleted:
        execute(p);
        delay += ps(400 * kNanosecond);
        return tlm::TLM_COMPLETED;
      case Style::kBeginResp:
        execute(p);
        phase = tlm::BEGIN_RESP;
        delay += ps(wait);
        return tlm::TLM_UPDATED;
      case Style::kUpdated:
        execute(p);
        p.acquire();
        at(now() + wait, [this, &p] { respond(p, 0); });
        phase = tlm::END_REQ;
        return tlm::TLM_UPDATED;
      case Style::kWithheld:
        p.acquire();
        requesting_ = true;
        at(now() + wait, [this, &p, wait] {
          execute(p);
          end_request(p, 0);
          at(now() + 5 * kNanosecond + wait / 2, [this, &p] { respond(p, 0); });
        });
        return tlm::TLM_ACCEPTED;
      case Style::kSkipped:
        p.acquire();
        requesting_ = true;
        at(now() + wait, [this, &p] {
          execute(p);
          requesting_ = false;
          respond(p, 0);
        });
        return tlm::TLM_ACCEPTED;
      case Style::kAnnotated:
        p.acquire();
        requesting_ = true;
        at(now() + wait, [this, &p] {
          execute(p);
          end_request(p, 333 * kNanosecond);
          at(now() + 400 * kNanosecond, [this, &p] { respond(p, 777 * kNanosecond); });
        });
        return tlm::TLM_ACCEPTED;
      case Style::kInsideEndReq:
        execute(p);
        p.acquire();
        end_request(p, 0);
        at(now() + wait, [this, &p] { respond(p, 0); });
        return tlm::TLM_ACCEPTED;
      case Style::kInsideBeginResp:
        execute(p);
        p.acquire();
        respond(p, wait);
        return tlm::TLM_ACCEPTED;
      default:
        return tlm::TLM_COMPLETED;
    }
  }
  void end_request(tlm::tlm_generic_payload& p, Time ahead) {
    requesting_ = false;
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_time delay = ps(ahead);
    socket->nb_transport_bw(p, phase, delay);
  }
  void respond(tlm::tlm_generic_payload& p, Time ahead) {
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_time delay = ps(ahead);
    socket->nb_transport_bw(p, phase, delay);
    p.release();
  }
  void at(Time time, std::function<void()> action) {
    due_.emplace(time, std::move(action));
    event_.notify(ps(due_.begin()->first - now()));
  }
  void run_due() {
    while (!due_.empty() && due_.begin()->first <= now()) {
      const auto action = std::move(due_.begin()->second);
      due_.erase(due_.begin());
      action();
    }
    if (!due_.empty()) event_.notify(ps(due_.begin()->first - now()));
  }

  Style style_;
  Random random_{9};
  sc_core::sc_event event_;
  std::multimap<Time, std::function<void()>> due_;
  bool requesting_ = false;
  int inside_ = 0;
};

class Host : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Host> registers;
  std::vector<std::unique_ptr<tlm_utils::simple_initiator_socket<Host>>> wires;
  std::function<void()> script;
  std::function<void(tlm::tlm_generic_payload&, tlm::tlm_phase)> backward;
  // Breaks the device as software sees it: changes what is written (before) or what was read (after).
  std::function<void(Reg reg, unsigned index, bool is_write, std::uint32_t& value)> tamper;

  Host(sc_core::sc_module_name name, unsigned ports) : sc_core::sc_module(name), registers("registers") {
    registers.register_nb_transport_bw(this, &Host::bw);
    for (unsigned i = 0; i < ports; ++i) {
      wires.push_back(
          std::make_unique<tlm_utils::simple_initiator_socket<Host>>(("wire" + std::to_string(i)).c_str()));
    }
    SC_HAS_PROCESS(Host);
    SC_THREAD(run);
  }
  void write(std::uint32_t offset, std::uint32_t value, unsigned bar = 0, unsigned function = 0) {
    if (tamper && bar == 0) broken(offset, true, value);
    ASSERT_EQ(access(offset, value, true, bar, function), tlm::TLM_OK_RESPONSE);
  }
  void write(Reg reg, unsigned index, std::uint32_t value, unsigned function = 0) {
    write(offset_of(reg, index), value, info(reg).space == RegisterSpace::kBar3 ? 3 : 0, function);
  }
  std::uint32_t read(std::uint32_t offset, unsigned bar = 0, unsigned function = 0) {
    std::uint32_t value = 0;
    EXPECT_EQ(access(offset, value, false, bar, function), tlm::TLM_OK_RESPONSE);
    if (tamper && bar == 0) broken(offset, false, value);
    return value;
  }
  std::uint32_t read(Reg reg, unsigned index = 0) {
    return read(offset_of(reg, index), info(reg).space == RegisterSpace::kBar3 ? 3 : 0);
  }
  void broken(std::uint32_t offset, bool is_write, std::uint32_t& value) {
    for (std::size_t i = 0; i < kRegisterCount; ++i) {
      const RegisterInfo& r = kRegisters[i];
      const std::uint32_t end = r.offset + (r.count - 1u) * r.stride;
      if (r.space != RegisterSpace::kBar0 || offset < r.offset || offset > end) continue;
      const unsigned index = r.stride == 0 ? 0 : (offset - r.offset) / r.stride;
      if (offset_of(static_cast<Reg>(i), index) == offset)
        tamper(static_cast<Reg>(i), index, is_write, value);
    }
  }
  void config_write(std::uint32_t offset, std::uint32_t value) {
    std::uint8_t bytes[4];
    store_le32(bytes, value);
    PcieExtension extension;
    extension.space = PcieExtension::Space::kConfig;
    tlm::tlm_generic_payload p;
    p.set_extension(&extension);
    p.set_command(tlm::TLM_WRITE_COMMAND);
    p.set_address(offset);
    p.set_data_ptr(bytes);
    p.set_data_length(4);
    p.set_streaming_width(4);
    sc_time delay = sc_core::SC_ZERO_TIME;
    registers->b_transport(p, delay);
    p.clear_extension(&extension);
    EXPECT_EQ(p.get_response_status(), tlm::TLM_OK_RESPONSE);
  }
  tlm::tlm_response_status access(std::uint64_t address, std::uint32_t& value, bool is_write, unsigned bar,
                                  unsigned function) {
    std::uint8_t bytes[4];
    store_le32(bytes, value);
    PcieExtension extension;
    extension.bar = bar;
    extension.function = function;
    tlm::tlm_generic_payload p;
    p.set_extension(&extension);
    p.set_command(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    p.set_address(address);
    p.set_data_ptr(bytes);
    p.set_data_length(4);
    p.set_streaming_width(4);
    sc_time delay = sc_core::SC_ZERO_TIME;
    registers->b_transport(p, delay);
    value = load_le32(bytes);
    p.clear_extension(&extension);
    return p.get_response_status();
  }
  tlm::tlm_response_status send(const Frame& frame, unsigned port = 0) {
    tlm::tlm_generic_payload p;
    WireExtension extension;
    extension.symbol_error = frame.symbol_error();
    p.set_extension(&extension);
    p.set_command(tlm::TLM_WRITE_COMMAND);
    p.set_data_ptr(const_cast<std::uint8_t*>(frame.bytes().data));
    p.set_data_length(static_cast<unsigned>(frame.size()));
    p.set_streaming_width(static_cast<unsigned>(frame.size()));
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay = sc_core::SC_ZERO_TIME;
    EXPECT_EQ((*wires[port])->nb_transport_fw(p, phase, delay), tlm::TLM_COMPLETED);
    p.clear_extension(&extension);
    return p.get_response_status();
  }

 private:
  void run() { script(); }
  tlm::tlm_sync_enum bw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_time&) {
    if (backward) backward(p, phase);
    return tlm::TLM_ACCEPTED;
  }
};

struct RingSettings {
  bool advanced = true;
  std::uint32_t buffer_kib = 1;
  std::uint32_t wthresh = 1;
  std::uint32_t eitr = 0;
  bool strip_vlan = false;
  bool keep_crc = false;
  bool store_bad = false;
};

// The module, a memory, a host, and for each port one ring whose every descriptor is checked when it is
// written.
struct System {
  static constexpr std::uint32_t kRing = 256;

  explicit System(Style style, unsigned ports = 1)
      : memory("memory", style), host("host", ports), ring(ports) {
    ControllerConfig config;
    config.ports.assign(ports, PortConfig());
    nic = std::make_unique<EthernetController>("nic", config);
    nic->pcie_initiator.bind(memory.socket);
    host.registers.bind(nic->pcie_target);
    for (unsigned i = 0; i < ports; ++i) host.wires[i]->bind(nic->wire_in[i]);
    memory.written = [this](std::uint64_t address, ByteView data) { written(address, data); };
  }

  std::uint64_t ring_base(unsigned port) const { return kMemoryBase + port * 0x100000; }
  std::uint64_t buffer(unsigned port, std::uint32_t i) const {
    return ring_base(port) + 0x10000 + std::uint64_t{i} * settings.buffer_kib * 1'024;
  }

  void set_up(unsigned port) {
    const RingSettings& s = settings;
    sc_core::wait(ps(10 * kMicrosecond));
    host.write(Reg::FCTRL, 0, 0x400u | (s.store_bad ? 2u : 0), port);
    host.write(Reg::VLNCTRL, 0, 0x8100u | (s.strip_vlan ? 1u << 31 : 0), port);
    host.write(Reg::HLREG0, 0, 0x08012C0Du | (s.keep_crc ? 0 : 2u), port);
    host.write(Reg::MHADD, 0, 9'018u << 16, port);
    host.write(Reg::SRRCTL, 0, s.buffer_kib | (s.advanced ? 1u << 25 : 0), port);
    host.write(Reg::RDBAL, 0, static_cast<std::uint32_t>(ring_base(port)), port);
    host.write(Reg::RDBAH, 0, static_cast<std::uint32_t>(ring_base(port) >> 32), port);
    host.write(Reg::RDLEN, 0, kRing * 16, port);
    for (std::uint32_t i = 0; i < kRing; ++i) offer(port, i);
    host.write(Reg::RXDCTL, 0, 16u | 4u << 8 | s.wthresh << 16 | field::RXDCTL::ENABLE.mask, port);
    host.write(Reg::RDT, 0, kRing - 1, port);
    host.write(Reg::MSIXTADD, 0, static_cast<std::uint32_t>(kMessageBase + 16 * port), port);
    host.write(Reg::MSIXTMSG, 0, port, port);
    host.write(Reg::MSIXTVCTRL, 0, 0, port);
    host.write(Reg::IVAR, 0, 0x80, port);
    host.write(Reg::EITR, 0, s.eitr, port);
    host.write(Reg::GPIE, 0, 0xC0000030, port);
    host.write(Reg::EIMS, 0, 1, port);
    host.write(Reg::RXCTRL, 0, 3, port);
    sc_core::wait(ps(5 * kMicrosecond));
  }
  void offer(unsigned port, std::uint32_t i) {
    std::uint8_t* const d = memory.bytes.at(ring_base(port) + 16 * i);
    store_le64(d, buffer(port, i));
    store_le64(d + 8, 0);
  }

  // Sends a frame at line rate and says what the host must find.
  void send(const FrameRef& frame, unsigned port, std::uint8_t errors = 0, std::size_t gap = 12) {
    ring[port].expected.push_back({frame, errors});
    ASSERT_EQ(host.send(*frame, port), tlm::TLM_OK_RESPONSE);
    sc_core::wait(ps(static_cast<Time>(8 + frame->size() + gap) * kByteTime10G));
  }

  void written(std::uint64_t address, ByteView data) {
    for (unsigned port = 0; port < ring.size(); ++port) {
      if (address == kMessageBase + 16 * port) {
        // Data, then descriptor, then interrupt: every message has a write-back of its own before it.
        ++ring[port].messages;
        EXPECT_LE(ring[port].messages, ring[port].write_backs) << "an interrupt before its descriptor";
        ring[port].completed_at_message = ring[port].completed;
      }
      if (address < ring_base(port) || address >= ring_base(port) + 16 * kRing) continue;
      ++ring[port].write_backs;
      for (std::size_t at = 0; at < data.size; at += 16)
        descriptor(port, data.data + at, (address + at - ring_base(port)) / 16);
    }
  }

  void descriptor(unsigned port, const std::uint8_t* d, std::uint64_t index) {
    Ring& r = ring[port];
    EXPECT_EQ(index, r.next) << "descriptors come in ring order";
    const std::uint64_t low = load_le64(d), high = load_le64(d + 8);
    const auto status = static_cast<std::uint32_t>(settings.advanced ? high & 0xfffff : high >> 32 & 0xff);
    const auto length = static_cast<std::uint32_t>((settings.advanced ? high >> 32 : high) & 0xffff);
    const auto errors = static_cast<std::uint32_t>((settings.advanced ? high >> 24 : high >> 40) & 0xff);
    const auto tag = static_cast<std::uint16_t>(high >> 48);
    EXPECT_EQ(status & 1, 1u);
    if (!settings.advanced) {
      EXPECT_EQ(low, buffer(port, static_cast<std::uint32_t>(index)));
    }
    // The data must be in memory by now.
    const std::uint8_t* const data = memory.bytes.at(buffer(port, static_cast<std::uint32_t>(index)));
    r.assembled.insert(r.assembled.end(), data, data + length);
    r.next = (r.next + 1) % kRing;
    if ((status & 2) == 0) {
      EXPECT_EQ(length, settings.buffer_kib * 1'024);
      return;
    }
    ASSERT_FALSE(r.expected.empty());
    const Expected expected = r.expected.front();
    r.expected.pop_front();
    std::vector<std::uint8_t> want(expected.frame->bytes().begin(), expected.frame->bytes().end());
    if (!settings.keep_crc) want.resize(want.size() - 4);
    const bool tagged = want.size() > 16 && load_be16(want.data() + 12) == 0x8100;
    if (tagged && settings.strip_vlan) {
      EXPECT_EQ(tag, load_be16(want.data() + 14));
      EXPECT_NE(status & 8, 0u);
      want.erase(want.begin() + 12, want.begin() + 16);
    } else {
      EXPECT_EQ(status & 8, 0u);
      EXPECT_EQ(tag, 0);
    }
    // Checksum results are another test's matter.
    EXPECT_EQ(errors & 0x3f, expected.errors);
    if (settings.advanced) {
      EXPECT_EQ((status & 0x100) != 0, settings.keep_crc);
    }
    EXPECT_TRUE(r.assembled == want) << "frame " << r.completed << " of " << want.size() << " bytes, found "
                                     << r.assembled.size();
    r.assembled.clear();
    ++r.completed;
  }

  void run(std::function<void()> script) {
    host.script = std::move(script);
    sc_core::sc_start(sc_time(50, sc_core::SC_MS));
  }

  void expect_all(unsigned port, std::uint64_t frames) {
    EXPECT_EQ(ring[port].completed, frames);
    EXPECT_TRUE(ring[port].expected.empty());
    EXPECT_GT(ring[port].messages, 0u);
    EXPECT_EQ(ring[port].completed_at_message, frames) << "the last frame has its interrupt";
    EXPECT_EQ(nic->core().port(port).bucket(RxBucket::kDelivered), frames);
    EXPECT_TRUE(nic->core().idle());
  }

  struct Expected {
    FrameRef frame;
    std::uint8_t errors;
  };
  struct Ring {
    std::deque<Expected> expected;
    std::vector<std::uint8_t> assembled;
    std::uint64_t next = 0, completed = 0, completed_at_message = 0, messages = 0, write_backs = 0;
  };
  RingSettings settings;
  Memory memory;
  Host host;
  std::vector<Ring> ring;
  std::unique_ptr<EthernetController> nic;
};

constexpr unsigned kFrames = 60;

void frames_of_all_sizes(System& system, unsigned port) {
  FrameMaker maker(3 + port);
  for (unsigned i = 0; i < kFrames; ++i) {
    static constexpr std::size_t kSizes[] = {64, 65, 1'027, 1'028, 1'029, 1'518, 4'000, 9'018, 100, 2'052};
    system.send(maker.normal(kSizes[i % 10]), port);
    if (i % 10 == 9) sc_core::wait(ps(20 * kMicrosecond));
  }
}

void data_through(Style style, bool advanced, bool must_stall, std::uint32_t wthresh = 1,
                  std::uint32_t eitr = 0) {
  System system(style);
  system.settings.advanced = advanced;
  system.settings.wthresh = wthresh;
  system.settings.eitr = eitr;
  system.run([&] {
    system.set_up(0);
    frames_of_all_sizes(system, 0);
  });
  system.expect_all(0, kFrames);
  EXPECT_EQ(system.memory.overlapping, 0u);
  const RootPort& root = system.nic->core().endpoint().root();
  EXPECT_EQ(root.target_stalls() > 0, must_stall);
  EXPECT_EQ(root.target_stall_time() > 0, must_stall);
}

TEST(Sockets, MemoryCompletesAtOnce) { data_through(Style::kCompleted, true, false); }
TEST(Sockets, MemoryCompletesAtOnceWithModeration) { data_through(Style::kCompleted, true, false, 8, 40); }
TEST(Sockets, MemoryHasBlockingTransportOnly) { data_through(Style::kBlocking, true, true); }
TEST(Sockets, MemoryRespondsAtOnce) { data_through(Style::kBeginResp, false, false); }
TEST(Sockets, MemoryEndsRequestsAtOnceAndRespondsOutOfOrder) { data_through(Style::kUpdated, true, true); }
TEST(Sockets, MemoryWithholdsEndOfRequest) { data_through(Style::kWithheld, false, true, 8, 40); }
TEST(Sockets, MemorySkipsEndOfRequest) { data_through(Style::kSkipped, true, true); }
TEST(Sockets, MemoryAnswersAheadOfTime) { data_through(Style::kAnnotated, true, true); }
TEST(Sockets, MemoryEndsRequestsInsideTheCall) { data_through(Style::kInsideEndReq, true, true); }
TEST(Sockets, MemoryRespondsInsideTheCall) { data_through(Style::kInsideBeginResp, true, false); }

TEST(Sockets, TwoPortsAtOnce) {
  System system(Style::kWithheld, 2);
  system.run([&] {
    system.set_up(0);
    system.set_up(1);
    FrameMaker maker(1);
    for (unsigned i = 0; i < kFrames; ++i) {
      const FrameRef a = maker.normal(1'518), b = maker.normal(64 + 20 * i);
      system.ring[0].expected.push_back({a, 0});
      system.ring[1].expected.push_back({b, 0});
      EXPECT_EQ(system.host.send(*a, 0), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(system.host.send(*b, 1), tlm::TLM_OK_RESPONSE);
      sc_core::wait(ps(3 * kMicrosecond));
    }
  });
  system.expect_all(0, kFrames);
  system.expect_all(1, kFrames);
}

void tagged_and_bad(bool advanced) {
  System system(Style::kCompleted);
  system.settings.advanced = advanced;
  system.settings.strip_vlan = true;
  system.settings.keep_crc = true;
  system.settings.store_bad = true;
  unsigned sent = 0;
  system.run([&] {
    system.set_up(0);
    FrameMaker maker(4);
    for (unsigned round = 0; round < 6; ++round) {
      const std::size_t size = 64 + 300 * round;
      system.send(maker.special(Special::kForeignVlan, size, 9'018), 0);
      system.send(maker.special(Special::kBadCrc, size, 9'018), 0, 0x01);
      system.send(maker.special(Special::kSymbol, size, 9'018), 0, 0x01);
      system.send(maker.special(Special::kRunt, size, 9'018), 0, 0x20);
      system.send(maker.special(Special::kFragment, size, 9'018), 0, 0x21);
      system.send(maker.special(Special::kOversize, size, 9'018), 0, 0x10);
      system.send(maker.special(Special::kJabber, size, 9'018), 0, 0x11);
      system.send(maker.special(Special::kLengthField, size, 9'018), 0, 0x02);
      sent += 8;
      sc_core::wait(ps(40 * kMicrosecond));
    }
  });
  system.expect_all(0, sent);
}
TEST(Sockets, TagsStrippedChecksumsKeptBadFramesStored) { tagged_and_bad(true); }
TEST(Sockets, TagsStrippedChecksumsKeptBadFramesStoredLegacy) { tagged_and_bad(false); }

// Writes that meet an error are counted as lost frames; nothing hangs and nothing is counted twice.
void with_errors(Style style) {
  System system(style);
  Random random(2);
  std::uint64_t failed = 0;
  system.memory.fails = [&](bool is_write, std::uint64_t address) {
    const bool data = address >= kMemoryBase + 0x10000;
    const bool hit = is_write && data && random.chance(1, 6);
    failed += hit ? 1 : 0;
    return hit;
  };
  system.memory.written = nullptr;
  system.run([&] {
    system.set_up(0);
    FrameMaker maker(3);
    for (unsigned i = 0; i < kFrames; ++i) system.send(maker.normal(900), 0);
  });
  const NicPort& port = system.nic->core().port(0);
  EXPECT_GT(failed, 0u);
  EXPECT_EQ(port.bucket(RxBucket::kDmaError), failed);
  EXPECT_EQ(port.bucket(RxBucket::kDelivered) + failed, kFrames);
  EXPECT_TRUE(system.nic->core().idle());
}
TEST(Sockets, FailedWritesLoseTheirFrame) { with_errors(Style::kCompleted); }
TEST(Sockets, FailedWritesLoseTheirFrameWithBlockingMemory) { with_errors(Style::kBlocking); }

// A ring that cannot be read: its frames are lost, the other registers go on working.
TEST(Sockets, FailedReadsStopTheQueueOnly) {
  System system(Style::kWithheld);
  system.memory.fails = [](bool is_write, std::uint64_t) { return !is_write; };
  system.run([&] {
    system.set_up(0);
    FrameMaker maker(3);
    for (unsigned i = 0; i < 10; ++i) {
      EXPECT_EQ(system.host.send(*maker.normal(500)), tlm::TLM_OK_RESPONSE);
      sc_core::wait(ps(kMicrosecond));
    }
    sc_core::wait(ps(100 * kMicrosecond));
    EXPECT_EQ(system.host.read(offset_of(Reg::GPRC)), 10u);
  });
  EXPECT_EQ(system.nic->core().port(0).bucket(RxBucket::kDmaError), 10u);
  EXPECT_TRUE(system.nic->core().idle());
}

// What the host sees and when: every transaction is on the socket at the edge at which its last TLP arrived.
TEST(Sockets, TransactionsAreNeitherEarlyNorLate) {
  struct Sink : EventSink {
    std::map<std::uint64_t, std::deque<Time>> arrival;  // by the address after the TLP's last byte
    void event(const EventRecord& r) override {
      // A read carries nothing.
      if ((r.kind == EventKind::kTlpUp && r.crc != 0) || r.kind == EventKind::kInterrupt)
        arrival[r.address + r.length].push_back(r.time);
    }
  } sink;
  System system(Style::kCompleted);
  system.nic->core().set_event_sink(&sink);
  std::uint64_t compared = 0;
  const auto check = system.memory.written;
  system.memory.written = [&](std::uint64_t address, ByteView data) {
    check(address, data);
    auto& arrivals = sink.arrival[address + data.size];
    ASSERT_FALSE(arrivals.empty());
    EXPECT_EQ(now(), Clock(2'000).edge_at_or_after(arrivals.front()));
    arrivals.pop_front();
    ++compared;
  };
  system.run([&] {
    system.set_up(0);
    frames_of_all_sizes(system, 0);
  });
  system.expect_all(0, kFrames);
  EXPECT_GT(compared, 3 * kFrames / 2);
}

TEST(Sockets, RegisterAccesses) {
  System system(Style::kCompleted, 2);
  std::uint64_t responses = 0;
  system.host.backward = [&](tlm::tlm_generic_payload&, tlm::tlm_phase phase) {
    if (phase == tlm::BEGIN_RESP) ++responses;
  };
  system.run([&] {
    Host& host = system.host;
    sc_core::wait(ps(10 * kMicrosecond));
    // Values come back from the function and space they went to.
    host.write(Reg::MTA, 3, 0x12345678, 0);
    host.write(Reg::MTA, 3, 0x9abcdef0, 1);
    host.write(Reg::MSIXTMSG, 2, 0x55, 1);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 3), 0, 0), 0x12345678u);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 3), 0, 1), 0x9abcdef0u);
    EXPECT_EQ(host.read(offset_of(Reg::MSIXTMSG, 2), 3, 1), 0x55u);
    EXPECT_EQ(host.read(offset_of(Reg::MSIXTMSG, 2), 3, 0), 0u);
    EXPECT_EQ(host.read(offset_of(Reg::STATUS), 0, 1) >> 2 & 3, 1u);
    // A read takes the link down and back at least.
    const Time before = now();
    host.read(offset_of(Reg::STATUS));
    EXPECT_GE(now() - before, 2 * 100 * kNanosecond + 32 * kNanosecond);

    std::uint32_t value = 0;
    EXPECT_EQ(host.access(0, value, false, 0, 2), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(0, value, false, 0, 256), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(0, value, false, 1, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(0, value, false, 256, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(std::uint64_t{1} << 32, value, true, 0, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(2, value, true, 0, 0), tlm::TLM_BURST_ERROR_RESPONSE);

    std::uint8_t bytes[8] = {};
    std::uint8_t enables[4] = {0xff, 0, 0xff, 0xff};
    // Without an extension an address is one of the bus.
    const std::uint64_t registers_at = system.nic->core().port(0).config_space().bar(0);
    const auto blocking = [&](tlm::tlm_generic_payload& p) {
      sc_time delay = ps(77 * kNanosecond);
      host.registers->b_transport(p, delay);
      return p.get_response_status();
    };
    const auto payload = [&](tlm::tlm_command command, unsigned length) {
      auto p = std::make_unique<tlm::tlm_generic_payload>();
      p->set_command(command);
      p->set_address(registers_at + offset_of(Reg::MTA, 3));
      p->set_data_ptr(bytes);
      p->set_data_length(length);
      p->set_streaming_width(length);
      return p;
    };
    for (const unsigned length : {0u, 1u, 2u, 8u}) {
      EXPECT_EQ(blocking(*payload(tlm::TLM_READ_COMMAND, length)), tlm::TLM_BURST_ERROR_RESPONSE) << length;
      EXPECT_EQ(blocking(*payload(tlm::TLM_WRITE_COMMAND, length)), tlm::TLM_BURST_ERROR_RESPONSE) << length;
    }
    auto p = payload(tlm::TLM_WRITE_COMMAND, 4);
    p->set_streaming_width(2);
    EXPECT_EQ(blocking(*p), tlm::TLM_BURST_ERROR_RESPONSE);
    p = payload(tlm::TLM_WRITE_COMMAND, 4);
    p->set_byte_enable_ptr(enables);
    p->set_byte_enable_length(4);
    EXPECT_EQ(blocking(*p), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    p = payload(tlm::TLM_IGNORE_COMMAND, 4);
    EXPECT_EQ(blocking(*p), tlm::TLM_COMMAND_ERROR_RESPONSE);
    p = payload(tlm::TLM_READ_COMMAND, 4);
    p->set_data_ptr(nullptr);
    EXPECT_NE(blocking(*p), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 3)), 0x12345678u) << "a refused write changed something";

    // Non-blocking, with and without annotated delay.
    for (const Time ahead : {Time{0}, 500 * kNanosecond}) {
      p = payload(tlm::TLM_READ_COMMAND, 4);
      std::fill_n(bytes, 4, std::uint8_t{0});
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_time delay = ps(ahead);
      const std::uint64_t seen = responses;
      const auto status = host.registers->nb_transport_fw(*p, phase, delay);
      EXPECT_TRUE(status == tlm::TLM_ACCEPTED || (status == tlm::TLM_UPDATED && phase == tlm::END_REQ));
      const Time asked = now();
      while (responses == seen && now() < asked + 10 * kMicrosecond) sc_core::wait(ps(10 * kNanosecond));
      EXPECT_EQ(responses, seen + 1);
      EXPECT_GE(now(), asked + ahead);
      EXPECT_EQ(p->get_response_status(), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(load_le32(bytes), 0x12345678u);
    }

    // The debug path sees the present and changes nothing.
    host.write(Reg::EICS, 0, 5);
    sc_core::wait(ps(kMicrosecond));
    const auto debug = [&](Reg reg) {
      auto d = payload(tlm::TLM_READ_COMMAND, 4);
      d->set_address(registers_at + offset_of(reg));
      EXPECT_EQ(host.registers->transport_dbg(*d), 4u);
      return load_le32(bytes);
    };
    EXPECT_EQ(debug(Reg::EICR), 5u);
    EXPECT_EQ(debug(Reg::EICR), 5u);
    const std::uint32_t timer = debug(Reg::FRTIMER);
    sc_core::wait(ps(300 * kMicrosecond));
    const std::uint32_t later = debug(Reg::FRTIMER);
    EXPECT_EQ(((later & 0x3ff) + 1'000 - (timer & 0x3ff)) % 1'000, 300u);
    EXPECT_EQ(host.read(offset_of(Reg::EICR)), 5u);
    EXPECT_EQ(debug(Reg::EICR), 0u) << "a read clears";
    auto d = payload(tlm::TLM_WRITE_COMMAND, 4);
    EXPECT_EQ(host.registers->transport_dbg(*d), 0u);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 3)), 0x12345678u);
  });
}

// Whatever a debugger asks for, nothing is written, nothing is lost and nothing else is read.
TEST(Sockets, DebugAccessesOfEveryKind) {
  System system(Style::kCompleted, 2);
  system.run([&] {
    Host& host = system.host;
    sc_core::wait(ps(10 * kMicrosecond));
    host.write(Reg::EICS, 0, 5);
    host.write(Reg::MTA, 0, 0x1234);
    sc_core::wait(ps(kMicrosecond));
    std::uint8_t bytes[64];
    const auto debug = [&](tlm::tlm_command command, PcieExtension::Space space, unsigned function,
                           unsigned bar, std::uint64_t address, unsigned length, bool data = true) {
      std::fill(std::begin(bytes), std::end(bytes), std::uint8_t{0xa5});
      PcieExtension extension;
      extension.space = space;
      extension.function = function;
      extension.bar = bar;
      tlm::tlm_generic_payload p;
      p.set_extension(&extension);
      p.set_command(command);
      p.set_address(address);
      p.set_data_ptr(data ? bytes : nullptr);
      p.set_data_length(length);
      p.set_streaming_width(length);
      const unsigned count = host.registers->transport_dbg(p);
      p.clear_extension(&extension);
      for (unsigned i = count; i < sizeof bytes; ++i) EXPECT_EQ(bytes[i], 0xa5) << "byte " << i;
      return count;
    };
    const auto read = tlm::TLM_READ_COMMAND, write = tlm::TLM_WRITE_COMMAND;
    using Space = PcieExtension::Space;
    EXPECT_EQ(debug(read, Space::kMemory, 0, 0, offset_of(Reg::EICR), 4), 4u);
    EXPECT_EQ(load_le32(bytes), 5u);
    EXPECT_EQ(debug(read, Space::kMemory, 0, 0, 0x1fffc, 4), 4u) << "no register there: 0";
    EXPECT_EQ(load_le32(bytes), 0u);
    EXPECT_EQ(debug(read, Space::kConfig, 1, 0, 2, 2), 2u);
    EXPECT_EQ(load_le16(bytes), 0x10c6u);
    for (const unsigned length : {0u, 1u, 2u, 3u, 5u, 8u, 0x80000000u, 0xffffffffu})
      EXPECT_EQ(debug(read, Space::kMemory, 0, 0, offset_of(Reg::EICR), length), 0u) << length;
    for (const unsigned length : {0u, 3u, 8u, 0xffffffffu})
      EXPECT_EQ(debug(read, Space::kConfig, 0, 0, 0, length), 0u) << length;
    for (const std::uint64_t address :
         {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 32, ~std::uint64_t{3}})
      EXPECT_EQ(debug(read, Space::kMemory, 0, 0, address, 4), 0u) << address;
    EXPECT_EQ(debug(read, Space::kConfig, 0, 0, 4'096, 4), 0u);
    EXPECT_EQ(debug(read, Space::kMemory, 2, 0, 0, 4), 0u);
    EXPECT_EQ(debug(read, Space::kMemory, ~0u, 0, 0, 4), 0u);
    EXPECT_EQ(debug(read, Space::kMemory, 0, 1, 0, 4), 0u);
    EXPECT_EQ(debug(read, Space::kMemory, 0, 0, 0, 4, false), 0u);
    EXPECT_EQ(debug(write, Space::kMemory, 0, 0, offset_of(Reg::MTA), 4), 0u);
    EXPECT_EQ(debug(write, Space::kConfig, 0, 0, 4, 2), 0u);
    EXPECT_EQ(debug(tlm::TLM_IGNORE_COMMAND, Space::kMemory, 0, 0, 0, 4), 0u);
    EXPECT_EQ(host.read(offset_of(Reg::MTA)), 0x1234u);
    // What a read would change stays: a semaphore is not taken, a cause not cleared.
    EXPECT_EQ(debug(read, Space::kMemory, 0, 0, offset_of(Reg::SWSM), 4), 4u);
    EXPECT_EQ(host.read(offset_of(Reg::SWSM)) & 1, 0u);
    EXPECT_EQ(host.read(offset_of(Reg::EICR)), 5u);
  });
}

TEST(Sockets, ConfigurationAndIoSpaces) {
  System system(Style::kCompleted, 2);
  sc_core::sc_signal<bool> line("line");
  system.nic->intx[1].bind(line);
  system.run([&] {
    Host& host = system.host;
    sc_core::wait(ps(10 * kMicrosecond));
    const auto access = [&](PcieExtension::Space space, std::uint64_t address, std::uint32_t& value,
                            unsigned length, bool is_write, unsigned function) {
      std::uint8_t bytes[4];
      store_le32(bytes, value);
      PcieExtension extension;
      extension.space = space;
      extension.function = function;
      extension.bar = space == PcieExtension::Space::kIo ? 2 : 0;
      tlm::tlm_generic_payload p;
      p.set_extension(&extension);
      p.set_command(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
      p.set_address(address);
      p.set_data_ptr(bytes);
      p.set_data_length(length);
      p.set_streaming_width(length);
      sc_time delay = sc_core::SC_ZERO_TIME;
      host.registers->b_transport(p, delay);
      value = load_le32(bytes);
      p.clear_extension(&extension);
      return p.get_response_status();
    };
    const auto config_read = [&](std::uint64_t address, unsigned length, unsigned function = 0) {
      std::uint32_t value = 0;
      EXPECT_EQ(access(PcieExtension::Space::kConfig, address, value, length, false, function),
                tlm::TLM_OK_RESPONSE);
      return value;
    };
    const auto config_write = [&](std::uint64_t address, std::uint32_t value, unsigned length,
                                  unsigned function = 0) {
      const Time before = now();
      EXPECT_EQ(access(PcieExtension::Space::kConfig, address, value, length, true, function),
                tlm::TLM_OK_RESPONSE);
      EXPECT_GE(now() - before, 2 * 100 * kNanosecond) << "it is completed, down the link and back";
    };
    EXPECT_EQ(config_read(0, 4), 0x10c68086u);
    EXPECT_EQ(config_read(2, 2), 0x10c6u);
    EXPECT_EQ(config_read(0x3d, 1, 1), 2u);
    EXPECT_EQ(config_read(0xb2, 2), 0x81u);
    config_write(0x3c, 0x5a, 1);
    EXPECT_EQ(config_read(0x3c, 4), 0x15au);
    config_write(0x5c, 0xbeef, 2);
    EXPECT_EQ(config_read(0x5c, 4), 0xbeefu);
    std::uint32_t value = 0;
    const auto config = PcieExtension::Space::kConfig, io = PcieExtension::Space::kIo;
    EXPECT_EQ(access(config, 4'096, value, 4, false, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(config, 0, value, 4, false, 2), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(config, 3, value, 2, false, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(access(config, 0, value, 3, false, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(access(io, 32, value, 4, false, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(io, 0, value, 1, false, 0), tlm::TLM_BURST_ERROR_RESPONSE);

    // The window: IOADDR, IODATA.
    value = offset_of(Reg::MTA, 7);
    EXPECT_EQ(access(io, 0, value, 4, true, 1), tlm::TLM_OK_RESPONSE);
    value = 0xfeed;
    EXPECT_EQ(access(io, 4, value, 4, true, 1), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 7), 0, 1), 0xfeedu);

    // An address of the bus goes to the function whose BAR has it.
    const auto on_bus = [&](std::uint64_t address, std::uint32_t& word) {
      std::uint8_t bytes[4] = {};
      tlm::tlm_generic_payload p;
      p.set_command(tlm::TLM_READ_COMMAND);
      p.set_address(address);
      p.set_data_ptr(bytes);
      p.set_data_length(4);
      p.set_streaming_width(4);
      sc_time delay = sc_core::SC_ZERO_TIME;
      host.registers->b_transport(p, delay);
      word = load_le32(bytes);
      return p.get_response_status();
    };
    config_write(0x10, 0xd0000000, 4, 1);
    config_write(0x1c, 0xd0100000, 4, 1);
    EXPECT_EQ(on_bus(0xd0000000 + offset_of(Reg::MTA, 7), value), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(value, 0xfeedu);
    EXPECT_EQ(on_bus(0xd010000c, value), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(value, 1u) << "vector 0 is masked";
    EXPECT_EQ(on_bus(0xd0020000, value), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "just beyond";
    EXPECT_EQ(on_bus(0x1000, value), tlm::TLM_ADDRESS_ERROR_RESPONSE);

    // A closed space answers nothing, by whatever way.
    config_write(0x04, 4, 2, 1);
    EXPECT_EQ(host.access(offset_of(Reg::STATUS), value, false, 0, 1), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(value, 0xffffffffu);
    EXPECT_EQ(on_bus(0xd0000000, value), tlm::TLM_ADDRESS_ERROR_RESPONSE);

    // The interrupt line, once MSI-X is off.
    config_write(0x04, 7, 2, 1);
    config_write(0x62, 0, 2, 1);
    host.write(Reg::EIMS, 0, 1, 1);
    host.write(Reg::EICS, 0, 1, 1);
    EXPECT_FALSE(line.read()) << "its message takes its time";
    sc_core::wait(ps(kMicrosecond));
    EXPECT_TRUE(line.read());
    host.read(offset_of(Reg::EICR), 0, 1);
    sc_core::wait(ps(kMicrosecond));
    EXPECT_FALSE(line.read());
  });
  EXPECT_EQ(system.nic->late_outputs(), 0u);
}

// --- The steps of the driver's self test. Each returns 0 if it passes, else what its driver would report;
// each is also run on a device that is broken so that this step, and no other fault of the bench, must find
// it.

class SelfTest {
 public:
  using Tamper = std::function<void(Reg, unsigned, bool, std::uint32_t&)>;

  // Runs a step on a whole device, or on a broken one.
  static std::uint32_t run(std::uint32_t (SelfTest::*step)(), const Tamper& tamper) {
    SelfTest test;
    std::uint32_t result = ~std::uint32_t{0};
    test.system_.host.tamper = tamper;
    test.system_.run([&] {
      sc_core::wait(ps(10 * kMicrosecond));
      result = (test.*step)();
    });
    return result;
  }

  std::uint32_t registers();
  std::uint32_t eeprom();
  std::uint32_t interrupt_line() { return interrupt(false); }
  std::uint32_t interrupt_message() { return interrupt(true); }
  std::uint32_t msix();
  std::uint32_t loopback();
  std::uint32_t link();

 private:
  SelfTest() : system_(Style::kCompleted) {
    system_.nic->intx[0].bind(line_);
    system_.memory.written = [this](std::uint64_t address, ByteView data) {
      if (address >= kMessageBase && address < kMessageBase + 0x1000)
        messages_.push_back(load_le32(data.data));
    };
  }
  std::uint32_t interrupt(bool message);
  std::uint32_t read(Reg reg, unsigned index = 0) { return system_.host.read(reg, index); }
  void write(Reg reg, unsigned index, std::uint32_t value) { system_.host.write(reg, index, value); }
  bool pattern(Reg reg, unsigned index, std::uint32_t mask, std::uint32_t written);
  bool set_and_read(Reg reg, std::uint32_t mask);
  std::uint16_t word(unsigned address);
  // Whether an interrupt has come; its handler reads EICR.
  bool interrupted();

  System system_;
  sc_core::sc_signal<bool> line_{"line"};
  std::vector<std::uint32_t> messages_;
  std::uint32_t causes_ = 0;
};

bool SelfTest::pattern(Reg reg, unsigned index, std::uint32_t mask, std::uint32_t written) {
  for (const std::uint32_t p : {0x5A5A5A5Au, 0xA5A5A5A5u, 0u, 0xFFFFFFFFu}) {
    const std::uint32_t before = read(reg, index);
    write(reg, index, p & written);
    const std::uint32_t after = read(reg, index);
    write(reg, index, before);
    if (after != (p & written & mask)) return false;
  }
  return true;
}

bool SelfTest::set_and_read(Reg reg, std::uint32_t mask) {
  const std::uint32_t before = read(reg);
  write(reg, 0, mask);
  const std::uint32_t after = read(reg);
  write(reg, 0, before);
  return (after & mask) == mask;
}

std::uint32_t SelfTest::registers() {
  const std::uint32_t status = read(Reg::STATUS) & 0x7FFFF3FF;
  write(Reg::STATUS, 0, 0x7FFFF3FF);
  if ((read(Reg::STATUS) & 0x7FFFF3FF) != status) return 1;
  struct Row {
    Reg reg;
    unsigned count;
    std::uint32_t mask, written;
  };
  const Row rows[] = {{Reg::FCRTL, 1, 0x8007FFF0, 0x8007FFF0},
                      {Reg::FCRTH, 1, 0x8007FFF0, 0x8007FFF0},
                      {Reg::PFCTOP, 1, 0xFFFFFFFF, 0xFFFFFFFF},
                      {Reg::VLNCTRL, 1, 0, 0},
                      {Reg::RDBAL, 4, 0xFFFFFF80, 0xFFFFFFFF},
                      {Reg::RDBAH, 4, 0xFFFFFFFF, 0xFFFFFFFF},
                      {Reg::RDLEN, 4, 0x000FFF80, 0x000FFFFF},
                      {Reg::FCTTV, 1, 0xFFFFFFFF, 0xFFFFFFFF},
                      {Reg::TIPG, 1, 0xFF, 0xFF},
                      {Reg::TDBAL, 4, 0xFFFFFF80, 0xFFFFFFFF},
                      {Reg::TDBAH, 4, 0xFFFFFFFF, 0xFFFFFFFF},
                      {Reg::TDLEN, 4, 0x000FFF80, 0x000FFFFF},
                      {Reg::RAL, 16, 0xFFFFFFFF, 0xFFFFFFFF},
                      {Reg::RAH, 16, 0x800CFFFF, 0x800CFFFF},
                      {Reg::MTA, 128, 0xFFFFFFFF, 0xFFFFFFFF}};
  for (const Row& row : rows) {
    for (unsigned i = 0; i < row.count; ++i) {
      if (!pattern(row.reg, i, row.mask, row.written)) return offset_of(row.reg, i);
    }
  }
  // With the queues enabled and rings that make no sense, tails are still only numbers.
  for (unsigned i = 0; i < 4; ++i) write(Reg::RXDCTL, i, 1u << 25);
  for (unsigned i = 0; i < 4; ++i) {
    if (!pattern(Reg::RDT, i, 0xFFFF, 0xFFFF)) return offset_of(Reg::RDT, i);
  }
  for (unsigned i = 0; i < 4; ++i) write(Reg::RXDCTL, i, 0);
  if (!set_and_read(Reg::RXCTRL, 3)) return offset_of(Reg::RXCTRL);
  if (!set_and_read(Reg::DTXCTL, 5)) return offset_of(Reg::DTXCTL);
  return system_.memory.transactions == 0 ? 0 : 2;
}

std::uint16_t SelfTest::word(unsigned address) {
  write(Reg::EERD, 0, address << 2 | 1);
  for (unsigned i = 0; i < 100; ++i) {
    const std::uint32_t value = read(Reg::EERD);
    if ((value & 2) != 0) return static_cast<std::uint16_t>(value >> 16);
    sc_core::wait(ps(5 * kMicrosecond));
  }
  return 0;
}

std::uint32_t SelfTest::eeprom() {
  std::uint32_t sum = 0;
  for (unsigned i = 0; i < 0x40; ++i) sum += word(i);
  for (unsigned i = 3; i < 0xf; ++i) {
    const std::uint16_t pointer = word(i);
    if (pointer == 0 || pointer == 0xffff) continue;
    const std::uint16_t length = word(pointer);
    if (length == 0 || length == 0xffff) continue;
    for (unsigned k = 1; k <= length; ++k) sum += word(pointer + k);
  }
  return (sum & 0xffff) == 0xbaba ? 0 : 1;
}

bool SelfTest::interrupted() {
  sc_core::wait(ps(50 * kMicrosecond));
  if (!line_.read() && messages_.empty()) return false;
  messages_.clear();
  causes_ = read(Reg::EICR);
  sc_core::wait(ps(kMicrosecond));
  return true;
}

std::uint32_t SelfTest::interrupt(bool message) {
  Host& host = system_.host;
  host.config_write(0x60, 0);
  host.config_write(0x04, 7);
  if (message) {
    host.config_write(0x54, static_cast<std::uint32_t>(kMessageBase));
    host.config_write(0x5c, 0x55);
    host.config_write(0x50, 1u << 16);
  }
  write(Reg::EIMC, 0, 0xffffffff);
  read(Reg::EICR);
  for (unsigned i = 0; i < 10; ++i) {
    const std::uint32_t mask = 1u << i, others = ~mask & 0x7fff;
    causes_ = 0;
    write(Reg::EIMC, 0, others);
    write(Reg::EICS, 0, others);
    if (interrupted() && (causes_ & mask) != 0) return 3;
    causes_ = 0;
    write(Reg::EIMS, 0, mask);
    write(Reg::EICS, 0, mask);
    if (!interrupted() || (causes_ & mask) == 0) return 4;
    if (interrupted()) return 6;  // it was told more than once
    write(Reg::EIMC, 0, others);
    write(Reg::EICS, 0, others);
    if (interrupted()) return 5;
    write(Reg::EIMC, 0, mask);
    read(Reg::EICR);
  }
  return 0;
}

std::uint32_t SelfTest::msix() {
  write(Reg::GPIE, 0, 0xC0000030);
  write(Reg::EIMS, 0, 0xffff);
  for (unsigned v = 0; v < 16; ++v) {
    write(Reg::MSIXTADD, v, static_cast<std::uint32_t>(kMessageBase) + 16 * v);
    write(Reg::MSIXTMSG, v, 0x40 + v);
    write(Reg::EICS, 0, 1u << v);
    sc_core::wait(ps(2 * kMicrosecond));
    if (!messages_.empty()) return 1;  // masked in the table
    if (read(Reg::MSIXPBA) != 1u << v) return 2;
    write(Reg::MSIXTVCTRL, v, 0);
    sc_core::wait(ps(2 * kMicrosecond));
    if (messages_ != std::vector<std::uint32_t>{0x40 + v}) return 3;
    if (read(Reg::MSIXPBA) != 0) return 4;
    write(Reg::EICS, 0, 1u << v);
    sc_core::wait(ps(2 * kMicrosecond));
    if (messages_.size() != 2) return 5;
    messages_.clear();
  }
  return 0;
}

std::uint32_t SelfTest::loopback() {
  constexpr std::uint32_t kEntries = 512;
  constexpr std::uint32_t kSize = 1'024;
  const std::uint64_t receive = kMemoryBase, transmit = kMemoryBase + 0x4000;
  const std::uint64_t buffers = kMemoryBase + 0x10000, frame = kMemoryBase + 0x120000;
  HostMemory& memory = system_.memory.bytes;
  const std::uint32_t autoc = read(Reg::AUTOC);
  if (autoc == 0) return 10;
  write(Reg::HLREG0, 0, read(Reg::HLREG0) | 1u << 15);
  write(Reg::FCTRL, 0, 0x502);
  write(Reg::AUTOC, 0, autoc | 1);
  for (const std::uint32_t address : {0x24u, 0x0bu, 0x0cu, 0x0du})
    write(Reg::ATLASCTL, 0, address << 8 | (address == 0x24 ? 0x10 : 0xf0));
  const auto ring = [&](Reg low, Reg high, Reg length, std::uint64_t base) {
    write(low, 0, static_cast<std::uint32_t>(base));
    write(high, 0, static_cast<std::uint32_t>(base >> 32));
    write(length, 0, kEntries * 16);
  };
  ring(Reg::RDBAL, Reg::RDBAH, Reg::RDLEN, receive);
  ring(Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, transmit);
  write(Reg::SRRCTL, 0, 2);
  std::uint8_t* const bytes = memory.at(frame);
  std::fill_n(bytes, kSize, std::uint8_t{0xff});
  std::fill_n(bytes + kSize / 2, kSize / 4 - 1, std::uint8_t{0xaa});
  bytes[kSize / 2 + 10] = 0xbe;
  bytes[kSize / 2 + 12] = 0xaf;
  for (std::uint32_t i = 0; i < kEntries; ++i) {
    store_le64(memory.at(receive + 16 * i), buffers + std::uint64_t{i} * 2'048);
    store_le64(memory.at(receive + 16 * i) + 8, 0);
  }
  write(Reg::RXDCTL, 0, 1u << 25 | 1u << 16);
  write(Reg::TXDCTL, 0, 1u << 25 | 1u << 16 | 32);
  if ((read(Reg::RXDCTL) & read(Reg::TXDCTL) & 1u << 25) == 0) return 11;
  write(Reg::RXCTRL, 0, 3);
  write(Reg::RDT, 0, kEntries - 1);
  sc_core::wait(ps(10 * kMicrosecond));
  std::uint32_t place = 0;
  for (unsigned round = 0; round < 18; ++round) {
    for (unsigned i = 0; i < 64; ++i) {
      std::uint8_t* const d = memory.at(transmit + std::uint64_t{16} * ((place + i) % kEntries));
      store_le64(d, frame);
      store_le64(d + 8, kSize | std::uint64_t{0x0b} << 24);
    }
    write(Reg::TDT, 0, (place + 64) % kEntries);
    sc_core::wait(ps(200 * kMicrosecond));
    for (unsigned i = 0; i < 64; ++i) {
      const std::uint32_t at = (place + i) % kEntries;
      if ((memory.at(transmit + std::uint64_t{16} * at)[12] & 1) == 0) return 12;
      std::uint8_t* const d = memory.at(receive + std::uint64_t{16} * at);
      const std::uint8_t* const data = memory.at(buffers + std::uint64_t{at} * 2'048);
      if ((d[12] & 1) == 0 || load_le16(d + 8) == 0) return 13;
      if (data[3] != 0xff || data[kSize / 2 + 10] != 0xbe || data[kSize / 2 + 12] != 0xaf) return 13;
      store_le64(d, buffers + std::uint64_t{at} * 2'048);
      store_le64(d + 8, 0);
      std::fill_n(memory.at(buffers + std::uint64_t{at} * 2'048), kSize, std::uint8_t{0});
    }
    place = (place + 64) % kEntries;
    write(Reg::RDT, 0, (place + kEntries - 1) % kEntries);
  }
  return 0;
}

std::uint32_t SelfTest::link() {
  for (unsigned i = 0; i < 90; ++i) {
    if ((read(Reg::LINKS) >> 30 & 1) != 0) return 0;
    sc_core::wait(ps(100 * kMicrosecond));
  }
  return 1;
}

TEST(SelfTest, RegistersPass) { EXPECT_EQ(SelfTest::run(&SelfTest::registers, {}), 0u); }
TEST(SelfTest, RegistersFindLowBitsOfARingAddress) {
  const auto low_bits = [](Reg reg, unsigned, bool is_write, std::uint32_t& value) {
    static std::uint32_t last = 0;
    if (reg != Reg::RDBAL) return;
    if (is_write) last = value;
    if (!is_write) value |= last & 0x7f;
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::registers, low_bits), 0x1000u);
}
TEST(SelfTest, RegistersFindABitOfTheHashTable) {
  const auto stuck = [](Reg reg, unsigned index, bool is_write, std::uint32_t& value) {
    if (reg == Reg::MTA && index == 127 && !is_write) value |= 1;
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::registers, stuck), offset_of(Reg::MTA, 127));
}
TEST(SelfTest, RegistersFindAStatusThatTakesWrites) {
  const auto writable = [](Reg reg, unsigned, bool is_write, std::uint32_t& value) {
    static bool written = false;
    if (reg == Reg::STATUS && is_write) written = true;
    if (reg == Reg::STATUS && !is_write && written) value = 0x7FFFF3FF;
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::registers, writable), 1u);
}
TEST(SelfTest, EepromPasses) { EXPECT_EQ(SelfTest::run(&SelfTest::eeprom, {}), 0u); }
TEST(SelfTest, EepromFindsOneWrongBit) {
  const auto flipped = [](Reg reg, unsigned, bool is_write, std::uint32_t& value) {
    if (reg == Reg::EERD && !is_write && (value & 0xffff) == (0x20u << 2 | 2)) value ^= 1u << 20;
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::eeprom, flipped), 1u);
}
TEST(SelfTest, InterruptLinePasses) { EXPECT_EQ(SelfTest::run(&SelfTest::interrupt_line, {}), 0u); }
TEST(SelfTest, InterruptMessagePasses) { EXPECT_EQ(SelfTest::run(&SelfTest::interrupt_message, {}), 0u); }
TEST(SelfTest, InterruptFindsEicsIgnored) {
  const auto ignored = [](Reg reg, unsigned, bool is_write, std::uint32_t& value) {
    if (reg == Reg::EICS && is_write) value = 0;
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::interrupt_line, ignored), 4u);
}
TEST(SelfTest, InterruptFindsAMaskThatDoesNotMask) {
  const auto open = [](Reg reg, unsigned, bool is_write, std::uint32_t& value) {
    if (reg == Reg::EIMS && is_write) value = 0xffff;
    if (reg == Reg::EIMC && is_write) value = 0;
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::interrupt_message, open), 5u);
}
TEST(SelfTest, MsixPasses) { EXPECT_EQ(SelfTest::run(&SelfTest::msix, {}), 0u); }
TEST(SelfTest, MsixFindsMissingPendingBits) {
  const auto lost = [](Reg reg, unsigned, bool is_write, std::uint32_t& value) {
    if (reg == Reg::GPIE && is_write) value &= 0x7fffffff;
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::msix, lost), 2u);
}
TEST(SelfTest, LoopbackPasses) { EXPECT_EQ(SelfTest::run(&SelfTest::loopback, {}), 0u); }
TEST(SelfTest, LoopbackFindsThatThereIsNone) {
  const auto none = [](Reg reg, unsigned, bool is_write, std::uint32_t& value) {
    if (reg == Reg::HLREG0 && is_write) value &= ~(1u << 15);
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::loopback, none), 13u);
}
TEST(SelfTest, LoopbackFindsThatNothingIsSent) {
  const auto silent = [](Reg reg, unsigned, bool is_write, std::uint32_t& value) {
    if (reg == Reg::TDT && is_write) value = 0;
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::loopback, silent), 12u);
}
TEST(SelfTest, LinkPasses) { EXPECT_EQ(SelfTest::run(&SelfTest::link, {}), 0u); }
TEST(SelfTest, LinkFindsThatItIsDown) {
  const auto down = [](Reg reg, unsigned, bool is_write, std::uint32_t& value) {
    if (reg == Reg::LINKS && !is_write) value &= ~(1u << 30);
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::link, down), 1u);
}

TEST(Sockets, FramesBegunTooEarlyAreRefused) {
  System system(Style::kCompleted);
  system.run([&] {
    Host& host = system.host;
    system.set_up(0);
    FrameMaker maker(1);
    const FrameRef frame = maker.normal(100);
    const Time slot = (8 + 100 + 5) * kByteTime10G;
    const auto send = [&] { return host.send(*frame); };
    system.ring[0].expected.assign(3, {frame, 0});
    EXPECT_EQ(send(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(send(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    sc_core::wait(ps(slot - 1));
    EXPECT_EQ(send(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    sc_core::wait(ps(1));
    EXPECT_EQ(send(), tlm::TLM_OK_RESPONSE) << "five bytes after the end of the one before";
    EXPECT_EQ(system.nic->refused_frames(), 2u);
    // A frame on its way is not handed over before it begins, except to b_transport, which waits.
    tlm::tlm_generic_payload p;
    p.set_command(tlm::TLM_WRITE_COMMAND);
    p.set_data_ptr(const_cast<std::uint8_t*>(frame->bytes().data));
    p.set_data_length(100);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay = ps(slot);
    EXPECT_EQ((*host.wires[0])->nb_transport_fw(p, phase, delay), tlm::TLM_COMPLETED);
    EXPECT_EQ(p.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    (*host.wires[0])->b_transport(p, delay);
    EXPECT_EQ(p.get_response_status(), tlm::TLM_OK_RESPONSE);
    p.set_command(tlm::TLM_READ_COMMAND);
    (*host.wires[0])->b_transport(p, delay);
    EXPECT_EQ(p.get_response_status(), tlm::TLM_COMMAND_ERROR_RESPONSE);
    p.set_command(tlm::TLM_WRITE_COMMAND);
    p.set_data_length(0);
    (*host.wires[0])->b_transport(p, delay);
    EXPECT_EQ(p.get_response_status(), tlm::TLM_COMMAND_ERROR_RESPONSE);
  });
  EXPECT_EQ(system.nic->core().port(0).frames(), 3u);
  system.expect_all(0, 3);
}

}  // namespace
}  // namespace ixsim::bench

int sc_main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
