// The kinds of wires.
#include "serve/wire.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "ethernet/replay_source.h"
#include "ixsim/bytes.h"
#include "ixsim/error.h"
#include "nic/core/controller_core.h"
#include "serve/descriptor.h"
#include "serve/link_peer.h"
#include "serve/listening_socket.h"

namespace ixsim::serve {
namespace {

constexpr const char* kAccepted =
    "accepted: tap:NAME, cable, socket:listen:PATH, socket:connect:PATH, pcap:FILE, echo, none";
// Frames that one call hands on, so that the client is served in between.
constexpr unsigned kFramesAtATime = 64;
// Bytes of frames that wait for a program at a socket. A frame that finds as many is lost.
constexpr std::size_t kMostWaiting = 1 << 20;

class NoWire : public Wire {
 public:
  void sent(ServedDevice&, const Frame&) override { ++lost_; }
};

class EchoWire : public Wire {
 public:
  explicit EchoWire(unsigned port) : port_(port) {}
  void sent(ServedDevice& device, const Frame& frame) override {
    peer_.frame(device.now(), frame.without_fcs(), device.core().port(port_).wire().byte_time());
  }
  Time next(ServedDevice&) override { return peer_.next(); }
  void act(ServedDevice& device) override {
    peer_.advance(device.now(), [&](ByteView frame) { device.send(port_, frame); });
  }
  void restart() override { peer_.clear(); }
  std::string summary() const override { return peer_.summary(); }

 private:
  unsigned port_;
  LinkPeer peer_;
};

class CableWire : public Wire {
 public:
  explicit CableWire(unsigned port) : other_(1 - port) {}
  void sent(ServedDevice& device, const Frame& frame) override {
    if (!device.send(other_, frame.without_fcs())) ++lost_;
  }

 private:
  unsigned other_;
};

// A network interface of the host (tun(4)).
class TapWire : public Wire {
 public:
  TapWire(const std::string& name, unsigned port)
      : name_(name), port_(port), tap_(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC)) {
    if (!tap_) throw InputError(fmt::format("--wire tap:{}: /dev/net/tun: {}", name, std::strerror(errno)));
    ifreq request = {};
    if (name.empty() || name.size() >= IFNAMSIZ)
      throw InputError(fmt::format("--wire tap:{}: found a name of {} bytes, accepted are 1 to {}", name,
                                   name.size(), IFNAMSIZ - 1));
    std::memcpy(request.ifr_name, name.data(), name.size());
    request.ifr_flags = IFF_TAP | IFF_NO_PI;
    if (ioctl(tap_.get(), TUNSETIFF, &request) != 0)
      throw InputError(fmt::format("--wire tap:{}: {}: make it with 'ip tuntap add {} mode tap user USER'",
                                   name, std::strerror(errno), name));
  }
  void sent(ServedDevice&, const Frame& frame) override {
    const ByteView bytes = frame.without_fcs();
    if (write(tap_.get(), bytes.data, bytes.size) != static_cast<ssize_t>(bytes.size)) ++lost_;
  }
  int descriptor() const override { return tap_.get(); }
  void receive(ServedDevice& device) override {
    std::uint8_t frame[kLongestFrame];
    for (unsigned i = 0; i < kFramesAtATime; ++i) {
      const ssize_t size = read(tap_.get(), frame, sizeof frame);
      if (size < 0 && errno != EAGAIN && errno != EINTR) return close();
      if (size <= 0) return;
      device.send(port_, {frame, static_cast<std::size_t>(size)});
    }
  }

 private:
  // The interface has been removed: its descriptor would end every wait at once.
  void close() {
    fmt::print(stderr, "ixsim: serve: tap:{}: {}: its frames are lost from now on\n", name_,
               std::strerror(errno));
    tap_ = Descriptor();
  }

  std::string name_;
  unsigned port_;
  Descriptor tap_;
};

// The frames of a capture, at their captured distances, from the moment at which a client first enables its
// receiver; again for each client of a port that had none. Frames of the device go nowhere.
class CaptureWire : public Wire {
 public:
  CaptureWire(const std::string& path, unsigned port) : path_(path), port_(port) { restart(); }
  void sent(ServedDevice&, const Frame&) override { ++lost_; }
  void restart() override {
    source_.reset();
    began_ = false;
    read();
  }
  Time next(ServedDevice& device) override {
    if (!more_) return kNever;
    if (!began_) {
      if ((device.core().port(port_).registers().get(Reg::RXCTRL) & 1) == 0) return kNever;
      began_ = true;
      start_ = device.now() - frame_.start;
    }
    return start_ + frame_.start;
  }
  void act(ServedDevice& device) override {
    for (unsigned i = 0; i < kFramesAtATime && next(device) <= device.now(); ++i) {
      device.send(port_, frame_.frame->without_fcs());
      read();
    }
  }

 private:
  // Opens the capture if it is not open, and reads a frame.
  void read() {
    try {
      if (source_ == nullptr) source_ = std::make_unique<ReplaySource>(path_, ReplaySettings());
      more_ = source_->next(frame_);
    } catch (const InputError& error) {
      throw InputError(fmt::format("--wire pcap: {}", error.what()));
    }
  }

  std::string path_;
  unsigned port_;
  std::unique_ptr<ReplaySource> source_;
  TimedFrame frame_;
  bool more_ = false;
  bool began_ = false;
  Time start_ = 0;  // from the times of the source to simulated time
};

// A stream to another program: each frame behind its length, 32 bits, big endian, as QEMU's -netdev stream.
class SocketWire : public Wire {
 public:
  SocketWire(const SocketPlace& place, unsigned port)
      : port_(port),
        listener_(place.listens ? std::make_unique<ListeningSocket>(place.path, "--wire socket:listen")
                                : nullptr),
        peer_(place.listens ? Descriptor() : connect_to(place.path, "--wire socket:connect")) {}
  int descriptor() const override {
    return peer_ ? peer_.get() : listener_ != nullptr ? listener_->descriptor() : -1;
  }
  // Frames of one run of the device leave together.
  void sent(ServedDevice&, const Frame& frame) override {
    if (peer_ && unsent_.size() >= kMostWaiting) flush();
    if (!peer_ || unsent_.size() >= kMostWaiting) {
      ++lost_;
      return;
    }
    const ByteView bytes = frame.without_fcs();
    std::uint8_t header[kLength];
    store_be32(header, static_cast<std::uint32_t>(bytes.size));
    unsent_.insert(unsent_.end(), header, header + kLength);
    unsent_.insert(unsent_.end(), bytes.data, bytes.data + bytes.size);
  }
  void flush() override {
    while (sent_ < unsent_.size()) {
      const ssize_t count =
          ::send(peer_.get(), &unsent_[sent_], unsent_.size() - sent_, MSG_DONTWAIT | MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      // The program takes nothing any more, but may still send.
      if (count < 0 && errno == EPIPE) return lose_waiting();
      if (count < 0) break;
      sent_ += static_cast<std::size_t>(count);
    }
    std::size_t whole = 0;
    while (whole < sent_ && whole + length(unsent_, whole) <= sent_) whole += length(unsent_, whole);
    unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(whole));
    sent_ -= whole;
  }
  bool blocked() const override { return !unsent_.empty(); }
  std::uint64_t lost() const override {
    std::uint64_t waiting = 0;
    for (std::size_t at = 0; at < unsent_.size(); at += length(unsent_, at)) ++waiting;
    return lost_ + waiting;
  }
  void receive(ServedDevice& device) override {
    if (!peer_) {
      unsigned refused = 0;
      peer_ = listener_->accept(refused);
      return;
    }
    std::uint8_t part[65'536];
    const ssize_t count = recv(peer_.get(), part, sizeof part, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) return close();
    bytes_.insert(bytes_.end(), part, part + count);
    std::size_t at = 0;
    while (bytes_.size() - at >= kLength) {
      const std::size_t size = length(bytes_, at);
      if (size > kLength + kLongestFrame) return close();
      if (bytes_.size() - at < size) break;
      device.send(port_, {&bytes_[at + kLength], size - kLength});
      at += size;
    }
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(at));
  }

 private:
  static constexpr std::size_t kLength = 4;

  // Returns the bytes of the frame at `place` of a stream, its length included.
  static std::size_t length(const std::vector<std::uint8_t>& stream, std::size_t place) {
    return kLength + std::size_t{load_be32(&stream[place])};
  }
  void lose_waiting() {
    lost_ = lost();
    unsent_.clear();
    sent_ = 0;
  }
  void close() {
    lose_waiting();
    peer_ = Descriptor();
    bytes_.clear();
  }

  unsigned port_;
  std::unique_ptr<ListeningSocket> listener_;
  Descriptor peer_;
  std::vector<std::uint8_t> bytes_, unsent_;
  std::size_t sent_ = 0;
};

// Returns what follows `prefix`; nothing if the description does not begin with it.
std::string after(const std::string& prefix, const std::string& description) {
  return description.compare(0, prefix.size(), prefix) == 0 ? description.substr(prefix.size())
                                                            : std::string();
}

}  // namespace

std::optional<SocketPlace> socket_place(const std::string& description) {
  for (const bool listens : {true, false}) {
    const std::string path = after(listens ? "socket:listen:" : "socket:connect:", description);
    if (!path.empty()) return SocketPlace{listens, path};
  }
  return std::nullopt;
}

std::unique_ptr<Wire> make_wire(const std::string& description, unsigned port, unsigned ports) {
  if (description == "none") return std::make_unique<NoWire>();
  if (description == "echo") return std::make_unique<EchoWire>(port);
  if (description == "cable") {
    if (ports != 2)
      throw InputError("--wire cable: found one port, accepted are two: give a second socket to --vfio-user");
    return std::make_unique<CableWire>(port);
  }
  if (const std::string name = after("tap:", description); !name.empty())
    return std::make_unique<TapWire>(name, port);
  if (const std::optional<SocketPlace> place = socket_place(description))
    return std::make_unique<SocketWire>(*place, port);
  if (const std::string path = after("pcap:", description); !path.empty())
    return std::make_unique<CaptureWire>(path, port);
  throw InputError(fmt::format("--wire: found {}, {}", description, kAccepted));
}

}  // namespace ixsim::serve
