// The bytes of a hostile program, and the device that its first bytes select: any member of the family, on a
// host with more or fewer errors.
#ifndef IXSIM_TB_SYSTEM_HOSTILE_DEVICE_H
#define IXSIM_TB_SYSTEM_HOSTILE_DEVICE_H

#include "core_bench.h"
#include "ixsim/device_profile.h"

namespace ixsim::bench {

// Bytes of the program; zeros follow the last byte.
class HostileBytes {
 public:
  HostileBytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool done() const { return at_ >= size_; }
  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  std::uint16_t half() {
    const std::uint8_t high = byte();
    return static_cast<std::uint16_t>(high << 8 | byte());
  }
  std::uint32_t word() {
    const std::uint32_t high = half();
    return high << 16 | half();
  }
  // Returns a value for a register: random, or one with a meaning in many registers.
  std::uint32_t value() {
    static constexpr std::uint32_t kValues[] = {0,          0xffffffff, 1,          0x80,
                                                0x02000000, 0x0200ffff, 0x80808080, 0x8f939f85};
    const std::uint8_t how = byte();
    return (how & 1) != 0 ? word() : kValues[(how >> 1) & 7];
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

struct HostileDevice {
  ControllerConfig config;
  BusSettings bus;
  DriverSettings driver;
  std::uint8_t seed = 0;
  Time start = 0;  // time at which software begins

  explicit HostileDevice(HostileBytes& bytes) {
    const std::uint8_t options = seed = bytes.byte();
    const std::uint8_t kind = bytes.byte();
    const auto& profiles = device_profiles();
    config.profile = profiles[kind % profiles.size()];
    if (config.profile.name == "custom") sizes_of_its_own(bytes);
    config.ports.assign(1 + (options & 1), PortConfig());
    for (PortConfig& port : config.ports) {
      port.byte_time = config.profile.gigabit ? kByteTime1G : kByteTime10G;
      port.segment_grants = (kind & 0x80) != 0;
      port.silicon_counters = (kind & 0x40) != 0;
      if ((kind & 0x60) == 0x60) {
        port.fetch_batch = 40;
        port.tx_fetch_batch = 64;
      }
    }
    config.pcie.generation = config.profile.pcie_generation;
    config.pcie.lanes = (options & 2) != 0 ? 4 : 8;
    if ((options & 4) != 0) {
      config.pcie.root_posted_headers = 2;
      config.pcie.root_posted_data = 40;
      config.pcie.root_non_posted_headers = 1;
      config.pcie.descriptor_tags = 1;
    }
    bus.memory_bytes = std::uint64_t{2} << 20;
    bus.stall_percent = (options & 8) != 0 ? 20 : 0;
    bus.later_percent = (options & 16) != 0 ? 50 : 0;
    bus.read_spread = (options & 16) != 0 ? 500 * kNanosecond : 0;
    bus.error_percent = (options & 32) != 0 ? 10 : 0;
    start = (options & 64) != 0 ? 100 : 6 * kMicrosecond;
    driver = careful_driver();
    driver.eitr = (options & 128) != 0 ? 40 : 0;
    driver.drop = (options & 2) != 0;
  }

  DriverSettings careful_driver() const {
    DriverSettings settings;
    settings.queues = std::min(4u, config.profile.rx_queues);
    settings.ring = 16;
    settings.pthresh = 8;
    return settings;
  }

 private:
  void sizes_of_its_own(HostileBytes& bytes) {
    DeviceProfile& p = config.profile;
    p.rx_queues = 1 + bytes.byte() % 128;
    p.tx_queues = 1 + bytes.byte() % 128;
    p.pools = 1 + bytes.byte() % std::min({64u, p.rx_queues, p.tx_queues});
    p.addresses = 1 + bytes.byte() % 128;
    p.vlans = bytes.byte() % 65;
    p.vectors = 1 + bytes.byte() % 64;
    p.rx_buffer = (24u + bytes.byte()) << 10;
    p.tx_buffer = (24u + bytes.byte()) << 10;
  }
};

// Returns writes to EEWR, if the device has it, that restore the EEPROM. No reset undoes a program's changes,
// and MAC address and link mode come from the EEPROM.
inline std::vector<std::uint32_t> eeprom_repairs(const ControllerConfig& config, const EepromImage& image) {
  std::vector<std::uint32_t> values;
  const EepromImage wanted = eeprom_image(config);
  for (unsigned word = 0; config.profile.pool_bitmaps && word < EepromImage::kWords; ++word) {
    if (image.word(word) != wanted.word(word))
      values.push_back(std::uint32_t{wanted.word(word)} << 16 | word << 2 | 1);
  }
  return values;
}

}  // namespace ixsim::bench

#endif
