// Reads that stop at the end of a message.
#include "serve/message_stream.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace ixsim::serve {
namespace {

// The kernel passes at most this many descriptors in one call (SCM_MAX_FD).
constexpr std::size_t kMostPassed = 253;

}  // namespace

MessageStream::Outcome MessageStream::broken(std::string problem) {
  problem_ = std::move(problem);
  return Outcome::kClosed;
}

MessageStream::Outcome MessageStream::fill(std::size_t wanted) {
  while (bytes_.size() < wanted) {
    const std::size_t had = bytes_.size();
    bytes_.resize(wanted);
    iovec part{bytes_.data() + had, wanted - had};
    alignas(cmsghdr) char control[CMSG_SPACE(kMostPassed * sizeof(int))];
    msghdr header = {};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    const ssize_t count = recvmsg(socket_.get(), &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    bytes_.resize(had + (count > 0 ? static_cast<std::size_t>(count) : 0));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Outcome::kNone;
    if (count <= 0) return Outcome::kClosed;
    for (cmsghdr* c = CMSG_FIRSTHDR(&header); c != nullptr; c = CMSG_NXTHDR(&header, c)) {
      if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
      const std::size_t passed = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (std::size_t i = 0; i < passed; ++i) {
        int fd;
        std::memcpy(&fd, CMSG_DATA(c) + i * sizeof fd, sizeof fd);
        descriptors_.emplace_back(fd);
      }
    }
    if ((header.msg_flags & MSG_CTRUNC) != 0) return broken("descriptors of a message were cut off");
    if (descriptors_.size() > vfio::kMostDescriptors)
      return broken(fmt::format("found {} descriptors in a message, accepted are {}", descriptors_.size(),
                                vfio::kMostDescriptors));
  }
  return Outcome::kMessage;
}

MessageStream::Outcome MessageStream::receive(VfioMessage& message) {
  if (bytes_.size() < vfio::kHeader) {
    const Outcome outcome = fill(vfio::kHeader);
    if (outcome != Outcome::kMessage) return outcome;
  }
  const std::uint32_t size = load_le32(&bytes_[4]);
  if (size < vfio::kHeader || size > vfio::kLongestMessage)
    return broken(fmt::format("found a message of {} bytes, accepted are {} to {}", size, vfio::kHeader,
                              vfio::kLongestMessage));
  const Outcome outcome = fill(size);
  if (outcome != Outcome::kMessage) return outcome;
  message.id = load_le16(&bytes_[0]);
  message.command = load_le16(&bytes_[2]);
  message.flags = load_le32(&bytes_[8]);
  message.payload.assign(bytes_.begin() + vfio::kHeader, bytes_.end());
  message.descriptors = std::move(descriptors_);
  bytes_.clear();
  descriptors_.clear();
  if ((message.flags & vfio::kTypeMask) != 0) return broken("found a reply, accepted are commands");
  return Outcome::kMessage;
}

bool MessageStream::reply(const VfioMessage& to, ByteView payload) {
  return send(to, vfio::kReply, 0, payload);
}

bool MessageStream::reply_error(const VfioMessage& to, int error) {
  return send(to, vfio::kReply | vfio::kError, static_cast<std::uint32_t>(error), {});
}

bool MessageStream::send(const VfioMessage& to, std::uint32_t flags, std::uint32_t error, ByteView payload) {
  if ((to.flags & vfio::kNoReply) != 0) return true;
  const std::size_t first = unsent_.size();
  unsent_.resize(first + vfio::kHeader + payload.size);
  std::uint8_t* const header = &unsent_[first];
  store_le16(header, to.id);
  store_le16(header + 2, to.command);
  store_le32(header + 4, static_cast<std::uint32_t>(vfio::kHeader + payload.size));
  store_le32(header + 8, flags);
  store_le32(header + 12, error);
  if (payload.size != 0) std::memcpy(header + vfio::kHeader, payload.data, payload.size);
  return flush();
}

bool MessageStream::flush() {
  while (sent_ < unsent_.size()) {
    const ssize_t count =
        ::send(socket_.get(), &unsent_[sent_], unsent_.size() - sent_, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    sent_ += static_cast<std::size_t>(count);
  }
  unsent_.clear();
  sent_ = 0;
  return true;
}

}  // namespace ixsim::serve
