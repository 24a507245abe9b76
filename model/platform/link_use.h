// Use of the PCIe link between two moments of a run, from samples of its counters. The first moment is the
// first packet of a direction of a port. The second is the last packet, or for transmit the moment at which
// the first queue has no packet left.
#ifndef IXSIM_PLATFORM_LINK_USE_H
#define IXSIM_PLATFORM_LINK_USE_H

#include <algorithm>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/pcie_config.h"
#include "ixsim/time.h"
#include "nic/endpoint/pcie_endpoint.h"

namespace ixsim::platform {

class LinkUse {
 public:
  void begin(const PcieEndpoint& endpoint, Time now) { begin_ = sample(endpoint, now); }
  void end(const PcieEndpoint& endpoint, Time now) {
    end_ = sample(endpoint, now);
    ended_ = true;
  }
  // Returns whether both moments were sampled.
  bool known() const { return ended_ && end_.time > begin_.time; }
  // Each returns a share of the time between the moments, 0 to 1: a direction was busy; nothing was sent to
  // the host because a read waited for a tag, or because a request waited for credits.
  double up(const PcieConfig& link) const { return busy(end_.up - begin_.up, link); }
  double down(const PcieConfig& link) const { return busy(end_.down - begin_.down, link); }
  double tag_wait() const { return share(static_cast<double>(end_.tag_wait - begin_.tag_wait)); }
  double credit_wait() const { return share(static_cast<double>(end_.credit_wait - begin_.credit_wait)); }

 private:
  struct Sample {
    Time time = 0;
    std::uint64_t up = 0;  // number of bytes
    std::uint64_t down = 0;
    Time tag_wait = 0;
    Time credit_wait = 0;
  };

  static Sample sample(const PcieEndpoint& endpoint, Time now) {
    return {now, endpoint.upstream().bytes(), endpoint.root().link().bytes(), endpoint.tag_wait(now),
            endpoint.credit_wait(now)};
  }
  double share(double time) const {
    return known() ? std::min(1.0, time / static_cast<double>(end_.time - begin_.time)) : 0;
  }
  double busy(std::uint64_t bytes, const PcieConfig& link) const {
    const double byte = static_cast<double>(link.byte_parts()) / static_cast<double>(1u << link.part_bits());
    return share(static_cast<double>(bytes) * byte);
  }

  Sample begin_;
  Sample end_;
  bool ended_ = false;
};

}  // namespace ixsim::platform

#endif
