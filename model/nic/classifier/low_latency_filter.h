// Low-latency filters: they select the frames that interrupt at once. There are eight filters for TCP ports,
// sizes and flags (IMIR, IMIREXT), and a threshold for VLAN priorities (IMIRVP).
//
// PORT_IM_EN enables a filter. A filter matches if each of its three conditions holds or is bypassed. The
// conditions are the TCP destination port, a frame (without FCS) shorter than the size threshold, and any of
// the selected flags. A tagged frame with a priority at or above the threshold always matches. Timing
// contract: none, a pure function of frame and registers. Source: 82598 datasheet, p. 277; that the size
// condition means "shorter" is that of the 82575 (unconfirmed).
#ifndef IXSIM_NIC_CLASSIFIER_LOW_LATENCY_FILTER_H
#define IXSIM_NIC_CLASSIFIER_LOW_LATENCY_FILTER_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/classifier.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class LowLatencyFilter {
 public:
  static constexpr unsigned kFilters = 8;

  // Binds IMIR, IMIREXT and IMIRVP.
  void bind(RegisterFile& registers);
  void set_port(unsigned index, std::uint32_t imir);
  void set_condition(unsigned index, std::uint32_t imirext) { filters_[index].condition = imirext; }
  void set_priority(std::uint32_t imirvp);
  void reset();
  // Returns whether any filter is enabled.
  bool armed() const { return armed_; }
  // Returns whether a frame matches. `frame` has no FCS; `decision` is the classifier's decision on it.
  bool matches(ByteView frame, const Decision& decision) const;

 private:
  struct Filter {
    std::uint32_t port = 0;
    std::uint32_t condition = 0;
  };
  void update();
  void port_written(const RegisterWrite& write) { set_port(write.index, write.new_value); }
  void condition_written(const RegisterWrite& write) { set_condition(write.index, write.new_value); }
  void priority_written(const RegisterWrite& write) { set_priority(write.new_value); }

  std::array<Filter, kFilters> filters_;
  std::uint32_t priority_ = 0;
  bool armed_ = false;
};

}  // namespace ixsim::nic

#endif
