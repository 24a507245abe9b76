// Arbitration, tags, credits, and the dispatch of arriving TLPs to their owners.
#include "nic/endpoint/pcie_endpoint.h"

#include <algorithm>
#include <cassert>

#include "base/crc32c.h"
#include "pcie/config_space.h"
#include "pcie/tlp.h"

namespace ixsim::nic {
namespace {

// Time from the arrival of a register read until its completion is ready for the link.
constexpr Time kRegisterReadLatency = 8 * kDmaClock.period();

bool is_posted(const DmaRequest& request) { return request.kind != DmaKind::kRead; }
bool is_fetch(const DmaRequest& request) {
  return request.source == DmaSource::kRxFetch || request.source == DmaSource::kTxFetch;
}

}  // namespace

PcieEndpoint::PcieEndpoint(const PcieConfig& config, Agenda& agenda, HostBus& bus)
    : config_(config),
      clock_(config.clock()),
      agenda_(agenda),
      root_(config, agenda, bus, *this),
      link_(config),
      posted_headers_(config.root_posted_headers),
      posted_data_(config.root_posted_data),
      non_posted_headers_(config.root_non_posted_headers),
      fetch_tags_((std::uint64_t{1} << config.descriptor_tags) - 1),
      free_tags_((std::uint64_t{1} << (config.descriptor_tags + config.data_tags)) - 1),
      seen_whole_(config.transaction == HostTransaction::kTlp ? 0 : ~std::uint32_t{0}) {
  assert(config.descriptor_tags + config.data_tags < 64);
  transmit_side_.endpoint = this;
  receive_side_.endpoint = this;
}

void PcieEndpoint::add_function(RegisterTarget& registers, DmaPort& dma) {
  Function function{&registers, &dma, Ring<DmaRequest*>(16), Ring<DmaRequest*>(16), Ring<DmaRequest*>(16)};
  function.max_payload = config_.max_payload;
  function.max_read_request = config_.max_read_request;
  functions_.push_back(std::move(function));
}

void PcieEndpoint::add_blocks() {
  // The smallest TLP, then its flight, stand between an action here and anything the host sees.
  const Time to_host = config_.least_time(tlp::memory_read(0)) + config_.propagation;
  receive_slot_ = agenda_.add(receive_side_, clock_, to_host);
  transmit_slot_ = agenda_.add(transmit_side_, clock_, to_host);
  const Agenda::Slot root_slot = agenda_.add(root_.block(), clock_, 0);
  root_.connect(root_slot, receive_slot_, transmit_slot_);
  agenda_.set_nearest(root_slot);
}

DmaRequest& PcieEndpoint::make_request() {
  if (free_.empty()) {
    pool_.push_back(std::make_unique<DmaRequest>());
    free_.push_back(pool_.back().get());
  }
  DmaRequest& request = *free_.back();
  free_.pop_back();
  ++open_;
  request.sent = 0;
  request.outstanding = request.unanswered = 0;
  request.failed = false;
  request.refused = false;
  request.token_count = 0;
  request.client = nullptr;
  return request;
}

void PcieEndpoint::release(DmaRequest& request) {
  free_.push_back(&request);
  --open_;
}

bool PcieEndpoint::has_space(unsigned port) const {
  const Function& function = functions_[port];
  return function.posted.size() < kPostedDepth && function.posted_bytes < kPostedBytes;
}

void PcieEndpoint::submit(DmaRequest& request, Time now) {
  Function& function = functions_[request.port];
  request.ready = clock_.edge_after(now);
  request.sequence = sequence_++;
  request.function = request.port;
  if (function.requesters != nullptr) set_requester(*function.requesters, request);
  Ring<DmaRequest*>* queue = &function.posted;
  if (function.apart && is_answer(request)) {
    queue = &function.completions;
  } else if (is_posted(request)) {
    function.posted_bytes += request.length;
  } else {
    const bool fetch = is_fetch(request);
    request.tags = fetch ? fetch_tags_ : ~fetch_tags_;
    queue = fetch ? &function.fetches : &function.reads;
  }
  queue->push(&request);
  if (queue->size() > 1) return;  // the one in front goes first
  if (request.kind == DmaKind::kRead && tags_for(request) == 0) {
    want_tags(request, now);
  } else {
    agenda_.arm(transmit_slot_, std::max(request.ready, link_.free_at()));
  }
}

inline bool PcieEndpoint::credits_for(const DmaRequest& request) const {
  if (request.kind == DmaKind::kRead) return non_posted_headers_ > 0;
  if (request.kind == DmaKind::kCompletion) return true;  // the root port's completion credits are infinite
  if (posted_headers_ == 0) return false;
  if (posted_data_ > config_.max_payload / 16) return true;  // whatever it is
  const std::uint64_t address = request.address + request.sent;
  const std::uint32_t length = tlp::next_chunk(address, request.length - request.sent, config_.max_payload);
  return posted_data_ >= tlp::data_credits(tlp::payload(address, length));
}

inline std::uint64_t PcieEndpoint::tags_for(const DmaRequest& read) const { return free_tags_ & read.tags; }

inline std::uint64_t PcieEndpoint::usable_tags(const DmaRequest& read, Time now) const {
  return tags_for(read) & ~(last_freed_ >= now ? fresh_tags_ : 0);
}

inline bool PcieEndpoint::may_go(const DmaRequest& request, Time now, bool& lacks_credits) {
  if (request.kind == DmaKind::kRead && usable_tags(request, now) == 0) return false;
  return credits_for(request) || gets_credits(request, now, lacks_credits);
}

[[gnu::noinline]] bool PcieEndpoint::gets_credits(const DmaRequest& request, Time now, bool& lacks_credits) {
  take_credits(now);
  if (credits_for(request)) return true;
  lacks_credits = true;
  return false;
}

// Rare, and so kept out of the code of every TLP.
[[gnu::noinline, gnu::cold]] DmaRequest* PcieEndpoint::pick_apart(Function& function, Time now,
                                                                  bool& lacks_credits) {
  DmaRequest* candidates[] = {nullptr, nullptr};
  if (!function.completions.empty()) candidates[0] = function.completions.front();
  // A write that has begun is completed: the host gets it whole. Each TLP of a read is a request, and waits.
  if (!function.posted.empty() && function.posted.front()->sent > 0) candidates[1] = function.posted.front();
  for (DmaRequest* request : candidates) {
    if (request == nullptr || request->ready > now) continue;
    if (may_go(*request, now, lacks_credits)) return request;
  }
  return nullptr;
}

DmaRequest* PcieEndpoint::pick(Function& function, Time now, bool& lacks_credits) {
  if (function.apart) {
    // Answers that waited apart come before what else there is.
    return pick_apart(function, now, lacks_credits);
  }
  DmaRequest* posted = function.posted.empty() ? nullptr : function.posted.front();
  if (posted != nullptr && posted->ready > now) posted = nullptr;
  // The oldest read that may go, unless it is younger than the write.
  DmaRequest* oldest = nullptr;
  const auto look_at = [&](const Ring<DmaRequest*>& reads) {
    if (reads.empty()) return;
    DmaRequest* const read = reads.front();
    if (read->ready > now || (posted != nullptr && posted->sequence < read->sequence)) return;
    if (may_go(*read, now, lacks_credits) && (oldest == nullptr || read->sequence < oldest->sequence))
      oldest = read;
  };
  look_at(function.fetches);
  look_at(function.reads);
  if (oldest != nullptr) return oldest;
  return posted != nullptr && may_go(*posted, now, lacks_credits) ? posted : nullptr;
}

// Accounts for a write TLP; returns its bytes.
inline std::uint32_t PcieEndpoint::take_write_credits(std::uint64_t address, std::uint32_t length) {
  --posted_headers_;
  posted_data_ -= tlp::data_credits(tlp::payload(address, length));
  return tlp::memory_write(address, length);
}

// Sends the next TLP of the request, which carries or requests `length` bytes. Returns the time of its last
// byte.
inline Time PcieEndpoint::put_on_link(DmaRequest& request, std::uint32_t tag, std::uint32_t length,
                                      std::uint32_t bytes, Time now) {
  const Time end = link_.send(now, bytes);
  bytes_[static_cast<unsigned>(request.source)] += bytes;
  if (events_ != nullptr && !request.refused) record_tlp(request, tag, length, end);
  request.sent += length;
  return end;
}

void PcieEndpoint::record_tlp(const DmaRequest& request, std::uint32_t tag, std::uint32_t length, Time end) {
  const bool is_read = request.kind == DmaKind::kRead;
  const ByteView payload = is_read ? ByteView{} : ByteView{request.data + request.sent, length};
  events_->event({end + config_.propagation, request.port,
                  request.kind == DmaKind::kMessage ? EventKind::kInterrupt : EventKind::kTlpUp,
                  request.queue, request.address + request.sent, length, tag, crc32c(payload)});
}

void PcieEndpoint::send_tlp(Function& function, DmaRequest& request, Time now) {
  const std::uint64_t address = request.address + request.sent;
  const bool is_read = request.kind == DmaKind::kRead;
  std::uint32_t length = 0;
  std::uint32_t bytes = 0;
  std::uint32_t tag = 0;
  const std::uint32_t offset = request.sent;
  if (request.kind == DmaKind::kCompletion) {
    length = request.length;
    bytes = tlp::completion(0, length);
  } else if (is_read) {
    length = tlp::next_chunk(address, request.length - request.sent, function.max_read_request);
    bytes = tlp::memory_read(address);
    tag = static_cast<std::uint32_t>(__builtin_ctzll(usable_tags(request, now)));
    root_.tags()[tag] = {&request, offset, length, 0};
    free_tags_ &= ~(std::uint64_t{1} << tag);
    --non_posted_headers_;
  } else {
    length = tlp::next_chunk(address, request.length - request.sent, config_.max_payload);
    bytes = take_write_credits(address, length);
  }
  const Time end = put_on_link(request, tag, length, bytes, now);
  const bool last = request.sent == request.length;
  if (is_read) {
    ++request.outstanding;
    ++request.unanswered;
    if (last) (is_fetch(request) ? function.fetches : function.reads).drop();
  } else if (last) {
    if (function.apart && is_answer(request)) {
      function.completions.drop();
      function.apart = !function.mastering || !function.completions.empty();
    } else {
      function.posted.drop();
      function.posted_bytes -= request.length;
    }
    if (request.client != nullptr) request.client->write_left(request, end);
    function.dma->space_freed(now);
  }
  root_.receive(request, tag, offset, length, last, end);
}

bool PcieEndpoint::takes_turns(const Function& other) const {
  const auto may_go = [&](const Ring<DmaRequest*>& reads) {
    return !reads.empty() && tags_for(*reads.front()) != 0;
  };
  return other.apart || !other.posted.empty() || may_go(other.fetches) || may_go(other.reads);
}

void PcieEndpoint::send_run(Function& function, DmaRequest& request) {
  if (function.apart) return;
  Time until = kNever;
  // Another function takes turns as soon as it has a request that may go, which an action or an input makes.
  if (functions_.size() != 1) {
    until = std::min(agenda_.next_action(), agenda_.end());
    if (events_ != nullptr || link_.free_at() > until) return;
    for (const Function& other : functions_)
      if (&other != &function && takes_turns(other)) return;
  }
  // An older read goes as soon as it has its tag and credit, which without a tag is not before the next data,
  // whose way here takes its time.
  for (const auto* reads : {&function.fetches, &function.reads}) {
    if (reads->empty() || reads->front()->sequence > request.sequence) continue;
    if (tags_for(*reads->front()) != 0) return;
    root_.send_until(agenda_.now());
    until = std::min(until, root_.least_downstream());
    // The answer to a read that the host has not answered yet may overtake those that it has.
    const Time soonest = agenda_.now() + config_.propagation;
    if (until > soonest && root_.next_may_be_overtaken() && root_.answered_tags() != tags_in_use())
      until = soonest;
  }
  for (;;) {
    send_alike(request, until);
    const Time start = link_.free_at();
    if (start > until) return;
    const std::uint64_t address = request.address + request.sent;
    const std::uint32_t offset = request.sent;
    const std::uint32_t length = tlp::next_chunk(address, request.length - offset, config_.max_payload);
    if (offset + length == request.length) return;
    bool lacks_credits = false;
    if (!may_go(request, start, lacks_credits)) return;
    const Time end = put_on_link(request, 0, length, take_write_credits(address, length), start);
    root_.receive_part(request, offset, length, end);
  }
}

inline void PcieEndpoint::send_alike(DmaRequest& request, Time until) {
  // Behind the first TLP of a write this is a multiple of 4.
  const std::uint64_t address = request.address + request.sent;
  const std::uint32_t payload = config_.max_payload;
  if (events_ != nullptr || !link_.ends_at_edges() || !root_.takes_parts()) return;
  const std::uint32_t credits = tlp::data_credits(payload);
  const auto to_page = static_cast<std::uint32_t>(tlp::kPage - address % tlp::kPage);
  const std::uint32_t before_last = request.length - request.sent - 1;
  const std::uint32_t count =
      std::min({std::min(before_last, to_page) / payload, posted_data_ / credits, posted_headers_});
  const std::uint32_t bytes = tlp::memory_write(address, payload);
  std::uint32_t sent = 0;
  link_.send_alike(count, bytes, until, [&](Time end) {
    root_.take_part_sent(credits, end);
    ++sent;
  });
  posted_headers_ -= sent;
  posted_data_ -= sent * credits;
  request.sent += sent * payload;
  bytes_[static_cast<unsigned>(request.source)] += std::uint64_t{sent} * bytes;
}

void PcieEndpoint::take_credits(Time now) {
  root_.take_credits(now, [this](const RootPort::CreditReturn& credits) {
    if (credits.posted) {
      ++posted_headers_;
      posted_data_ += credits.data;
    } else {
      ++non_posted_headers_;
    }
  });
}

[[gnu::noinline]] void PcieEndpoint::end_waits(Time now) {
  tag_wait_ = tag_wait(now);
  credit_wait_ = credit_wait(now);
  waits_ = 0;
}

[[gnu::noinline]] void PcieEndpoint::want_tags(const DmaRequest& read, Time now) {
  const Time from = std::max({now, read.ready, link_.free_at()});
  tag_wait_from_ = (waits_ & kForTags) != 0 ? std::min(tag_wait_from_, from) : from;
  waits_ |= kForTags;
}

void PcieEndpoint::look_for_waits(Time now) {
  tag_wait_ = tag_wait(now);
  waits_ &= static_cast<std::uint8_t>(~kForTags);
  for (const Function& function : functions_) {
    for (const auto* reads : {&function.fetches, &function.reads})
      if (!reads->empty() && tags_for(*reads->front()) == 0) want_tags(*reads->front(), now);
  }
}

void PcieEndpoint::transmit(Time now) {
  if (waits_ != 0) end_waits(now);
  if (open_ == 0) return;
  if (link_.free_at() > now) {
    agenda_.arm(transmit_slot_, link_.free_at());
    return;
  }
  bool lacks_credits = false;
  const auto count = static_cast<unsigned>(functions_.size());
  unsigned index = next_function_;
  for (unsigned i = 0; i < count; ++i) {
    Function& function = functions_[index];
    if (++index == count) index = 0;
    DmaRequest* request = pick(function, now, lacks_credits);
    if (request == nullptr) continue;
    next_function_ = index;
    const bool more =
        request->kind == DmaKind::kWrite && request->sent + config_.max_payload < request->length;
    send_tlp(function, *request, now);
    if (!more) break;
    send_run(function, *request);
    // The rest of the write, or another request, goes on when the link is free: until then nothing waits.
    agenda_.arm(transmit_slot_, link_.free_at());
    return root_.want_credits(false);
  }
  // Wake for what is left: after this TLP, when a waiting request becomes ready, or at the next credit. One
  // that is ready and blocked must not hide that another becomes ready. A tag wakes when it comes back; one
  // given back at this very edge is usable at the next.
  const bool sent = link_.free_at() > now;
  Time next = kNever;
  const auto wake_for = [&](const Ring<DmaRequest*>& queue) __attribute__((always_inline)) {
    if (queue.empty()) return;
    const DmaRequest& request = *queue.front();
    if (request.kind == DmaKind::kRead && tags_for(request) == 0) {
      want_tags(request, now);
    } else if (sent) {
      next = std::min(next, std::max(request.ready, link_.free_at()));
    } else if (request.ready > now) {
      next = std::min(next, request.ready);
    } else if (request.kind == DmaKind::kRead && last_freed_ == now) {
      next = std::min(next, clock_.edge_after(now));
      if (usable_tags(request, now) == 0) want_tags(request, now);  // until that edge
    }
  };
  for (const auto& function : functions_) {
    wake_for(function.posted);
    wake_for(function.fetches);
    wake_for(function.reads);
    if (function.apart) wake_for(function.completions);
  }
  if (next != kNever) agenda_.arm(transmit_slot_, next);
  root_.want_credits(!sent && lacks_credits);
  if (sent || !lacks_credits) return;
  waits_ |= kForCredits;
  credit_wait_from_ = now;
  const Time credit = root_.next_credit();
  if (credit != kNever) agenda_.arm(transmit_slot_, credit);
}

Time PcieEndpoint::least_arrival(Time now, std::uint32_t bytes, std::uint32_t header) const {
  const std::uint32_t more = (bytes - 1) & seen_whole_;
  const std::uint32_t before = more / config_.max_payload;  // TLPs before the last
  const std::uint32_t last = more + 1 - before * config_.max_payload;
  const std::uint32_t overhead = tlp::kFraming + header;
  const std::uint32_t sent = tlp::payload(0, more + 1) + (before + 1) * overhead;
  const Time end = link_.least_end(clock_.edge_after(now), sent, tlp::payload(0, last) + overhead);
  const Time arrival = clock_.edge_at_or_after(end + config_.propagation);
  // Behind an answer that is not ready it may be overtaken by a read made with it.
  return root_.owes_answers() ? std::min(arrival, least_arrival_of_read(now)) : arrival;
}

Time PcieEndpoint::least_arrival_of_read(Time now, std::uint64_t address) const {
  return least_arrival_of_bytes(now, tlp::memory_read(address));
}

Time PcieEndpoint::waiting_arrival(Time due, const DmaRequest& request) const {
  const Time from = std::max(due, request.ready);
  if (request.kind == DmaKind::kRead) return link_.end(from, tlp::memory_read(request.address));
  const std::uint32_t left = (request.length - request.sent) & seen_whole_;
  // Line messages and completions of writes carry nothing.
  const std::uint32_t before = left == 0 ? 0 : (left - 1) / config_.max_payload;
  const std::uint32_t overhead = tlp::kFraming + tlp::request_header(request.address);
  const std::uint32_t last = left - before * config_.max_payload + overhead;
  return link_.least_end(from, left + (before + 1) * overhead, last);
}

Time PcieEndpoint::next_arrival(Time due, Time lookahead) const {
  if (freed_space_causes_output_) return due + lookahead;
  Time end = kNever;
  for (const auto& function : functions_) {
    if (function.apart) return due + lookahead;
    const DmaRequest* posted = function.posted.empty() ? nullptr : function.posted.front();
    // Order is kept, so nothing shows before all of the oldest write has been sent; but a read that waits is
    // passed, and a completion that is not ready.
    if (posted != nullptr) end = std::min(end, waiting_arrival(due, *posted));
    const auto may_pass = [&](const Ring<DmaRequest*>& reads) {
      if (reads.empty()) return;
      const DmaRequest& read = *reads.front();
      // One without a tag waits for data to come.
      if (tags_for(read) == 0) return;
      if (posted == nullptr || read.sequence < posted->sequence || posted->ready > due) {
        end = std::min(end, waiting_arrival(due, read));
      }
    };
    may_pass(function.fetches);
    may_pass(function.reads);
  }
  return end == kNever ? due + lookahead : clock_.edge_at_or_after(end + config_.propagation);
}

// Returns whether a read waits for a tag of the kind that `read` has.
bool PcieEndpoint::read_waits(const DmaRequest& read) const {
  for (const auto& function : functions_) {
    if (!(is_fetch(read) ? function.fetches : function.reads).empty()) return true;
  }
  return false;
}

// A read that waits for the tag is sent at the next edge. The effects of the data begin at an edge of the
// engine's clock, and only once the data are complete. Transmit data may complete a frame, which goes on the
// wire.
Time PcieEndpoint::least_answer(const DmaRequest& read, bool last, Time arrival) const {
  if (freed_space_causes_output_) return arrival;
  const Time next_read = read_waits(read) ? least_arrival_of_read(arrival) : kNever;
  if (!last && !read.failed) return next_read;
  const Time edge = kDmaClock.edge_after(arrival);
  const Time on_link = std::min(next_read, least_arrival_of_read(edge));
  if (read.source != DmaSource::kTxData) return on_link;
  return std::min(on_link, functions_[read.port].dma->least_wire_start(edge));
}

void PcieEndpoint::receive(Time now) {
  root_.send_due(now);
  Time next;
  for (; (next = root_.next_downstream()) <= now; root_.drop_downstream()) {
    const DownstreamTlp& tlp = root_.downstream();
    if (tlp.kind == DownstreamTlp::Kind::kRegister) {
      // A counter that the access reads has counted what has arrived before this edge.
      root_.deliver_until(now - 1);
      access(tlp.access, now);
    } else {
      complete(tlp, now);
    }
  }
  if (next != kNever) agenda_.arm(receive_slot_, next);
}

void PcieEndpoint::record_parts(const DownstreamTlp& tlp) {
  const DmaRequest& request = *root_.tags()[tlp.tag].request;
  std::uint32_t offset = tlp.offset;
  for (std::uint32_t i = 0; i < tlp.parts; ++i) {
    const CompletionPart part = root_.next_part();
    const ByteView payload = tlp.failed ? ByteView{} : ByteView{request.into + offset, part.length};
    events_->event({part.arrival, request.port, EventKind::kTlpDown, request.queue, request.address + offset,
                    part.length, tlp.tag, crc32c(payload)});
    offset += part.length;
  }
}

void PcieEndpoint::complete(const DownstreamTlp& tlp, Time now) {
  ReadTag& tag = root_.tags()[tlp.tag];
  DmaRequest& request = *tag.request;
  if (tlp.parts != 0) record_parts(tlp);
  if (tlp.failed) {
    if (!request.failed || tag.offset < request.whole) request.whole = tag.offset;
    request.failed = true;
  }
  tag.received += tlp.length;
  if (tag.received < tag.length) return;
  tag.request = nullptr;
  if (last_freed_ != now) fresh_tags_ = 0;
  last_freed_ = now;
  fresh_tags_ |= std::uint64_t{1} << tlp.tag;
  free_tags_ |= std::uint64_t{1} << tlp.tag;
  --request.outstanding;
  if ((waits_ & kForTags) != 0)
    agenda_.arm(transmit_slot_, std::max(clock_.edge_after(now), link_.free_at()));
  if (request.outstanding == 0 && request.sent == request.length) end_read(request, now);
}

void PcieEndpoint::end_read(DmaRequest& request, Time now) {
  // A read that a reset cut short has failed as well, but lacks none of the bytes that it still requests.
  if (request.failed && request.whole < request.length && !request.refused) ++read_errors_;
  request.client->read_done(request, now, !request.failed);
  release(request);
}

void PcieEndpoint::access(const HostAccess& access, Time now) {
  // Virtual functions are behind their physical one.
  const unsigned port =
      access.function < kFirstVirtual ? access.function : (access.function - kFirstVirtual) % kVirtualStride;
  const bool known = port < functions_.size();
  root_.return_register_credit(access.posted(), now);
  std::uint32_t value = 0xffffffff;
  const bool ok = known && functions_[port].registers->access(access, value, now);
  if (!observers_.empty() && known) notify_observers(access, port, value, ok, now);
  if (access.posted()) return;
  if (events_ != nullptr && !access.is_write) {
    events_->event({now, access.function, EventKind::kRegisterRead, access.bar, access.offset, value, 0, 0});
  }
  DmaRequest& request = make_request();
  request.kind = DmaKind::kCompletion;
  request.source = DmaSource::kRegister;
  request.port = static_cast<std::uint8_t>(known ? port : 0);
  request.queue = 0;
  request.address = 0;
  request.length = access.is_write || !ok ? 0 : 4;
  request.failed = !ok;
  store_le64(request.own(8), value);
  request.cookie = access.id;
  submit(request, now + kRegisterReadLatency);
}

void PcieEndpoint::notify_observers(const HostAccess& access, unsigned port, std::uint32_t value, bool ok,
                                    Time now) {
  if (access.space == HostAccess::Space::kConfig) return;
  RegisterTouch touch;
  touch.time = now;
  touch.port = port;
  if (access.function >= kFirstVirtual)
    touch.virtual_function = (access.function - kFirstVirtual) / kVirtualStride;
  touch.place = functions_[port].registers->place_of(access);
  touch.is_write = access.is_write;
  touch.supported = ok;
  touch.size = static_cast<unsigned>(__builtin_popcount(access.byte_enables));
  touch.value = access.is_write ? access.value : value;
  for (RegisterObserver* observer : observers_) observer->register_touched(touch);
}

void PcieEndpoint::write_arrived(DmaRequest& request, Time now, bool ok) {
  if (!ok && !request.refused) ++write_errors_;
  if (request.client != nullptr) request.client->write_arrived(request, now, ok);
  release(request);
}

}  // namespace ixsim::nic
