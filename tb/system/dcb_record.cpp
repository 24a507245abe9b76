// Runs transmit in traffic classes and prints grants and frames sent, so that a simulation that shares
// nothing with the model can say whether it is right.
//
// Reads a job from standard input, one item a line, numbers in any base that C++ takes:
//   device PROFILE              before all else
//   seed VALUE                  before what follows
//   write OFFSET VALUE NS       register of BAR 0, at a time
//   queue QUEUE BYTES PACKETS   backlogged from 10 us on; bytes without FCS
//   pause MASK QUANTA NS        a priority PAUSE arrives
// Prints, in order of time:
//   grant TIME QUEUE REQUESTS   the queues that asked, a bit each, in hexadecimal
//   wire TIME QUEUE BYTES       first preamble byte; bytes with FCS
// and at the end `register OFFSET VALUE` of the classes' credits, on the 82599 also `credits QUEUE VALUE`.
#include <iomanip>
#include <iostream>
#include <sstream>

#include "dcb_bench.h"
#include "nic/registers/class_registers.h"

namespace ixsim::bench {
namespace {

std::uint64_t number(std::istringstream& line) {
  std::string word;
  if (!(line >> word)) throw std::runtime_error("a number is missing");
  return std::stoull(word, nullptr, 0);
}

int run() {
  std::unique_ptr<DcbBench> dcb;
  std::string profile = "82598";
  const auto make = [&](std::uint64_t seed) {
    dcb = std::make_unique<DcbBench>(CoreDriver::kEvent, seed, 8, profile.c_str());
  };
  const auto bench = [&]() -> DcbBench& {
    if (dcb == nullptr) make(1);
    return *dcb;
  };
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream line(text);
    std::string what;
    line >> what;
    if (what == "device") {
      line >> profile;
    } else if (what == "seed") {
      make(number(line));
    } else if (what == "write") {
      const auto offset = static_cast<std::uint32_t>(number(line));
      const auto value = static_cast<std::uint32_t>(number(line));
      bench().bench.write_at(static_cast<Time>(number(line)) * kNanosecond, offset, value);
    } else if (what == "queue") {
      const auto queue = static_cast<unsigned>(number(line));
      const auto bytes = static_cast<std::uint32_t>(number(line));
      bench().queue(queue, bytes, static_cast<std::uint32_t>(number(line)));
    } else if (what == "pause") {
      const auto mask = static_cast<std::uint8_t>(number(line));
      const auto quanta = static_cast<std::uint16_t>(number(line));
      bench().bench.frame_at(static_cast<Time>(number(line)) * kNanosecond,
                             priority_pause_frame(mask, all_quanta(quanta)));
    } else {
      throw std::runtime_error("not a job: " + text);
    }
  }
  bench().run();
  std::size_t grants = 0;
  for (const auto& record : bench().bench.log().records()) {
    if (record.kind == EventKind::kGrant) {
      const QueueMask& asked = bench().asked.at(grants++);
      std::cout << "grant " << record.time << ' ' << record.queue << ' ' << std::hex << asked.words[1]
                << std::setfill('0') << std::setw(16) << asked.words[0] << std::dec << '\n';
    }
    if (record.kind == EventKind::kWireOut)
      std::cout << "wire " << record.time << ' ' << record.queue << ' ' << record.length << '\n';
  }
  CoreBench& core = bench().bench;
  const ClassRegisters& where = class_registers(core.port().profile().registers);
  for (unsigned i = 0; i < 8; ++i) {
    for (const Reg reg : {where.descriptors.credits, where.data.credits})
      std::cout << "register " << core.place(reg, i) << ' ' << bench().reg(reg, i) << '\n';
  }
  for (unsigned queue = 0; core.port().profile().pool_credits && queue < 128; ++queue) {
    core.write(Reg::RTTDQSEL, 0, queue);
    std::cout << "credits " << queue << ' ' << bench().reg(Reg::RTTDT1S) << '\n';
  }
  return 0;
}

}  // namespace
}  // namespace ixsim::bench

int main() {
  try {
    return ixsim::bench::run();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
