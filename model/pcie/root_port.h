// The root port, the link partner of the device on PCIe. It passes arriving requests to the host, turns
// answers and register accesses into TLPs, and returns credits.
//
// Timing contract: the root port acts on the PCIe clock. A read TLP is offered to the host when it has
// arrived (flight time included). A write is offered when its last TLP has arrived, or TLP by TLP if the link
// is so configured. Completions are cut at the read completion boundary. They share the link with register
// accesses in the order in which both became ready. Each TLP reaches the device one flight time after its
// last byte. Posted credits return `credit_return` after the host took the write. Source: PCI Express Base
// Specification 1.1, chapters 2 (transactions, ordering) and 2.6 (flow control).
#ifndef IXSIM_PCIE_ROOT_PORT_H
#define IXSIM_PCIE_ROOT_PORT_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/pcie_config.h"
#include "pcie/dma_request.h"
#include "pcie/host_bus.h"
#include "pcie/link_direction.h"
#include "pcie/tlp.h"

namespace ixsim::pcie {

// One outstanding read TLP of the device.
struct ReadTag {
  DmaRequest* request = nullptr;
  std::uint32_t offset = 0;  // offset of this TLP's range in the request
  std::uint32_t length = 0;
  std::uint32_t received = 0;  // bytes completed at the device
};

// An access of the host on its way to the device: one 32-bit word of a function's memory, configuration or
// I/O space.
struct HostAccess {
  enum class Space : std::uint8_t { kMemory, kConfig, kIo };

  std::uint8_t function = 0;
  std::uint8_t bar = 0;  // BAR, for memory and I/O space
  Space space = Space::kMemory;
  bool is_write = false;
  std::uint8_t byte_enables = 0xf;
  std::uint32_t offset = 0;
  std::uint32_t value = 0;
  std::uint64_t id = 0;  // identifier of the completion, chosen by the host
  // For the root port: all effects of the access cross the link before they are observable.
  bool on_link = false;

  // Returns whether the access is posted: only writes to memory are.
  bool posted() const { return is_write && space == Space::kMemory; }
};

// A TLP on its way to the device, or several completions of one read with no other TLP between them.
struct DownstreamTlp {
  enum class Kind : std::uint8_t { kRegister, kCompletion };
  Time arrival = 0;  // arrival of the last one
  Kind kind = Kind::kCompletion;
  bool failed = false;
  bool ends_tag = false;      // completion: the last one of its tag
  bool ends_request = false;  // completion: the last one of the request
  std::uint32_t tag = 0;      // completion: tag of the read
  std::uint32_t offset = 0;   // completion: offset of the bytes in the request
  std::uint32_t length = 0;
  std::uint32_t parts = 0;  // number of TLPs that next_part() reports, if they are kept
  HostAccess access;
};

// One completion on the link.
struct CompletionPart {
  Time arrival = 0;
  std::uint32_t length = 0;
};

// The device's end of the link.
class RootPortOwner : public DmaClient {
 public:
  // Returns a lower bound of the earliest output, here or elsewhere, that the device makes after the data of
  // one tag of `read` have reached it, at `arrival` or later. `last` means that all data of the request have
  // then arrived.
  virtual Time least_answer(const DmaRequest& read, bool last, Time arrival) const = 0;
  // Returns the same bound for a register access, whether its effect is observable on the link or not.
  virtual Time least_access_answer(bool on_link, Time arrival) const = 0;
  // Returns whether all effects of an access cross the link before they are observable.
  virtual bool shows_on_link(const HostAccess& access) const = 0;
  // Returns the same bound for a credit that is available at `credit`.
  virtual Time least_credit_answer(Time credit) const = 0;
};

class RootPort : public Block {
 public:
  // Makes a root port. `owner` is notified of every write, message and register completion that has arrived,
  // and takes the request back.
  RootPort(const PcieConfig& config, Agenda& agenda, HostBus& bus, RootPortOwner& owner);

  // Sets the agenda slots of this block and of the device's two link blocks.
  void connect(Agenda::Slot self, Agenda::Slot device_receive, Agenda::Slot device_transmit);
  // Returns the block that acts at this end.
  Block& block() {
    if (config_.transaction == HostTransaction::kTlp) return by_tlp_;
    return *this;
  }
  void act(Time now) override;
  // Returns the request that the current call of the host's bus is about; only inside such a call.
  const DmaRequest& delivering() const { return *arrivals_.front().request; }
  Time earliest_output(Time due, Time lookahead) const override;

  // --- From the device.
  // Receives a TLP of a request, `length` bytes from `offset`, whose last byte leaves at `end`.
  void receive(DmaRequest& request, std::uint32_t tag, std::uint32_t offset, std::uint32_t length, bool last,
               Time end);
  // Returns whether only the credits matter of a TLP of a write that is not its last. Such a TLP is then
  // taken when it arrives.
  bool takes_parts() const { return trusted_ && !part_shows_[static_cast<std::size_t>(DmaKind::kWrite)]; }
  // Takes a TLP with takes_parts(), whose last byte leaves at `end` and which has `data` credits.
  void take_part_sent(std::uint32_t data, Time end) {
    return_credits(true, data, clock_.edge_at_or_after(end + config_.propagation));
  }
  // Receives a TLP of a write that is not its last.
  void receive_part(DmaRequest& request, std::uint32_t offset, std::uint32_t length, Time end) {
    if (takes_parts()) {
      take_part_sent(tlp::data_credits(tlp::payload(request.address + offset, length)), end);
    } else {
      receive(request, 0, offset, length, false, end);
    }
  }
  // Returns the oldest TLP on its way to the device; there must be one. It reaches the device at
  // next_downstream().
  const DownstreamTlp& downstream() const { return downstream_.front(); }
  void drop_downstream() { downstream_.drop(); }
  // Returns when the first TLP reaches the device: the first sent, or else the first ready to be sent; kNever
  // if there is none. Completions are sent only on demand, each at its own time.
  Time next_downstream() const;
  // Returns whether data that the host has not answered yet may reach the device first: no TLP is on its way,
  // and no completion has been begun.
  bool next_may_be_overtaken() const {
    return downstream_.empty() && (completions_.empty() || completions_.front().sent == 0);
  }
  // Returns the number of tags that the host has answered and whose data are not all at the device. Data of
  // other tags in use may reach it before next_downstream().
  std::size_t answered_tags() const {
    std::size_t count = completions_.size();
    for (std::size_t i = 0; i < downstream_.size(); ++i) count += downstream_[i].ends_tag ? 1 : 0;
    return count;
  }
  // Returns a lower bound of the same time, for any accesses that the host makes until then.
  Time least_downstream() const;
  // Sends everything that is due up to `now`.
  void send_until(Time now) {
    send_due(now);
    if (!downstream_.empty()) agenda_.arm(device_receive_, downstream_.front().arrival);
  }
  // Does the same for the device's receive side, which arms itself for next_downstream() afterwards.
  void send_due(Time now);
  // Declares that the host takes every request within the call. A sent request counts as taken, and its
  // credits are known.
  void trust_host() { trusted_ = true; }
  // Collects writes and messages that have arrived, for a trusted host that takes requests whole. No action
  // is made for them: they are passed on, each with its own time, before a later read or by deliver_until().
  void collect_writes() { collects_ = trusted_ && config_.transaction == HostTransaction::kRequest; }
  // Passes to the host what has arrived until `time`, if writes are collected.
  void deliver_until(Time time) {
    if (next_collected() <= time) deliver_collected(time);
  }
  // Returns when the oldest request that is not passed on arrives, if writes are collected; else kNever.
  Time next_collected() const { return collects_ && !arrivals_.empty() ? arrivals_.front().time : kNever; }
  // Records each completion, for observers of the link; to be set before the first one is sent.
  void keep_parts(bool keep) { parts_kept_ = keep; }
  CompletionPart next_part() { return parts_.pop(); }
  // Returns a lower bound of the earliest output that the device makes in response to TLPs that are on their
  // way or ready, processed at `due` or later.
  Time least_answer(Time due) const;
  // Returns whether the device must answer an access, now or when it arrives.
  bool owes_answers() const { return answers_owed_ != 0; }
  // Reports that the device has finished a register access: the receive credit returns.
  void return_register_credit(bool posted, Time now);

  // Credits on their way back to the device. An entry has the credits of one TLP, counted from the time when
  // the host took it.
  struct CreditReturn {
    Time taken;
    std::uint32_t data;
    bool posted;
  };
  // Calls `take(credits)` for each entry that is back at `now`, an edge; TLPs that arrived before are
  // included.
  template <typename Take>
  void take_credits(Time now, Take take) {
    while (!held_ && !arrivals_.empty() && !arrivals_.front().shows && arrivals_.front().time < now)
      take_part();
    for (; !credit_returns_.empty() && credit_returns_.front().taken + credit_delay_ < now;
         credit_returns_.drop())
      take(credit_returns_.front());
  }
  // Returns when the next credits are back; kNever if no TLP has been taken.
  Time next_credit() const {
    return credit_returns_.empty() ? kNever
                                   : clock_.edge_after(credit_returns_.front().taken + credit_delay_);
  }
  // Sets whether the device's transmit side has a TLP that waits for credits, and is woken by the next
  // return.
  void want_credits(bool wanted) {
    if (wanted && !credits_wanted_ && !trusted_ && !arrivals_.empty() && !held_)
      agenda_.arm(self_, std::max(arrivals_.front().time, agenda_.now()));
    credits_wanted_ = wanted;
  }
  std::vector<ReadTag>& tags() { return tags_; }
  const std::vector<ReadTag>& tags() const { return tags_; }

  // --- From the host: inputs. Each acts at the first PCIe edge after `time`.
  void register_access(Time time, const HostAccess& access);
  // Reports that all data of a read are in place, `delay` after `time`.
  void read_data(Time time, Time delay, std::uint32_t tag, bool ok);
  // Releases the delayed transaction, `delay` after `time`.
  void write_taken(Time time, Time delay, bool ok);
  void read_taken(Time time, Time delay);

  // Returns whether no transaction is on its way or delayed here.
  bool idle() const;
  std::uint64_t target_stalls() const { return target_stalls_; }
  Time target_stall_time() const { return target_stall_time_; }
  const LinkDirection& link() const { return link_; }
  // Returns the TLP bytes sent: completions by the source of their reads, and register accesses.
  const BytesBySource& bytes_by_source() const { return bytes_; }
  // Returns the time of the shortest TLP, with its flight.
  Time least_tlp_time() const { return least_tlp_time_; }

 private:
  struct Arrival {
    Time time = 0;
    DmaRequest* request = nullptr;
    std::uint32_t tag = 0;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    // The TLP is offered to the host: a read, the last TLP of a write or message, or each TLP.
    bool shows = false;
    bool acts = false;  // it is offered by an action at its time
  };
  struct Completion {
    Time ready = 0;
    std::uint32_t tag = 0;
    std::uint32_t sent = 0;
    bool ok = true;
    tlp::Run left;  // the TLPs still to send
  };
  struct Access {
    Time ready = 0;
    HostAccess access;
  };

  // Block that offers writes to the host TLP by TLP. It is separate, so that the check does not slow down
  // whole requests.
  struct ByTlp : Block {
    explicit ByTlp(RootPort& port) : root(port) {}
    void act(Time now) override;
    Time earliest_output(Time due, Time lookahead) const override {
      return root.earliest_output(due, lookahead);
    }
    RootPort& root;
  };

  template <bool kByTlp>
  void run(Time now);
  template <bool kByTlp>
  void deliver(Time now);
  void deliver_collected(Time time);
  // Handles the host's answer to a write. With several TLPs, each one is answered, and the write has failed
  // if one of them has.
  template <bool kByTlp>
  void finish_write(const Arrival& arrival, Time now, bool ok);
  template <bool kByTlp>
  void refuse(const Arrival& arrival, Time now);
  void drop_arrival() {
    if (arrivals_.front().acts) --acting_;
    arrivals_.drop();
  }
  // Accounts for a TLP of `request` that the host takes at `time`.
  [[gnu::always_inline]] void return_credits(const DmaRequest& request, std::uint32_t offset,
                                             std::uint32_t length, Time time) {
    return_credits(request.kind != DmaKind::kRead,
                   tlp::data_credits(tlp::payload(request.address + offset, length)), time);
  }
  [[gnu::always_inline]] void return_credits(bool posted, std::uint32_t data, Time time) {
    CreditReturn& credits = credit_returns_.extend();
    credits.taken = time;
    credits.posted = posted;
    credits.data = data;
    // If parts are processed late, the credit may have been available for some time.
    if (credits_wanted_) agenda_.arm(device_transmit_, std::max(next_credit(), agenda_.now()));
  }
  // Takes a TLP that is not the last of its write. Only its credits matter, so its arrival needs no action
  // unless a TLP waits for credits.
  void take_part();
  void send(Time now);
  // Returns the TLPs that a completion still has to send.
  tlp::Run left_of(const Completion& completion) const;
  // Returns when the oldest register access can be sent, or when its credit must be checked again; kNever if
  // there is no access or its credit is not on its way.
  Time next_access() const;
  std::uint32_t keep_parts_of(const DownstreamTlp& completions, std::uint64_t address, Time now);
  void arm_next(Time now);

  PcieConfig config_;
  ByTlp by_tlp_{*this};
  Clock clock_;
  Time least_tlp_time_;  // time of the shortest TLP, with its flight
  Time credit_delay_;    // from the time when the host takes a request until its credit is at the device
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
  std::size_t answers_owed_ = 0;        // accesses that need an answer
  std::size_t accesses_elsewhere_ = 0;  // accesses whose effects may be observable elsewhere than on the link
  Ring<DownstreamTlp> downstream_;
  Ring<CompletionPart> parts_;
  bool parts_kept_ = false;
  std::uint32_t posted_credits_;
  std::uint32_t non_posted_credits_;
  Ring<std::pair<Time, bool>> register_credits_;  // (usable from, posted)
  bool credits_wanted_ = false;
  bool trusted_ = false;
  bool collects_ = false;
  std::size_t acting_ = 0;    // number of arrivals with an action
  bool held_ = false;         // the target delays the transaction at the front of arrivals_
  Time held_until_ = kNever;  // edge at which it is released
  bool held_ok_ = true;
  Time held_since_ = 0;
  Time released_ = 0;  // time at which the last delayed transaction was released
  BytesBySource bytes_{};
  std::uint64_t target_stalls_ = 0;
  Time target_stall_time_ = 0;
};

}  // namespace ixsim::pcie

#endif
