// The data that a TCP receiver holds after a gap, as ranges of sequence numbers.
//
// Timing contract: none. The list allocates only when it holds more ranges than ever before. Source: RFC 9293
// section 3.10.7.4.
#ifndef IXSIM_HOST_TCP_REASSEMBLY_H
#define IXSIM_HOST_TCP_REASSEMBLY_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/layers.h"

namespace ixsim::host {

class Reassembly {
 public:
  bool empty() const { return ranges_.empty(); }
  std::size_t ranges() const { return ranges_.size(); }
  // Adds the bytes from `begin` up to, but not including, `end`; returns how many of them are new.
  std::uint64_t add(std::uint64_t begin, std::uint64_t end);
  // Returns the first byte that is missing at or after `from`, and drops the ranges before it.
  std::uint64_t take(std::uint64_t from);

 private:
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
  };
  std::vector<Range> ranges_;  // in order, with a gap before each
};

}  // namespace ixsim::host

#endif
