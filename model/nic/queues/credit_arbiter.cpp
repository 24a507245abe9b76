// Deficit fixed priority.
#include "nic/queues/credit_arbiter.h"

#include <algorithm>

namespace ixsim::nic {
namespace {

unsigned highest(std::uint32_t mask) { return 31u - static_cast<unsigned>(__builtin_clz(mask)); }

template <typename Visit>
void for_each(std::uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<unsigned>(__builtin_ctz(mask)));
}

}  // namespace

// Returns the classes of `requests` that may send: they have credits, or their group has credits and they are
// group-strict.
std::uint32_t CreditArbiter::able(std::uint32_t requests, const Credits& credits) const {
  std::uint32_t able = 0;
  for_each(requests, [&](unsigned i) {
    bool holds = credits[i] > 0;
    for (unsigned k = 0; k < kClasses && !holds && classes_[i].group_strict; ++k)
      holds = classes_[k].group == classes_[i].group && credits[k] > 0;
    if (holds) able |= 1u << i;
  });
  return able;
}

// Refills the credits as often as needed for one of `requests` to send; returns false if no number of refills
// is enough.
bool CreditArbiter::refill(std::uint32_t requests, Credits& credits) const {
  std::int64_t rounds = -1;
  const auto consider = [&](unsigned i) {
    const Class& c = classes_[i];
    if (c.refill == 0 || c.limit == 0) return;
    const std::int64_t needed = (c.refill - credits[i]) / c.refill;  // the first that leaves at least one
    if (rounds < 0 || needed < rounds) rounds = needed;
  };
  for_each(requests, [&](unsigned i) {
    consider(i);
    for (unsigned k = 0; k < kClasses && classes_[i].group_strict; ++k)
      if (classes_[k].group == classes_[i].group) consider(k);
  });
  if (rounds < 0) return false;
  for (unsigned i = 0; i < kClasses; ++i) {
    const std::int64_t most = std::max<std::int64_t>(credits[i], classes_[i].limit);
    credits[i] = std::min(credits[i] + rounds * classes_[i].refill, most);
  }
  return true;
}

unsigned CreditArbiter::best(std::uint32_t able) const {
  const unsigned first = highest(able);
  std::uint32_t strict = 0;
  for_each(able, [&](unsigned i) {
    if (classes_[i].group_strict && classes_[i].group == classes_[first].group) strict |= 1u << i;
  });
  return strict != 0 ? highest(strict) : first;
}

unsigned CreditArbiter::choose(std::uint32_t requests) const {
  std::uint32_t strict = 0;
  for_each(requests, [&](unsigned i) {
    if (classes_[i].link_strict) strict |= 1u << i;
  });
  if (strict != 0) return highest(strict);
  if (const std::uint32_t now = able(requests, credits_)) return best(now);
  Credits credits = credits_;
  if (!refill(requests, credits)) return highest(requests);
  return best(able(requests, credits));
}

void CreditArbiter::take(std::uint32_t requests, std::uint32_t bytes) {
  const unsigned next = choose(requests);
  const Class& c = classes_[next];
  if (c.link_strict) return;
  if (able(requests, credits_) == 0) refill(requests, credits_);
  std::int64_t cost = (bytes + kUnit - 1) / kUnit;
  const auto pay = [&](unsigned i) {
    const std::int64_t part = std::clamp<std::int64_t>(credits_[i], 0, cost);
    credits_[i] -= part;
    cost -= part;
  };
  pay(next);
  for (unsigned k = 0; k < kClasses && c.group_strict; ++k)
    if (classes_[k].group == c.group) pay(k);
  // A class that can never hold credits does not run up a debt either.
  if (c.refill != 0 && c.limit != 0) credits_[next] -= cost;
}

}  // namespace ixsim::nic
