// Cost of a frame in the device behind `ixsim serve`, driven as ixgbe drives an 82599: rings of 512,
// segmentation requests of 64 KiB, buffers of 2 KiB given back in batches of 16, moderated interrupts, and a
// guest's memory of mapped files. Frames are 1,514 bytes without FCS.
//
// Arguments: sent | received | cable | acknowledged, number of bursts of 45 frames. `sent` has a wire that
// drops each frame, `received` one that brings a burst at once; `cable` joins two ports, and with
// `acknowledged` the second one answers each burst with a short frame. A server wakes about 60 us after it
// began to wait for an output, and so does this program. Prints the frames and events, and their hash. The
// slope of valgrind's instruction count between two numbers of bursts is the cost.
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "ixsim/core_adapter.h"
#include "ixsim/registers_82599.h"
#include "nic/core/controller_core.h"
#include "serve/guest_memory.h"

namespace ixsim::test {
namespace {

constexpr std::uint32_t kRing = 512, kVector = 0x80;
constexpr std::uint32_t kSegment = 1'448, kHeaders = 66, kFrames = 45, kLongestData = 16'384;
constexpr std::uint32_t kPayload = kSegment * kFrames;
constexpr std::uint64_t kOfPort = 1 << 23;  // memory of a port
constexpr std::uint64_t kRxRing = 0, kTxRing = 0x2000, kHeaderAt = 0x4000, kShortAt = 0x4100, kData = 0x10000;
constexpr std::uint64_t kBuffers = 0x100000;
constexpr Time kWakeUp = 60 * kMicrosecond, kBetween = 1'000 * kMicrosecond;

ControllerConfig configured(unsigned ports) {
  ControllerConfig config;
  config.profile = device_profile("82599");
  config.ports.assign(ports, PortConfig());
  for (unsigned i = 0; i < ports; ++i) config.ports[i].mac_address[5] = static_cast<std::uint8_t>(i + 1);
  config.enumerated = false;
  config.pcie.vector_messages = true;
  return config;
}

class Guest : public AdapterHost {
 public:
  Guest(unsigned ports, bool cable) : device_(configured(ports), *this), ports_(ports), cable_(cable) {
    const int file = memfd_create("guest", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, 2 * kOfPort) != 0) std::abort();
    void* const place = mmap(nullptr, 2 * kOfPort, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (place == MAP_FAILED) std::abort();
    bytes_ = static_cast<std::uint8_t*>(place);
    if (memory_.map({0, 2 * kOfPort, 0, true, true}, serve::Descriptor(file)) != 0) std::abort();
    device_.run(100 * kMillisecond);
    for (unsigned port = 0; port < ports_.size(); ++port) bring_up(port);
    device_.run(device_.now() + kMillisecond);
  }

  void burst(const std::string& what) {
    if (what == "received") {
      for (unsigned i = 0; i < kFrames; ++i) device_.send(0, {bytes_ + kHeaderAt, kHeaders + kSegment});
    } else {
      request_segmentation();
    }
    device_.run(device_.now());
    // Until nothing moves.
    for (unsigned i = 0; i < 3; ++i) {
      device_.run(device_.now() + kWakeUp);
      for (unsigned port = 0; port < ports_.size(); ++port) serve_interrupt(port);
    }
    if (what == "acknowledged") {
      const std::uint64_t at = kOfPort + kShortAt;
      put_descriptor(1, at, 0x0b00'0000 | kHeaders, true);
      device_.run(device_.now() + kWakeUp);
      for (unsigned port = 0; port < ports_.size(); ++port) serve_interrupt(port);
    }
    device_.run(device_.now() + kBetween);
    for (unsigned port = 0; port < ports_.size(); ++port) serve_interrupt(port);
  }
  void report() const {
    std::printf("sent %u, received %u, interrupts %u, accesses %u, DMA %llu bytes, hash %llx\n", sent_,
                received_, interrupts_, accesses_, static_cast<unsigned long long>(dma_bytes_),
                static_cast<unsigned long long>(hash_));
  }

 private:
  struct Port {
    std::uint32_t taken = 0, given = 0, tail = 0;
    bool pending = false;
  };

  // --- AdapterHost
  bool read_memory(unsigned, std::uint64_t address, std::uint8_t* into, std::size_t length) override {
    note(device_.now(), address);
    dma_bytes_ += length;
    return memory_.read(address, into, length);
  }
  bool write_memory(unsigned, std::uint64_t address, ByteView data) override {
    note(device_.now(), address);
    dma_bytes_ += data.size;
    return memory_.write(address, data);
  }
  void interrupt(unsigned function, InterruptKind, unsigned vector) override {
    note(device_.now(), vector);
    ++interrupts_;
    ports_[function].pending = true;
  }
  void frame_sent(unsigned port, Time start, const FrameRef& frame) override {
    note(start, frame->size());
    ++sent_;
    if (cable_) device_.send(1 - port, frame->without_fcs());
  }
  void note(Time time, std::uint64_t what) {
    hash_ = (hash_ ^ static_cast<std::uint64_t>(time)) * 0x100000001b3;
    hash_ = (hash_ ^ what) * 0x100000001b3;
  }

  // --- The driver.
  void put(unsigned port, std::uint32_t at, std::uint32_t value) {
    ++accesses_;
    device_.write({port, AdapterAccess::Space::kMemory, 0, at}, value);
  }
  void bring_up(unsigned port) {
    device_.write({port, AdapterAccess::Space::kConfig, 0, 0x04}, 0x6);
    device_.write({port, AdapterAccess::Space::kConfig, 0, 0x70}, 0x8000'0000);
    const std::uint64_t base = port * kOfPort;
    put(port, IXSIM_82599_GPIE, 0xc000'0030);
    put(port, IXSIM_82599_EIAM, 0xffff);
    put(port, IXSIM_82599_IVAR(0), kVector << 8 | kVector);
    put(port, IXSIM_82599_EITR(0), 0x28);
    put(port, IXSIM_82599_EIMS, 0xffff);
    put(port, IXSIM_82599_FCTRL, 1u << 10 | 1u << 9 | 1u << 8);
    put(port, IXSIM_82599_RDBAL(0), static_cast<std::uint32_t>(base + kRxRing));
    put(port, IXSIM_82599_RDLEN(0), 16 * kRing);
    put(port, IXSIM_82599_SRRCTL(0), 0x0200'0402);
    put(port, IXSIM_82599_RXCSUM, 1u << 13);
    put(port, IXSIM_82599_RXDCTL(0), 1u << 25);
    put(port, IXSIM_82599_RXCTRL, 1);
    put(port, IXSIM_82599_DMATXCTL, 1);
    put(port, IXSIM_82599_TDBAL(0), static_cast<std::uint32_t>(base + kTxRing));
    put(port, IXSIM_82599_TDLEN(0), 16 * kRing);
    put(port, IXSIM_82599_TXDCTL(0), 1u << 25 | 1u << 16 | 1u << 8 | 32);
    device_.run(device_.now() + kMillisecond);
    give(port, kRing - 1);
    static constexpr std::uint8_t kHeader[kHeaders] = {
        2,    0, 0,    0, 0, 1, 2,    0,    0,    0,    0,  2,  8, 0, 0x45, 0, 0x05, 0xdc, 0, 0,
        0x40, 0, 0x40, 6, 0, 0, 10,   82,   0,    2,    10, 82, 0, 1, 0,    1, 0,    2,    0, 0,
        0,    0, 0,    0, 0, 0, 0x80, 0x10, 0xff, 0xff, 0,  0,  0, 0, 1,    1, 8,    10};
    std::memcpy(bytes_ + base + kHeaderAt, kHeader, sizeof kHeader);
    std::memcpy(bytes_ + base + kShortAt, kHeader, sizeof kHeader);
    for (std::uint32_t i = 0; i < kPayload; ++i)
      bytes_[base + kData + i] = static_cast<std::uint8_t>(i * 7 >> 3);
  }
  void give(unsigned port, std::uint32_t count) {
    const std::uint64_t base = port * kOfPort;
    for (; count != 0; --count) {
      const std::uint32_t i = ports_[port].given++ % kRing;
      store_le64(bytes_ + base + kRxRing + 16 * i, base + kBuffers + 2'048 * i);
      store_le64(bytes_ + base + kRxRing + 16 * i + 8, 0);
    }
    put(port, IXSIM_82599_RDT(0), ports_[port].given % kRing);
  }
  void put_descriptor(unsigned port, std::uint64_t low, std::uint64_t high, bool tail) {
    Port& of = ports_[port];
    std::uint8_t* const at = bytes_ + port * kOfPort + kTxRing + 16 * (of.tail++ % kRing);
    store_le64(at, low);
    store_le64(at + 8, high);
    if (tail) put(port, IXSIM_82599_TDT(0), of.tail % kRing);
  }
  void request_segmentation() {
    constexpr std::uint64_t kExtended = 1u << 29, kContext = 2u << 20, kIsData = 3u << 20,
                            kSegments = 1u << 31;
    put_descriptor(0, 14u << 9 | 20,
                   kExtended | kContext | 3u << 10 | 32ull << 40 | std::uint64_t{kSegment} << 48, false);
    const std::uint64_t command =
        kExtended | kIsData | kSegments | 2u << 24 | 3ull << 40 | std::uint64_t{kPayload} << 46;
    put_descriptor(0, kHeaderAt, command | kHeaders, false);
    for (std::uint32_t done = 0; done < kPayload; done += kLongestData) {
      const std::uint32_t length = std::min(kLongestData, kPayload - done);
      const bool last = done + length == kPayload;
      put_descriptor(0, kData + done, command | length | (last ? 9u << 24 : 0), last);
    }
  }
  // Takes the frames, gives buffers back, and unmasks the vector, as the driver's poll does.
  void serve_interrupt(unsigned port) {
    Port& of = ports_[port];
    if (!of.pending) return;
    of.pending = false;
    const std::uint64_t ring = port * kOfPort + kRxRing;
    while ((bytes_[ring + 16 * (of.taken % kRing) + 8] & 1) != 0) {
      bytes_[ring + 16 * (of.taken++ % kRing) + 8] = 0;
      ++received_;
      if (of.taken + kRing - 1 - of.given >= 16) give(port, 16);
    }
    put(port, IXSIM_82599_EIMS, 1);
    device_.run(device_.now() + kMicrosecond);
  }

  serve::GuestMemory memory_;
  std::uint8_t* bytes_ = nullptr;
  CoreAdapter device_;
  std::vector<Port> ports_;
  const bool cable_;
  unsigned sent_ = 0, received_ = 0, interrupts_ = 0, accesses_ = 0;
  std::uint64_t dma_bytes_ = 0, hash_ = 0xcbf29ce484222325;
};

}  // namespace
}  // namespace ixsim::test

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string what = argv[1];
  const bool cable = what == "cable" || what == "acknowledged";
  ixsim::test::Guest guest(cable ? 2 : 1, cable);
  for (unsigned long i = std::strtoul(argv[2], nullptr, 10); i != 0; --i) guest.burst(what);
  guest.report();
  return 0;
}
