// The states of a test, and its streams.
#include "serve/iperf_server.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "serve/udp_datagram.h"

namespace ixsim::serve {
namespace {

using Bytes = std::vector<std::uint8_t>;
using nlohmann::json;

// States of iperf3, as bytes of the control connection.
constexpr std::uint8_t kTestStart = 1;
constexpr std::uint8_t kTestRunning = 2;
constexpr std::uint8_t kTestEnd = 4;
constexpr std::uint8_t kParameterExchange = 9;
constexpr std::uint8_t kCreateStreams = 10;
constexpr std::uint8_t kClientTerminate = 12;
constexpr std::uint8_t kExchangeResults = 13;
constexpr std::uint8_t kDisplayResults = 14;
constexpr std::uint8_t kDone = 16;
constexpr std::uint8_t kAccessDenied = 0xff;
constexpr std::uint8_t kServerError = 0xfe;
// Numbers of errors of iperf3.
constexpr std::uint32_t kTooManyStreams = 6;
constexpr std::uint32_t kBadBlockSize = 7;
constexpr std::uint32_t kNotImplemented = 13;

constexpr std::size_t kMostParameters = 8 << 10;
constexpr std::size_t kMostResults = 64 << 10;
constexpr std::size_t kMostBlock = 1 << 20;
// The datagrams that begin a stream of UDP, and their answer.
constexpr std::uint8_t kConnect[4] = {'9', '8', '7', '6'};
constexpr std::uint8_t kConnectAnswer[4] = {'6', '7', '8', '9'};
// Data that a TCP connection has ahead of the guest's acknowledgments, at least and after an addition, in
// bytes.
constexpr std::uint64_t kLeastSupply = TcpEndpoint::kMostInFlight + (128 << 10);
constexpr std::uint64_t kSupply = 2 * TcpEndpoint::kMostInFlight;
// Datagrams that are late are made up for, up to this time.
constexpr Time kMostLate = 10 * kMillisecond;
constexpr std::size_t kLeastDatagram = 16;
// Seconds after which the times in datagrams wrap.
constexpr Time kWrap = 1'000'000;
// Datagrams are sent for the duration of the test and this time, or for so long in a test without a duration.
constexpr Time kGrace = 10 * kSecond;
constexpr Time kLongest = 600 * kSecond;

// Returns a member of an object as a number from 0 to `most`; `fallback` if it is something else.
std::uint64_t number(const json& object, const char* key, std::uint64_t fallback, std::uint64_t most) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return fallback;
  if (found->is_number_unsigned()) return std::min(found->get<std::uint64_t>(), most);
  if (found->is_number_integer()) return 0;
  const double value = found->get<double>();
  if (!(value > 0)) return 0;
  return value < static_cast<double>(most) ? static_cast<std::uint64_t>(value) : most;
}

bool flag(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return false;
  return found->is_boolean() ? found->get<bool>() : number(object, key, 0, 1) != 0;
}

void store_be64(std::uint8_t* to, std::uint64_t value) {
  store_be32(to, static_cast<std::uint32_t>(value >> 32));
  store_be32(to + 4, static_cast<std::uint32_t>(value));
}

double seconds(Time time) { return static_cast<double>(time) / 1e12; }

// Returns the number that iperf3 gives to a stream.
unsigned number_of(unsigned stream) { return stream == 0 ? 1 : stream + 2; }

}  // namespace

void IperfServer::clear() {
  const std::uint64_t tests = tests_;
  const std::uint64_t refused = refused_;
  *this = IperfServer();
  tests_ = tests;
  refused_ = refused;
}

// --- Connections.

void IperfServer::received(Session& session, ByteView bytes, Time now) {
  switch (session.role) {
    case Session::Role::kNew:
      session.bytes.insert(session.bytes.end(), bytes.begin(), bytes.end());
      if (session.bytes.size() >= kCookieBytes) admit(session, now);
      return;
    case Session::Role::kControl:
      session.bytes.insert(session.bytes.end(), bytes.begin(), bytes.end());
      if (control_ == &session) read_control(now);
      // A control connection has one message at most on its way.
      if (session.bytes.size() > kMostResults + 4) end(now);
      return;
    default:
      return;
  }
}

void IperfServer::heard(Session& session, Time now) {
  if (session.role != Session::Role::kStream && session.role != Session::Role::kControl) return;
  heard_ = now;
  omit(now);
  if (session.role == Session::Role::kStream && session.stream < streams_.size())
    supply(streams_[session.stream], now);
}

void IperfServer::closed(Session& session, Time now) {
  if (session.role == Session::Role::kStream && session.stream < streams_.size() &&
      streams_[session.stream].session == &session) {
    count(streams_[session.stream]);
    streams_[session.stream].session = nullptr;
  }
  if (control_ == &session) end(now);
  session.role = Session::Role::kRefused;
}

// The cookie is there: the connection is that of a new client, or of a stream.
void IperfServer::admit(Session& session, Time now) {
  const auto same = std::equal(cookie_.begin(), cookie_.end(), session.bytes.begin());
  if (state_ == State::kStreams && !udp_ && same && streams_.size() < wanted_) {
    session.role = Session::Role::kStream;
    session.stream = static_cast<unsigned>(streams_.size());
    session.bytes = Bytes();
    session.endpoint->count();
    Stream stream;
    stream.session = &session;
    stream.sends = session.stream >= receiving_;
    streams_.push_back(stream);
    heard_ = now;
    if (streams_.size() == wanted_) start(now);
    return;
  }
  if (state_ != State::kIdle && now - heard_ > kSilence) end(now);
  if (state_ != State::kIdle) {
    ++refused_;
    session.role = Session::Role::kRefused;
    session.bytes = Bytes();
    session.endpoint->write({&kAccessDenied, 1}, now);
    return;
  }
  begin(session, now);
}

void IperfServer::begin(Session& session, Time now) {
  session.role = Session::Role::kControl;
  control_ = &session;
  std::copy_n(session.bytes.begin(), kCookieBytes, cookie_.begin());
  session.bytes.erase(session.bytes.begin(), session.bytes.begin() + kCookieBytes);
  streams_.clear();
  heard_ = now;
  say(State::kParameters, kParameterExchange, now);
  read_control(now);
}

void IperfServer::say(State state, std::uint8_t message, Time now) {
  state_ = state;
  control_->endpoint->write({&message, 1}, now);
}

void IperfServer::fail(std::uint32_t error, Time now) {
  std::uint8_t message[9] = {kServerError};
  store_be32(message + 1, error);
  control_->endpoint->write({message, sizeof message}, now);
  ++refused_;
  end(now);
}

// Ends the test. Its connections stay until the guest ends them.
void IperfServer::end(Time now) {
  if (state_ == State::kRunning) stop(now);
  for (Stream& stream : streams_)
    if (stream.session != nullptr) stream.session->role = Session::Role::kRefused;
  streams_.clear();
  if (control_ != nullptr) {
    control_->role = Session::Role::kRefused;
    control_->bytes = Bytes();
  }
  control_ = nullptr;
  state_ = State::kIdle;
}

// --- The control connection.

void IperfServer::read_control(Time now) {
  std::string text;
  while (control_ != nullptr && !control_->bytes.empty()) {
    switch (state_) {
      case State::kParameters:
        if (!take_json(kMostParameters, text, now)) return;
        set_parameters(text, now);
        break;
      case State::kResults: {
        if (!take_json(kMostResults, text, now)) return;
        const std::string answer = results(text);
        std::uint8_t length[4];
        store_be32(length, static_cast<std::uint32_t>(answer.size()));
        control_->endpoint->write({length, sizeof length}, now);
        control_->endpoint->write({reinterpret_cast<const std::uint8_t*>(answer.data()), answer.size()}, now);
        ++tests_;
        say(State::kShown, kDisplayResults, now);
        break;
      }
      default: {
        const std::uint8_t message = control_->bytes.front();
        control_->bytes.erase(control_->bytes.begin());
        if (message == kTestEnd && state_ == State::kRunning) {
          stop(now);
          say(State::kResults, kExchangeResults, now);
        } else if (message == kDone || message == kClientTerminate || state_ != State::kShown) {
          // The end, or a message that has no meaning now.
          end(now);
        }
      }
    }
  }
}

bool IperfServer::take_json(std::size_t most, std::string& text, Time now) {
  Bytes& bytes = control_->bytes;
  if (bytes.size() < 4) return false;
  const std::size_t size = load_be32(bytes.data());
  if (size > most) {
    end(now);
    return false;
  }
  if (bytes.size() - 4 < size) return false;
  const auto first = bytes.begin() + 4;
  text.assign(first, first + static_cast<std::ptrdiff_t>(size));
  bytes.erase(bytes.begin(), first + static_cast<std::ptrdiff_t>(size));
  return true;
}

void IperfServer::set_parameters(const std::string& text, Time now) {
  const json found = json::parse(text, nullptr, false);
  if (!found.is_object()) return end(now);
  udp_ = flag(found, "udp");
  if (flag(found, "sctp")) return fail(kNotImplemented, now);
  const std::uint64_t parallel = number(found, "parallel", 1, 1'000);
  if (parallel == 0 || parallel > kMostStreams) return fail(kTooManyStreams, now);
  const bool both = flag(found, "bidirectional");
  const bool reverse = flag(found, "reverse");
  const auto streams = static_cast<unsigned>(parallel);
  receiving_ = both || !reverse ? streams : 0;
  wanted_ = both ? 2 * streams : streams;
  block_ = number(found, "len", udp_ ? 1'448 : 128 << 10, 2 * kMostBlock);
  if (block_ == 0 || block_ > kMostBlock ||
      (udp_ && wanted_ != receiving_ && (block_ < kLeastDatagram || block_ > kMostDatagramBytes)))
    return fail(kBadBlockSize, now);
  wide_counters_ = flag(found, "udp_counters_64bit");
  const std::uint64_t rate = number(found, "bandwidth", 0, 1'000'000'000'000);  // bits per second
  // Picoseconds from datagram to datagram; 0: as fast as the wire.
  interval_ = rate == 0 ? 0
                        : static_cast<Time>(block_ * 8 * 1'000'000 / rate * 1'000'000 +
                                            block_ * 8 * 1'000'000 % rate * 1'000'000 / rate);
  const auto omitted = static_cast<Time>(number(found, "omit", 0, 600));
  omit_until_ = omitted == 0 ? kNever : omitted * kSecond;
  const auto duration = static_cast<Time>(number(found, "time", 0, 100'000));
  send_until_ = duration == 0 ? kLongest : (duration + omitted) * kSecond + kGrace;
  say(State::kStreams, kCreateStreams, now);
}

void IperfServer::start(Time now) {
  started_ = now;
  if (omit_until_ != kNever) omit_until_ += now;
  send_until_ += now;
  say(State::kStreams, kTestStart, now);
  say(State::kRunning, kTestRunning, now);
  for (Stream& stream : streams_) {
    if (!stream.sends) continue;
    if (udp_) stream.next = now;
    supply(stream, now);
  }
}

// Returns the results of the server as JSON. The streams have the numbers that the client has given to them.
std::string IperfServer::results(const std::string& of_client) const {
  const json client = json::parse(of_client, nullptr, false);
  const auto listed = client.is_object() ? client.find("streams") : client.end();
  const auto id_of = [&](unsigned stream) -> std::uint64_t {
    if (!client.is_object() || listed == client.end() || !listed->is_array() || stream >= listed->size() ||
        !(*listed)[stream].is_object())
      return number_of(stream);
    return number((*listed)[stream], "id", number_of(stream), 1'000'000);
  };
  const bool sends = wanted_ != receiving_;
  json answer = {{"cpu_util_total", 0},
                 {"cpu_util_user", 0},
                 {"cpu_util_system", 0},
                 {"sender_has_retransmits", sends && !udp_ ? 1 : 0}};
  if (!udp_) answer["congestion_used"] = "reno";
  json streams = json::array();
  for (unsigned i = 0; i < streams_.size(); ++i) {
    const Stream& stream = streams_[i];
    json one = {{"id", id_of(i)},
                {"bytes", stream.bytes - stream.omitted_bytes},
                {"jitter", seconds(stream.jitter)},
                {"errors", stream.lost},
                {"omitted_errors", stream.omitted_lost},
                {"packets", stream.packets},
                {"omitted_packets", stream.omitted_packets},
                {"start_time", 0},
                {"end_time", seconds(ended_ - started_)}};
    if (stream.sends && !udp_)
      one["retransmits"] = stream.retransmits;
    else
      one["retransmits"] = -1;
    streams.push_back(std::move(one));
  }
  answer["streams"] = std::move(streams);
  return answer.dump();
}

// --- Streams.

// Keeps data ahead of the acknowledgments.
void IperfServer::supply(Stream& stream, Time now) {
  if (state_ != State::kRunning || !stream.sends || stream.session == nullptr) return;
  TcpEndpoint& endpoint = *stream.session->endpoint;
  if (!endpoint.ended() && endpoint.unacknowledged() < kLeastSupply)
    endpoint.write_zeros(kSupply - endpoint.unacknowledged(), now);
}

// Takes the counts of a TCP connection.
void IperfServer::count(Stream& stream) const {
  if (stream.session == nullptr || state_ != State::kRunning) return;
  const TcpStatistics& statistics = stream.session->endpoint->statistics();
  stream.bytes = stream.sends ? statistics.bytes_acknowledged
                              : statistics.bytes_delivered -
                                    std::min<std::uint64_t>(statistics.bytes_delivered, kCookieBytes);
  stream.retransmits = statistics.retransmits;
}

void IperfServer::omit(Time now) {
  if (state_ != State::kRunning || now < omit_until_) return;
  omit_until_ = kNever;
  started_ = now;
  for (Stream& stream : streams_) {
    count(stream);
    stream.omitted_bytes = stream.bytes;
    stream.omitted_packets = stream.packets;
    stream.omitted_lost = stream.lost;
    stream.jitter = 0;
  }
}

void IperfServer::stop(Time now) {
  omit(now);
  for (Stream& stream : streams_) {
    count(stream);
    stream.next = kNever;
  }
  ended_ = now;
}

Bytes IperfServer::datagram(const TcpPath& path, ByteView payload, Time now) {
  if (!udp_ || (state_ != State::kStreams && state_ != State::kRunning)) return {};
  const TcpPath back = path.reversed();
  const auto same = [&](const Stream& stream) {
    return stream.path.destination_ip == back.destination_ip && stream.path.source_ip == back.source_ip &&
           stream.path.destination_port == back.destination_port;
  };
  const auto known = std::find_if(streams_.begin(), streams_.end(), same);
  const bool connects =
      payload.size == sizeof kConnect && std::equal(payload.begin(), payload.end(), kConnect);
  if (known != streams_.end()) {
    heard_ = now;
    if (connects) return {kConnectAnswer, kConnectAnswer + sizeof kConnectAnswer};
    if (state_ == State::kRunning && !known->sends) receive_data(*known, payload, now);
    return {};
  }
  if (!connects || state_ != State::kStreams || streams_.size() >= wanted_) return {};
  heard_ = now;
  Stream stream;
  stream.path = back;
  stream.sends = streams_.size() >= receiving_;
  streams_.push_back(stream);
  if (streams_.size() == wanted_) start(now);
  return {kConnectAnswer, kConnectAnswer + sizeof kConnectAnswer};
}

// Counts a datagram: seconds, microseconds and a number, big endian, 32 bits each; the number may have 64
// bits.
void IperfServer::receive_data(Stream& stream, ByteView payload, Time now) {
  omit(now);
  stream.bytes += payload.size;
  if (payload.size < (wide_counters_ ? 16u : 12u)) return;
  const std::uint64_t sequence =
      wide_counters_ ? std::uint64_t{load_be32(payload.data + 8)} << 32 | load_be32(payload.data + 12)
                     : load_be32(payload.data + 8);
  if (sequence > stream.packets) {
    stream.lost += sequence - 1 - stream.packets;
    stream.packets = sequence;
  } else if (stream.lost > 0) {
    // It was counted as lost.
    --stream.lost;
  }
  // Both clocks may differ by any time: differences alone count. Seconds wrap, so that no time is too large.
  const Time sent =
      load_be32(payload.data) % kWrap * kSecond + load_be32(payload.data + 4) % 1'000'000 * kMicrosecond;
  const Time transit = now - sent;
  if (stream.has_transit) {
    const Time change = transit > stream.transit ? transit - stream.transit : stream.transit - transit;
    stream.jitter += (change - stream.jitter) / 16;
  }
  stream.transit = transit;
  stream.has_transit = true;
}

Time IperfServer::next_datagram() const {
  Time first = kNever;
  if (!udp_ || state_ != State::kRunning) return first;
  for (const Stream& stream : streams_) first = std::min(first, stream.next);
  return first;
}

Bytes IperfServer::take_datagram(TcpPath& path, Time now) {
  const auto earlier = [](const Stream& a, const Stream& b) { return a.next < b.next; };
  const auto first = std::min_element(streams_.begin(), streams_.end(), earlier);
  if (!udp_ || state_ != State::kRunning || first == streams_.end() || first->next > now) return {};
  path = first->path;
  Bytes payload(block_);
  ++first->packets;
  first->bytes += block_;
  store_be32(&payload[0], static_cast<std::uint32_t>(now / kSecond));
  store_be32(&payload[4], static_cast<std::uint32_t>(now % kSecond / kMicrosecond));
  if (wide_counters_) {
    store_be64(&payload[8], first->packets);
  } else {
    store_be32(&payload[8], static_cast<std::uint32_t>(first->packets));
  }
  // The wire bounds the rate; another stream has its turn first.
  first->next = interval_ == 0 ? now + 1 : std::max(first->next + interval_, now - kMostLate);
  if (first->next > send_until_) first->next = kNever;
  return payload;
}

}  // namespace ixsim::serve
