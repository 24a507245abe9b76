// Cost of two controllers back to back, with lookahead and without, and of one with a peer, for comparison.
//
// Arguments: lone | step | ahead, the delay of the cable in picoseconds, and the time to simulate in
// microseconds. Both directions are full: 1,460 bytes of TCP payload a frame. Prints the frames of all
// controllers in both directions, the turns of the parts, and the wall time in milliseconds. The slope of
// valgrind's instruction count between two times is the cost of a frame.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../system/network_bench.h"

namespace ixsim::test {
namespace {

constexpr Time kSetUp = 100 * kMicrosecond;

struct Count {
  std::uint64_t frames = 0;
  std::uint64_t turns = 0;
};

void offer(Guest& guest, unsigned connection, Time now) {
  guest.connection(connection).offer_endless(now);
  guest.arm(connection, now);
}

std::uint64_t frames_of(HostSystem& system) {
  return system.host().driver().frames() + system.host().driver().completed();
}

Count run_pair(bool lookahead, Time delay, Time time) {
  Network network(lookahead);
  const unsigned a = network.add_host(bench::quick_host(0));
  const unsigned b = network.add_host(bench::quick_host(1));
  network.join({a, 0}, {b, 0}, delay);
  for (const unsigned flow : {0u, 1u})
    network.connect({a, 0, 0, {}}, {b, 0, 0, {}}, bench::path_between(0, 1, flow));
  network.run(kSetUp);
  offer(network.host(a).host().guest(0), 0, network.now());
  offer(network.host(b).host().guest(0), 1, network.now());
  network.run(kSetUp + time);
  return {frames_of(network.host(a)) + frames_of(network.host(b)), network.turns()};
}

Count run_lone(Time delay, Time time) {
  HostSystemConfig config = bench::quick_host(0);
  config.peer.delay = delay;
  HostSystem system(config);
  for (const unsigned flow : {0u, 1u}) system.connect(0, 0, {}, {}, bench::path_between(1, 0, flow));
  system.run(kSetUp);
  offer(system.host().guest(0), 0, system.now());
  system.peer().connection(1).offer_endless(system.now());
  system.peer().arm(1, system.now());
  system.run(kSetUp + time);
  return {frames_of(system), 0};
}

int measure(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string which = argv[1];
  const Time delay = std::strtoll(argv[2], nullptr, 10);
  const Time time = std::strtoll(argv[3], nullptr, 10) * kMicrosecond;
  if (delay < 1 || time < 1 || (which != "lone" && which != "step" && which != "ahead")) return 2;
  const auto begin = std::chrono::steady_clock::now();
  const Count count = which == "lone" ? run_lone(delay, time) : run_pair(which == "ahead", delay, time);
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - begin;
  std::printf("%llu frames, %llu turns, %.1f ms\n", static_cast<unsigned long long>(count.frames),
              static_cast<unsigned long long>(count.turns), wall.count());
  return 0;
}

}  // namespace
}  // namespace ixsim::test

int main(int argc, char** argv) { return ixsim::test::measure(argc, argv); }
