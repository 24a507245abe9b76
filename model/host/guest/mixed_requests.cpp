// Requests and responses in the bytes of a connection, and the draws of a group.
#include "host/guest/mixed_requests.h"

namespace ixsim::host {
namespace {

// Returns the think time before the next request.
Time thought(Time mean, Random& random) {
  return mean == 0 ? 0 : static_cast<Time>(random.exponential(static_cast<std::uint64_t>(mean)));
}

}  // namespace

void MixedServer::expect() {
  const RequestKind& kind = sequence_.next();
  request_end_ += kind.request;
  response_ = kind.response;
}

void MixedServer::progress(Time now) {
  while (delivered() >= request_end_) {
    responses_.push(response_);
    expect();
    if (compute_) {
      compute_(now);
    } else {
      computed(now);
    }
  }
}

void MixedClient::start(Time now) {
  for (unsigned i = 0; i < outstanding_; ++i) think(now);
}

void MixedClient::think(Time now) { agenda_.at(now + thought(think_, random_), *this, 0); }

void MixedClient::issue(Time now) {
  const RequestKind kind = sequence_.next();
  asked_bytes_ += kind.request;
  waiting_.push({now, kind.response});
  offer(kind.request, now);
}

void MixedClient::progress(Time now) {
  while (!waiting_.empty() && delivered() >= answered_bytes_ + waiting_.front().response) {
    const Waiting done = waiting_.pop();
    answered_bytes_ += done.response;
    times_.push_back(now - done.asked);
    if (outstanding_ != 0) think(now);
    if (answered_) answered_(now);
  }
}

void ClientGroup::add(MixedClient& client) {
  client.set_answered([this](Time now) { again(now); });
  clients_.push_back(&client);
}

void ClientGroup::start(Time now) {
  for (unsigned i = 0; i < outstanding_; ++i) again(now);
}

void ClientGroup::again(Time now) { agenda_.at(now + thought(think_, random_), *this, 0); }

}  // namespace ixsim::host
