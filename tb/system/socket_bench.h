// A bench around the module's sockets. It has a memory that answers in any of the legal ways, a host that
// accesses registers and puts frames on wires, and the link partners. A small receive driver checks every
// descriptor when it is written, and a transmit driver computes the expected frames. One elaboration per
// process.
#ifndef IXSIM_TB_SYSTEM_SOCKET_BENCH_H
#define IXSIM_TB_SYSTEM_SOCKET_BENCH_H

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>

#include "core_bench.h"
#include "ixsim/ethernet_controller.h"

namespace ixsim::bench {

using sc_core::sc_time;
inline sc_time ps(Time t) { return sc_time::from_value(static_cast<sc_dt::uint64>(t)); }
inline Time now() { return static_cast<Time>(sc_core::sc_time_stamp().value()); }

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

// Returns whether answers to reads overtake each other.
bool out_of_order(Style style);

// A memory that answers in one of these ways and notifies an observer of every write as it takes effect.
class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket;
  HostMemory bytes{kMemoryBase, std::uint64_t{2} << 20};
  std::function<void(std::uint64_t address, ByteView data)> written;
  // Callback for each transaction, before it takes effect; true refuses it.
  std::function<bool(const tlm::tlm_generic_payload& payload)> fails;
  std::uint64_t transactions = 0, overlapping = 0;
  // Number of reads whose answer reached the initiator before that of an earlier read.
  std::uint64_t overtakings = 0;
  // Refused writes: address and length.
  std::vector<std::pair<std::uint64_t, std::size_t>> refused;

  Memory(sc_core::sc_module_name name, Style style);

 private:
  void execute(tlm::tlm_generic_payload& p);
  void b_transport(tlm::tlm_generic_payload& p, sc_time& delay);
  tlm::tlm_sync_enum fw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_time& delay);
  void end_request(tlm::tlm_generic_payload& p, Time ahead);
  void respond(tlm::tlm_generic_payload& p, Time ahead);
  void answered(const tlm::tlm_generic_payload& p, const sc_time& delay);
  void at(Time time, std::function<void()> action);
  void run_due();

  Style style_;
  Random random_{9};
  sc_core::sc_event event_;
  std::multimap<Time, std::function<void()>> due_;
  bool requesting_ = false;
  int inside_ = 0;
  std::deque<const tlm::tlm_generic_payload*> asked_;  // reads not answered yet
  Time last_answer_ = 0;
};

class Host : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Host> registers;
  std::vector<std::unique_ptr<tlm_utils::simple_initiator_socket<Host>>> wires;
  std::function<void()> script;
  std::function<void(tlm::tlm_generic_payload&, tlm::tlm_phase)> backward;

  Host(sc_core::sc_module_name name, unsigned ports);
  void write(std::uint32_t offset, std::uint32_t value, unsigned bar = 0, unsigned function = 0);
  void write(Reg reg, unsigned index, std::uint32_t value, unsigned function = 0);
  std::uint32_t read(std::uint32_t offset, unsigned bar = 0, unsigned function = 0);
  std::uint32_t read(Reg reg, unsigned index = 0);
  void config_write(std::uint32_t offset, std::uint32_t value, unsigned function = 0);
  std::uint32_t config_read(std::uint32_t offset, unsigned function = 0);
  tlm::tlm_response_status access(std::uint64_t address, std::uint32_t& value, bool is_write, unsigned bar,
                                  unsigned function);
  static PcieExtension place(PcieExtension::Space space, unsigned function, unsigned bar = 0);
  // Makes any access by b_transport; without an extension the address is one of the bus.
  tlm::tlm_response_status transact(const PcieExtension* extension, std::uint64_t address,
                                    std::uint32_t& value, bool is_write, unsigned length = 4);
  tlm::tlm_response_status send(const Frame& frame, unsigned port = 0);

 private:
  // Removes an extension from a payload that does not own it, also if the call throws.
  template <typename Extension>
  struct Lent {
    tlm::tlm_generic_payload& payload;
    Extension& extension;
    ~Lent() { payload.clear_extension(&extension); }
  };
  void run() { script(); }
  tlm::tlm_sync_enum bw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_time&);
};

// The link partner on a wire.
class LinkPeer : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<LinkPeer> in;
  std::vector<std::vector<std::uint8_t>> frames;
  std::vector<Time> begun;
  std::function<void(Time begun, ByteView frame)> heard;
  explicit LinkPeer(sc_core::sc_module_name name);

 private:
  tlm::tlm_sync_enum take(tlm::tlm_generic_payload& p, tlm::tlm_phase&, sc_time&);
};

struct RingSettings {
  bool advanced = true;
  std::uint32_t buffer_kib = 1;
  std::uint32_t wthresh = 1;
  std::uint32_t eitr = 0;
  bool strip_vlan = false;
  bool keep_crc = false;
  bool store_bad = false;
  std::uint32_t shift = 0;  // offset of the buffers from their KiB boundaries
};

// The module, a memory, a host, and one ring in each direction for each port. Every received descriptor is
// checked when it is written, every sent frame when it has left.
struct System {
  static constexpr std::uint32_t kRing = 256, kTxRing = 128;
  static constexpr std::uint32_t kTxRingAt = 0x8000, kTxBuffersAt = 0x90000;  // offset from the ring

  explicit System(Style style, unsigned ports = 1, ControllerConfig config = {},
                  const std::string& name = "");

  std::uint64_t ring_base(unsigned port) const { return kMemoryBase + port * 0x100000; }
  std::uint64_t buffer(unsigned port, std::uint32_t i) const;

  void set_up(unsigned port);
  void offer(unsigned port, std::uint32_t i);

  // Sends a frame at line rate and records the result that the host must find.
  void send(const FrameRef& frame, unsigned port, std::uint8_t errors = 0, std::size_t gap = 12);

  void written(std::uint64_t address, ByteView data);

  void descriptor(unsigned port, const std::uint8_t* d, std::uint64_t index);

  // --- Transmit: legacy descriptors of queue 0, a packet in up to three of them, at any address.
  void set_up_transmit(unsigned port);
  std::uint32_t txdctl() const { return 32u | 1u << 8 | settings.wthresh << 16 | field::TXDCTL::ENABLE.mask; }
  // Waits until everything is sent, and causes the last completions to be written.
  void finish_transmit(unsigned port);
  // Posts this number of packets of all sizes; the ring must hold all posted packets.
  void transmit(unsigned port, unsigned packets);
  // Expects the transmitted packets: packets with a refused byte are lost; each byte of the others is on the
  // wire, in order.
  void expect_transmitted(unsigned port);

  // Frames received into a buffer each, whose bytes software had made kBlank: of each that it finds done it
  // has every byte that memory took, and those that memory refused are blank. Returns how many lack some; the
  // others must all be done.
  static constexpr std::uint8_t kBlank = 0xa5;
  void blank_buffers(unsigned port);
  std::size_t expect_received(unsigned port, const std::vector<FrameRef>& sent);

  void run(std::function<void()> script);

  void expect_all(unsigned port, std::uint64_t frames);

  struct Expected {
    FrameRef frame;
    std::uint8_t errors;
  };
  struct Ring {
    std::deque<Expected> expected;
    std::vector<std::uint8_t> assembled;
    std::uint64_t next = 0, completed = 0, completed_at_message = 0, messages = 0, write_backs = 0;
  };
  struct Packet {
    std::uint64_t address;
    std::size_t size;
    FrameRef frame;  // expected frame
    bool lost;
  };
  struct Transmit {
    std::vector<Packet> packets;
    std::uint32_t posted = 0;  // descriptors
    std::uint64_t next_buffer = 0;
  };
  static constexpr std::uint64_t kLegacyCommand = 2u << 24, kEopAndRs = 9u << 24;  // IFCS
  RingSettings settings;
  Memory memory;
  Host host;
  std::vector<std::unique_ptr<LinkPeer>> far;
  std::vector<Ring> ring;
  std::vector<Transmit> tx;
  Random random{5};
  std::unique_ptr<EthernetController> nic;
};

inline constexpr unsigned kFrames = 60;

void frames_of_all_sizes(System& system, unsigned port);

// Sends frames of all sizes in both directions through a memory of that style, which must hold requests back,
// or must not.
void data_through(Style style, bool advanced, bool must_stall, std::uint32_t wthresh = 1,
                  std::uint32_t eitr = 0, HostTransaction transaction = HostTransaction::kRequest);

// Data reads that meet an error lose their packet once, for any of the reads; the others are sent.
void failed_reads_through(Style style, HostTransaction transaction = HostTransaction::kRequest);

}  // namespace ixsim::bench

#endif
