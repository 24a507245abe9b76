// Delta debugging of a scheduler's inputs, as for the classifier. A scheduler's state cannot be written, so
// the shortest end of the inputs is searched for after a reset.
#include <algorithm>
#include <chrono>
#include <utility>

#include "verify/delta_debugging.h"
#include "verify/scheduler_sequence.h"
#include "verify/scheduler_stimulus.h"

namespace ixsim::verify {
namespace {

using Items = std::vector<SchedulerItem>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kFewItems = 8;
constexpr int kRounds = 4;
constexpr std::size_t kMostJoined = 40;  // the number of trials is its square
constexpr std::size_t kMostParts = 512;  // the number of trials is a multiple of it
constexpr std::size_t kFewParts = 16;    // of more items
constexpr std::uint64_t kFewEdges = 4;   // takes of the deficit mode need an even number of edges

class SchedulerShrinker {
 public:
  SchedulerShrinker(const SchedulerCheckOptions& options, RtlSchedulerModule& module, double seconds)
      : options_(options),
        module_(module),
        start_(Clock::now()),
        end_(start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {
    options_.waveform.clear();
    options_.grants = ~std::uint64_t{0};
    best_.quantum = options.parameters.weighted() ? 2 : longest_unit(options.parameters);
  }

  std::optional<SchedulerShrinkResult> run(Items items) {
    // At an edge after a take a length is at least 1, and leaving out edges moves takes.
    for (SchedulerItem& item : items)
      if (options_.parameters.deficit()) item.in.len = std::max(item.in.len, std::uint32_t{1});
    if (!find_end(items)) return std::nullopt;
    for (int round = 0; round < kRounds && in_time(); ++round) {
      const std::size_t size = weight();
      // Leaving out comes first, unless it takes too long.
      if (best_.steps.size() > (round == 0 ? kMostParts : kFewItems)) try_uniform();
      best_.steps = reduce(best_.steps, [this](const Items& some) { return accept_steps(some); });
      simplify();
      if (weight() == size) break;
    }
    SchedulerShrinkResult result;
    result.trials = trials_;
    result.sequence = best_;
    const std::optional<SchedulerDivergence> divergence = play(best_, &result.takes);
    if (!divergence) return std::nullopt;
    result.divergence = *divergence;
    result.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return result;
  }

 private:
  bool in_time() const { return Clock::now() < end_; }

  std::optional<SchedulerDivergence> play(const SchedulerSequence& sequence, std::uint64_t* takes = nullptr) {
    const Items items = all_items(sequence, options_.parameters);
    options_.recorded = [&items] { return std::make_unique<SchedulerItemList>(items); };
    ++trials_;
    SchedulerCheckResult result = check_scheduler(options_, module_, nullptr, nullptr, [](std::uint64_t) {});
    if (takes != nullptr) *takes = result.grants;
    if (result.divergence && result.divergence->endless) return std::nullopt;
    return std::move(result.divergence);
  }
  // No queue may be taken before its quantum or weight was written.
  bool legal(const SchedulerSequence& sequence) const {
    if (!options_.parameters.has_visits()) return true;
    QueueMask written;
    ReferenceScheduler oracle(options_.parameters);
    for (const SchedulerItem& item : all_items(sequence, options_.parameters)) {
      for (std::uint64_t i = 0; i < item.edges; ++i) {
        const SchedulerPortsOut out = oracle.offer(item.in);
        if (!item.in.rst && out.valid && item.in.ready && !written.test(out.idx)) return false;
        if (item.in.rst) written = QueueMask();
        if (item.in.wr_en && !item.in.rst) written.set(item.in.wr_addr);
        oracle.clock(item.in);
      }
    }
    return true;
  }
  bool accept(SchedulerSequence sequence) {
    if (!in_time() || !legal(sequence) || !play(sequence)) return false;
    best_ = std::move(sequence);
    return true;
  }
  bool accept_steps(Items steps) {
    SchedulerSequence sequence = best_;
    sequence.steps = std::move(steps);
    return accept(std::move(sequence));
  }

  std::size_t weight() const {
    std::size_t sum = 0;
    for (const SchedulerItem& item : best_.steps) {
      sum += 1000 + static_cast<std::size_t>(std::min<std::uint64_t>(item.edges, 1u << 24));
      for (const std::uint64_t word : item.in.req.words)
        sum += static_cast<std::size_t>(__builtin_popcountll(word));
      sum += item.in.wr_en ? 10 : 0;
    }
    return sum;
  }

  bool find_end(const Items& items) {
    const auto tail = [&items](std::size_t from) {
      return Items(items.begin() + static_cast<std::ptrdiff_t>(from), items.end());
    };
    SchedulerSequence sequence = best_;
    sequence.based = true;
    for (std::size_t length = 1; in_time(); length *= 2) {
      const std::size_t from = items.size() - std::min(length, items.size());
      sequence.steps = tail(from);
      if (accept(sequence)) return true;
      if (from == 0) break;
    }
    sequence.based = false;
    for (std::size_t i = items.size(); i-- > 0;) {
      if (!items[i].in.rst) continue;
      sequence.steps = tail(i);
      if (in_time() && accept(sequence)) return true;
    }
    sequence.steps = items;
    return accept(sequence);
  }

  // Inputs that may stand for many others, for as many clocks: no request; one queue or all, held off or
  // taken, with lengths that leave a credit or make a debt. `queue` is the one of the divergence.
  std::vector<SchedulerPortsIn> uniform(unsigned queue) const {
    const std::uint32_t top = (std::uint32_t{1} << options_.parameters.length_width) - 1;
    std::vector<std::uint32_t> lengths{0};
    if (options_.parameters.deficit())
      lengths = {1, longest_unit(options_.parameters), longest_unit(options_.parameters) - 1, top};
    SchedulerPortsIn in;
    in.len = lengths[0];
    std::vector<SchedulerPortsIn> result{in};
    in.req.set(0);
    result.push_back(in);
    QueueMask every;
    for (unsigned q = 0; q < options_.parameters.queues; ++q) every.set(q);
    QueueMask other;
    other.set(queue);
    in.ready = true;
    for (const QueueMask& requests : {in.req, other, every}) {
      in.req = requests;
      for (const std::uint32_t length : lengths) {
        in.len = length;
        if (std::none_of(result.begin(), result.end(), [&](const auto& one) { return same_inputs(one, in); }))
          result.push_back(in);
      }
    }
    return result;
  }

  bool try_uniform(std::size_t first, std::size_t last, const std::vector<SchedulerPortsIn>& all) {
    const auto from = best_.steps.begin() + static_cast<std::ptrdiff_t>(first);
    const auto to = best_.steps.begin() + static_cast<std::ptrdiff_t>(last);
    std::uint64_t edges = 0;
    for (auto at = from; at != to; ++at) edges += at->edges;
    for (const SchedulerPortsIn& in : all) {
      SchedulerSequence sequence = best_;
      // A reset and writes that the first items may have are those of the base.
      sequence.based = best_.based || first == 0;
      sequence.steps.assign(best_.steps.begin(), from);
      sequence.steps.push_back({in, edges});
      sequence.steps.insert(sequence.steps.end(), to, best_.steps.end());
      if (accept(std::move(sequence))) return true;
    }
    return false;
  }

  // Makes many items one thing for as many clocks: those between the first items and the last ones, or parts.
  void try_uniform() {
    const std::optional<SchedulerDivergence> found = play(best_);
    const std::vector<SchedulerPortsIn> all = uniform(found ? found->expected.idx : 0);
    for (const std::size_t kept : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
      for (const std::size_t last : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
        if (best_.steps.size() <= kept + last + 1) return;
        if (try_uniform(kept, best_.steps.size() - last, all)) return;
      }
    }
    const std::size_t least = best_.steps.size() > kMostParts ? best_.steps.size() / kFewParts : 2;
    for (std::size_t part = best_.steps.size() / 2; part >= least; part /= 2) {
      for (std::size_t i = 0; i + part <= best_.steps.size() && in_time();) {
        if (!try_uniform(i, i + part, all)) i += part / 2;
      }
    }
  }

  template <typename Change>
  bool try_change(std::size_t i, Change change) {
    Items steps = best_.steps;
    change(steps[i].in);
    if (same_inputs(steps[i].in, best_.steps[i].in)) return false;
    return accept_steps(std::move(steps));
  }

  // Leaves out a take and the length at its next edge; the next length grows by it, or another one becomes
  // the greatest. Credit that several short lengths use up, and debt that they make, are then those of one.
  void join_takes() {
    if (best_.steps.size() > kMostJoined) return;
    const std::uint32_t top = (std::uint32_t{1} << options_.parameters.length_width) - 1;
    // Several greatest lengths may be needed at once.
    for (std::size_t i = 0; i < best_.steps.size() && best_.steps.size() > kFewItems; ++i)
      if (best_.steps[i].in.len > 1) try_change(i, [top](SchedulerPortsIn& in) { in.len = top; });
    for (std::size_t i = 0; i + 3 < best_.steps.size() && in_time();) {
      const auto without = [&](std::size_t at, std::uint64_t length) {
        Items steps = best_.steps;
        steps[at].in.len = static_cast<std::uint32_t>(std::min<std::uint64_t>(length, top));
        const auto first = steps.begin() + static_cast<std::ptrdiff_t>(i);
        steps.erase(first, first + 2);
        return accept_steps(std::move(steps));
      };
      bool joined = without(i + 3, std::uint64_t{best_.steps[i + 3].in.len} + best_.steps[i + 1].in.len);
      for (std::size_t at = 0; at < best_.steps.size() && !joined; ++at)
        joined = at != i && at != i + 1 && without(at, top);
      if (!joined) ++i;
    }
  }

  void simplify() {
    if (options_.parameters.deficit()) join_takes();
    for (std::size_t i = 0; i < best_.steps.size() && in_time(); ++i) {
      const auto takes_edges = [&](std::uint64_t edges) {
        Items steps = best_.steps;
        steps[i].edges = edges;
        return accept_steps(std::move(steps));
      };
      for (std::uint64_t edges = 1; edges <= kFewEdges && edges < best_.steps[i].edges; ++edges)
        if (takes_edges(edges)) break;
      if (best_.steps[i].edges > kFewEdges) smallest(1, best_.steps[i].edges, takes_edges);
      try_change(i, [](SchedulerPortsIn& in) {
        in.wr_en = false;
        in.wr_addr = 0;
        in.wr_data = 0;
      });
      if (!best_.steps[i].in.wr_en) {
        try_change(i, [](SchedulerPortsIn& in) {
          in.wr_addr = 0;
          in.wr_data = 0;
        });
      }
      try_change(i, [](SchedulerPortsIn& in) { in.rst = false; });
      try_change(i, [](SchedulerPortsIn& in) { in.ready = false; });
      if (options_.parameters.deficit()) try_change(i, [](SchedulerPortsIn& in) { in.len = 1; });
      std::vector<unsigned> requests;
      for (unsigned queue = 0; queue < options_.parameters.queues; ++queue) {
        if (best_.steps[i].in.req.test(queue)) requests.push_back(queue);
      }
      if (!requests.empty()) {
        reduce(requests, [&](const std::vector<unsigned>& some) {
          Items steps = best_.steps;
          steps[i].in.req = QueueMask();
          for (const unsigned queue : some) steps[i].in.req.set(queue);
          return accept_steps(std::move(steps));
        });
      }
    }
    // Neighbours that have become alike are one.
    Items merged;
    for (const SchedulerItem& item : best_.steps) {
      if (!merged.empty() && same_inputs(merged.back().in, item.in)) {
        merged.back().edges += item.edges;
      } else {
        merged.push_back(item);
      }
    }
    best_.steps = std::move(merged);
  }

  SchedulerCheckOptions options_;
  RtlSchedulerModule& module_;
  Clock::time_point start_, end_;
  std::uint64_t trials_ = 0;
  SchedulerSequence best_;
};

}  // namespace

std::optional<SchedulerShrinkResult> shrink(const SchedulerCheckOptions& options, RtlSchedulerModule& module,
                                            const std::vector<SchedulerItem>& items, double seconds) {
  return SchedulerShrinker(options, module, seconds).run(items);
}

}  // namespace ixsim::verify
