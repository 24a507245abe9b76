// Messages, each answered before the next step.
#include "serve/guest_clock.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace ixsim::serve {
namespace {

// A guest without other work stops this often.
constexpr std::int64_t kLongestRun = 1'000'000;
// A QEMU that does not answer for this time is gone, in milliseconds.
constexpr int kLongestWait = 60'000;
// A program that connects says hello within this time, in milliseconds: it holds up all sockets.
constexpr int kLongestHello = 5'000;
// The sockets of a QEMU that is ending all close within this time, in milliseconds.
constexpr int kLongestEnding = 200;
constexpr const char* kGone = "the guest's clock is gone";

}  // namespace

GuestClock::GuestClock(const std::string& path, const std::string& log, bool held, Hooks hooks)
    : listener_(path, "--time correlated"),
      hooks_(std::move(hooks)),
      log_(log.empty() ? nullptr : std::make_unique<AtomicFile>(log)),
      held_(held) {}

void GuestClock::commit() {
  if (log_ != nullptr) log_->commit();
}

void GuestClock::note(const char* what, std::int64_t time, std::int64_t next) {
  if (log_ != nullptr) log_->write(fmt::format("{} {} {}\n", what, time, next));
}

void GuestClock::note_interrupt(unsigned function, unsigned kind, unsigned vector, Time time) {
  if (log_ != nullptr)
    log_->write(fmt::format("interrupt {} {} {} {}\n", time - origin_, function, kind, vector));
}

void GuestClock::detach(const std::string& why) {
  if (!peer_) return;
  peer_ = Descriptor();
  waiting_.reset();
  hooks_.report(why);
}

void GuestClock::look_for_end() {
  if (!peer_) return;
  pollfd end{peer_.get(), POLLRDHUP, 0};
  if (poll(&end, 1, kLongestEnding) > 0) detach(kGone);
}

// --- Messages.

bool GuestClock::send(ClockCommand command, std::int64_t time, std::int64_t next) {
  const ClockMessage message{command, 0, time, next};
  return ::send(peer_.get(), &message, sizeof message, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof message);
}

bool GuestClock::wait(ClockMessage& message, int milliseconds) {
  std::size_t size = 0;
  while (size < sizeof message) {
    pollfd wait{peer_.get(), POLLIN, 0};
    if (!hooks_.wait(wait, milliseconds)) {
      // The server ends: an answer that comes after this would be taken for one to the next message.
      peer_ = Descriptor();
      waiting_.reset();
      return false;
    }
    if (wait.revents == 0) {
      detach(fmt::format("no answer of the guest's clock within {} s", milliseconds / 1000));
      return false;
    }
    const ssize_t count =
        recv(peer_.get(), reinterpret_cast<char*>(&message) + size, sizeof message - size, MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) {
      detach(kGone);
      return false;
    }
    size += static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<std::int64_t> GuestClock::answer(ClockCommand command) {
  ClockMessage message;
  while (attached() && wait(message, kLongestWait)) {
    if (message.command == command) return message.time;
    if (message.command != ClockCommand::kSync || waiting_) {
      detach("found an unexpected message of the guest's clock: use the plugin of the same build");
      break;
    }
    waiting_ = message.time;
  }
  return std::nullopt;
}

void GuestClock::accept(Time now) {
  unsigned refused = 0;
  peer_ = listener_.accept(refused);
  if (!peer_) return;
  ClockMessage message;
  if (!wait(message, kLongestHello)) return;
  if (message.command != ClockCommand::kHello || message.time != kClockVersion) {
    detach("found another version of the guest's clock: use the plugin of the same build");
    return;
  }
  if (closed_) {
    detach("guest refused: the time of the former guest has ended: start the servers of both guests again");
    return;
  }
  origin_ = now;
  now_ = promised_ = halted_until_ = 0;
  hooks_.report("the guest's clock is attached");
  note("attach", now, 0);
  started_ = false;
  if (!held_) start();
}

void GuestClock::start() {
  if (!std::exchange(started_, true)) send(ClockCommand::kWelcome, kClockVersion, 0);
}

// --- Time.

std::int64_t GuestClock::guest_time(Time time) const {
  const Time since = time - origin_;
  return since / kNanosecond + (since % kNanosecond > 0 ? 1 : 0);
}

Time GuestClock::halted_until() const {
  // A guest without a timer is halted for ever.
  return halted_until_ > (kNever - origin_) / kNanosecond ? kNever : device_time(halted_until_);
}

std::int64_t GuestClock::promise(std::int64_t now, Time next) {
  const std::int64_t first = next == kNever ? now + kLongestRun : guest_time(next);
  promised_ = std::clamp(first, now + 1, now + kLongestRun);
  return promised_;
}

void GuestClock::reached(std::int64_t time) {
  now_ = time;
  halted_until_ = 0;
  counts_.latest = std::max(counts_.latest, time - promised_);
}

std::optional<Time> GuestClock::receive(Time now) {
  if (!attached()) {
    accept(now);
    return std::nullopt;
  }
  ClockMessage message;
  if (waiting_) {
    message.command = ClockCommand::kSync;
    message.time = *waiting_;
    waiting_.reset();
  } else if (!wait(message, kLongestWait)) {
    return std::nullopt;
  }
  if (message.command != ClockCommand::kSync) {
    detach("found an unexpected message of the guest's clock: use the plugin of the same build");
    return std::nullopt;
  }
  ++counts_.synchronizations;
  reached(message.time);
  halted_until_ = message.next;
  note("sync", message.time, 0);
  return device_time(message.time);
}

void GuestClock::grant(Time next) {
  if (!attached()) return;
  const std::int64_t promised = promise(now_, next);
  halted_until_ = 0;
  note("grant", now_, promised);
  send(ClockCommand::kGrant, now_, promised);
}

std::optional<Time> GuestClock::ask() {
  if (!attached() || !send(ClockCommand::kAsk, 0, 0)) return std::nullopt;
  const auto time = answer(ClockCommand::kTime);
  if (!time) return std::nullopt;
  ++counts_.accesses;
  reached(*time);
  note("access", *time, 0);
  return device_time(*time);
}

void GuestClock::resume(Time now, Time next) {
  if (!attached()) return;
  const std::int64_t before = promised_;
  const std::int64_t time = std::max(now_, guest_time(now));
  const std::int64_t promised = promise(time, next);
  // The guest needs no message if nothing changes for it.
  if (time == now_ && promised == before) return;
  now_ = time;
  note("resume", time, promised);
  if (send(ClockCommand::kResume, time, promised)) answer(ClockCommand::kResumed);
}

}  // namespace ixsim::serve
