// A bench of transmit: a queue under test next to one that always sends plain packets, and the outcomes of
// the packets of both.
#ifndef IXSIM_TB_SYSTEM_TX_BENCH_H
#define IXSIM_TB_SYSTEM_TX_BENCH_H

#include <gtest/gtest.h>

#include <ostream>

#include "core_bench.h"
#include "pause_frames.h"
#include "tx_descriptors.h"

namespace ixsim::bench {

inline constexpr unsigned kBad = 3;   // the queue under test
inline constexpr unsigned kGood = 4;  // the one next to it
inline constexpr std::uint64_t kRings = kMemoryBase;
inline constexpr std::uint64_t kRingSpace = 0x8000;
inline constexpr std::uint64_t kBuffers = kMemoryBase + 0x100000;
inline constexpr std::uint32_t kGoodPackets = 40;

// Transmit parameters of the device of a bench.
struct TxParameters {
  explicit TxParameters(bool grants_of_segments, std::uint32_t batch = 8)
      : segment_grants(grants_of_segments), fetch_batch(batch) {}
  bool segment_grants;
  std::uint32_t fetch_batch;
};
inline std::ostream& operator<<(std::ostream& out, const TxParameters& parameters) {
  return out << "a grant a " << (parameters.segment_grants ? "segment" : "request") << ", fetches of "
             << parameters.fetch_batch;
}

class TxBench : private WireOut {
 public:
  explicit TxBench(const TxParameters& parameters, const BusSettings& bus = {}, std::uint64_t seed = 1)
      : bench(config(parameters), bus, seed) {
    bench.record_events();
    bench.on_event([this](const EventRecord& record) {
      if (record.kind == EventKind::kWireOut) queue_ = record.queue;
      if (record.kind == EventKind::kWireOut) wire.push_back(record);
      if (record.kind == EventKind::kGrant) grants.push_back(record);
      most_used = std::max(most_used, dma().buffer_used());
    });
    bench.core().set_wire_out(this);
    // Writes a header on which offloads can work, at every place of the buffers where a packet may begin.
    for (std::uint64_t at = kBuffers; at < kBuffers + 0x100000; at += 0x1000) {
      write_header(bench.memory().at(at));
    }
    for (std::uint32_t i = 0; i < kGoodPackets; ++i) descriptor(kGood, i, kBuffers, kAdvanced | kWhole | 100);
    enable(time, kGood, 64);
    tail(time + 5 * kMicrosecond, kGood, kGoodPackets);
    time += 2 * kMicrosecond;
  }

  static ControllerConfig config(const TxParameters& parameters) {
    ControllerConfig config;
    config.ports[0].segment_grants = parameters.segment_grants;
    config.ports[0].tx_fetch_batch = parameters.fetch_batch;
    return config;
  }
  const TxDma& dma() { return bench.port().transmit().dma(); }
  static std::uint64_t ring(unsigned queue) { return kRings + queue * kRingSpace; }
  void descriptor(unsigned queue, std::uint32_t index, std::uint64_t low, std::uint64_t high) {
    std::uint8_t* const at = bench.memory().at(ring(queue) + std::uint64_t{index} * kDescriptorBytes);
    store_le64(at, low);
    store_le64(at + 8, high);
  }
  bool done(unsigned queue, std::uint32_t index) {
    return (bench.memory().at(ring(queue) + std::uint64_t{index} * kDescriptorBytes)[12] & 1) != 0;
  }
  void enable(Time at, unsigned queue, std::uint32_t count, std::uint64_t base = 0,
              std::uint32_t thresholds = 32) {
    if (base == 0) base = ring(queue);
    bench.write_at(at, Reg::TDBAL, queue, static_cast<std::uint32_t>(base));
    bench.write_at(at, Reg::TDBAH, queue, static_cast<std::uint32_t>(base >> 32));
    bench.write_at(at, Reg::TDLEN, queue, count * kDescriptorBytes);
    bench.write_at(at, Reg::TXDCTL, queue, thresholds | field::TXDCTL::ENABLE.mask);
  }
  void disable(Time at, unsigned queue) { bench.write_at(at, Reg::TXDCTL, queue, 32); }
  void tail(Time at, unsigned queue, std::uint32_t value) { bench.write_at(at, Reg::TDT, queue, value); }
  std::uint32_t reg(Reg reg, unsigned index = 0) {
    return bench.port().function().register_peek(0, offset_of(reg, index));
  }
  std::uint64_t bucket(TxBucket bucket) { return bench.port().accounting().tx_bucket(bucket); }

  // Posts one packet's descriptors and a good packet after them, runs, and expects that all are completed.
  void run_packet(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& packet) {
    std::uint32_t index = 0;
    for (const auto& [low, high] : packet) descriptor(kBad, index++, low, high);
    descriptor(kBad, index++, kBuffers, kAdvanced | kWhole | 200);
    enable(time, kBad, 128);
    tail(time + kMicrosecond, kBad, index);
    run();
    EXPECT_EQ(reg(Reg::TDH, kBad), index);
    EXPECT_TRUE(done(kBad, index - 1));
    EXPECT_GE(frames(kBad), 1u);
    EXPECT_EQ(last_size, 204u);
  }
  void run() {
    drain();
    EXPECT_EQ(frames(kGood), kGoodPackets);
  }
  void drain() {
    bench.run(bench.now() + 200 * kMillisecond);
    EXPECT_EQ(bench.port().transmit().in_flight(), 0u);
    EXPECT_EQ(dma().buffer_used(), 0u);
    EXPECT_LE(most_used, TxDma::kBufferBytes);
  }
  // Numbers of packets that were sent or lost, next to those of the good queue.
  struct Fate {
    std::uint64_t sent, bad, error, flushed;
    bool operator==(const Fate& o) const {
      return sent == o.sent && bad == o.bad && error == o.error && flushed == o.flushed;
    }
    friend std::ostream& operator<<(std::ostream& out, const Fate& f) {
      return out << "sent " << f.sent << " bad " << f.bad << " error " << f.error << " flushed " << f.flushed;
    }
  };
  Fate fate() {
    return {bucket(TxBucket::kSent) - kGoodPackets, bucket(TxBucket::kBadDescriptor),
            bucket(TxBucket::kDmaError), bucket(TxBucket::kFlushed)};
  }
  std::uint32_t frames(unsigned queue) { return frames_[queue]; }
  // Returns the only stop of the wire after `from` that lasts longer than full frames take: starts of the
  // frames before and after it, 0 if there is none.
  std::pair<Time, Time> stop_after(Time from) const {
    Time begin = 0, end = 0;
    for (std::size_t i = 1; i < wire.size(); ++i) {
      if (wire[i].time < from || wire[i].time - wire[i - 1].time < 3 * kMicrosecond) continue;
      EXPECT_EQ(begin, 0);
      begin = wire[i - 1].time;
      end = wire[i].time;
    }
    return {begin, end};
  }

  CoreBench bench;
  Time time = 10 * kMicrosecond;
  std::size_t last_size = 0;   // of the bad queue's last frame
  std::vector<FrameRef> sent;  // of the bad queue
  std::uint32_t most_used = 0;
  std::vector<EventRecord> grants, wire;

 private:
  void frame_out(Time start, unsigned, const FrameRef& frame) override {
    bench.wire_output(start);
    if (queue_ == kControlQueue) return;
    ++frames_[queue_];
    if (queue_ != kBad) return;
    last_size = frame->size();
    sent.push_back(frame);
  }
  unsigned queue_ = 0;
  std::array<std::uint32_t, 32> frames_{};
};

}  // namespace ixsim::bench

#endif
