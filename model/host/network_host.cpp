// Passes frames from the driver to the guests, and packets from the guests to the driver.
#include "host/network_host.h"

#include <algorithm>
#include <string>

#include "base/accepted.h"
#include "ethernet/protocols.h"
#include "ixsim/frame.h"

namespace ixsim::host {
namespace {

// Maximum bytes of headers: Ethernet with a VLAN tag, IPv4, and TCP with its longest options.
constexpr std::uint64_t kMostHeaders = kEthernetHeader + kTagBytes + kIpv4Header + 60;
constexpr Time kMostBusyPoll = 100 * kMillisecond;
constexpr unsigned kNoQueue = ~0u;

// Returns whether the guests have virtual functions.
bool has_functions(const NetworkHostConfig& config, const DeviceProfile& device) {
  return config.plan.guest_polls && !config.guests.empty() &&
         device.virtual_functions >= config.guests.size();
}

NicDriverConfig driver_of(const NetworkHostConfig& config, const DeviceProfile& device) {
  NicDriverConfig driver = config.driver;
  if (!has_functions(config, device)) return driver;
  const auto guests = static_cast<unsigned>(config.guests.size());
  driver.rx.functions = guests;
  require(driver.rx.pools >= guests, "rx.pools", driver.rx.pools,
          "are " + std::to_string(guests) + " and up: a pool for each virtual function");
  return driver;
}

}  // namespace

// The host's thread for one guest: copies and signals, in both directions.
class NetworkHost::Backend : public Thread {
 public:
  Backend(NetworkHost& host, unsigned guest, Machine& machine, unsigned core)
      : host_(host), guest_(guest), machine_(machine), thread_(machine.add(*this, core, Priority::kThread)) {}

  void receive(const GuestPacket& packet, Time now) {
    if (input_.size() >= host_.config_.backend_queue) {
      ++lost_;
      return;
    }
    input_.push(packet);
    machine_.wake(thread_, now);
  }
  bool send(const GuestPacket& packet, Time now) {
    if (output_.size() >= host_.config_.backend_queue) return false;
    output_.push(packet);
    machine_.wake(thread_, now);
    return true;
  }
  void resume(Time now) {
    blocked_ = false;
    machine_.wake(thread_, now);
  }
  std::uint64_t lost() const { return lost_; }
  std::size_t waiting() const { return input_.size(); }

  bool next(Time now, Work& work) override {
    // The path that has a backend; a guest without one leaves it idle.
    const PathPlan& plan = host_.config_.fallback ? *host_.config_.fallback : host_.config_.plan;
    const bool sends = !output_.empty() && !blocked_;
    if (input_.empty() && !sends) {
      host_.driver_.flush(host_.queue_of(guest_));
      slept_ = true;
      return false;
    }
    (void)now;
    receiving_ = !input_.empty();
    const PlaceCost& cost = receiving_ ? plan.receive_backend : plan.transmit_host;
    if (slept_) cost.add_batch(work);
    slept_ = false;
    const TcpSegment& segment = (receiving_ ? input_ : output_).front().segment;
    cost.add_packet(true, 0, work);
    cost.add_copies(segment.length, work);
    if (!receiving_ && plan.segmentation.on) plan.segmentation.add(segment.length, segment.mss, work);
    return true;
  }
  void done(Time now) override {
    if (receiving_) {
      host_.guests_[guest_]->receive(input_.pop(), now);
      return;
    }
    blocked_ = !host_.transmit(guest_, output_.front());
    if (blocked_) return;
    const bool was_full = output_.size() >= host_.config_.backend_queue;
    output_.drop();
    if (was_full) host_.guests_[guest_]->resume(now);
  }

 private:
  NetworkHost& host_;
  unsigned guest_;
  Machine& machine_;
  Machine::ThreadId thread_;
  Ring<GuestPacket> input_{64};
  Ring<GuestPacket> output_{64};
  bool receiving_ = false;
  bool slept_ = true;
  bool blocked_ = false;
  std::uint64_t lost_ = 0;
};

NetworkHost::NetworkHost(unsigned port, const NetworkHostConfig& config, HostMemory& memory,
                         std::uint64_t memory_base, RegisterPort& registers, FunctionAccess& functions,
                         HostAgenda& agenda, Machine& machine)
    : config_(config),
      memory_(memory),
      falls_back_(config.guests.size()),
      last_queues_(config.guests.size(), kNoQueue),
      claimed_vectors_(config.guests.size()),
      paths_(config.guests.size()),
      driver_(port, driver_of(config, registers.profile()), memory, memory_base, registers, functions, agenda,
              machine, *this) {
  if (config_.vcpus.on) {
    if (!config_.plan.guests || config_.plan.guest_polls) {
      throw InputError(
          "vcpus.on: found true, accepted is false on the paths native (no virtual CPUs) and sriov (the ring "
          "is "
          "polled on the guest's core)");
    }
    scheduler_ = std::make_unique<CreditScheduler>(config_.vcpus, machine, agenda);
  }
  for (unsigned i = 0; i < config_.guests.size(); ++i) {
    check(config_.guests[i]);
    unsigned queue = i % std::max(config_.driver.tx.queues, 1u);
    if (config_.driver.rx.dcb.enabled) {
      queue = driver_.plan().transmit_queue(registers.profile(), i, config_.guests[i].priority);
      require(queue < config_.driver.tx.queues, "tx.queues", config_.driver.tx.queues,
              "are " + std::to_string(queue + 1) + " and up with dcb.enabled and a guest of priority " +
                  std::to_string(config_.guests[i].priority));
    }
    transmit_queues_.push_back(
        config_.transmit_affinity ? driver_.queue_of_core(config_.guests[i].core, queue) : queue);
    guests_.push_back(std::make_unique<Guest>(i, config_.guests[i], config_.plan, machine, agenda,
                                              static_cast<Guest::Uplink&>(*this), scheduler_.get()));
    if (!config_.plan.backend && !(config_.fallback && config_.fallback->backend)) continue;
    const auto& cores = config_.backend_cores;
    const unsigned core = cores.empty() ? config_.guests[i].core : cores[i % cores.size()];
    backends_.push_back(std::make_unique<Backend>(*this, i, machine, core));
  }
  if (!has_functions(config_, registers.profile())) return;
  require(
      config_.driver.tx.queues >= config_.guests.size(), "tx.queues", config_.driver.tx.queues,
      "are " + std::to_string(config_.guests.size()) + " and up: a transmit queue for each virtual function");
  std::vector<FunctionRequests> requests;
  for (unsigned i = 0; i < config_.guests.size(); ++i) {
    FunctionRequests& own = requests.emplace_back();
    own.core = config_.guests[i].core;
    own.longest_frame = config_.driver.rx.max_frame;
    own.vlans = config_.guests[i].vlans;
    if (i < config_.driver.rx.addresses.size()) own.address = config_.driver.rx.addresses[i].address;
  }
  mailbox_ = std::make_unique<FunctionMailbox>(requests, config_.mailbox_core, config_.driver.costs, driver_,
                                               functions, agenda, machine);
}

void NetworkHost::start() {
  driver_.start();
  if (mailbox_) mailbox_->start();
}

NetworkHost::~NetworkHost() = default;

void NetworkHost::check(const GuestConfig& guest) const {
  const std::uint64_t buffer = config_.driver.tx.buffer_bytes;
  const std::uint64_t most = buffer - std::min(buffer, kMostHeaders);
  require(guest.segmentation_bytes <= most, "guest.segmentation_bytes", guest.segmentation_bytes,
          "are 0 to " + std::to_string(most) + ", what tx.buffer_bytes holds apart from headers");
  require(guest.busy_poll >= 0 && guest.busy_poll <= kMostBusyPoll, "guest.busy_poll", guest.busy_poll,
          "are 0 to " + std::to_string(kMostBusyPoll) + " (ps)");
  const bool has_ring = (!config_.plan.guests || config_.plan.guest_polls) && !config_.driver.spin;
  require(guest.busy_poll == 0 || (has_ring && !config_.fallback), "guest.busy_poll", guest.busy_poll,
          "is 0 where the guest's core has no ring to poll: on paths other than native and sriov, with a "
          "fallback and with a driver that spins");
}

unsigned NetworkHost::add(unsigned guest, const TcpConfig& config, const TcpPath& path) {
  TcpConfig own = config;
  if (config_.guests[guest].segmentation_bytes != 0)
    own.segmentation_bytes = config_.guests[guest].segmentation_bytes;
  if (own.segmentation_bytes != 0 && config_.plan.segmentation.on) {
    const std::uint32_t segments = (own.segmentation_bytes + own.mss() - 1) / own.mss();
    require(driver_.holds(segments), "tx.ring", config_.driver.tx.ring,
            "are rings that hold two descriptors for each of the " + std::to_string(segments) +
                " segments of a packet that software segments");
  }
  const unsigned number = guests_[guest]->add(own);
  paths_[guest].push_back(path);
  by_ports_[connection_key(path.source_ip, path.source_port, path.destination_port)] = {guest, number};
  return number;
}

void NetworkHost::add_work(const ReceivedFrame& frame, Work& work) {
  const PathPlan& plan = by_fallback(frame.queue) ? *config_.fallback : config_.plan;
  // A frame of the least size has no data.
  plan.receive_poller.add_packet(frame.bytes > kMinFrameSize - kFcsSize, plan.acknowledgment, work);
  plan.receive_poller.add_copies(frame.bytes, work);
}

void NetworkHost::received(const ReceivedFrame& frame, Time now) {
  ++accepted_;
  TcpPath path;
  GuestPacket packet;
  std::size_t payload = 0;
  TcpParse parsed = TcpParse::kSegment;
  if (frame.header != nullptr) {
    path = frame.header->path;
    packet.segment = frame.header->segment;
  } else {
    parsed = parse_header({memory_.at(frame.address), frame.bytes}, path, packet.segment, payload);
  }
  const auto found =
      parsed == TcpParse::kSegment
          ? by_ports_.find(connection_key(path.destination_ip, path.destination_port, path.source_port))
          : by_ports_.end();
  if (found == by_ports_.end()) {
    ++strays_;
    return;
  }
  packet.connection = found->second.connection;
  const unsigned guest = found->second.guest;
  last_queues_[guest] = frame.queue;
  const PathPlan& plan = by_fallback(frame.queue) ? *config_.fallback : config_.plan;
  if (!plan.guests) {
    guests_[guest]->receive_from_stack(packet, now);
  } else if (plan.backend) {
    backends_[guest]->receive(packet, now);
  } else {
    guests_[guest]->receive(packet, now);
  }
}

void NetworkHost::transmit_ready(unsigned queue, Time now) {
  for (unsigned i = 0; i < guests(); ++i) {
    if (queue_of(i) != queue) continue;
    if (!backends_.empty()) backends_[i]->resume(now);
    guests_[i]->resume(now);
  }
}

bool NetworkHost::send(unsigned guest, const GuestPacket& packet, Time now) {
  if (plan_of(guest).backend) return backends_[guest]->send(packet, now);
  return transmit(guest, packet);
}

void NetworkHost::flush(unsigned guest, Time) {
  if (!plan_of(guest).backend) driver_.flush(queue_of(guest));
}

bool NetworkHost::claim_poll(unsigned guest, Machine::ThreadId waiter) {
  if (last_queues_[guest] == kNoQueue) return false;
  const unsigned vector = driver_.vector_of(last_queues_[guest]);
  if (!driver_.claim_poll(vector, waiter)) return false;
  claimed_vectors_[guest] = vector;
  return true;
}

bool NetworkHost::poll(unsigned guest, Time now, Work& work) {
  return driver_.poll(claimed_vectors_[guest], now, work);
}

void NetworkHost::polled(unsigned guest, Time now) { driver_.polled(claimed_vectors_[guest], now); }

void NetworkHost::release_poll(unsigned guest, Time now) {
  driver_.release_poll(claimed_vectors_[guest], now);
}

bool NetworkHost::transmit(unsigned guest, const GuestPacket& packet) {
  const unsigned queue = queue_of(guest);
  const TcpSegment& segment = packet.segment;
  const TcpPath& path = paths_[guest][packet.connection];
  const bool cut = segment.length > segment.mss && segment.mss != 0;
  if (cut && plan_of(guest).segmentation.on) return transmit_segments(queue, path, segment);
  if (!driver_.reserve(queue, 1)) {
    driver_.flush(queue);
    return false;
  }
  put(queue, path, segment, cut ? segment.mss : 0);
  return true;
}

// Puts all segments of a request into the ring, or none.
bool NetworkHost::transmit_segments(unsigned queue, const TcpPath& path, const TcpSegment& request) {
  if (!driver_.reserve(queue, (request.length + request.mss - 1) / request.mss)) {
    driver_.flush(queue);
    return false;
  }
  TcpSegment segment = request;
  for (std::uint32_t done = 0; done < request.length; done += segment.length) {
    segment.sequence = request.sequence + done;
    segment.position = request.position + done;
    segment.length = std::min<std::uint32_t>(request.mss, request.length - done);
    segment.flags = request.flags;
    if (done != 0) segment.flags &= static_cast<std::uint8_t>(~tcp_flag::kCwr);
    if (done + segment.length != request.length)
      segment.flags &= static_cast<std::uint8_t>(~(tcp_flag::kFin | tcp_flag::kPsh));
    put(queue, path, segment, 0);
  }
  return true;
}

void NetworkHost::put(unsigned queue, const TcpPath& path, const TcpSegment& segment, std::uint32_t mss) {
  std::uint8_t* const frame = driver_.packet_memory(queue);
  const std::size_t headers =
      write_header(frame, path, segment, mss != 0 ? TcpChecksums::kSegmentation : TcpChecksums::kOffload);
  if (config_.payload_pattern) {
    for (std::uint32_t i = 0; i < segment.length; ++i)
      frame[headers + i] = payload_byte(segment.position + i);
  }
  const auto tcp = static_cast<std::uint32_t>(tcp_header_size(segment));
  const auto link = static_cast<std::uint32_t>(headers) - kIpv4Header - tcp;
  driver_.end_packet(queue, static_cast<std::uint32_t>(headers + segment.length), link, kIpv4Header, tcp,
                     mss);
}

void NetworkHost::move(unsigned guest, bool to_fallback, Time now) {
  if (!mailbox_) return take_path(guest, to_fallback, now);
  if (!to_fallback)
    return mailbox_->set_up(guest, now, [this, guest](Time at) { take_path(guest, false, at); });
  take_path(guest, true, now);
  mailbox_->remove(guest);
}

void NetworkHost::take_path(unsigned guest, bool to_fallback, Time now) {
  falls_back_[guest] = to_fallback;
  guests_[guest]->set_plan(plan_of(guest));
  driver_.assign(guest, to_fallback ? config_.fallback_queue : guest);
  // The queue that was full is not the one that the guest sends by now.
  if (!backends_.empty()) backends_[guest]->resume(now);
  guests_[guest]->resume(now);
}

std::uint64_t NetworkHost::backend_lost(unsigned guest) const {
  return backends_.empty() ? 0 : backends_[guest]->lost();
}

std::string NetworkHost::unaccounted() const {
  std::uint64_t known = strays_ + backend_lost();
  for (const auto& backend : backends_) known += backend->waiting();
  for (const auto& guest : guests_) {
    known += guest->received() + guest->lost();
    // Without guests the stack has received what waits for the program.
    if (config_.plan.guests) known += guest->waiting();
  }
  if (known == accepted_) return {};
  return "host: " + std::to_string(accepted_) + " packets from the driver, " + std::to_string(known) +
         " delivered, lost or waiting";
}

std::uint64_t NetworkHost::backend_lost() const {
  std::uint64_t sum = 0;
  for (const auto& backend : backends_) sum += backend->lost();
  return sum;
}

}  // namespace ixsim::host
