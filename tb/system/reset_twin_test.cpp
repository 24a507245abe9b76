// After CTRL.RST a device with a long history behaves as one that has done nothing: the same script gives the
// same record. State that a block does not reset appears as a difference. Source: 82598 datasheet, software
// reset (all registers and queues as after power-on; PCI side kept).
#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "pause_frames.h"
#include "pool_bench.h"
#include "tx_descriptors.h"

namespace ixsim::bench {
namespace {

constexpr Time kResetAt = 400 * kMicrosecond;  // a whole number of cycles of every clock
constexpr std::uint64_t kFrameAt = kMemoryBase + (30 << 20);

class Twin : public PoolBench {
 public:
  Twin() : PoolBench(device_profile("82598")) {
    record_events();
    on_event([this](const EventRecord& record) {
      if (record.time > kResetAt + 20 * kMicrosecond) records.push_back(record);
    });
    write_header(memory().at(kFrameAt));
  }
  // A receive queue with all but one of its descriptors, and thresholds.
  void receive_queue(unsigned queue, std::uint32_t rxdctl) {
    fill_ring(queue);
    set(Reg::RDBAL, queue, static_cast<std::uint32_t>(ring_of(queue)));
    set(Reg::RDBAH, queue, static_cast<std::uint32_t>(ring_of(queue) >> 32));
    set(Reg::RDLEN, queue, kRing * kDescriptorBytes);
    set(Reg::RXDCTL, queue, rxdctl | field::RXDCTL::ENABLE.mask);
    set(Reg::RDT, queue, kRing - 1);
  }
  void transmit_queue(unsigned queue, std::uint32_t txdctl, std::uint32_t packets, std::uint32_t bytes) {
    std::uint8_t* const ring = memory().at(tx_ring_of(queue));
    for (std::uint32_t i = 0; i < packets; ++i) {
      store_le64(ring + 16 * i, kFrameAt);
      store_le64(ring + 16 * i + 8, kAdvanced | kWhole | (bytes + i));
    }
    set(Reg::TDBAL, queue, static_cast<std::uint32_t>(tx_ring_of(queue)));
    set(Reg::TDBAH, queue, static_cast<std::uint32_t>(tx_ring_of(queue) >> 32));
    set(Reg::TDLEN, queue, kRing * kDescriptorBytes);
    set(Reg::TXDCTL, queue, txdctl | field::TXDCTL::ENABLE.mask);
    set(Reg::TDT, queue, packets);
  }
  void messages_on(std::uint32_t eitr) {
    for (unsigned v = 0; v < 16; ++v) {
      set(Reg::MSIXTADD, v, static_cast<std::uint32_t>(kMessageBase + 16 * v));
      set(Reg::MSIXTMSG, v, v);
      set(Reg::MSIXTVCTRL, v, 0);
      set(Reg::EITR, v, eitr);
    }
    for (unsigned i = 0; i < 24; ++i) set(Reg::IVAR, i, 0x83828180u);
    set(Reg::IVAR, 24, 0x8584);
    set(Reg::GPIE, 0, 0xC0000030);
    set(Reg::EIMS, 0, 0xffff);
  }
  void frames(unsigned count, std::size_t size, int vid = -1) {
    for (unsigned i = 0; i < count; ++i) {
      const FrameRef frame = frame_of(kEveryone, mac_of(3), size + i, vid, static_cast<std::uint8_t>(i));
      in_turn(frame);
    }
  }
  // Behind the frames before, with more than the least gap.
  void in_turn(const FrameRef& frame) {
    next_frame_ = std::max(now(), next_frame_);
    frame_at(next_frame_, frame);
    next_frame_ += (8 + 20 + static_cast<Time>(frame->size())) * kByteTime10G;
  }

  // Everything in use, and much of it in the middle.
  void live() {
    set(Reg::FCTRL, 0, 0x700 | field::FCTRL::RFCE.mask | field::FCTRL::RPFCE.mask);
    set(Reg::HLREG0, 0, 0x00012C0F);
    set(Reg::MHADD, 0, 9'018u << 16);
    set(Reg::VLNCTRL, 0, 0x80008100);
    set(Reg::IMIREXT, 0, 1u << 12 | 1u << 19);
    set(Reg::IMIR, 0, 3u << 16);  // every frame
    set(Reg::IMIRVP, 0, 0xf);
    set(Reg::RXPBSIZE0, 0, 24 << 10);
    set(Reg::RXPBSIZE1_7, 4, 40 << 10);
    for (unsigned i = 0; i < 8; ++i) {
      set(Reg::RT2CR, i, (3 + i) | 200u << 12);
      set(Reg::TDTQ2TCCR, i, (5 + i) | 200u << 12);
      set(Reg::TDPT2TCCR, i, (7 + i) | 200u << 12);
      set(Reg::FCRTH, i, 0x800 | 1u << 31);
      set(Reg::FCRTL, i, 0x400 | 1u << 31);
      set(Reg::SRRCTL, i, 2 | 1u << 8 | 5u << 25);
      set(Reg::PSRTYPE, i, 0x7ffff);
    }
    for (unsigned i = 0; i < 4; ++i) set(Reg::FCTTV, i, 0x40004000);
    set(Reg::FCRTV, 0, 0x3ff0);
    set(Reg::RMCS, 0, 0x1c);
    set(Reg::DPMCS, 0, 1);
    set(Reg::PDPMCS, 0, 0x20);
    set(Reg::TIPG, 0, 20);
    set(Reg::RDRXCTL, 0, 0x31);
    set(Reg::RUPPBMR, 0, 1u << 31);
    set(Reg::DROPEN, 0, 0xaaaa);
    set(Reg::TCPTIMER, 0, 0x301);
    messages_on(600);
    set(Reg::RXCTRL, 0, 3);
    for (const unsigned q : {0u, 8u, 16u, 40u}) receive_queue(q, 16 | 4 << 8 | 16 << 16);
    frames(9, 100);
    frames(5, 700, 0xA123);
    run_until(now() + 8 * kMicrosecond);
    set(Reg::RXDCTL, 8, 0);
    set(Reg::TDWBAL, 3, static_cast<std::uint32_t>(kMemoryBase + (31 << 20)) | 1);
    set(Reg::TDWBAH, 3, static_cast<std::uint32_t>(kMemoryBase >> 32));
    for (const unsigned q : {3u, 9u, 17u, 30u}) transmit_queue(q, 32 | 8 << 8 | 16 << 16, 30, 900);
    set(Reg::EICS, 0, 1u << 20 | 0xf0);
    frames(7, 300);
    frames(1, 9'000);
    in_turn(pause(0xffff));
    run_until(next_frame_ + kMicrosecond);
    in_turn(priority_pause_frame(0xff, all_quanta(0xffff)));
    // A queue without descriptors: the packet buffer fills, and the link partner is paused.
    receive_queue(24, 0);
    set(Reg::RDT, 24, 0);
    frames(3, 900, 0x6001);
    run_until(now() + 4 * kMicrosecond);
    frames(2, 2'000);
  }
  void script(bool classes) {
    set(Reg::FCTRL, 0, 0x700);
    set(Reg::SRRCTL, 0, 2 | 1u << 25);
    if (classes) {
      for (unsigned i = 0; i < 8; ++i) {
        set(Reg::TDTQ2TCCR, i, (20 + i) | 100u << 12);
        set(Reg::TDPT2TCCR, i, (30 + i) | 100u << 12);
        set(Reg::RT2CR, i, (30 + i) | 100u << 12);
      }
      set(Reg::DPMCS, 0, 1);
      set(Reg::PDPMCS, 0, 0x20);
      set(Reg::RMCS, 0, 0xc);
      set(Reg::FCRTH, 0, 0x100 | 1u << 31);
      set(Reg::FCRTL, 0, 0x80 | 1u << 31);
      set(Reg::FCTTV, 0, 10);
    }
    messages_on(classes ? 100 : 0);
    receive_on();
    for (const unsigned q : {0u, 8u}) receive_queue(q, 32 | 4 << 16);
    // Nothing is offered, whatever was.
    set(Reg::RDBAL, 16, static_cast<std::uint32_t>(ring_of(16)));
    set(Reg::RDBAH, 16, static_cast<std::uint32_t>(ring_of(16) >> 32));
    set(Reg::RDLEN, 16, kRing * kDescriptorBytes);
    set(Reg::RXDCTL, 16, 32 | field::RXDCTL::ENABLE.mask);
    frames(20, 100);
    for (const unsigned q : {1u, 3u, 9u, 30u}) transmit_queue(q, 8 | 4 << 16, 12, 200);
    frames(20, 400, 0x2001);
    run_until(now() + 60 * kMicrosecond);
    for (const Reg reg : {Reg::RDH, Reg::TDH, Reg::RXDCTL, Reg::TXDCTL}) {
      for (unsigned q = 0; q < 32; ++q) get(reg, q);
    }
    for (const Reg reg : {Reg::GPRC, Reg::MPC, Reg::RNBC, Reg::TFCS, Reg::LXOFFTXC, Reg::EICR}) get(reg);
    for (unsigned i = 0; i < 8; ++i)
      for (const Reg reg : {Reg::RT2SR, Reg::TDTQ2TCSR, Reg::TDPT2TCSR}) get(reg, i);
    run_until(now() + 2 * kMillisecond);
  }
  void reset() {
    ASSERT_LT(now(), kResetAt - kMicrosecond);
    run_until(kResetAt);
    write_now(place(Reg::CTRL), 1u << 26);
    run_until(kResetAt + 60 * kMicrosecond);
    // The rings are software's.
    std::fill_n(memory().at(kMemoryBase), 2 << 20, std::uint8_t{0});
  }
  std::vector<EventRecord> records;

 private:
  Time next_frame_ = 0;
};

// The PCIe link is not reset: how many DLLPs stand in front of a TLP may differ, and with them times by a
// little.
constexpr Time kOfLink = kMicrosecond;

// Kind by kind and queue by queue: the same events in the same order, at the same times but for the link.
std::string difference(const std::vector<EventRecord>& a, const std::vector<EventRecord>& b) {
  const auto sorted = [](const std::vector<EventRecord>& records) {
    std::map<std::pair<EventKind, unsigned>, std::vector<EventRecord>> kinds;
    for (const EventRecord& r : records) kinds[{r.kind, r.queue}].push_back(r);
    return kinds;
  };
  const auto text = [](const EventRecord& r) {
    return std::to_string(r.time - kResetAt) + ' ' + name(r.kind) + " queue " + std::to_string(r.queue) +
           " length " + std::to_string(r.length) + " at " + std::to_string(r.address) + " crc " +
           std::to_string(r.crc);
  };
  const auto first = sorted(a), second = sorted(b);
  if (first.size() != second.size()) return "other queues";
  for (const auto& [key, records] : first) {
    const auto found = second.find(key);
    const std::string what = std::string(name(key.first)) + " of queue " + std::to_string(key.second);
    if (found == second.end()) return what + " is missing";
    const std::vector<EventRecord>& others = found->second;
    for (std::size_t i = 0; i < std::min(records.size(), others.size()); ++i) {
      const EventRecord &x = records[i], &y = others[i];
      // Numbers of frames and packets go on; addresses of TLPs do not. What asks for a grant is a matter of
      // time.
      const bool placed = key.first == EventKind::kTlpUp || key.first == EventKind::kInterrupt;
      const bool counts = key.first != EventKind::kGrant;
      const bool same = std::abs(x.time - y.time) <= kOfLink && (!counts || x.length == y.length) &&
                        x.crc == y.crc && (!placed || x.address == y.address);
      if (!same) return what + ": " + text(x) + " | " + text(y);
    }
    if (records.size() != others.size())
      return what + ": " + std::to_string(records.size()) + " | " + std::to_string(others.size());
  }
  return {};
}

TEST(AfterAReset, TheDeviceIsAsNew) {
  for (const bool classes : {false, true}) {
    // Time from the last received frames to the reset: decides which blocks hold work at the reset.
    for (const Time drained : {0, 1, 3, 20, 90}) {
      SCOPED_TRACE(testing::Message() << classes << ' ' << drained << " us");
      Twin fresh, used;
      used.run_until(kResetAt - 180 * kMicrosecond - drained * kMicrosecond);
      used.live();
      if (used.now() > kResetAt - 2 * kMicrosecond) FAIL() << used.now();
      for (Twin* twin : {&fresh, &used}) {
        twin->reset();
        twin->records.clear();
        twin->script(classes);
      }
      EXPECT_GT(fresh.records.size(), 500u);
      EXPECT_EQ(difference(fresh.records, used.records), "");
    }
  }
}

}  // namespace
}  // namespace ixsim::bench
