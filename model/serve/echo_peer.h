// A peer that replies to ARP and neighbour solicitations for every address, and to echo requests of ICMP and
// ICMPv6. The reply to a frame with one VLAN tag has the same tag. A request with a wrong checksum has no
// reply.
//
// Source: RFC 826 (ARP), RFC 792 (ICMP), RFC 4443 (ICMPv6), RFC 4861 (neighbour discovery).
#ifndef IXSIM_SERVE_ECHO_PEER_H
#define IXSIM_SERVE_ECHO_PEER_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "ixsim/bytes.h"

namespace ixsim::serve {

enum class EchoParse { kOther, kAnswer, kBadChecksum };

// Sets `answer` to the reply to a frame, both without FCS, if the frame has one.
EchoParse echo_answer(ByteView frame, std::vector<std::uint8_t>& answer);

}  // namespace ixsim::serve

#endif
