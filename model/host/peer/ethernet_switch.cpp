// Arrivals, decisions, departures and PAUSE of a switch.
#include "host/peer/ethernet_switch.h"

#include <cstring>

#include "ethernet/protocols.h"
#include "host/peer/congestion_mark.h"

namespace ixsim::host {
namespace {

constexpr std::size_t kCutThrough = 64;
// 01-80-C2-00-00-00 to -0F (IEEE 802.1Q table 8-1).
constexpr std::uint8_t kReserved[5] = {0x01, 0x80, 0xc2, 0x00, 0x00};

bool is_reserved(const std::uint8_t* address) {
  return std::memcmp(address, kReserved, sizeof kReserved) == 0 && address[5] <= 0x0f;
}

bool is_tagged(ByteView bytes) { return bytes.size >= 16 && load_be16(bytes.data + 12) == kTypeVlan; }

}  // namespace

EthernetSwitch::EthernetSwitch(const EthernetSwitchConfig& config, HostAgenda& agenda, Output output)
    : config_((check(config, "switch."), config)), agenda_(agenda), output_(std::move(output)) {
  for (unsigned i = 0; i < config_.ports; ++i) ports_.emplace_back(config_, i);
  for (const auto& [address, port] : config_.addresses) table_.set(address, port);
}

EthernetSwitch::~EthernetSwitch() = default;

void EthernetSwitch::run(unsigned what, Time now) {
  const unsigned port = what / kEvents;
  switch (static_cast<Event>(what % kEvents)) {
    case Event::kTake:
      take(port, now);
      break;
    case Event::kSend:
      send(port, now);
      break;
    case Event::kSent:
      sent(port, now);
      break;
    case Event::kRefresh:
      if (ports_[port].refresh_at > now) break;  // an earlier one was armed since
      ports_[port].refresh_at = kNever;
      ports_[port].account.refresh(now);
      if (ports_[port].account.due()) arm_send(port, now);
      arm_refresh(port);
      break;
  }
}

void EthernetSwitch::frame(unsigned port, Time start, const FrameRef& frame) {
  Port& in = ports_[port];
  ++in.statistics.frames_in;
  in.arriving.push({frame, start});
  const std::size_t taken = config_.cut_through ? std::min(frame->size(), kCutThrough) : frame->size();
  at(start + wire_time(taken, in.byte_time), port, Event::kTake);
}

void EthernetSwitch::drop(unsigned port, unsigned priority, SwitchDrop reason) {
  SwitchPortStatistics& statistics = ports_[port].statistics;
  ++statistics.dropped[static_cast<unsigned>(reason)];
  if (reason != SwitchDrop::kError) ++statistics.dropped_priority[priority];
}

void EthernetSwitch::take(unsigned port, Time now) {
  Port& in = ports_[port];
  const Arriving arrived = in.arriving.pop();
  const Frame& frame = *arrived.frame;
  bool bad = frame.size() < kMinFrameSize;
  if (!config_.cut_through) {
    const std::size_t longest = config_.max_frame + (is_tagged(frame.without_fcs()) ? kTagBytes : 0);
    bad = bad || frame.size() > longest || frame.symbol_error() || !frame.fcs_is_good();
  }
  if (bad) return drop(port, 0, SwitchDrop::kError);
  if (control(in, frame, now)) return;
  forward(port, arrived, now);
}

// Consumes a MAC control frame.
bool EthernetSwitch::control(Port& in, const Frame& frame, Time now) {
  if (!is_mac_control(frame.without_fcs())) return false;
  ++in.statistics.control_in;
  if (config_.pause == EthernetSwitchConfig::Pause::kNone) return true;
  const Time acts = in.pause.take(frame.without_fcs(), now);
  // The end of a PAUSE may come earlier than it was.
  if (acts != kNever) arm_send(static_cast<unsigned>(&in - ports_.data()), acts);
  return true;
}

unsigned EthernetSwitch::store(const Stored& stored) {
  if (unused_.empty()) {
    stored_.push_back(stored);
    return static_cast<unsigned>(stored_.size() - 1);
  }
  const unsigned place = unused_.back();
  unused_.pop_back();
  stored_[place] = stored;
  return place;
}

void EthernetSwitch::forward(unsigned port, const Arriving& arrived, Time now) {
  Port& in = ports_[port];
  const FrameRef& frame = arrived.frame;
  const std::uint8_t* const destination = frame->without_fcs().data;
  const unsigned priority = priority_of(*frame);
  if (config_.learn) table_.learn(destination + 6, port);
  if (is_reserved(destination)) return drop(port, priority, SwitchDrop::kReserved);
  const bool group = (destination[0] & 1) != 0;
  const unsigned to = group ? MacTable::kUnknown : table_.find(destination);
  if (to == port) return drop(port, priority, SwitchDrop::kSamePort);

  const bool of_link = config_.pause == EthernetSwitchConfig::Pause::kLink;
  Stored stored;
  stored.bytes = static_cast<std::uint32_t>(frame->size());
  stored.port = static_cast<std::uint16_t>(port);
  stored.account = static_cast<std::uint8_t>(of_link ? 0 : priority);
  stored.lossless = of_link || (config_.lossless >> priority & 1) != 0;
  if (stored.lossless && !in.account.fits(stored.account, stored.bytes))
    return drop(port, priority, SwitchDrop::kHeadroom);
  if (!stored.lossless && config_.buffer_bytes != 0 && lossy_bytes_ + stored.bytes > config_.buffer_bytes)
    return drop(port, priority, SwitchDrop::kBufferFull);

  const unsigned place = store(stored);
  const unsigned first = to == MacTable::kUnknown ? 0 : to;
  const unsigned end = to == MacTable::kUnknown ? ports() : to + 1;
  unsigned copies = 0;
  unsigned lost = 0;
  for (unsigned out = first; out < end; ++out) {
    if (out == port) continue;
    // A frame that arrives more slowly than it would leave has to be there whole.
    const bool early = config_.cut_through && ports_[out].byte_time >= in.byte_time;
    const Time whole = arrived.start + wire_time(frame->size(), in.byte_time);
    const Time ready = (early ? now : whole) + config_.latency;
    ++(enqueue(out, frame, priority, place, ready) ? copies : lost);
  }
  in.statistics.replicas += copies + lost - 1;
  for (unsigned i = 0; i < lost; ++i) drop(port, priority, SwitchDrop::kQueueFull);
  if (copies == 0) {
    unused_.push_back(place);
    return;
  }
  stored_[place].copies = copies;
  if (!stored.lossless) {
    lossy_bytes_ += stored.bytes;
  } else if (in.account.add(stored.account, stored.bytes)) {
    arm_send(port, now);
  }
}

bool EthernetSwitch::enqueue(unsigned out, const FrameRef& frame, unsigned priority, unsigned stored,
                             Time ready) {
  Port& port = ports_[out];
  const std::uint64_t waiting = port.queues.bytes(priority);
  if (!stored_[stored].lossless && waiting + frame->size() > config_.queue_bytes) return false;
  FrameRef marked;
  if (config_.mark_bytes != 0 && waiting >= config_.mark_bytes) marked = mark_congestion(frame);
  if (marked) ++port.statistics.marked;
  port.queues.push(priority, {marked ? marked : frame, stored, ready});
  arm_send(out, ready);
  return true;
}

// --- Departures.

void EthernetSwitch::arm_send(unsigned index, Time time) {
  Port& port = ports_[index];
  const Time start = port.pacer.next_start(time);
  if (start >= port.send_at) return;
  port.send_at = start;
  at(start, index, Event::kSend);
}

void EthernetSwitch::send(unsigned index, Time now) {
  Port& port = ports_[index];
  if (port.send_at > now) return;  // an earlier one was armed since
  port.send_at = kNever;
  const Time free = port.pacer.next_start(now);
  if (free > now) return arm_send(index, free);
  if (port.account.due()) {
    send_pause(index, now);
  } else {
    Time later = kNever;
    const unsigned priority = port.queues.choose(port.pause, now, later);
    if (priority == EgressQueues::kNone) {
      if (later != kNever) arm_send(index, later);
      return;
    }
    const QueuedFrame queued = port.queues.pop(priority);
    const std::size_t size = queued.frame->size();
    port.pacer.start(now, size);
    ++port.statistics.frames_out;
    port.statistics.bytes_out += size;
    port.leaving.push(queued.stored);
    at(now + wire_time(size, port.byte_time), index, Event::kSent);
    output_(index, now, queued.frame);
  }
  if (!port.queues.empty() || port.account.due()) arm_send(index, port.pacer.end());
}

void EthernetSwitch::send_pause(unsigned index, Time now) {
  Port& port = ports_[index];
  const Time end = now + wire_time(kPauseFrameSize, port.byte_time);
  const bool of_priorities = config_.pause == EthernetSwitchConfig::Pause::kPriority;
  const PauseFrame pause = port.account.take(of_priorities, end, port.byte_time);
  const MacAddress source = {
      0x02, 0x00, 0x00, 0xff, static_cast<std::uint8_t>(index >> 8), static_cast<std::uint8_t>(index)};
  port.pacer.start(now, kPauseFrameSize);
  ++port.statistics.control_out;
  output_(index, now, make_pause(source, pause));
  arm_refresh(index);
}

void EthernetSwitch::sent(unsigned index, Time now) {
  const unsigned place = ports_[index].leaving.pop();
  Stored& stored = stored_[place];
  if (--stored.copies != 0) return;
  unused_.push_back(place);
  if (!stored.lossless) {
    lossy_bytes_ -= stored.bytes;
  } else if (ports_[stored.port].account.remove(stored.account, stored.bytes)) {
    arm_send(stored.port, now);
  }
}

void EthernetSwitch::arm_refresh(unsigned index) {
  Port& port = ports_[index];
  const Time next = port.account.next_refresh();
  if (next >= port.refresh_at) return;
  port.refresh_at = next;
  at(next, index, Event::kRefresh);
}

// --- Accounts.

std::uint64_t EthernetSwitch::dropped(SwitchDrop reason) const {
  std::uint64_t sum = 0;
  for (const Port& port : ports_) sum += port.statistics.dropped[static_cast<unsigned>(reason)];
  return sum;
}

std::uint64_t EthernetSwitch::dropped_priority(unsigned priority) const {
  std::uint64_t sum = 0;
  for (const Port& port : ports_) sum += port.statistics.dropped_priority[priority];
  return sum;
}

std::uint64_t EthernetSwitch::held() const {
  std::uint64_t sum = 0;
  for (const Port& port : ports_) sum += port.arriving.size() + port.queues.frames();
  return sum;
}

std::string EthernetSwitch::unaccounted() const {
  std::uint64_t in = 0;
  std::uint64_t out = 0;
  std::uint64_t dropped = 0;
  for (const Port& port : ports_) {
    in += port.statistics.frames_in + port.statistics.replicas;
    out += port.statistics.frames_out + port.statistics.control_in;
    for (const std::uint64_t count : port.statistics.dropped) dropped += count;
  }
  if (in == out + dropped + held()) return {};
  return "switch: " + std::to_string(in) + " frames and replicas in, " + std::to_string(out) +
         " sent or consumed, " + std::to_string(dropped) + " dropped, " + std::to_string(held()) + " held";
}

}  // namespace ixsim::host
