// A file descriptor that is closed when its owner ends, so that no path out of a message leaks it.
#ifndef IXSIM_SERVE_DESCRIPTOR_H
#define IXSIM_SERVE_DESCRIPTOR_H

#include <unistd.h>

#include <utility>

#include "base/layers.h"

namespace ixsim::serve {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    Descriptor old(std::exchange(fd_, std::exchange(other.fd_, -1)));
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

}  // namespace ixsim::serve

#endif
