// Compares a frame with the filters.
#include "nic/classifier/queue_filters.h"

#include "ixsim/bytes.h"

namespace ixsim::nic {
namespace {

// Bits of FTQF.MASK: values that are not compared.
enum Skipped : std::uint32_t {
  kSourceAddress = 1u << 0,
  kDestinationAddress = 1u << 1,
  kSourcePort = 1u << 2,
  kDestinationPort = 1u << 3,
  kProtocol = 1u << 4
};

// Codes of FTQF.PROTOCOL.
std::uint32_t protocol_of(const FrameHeaders& headers) {
  if ((headers.packet_type & kPacketTcp) != 0) return 0;
  if ((headers.packet_type & kPacketUdp) != 0) return 1;
  return (headers.packet_type & kPacketSctp) != 0 ? 2 : 3;
}

}  // namespace

QueueFilters::QueueFilters(RegisterFile& registers) : registers_(registers), flows_(registers) {
  registers.on_write<&QueueFilters::update>({Reg::ETQF, Reg::FTQF}, *this);
  registers.read_on_use({Reg::ETQS, Reg::SAQF, Reg::DAQF, Reg::SDPQF, Reg::L34TIMIR});
}

void QueueFilters::reset() {
  flows_.reset();
  update(0);
}

void QueueFilters::update(Time) {
  types_ = tuples_ = 0;
  for (unsigned i = 0; i < kTypes; ++i)
    types_ += (registers_.get(Reg::ETQF, i) & field::ETQF::FILTER_EN.mask) != 0 ? 1 : 0;
  for (unsigned i = 0; i < kTuples; ++i)
    tuples_ += (registers_.get(Reg::FTQF, i) & field::FTQF::QUEUE_EN.mask) != 0 ? 1 : 0;
}

int QueueFilters::by_type(ByteView frame, const FrameHeaders& headers) const {
  if (types_ == 0 || frame.size < headers.network) return -1;
  const std::uint16_t type = load_be16(frame.data + headers.network - 2);
  for (unsigned i = 0; i < kTypes; ++i) {
    const std::uint32_t filter = registers_.get(Reg::ETQF, i);
    if ((filter & field::ETQF::FILTER_EN.mask) == 0 || field::ETQF::ETYPE.get(filter) != type) continue;
    const std::uint32_t action = registers_.get(Reg::ETQS, i);
    if ((action & field::ETQS::QUEUE_EN.mask) != 0)
      return static_cast<int>(field::ETQS::RX_QUEUE.get(action));
  }
  return -1;
}

bool QueueFilters::tuple_matches(unsigned index, ByteView frame, const FrameHeaders& headers) const {
  const std::uint32_t filter = registers_.get(Reg::FTQF, index);
  if ((filter & field::FTQF::QUEUE_EN.mask) == 0) return false;
  const std::uint32_t skipped = field::FTQF::MASK.get(filter);
  const std::uint8_t* const ip = frame.data + headers.network;
  const auto differs = [&](std::uint32_t bit, std::uint32_t found, std::uint32_t wanted) {
    return (skipped & bit) == 0 && found != wanted;
  };
  if (differs(kProtocol, protocol_of(headers), field::FTQF::PROTOCOL.get(filter)) ||
      differs(kSourceAddress, load_le32(ip + 12), registers_.get(Reg::SAQF, index)) ||
      differs(kDestinationAddress, load_le32(ip + 16), registers_.get(Reg::DAQF, index)))
    return false;
  if ((skipped & kSourcePort) != 0 && (skipped & kDestinationPort) != 0) return true;
  if (headers.transport == 0) return false;
  const std::uint8_t* const ports = frame.data + headers.transport;
  const std::uint32_t wanted = registers_.get(Reg::SDPQF, index);
  return !differs(kSourcePort, load_le16(ports), field::SDPQF::SOURCE.get(wanted)) &&
         !differs(kDestinationPort, load_le16(ports + 2), field::SDPQF::DESTINATION.get(wanted));
}

int QueueFilters::by_tuple(ByteView frame, const FrameHeaders& headers) const {
  if (tuples_ == 0 || (headers.packet_type & kPacketIpv4) == 0 || headers.fragment) return -1;
  int queue = -1;
  std::uint32_t highest = 0;
  for (unsigned i = 0; i < kTuples; ++i) {
    if (!tuple_matches(i, frame, headers)) continue;
    const std::uint32_t priority = field::FTQF::PRIORITY.get(registers_.get(Reg::FTQF, i));
    if (queue >= 0 && priority <= highest) continue;
    highest = priority;
    queue = static_cast<int>(field::L34TIMIR::RX_QUEUE.get(registers_.get(Reg::L34TIMIR, i)));
  }
  return queue;
}

}  // namespace ixsim::nic
