// Programs at the ends of connections: the data that they send, and the times.
//
// Timing contract: a stream offers data without end, or chunks at a fixed rate, each at its own time. A
// request server offers a response when all bytes of a request have been delivered. A request client offers a
// request, waits until all bytes of the response have been delivered, then waits for an exponentially
// distributed think time. The response time is from the offer to the last byte. Times and draws do not depend
// on other parts.
#ifndef IXSIM_HOST_GUEST_APPLICATION_H
#define IXSIM_HOST_GUEST_APPLICATION_H

#include <cstdint>
#include <functional>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "host/host_agenda.h"
#include "host/machine/pace.h"
#include "host/tcp/tcp_connection.h"

namespace ixsim::host {

class Application {
 public:
  // Makes a program for a connection; `changed` is called after each offer, so that timers are armed.
  Application(TcpConnection& connection, std::function<void(Time now)> changed)
      : connection_(connection), changed_(std::move(changed)) {}
  virtual ~Application() = default;
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  virtual void start(Time now) = 0;
  // Reports that the connection may have delivered more.
  virtual void progress(Time) {}
  // Reports that work requested with `compute` is done.
  virtual void computed(Time) {}

 protected:
  std::uint64_t delivered() const { return connection_.statistics().bytes_delivered; }
  void offer(std::uint64_t bytes, Time now) {
    connection_.offer(bytes, now);
    changed_(now);
  }

 private:
  TcpConnection& connection_;
  std::function<void(Time)> changed_;
};

class Stream : public Application, private HostTask {
 public:
  static constexpr std::uint64_t kChunk = 16'384;  // bytes
  // Makes a stream of `rate` bytes per second; 0: without end.
  Stream(TcpConnection& connection, std::function<void(Time)> changed, std::uint64_t rate, HostAgenda& agenda)
      : Application(connection, std::move(changed)), endless_(rate == 0), pace_(rate), agenda_(agenda) {}
  void start(Time now) override {
    if (endless_) return offer(kNoLimit, now);
    run(0, now);
  }

 private:
  void run(unsigned, Time now) override {
    offer(kChunk, now);
    agenda_.at(now + pace_.take(kChunk), *this, 0);
  }

  bool endless_;
  Pace pace_;
  HostAgenda& agenda_;
};

class RequestServer : public Application {
 public:
  // Makes a server. `compute` requests the work of one request, which computed() ends; without it, requests
  // are answered at once.
  RequestServer(TcpConnection& connection, std::function<void(Time)> changed, std::uint64_t request,
                std::uint64_t response, std::function<void(Time)> compute = {})
      : Application(connection, std::move(changed)),
        request_(request),
        response_(response),
        compute_(std::move(compute)) {}
  void start(Time) override {}
  void progress(Time now) override {
    while (delivered() >= (taken_ + 1) * request_) {
      ++taken_;
      if (compute_) {
        compute_(now);
      } else {
        computed(now);
      }
    }
  }
  void computed(Time now) override { offer(response_, now); }

 private:
  std::uint64_t request_;
  std::uint64_t response_;
  std::function<void(Time)> compute_;
  std::uint64_t taken_ = 0;
};

class RequestClient : public Application, private HostTask {
 public:
  // Makes a client. `think` is the mean time from a response to the next request.
  RequestClient(TcpConnection& connection, std::function<void(Time)> changed, std::uint64_t request,
                std::uint64_t response, Time think, std::uint64_t seed, HostAgenda& agenda)
      : Application(connection, std::move(changed)),
        request_(request),
        response_(response),
        think_(think),
        random_(seed),
        agenda_(agenda) {}
  void start(Time now) override { think(now); }
  void progress(Time now) override {
    if (!waiting_ || delivered() < (responses_ + 1) * response_) return;
    waiting_ = false;
    ++responses_;
    times_.push_back(now - asked_);
    think(now);
  }
  // Returns the response times, in the order of the responses.
  const std::vector<Time>& times() const { return times_; }

 private:
  void think(Time now) {
    const Time time =
        think_ == 0 ? 0 : static_cast<Time>(random_.exponential(static_cast<std::uint64_t>(think_)));
    agenda_.at(now + time, *this, 0);
  }
  void run(unsigned, Time now) override {
    waiting_ = true;
    asked_ = now;
    offer(request_, now);
  }

  std::uint64_t request_;
  std::uint64_t response_;
  Time think_;
  Random random_;
  HostAgenda& agenda_;
  std::uint64_t responses_ = 0;
  Time asked_ = 0;
  bool waiting_ = false;
  std::vector<Time> times_;
};

}  // namespace ixsim::host

#endif
