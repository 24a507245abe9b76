// Programs that exchange requests and responses of several sizes, several at a time, on one connection or on
// many with unequal use.
//
// Timing contract: a client keeps `outstanding` requests in progress. Each begins at once or, after a
// response, after an exponentially distributed think time. Requests of a connection are answered in order. A
// response time is from the offer of the request to the last byte of the response. A group draws the
// connection of each request by weight. Times and draws do not depend on other parts.
#ifndef IXSIM_HOST_GUEST_MIXED_REQUESTS_H
#define IXSIM_HOST_GUEST_MIXED_REQUESTS_H

#include <cstdint>
#include <functional>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "base/ring.h"
#include "host/guest/application.h"
#include "host/guest/workload.h"

namespace ixsim::host {

class MixedServer : public Application {
 public:
  // Makes a server; `mix` and `seed` are those of the client. `compute` requests the work of one request,
  // which computed() ends; without it, requests are answered at once.
  MixedServer(TcpConnection& connection, std::function<void(Time)> changed, const RequestMix& mix,
              std::uint64_t seed, std::function<void(Time)> compute = {})
      : Application(connection, std::move(changed)), sequence_(mix, seed), compute_(std::move(compute)) {}
  void start(Time) override { expect(); }
  void progress(Time now) override;
  void computed(Time now) override { offer(responses_.pop(), now); }

 private:
  void expect();

  RequestSequence sequence_;
  std::function<void(Time)> compute_;
  std::uint64_t request_end_ = 0;  // end of the arriving request in the delivered bytes
  std::uint64_t response_ = 0;     // response to it
  Ring<std::uint64_t> responses_{4};
};

class MixedClient : public Application, private HostTask {
 public:
  // Makes a client. With `outstanding` 0, only issue() begins requests.
  MixedClient(TcpConnection& connection, std::function<void(Time)> changed, const RequestMix& mix,
              std::uint64_t seed, unsigned outstanding, Time think, HostAgenda& agenda)
      : Application(connection, std::move(changed)),
        sequence_(mix, seed),
        outstanding_(outstanding),
        think_(think),
        random_(seed ^ kThinkSeed),
        agenda_(agenda) {}
  void start(Time now) override;
  void progress(Time now) override;
  // Begins a request.
  void issue(Time now);
  // Sets a callback for each response, with its time.
  void set_answered(std::function<void(Time now)> answered) { answered_ = std::move(answered); }

  // Returns the response times, in the order of the responses.
  const std::vector<Time>& times() const { return times_; }
  std::uint64_t asked_bytes() const { return asked_bytes_; }        // bytes of all requests
  std::uint64_t answered_bytes() const { return answered_bytes_; }  // bytes of all complete responses

 private:
  static constexpr std::uint64_t kThinkSeed = 0x7468696e6b;
  struct Waiting {
    Time asked = 0;
    std::uint64_t response = 0;  // size in bytes
  };

  void think(Time now);
  void run(unsigned, Time now) override { issue(now); }

  RequestSequence sequence_;
  unsigned outstanding_;
  Time think_;
  Random random_;
  HostAgenda& agenda_;
  Ring<Waiting> waiting_{4};
  std::function<void(Time)> answered_;
  std::uint64_t asked_bytes_ = 0;
  std::uint64_t answered_bytes_ = 0;
  std::vector<Time> times_;
};

// A program with many connections: the connection of each request is drawn by weight.
class ClientGroup : private HostTask {
 public:
  ClientGroup(const std::vector<std::uint64_t>& weights, unsigned outstanding, Time think, std::uint64_t seed,
              HostAgenda& agenda)
      : choice_(weights), outstanding_(outstanding), think_(think), random_(seed), agenda_(agenda) {}
  // Adds the client of the next weight; its `outstanding` is 0.
  void add(MixedClient& client);
  // Starts the group; all clients have been added and started.
  void start(Time now);

 private:
  void again(Time now);
  void run(unsigned, Time now) override { clients_[choice_.draw(random_)]->issue(now); }

  WeightedChoice choice_;
  unsigned outstanding_;
  Time think_;
  Random random_;
  HostAgenda& agenda_;
  std::vector<MixedClient*> clients_;
};

}  // namespace ixsim::host

#endif
