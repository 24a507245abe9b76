// The serial EEPROM whose pins software can drive through EEC: an SPI device of mode 0 with 16-bit byte
// addresses, pages of 32 bytes and a write-enable latch. The low byte of a word comes first.
//
// Timing contract: the device is as fast as its pins. Only a page write takes kWriteTime, during which the
// device answers only status reads. Source: AT25256 data sheet (instructions, status bits, page size); 82598
// datasheet, EEC.
#ifndef IXSIM_NIC_NVM_SPI_EEPROM_H
#define IXSIM_NIC_NVM_SPI_EEPROM_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/time.h"
#include "nic/nvm/eeprom_image.h"

namespace ixsim::nic {

class SpiEeprom {
 public:
  static constexpr unsigned kPage = 32;  // bytes
  static constexpr Time kWriteTime = 5 * kMillisecond;

  explicit SpiEeprom(EepromImage& image) : image_(image) {}

  // Sets the levels of the input pins; `selected` is true if chip select is active (low).
  void pins(bool selected, bool clock, bool data_in, Time now);
  // Returns the level of the output; high while not driven.
  bool data_out() const { return data_out_; }
  // Returns whether a page is being written.
  bool busy(Time now) const { return now < busy_until_; }
  // Returns when the last page is or was written.
  Time busy_until() const { return busy_until_; }
  // Writes a word on behalf of the controller, after any current write. Returns the time of completion.
  Time write(Time now) {
    busy_until_ = (busy(now) ? busy_until_ : now) + kWriteTime;
    return busy_until_;
  }

 private:
  enum class Phase : std::uint8_t { kCommand, kAddress, kRead, kWrite, kStatus, kDone };

  void byte_in(std::uint8_t byte, Time now);
  void deselect(Time now);
  std::uint8_t byte_at(std::uint32_t address) const;

  EepromImage& image_;
  bool selected_ = false;
  bool clock_ = false;
  bool data_out_ = true;
  bool write_enabled_ = false;
  Time busy_until_ = 0;
  Phase phase_ = Phase::kCommand;
  std::uint8_t command_ = 0;
  unsigned bits_ = 0;       // number of bits of the byte being shifted in
  std::uint8_t shift_ = 0;  // bits shifted in
  std::uint8_t out_ = 0;    // bits being shifted out
  unsigned address_bytes_ = 0;
  std::uint32_t address_ = 0;
  std::uint32_t written_ = 0;  // bytes of the page received, one bit each
  std::array<std::uint8_t, kPage> page_{};
};

}  // namespace ixsim::nic

#endif
