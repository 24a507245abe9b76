// Reports of both servers, and frames between them.
#include "serve/timed_wire.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "ixsim/bytes.h"
#include "ixsim/error.h"

namespace ixsim::serve {
namespace {

constexpr std::int64_t kVersion = 1;
// Longest promise of a halted guest: the other one does not run further ahead.
constexpr Time kLongestQuiet = kMillisecond;
// A server that waits longer says so, in milliseconds.
constexpr int kReportAfter = 20'000;
// The end is sent within this time, in milliseconds.
constexpr int kLongestEnd = 5'000;

// kHello: `time` is the delay of the wire, `quiet` the version of these messages. kReady: the guest is there.
// kFrame: starts at `time`, and its bytes follow. kReport: the server has run to `time`, and sends no frame
// before `quiet`. kEnd: the guest has ended.
enum Kind : std::uint32_t { kHello = 1, kReady, kFrame, kReport, kEnd };

}  // namespace

struct TimedWire::Message {
  // For a program that expects the length of a frame, in big endian, this is too large.
  std::uint32_t kind = kHello;
  std::uint32_t size = 0;
  Time time = 0;
  Time quiet = 0;
};

TimedWire::TimedWire(const std::string& description, const SocketPlace& place, unsigned port, Time delay,
                     const std::string& log, Hooks hooks)
    : description_("--wire " + description),
      port_(port),
      delay_(delay),
      hooks_(std::move(hooks)),
      log_(log.empty() ? nullptr : std::make_unique<AtomicFile>(log)),
      limit_(delay) {
  if (place.listens) {
    listener_ = std::make_unique<ListeningSocket>(place.path, "--wire socket:listen");
  } else {
    peer_ = connect_to(place.path, "--wire socket:connect");
    greet();
  }
}

TimedWire::~TimedWire() { end(); }

void TimedWire::commit() {
  if (log_ != nullptr) log_->commit();
}

void TimedWire::note(const char* what, Time time, const std::string& more) {
  if (log_ != nullptr) log_->write(fmt::format("{} {} {}\n", what, time, more));
}

void TimedWire::fail(const std::string& what) const {
  throw InputError(fmt::format("{}: {}", description_, what));
}

// --- Messages.

void TimedWire::greet() {
  put(kHello, delay_, kVersion);
  if (ready_) put(kReady, 0, 0);
  transfer_before_start();
}

void TimedWire::put(unsigned kind, Time time, Time quiet, ByteView bytes) {
  const Message message{kind, static_cast<std::uint32_t>(bytes.size), time, quiet};
  const auto* const head = reinterpret_cast<const std::uint8_t*>(&message);
  unsent_.insert(unsent_.end(), head, head + sizeof message);
  unsent_.insert(unsent_.end(), bytes.data, bytes.data + bytes.size);
}

bool TimedWire::take(Message& message) {
  if (received_.size() < sizeof message) return false;
  std::memcpy(&message, received_.data(), sizeof message);
  const bool known = message.kind >= kHello && message.kind <= kEnd;
  if (!known || message.size > kLongestFrame || (message.kind == kHello) == greeted_)
    fail("found another program at the socket, accepted is 'ixsim serve --time correlated' of this build");
  const std::size_t whole = sizeof message + message.size;
  if (received_.size() < whole) return false;
  payload_.assign(received_.begin() + sizeof message, received_.begin() + static_cast<std::ptrdiff_t>(whole));
  received_.erase(received_.begin(), received_.begin() + static_cast<std::ptrdiff_t>(whole));
  if (message.kind != kHello) return true;
  greeted_ = true;
  if (message.quiet != kVersion) fail("found another version of the other server: use the same build");
  if (message.time != delay_)
    fail(
        fmt::format("found a delay of {} ns here and of {} ns at the other server: give both the same "
                    "--wire-delay",
                    delay_ / kNanosecond, message.time / kNanosecond));
  return take(message);
}

bool TimedWire::transfer() {
  while (sent_bytes_ < unsent_.size()) {
    const ssize_t count =
        ::send(peer_.get(), &unsent_[sent_bytes_], unsent_.size() - sent_bytes_, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    // A server that is gone is noticed by its last message.
    if (count < 0) break;
    sent_bytes_ += static_cast<std::size_t>(count);
  }
  if (sent_bytes_ == unsent_.size()) {
    unsent_.clear();
    sent_bytes_ = 0;
  }
  std::uint8_t part[65'536];
  const ssize_t count = recv(peer_.get(), part, sizeof part, MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  received_.insert(received_.end(), part, part + count);
  return count > 0;
}

bool TimedWire::wait(Time now) {
  const auto events = [&] { return static_cast<short>(unsent_.empty() ? POLLIN : POLLIN | POLLOUT); };
  pollfd about{peer_.get(), events(), 0};
  if (!hooks_.wait(about, kReportAfter)) return false;
  if (about.revents == 0) {
    hooks_.report(fmt::format("waits for the guest of the other server at {} ns", now / kNanosecond));
    return true;
  }
  if (!transfer())
    fail(
        fmt::format("the other server is gone at {} ns, without an end of its guest: see its "
                    "messages, and start both again",
                    now / kNanosecond));
  return true;
}

// --- Before the start.

int TimedWire::descriptor() const {
  if (started() || ended_) return -1;
  return peer_ ? peer_.get() : listener_->descriptor();
}

void TimedWire::receive(ServedDevice&) {
  if (!peer_) {
    unsigned refused = 0;
    peer_ = listener_->accept(refused);
    if (peer_) greet();
    return;
  }
  if (!transfer_before_start() && !started())
    fail("the other server is gone, or is no 'ixsim serve --time correlated'");
}

// Handles what it has received: descriptor() announces no bytes that are taken from the socket.
bool TimedWire::transfer_before_start() {
  const bool goes_on = transfer();
  Message message;
  while (!started() && take(message)) {
    if (message.kind == kEnd)
      fail("the other server has ended before both guests were there: start it again");
    other_ready_ = message.kind == kReady;
  }
  return goes_on;
}

void TimedWire::set_ready() {
  if (std::exchange(ready_, true)) return;
  if (!started()) hooks_.report("waits for the guest of the other server");
  if (!peer_) return;
  put(kReady, 0, 0);
  transfer_before_start();
}

// --- Time.

Time TimedWire::known_until() const {
  return arrivals_.empty() ? limit_ : std::min(limit_, arrivals_.front().time);
}

void TimedWire::sent(ServedDevice& device, const Frame& frame) {
  const Time start = device.now();
  if (!started() || ended_ || other_ended_) {
    ++lost_;
    return;
  }
  if (start < promised_)
    fail(
        fmt::format("the guest has sent a frame at {} ps and was halted to {} ps: an input of the host, as "
                    "that of a console or a disk, woke it; accepted are guests without such inputs",
                    start, promised_));
  const ByteView bytes = frame.without_fcs();
  put(kFrame, start, 0, bytes);
  ++since_report_;
  note("sent", start, fmt::format("{} {:08x}", bytes.size, load_le32(frame.bytes().data + bytes.size)));
  first_sent_ = std::min(first_sent_, start);
  limit_ = std::min(limit_, start + 2 * delay_);
}

void TimedWire::extend(ServedDevice& device) {
  const Time now = device.now();
  if (limit_ <= now) exchange(now);
  for (; !arrivals_.empty() && arrivals_.front().time <= now; arrivals_.pop_front()) {
    const Arrival& frame = arrivals_.front();
    promised_ = std::min(promised_, now);
    note("arrived", now, fmt::format("{}", frame.bytes.size()));
    // The device counts a frame that it refuses.
    device.send(port_, {frame.bytes.data(), frame.bytes.size()});
  }
}

void TimedWire::exchange(Time now) {
  ++rounds_;
  promised_ = std::clamp(hooks_.quiet(), now, now + kLongestQuiet);
  if (!arrivals_.empty()) promised_ = std::clamp(arrivals_.front().time, now, promised_);
  put(kReport, now, promised_);
  transfer();
  Message message;
  Time quiet = kNever;
  do {
    while (!take(message)) {
      if (wait(now)) continue;
      // The server ends: its last access needs no other server.
      limit_ = kNever;
      return;
    }
    if (message.kind == kFrame && message.time + delay_ < now)
      throw CheckFailure(fmt::format("a frame of the other server arrives at {} ps, and the time is {} ps",
                                     message.time + delay_, now));
    if (message.kind == kFrame)
      arrivals_.push_back({message.time + delay_, payload_});
    else if (message.kind == kReport)
      quiet = message.quiet;
    else if (message.kind == kEnd)
      other_ended_ = true;
  } while (message.kind == kFrame);
  const std::uint64_t unconfirmed = std::exchange(since_report_, 0);
  if (other_ended_) {
    // An end has come instead of a report: the frames before this side's report have not been taken.
    lost_ += unconfirmed;
    limit_ = kNever;
    note("ended", now, "0");
    return hooks_.report(
        fmt::format("the guest of the other server has ended; this one goes on without it from {} ns",
                    now / kNanosecond));
  }
  // A frame that has been sent since the last report may cause an answer.
  const Time first = std::exchange(first_sent_, kNever);
  if (first != kNever) quiet = std::min(quiet, first + delay_);
  limit_ = std::max(now, quiet + delay_);
  note("round", now, fmt::format("{}", limit_));
}

std::string TimedWire::summary() const {
  return fmt::format("        reports to the other server {}, frames on the way at the end {}\n", rounds_,
                     not_taken_ + arrivals_.size());
}

void TimedWire::end() {
  if (std::exchange(ended_, true)) return;
  limit_ = kNever;
  not_taken_ += arrivals_.size();
  arrivals_.clear();
  if (!peer_ || other_ended_) return;
  put(kEnd, 0, 0);
  // The other server reads when it has reached its limit.
  for (int i = 0; i < kLongestEnd / 100 && transfer() && !unsent_.empty(); ++i) {
    received_.clear();
    pollfd about{peer_.get(), POLLIN | POLLOUT, 0};
    poll(&about, 1, 100);
  }
}

}  // namespace ixsim::serve
