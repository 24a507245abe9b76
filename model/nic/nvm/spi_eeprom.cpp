// Assembles bits into bytes, and bytes into instructions.
#include "nic/nvm/spi_eeprom.h"

namespace ixsim::nic {
namespace {

constexpr std::uint8_t kWrite = 0x02;
constexpr std::uint8_t kRead = 0x03;
constexpr std::uint8_t kWriteDisable = 0x04;
constexpr std::uint8_t kReadStatus = 0x05;
constexpr std::uint8_t kWriteEnable = 0x06;
constexpr std::uint8_t kStatusBusy = 0x01;
constexpr std::uint8_t kStatusWriteEnabled = 0x02;

}  // namespace

std::uint8_t SpiEeprom::byte_at(std::uint32_t address) const {
  return static_cast<std::uint8_t>(image_.word(address / 2) >> (8 * (address % 2)));
}

void SpiEeprom::pins(bool selected, bool clock, bool data_in, Time now) {
  if (selected != selected_) {
    selected_ = selected;
    if (selected) {
      phase_ = Phase::kCommand;
      bits_ = 0;
      clock_ = clock;
    } else {
      deselect(now);
    }
  }
  if (!selected_ || clock == clock_) {
    clock_ = clock;
    return;
  }
  clock_ = clock;
  const bool answers = phase_ == Phase::kRead || phase_ == Phase::kStatus;
  if (clock) {
    shift_ = static_cast<std::uint8_t>(shift_ << 1 | (data_in ? 1 : 0));
    if (++bits_ < 8) return;
    bits_ = 0;
    byte_in(shift_, now);
  } else if (answers) {
    // The output changes at the falling edge and is sampled at the rising one.
    if (bits_ == 0) {
      out_ = phase_ == Phase::kRead ? byte_at(address_++)
                                    : static_cast<std::uint8_t>((busy(now) ? kStatusBusy : 0) |
                                                                (write_enabled_ ? kStatusWriteEnabled : 0));
    }
    data_out_ = (out_ >> (7 - bits_) & 1) != 0;
  }
}

void SpiEeprom::byte_in(std::uint8_t byte, Time now) {
  switch (phase_) {
    case Phase::kCommand:
      command_ = byte;
      if (command_ == kReadStatus) {
        phase_ = Phase::kStatus;
      } else if (busy(now)) {
        phase_ = Phase::kDone;
      } else if (command_ == kRead || (command_ == kWrite && write_enabled_)) {
        phase_ = Phase::kAddress;
        address_ = 0;
        address_bytes_ = 0;
        written_ = 0;
      } else {
        if (command_ == kWriteEnable) write_enabled_ = true;
        if (command_ == kWriteDisable) write_enabled_ = false;
        phase_ = Phase::kDone;
      }
      return;
    case Phase::kAddress:
      address_ = address_ << 8 | byte;
      if (++address_bytes_ == 2) phase_ = command_ == kRead ? Phase::kRead : Phase::kWrite;
      return;
    case Phase::kWrite: {
      // Beyond the end of the page it goes on at its beginning.
      const std::uint32_t place = address_ % kPage;
      page_[place] = byte;
      written_ |= 1u << place;
      address_ = address_ / kPage * kPage + (place + 1) % kPage;
      return;
    }
    default:
      return;
  }
}

void SpiEeprom::deselect(Time now) {
  data_out_ = true;
  if (phase_ != Phase::kWrite || bits_ != 0 || written_ == 0) return;
  const std::uint32_t page = address_ / kPage * kPage;
  for (std::uint32_t i = 0; i < kPage; i += 2) {
    std::uint16_t word = image_.word((page + i) / 2);
    if ((written_ >> i & 1) != 0) word = static_cast<std::uint16_t>((word & 0xff00) | page_[i]);
    if ((written_ >> (i + 1) & 1) != 0)
      word = static_cast<std::uint16_t>((word & 0x00ff) | page_[i + 1] << 8);
    image_.set_word((page + i) / 2, word);
  }
  written_ = 0;
  write_enabled_ = false;
  busy_until_ = now + kWriteTime;
}

}  // namespace ixsim::nic
