// CRC-32 computed by libdeflate, which uses carry-less multiplication if the machine has it.
#include "ixsim/frame.h"

#include <libdeflate.h>

namespace ixsim {

std::uint32_t crc32(ByteView bytes) { return libdeflate_crc32(0, bytes.data, bytes.size); }

void write_fcs(std::uint8_t* frame, std::size_t size) {
  store_le32(frame + size - kFcsSize, crc32({frame, size - kFcsSize}));
}

void Frame::write_due_fcs() {
  write_fcs(storage(), size_);
  fcs_due_ = false;
}

bool fcs_is_good(ByteView frame) {
  if (frame.size < kFcsSize) return false;
  return load_le32(frame.end() - kFcsSize) == crc32(frame.first(frame.size - kFcsSize));
}

}  // namespace ixsim
