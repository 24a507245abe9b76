// The record of externally visible events of a run. It is sorted, hashed, counted, and written to a file on
// request.
//
// Records are ordered by time, then by port, then by their order on the port. The hash is XXH3-128 over their
// little-endian fields. Source of the fields: nic/observe/probe.h.
#ifndef IXSIM_PLATFORM_EVENT_LOG_H
#define IXSIM_PLATFORM_EVENT_LOG_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/hash128.h"
#include "nic/observe/event_sink.h"

namespace ixsim::platform {

class EventLog : public EventSink {
 public:
  void event(const EventRecord& record) override { records_.push_back(record); }

  // Sorts the records; no event() may follow.
  void finish();
  const std::vector<EventRecord>& records() const { return records_; }
  std::uint64_t count(EventKind kind) const { return counts_[static_cast<unsigned>(kind)]; }
  // Returns the hash as 32 hex digits.
  std::string hash() const;
  // Writes one line per record: time port kind queue address length id crc. Throws InputError if the file
  // cannot be written.
  void write(const std::string& path) const;

 private:
  std::vector<EventRecord> records_;
  std::array<std::uint64_t, kEventKinds> counts_{};
};

// The hash of events in the order in which they come, in constant memory: for runs without an end.
class EventHash : public EventSink {
 public:
  void event(const EventRecord& record) override;
  // 32 hex digits.
  std::string digits() const { return hash_.digits(); }

 private:
  Hash128 hash_;
};

}  // namespace ixsim::platform

#endif
