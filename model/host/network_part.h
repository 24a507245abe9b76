// A part of a network with its own clock: a host with its controller, or the switches and peers together. A
// network runs each part ahead of the others as long as nothing can arrive at it.
//
// Timing contract: next() is a lower bound of everything that the part does without input; run() does all of
// it up to a time that never decreases.
#ifndef IXSIM_HOST_NETWORK_PART_H
#define IXSIM_HOST_NETWORK_PART_H

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::host {

class NetworkPart {
 public:
  virtual ~NetworkPart() = default;
  // Returns the earliest time at which the part can do anything observable from outside, if nothing arrives.
  virtual Time next() const = 0;
  // Runs to `time`, inclusive.
  virtual void run(Time time) = 0;
};

}  // namespace ixsim::host

#endif
