// Creation of the socket file, and the check of peers.
#include "serve/listening_socket.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>

#include "ixsim/error.h"

namespace ixsim::serve {
namespace {

sockaddr_un address_of(const std::string& path, const std::string& option) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path)
    throw InputError(
        fmt::format("{}: found a path of {} bytes, accepted are 1 to {}: a socket has no longer name", option,
                    path.size(), sizeof address.sun_path - 1));
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

Descriptor new_socket() { return Descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)); }

bool of_this_user(int fd) {
  ucred peer = {};
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

// Removes a socket without a server; refuses anything else at `path`.
void remove_stale(const std::string& path, const std::string& option) {
  struct stat about = {};
  if (lstat(path.c_str(), &about) != 0) return;
  if (!S_ISSOCK(about.st_mode))
    throw InputError(fmt::format("{}: found a file that is no socket at {}: remove it, or give another path",
                                 option, path));
  const sockaddr_un address = address_of(path, option);
  const Descriptor probe = new_socket();
  if (connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ||
      errno == EAGAIN) {
    throw InputError(fmt::format(
        "{}: found a live socket at {}: another server has it; end that one, or give another path", option,
        path));
  }
  if (errno != ECONNREFUSED || unlink(path.c_str()) != 0)
    throw InputError(fmt::format("{}: {}: {}", option, path, std::strerror(errno)));
}

}  // namespace

ListeningSocket::ListeningSocket(const std::string& path, const std::string& option)
    : path_(path), socket_(new_socket()) {
  const sockaddr_un address = address_of(path, option);
  remove_stale(path, option);
  const mode_t former = umask(0177);
  const int failed = bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const int error = errno;
  umask(former);
  if (failed != 0 || listen(socket_.get(), 4) != 0)
    throw InputError(fmt::format("{}: {}: {}", option, path, std::strerror(failed != 0 ? error : errno)));
}

ListeningSocket::~ListeningSocket() { unlink(path_.c_str()); }

Descriptor ListeningSocket::accept(unsigned& refused) {
  for (;;) {
    Descriptor client(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!client || of_this_user(client.get())) return client;
    ++refused;
  }
}

Descriptor connect_to(const std::string& path, const std::string& option) {
  const sockaddr_un address = address_of(path, option);
  Descriptor socket = new_socket();
  if (connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw InputError(
        fmt::format("{}: {}: {}: the other side must listen first", option, path, std::strerror(errno)));
  if (!of_this_user(socket.get()))
    throw InputError(fmt::format("{}: {}: found a server of another user", option, path));
  return socket;
}

}  // namespace ixsim::serve
