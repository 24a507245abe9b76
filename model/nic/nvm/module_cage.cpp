// The bus protocol, bit by bit, and the identity of the modules.
#include "nic/nvm/module_cage.h"

#include <algorithm>
#include <string_view>

namespace ixsim::nic {
namespace {

constexpr std::uint8_t kIdentityTarget = 0xa0;
constexpr std::uint8_t kDiagnosticsTarget = 0xa2;
constexpr unsigned kByteBits = 8;

// Offsets in the identity page.
enum Place : std::size_t {
  kIdentifier = 0,
  kExtendedIdentifier = 1,
  kConnector = 2,
  kCodes10G = 3,
  kCableTechnology = 8,
  kEncoding = 11,
  kRate = 12,
  kVendorName = 20,
  kVendorOui = 37,
  kPartNumber = 40,
  kBaseCheck = 63,
  kSerialNumber = 68,
  kExtendedCheck = 95
};

struct ModuleFacts {
  std::uint8_t connector;
  std::uint8_t codes_10g;
  std::uint8_t cable;
  const char* part_number;
};

ModuleFacts facts_of(CageModule module) {
  switch (module) {
    case CageModule::kShortRange:
      return {0x07, 0x10, 0, "IXSIM-SR"};
    case CageModule::kLongRange:
      return {0x07, 0x20, 0, "IXSIM-LR"};
    case CageModule::kDirectAttach:
      return {0x21, 0, 0x04, "IXSIM-DA"};
    default:
      return {0x07, 0, 0, "IXSIM-UNKNOWN"};
  }
}

// Writes text padded with spaces.
void put_text(std::uint8_t* to, std::size_t size, std::string_view text) {
  std::fill(to, to + size, std::uint8_t{' '});
  std::copy_n(text.begin(), std::min(size, text.size()), to);
}

std::uint8_t sum(const std::uint8_t* first, const std::uint8_t* end) {
  unsigned total = 0;
  for (; first != end; ++first) total += *first;
  return static_cast<std::uint8_t>(total);
}

}  // namespace

std::array<std::uint8_t, 256> module_identity(CageModule module) {
  const ModuleFacts facts = facts_of(module);
  std::array<std::uint8_t, 256> page{};
  page[kIdentifier] = 0x03;          // SFP or SFP+
  page[kExtendedIdentifier] = 0x04;  // by this interface alone
  page[kConnector] = facts.connector;
  page[kCodes10G] = facts.codes_10g;
  page[kCableTechnology] = facts.cable;
  page[kEncoding] = 0x06;  // 64B/66B
  page[kRate] = 103;       // of 100 Mb/s
  put_text(&page[kVendorName], 16, "IXSIM");
  constexpr std::uint8_t kOui[] = {0x00, 0x1b, 0x21};
  std::copy(std::begin(kOui), std::end(kOui), &page[kVendorOui]);
  put_text(&page[kPartNumber], 16, facts.part_number);
  page[kBaseCheck] = sum(page.data(), page.data() + kBaseCheck);
  put_text(&page[kSerialNumber], 16, "1");
  page[kExtendedCheck] = sum(page.data() + kBaseCheck + 1, page.data() + kExtendedCheck);
  return page;
}

ModuleCage::ModuleCage(RegisterFile& registers, CageModule module) {
  insert(module);
  registers.on_read<&ModuleCage::lines>(Reg::I2CCTL, *this);
  registers.on_write<&ModuleCage::lines_written>(Reg::I2CCTL, *this);
}

void ModuleCage::insert(CageModule module) {
  full_ = module != CageModule::kAbsent;
  identity_ = module_identity(module);
  phase_ = Phase::kIdle;
  data_out_ = true;
}

void ModuleCage::reset() {
  clock_ = data_ = data_out_ = true;
  phase_ = Phase::kIdle;
}

std::uint32_t ModuleCage::lines(unsigned, std::uint32_t stored) const {
  return field::I2CCTL::DATA_IN.set(field::I2CCTL::CLK_IN.set(stored, clock_ ? 1 : 0),
                                    data_ && data_out_ ? 1 : 0);
}

void ModuleCage::lines_written(const RegisterWrite& write) {
  const bool clock = (write.new_value & field::I2CCTL::CLK_OUT.mask) != 0;
  const bool data = (write.new_value & field::I2CCTL::DATA_OUT.mask) != 0;
  const bool was_high = clock_;
  if (full_ && clock && was_high && data != data_) {
    // Start (repeated or not) and stop are changes of data while the clock is high.
    phase_ = data ? Phase::kIdle : Phase::kTarget;
    bits_ = 0;
    data_out_ = true;
  }
  clock_ = clock;
  data_ = data;
  if (!full_ || phase_ == Phase::kIdle || clock == was_high) return;
  if (clock) {
    clock_rises(data);
  } else {
    clock_falls();
  }
}

void ModuleCage::clock_rises(bool data) {
  if (phase_ == Phase::kRead) {
    if (bits_ == kByteBits) goes_on_ = !data;
  } else if (bits_ < kByteBits) {
    shift_ = static_cast<std::uint8_t>(shift_ << 1 | (data ? 1 : 0));
  }
  ++bits_;
}

void ModuleCage::clock_falls() {
  // The fall behind a start comes before the first bit.
  if (bits_ == 0) return;
  if (bits_ > kByteBits) {
    bits_ = 0;
    data_out_ = true;
    // The controller's clock of an acknowledge is not yet that of a byte read.
    if (phase_ == Phase::kTurn) {
      phase_ = Phase::kRead;
      goes_on_ = true;
    }
    if (phase_ != Phase::kRead) return;
    if (!goes_on_) {
      phase_ = Phase::kIdle;
      return;
    }
    shift_ = (second_ ? diagnostics_ : identity_)[place_++];
  } else if (phase_ != Phase::kRead) {
    if (bits_ == kByteBits) data_out_ = !byte_in();
    return;
  }
  // The next bit for the controller, or its turn to acknowledge.
  data_out_ = bits_ == kByteBits || (shift_ >> (kByteBits - 1 - bits_) & 1) != 0;
}

bool ModuleCage::byte_in() {
  switch (phase_) {
    case Phase::kTarget: {
      const auto target = static_cast<std::uint8_t>(shift_ & 0xfe);
      if (target != kIdentityTarget && target != kDiagnosticsTarget) {
        phase_ = Phase::kIdle;
        return false;
      }
      second_ = target == kDiagnosticsTarget;
      phase_ = (shift_ & 1) != 0 ? Phase::kTurn : Phase::kPlace;
      return true;
    }
    case Phase::kPlace:
      place_ = shift_;
      phase_ = Phase::kWrite;
      return true;
    default:
      return true;  // the pages keep what they have
  }
}

}  // namespace ixsim::nic
