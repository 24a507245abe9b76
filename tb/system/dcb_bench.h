// A bench of transmit in traffic classes: up to 128 backlogged queues, and the record of grants and frames.
#ifndef IXSIM_TB_SYSTEM_DCB_BENCH_H
#define IXSIM_TB_SYSTEM_DCB_BENCH_H

#include <array>
#include <vector>

#include "core_bench.h"
#include "pause_frames.h"
#include "tx_descriptors.h"

namespace ixsim::bench {

// Returns the register of a class: refill, limit, bandwidth group, group strict, link strict.
inline std::uint32_t credit_register(std::uint32_t refill, std::uint32_t limit, unsigned group = 0,
                                     bool group_strict = false, bool link_strict = false) {
  return refill | group << 9 | limit << 12 | (group_strict ? 1u << 30 : 0) | (link_strict ? 1u << 31 : 0);
}

class DcbBench : private WireOut {
 public:
  static constexpr std::uint32_t kRing = 1'024;
  static constexpr Time kSetUp = 5 * kMicrosecond;

  explicit DcbBench(CoreDriver driver = CoreDriver::kEvent, std::uint64_t seed = 1, unsigned lanes = 8,
                    const char* profile = "82598", bool segments = false)
      : bench(config(driver, lanes, profile, segments), bus(), seed) {
    bench.record_events();
    bench.on_event([this](const EventRecord& record) {
      if (record.kind == EventKind::kGrant) grants.push_back(record);
      if (record.kind == EventKind::kGrant) asked.push_back(bench.port().transmit().dma().requests());
      if (record.kind == EventKind::kWireOut) wire.push_back(record);
      for (unsigned i = 0; i < 8; ++i)
        most_used[i] = std::max(most_used[i], bench.port().transmit().dma().buffer_used(i));
      most_used_of_all = std::max(most_used_of_all, bench.port().transmit().dma().buffer_used());
    });
    bench.core().set_wire_out(this);
    write(Reg::FCTRL, 0, 0x400 | field::FCTRL::RPFCE.mask | field::FCTRL::RFCE.mask);
    write(Reg::RXCTRL, 0, 3);
    if (bench.port().profile().transmit_enable) write(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
  }

  void write(Reg reg, unsigned index, std::uint32_t value, Time time = kSetUp) {
    bench.write_at(time, reg, index, value);
  }
  // Sets eight partitions of `kib` KiB each.
  void divide(std::uint32_t kib = 40) {
    for (unsigned i = 0; i < 8; ++i) set_size(i, kib);
    write(Reg::DTXCTL, 0, field::DTXCTL::ENDBUBD.mask);
  }
  // Sets classes of the 82599: MTQC, and `kib` KiB for each class, which requests up to `threshold`. Every
  // priority has its own class.
  void set_classes(std::uint32_t mtqc, std::uint32_t kib = 20, std::uint32_t threshold = 10) {
    write(Reg::MTQC, 0, mtqc);
    write(Reg::RTTUP2TC, 0, 076543210);
    for (unsigned i = 0; i < 8; ++i) {
      set_size(i, kib);
      write(i == 0 ? Reg::TXPBTHRESH0 : Reg::TXPBTHRESH1_7, i == 0 ? 0 : i - 1, threshold);
    }
  }
  void set_size(unsigned number, std::uint32_t kib) {
    write(number == 0 ? Reg::TXPBSIZE0 : Reg::TXPBSIZE1_7, number == 0 ? 0 : number - 1, kib << 10);
  }
  // Sets up a queue from `set_up` on, with `packets` (below 1024) packets of `bytes` without FCS. All of
  // them, or the first few, are offered at `time`.
  void queue(unsigned q, std::uint32_t bytes, std::uint32_t packets, Time time = 2 * kSetUp,
             std::uint32_t offered = kRing, Time set_up = kSetUp) {
    const std::uint64_t ring = ring_of(q);
    for (std::uint32_t i = 0; i < packets; ++i) descriptor(q, i, kFrame, kAdvanced | kWhole | bytes);
    write(Reg::TDBAL, q, static_cast<std::uint32_t>(ring), set_up);
    write(Reg::TDBAH, q, static_cast<std::uint32_t>(ring >> 32), set_up);
    write(Reg::TDLEN, q, kRing * kDescriptorBytes, set_up);
    write(Reg::TXDCTL, q, 32 | field::TXDCTL::WTHRESH.set(0, 8) | field::TXDCTL::ENABLE.mask,
          set_up + kMicrosecond);
    bench.write_at(time, Reg::TDT, q, std::min(packets, offered));
  }
  // Writes a request of `payload` bytes after a header, split into segments of `mss`, to the first two
  // entries of a ring.
  void write_segmentation(unsigned q, std::uint32_t payload, unsigned mss) {
    write_header(bench.memory().at(kFrame));
    descriptor(q, 0, context_low(), context_high(mss));
    descriptor(q, 1, kFrame, segmentation(payload) | (kHeader + payload));
  }
  void run() { bench.run(bench.now() + 200 * kMillisecond); }
  std::uint32_t reg(Reg reg, unsigned index = 0) {
    return bench.port().function().register_peek(0, bench.place(reg, index));
  }
  std::uint64_t sent() { return bench.port().accounting().tx_bucket(TxBucket::kSent); }

  CoreBench bench;
  std::vector<EventRecord> grants, wire;
  std::vector<QueueMask> asked;  // requesting queues at each grant
  std::array<std::uint32_t, 8> most_used{};
  std::uint32_t most_used_of_all = 0;

 private:
  static constexpr std::uint64_t kFrame = kMemoryBase + 0x200000;

  static std::uint64_t ring_of(unsigned q) {
    return kMemoryBase + std::uint64_t{q} * kRing * kDescriptorBytes;
  }
  void descriptor(unsigned q, std::uint32_t index, std::uint64_t low, std::uint64_t high) {
    std::uint8_t* const at = bench.memory().at(ring_of(q) + std::uint64_t{index} * kDescriptorBytes);
    store_le64(at, low);
    store_le64(at + 8, high);
  }
  static ControllerConfig config(CoreDriver driver, unsigned lanes, const char* profile, bool segments) {
    ControllerConfig config;
    config.profile = device_profile(profile);
    config.driver = driver;
    config.pcie.lanes = lanes;
    config.ports[0].segment_grants = segments;
    return config;
  }
  static BusSettings bus() {
    BusSettings bus;
    bus.read_spread = 200 * kNanosecond;
    return bus;
  }
  void frame_out(Time start, unsigned, const FrameRef&) override { bench.wire_output(start); }
};

}  // namespace ixsim::bench

#endif
