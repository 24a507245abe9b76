// Names of stages, outcomes and event kinds in results.
#include "ixsim/probe.h"

#include "nic/observe/event_sink.h"

namespace ixsim {

const char* name(RxBucket bucket) {
  static constexpr const char* kNames[kRxBuckets] = {
      "rx_disabled",    "symbol",        "crc",       "undersize", "oversize",
      "length",         "mac_control",   "no_filter", "vlan",      "packet_buffer_full",
      "queue_disabled", "no_descriptor", "dma_error", "delivered", "in_flight"};
  return kNames[static_cast<unsigned>(bucket)];
}

const char* name(TxBucket bucket) {
  static constexpr const char* kNames[kTxBuckets] = {
      "bad_descriptor", "queue_disabled", "dma_error", "flushed", "spoofed", "sent", "in_flight"};
  return kNames[static_cast<unsigned>(bucket)];
}

const char* name(RxStage stage) {
  static constexpr const char* kNames[kRxStages] = {"wire_end", "decided",      "buffered",    "dma_first",
                                                    "dma_last", "written_back", "interrupted", "consumed"};
  return kNames[static_cast<unsigned>(stage)];
}

}  // namespace ixsim

namespace ixsim::nic {

const char* name(EventKind kind) {
  static constexpr const char* kNames[kEventKinds] = {
      "tlp_up", "tlp_down", "interrupt", "register_read", "pause", "drop", "decision", "wire_out", "grant"};
  return kNames[static_cast<unsigned>(kind)];
}

}  // namespace ixsim::nic
