// The checker's own copy of the pool classifier's registers, and its own interpretation of them. The stimulus
// selects its values from it, and functional coverage is computed from it. It uses classifier_tables and
// classifier_predictor for headers and hash. Like them, it shares no code with the reference model or the
// RTL, and it never classifies a decision as right or wrong.
//
// Source: docs/pool_classifier.md.
#ifndef IXSIM_VERIFY_POOL_REGISTERS_H
#define IXSIM_VERIFY_POOL_REGISTERS_H

#include <array>
#include <cstdint>
#include <string>

#include "base/layers.h"
#include "verify/classifier_predictor.h"
#include "verify/classifier_tables.h"

namespace ixsim::verify {

enum class PoolGroup : std::uint8_t {
  kRtrup2tc,
  kFctrl,
  kVlnctrl,
  kMcstctrl,
  kVtCtl,
  kVfre,
  kMrqc,
  kMta,
  kReta,
  kRssrk,
  kVfta,
  kRar,
  kMpsar,
  kVmolr,
  kVlvf,
  kVlvfb,
  kUta,
  kNone
};
// Registers that are one word, or one for half of the pools.
inline constexpr PoolGroup kPoolSingles[] = {PoolGroup::kRtrup2tc, PoolGroup::kFctrl, PoolGroup::kVlnctrl,
                                             PoolGroup::kMcstctrl, PoolGroup::kVtCtl, PoolGroup::kVfre,
                                             PoolGroup::kMrqc};
inline constexpr std::uint32_t kAdmitAll = 0x702;  // FCTRL: SBP, MPE, UPE, BAM
inline constexpr std::uint32_t kVtEna = 1;         // VT_CTL
inline constexpr unsigned kPoolGroups = static_cast<unsigned>(PoolGroup::kNone);

struct PoolRange {
  const char* name;
  std::uint16_t offset;  // of the first word
  std::uint16_t words;
};
inline constexpr std::array<PoolRange, kPoolGroups> kPoolRanges = {{{"RTRUP2TC", 0x3020, 1},
                                                                    {"FCTRL", 0x5080, 1},
                                                                    {"VLNCTRL", 0x5088, 1},
                                                                    {"MCSTCTRL", 0x5090, 1},
                                                                    {"VT_CTL", 0x51B0, 1},
                                                                    {"VFRE", 0x51E0, 2},
                                                                    {"MRQC", 0x5818, 1},
                                                                    {"MTA", 0x5200, 128},
                                                                    {"RETA", 0x5C00, 32},
                                                                    {"RSSRK", 0x5C80, 10},
                                                                    {"VFTA", 0xA000, 128},
                                                                    {"RAR", 0xA200, 256},
                                                                    {"MPSAR", 0xA600, 256},
                                                                    {"VMOLR", 0xF000, 64},
                                                                    {"VLVF", 0xF100, 64},
                                                                    {"VLVFB", 0xF200, 128},
                                                                    {"UTA", 0xF400, 128}}};

// Filters of a pool, as bits of VMOLR from bit 22 on.
enum class PoolFilter : std::uint8_t { kUpe, kVpe, kAupe, kRompe, kRope, kBam, kMpe };
inline constexpr unsigned kPoolFilters = 7;

struct PoolPrediction {
  std::uint8_t drop = 0;
  bool virtualized = false;
  bool by_default = false;
  bool vlan_filtered = false;     // tagged, and VLNCTRL.VFE
  bool mta = false, uta = false;  // the address's bits, whether they count or not
  std::uint8_t mode = 0;          // MRQC.MRQE
  std::uint8_t traffic_class = 0;
  std::uint8_t rss_type = 0;
  std::uint8_t rss_index = 0;
  bool inexact = false;
  int address = -1;        // lowest entry that matches
  unsigned addresses = 0;  // valid entries that match
  int vlan = -1;           // lowest VLVF that matches
  unsigned vlans = 0;
  unsigned hash_bit = 0;  // index into MTA and UTA
  std::uint32_t hash = 0;
  std::uint64_t by_address = 0;                         // MPSAR
  std::array<std::uint64_t, kPoolFilters> by_filter{};  // pools that each filter selects, or allows
  std::uint64_t by_vlan = 0;                            // VLVFB
  std::uint64_t left = 0;   // selected and allowed, or the default pool; before VFRE
  std::uint64_t pools = 0;  // as decided
};

class PoolRegisters {
 public:
  static constexpr unsigned kWords = 1202;
  static constexpr unsigned kAddresses = 128, kVlans = 64;  // entries of RAR and MPSAR, of VLVF and VLVFB

  PoolRegisters() { reset(); }

  // Position of an address among the words, -1 if the classifier does not use it; and back.
  static int index_of(std::uint16_t address);
  static std::uint16_t address_of(unsigned index);
  static PoolGroup group_of(unsigned index);
  static unsigned first_of(PoolGroup group);
  static const PoolRange& range(PoolGroup group) { return kPoolRanges[static_cast<std::size_t>(group)]; }
  // "RAH[3]", "MPSAR[257]", "FCTRL", or "unused".
  static std::string name_of(std::uint16_t address);

  // Every word is 0, though most are undefined after a reset, but for VLNCTRL.
  void reset();
  void write(unsigned index, std::uint32_t value);
  std::uint32_t word(unsigned index) const { return words_[index]; }
  std::uint32_t at(PoolGroup group, unsigned n = 0) const { return words_[first_of(group) + n]; }

  std::uint16_t vet() const { return static_cast<std::uint16_t>(at(PoolGroup::kVlnctrl)); }
  // Receive address n: six bytes, the first one most significant; whether it is valid.
  std::uint64_t address(unsigned n) const;
  bool address_valid(unsigned n) const { return at(PoolGroup::kRar, 2 * n + 1) >> 31 != 0; }
  std::uint64_t pools_at(PoolGroup group, unsigned n) const {
    return at(group, 2 * n) | std::uint64_t{at(group, 2 * n + 1)} << 32;
  }
  std::uint64_t pools_with(PoolFilter filter) const;

  // The frame was parsed with the VLAN Ethertype in effect.
  void predict(const ParsedFrame& frame, PoolPrediction& prediction) const;

 private:
  std::array<std::uint32_t, kWords> words_{};
  // Headers and hash as the checker of the 82598 reads them, with everything admitted.
  ClassifierTables hashing_;
};

bool same_decision(const ParsedFrame& frame_a, const PoolPrediction& a, const ParsedFrame& frame_b,
                   const PoolPrediction& b);

}  // namespace ixsim::verify

#endif
