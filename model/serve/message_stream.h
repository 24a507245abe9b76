// One connected client: converts bytes to messages with their file descriptors, and sends answers. No call
// waits: a partial message is kept until the rest comes, and so is an answer that the client does not take.
//
// A read never crosses the end of a message, because descriptors belong to the message with which they came.
#ifndef IXSIM_SERVE_MESSAGE_STREAM_H
#define IXSIM_SERVE_MESSAGE_STREAM_H

#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "serve/descriptor.h"
#include "serve/vfio_messages.h"

namespace ixsim::serve {

struct VfioMessage {
  std::uint16_t id = 0;
  std::uint16_t command = 0;
  std::uint32_t flags = 0;
  std::vector<std::uint8_t> payload;
  std::vector<Descriptor> descriptors;
};

class MessageStream {
 public:
  explicit MessageStream(Descriptor socket) : socket_(std::move(socket)) {}

  enum class Outcome : std::uint8_t {
    kMessage,  // `message` is complete
    kNone,     // it is not complete yet
    kClosed    // the client is gone, or broke the framing: problem()
  };
  Outcome receive(VfioMessage& message);
  // Sends an answer, or keeps it if the client does not take it now. Returns false if the client is gone.
  bool reply(const VfioMessage& to, ByteView payload);
  bool reply_error(const VfioMessage& to, int error);
  // Sends the rest of earlier answers.
  bool flush();
  // Returns whether answers wait: no further message is read until they are sent.
  bool blocked() const { return sent_ != unsent_.size(); }
  int descriptor() const { return socket_.get(); }
  // Returns one line about framing that violates the protocol; empty if the client closed the connection.
  const std::string& problem() const { return problem_; }

 private:
  Outcome fill(std::size_t wanted);
  Outcome broken(std::string problem);
  bool send(const VfioMessage& to, std::uint32_t flags, std::uint32_t error, ByteView payload);

  Descriptor socket_;
  std::vector<std::uint8_t> bytes_;
  std::vector<Descriptor> descriptors_;
  std::vector<std::uint8_t> unsent_;
  std::size_t sent_ = 0;
  std::string problem_;
};

}  // namespace ixsim::serve

#endif
