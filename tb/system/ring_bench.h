// A queue of a pool bench whose ring is recorded: the descriptors that the device reads, and those that it
// writes back together, in order.
#ifndef IXSIM_TB_SYSTEM_RING_BENCH_H
#define IXSIM_TB_SYSTEM_RING_BENCH_H

#include <vector>

#include "pool_bench.h"

namespace ixsim::bench {

// Descriptors of a ring that one access transfers.
struct Span {
  std::uint32_t first, count;
  bool operator==(const Span& o) const { return first == o.first && count == o.count; }
  friend std::ostream& operator<<(std::ostream& out, const Span& s) {
    return out << s.first << '+' << s.count;
  }
};

class RecordedRing : public PoolBench {
 public:
  RecordedRing(const DeviceProfile& profile, unsigned queue) : PoolBench(profile), queue(queue) {
    on_request([this](unsigned, std::uint64_t address, std::size_t length) {
      if (in_ring(address)) fetches.push_back(span(address, length));
      return true;
    });
    on_data([this](Time, std::uint64_t address, ByteView data) {
      if (!in_ring(address)) return;
      fetches.pop_back();  // it was the request of this write
      write_backs.push_back(span(address, data.size));
    });
  }
  std::uint8_t* descriptor(std::uint32_t index) {
    return memory().at(ring + std::uint64_t{index} * kDescriptorBytes);
  }
  bool in_ring(std::uint64_t address) const {
    return address >= ring && address < ring + std::uint64_t{count} * kDescriptorBytes;
  }
  Span span(std::uint64_t address, std::size_t bytes) const {
    return {static_cast<std::uint32_t>((address - ring) / kDescriptorBytes),
            static_cast<std::uint32_t>(bytes / kDescriptorBytes)};
  }

  unsigned queue;
  std::uint64_t ring = kMemoryBase;
  std::uint32_t count = 0;  // descriptors
  std::vector<Span> fetches, write_backs;

 protected:
  // Writes base, high half and length of the ring to these registers of the queue.
  void set_ring(std::uint64_t at, std::uint32_t entries, Reg low, Reg high, Reg length) {
    ring = at;
    count = entries;
    set(low, queue, static_cast<std::uint32_t>(at));
    set(high, queue, static_cast<std::uint32_t>(at >> 32));
    set(length, queue, entries * kDescriptorBytes);
  }
};

}  // namespace ixsim::bench

#endif
