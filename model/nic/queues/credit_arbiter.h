// Selects the next traffic class by deficit fixed priority, in the receive plane and both transmit planes.
//
// A class holds credits in units of 64 bytes. The bytes that it sends are subtracted, so that a long packet
// may leave it in debt. The next class is the one with the highest number among those that request and hold
// credits. If none of them holds credits, every class of the device gets its refill, up to its limit, as
// often as needed for one of them to hold some. A link-strict class goes before all others; it neither needs
// nor pays credits. A group-strict class goes before the others of its bandwidth group. When its credits are
// used up, it may use those of the others, lowest number first. If no requesting class can ever hold credits
// (refill or limit 0), the highest number is next, so that no class hangs.
//
// The rule is model-specific: only the registers and the name of the scheme are public. Timing contract: that
// of the caller. Source: 82598 datasheet, DCB registers (RT2CR, TDTQ2TCCR, TDPT2TCCR); ixgbe_dcb_82598.c.
#ifndef IXSIM_NIC_QUEUES_CREDIT_ARBITER_H
#define IXSIM_NIC_QUEUES_CREDIT_ARBITER_H

#include <array>
#include <cstdint>

#include "base/layers.h"

namespace ixsim::nic {

class CreditArbiter {
 public:
  static constexpr unsigned kClasses = 8;
  static constexpr std::uint32_t kUnit = 64;  // bytes of a credit

  struct Class {
    std::uint32_t refill = 0;  // credits
    std::uint32_t limit = 0;
    unsigned group = 0;
    bool group_strict = false;
    bool link_strict = false;
  };

  void configure(unsigned number, const Class& settings) { classes_[number] = settings; }
  void reset() { credits_ = {}; }
  // Returns the next class of those in `requests` (one bit each, at least one). Changes nothing.
  unsigned choose(std::uint32_t requests) const;
  // Charges the class for `bytes` that it sends.
  void take(std::uint32_t requests, std::uint32_t bytes);
  std::int64_t credits(unsigned number) const { return credits_[number]; }

 private:
  using Credits = std::array<std::int64_t, kClasses>;

  std::uint32_t able(std::uint32_t requests, const Credits& credits) const;
  bool refill(std::uint32_t requests, Credits& credits) const;
  unsigned best(std::uint32_t able) const;

  std::array<Class, kClasses> classes_{};
  Credits credits_{};
};

// Arbiter between classes: in turn or by credits, as a plane's mode bit selects.
class ClassArbiter {
 public:
  CreditArbiter& credits() { return credits_; }
  const CreditArbiter& credits() const { return credits_; }
  void set_by_credits(bool on) { by_credits_ = on; }
  // Stops the arbiter: no class is next while stopped.
  void stop(bool stopped) { stopped_ = stopped; }
  bool stopped() const { return stopped_; }
  bool by_credits() const { return by_credits_; }
  unsigned choose(std::uint32_t requests) const {
    if (by_credits_) return credits_.choose(requests);
    const std::uint32_t above = requests & (~std::uint32_t{0} << next_);
    return static_cast<unsigned>(__builtin_ctz(above != 0 ? above : requests));
  }
  void take(std::uint32_t requests, unsigned number, std::uint32_t bytes) {
    if (by_credits_) credits_.take(requests, bytes);
    next_ = (number + 1) % CreditArbiter::kClasses;
  }
  void reset() {
    credits_.reset();
    next_ = 0;
  }

 private:
  CreditArbiter credits_;
  unsigned next_ = 0;
  bool by_credits_ = false;
  bool stopped_ = false;
};

}  // namespace ixsim::nic

#endif
