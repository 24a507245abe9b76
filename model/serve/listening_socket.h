// The socket of one function in the file system, with mode 0600. A socket in use is refused, a stale one is
// replaced, and a client of another user is rejected.
#ifndef IXSIM_SERVE_LISTENING_SOCKET_H
#define IXSIM_SERVE_LISTENING_SOCKET_H

#include <string>

#include "base/layers.h"
#include "serve/descriptor.h"

namespace ixsim::serve {

class ListeningSocket {
 public:
  // Makes a socket. Throws InputError that names `option` if there can be no socket at `path`.
  ListeningSocket(const std::string& path, const std::string& option);
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;
  ~ListeningSocket();

  // Returns the next client of this user; empty if none waits. `refused` counts those of other users.
  Descriptor accept(unsigned& refused);
  int descriptor() const { return socket_.get(); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  Descriptor socket_;
};

// Connects to a socket of this user. Throws InputError that names `option`.
Descriptor connect_to(const std::string& path, const std::string& option);

}  // namespace ixsim::serve

#endif
