// An adapter to an emulator in 60 lines of code: plain C++, no SystemC. The host's memory is an array, and
// its driver puts one packet on the transmit ring; the wire sends each frame back. docs/adapters.md explains
// the steps.
#include <ixsim/core_adapter.h>
#include <ixsim/registers_82598.h>

#include <cstdio>
#include <cstring>

struct Bridge : ixsim::AdapterHost {
  static ixsim::ControllerConfig configured() {
    ixsim::ControllerConfig config;      // an 82598 with one port
    config.enumerated = false;           // the guest's firmware places the BARs
    config.pcie.vector_messages = true;  // the emulator owns the MSI-X table
    return config;
  }
  // The device calls these. Check every address: the guest's driver chooses it.
  bool inside(std::uint64_t address, std::size_t size) const {
    return address <= sizeof memory && size <= sizeof memory - address;
  }
  bool read_memory(unsigned, std::uint64_t address, std::uint8_t* into, std::size_t size) override {
    return inside(address, size) && std::memcpy(into, &memory[address], size) != nullptr;
  }
  bool write_memory(unsigned, std::uint64_t address, ixsim::ByteView data) override {
    return inside(address, data.size) && std::memcpy(&memory[address], data.data, data.size) != nullptr;
  }
  void interrupt(unsigned, ixsim::InterruptKind, unsigned vector) override {
    std::printf("vector %u at %lld ns\n", vector, static_cast<long long>(device.now() / 1'000));
  }
  void frame_sent(unsigned port, ixsim::Time, const ixsim::FrameRef& frame) override {
    device.send(port, frame->without_fcs());  // a loop at the wire
  }
  // The guest's accesses: function 0, BAR 0 or configuration space.
  using Space = ixsim::AdapterAccess::Space;
  void put(std::uint32_t at, std::uint32_t value) { device.write({0, Space::kMemory, 0, at}, value); }
  std::uint32_t get(std::uint32_t at) { return device.read({0, Space::kMemory, 0, at}).value_or(0xffffffff); }
  void configure(std::uint32_t at, std::uint32_t value) { device.write({0, Space::kConfig, 0, at}, value); }

  std::uint8_t memory[1 << 20] = {};
  ixsim::CoreAdapter device{configured(), *this};
};

int main() {
  static Bridge bridge;
  bridge.configure(0x04, 0x0006);                               // memory space and bus mastering
  bridge.configure(0x60, 0x8000'0000);                          // MSI-X on
  bridge.device.run(10 * ixsim::kMicrosecond);                  // the tables are cleared
  bridge.put(IXSIM_82598_GPIE, 1u << 31 | 1u << 30 | 1u << 4);  // MSI-X, and its pending bits
  bridge.put(IXSIM_82598_IVAR(0), 0x80);                        // receive queue 0: vector 0
  bridge.put(IXSIM_82598_EIMS, 1);
  bridge.put(IXSIM_82598_RDBAL(0), 0x1000);
  bridge.put(IXSIM_82598_RDLEN(0), 128);
  ixsim::store_le64(&bridge.memory[0x1000], 0x8000);  // a receive descriptor, for 2 KiB
  bridge.put(IXSIM_82598_RXDCTL(0), 1u << 25);        // enabled
  bridge.put(IXSIM_82598_RDT(0), 1);                  // one descriptor for the device
  bridge.put(IXSIM_82598_FCTRL, 1u << 10);            // broadcast is received
  bridge.put(IXSIM_82598_RXCTRL, 1);
  std::memset(&bridge.memory[0x4000], 0xff, 60);           // a packet to the broadcast address,
  ixsim::store_le64(&bridge.memory[0x2000], 0x4000);       // its descriptor,
  ixsim::store_le64(&bridge.memory[0x2008], 0x0b00'003c);  // its length, FCS, write-back
  bridge.put(IXSIM_82598_TDBAL(0), 0x2000);
  bridge.put(IXSIM_82598_TDLEN(0), 128);
  bridge.put(IXSIM_82598_TXDCTL(0), 1u << 25);
  bridge.put(IXSIM_82598_TDT(0), 1);
  bridge.device.run(bridge.device.now() + 100 * ixsim::kMicrosecond);
  const bool same = std::memcmp(&bridge.memory[0x8000], &bridge.memory[0x4000], 60) == 0;
  std::printf("%u frame received, %s\n", bridge.get(IXSIM_82598_GPRC), same ? "same bytes" : "OTHER BYTES");
  return same && (bridge.memory[0x1008 + 4] & 1) != 0 ? 0 : 1;  // descriptor done
}
