// Arrivals in link order, completions cut at the boundary, credits returned to the device.
#include "pcie/root_port.h"

#include <algorithm>
#include <cassert>

#include "pcie/tlp.h"

namespace ixsim::pcie {

RootPort::RootPort(const PcieConfig& config, Agenda& agenda, HostBus& bus, RootPortOwner& owner)
    : config_(config),
      clock_(config.clock()),
      least_tlp_time_(config.least_time(tlp::memory_read(0)) + config.propagation),
      credit_delay_(config.credit_return + config.propagation),
      agenda_(agenda),
      bus_(bus),
      owner_(owner),
      link_(config),
      tags_(config.descriptor_tags + config.data_tags),
      posted_credits_(config.device_posted_headers),
      non_posted_credits_(config.device_non_posted_headers) {
  part_shows_[static_cast<std::size_t>(DmaKind::kRead)] = true;
  part_shows_[static_cast<std::size_t>(DmaKind::kWrite)] = config.transaction == HostTransaction::kTlp;
}

void RootPort::connect(Agenda::Slot self, Agenda::Slot device_receive, Agenda::Slot device_transmit) {
  self_ = self;
  device_receive_ = device_receive;
  device_transmit_ = device_transmit;
}

void RootPort::receive(DmaRequest& request, std::uint32_t tag, std::uint32_t offset, std::uint32_t length,
                       bool last, Time end) {
  const Time arrival = clock_.edge_at_or_after(end + config_.propagation);
  const bool shows = last || part_shows_[static_cast<std::size_t>(request.kind)];
  if (trusted_ && request.kind != DmaKind::kCompletion) return_credits(request, offset, length, arrival);
  if (trusted_ && !shows) return;
  Arrival& coming = arrivals_.extend();
  coming.time = arrival;
  coming.request = &request;
  coming.tag = tag;
  coming.offset = offset;
  coming.length = length;
  coming.shows = shows;
  coming.acts =
      shows && !(collects_ && request.kind != DmaKind::kRead && request.kind != DmaKind::kCompletion);
  if (coming.acts) ++acting_;
  // A trusted host's credits are known.
  if (coming.acts || (credits_wanted_ && !trusted_)) agenda_.arm(self_, arrival);
}

Time RootPort::least_answer(Time due) const {
  Time first = kNever;
  for (std::size_t i = 0; i < downstream_.size(); ++i) {
    const DownstreamTlp& tlp = downstream_[i];
    const Time arrival = std::max(due, tlp.arrival);
    if (arrival >= first) break;
    if (tlp.kind == DownstreamTlp::Kind::kRegister) {
      first = std::min(first, owner_.least_access_answer(tlp.access.on_link, arrival));
      continue;
    }
    // Nothing follows from a part of a read's data.
    if (tlp.ends_tag)
      first = std::min(first, owner_.least_answer(*tags_[tlp.tag].request, tlp.ends_request, arrival));
  }
  // Nothing follows from a read's data before all of them are there, nor do those of another come first.
  Time end = link_.free_at();
  for (std::size_t i = 0; i < completions_.size(); ++i) {
    const Completion& completion = completions_[i];
    end = std::max(end, completion.ready);
    if (end + config_.propagation >= first) break;
    const tlp::Run& run = completion.left;
    if (i != 0) {
      end += config_.least_time(run.bytes);
    } else {
      // An access that goes first may take a DLLP with it that the run would have had to let pass.
      end = accesses_.empty() ? link_.end_of_run(end, run) : link_.least_end_of_run(end, run);
    }
    const Time arrival = std::max(due, clock_.edge_at_or_after(end + config_.propagation));
    if (arrival >= first) break;
    const DmaRequest& request = *tags_[completion.tag].request;
    std::uint32_t unanswered = request.unanswered;
    if (unanswered > 1) {
      for (std::size_t before = 0; before < i; ++before) {
        if (tags_[completions_[before].tag].request == &request) --unanswered;
      }
    }
    first = std::min(first, owner_.least_answer(request, unanswered == 1, arrival));
  }
  return first;
}

tlp::Run RootPort::left_of(const Completion& completion) const {
  constexpr std::uint32_t kFailure = tlp::completion(0, 0);
  if (!completion.ok) return {1, kFailure, kFailure};
  const ReadTag& tag = tags_[completion.tag];
  return tlp::completions(tag.request->address + tag.offset + completion.sent, tag.length - completion.sent,
                          config_.read_completion_boundary);
}

Time RootPort::least_downstream() const {
  if (!downstream_.empty() || completions_.empty()) return next_downstream();
  const Completion& completion = completions_.front();
  const Time end = link_.least_end_of_run(std::max(completion.ready, link_.free_at()), completion.left);
  return clock_.edge_at_or_after(end + config_.propagation);
}

Time RootPort::next_downstream() const {
  if (!downstream_.empty()) return downstream_.front().arrival;
  if (completions_.empty()) return kNever;
  const Completion& completion = completions_.front();
  const Time end = link_.end_of_run(std::max(completion.ready, link_.free_at()), completion.left);
  return clock_.edge_at_or_after(end + config_.propagation);
}

void RootPort::return_register_credit(bool posted, Time now) {
  register_credits_.push({clock_.edge_after(now + config_.propagation), posted});
  // The oldest credit may have come back while no access wanted it.
  if (!accesses_.empty())
    agenda_.arm(self_, std::max(register_credits_.front().first, clock_.edge_after(now)));
}

void RootPort::register_access(Time time, const HostAccess& access) {
  const Time ready = clock_.edge_after(time);
  HostAccess& queued = accesses_.push({ready, access}).access;
  queued.on_link = owner_.shows_on_link(access);
  if (!queued.on_link) ++accesses_elsewhere_;
  if (!access.posted()) ++answers_owed_;
  agenda_.arm(self_, ready);
  // TLPs behind it may arrive sooner than alone.
  if (downstream_.empty() && !completions_.empty())
    agenda_.arm(device_receive_, std::max(ready, least_downstream()));
}

void RootPort::read_data(Time time, Time delay, std::uint32_t tag, bool ok) {
  const Time ready = clock_.edge_after(time + delay);
  Completion& completion = completions_.push({ready, tag, 0, ok, {}});
  completion.left = left_of(completion);
  std::size_t place = completions_.size() - 1;
  // A completion already being sent keeps its place in front.
  for (; place != 0 && ready < completions_[place - 1].ready && completions_[place - 1].sent == 0; --place)
    std::swap(completions_[place], completions_[place - 1]);
  if (place == 0) agenda_.arm(device_receive_, next_downstream());
}

void RootPort::write_taken(Time time, Time delay, bool ok) {
  held_until_ = clock_.edge_after(time + delay);
  held_ok_ = ok;
  target_stall_time_ += time + delay - held_since_;
  agenda_.arm(self_, held_until_);
}

void RootPort::read_taken(Time time, Time delay) { write_taken(time, delay, true); }

template <bool kByTlp>
void RootPort::finish_write(const Arrival& arrival, Time now, bool ok) {
  DmaRequest& request = *arrival.request;
  if (kByTlp) {
    request.failed |= !ok;
    if (arrival.offset + arrival.length != request.length) return;
    ok = !request.failed;
  }
  owner_.write_arrived(request, now, ok);
}

// Answers a request that the host does not see as if there were no memory.
template <bool kByTlp>
[[gnu::noinline, gnu::cold]] void RootPort::refuse(const Arrival& arrival, Time now) {
  const DmaRequest& request = *arrival.request;
  if (!trusted_) return_credits(request, arrival.offset, arrival.length, now);
  if (request.kind == DmaKind::kRead) {
    read_data(now, 0, arrival.tag, false);
  } else {
    finish_write<kByTlp>(arrival, now, false);
  }
}

template <bool kByTlp>
void RootPort::deliver(Time now) {
  while (!arrivals_.empty() && arrivals_.front().time <= now) {
    Arrival& arrival = arrivals_.front();
    DmaRequest& request = *arrival.request;
    // Collected writes come late, and have their own time. The others that come late waited for the target.
    const Time at = collects_ ? arrival.time : now;
    if (request.kind == DmaKind::kCompletion) {
      --answers_owed_;
      bus_.register_data(at, request.cookie, load_le64(request.data), !request.failed);
      owner_.write_arrived(request, at, true);
    } else if (held_) {
      if (held_until_ > now) return;
      held_ = false;
      held_until_ = kNever;
      released_ = now;
      return_credits(request, arrival.offset, arrival.length, now);
      if (request.kind != DmaKind::kRead) finish_write<kByTlp>(arrival, now, held_ok_);
    } else if (request.refused && arrival.shows) {
      refuse<kByTlp>(arrival, at);
    } else if (request.kind == DmaKind::kRead) {
      if (!bus_.read(at, arrival.tag, request.address + arrival.offset, request.into + arrival.offset,
                     arrival.length)) {
        held_ = true;
        held_since_ = now;
        ++target_stalls_;
        return;
      }
      if (!trusted_) return_credits(request, arrival.offset, arrival.length, now);
    } else if (arrival.shows) {
      if (request.kind == DmaKind::kLine) {
        bus_.interrupt_line(at, request.port, request.queue != 0);
        if (!trusted_) return_credits(request, arrival.offset, arrival.length, now);
        owner_.write_arrived(request, at, true);
        drop_arrival();
        continue;
      }
      if (config_.vector_messages && request.kind == DmaKind::kMessage) {
        bus_.interrupt_message(at, static_cast<unsigned>(request.cookie), request.msix, request.queue);
        if (!trusted_) return_credits(request, arrival.offset, arrival.length, now);
        owner_.write_arrived(request, at, true);
        drop_arrival();
        continue;
      }
      const std::uint32_t from = kByTlp ? arrival.offset : 0;
      const ByteView data{request.data + from, kByTlp ? arrival.length : request.length};
      const auto taken = bus_.write(at, request.address + from, data, request.kind == DmaKind::kMessage);
      if (taken == HostBus::Taken::kLater) {
        held_ = true;
        held_since_ = now;
        ++target_stalls_;
        return;
      }
      if (!trusted_) return_credits(request, arrival.offset, arrival.length, now);
      finish_write<kByTlp>(arrival, at, taken == HostBus::Taken::kYes);
    } else {
      take_part();
      continue;
    }
    drop_arrival();
  }
}

void RootPort::deliver_collected(Time time) { deliver<false>(time); }

void RootPort::take_part() {
  const Arrival& part = arrivals_.front();
  return_credits(*part.request, part.offset, part.length, std::max(part.time, released_));
  arrivals_.drop();
}

// Records the completions one by one, on a link with the same state as this one.
std::uint32_t RootPort::keep_parts_of(const DownstreamTlp& completions, std::uint64_t address, Time now) {
  LinkDirection link = link_;
  const auto keep = [&](std::uint32_t bytes, std::uint32_t length) {
    const Time end = link.send(std::max(now, link.free_at()), bytes);
    parts_.push({clock_.edge_at_or_after(end + config_.propagation), length});
  };
  if (completions.failed) {
    keep(tlp::completion(0, 0), completions.length);
    return 1;
  }
  std::uint32_t count = 0;
  for (std::uint32_t sent = 0; sent < completions.length; ++count) {
    const std::uint32_t length =
        tlp::next_completion(address + sent, completions.length - sent, config_.read_completion_boundary);
    keep(tlp::completion(address + sent, length), length);
    sent += length;
  }
  return count;
}

void RootPort::send(Time now) {
  while (!register_credits_.empty() && register_credits_.front().first <= now) {
    ++(register_credits_.pop().second ? posted_credits_ : non_posted_credits_);
  }
  const bool access_ready = !accesses_.empty() && accesses_.front().ready <= now &&
                            (accesses_.front().access.posted() ? posted_credits_ : non_posted_credits_) > 0;
  const bool completion_ready = !completions_.empty() && completions_.front().ready <= now;
  if (!access_ready && !completion_ready) return;
  DownstreamTlp& out = downstream_.extend();
  out.failed = out.ends_tag = out.ends_request = false;
  out.parts = 0;
  Time end;
  // The older of the two goes first; a completion already started is finished before a younger access.
  if (access_ready && (!completion_ready || accesses_.front().ready <= completions_.front().ready)) {
    out.kind = DownstreamTlp::Kind::kRegister;
    out.access = accesses_.pop().access;
    if (!out.access.on_link) --accesses_elsewhere_;
    --(out.access.posted() ? posted_credits_ : non_posted_credits_);
    const std::uint32_t bytes = out.access.is_write ? tlp::memory_write(0, 4) : tlp::memory_read(0);
    bytes_[static_cast<unsigned>(DmaSource::kRegister)] += bytes;
    end = link_.send(now, bytes);
  } else {
    Completion& completion = completions_.front();
    const ReadTag& tag = tags_[completion.tag];
    out.kind = DownstreamTlp::Kind::kCompletion;
    const std::uint64_t address = tag.request->address + tag.offset + completion.sent;
    out.tag = completion.tag;
    out.offset = tag.offset + completion.sent;
    out.failed = !completion.ok;
    out.length = tag.length - completion.sent;
    tlp::Run run = completion.left;
    if (completion.ok && !accesses_.empty() && accesses_.front().ready <= completion.ready) {
      // An older access, which lacks a credit, goes in between when it has it.
      out.length = tlp::next_completion(address, out.length, config_.read_completion_boundary);
      run = tlp::completions(address, out.length, config_.read_completion_boundary);
    }
    if (parts_kept_) out.parts = keep_parts_of(out, address, now);
    bytes_[static_cast<unsigned>(tag.request->source)] += run.bytes;
    end = link_.send_run(now, run);
    assert(out.parts == 0 || parts_.back().arrival == clock_.edge_at_or_after(end + config_.propagation));
    completion.sent += out.length;
    if (completion.sent == tag.length) {
      const DmaRequest& request = *tag.request;
      out.ends_tag = true;
      out.ends_request = --tag.request->unanswered == 0 && request.sent == request.length;
      completions_.drop();
    } else {
      completion.left = left_of(completion);
    }
  }
  out.arrival = clock_.edge_at_or_after(end + config_.propagation);
}

void RootPort::arm_next(Time now) {
  if (held_) {
    if (held_until_ != kNever) agenda_.arm(self_, held_until_);  // else the target's answer arms
  } else if (const bool all = credits_wanted_ && !trusted_; all || acting_ != 0) {
    std::size_t next = 0;
    while (next < arrivals_.size() && !arrivals_[next].acts && !all) ++next;
    if (next < arrivals_.size()) agenda_.arm(self_, arrivals_[next].time);
  }
  if (accesses_.empty()) return;
  const Time access = next_access();
  if (access != kNever) agenda_.arm(self_, std::max(access, clock_.edge_after(now)));
}

Time RootPort::next_access() const {
  const Access& access = accesses_.front();
  if ((access.access.posted() ? posted_credits_ : non_posted_credits_) > 0)
    return std::max(access.ready, link_.free_at());
  return register_credits_.empty() ? kNever : std::max(register_credits_.front().first, link_.free_at());
}

void RootPort::send_due(Time now) {
  for (;;) {
    Time next = accesses_.empty() ? kNever : next_access();
    if (!completions_.empty()) next = std::min(next, std::max(completions_.front().ready, link_.free_at()));
    if (next > now) return;
    send(next);
  }
}

template <bool kByTlp>
void RootPort::run(Time now) {
  deliver<kByTlp>(now);
  if (!accesses_.empty()) send_until(now);
  arm_next(now);
}

void RootPort::act(Time now) { run<false>(now); }
void RootPort::ByTlp::act(Time now) { root.run<true>(now); }

Time RootPort::earliest_output(Time due, Time) const {
  Time first = kNever;
  for (std::size_t i = 0; i < arrivals_.size(); ++i) {
    if (!arrivals_[i].shows) continue;
    first = std::max(due, arrivals_[i].time);
    break;
  }
  if (first == due) return due;
  if (!accesses_.empty()) {
    const Time arrival = std::max({accesses_.front().ready, due, link_.free_at()}) + least_tlp_time_;
    if (arrival < first)
      first = std::min(first, owner_.least_access_answer(accesses_elsewhere_ == 0, arrival));
  }
  // A credit comes in no TLP, and goes on its way when a request has arrived.
  if (credits_wanted_ && !arrivals_.empty()) {
    const Time credit = arrivals_.front().time + config_.credit_return + config_.propagation;
    first = std::min(first, owner_.least_credit_answer(std::max(due, credit)));
  }
  return first;
}

bool RootPort::idle() const {
  return arrivals_.empty() && completions_.empty() && accesses_.empty() && downstream_.empty();
}

}  // namespace ixsim::pcie
