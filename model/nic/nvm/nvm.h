// The non-volatile memory as seen by both ports. EERD reads a word, EEWR (82599) writes one, and EEC grants
// the EEPROM's pins to one port at a time. There is no flash: BAR 1 is absent and FLA is storage.
//
// Timing contract: an EERD read completes kReadTime after START, or after the end of the grant that it had to
// wait for. An EEWR write completes after the time that the device takes for a page, and everything else
// waits for it. Pins are granted when REQ is set and no word is being read, to the port that requested first.
// They follow a write to EEC at once. The state is computed when software reads, so that no event is
// scheduled. Source: 82598 datasheet, EEC and EERD (p. 112); the latency is that of a 2 MHz serial clock
// (proposed).
#ifndef IXSIM_NIC_NVM_NVM_H
#define IXSIM_NIC_NVM_NVM_H

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "base/agenda.h"
#include "base/layers.h"
#include "nic/nvm/eeprom_image.h"
#include "nic/nvm/spi_eeprom.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class Nvm {
 public:
  static constexpr unsigned kPorts = 2;
  static constexpr Time kReadTime = 20 * kMicrosecond;

  Nvm(const Agenda& agenda, EepromImage image) : agenda_(agenda), image_(std::move(image)), spi_(image_) {
    for (unsigned i = 0; i < kPorts; ++i) ports_[i].connect(*this, i);
  }
  Nvm(const Nvm&) = delete;
  Nvm& operator=(const Nvm&) = delete;

  // Binds EEC and EERD of a port, and EEWR where the device has it.
  void bind(RegisterFile& registers, unsigned port) { ports_[port].bind(registers); }
  // Resets a port: releases its pins and discards its read.
  void reset(unsigned port);
  EepromImage& image() { return image_; }
  const EepromImage& image() const { return image_; }

 private:
  class PortSide {
   public:
    void connect(Nvm& nvm, unsigned port) {
      nvm_ = &nvm;
      port_ = port;
    }
    void bind(RegisterFile& registers);
    std::uint32_t eec_shown(unsigned, std::uint32_t stored) const;
    std::uint32_t eerd_shown(unsigned, std::uint32_t stored) const;
    std::uint32_t eewr_shown(unsigned, std::uint32_t stored) const;
    void eec_written(const RegisterWrite& write);
    void eerd_written(const RegisterWrite& write);
    void eewr_written(const RegisterWrite& write);

    Nvm* nvm_ = nullptr;
    unsigned port_ = 0;
    std::uint32_t word_ = 0;   // address of the read, in words
    std::uint16_t data_ = 0;   // result of the read
    Time done_ = kNever;       // time of completion; kNever if there is no read, or if it waits for the pins
    bool waits_ = false;       // it waits until the pins are released
    std::uint32_t write_ = 0;  // last value written to EEWR
    Time written_ = 0;         // time of completion of that write; kNever if it waits for the pins
    bool requested_ = false;   // EEC.REQ
    std::uint64_t asked_ = 0;  // order of the requests
  };

  static constexpr int kNoOwner = -1;
  bool granted(unsigned port, Time now) const { return owner_ == static_cast<int>(port) && now >= granted_; }
  // Returns the end of a read that is requested now; pages that are being written come first.
  Time read_end(Time now) const { return std::max(now, spi_.busy_until()) + kReadTime; }
  void read_word(PortSide& port, Time now);
  void write_word(PortSide& port, Time now);
  void lend(Time now);
  void give_back(Time now);

  const Agenda& agenda_;
  EepromImage image_;
  SpiEeprom spi_;
  std::array<PortSide, kPorts> ports_;
  int owner_ = kNoOwner;
  Time granted_ = 0;  // time from which the owner has the pins
  std::uint64_t requests_ = 0;
};

}  // namespace ixsim::nic

#endif
