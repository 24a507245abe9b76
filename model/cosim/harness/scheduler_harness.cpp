// Drives one Verilated transmit scheduler through the C interface of scheduler_abi.h. With
// IXSIM_WEIGHTS it has the write port too, with IXSIM_DEFICIT the write port and `len`. The module's
// parameter N gives the width of the ports.
//
// Timing contract: that of rtl_instance.h; the outputs follow `req` within the clock.
#include <type_traits>

#include "Vscheduler.h"
#include "scheduler_abi.h"

#define RTL_TOP Vscheduler
#include "rtl_instance.h"

namespace {

// Drives a port. A port of up to 64 bits is an integer, a wider one is an array of 32-bit words.
template <typename Port>
std::enable_if_t<std::is_integral<Port>::value> drive(Port& port, const std::uint64_t* words) {
  port = static_cast<Port>(words[0]);
}
template <typename Port>
std::enable_if_t<!std::is_integral<Port>::value> drive(Port& port, const std::uint64_t* words) {
  for (std::size_t i = 0; i < sizeof port / 4; ++i) {
    port[i] = static_cast<std::uint32_t>(words[i / 2] >> (32 * (i % 2)));
  }
}
template <typename Port>
std::enable_if_t<std::is_integral<Port>::value> sample(const Port& port, std::uint64_t* words) {
  words[0] = port;
  words[1] = 0;
}
template <typename Port>
std::enable_if_t<!std::is_integral<Port>::value> sample(const Port& port, std::uint64_t* words) {
  words[0] = words[1] = 0;
  for (std::size_t i = 0; i < sizeof port / 4; ++i) {
    words[i / 2] |= static_cast<std::uint64_t>(port[i]) << (32 * (i % 2));
  }
}

OPTIONAL_OUTPUT(gnt)
OPTIONAL_OUTPUT(idx)

int clock_edge(void* handle, const IxsimSchedulerInputs* in, IxsimSchedulerOutputs* out) {
  return edge(
      handle,
      [in](Vscheduler& top) {
        drive(top.req, in->req);
        top.ready = in->ready;
        top.rst = in->rst;
#ifdef IXSIM_DEFICIT
        top.len = in->len;
#endif
#if defined(IXSIM_DEFICIT) || defined(IXSIM_WEIGHTS)
        top.wr_en = in->wr_en;
        top.wr_addr = in->wr_addr;
        top.wr_data = in->wr_data;
#endif
      },
      [out](const auto& top) {
        sample(sample_gnt(top, 0), out->gnt);
        out->idx = sample_idx(top, 0);
        out->valid = top.valid;
      });
}

const IxsimSchedulerApi api = {create, destroy, clock_edge, start_waveform, stop_waveform, error_text};

}  // namespace

extern "C" __attribute__((visibility("default"))) const IxsimSchedulerApi* ixsim_scheduler_api(void) {
  return &api;
}
