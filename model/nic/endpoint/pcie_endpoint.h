// The controller's end of the PCIe link, shared by its ports. It selects the next request, splits it into
// TLPs, manages tags and credits, and dispatches arriving TLPs.
//
// Timing contract: the endpoint acts on the PCIe clock, one TLP at a time. Ports take turns TLP by TLP.
// Within a port, posted requests (writes, messages, register read completions) keep their order, so data
// precede their descriptor, and the descriptor its interrupt. A read never passes a posted request made
// before it. A posted request passes a read that waits for a tag or a credit. Descriptor reads and data reads
// have separate tags and pass each other. A function that must not be bus master holds its requests back,
// including the TLPs of a read that are not sent yet. A write already begun is completed, because the host
// gets it whole. After that, only completions and line messages leave the function. A register write acts,
// and a register read samples, at the edge at which its TLP arrives. A read's completion is ready 8 DMA
// clocks later. Source: PCI Express Base Specification 1.1, 2.4 (ordering) and 2.6 (credits); 82598
// datasheet, PCIe chapter.
#ifndef IXSIM_NIC_ENDPOINT_PCIE_ENDPOINT_H
#define IXSIM_NIC_ENDPOINT_PCIE_ENDPOINT_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/pcie_config.h"
#include "ixsim/register_observer.h"
#include "nic/observe/event_sink.h"
#include "pcie/dma_request.h"
#include "pcie/link_direction.h"
#include "pcie/root_port.h"
#include "pcie/tlp.h"

namespace ixsim::nic {

// A function as seen by accesses of the host.
class RegisterTarget {
 public:
  virtual ~RegisterTarget() = default;
  // Does an access. Returns false if the function does not support the request; `value` is the result of a
  // read.
  virtual bool access(const HostAccess& access, std::uint32_t& value, Time now) = 0;
  // Returns whether all effects of the access cross the link before they are observable.
  virtual bool shows_on_link(const HostAccess& access) const = 0;
  // Returns the register that a memory or I/O access reaches.
  virtual RegisterPlace place_of(const HostAccess& access) const = 0;
};

// The port's queue of posted requests has space again.
class DmaPort {
 public:
  virtual ~DmaPort() = default;
  virtual void space_freed(Time now) = 0;
  // Returns a lower bound of the start on the wire of a frame that enters the transmit packet buffer at `due`
  // or later; kNever if others go before it.
  virtual Time least_wire_start(Time due) const = 0;
};

// The functions of one port, for devices with virtual functions.
class Requesters {
 public:
  virtual ~Requesters() = default;
  // Returns the routing identifier of the function that makes a request.
  virtual unsigned requester(const DmaRequest& request) const = 0;
  // Returns whether the function with this routing identifier may make requests now.
  virtual bool may_request(unsigned function) const = 0;
};

class PcieEndpoint : private RootPortOwner {
 public:
  // Number of requests that a port may have waiting before it must stop.
  static constexpr std::size_t kPostedDepth = 8;
  static constexpr std::uint32_t kPostedBytes = 2'048;

  PcieEndpoint(const PcieConfig& config, Agenda& agenda, HostBus& bus);

  // Adds a function: its registers and its DMA side. Functions are numbered from 0.
  void add_function(RegisterTarget& registers, DmaPort& dma);
  // Adds this endpoint's blocks to the agenda, after all blocks of the ports.
  void add_blocks();
  void set_event_sink(EventSink* sink) {
    events_ = sink;
    root_.keep_parts(sink != nullptr);
  }
  // Adds an observer of register accesses.
  void add_register_observer(RegisterObserver& observer) { observers_.push_back(&observer); }
  // Sets the minimum delay from a register access to an output elsewhere than on the link.
  void shorten_lookahead(Time lookahead) {
    agenda_.shorten_lookahead(receive_slot_, lookahead);
    access_lookahead_ = std::min(access_lookahead_, lookahead);
  }
  // Sets the same for a request that leaves the endpoint, because of the buffer space that it frees.
  void shorten_freed_space_lookahead(Time lookahead) {
    agenda_.shorten_lookahead(transmit_slot_, lookahead);
    freed_space_causes_output_ = true;
  }

  // --- For the ports, at an edge `now` of any clock.
  DmaRequest& make_request();
  // Returns a lower bound of the time at which the host sees a write of `bytes` that is submitted at `now`.
  // All its TLPs have headers of at least `header` bytes.
  Time least_arrival(Time now, std::uint32_t bytes, std::uint32_t header) const;
  // Returns the same for a read request, and thus for any request that is not the answer to a register
  // access.
  Time least_arrival_of_read(Time now, std::uint64_t address) const;
  Time least_arrival_of_read(Time now) const { return least_arrival_of_bytes(now, least_read_); }
  // Announces that reads may be made of `address` and up to 1 MiB after it.
  void expect_reads_of(std::uint64_t address) {
    if (tlp::request_header(address) == tlp::kHeader3Dw || address + 0xfffff < address)
      least_read_ = tlp::memory_read(0);
  }
  // Returns whether `port` may post another request.
  bool has_space(unsigned port) const;
  // Queues a filled request. Posted kinds need has_space() (messages excepted).
  void submit(DmaRequest& request, Time now);
  // Sets whether the function may make requests: bus-master enable, power state and CTRL.GIO_DIS together.
  void set_mastering(unsigned port, bool mastering, Time now);
  // Sets the functions between which the requests of a port are divided; without them, all are the port's
  // own.
  void set_requesters(unsigned port, const Requesters& requesters) {
    functions_[port].requesters = &requesters;
  }
  // Refuses waiting requests of functions that may not make requests any more. A write that has begun is
  // completed, and interrupt messages are sent.
  void refuse_waiting(unsigned port);
  // Returns whether no write of the function is in progress and no data of a read are awaited.
  bool master_idle(unsigned port) const;
  // Returns whether reads of the function are outstanding.
  bool reads_outstanding(unsigned port) const;
  // Visits every posted request that waits to be sent, as when the function must not be bus master.
  template <typename Visit>
  void for_each_posted(unsigned port, Visit visit) {
    auto& posted = functions_[port].posted;
    for (std::size_t i = 0; i < posted.size(); ++i) visit(*posted[i]);
  }
  // Discards the requests that a reset function holds back; the clients see failures.
  void drop_held(unsigned port, Time now);
  // Sets the sizes given by a function's device control. The smallest payload applies to all functions: none
  // sends a TLP that is longer than its own setting allows.
  void set_sizes(unsigned port, std::uint32_t max_payload, std::uint32_t max_read_request) {
    functions_[port].max_payload = config_.max_payload = max_payload;
    functions_[port].max_read_request = max_read_request;
    for (const Function& function : functions_)
      config_.max_payload = std::min(config_.max_payload, function.max_payload);
  }

  RootPort& root() { return root_; }
  const RootPort& root() const { return root_; }
  const LinkDirection& upstream() const { return link_; }
  const PcieConfig& config() const { return config_; }
  // Returns the number of requests made and not yet finished.
  std::size_t requests_open() const { return open_; }
  bool idle() const { return open_ == 0 && root_.idle(); }
  std::uint64_t write_errors() const { return write_errors_; }
  void posted_write_failed() { ++write_errors_; }
  // Returns the number of reads of which a completion reported an error.
  std::uint64_t read_errors() const { return read_errors_; }
  // Returns the TLP bytes sent, by the part of the device that requested them.
  const BytesBySource& bytes_by_source() const { return bytes_; }
  // Each returns the time before `now` for which the link towards the host was idle: because a read waited
  // for a tag, or because a request waited for credits.
  Time tag_wait(Time now) const {
    return tag_wait_ + ((waits_ & kForTags) != 0 ? std::max<Time>(0, now - tag_wait_from_) : 0);
  }
  Time credit_wait(Time now) const {
    return credit_wait_ + ((waits_ & kForCredits) != 0 ? now - credit_wait_from_ : 0);
  }

 private:
  struct Side : Block {
    PcieEndpoint* endpoint = nullptr;
  };
  struct TransmitSide : Side {
    void act(Time now) override { endpoint->transmit(now); }
    Time earliest_output(Time due, Time lookahead) const override {
      return endpoint->next_arrival(due, lookahead);
    }
  };
  struct ReceiveSide : Side {
    void act(Time now) override { endpoint->receive(now); }
    Time earliest_output(Time due, Time) const override { return endpoint->root_.least_answer(due); }
  };
  struct Function {
    RegisterTarget* registers;
    DmaPort* dma;
    Ring<DmaRequest*> posted;
    Ring<DmaRequest*> fetches;  // reads of descriptors
    Ring<DmaRequest*> reads;    // reads of data
    std::uint32_t posted_bytes = 0;
    std::uint32_t max_payload = 128;
    std::uint32_t max_read_request = 128;
    const Requesters* requesters = nullptr;
    bool mastering = true;
    bool apart = false;  // completions have a separate queue, which is used while requests are held back
    Ring<DmaRequest*> completions{16};
  };

  Time least_arrival_of_bytes(Time now, std::uint32_t bytes) const {
    return clock_.edge_at_or_after(link_.end(clock_.edge_after(now), bytes) + config_.propagation);
  }

  void transmit(Time now);
  void receive(Time now);
  // Returns a lower bound of the time at which the host sees one of the waiting requests, if transmit() runs
  // at `due`.
  Time next_arrival(Time due, Time lookahead) const;
  DmaRequest* pick_apart(Function& function, Time now, bool& lacks_credits);
  Time waiting_arrival(Time due, const DmaRequest& request) const;
  Time least_answer(const DmaRequest& read, bool last, Time arrival) const override;
  Time least_credit_answer(Time credit) const override {
    return freed_space_causes_output_
               ? credit
               : credit + config_.least_time(tlp::memory_read(0)) + config_.propagation;
  }
  bool read_waits(const DmaRequest& read) const;
  Time least_access_answer(bool on_link, Time arrival) const override {
    const Time shown = least_arrival_of_bytes(arrival, tlp::memory_read(0));
    const bool elsewhere = access_lookahead_ != kNever && (!on_link || freed_space_causes_output_);
    return elsewhere ? std::min(shown, arrival + access_lookahead_) : shown;
  }
  bool shows_on_link(const HostAccess& access) const override {
    return access.function < functions_.size() &&
           functions_[access.function].registers->shows_on_link(access);
  }
  // Returns the request of `function` that may send a TLP at `now`, or null; sets whether others lack only
  // credits.
  DmaRequest* pick(Function& function, Time now, bool& lacks_credits);
  bool credits_for(const DmaRequest& request) const;
  // Checks whether the credits that a request lacks have come back.
  bool gets_credits(const DmaRequest& request, Time now, bool& lacks_credits);
  // Returns whether tag and credits for `request` are available.
  bool may_go(const DmaRequest& request, Time now, bool& lacks_credits);
  // Returns the tags that a read may have at `now`, or at the next edge at the latest.
  std::uint64_t usable_tags(const DmaRequest& read, Time now) const;
  std::uint64_t tags_for(const DmaRequest& read) const;
  // Returns the number of reads in progress.
  std::size_t tags_in_use() const {
    const std::uint64_t all = (std::uint64_t{1} << root_.tags().size()) - 1;
    return static_cast<std::size_t>(__builtin_popcountll(all & ~free_tags_));
  }
  void send_tlp(Function& function, DmaRequest& request, Time now);
  std::uint32_t take_write_credits(std::uint64_t address, std::uint32_t length);
  Time put_on_link(DmaRequest& request, std::uint32_t tag, std::uint32_t length, std::uint32_t bytes,
                   Time now);
  // Records a TLP of `request` that leaves at `end`, and completions that have arrived; apart from the code
  // of every TLP, because most runs record nothing.
  [[gnu::noinline, gnu::cold]] void record_tlp(const DmaRequest& request, std::uint32_t tag,
                                               std::uint32_t length, Time end);
  [[gnu::noinline, gnu::cold]] void record_parts(const DownstreamTlp& tlp);
  // Returns whether a request of `other` may go now or when it is ready, or has credits.
  bool takes_turns(const Function& other) const;
  // Sends the TLPs of a write before its last, as long as no other TLP can come between them.
  void send_run(Function& function, DmaRequest& request);
  // Sends those of them that carry the whole payload and have their credits, until the first one that may not
  // start by `until`. Has the result of the general steps, which check all this for each TLP.
  void send_alike(DmaRequest& request, Time until);
  void take_credits(Time now);
  // Records that a read waits for a tag, from `now` on, when it is ready and the link is idle.
  void want_tags(const DmaRequest& read, Time now);
  void end_waits(Time now);
  // Updates the waits after requests have left.
  void look_for_waits(Time now);
  // Returns whether the request is an answer, which needs no bus mastering.
  static bool is_answer(const DmaRequest& request) {
    return request.kind == DmaKind::kCompletion || request.kind == DmaKind::kLine;
  }
  // Sets the requester of a request that a function of `requesters` makes.
  [[gnu::noinline, gnu::cold]] static void set_requester(const Requesters& requesters, DmaRequest& request);
  void release(DmaRequest& request);
  void end_read(DmaRequest& request, Time now);
  void drop_write(DmaRequest& request, Time now);
  void complete(const DownstreamTlp& tlp, Time now);
  void access(const HostAccess& access, Time now);
  void notify_observers(const HostAccess& access, unsigned port, std::uint32_t value, bool ok, Time now);

  // The endpoint is the client of the completions of register reads, and forwards events that concern a port.
  void write_left(DmaRequest&, Time) override {}
  void write_arrived(DmaRequest& request, Time now, bool ok) override;
  void read_done(DmaRequest&, Time, bool) override {}

  PcieConfig config_;
  Clock clock_;
  Agenda& agenda_;
  RootPort root_;
  LinkDirection link_;
  TransmitSide transmit_side_;
  ReceiveSide receive_side_;
  Agenda::Slot transmit_slot_ = 0;
  Agenda::Slot receive_slot_ = 0;
  EventSink* events_ = nullptr;
  std::vector<RegisterObserver*> observers_;
  std::vector<Function> functions_;
  unsigned next_function_ = 0;
  std::vector<std::unique_ptr<DmaRequest>> pool_;
  std::vector<DmaRequest*> free_;
  std::size_t open_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint32_t posted_headers_;
  std::uint32_t posted_data_;
  std::uint32_t non_posted_headers_;
  std::uint64_t write_errors_ = 0;
  std::uint64_t read_errors_ = 0;
  bool freed_space_causes_output_ = false;
  Time access_lookahead_ = kNever;  // minimum delay, unless all effects of a register access cross the link
  std::uint32_t least_read_ = tlp::memory_read(~std::uint64_t{0});  // bytes of the shortest read TLP
  // Reasons why nothing is sent: a read waits for a tag, a request for credits.
  static constexpr std::uint8_t kForTags = 1, kForCredits = 2;
  std::uint8_t waits_ = 0;
  BytesBySource bytes_{};
  // Start times of the current waits, and the total time of earlier ones.
  Time tag_wait_from_ = 0;
  Time credit_wait_from_ = 0;
  Time tag_wait_ = 0;
  Time credit_wait_ = 0;
  // One bit for each tag: those of descriptor reads, the free ones, the last ones freed.
  std::uint64_t fetch_tags_;
  std::uint64_t free_tags_;
  std::uint64_t fresh_tags_ = 0;
  Time last_freed_ = -1;
  // All ones if the host sees writes whole. Otherwise 0: their first TLP, which may be a short one, is
  // observable.
  std::uint32_t seen_whole_;
};

}  // namespace ixsim::nic

#endif
