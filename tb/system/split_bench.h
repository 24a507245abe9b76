// A bench of header buffers: one ring whose descriptors name a header and a packet buffer, and a
// byte-for-byte record of their contents.
#ifndef IXSIM_TB_SYSTEM_SPLIT_BENCH_H
#define IXSIM_TB_SYSTEM_SPLIT_BENCH_H

#include "pool_bench.h"

namespace ixsim::bench {

// Returns the fields of SRRCTL: the descriptor type, and the sizes in their own units.
inline std::uint32_t buffer_policy(unsigned type, unsigned header_64, unsigned packet_kib = 1) {
  return packet_kib | header_64 << 8 | type << 25;
}
inline constexpr unsigned kSplit = 2, kReplicateLarge = 4, kSplitAlways = 5;

class SplitBench : public PoolBench {
 public:
  // Offset of the header buffer, after the packet buffer.
  static constexpr std::uint32_t kHeaderPlace = 1'024;
  static constexpr std::uint8_t kUntouched = 0xee;

  // A descriptor as it was written back, and the bytes of its buffers up to its lengths.
  struct Part {
    bool sph, hbo, end;
    std::uint32_t hdr_len, length, status_error;
    std::uint64_t low, high;
    std::vector<std::uint8_t> header, packet;
    // Written bytes of either buffer: the position after the last byte that has changed.
    std::size_t header_written, packet_written;
  };

  explicit SplitBench(const DeviceProfile& profile, std::uint64_t seed = 1,
                      CoreDriver driver = CoreDriver::kEvent)
      : PoolBench(profile, seed, driver) {
    admit_all();
  }
  void admit_all() {
    set(Reg::FCTRL, 0, 0x700);        // UPE, MPE, BAM
    set(Reg::HLREG0, 0, 0x00012C0F);  // JUMBOEN, FCS stripped, length fields not checked
    set(Reg::MHADD, 0, 9'018u << 16);
    receive_on();
  }

  // Opens queue 0, or another one, with these registers; `index` is that of SRRCTL and PSRTYPE.
  void open_split(std::uint32_t srrctl, std::uint32_t psrtype, unsigned queue = 0, unsigned index = 0) {
    set(Reg::PSRTYPE, index, psrtype);
    open_with_policy(srrctl, queue, index);
  }
  // Opens a queue without a write of PSRTYPE.
  void open_with_policy(std::uint32_t srrctl, unsigned queue = 0, unsigned index = 0) {
    open(queue);
    set(Reg::SRRCTL, index, srrctl);
    next_[queue] = 0;
  }
  void fill_ring(unsigned queue) override {
    for (std::uint32_t i = 0; i < kRing; ++i) offer(queue, i);
  }
  void offer(unsigned queue, std::uint32_t i) {
    const std::uint64_t buffer = buffers_of(queue) + i * kBuffer;
    store_le64(memory().at(ring_of(queue) + i * kDescriptorBytes), buffer);
    store_le64(memory().at(ring_of(queue) + i * kDescriptorBytes + 8), buffer + kHeaderPlace);
    std::fill_n(memory().at(buffer), kBuffer, kUntouched);
  }

  // Returns the parts of a frame: those up to the end of the packet. Their descriptors are offered again.
  std::vector<Part> receive(const FrameRef& frame, unsigned queue = 0) {
    frame_at(now() + kMicrosecond, frame);
    run_until(now() + 10 * kMicrosecond);
    return collect(queue);
  }
  std::vector<Part> collect(unsigned queue = 0) {
    std::vector<Part> parts;
    while (parts.empty() || !parts.back().end) {
      const std::uint32_t i = next_[queue];
      const std::uint8_t* const place = memory().at(ring_of(queue) + i * kDescriptorBytes);
      Part part;
      part.low = load_le64(place);
      part.high = load_le64(place + 8);
      if ((part.high & 1) == 0) break;
      part.end = (part.high & 2) != 0;
      part.sph = (part.low >> 31 & 1) != 0;
      part.hdr_len = static_cast<std::uint32_t>(part.low >> 21 & 0x3ff);
      part.hbo = (part.high >> 23 & 1) != 0;
      part.length = static_cast<std::uint32_t>(part.high >> 32 & 0xffff);
      part.status_error = static_cast<std::uint32_t>(part.high);
      const std::uint8_t* const packet = memory().at(buffers_of(queue) + i * kBuffer);
      const std::uint8_t* const header = packet + kHeaderPlace;
      part.packet_written = written(packet, kHeaderPlace);
      part.header_written = written(header, kBuffer - kHeaderPlace);
      part.packet.assign(packet, packet + std::min(part.length, kHeaderPlace));
      part.header.assign(header, header + part.header_written);
      parts.push_back(part);
      offer(queue, i);
      next_[queue] = (i + 1) % kRing;
    }
    set(Reg::RDT, queue, (next_[queue] + kRing - 1) % kRing);
    return parts;
  }

 private:
  static std::size_t written(const std::uint8_t* bytes, std::size_t size) {
    while (size > 0 && bytes[size - 1] == kUntouched) --size;
    return size;
  }

  std::array<std::uint32_t, 128> next_{};
};

}  // namespace ixsim::bench

#endif
