// Flow director of the 82599: a table of flows, each with a receive queue, looked up before RSS. In signature
// mode, two hashes that software computes identify a flow. In perfect mode, its addresses, ports, VLAN and
// two bytes at an offset in the frame identify it.
//
// A write of FDIRCTRL with a memory size empties the table; the table is ready at once. A command of FDIRCMD
// completes at once. Perfect filters are compared one by one, so that a wrong bucket in FDIRHASH does not
// matter. IPv6 frames match signatures only, as on the silicon. Pools are not compared.
//
// Timing contract: a command acts when it is written; a frame is looked up when its decision is made. Source:
// ixgbe_82599.c (protocol, hash, masks), ixgbe_type.h.
#ifndef IXSIM_NIC_CLASSIFIER_FLOW_DIRECTOR_H
#define IXSIM_NIC_CLASSIFIER_FLOW_DIRECTOR_H

#include <cstdint>
#include <map>
#include <unordered_map>

#include "base/layers.h"
#include "ixsim/classifier.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class FlowDirector {
 public:
  // Binds the registers.
  explicit FlowDirector(RegisterFile& registers);
  // Removes all filters.
  void reset();
  // Returns whether there is a table to look frames up in.
  bool armed() const { return capacity_ != 0; }

  struct Result {
    bool matched = false;
    bool has_queue = false;
    std::uint8_t queue = 0;
  };
  // Returns the filter of a frame with these headers; `tci` is 0 without a tag. Counts the frame in FDIRMATCH
  // or FDIRMISS.
  Result look_up(ByteView frame, const FrameHeaders& headers, std::uint16_t tci);

 private:
  struct Filter {
    std::uint32_t command = 0;  // FDIRCMD: flow type, queue, drop
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
    std::uint32_t ports = 0;  // destination in the upper half, source in the lower
    std::uint32_t vlan = 0;   // flexible bytes in the upper half, VLAN in the lower
  };
  // The values of a frame that are compared.
  struct Flow {
    std::uint32_t type = 0;  // type, in the position of FDIRCMD
    Filter values;
    std::uint32_t folded = 0;  // addresses and ports, folded for the hash
  };

  void control_written(const RegisterWrite& write);
  void command_written(const RegisterWrite& write);
  std::uint32_t free_filters(unsigned, std::uint32_t stored) const;
  void add(std::uint32_t command);
  void remove();
  std::size_t used() const { return perfect_ ? filters_.size() : signatures_.size(); }
  void count(Reg reg, std::uint32_t lowest, std::uint32_t most);
  bool flow_of(ByteView frame, const FrameHeaders& headers, std::uint16_t tci, Flow& flow) const;
  Result find(const Flow& flow, std::uint16_t tci) const;
  bool matches(const Filter& filter, const Flow& flow) const;
  Result result_of(std::uint32_t command) const;

  RegisterFile& registers_;
  std::size_t capacity_ = 0;
  bool perfect_ = false;
  std::unordered_map<std::uint32_t, std::uint32_t> signatures_;  // FDIRHASH to FDIRCMD
  std::map<std::uint32_t, Filter> filters_;                      // filters by FDIRHASH
};

// Returns one hash of a flow. `key` is FDIRHKEY or FDIRSKEY. `vlan` has the flow type above the VLAN.
// `folded` has the addresses and ports.
std::uint32_t flow_hash(std::uint32_t key, std::uint32_t vlan, std::uint32_t folded);

}  // namespace ixsim::nic

#endif
