// Sorts, hashes and writes event records.
#include "platform/event_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "ixsim/bytes.h"
#include "trace/atomic_file.h"

namespace ixsim::platform {
namespace {

constexpr std::size_t kRecordBytes = 36;

void pack(const EventRecord& record, std::uint8_t* out) {
  store_le64(out, static_cast<std::uint64_t>(record.time));
  out[8] = record.port;
  out[9] = static_cast<std::uint8_t>(record.kind);
  store_le16(out + 10, record.queue);
  store_le64(out + 12, record.address);
  store_le32(out + 20, record.length);
  store_le32(out + 24, record.id);
  store_le32(out + 28, record.crc);
  store_le32(out + 32, 0);
}

}  // namespace

void EventLog::finish() {
  std::stable_sort(records_.begin(), records_.end(), [](const EventRecord& a, const EventRecord& b) {
    return std::tie(a.time, a.port, a.kind) < std::tie(b.time, b.port, b.kind);
  });
  counts_.fill(0);
  for (const auto& record : records_) ++counts_[static_cast<unsigned>(record.kind)];
}

std::string EventLog::hash() const {
  Hash128 hash;
  std::uint8_t bytes[kRecordBytes];
  for (const auto& record : records_) {
    pack(record, bytes);
    hash.add(bytes, sizeof bytes);
  }
  return hash.digits();
}

void EventHash::event(const EventRecord& record) {
  std::uint8_t bytes[kRecordBytes];
  pack(record, bytes);
  hash_.add(bytes, sizeof bytes);
}

void EventLog::write(const std::string& path) const {
  AtomicFile file(path);
  file.write("time_ps port kind queue address length id crc32c\n");
  for (const auto& r : records_) {
    file.write(fmt::format("{} {} {} {} {:#x} {} {} {:08x}\n", r.time, r.port, name(r.kind), r.queue,
                           r.address, r.length, r.id, r.crc));
  }
  file.commit();
}

}  // namespace ixsim::platform
