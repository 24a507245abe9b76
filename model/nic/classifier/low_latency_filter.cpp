// Compares one frame with the eight filters.
#include "nic/classifier/low_latency_filter.h"

#include "ethernet/protocols.h"
#include "ixsim/classifier.h"
#include "nic/registers/register_map.h"

namespace ixsim::nic {
namespace {

// Returns the six bits of IMIREXT as bits of the TCP header: URG, ACK, PSH, RST, SYN, FIN.
std::uint8_t chosen_flags(std::uint32_t condition) {
  std::uint8_t flags = 0;
  for (unsigned i = 0; i < 6; ++i) {
    if ((condition >> (13 + i) & 1) != 0) flags = static_cast<std::uint8_t>(flags | 0x20 >> i);
  }
  return flags;
}

}  // namespace

void LowLatencyFilter::bind(RegisterFile& registers) {
  registers.on_write<&LowLatencyFilter::port_written>(Reg::IMIR, *this);
  registers.on_write<&LowLatencyFilter::condition_written>(Reg::IMIREXT, *this);
  registers.on_write<&LowLatencyFilter::priority_written>(Reg::IMIRVP, *this);
}

void LowLatencyFilter::set_port(unsigned index, std::uint32_t imir) {
  filters_[index].port = imir;
  update();
}

void LowLatencyFilter::set_priority(std::uint32_t imirvp) {
  priority_ = imirvp;
  update();
}

void LowLatencyFilter::reset() {
  filters_.fill({});
  priority_ = 0;
  armed_ = false;
}

void LowLatencyFilter::update() {
  armed_ = (priority_ & 8) != 0;
  for (const Filter& filter : filters_) armed_ |= (filter.port & field::IMIR::PORT_IM_EN.mask) != 0;
}

bool LowLatencyFilter::matches(ByteView frame, const Decision& decision) const {
  if (decision.tagged && (priority_ & 8) != 0 && (decision.tci >> 13u) >= (priority_ & 7)) return true;
  const FrameHeaders& headers = decision.headers;
  const bool tcp = (headers.packet_type & kPacketTcp) != 0 && headers.transport != 0 &&
                   headers.transport + kTcpHeader <= frame.size;
  const std::uint8_t* const header = frame.data + headers.transport;
  for (const Filter& filter : filters_) {
    if ((filter.port & field::IMIR::PORT_IM_EN.mask) == 0) continue;
    const bool any_port = (filter.port & field::IMIR::PORT_BP.mask) != 0;
    const bool any_size = (filter.condition & field::IMIREXT::SIZE_BP.mask) != 0;
    const bool any_flags = (filter.condition & field::IMIREXT::CTRL_BP.mask) != 0;
    if (!any_port && (!tcp || load_be16(header + 2) != (filter.port & 0xffff))) continue;
    if (!any_size && frame.size >= (filter.condition & 0xfff)) continue;
    if (!any_flags && (!tcp || (header[kTcpFlags] & chosen_flags(filter.condition)) == 0)) continue;
    return true;
  }
  return false;
}

}  // namespace ixsim::nic
