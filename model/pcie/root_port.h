// The root port, the link partner of the device on PCIe: it hands arriving requests to the host, turns
// answers and register accesses into TLPs, and returns credits.
//
// Timing contract: acts on the PCIe clock. A read TLP is offered to the host at the time it has arrived
// (flight time included), a write when its last TLP has, or TLP by TLP if the link is so configured.
// Completions are cut at the read completion boundary and share the link with register accesses in the order
// in which they became ready; each TLP reaches the device one flight time after its last byte. Posted credits
// return `credit_return` after the host took the write. Source: PCI Express Base Specification 1.1, chapters
// 2 (transactions, ordering) and 2.6 (flow control).
#ifndef IXSIM_PCIE_ROOT_PORT_H
#define IXSIM_PCIE_ROOT_PORT_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/agenda.h"
#include "base/ring.h"
#include "ixsim/pcie_config.h"
#include "pcie/dma_request.h"
#include "pcie/host_bus.h"
#include "pcie/link_direction.h"
#include "pcie/tlp.h"

namespace ixsim {

// One outstanding read TLP of the device.
struct ReadTag {
  DmaRequest* request = nullptr;
  std::uint32_t offset = 0;  // of this TLP's range in the request
  std::uint32_t length = 0;
  std::uint32_t received = 0;  // bytes completed at the device
};

// An access of the host on its way down: one 32-bit word of a function's memory, configuration or I/O space.
struct HostAccess {
  enum class Space : std::uint8_t { kMemory, kConfig, kIo };

  std::uint8_t function = 0;
  std::uint8_t bar = 0;  // of memory and I/O space
  Space space = Space::kMemory;
  bool is_write = false;
  std::uint8_t byte_enables = 0xf;
  std::uint32_t offset = 0;
  std::uint32_t value = 0;
  std::uint64_t id = 0;  // the host's name for what will be completed
  bool on_link = false;  // for the root port: all that it causes crosses the link before it shows

  // Writes to memory are; everything else is completed.
  bool posted() const { return is_write && space == Space::kMemory; }
};

// A TLP on its way to the device, or several completions of one read that nothing can come between.
struct DownstreamTlp {
  enum class Kind : std::uint8_t { kRegister, kCompletion };
  Time arrival = 0;  // of the last
  Kind kind = Kind::kCompletion;
  bool failed = false;
  bool ends_tag = false;      // completion: the last of its tag
  bool ends_request = false;  // ... and of the request
  std::uint32_t tag = 0;      // completion: the read's tag
  std::uint32_t offset = 0;   // completion: where the bytes belong in the request
  std::uint32_t length = 0;
  std::uint32_t parts = 0;  // TLPs that next_part() reports, if these are kept
  HostAccess access;
};

// One completion as it passes the link.
struct CompletionPart {
  Time arrival = 0;
  std::uint32_t length = 0;
};

// The device's end of the link.
class RootPortOwner : public DmaClient {
 public:
  // Lower bound of when anything shows, here or elsewhere, of what the device does once all data that one tag
  // of `read` stands for have reached it at `arrival` or later; `last` if all of the request have then.
  virtual Time least_answer(const DmaRequest& read, bool last, Time arrival) const = 0;
  // As above for a register access, visible on the link or not.
  virtual Time least_access_answer(bool on_link, Time arrival) const = 0;
  // Returns whether all that an access causes crosses the link before it shows.
  virtual bool shows_on_link(const HostAccess& access) const = 0;
  // As above for a credit that is available at `credit`.
  virtual Time least_credit_answer(Time credit) const = 0;
};

class RootPort : public Block {
 public:
  // `owner` learns of every write, message and register completion that has arrived, and takes it back.
  RootPort(const PcieConfig& config, Agenda& agenda, HostBus& bus, RootPortOwner& owner);

  // Wiring: the agenda slots of this block and of the device's two link blocks.
  void connect(Agenda::Slot self, Agenda::Slot device_receive, Agenda::Slot device_transmit);
  // The block that acts at this end.
  Block& block() {
    if (config_.transaction == HostTransaction::kTlp) return by_tlp_;
    return *this;
  }
  void act(Time now) override;
  // Inside a call of the host's bus: the request that it is about.
  const DmaRequest& delivering() const { return *arrivals_.front().request; }
  Time visible(Time due, Time lookahead) const override;

  // --- From the device.
  // A TLP of a request, `length` bytes from `offset`, whose last byte leaves at `end`.
  void receive(DmaRequest& request, std::uint32_t tag, std::uint32_t offset, std::uint32_t length, bool last,
               Time end);
  // The same for a TLP of a write that is not its last.
  void receive_part(DmaRequest& request, std::uint32_t offset, std::uint32_t length, Time end) {
    if (trusted_ && !part_shows_[static_cast<std::size_t>(DmaKind::kWrite)]) {
      return_credits(request, offset, length, clock_.edge_at_or_after(end + config_.flight));
    } else {
      receive(request, 0, offset, length, false, end);
    }
  }
  // The oldest TLP on its way to the device, if there is one: it has reached it at next_downstream().
  const DownstreamTlp& downstream() const { return downstream_.front(); }
  void drop_downstream() { downstream_.drop(); }
  // When the first TLP that has been sent, or without one that is ready to be, reaches the device; kNever if
  // there is none. Completions are sent only on demand, each at its own time.
  Time next_downstream() const;
  // Returns whether data that the host is yet to answer may reach the device first: nothing is on its way,
  // and no completion has been begun.
  bool next_may_be_overtaken() const {
    return downstream_.empty() && (completions_.empty() || completions_.front().sent == 0);
  }
  // Tags that the host has answered and whose data are not all at the device: those of other tags in use may
  // reach it before next_downstream().
  std::size_t answered_tags() const {
    std::size_t count = completions_.size();
    for (std::size_t i = 0; i < downstream_.size(); ++i) count += downstream_[i].ends_tag ? 1 : 0;
    return count;
  }
  // Lower bound of the same, whatever accesses the host makes until then.
  Time least_downstream() const;
  // Sends what has its time up to `now`.
  void send_until(Time now);
  // The host takes every request in the call: what is sent is as good as taken, and its credits are known.
  void trust_host() { trusted_ = true; }
  // Each single completion is recorded, for observers of the link; from before the first one is sent.
  void keep_parts(bool keep) { parts_kept_ = keep; }
  CompletionPart next_part() { return parts_.pop(); }
  // Lower bound of when anything shows that the device does about what is on its way or is ready to be, taken
  // at `due` at the earliest.
  Time least_answer(Time due) const;
  // Returns whether the device has an access to answer, now or when it arrives.
  bool owes_answers() const { return answers_owed_ != 0; }
  // The device is done with a register access: its receive credit is on the way back.
  void return_register_credit(bool posted, Time now);

  // Credits on their way back to the device. They are those of one TLP each, from when the host took it.
  struct CreditReturn {
    Time taken;
    std::uint32_t data;
    bool posted;
  };
  // Calls `take(credits)` for each that is back at `now`, an edge; TLPs that have arrived before are
  // included.
  template <typename Take>
  void take_credits(Time now, Take take) {
    while (!held_ && !arrivals_.empty() && !arrivals_.front().shows && arrivals_.front().time < now)
      take_part();
    for (; !credit_returns_.empty() && credit_returns_.front().taken + credit_delay_ < now;
         credit_returns_.drop())
      take(credit_returns_.front());
  }
  // When the next ones are back; kNever if no TLP has been taken.
  Time next_credit() const {
    return credit_returns_.empty() ? kNever
                                   : clock_.edge_after(credit_returns_.front().taken + credit_delay_);
  }
  // The device's transmit side has a TLP that waits for credits, and wants to be woken by the next return.
  void want_credits(bool wanted) {
    if (wanted && !credits_wanted_ && !arrivals_.empty() && !held_)
      agenda_.arm(self_, std::max(arrivals_.front().time, agenda_.now()));
    credits_wanted_ = wanted;
  }
  std::vector<ReadTag>& tags() { return tags_; }
  const std::vector<ReadTag>& tags() const { return tags_; }

  // --- From the host: inputs, each acting at the first PCIe edge after `time`.
  void register_access(Time time, const HostAccess& access);
  // All data of a read are in their place, `delay` after `time`.
  void read_data(Time time, Time delay, std::uint32_t tag, bool ok);
  // Releases the transaction held back, `delay` after `time`.
  void write_taken(Time time, Time delay, bool ok);
  void read_taken(Time time, Time delay);

  // True if nothing is on its way or held back here.
  bool idle() const;
  std::uint64_t target_stalls() const { return target_stalls_; }
  Time target_stall_time() const { return target_stall_time_; }
  const LinkDirection& link() const { return link_; }
  // TLP bytes sent: completions by the source of their reads, and register accesses.
  const BytesBySource& bytes_by_source() const { return bytes_; }
  // The shortest TLP and its flight.
  Time least_tlp_time() const { return least_tlp_time_; }

 private:
  struct Arrival {
    Time time = 0;
    DmaRequest* request = nullptr;
    std::uint32_t tag = 0;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    bool shows = false;  // to the host: a read, the last TLP of anything else, or each one
  };
  struct Completion {
    Time ready = 0;
    std::uint32_t tag = 0;
    std::uint32_t sent = 0;
    bool ok = true;
  };
  struct Access {
    Time ready = 0;
    HostAccess access;
  };

  // The host gets writes TLP by TLP. Its own side, so that whole requests are not slowed by the
  // question.
  struct ByTlp : Block {
    explicit ByTlp(RootPort& port) : root(port) {}
    void act(Time now) override;
    Time visible(Time due, Time lookahead) const override { return root.visible(due, lookahead); }
    RootPort& root;
  };

  template <bool kByTlp>
  void run(Time now);
  template <bool kByTlp>
  void deliver(Time now);
  // The host has answered for a write; of several TLPs each one, and the write has failed if one of them has.
  template <bool kByTlp>
  void finish_write(const Arrival& arrival, Time now, bool ok);
  // Accounts for a TLP of `request` that the host takes at `time`.
  [[gnu::always_inline]] void return_credits(const DmaRequest& request, std::uint32_t offset,
                                             std::uint32_t length, Time time) {
    CreditReturn& credits = credit_returns_.extend();
    credits.taken = time;
    credits.posted = request.kind != DmaKind::kRead;
    credits.data = tlp::data_credits(tlp::payload(request.address + offset, length));
    // When parts are processed late, the credit may have been available for a while.
    if (credits_wanted_) agenda_.arm(device_transmit_, std::max(next_credit(), agenda_.now()));
  }
  // Takes a TLP that is not the last of its write: its credits are all there is to it, so that nothing has to
  // happen when it arrives unless a TLP waits for them.
  void take_part();
  void send(Time now);
  // Returns the bytes that the oldest completion still has to send.
  tlp::Run left_of(const Completion& completion) const;
  // When the oldest register access, if there is one, can be sent or looked at again for its credit; kNever
  // if its credit is not on its way.
  Time next_access() const;
  std::uint32_t keep_parts_of(const DownstreamTlp& completions, std::uint64_t address, Time now);
  void arm_next(Time now);

  PcieConfig config_;
  ByTlp by_tlp_{*this};
  Clock clock_;
  Time least_tlp_time_;  // of the shortest TLP and its flight
  Time credit_delay_;    // from the host's taking a request to its credit at the device
  Agenda& agenda_;
  HostBus& bus_;
  RootPortOwner& owner_;
  LinkDirection link_;
  Agenda::Slot self_ = 0;
  Agenda::Slot device_receive_ = 0;
  Agenda::Slot device_transmit_ = 0;
  std::array<bool, 5> part_shows_{};  // by kind: a TLP before the last is offered to the host
  std::vector<ReadTag> tags_;
  Ring<Arrival> arrivals_;
  Ring<CreditReturn> credit_returns_;
  Ring<Completion> completions_;  // sorted by ready time; few
  Ring<Access> accesses_;
  std::size_t answers_owed_ = 0;        // to accesses that are answered
  std::size_t accesses_elsewhere_ = 0;  // those that may show elsewhere than on the link
  Ring<DownstreamTlp> downstream_;
  Ring<CompletionPart> parts_;
  bool parts_kept_ = false;
  std::uint32_t posted_credits_;
  std::uint32_t non_posted_credits_;
  Ring<std::pair<Time, bool>> register_credits_;  // (usable from, posted)
  bool credits_wanted_ = false;
  bool trusted_ = false;
  bool held_ = false;         // the target holds back the transaction at the front of arrivals_
  Time held_until_ = kNever;  // ... and is released at this edge
  bool held_ok_ = true;
  Time held_since_ = 0;
  Time released_ = 0;  // when the last transaction held back was released
  BytesBySource bytes_{};
  std::uint64_t target_stalls_ = 0;
  Time target_stall_time_ = 0;
};

}  // namespace ixsim

#endif
