// A TCP connection with its program and its timers on an agenda: one end, in a guest or at a link partner.
//
// Timing contract: a segment acts when it is passed; the program answers in the same call. A timer acts at
// its own time.
#ifndef IXSIM_HOST_GUEST_TIMED_CONNECTION_H
#define IXSIM_HOST_GUEST_TIMED_CONNECTION_H

#include <memory>
#include <utility>

#include "base/layers.h"
#include "host/guest/application.h"
#include "host/host_agenda.h"
#include "host/tcp/tcp_connection.h"

namespace ixsim::host {

class TimedConnection : private HostTask {
 public:
  TimedConnection(const TcpConfig& config, TcpOutput& output, HostAgenda& agenda)
      : connection_(config, output), agenda_(agenda) {}

  TcpConnection& connection() { return connection_; }
  const TcpConnection& connection() const { return connection_; }
  Application& program() { return *program_; }
  // Gives the connection its program and starts it.
  Application& start(std::unique_ptr<Application> program, Time now) {
    program_ = std::move(program);
    program_->start(now);
    return *program_;
  }
  void receive(const TcpSegment& segment, Time now) {
    connection_.receive(segment, now);
    if (program_) program_->progress(now);
    arm();
  }
  void resume(Time now) {
    connection_.resume(now);
    arm();
  }
  // Arms the timers, which may have changed.
  void arm() {
    const Time timer = connection_.next_timer();
    if (timer >= armed_) return;
    armed_ = timer;
    agenda_.at(timer, *this, 0);
  }

 private:
  void run(unsigned, Time now) override {
    // An earlier timer was armed since.
    if (armed_ != now) return;
    armed_ = kNever;
    if (connection_.next_timer() <= now) connection_.timer(now);
    arm();
  }

  TcpConnection connection_;
  std::unique_ptr<Application> program_;
  HostAgenda& agenda_;
  Time armed_ = kNever;
};

}  // namespace ixsim::host

#endif
