// The run loop, and accesses that wait for their completion.
#include "ixsim/core_adapter.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ethernet/wire_feed.h"
#include "ixsim/error.h"
#include "nic/core/controller_core.h"

namespace ixsim {
using namespace nic;  // NOLINT(google-build-using-namespace)

namespace {

// Upper bound of the duration of an access.
constexpr Time kLongestAccess = kMillisecond;

HostAccess::Space space_of(AdapterAccess::Space space) {
  switch (space) {
    case AdapterAccess::Space::kConfig:
      return HostAccess::Space::kConfig;
    case AdapterAccess::Space::kIo:
      return HostAccess::Space::kIo;
    default:
      return HostAccess::Space::kMemory;
  }
}

}  // namespace

struct CoreAdapter::Impl final : HostBus, WireOut {
  Impl(const ControllerConfig& config, AdapterHost& to, const AdapterSettings& about,
       const ClassifierFactory& make_classifier, const SchedulerFactory& make_scheduler)
      : host(to), settings(about), core(config, *this, make_classifier, make_scheduler) {
    core.trust_host();
    core.set_wire_out(this);
    for (unsigned port = 0; port < core.ports(); ++port)
      feeds.emplace_back(core.port(port).wire().byte_time(), settings.pause_response,
                         settings.waiting_frames);
  }

  // --- HostBus and WireOut: outputs, at their own time.
  Taken write(Time time, std::uint64_t address, ByteView data, bool) override {
    now = time;
    return host.write_memory(core.requester(), address, data) ? Taken::kYes : Taken::kError;
  }
  bool read(Time time, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override {
    now = time;
    const bool ok = host.read_memory(core.requester(), address, into, length);
    core.read_data(time, settings.read_latency, tag, ok);
    return true;
  }
  void register_data(Time time, std::uint64_t id, std::uint64_t value, bool ok) override {
    now = time;
    if (id != failed_accesses) return;
    answered = true;
    core.stop_by(time);
    supported = ok;
    answer = static_cast<std::uint32_t>(value);
  }
  void interrupt_message(Time time, unsigned function, bool msix, unsigned vector) override {
    now = time;
    host.interrupt(function, msix ? InterruptKind::kMsix : InterruptKind::kMsi, vector);
  }
  void interrupt_line(Time time, unsigned function, bool level) override {
    now = time;
    host.interrupt(function, InterruptKind::kIntx, level ? 1 : 0);
  }
  void frame_out(Time start, unsigned port, const FrameRef& frame) override {
    now = std::max(now, start);
    host.wire_frame(port, false, start, *frame);
    const bool passes = (settings.controlled_by_host >> port & 1) != 0;
    if (passes || !feeds[port].control(start, *frame)) host.frame_sent(port, start, frame);
    // The pause may end earlier than the one before it.
    stop_at_frame();
  }

  // --- The run loop.
  Time next_frame() {
    Time first = kNever;
    for (WireFeed& feed : feeds) first = std::min(first, feed.next(now));
    return first;
  }
  Time next() { return std::min(core.earliest_output(), next_frame()); }
  // Runs to `until`, or to the completion of the access that waits for it.
  void run(Time until) {
    if (until < now) return;
    while (!running) {
      // An output may shorten the time to which the host's frames are known.
      running = true;
      do {
        core.advance(std::min({until, host.known_until(), next_frame()}));
        now = core.now();
        start_frames();
      } while (now < std::min(until, host.known_until()) && !answered);
      running = false;
      if (answered || until <= host.known_until()) return;
      host.extend_known();
    }
  }
  // The core runs no further than to the start of a frame that is sent while an output is made, and than to
  // the time to which the host's frames are then known.
  void stop_at_frame() {
    if (running) core.stop_by(std::min(next_frame(), std::max(host.known_until(), core.now())));
  }
  void start_frames() {
    for (unsigned port = 0; port < feeds.size(); ++port) {
      feeds[port].set_byte_time(core.port(port).wire().byte_time());
      while (const FrameRef frame = feeds[port].take(now)) {
        host.wire_frame(port, true, now, *frame);
        core.frame(now, port, frame);
      }
    }
  }

  HostAccess access_of(const AdapterAccess& access) {
    HostAccess word;
    word.function = static_cast<std::uint8_t>(access.function);
    word.space = space_of(access.space);
    word.bar = static_cast<std::uint8_t>(access.bar);
    word.offset = access.offset;
    word.byte_enables = access.byte_enables;
    word.id = failed_accesses;
    return word;
  }
  // Runs until the completion of `access` has arrived.
  bool complete(const HostAccess& access) {
    if (running) throw CheckFailure("a read, or a write with a completion, inside a call of the device");
    core.register_access(now, access);
    run(now + kLongestAccess);
    if (!std::exchange(answered, false)) {
      ++failed_accesses;  // a late completion has no effect
      throw CheckFailure("a register access gets no completion");
    }
    pass();
    return supported;
  }
  void pass() {
    if (settings.access_time != 0) run(now + settings.access_time);
  }

  AdapterHost& host;
  const AdapterSettings settings;
  ControllerCore core;
  std::vector<WireFeed> feeds;
  Time now = 0;
  std::uint64_t failed_accesses = 0;  // one access at a time waits for its completion
  bool running = false;
  bool answered = false;
  bool supported = false;
  std::uint32_t answer = 0;
};

CoreAdapter::CoreAdapter(const ControllerConfig& config, AdapterHost& host, const AdapterSettings& settings,
                         const ClassifierFactory& make_classifier, const SchedulerFactory& make_scheduler)
    : impl_(std::make_unique<Impl>(config, host, settings, make_classifier, make_scheduler)) {}
CoreAdapter::~CoreAdapter() = default;

Time CoreAdapter::now() const { return impl_->now; }
Time CoreAdapter::next() const { return impl_->next(); }
bool CoreAdapter::idle() const { return impl_->core.idle() && impl_->next_frame() == kNever; }
void CoreAdapter::run(Time until) { impl_->run(until); }

std::optional<std::uint32_t> CoreAdapter::read(const AdapterAccess& access) {
  if (!impl_->complete(impl_->access_of(access))) return std::nullopt;
  return impl_->answer;
}

bool CoreAdapter::write(const AdapterAccess& access, std::uint32_t value) {
  HostAccess word = impl_->access_of(access);
  word.is_write = true;
  word.value = value;
  if (!word.posted()) return impl_->complete(word);
  impl_->core.register_access(impl_->now, word);
  impl_->pass();
  return true;
}

bool CoreAdapter::send(unsigned port, ByteView frame) {
  const bool taken = impl_->feeds[port].push(impl_->now, frame);
  impl_->stop_at_frame();
  return taken;
}
std::uint64_t CoreAdapter::refused_frames(unsigned port) const { return impl_->feeds[port].refused(); }

void CoreAdapter::set_link_partner(unsigned port, const LinkPartner& partner) {
  impl_->core.link_partner(impl_->now, port, partner);
}
void CoreAdapter::reset_function(unsigned port) { impl_->core.function_reset(impl_->now, port); }
void CoreAdapter::reset_chip() {
  for (WireFeed& feed : impl_->feeds) feed.clear();
  impl_->core.chip_reset(impl_->now);
}

ControllerCore& CoreAdapter::core() { return impl_->core; }

}  // namespace ixsim
