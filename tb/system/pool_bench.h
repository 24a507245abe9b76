// A bench of the 82599: its registers by name, a receive ring for every queue that a test uses, and a record
// of the frames in it.
#ifndef IXSIM_TB_SYSTEM_POOL_BENCH_H
#define IXSIM_TB_SYSTEM_POOL_BENCH_H

#include <gtest/gtest.h>

#include "core_bench.h"
#include "ixsim/device_profile.h"

namespace ixsim::bench {

inline constexpr MacAddress kEveryone{0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
inline MacAddress mac_of(unsigned n) {
  return {0x02, 0, 0, 0, static_cast<std::uint8_t>(n >> 8), static_cast<std::uint8_t>(n)};
}

// Returns a frame; `size` counts the FCS. It has no tag if `vid` is negative. `mark` is the first byte of the
// payload.
inline FrameRef frame_of(const MacAddress& to, const MacAddress& from, std::size_t size = 100, int vid = -1,
                         std::uint8_t mark = 0) {
  std::vector<std::uint8_t> bytes(size - kFcsSize);
  std::copy(to.begin(), to.end(), bytes.begin());
  std::copy(from.begin(), from.end(), bytes.begin() + 6);
  std::size_t at = 12;
  if (vid >= 0) {
    store_be16(bytes.data() + 12, 0x8100);
    store_be16(bytes.data() + 14, static_cast<std::uint16_t>(vid));
    at = 16;
  }
  store_be16(bytes.data() + at, 0x88b5);  // for experiments: no network layer
  bytes[at + 2] = mark;
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

class PoolBench : public CoreBench, private WireOut {
 public:
  static constexpr std::uint32_t kRing = 64;
  static constexpr std::uint32_t kBuffer = 2'048;

  static ControllerConfig config_of(const DeviceProfile& profile, CoreDriver driver = CoreDriver::kEvent) {
    ControllerConfig config;
    config.profile = profile;
    config.driver = driver;
    config.pcie.generation = profile.pcie_generation;
    return config;
  }
  static BusSettings bus() {
    BusSettings settings;
    settings.memory_bytes = std::uint64_t{40} << 20;
    return settings;
  }
  explicit PoolBench(const DeviceProfile& profile = device_profile("82599"), std::uint64_t seed = 1,
                     CoreDriver driver = CoreDriver::kEvent)
      : CoreBench(config_of(profile, driver), bus(), seed), profile_(profile) {
    core().set_wire_out(this);
    run_until(10 * kMicrosecond);
  }

  void set(Reg reg, unsigned index, std::uint32_t value) { write(reg, index, value); }
  std::uint32_t get(Reg reg, unsigned index = 0) { return read(reg, index); }

  // --- The filters, as a driver programs them.
  void address(unsigned n, const MacAddress& address, std::uint64_t pools) {
    set(Reg::RAL, n, load_le32(address.data()));
    set(Reg::RAH, n, load_le16(address.data() + 4) | field::RAH::AV.mask);
    set(Reg::MPSAR_LO, n, static_cast<std::uint32_t>(pools));
    set(Reg::MPSAR_HI, n, static_cast<std::uint32_t>(pools >> 32));
  }
  void vlan(unsigned n, unsigned vid, std::uint64_t pools) {
    set(Reg::VLVF, n, vid | field::VLVF::VI_EN.mask);
    set(Reg::VLVFB, 2 * n, static_cast<std::uint32_t>(pools));
    set(Reg::VLVFB, 2 * n + 1, static_cast<std::uint32_t>(pools >> 32));
  }
  // Enables all pools for both directions; all accept untagged frames.
  void pools_on(unsigned mode, std::uint32_t vt_ctl) {
    set(Reg::MRQC, 0, mode);
    set(Reg::VT_CTL, 0, 1 | vt_ctl);
    for (unsigned i = 0; i < 2; ++i) {
      set(Reg::VFRE, i, ~0u);
      set(Reg::VFTE, i, ~0u);
    }
    for (unsigned pool = 0; pool < profile_.pools; ++pool) set(Reg::VMOLR, pool, field::VMOLR::AUPE.mask);
  }

  // --- Rings.
  static std::uint64_t ring_of(unsigned queue) { return kMemoryBase + queue * (kRing * kDescriptorBytes); }
  static std::uint64_t buffers_of(unsigned queue) {
    return kMemoryBase + (1 << 20) + std::uint64_t{queue} * kRing * kBuffer;
  }
  virtual void fill_ring(unsigned queue) {
    for (std::uint32_t i = 0; i < kRing; ++i) {
      store_le64(memory().at(ring_of(queue) + i * kDescriptorBytes), buffers_of(queue) + i * kBuffer);
      store_le64(memory().at(ring_of(queue) + i * kDescriptorBytes + 8), 0);
    }
  }
  void open(unsigned queue) {
    fill_ring(queue);
    set(Reg::SRRCTL, profile_.buffer_policy_by_queue ? queue : 0, 2 | 1u << 25);
    set(Reg::RDBAL, queue, static_cast<std::uint32_t>(ring_of(queue)));
    set(Reg::RDBAH, queue, static_cast<std::uint32_t>(ring_of(queue) >> 32));
    set(Reg::RDLEN, queue, kRing * kDescriptorBytes);
    set(Reg::RXDCTL, queue, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
    set(Reg::RDT, queue, kRing - 1);
  }
  // --- Transmit rings: legacy descriptors, one a frame.
  static std::uint64_t tx_ring_of(unsigned queue) {
    return kMemoryBase + (512 << 10) + queue * (kRing * kDescriptorBytes);
  }
  static std::uint64_t tx_buffers_of(unsigned queue) {
    return kMemoryBase + (20 << 20) + std::uint64_t{queue} * kRing * kBuffer;
  }
  void open_transmit(unsigned queue) {
    set(Reg::TDBAL, queue, static_cast<std::uint32_t>(tx_ring_of(queue)));
    set(Reg::TDBAH, queue, static_cast<std::uint32_t>(tx_ring_of(queue) >> 32));
    set(Reg::TDLEN, queue, kRing * kDescriptorBytes);
    set(Reg::TXDCTL, queue, 32 | field::TXDCTL::ENABLE.mask);
  }
  void transmit_on(std::uint32_t mtqc = 6) {  // 64 pools of 2
    set(Reg::MTQC, 0, mtqc);
    set(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
  }
  // Writes a frame, whose FCS the device makes, to the ring; doorbell() offers it.
  void post(unsigned queue, const FrameRef& frame) {
    const std::uint32_t index = posted_[queue]++ % kRing;
    const ByteView bytes = frame->without_fcs();
    const std::uint64_t buffer = tx_buffers_of(queue) + index * kBuffer;
    std::copy(bytes.begin(), bytes.end(), memory().at(buffer));
    std::uint8_t* const descriptor = memory().at(tx_ring_of(queue) + index * kDescriptorBytes);
    store_le64(descriptor, buffer);
    store_le64(descriptor + 8, bytes.size | 0x0b00'0000);  // EOP, IFCS, RS
  }
  void doorbell(unsigned queue) { set(Reg::TDT, queue, posted_[queue] % kRing); }
  void transmit(unsigned queue, const FrameRef& frame) {
    post(queue, frame);
    doorbell(queue);
    run_until(now() + 5 * kMicrosecond);
  }
  std::uint64_t bucket(TxBucket bucket) { return port().accounting().tx_bucket(bucket); }
  // Frames seen by the link partner, and the times at which their preambles began.
  std::vector<FrameRef> wire;
  std::vector<Time> wire_starts;

  void receive_on() { set(Reg::RXCTRL, 0, 3); }
  // Returns the frames in the ring of a queue, oldest first: the first byte of payload of each, and its
  // status.
  struct Arrived {
    std::uint8_t mark;
    std::uint32_t status;
    std::uint32_t length;
  };
  std::vector<Arrived> arrived(unsigned queue) {
    std::vector<Arrived> frames;
    for (std::uint32_t i = 0; i < kRing; ++i) {
      const std::uint64_t high = load_le64(memory().at(ring_of(queue) + i * kDescriptorBytes + 8));
      if ((high & 1) == 0) break;
      const std::uint8_t* const bytes = memory().at(buffers_of(queue) + i * kBuffer);
      const std::size_t at = load_be16(bytes + 12) == 0x8100 ? 18 : 14;
      frames.push_back({bytes[at], static_cast<std::uint32_t>(high & 0xfffff),
                        static_cast<std::uint32_t>(high >> 32 & 0xffff)});
    }
    return frames;
  }
  // Returns every pool whose queues have frames, as a bitmap.
  std::uint64_t pools_reached(unsigned queues_of_pool) {
    std::uint64_t pools = 0;
    for (unsigned queue = 0; queue < profile_.rx_queues; ++queue) {
      if (!arrived(queue).empty()) pools |= std::uint64_t{1} << (queue / queues_of_pool);
    }
    return pools;
  }
  void send(const FrameRef& frame) {
    // Register writes may wait on the link behind earlier requests for descriptors.
    frame_at(now() + kMicrosecond, frame);
    run_until(now() + 3 * kMicrosecond);
  }
  void drain() {
    run(now() + 10 * kMillisecond);
    EXPECT_EQ(unaccounted(0), "");
    EXPECT_EQ(surprises(), 0u);
    EXPECT_EQ(port().transmit().in_flight(), 0u);
    EXPECT_EQ(port().transmit().dma().buffer_used(), 0u);
  }
  std::uint64_t bucket(RxBucket bucket) { return port().accounting().bucket(bucket); }
  const DeviceProfile& profile() const { return profile_; }

 private:
  void frame_out(Time start, unsigned, const FrameRef& frame) override {
    wire.push_back(frame);
    wire_starts.push_back(start);
  }

  DeviceProfile profile_;
  std::array<std::uint32_t, 128> posted_{};
};

}  // namespace ixsim::bench

#endif
