// A peer that replies to ARP and neighbour solicitations for every address, and to echo requests of ICMP and
// ICMPv6. The reply to a frame with one VLAN tag has the same tag.
//
// Source: RFC 826 (ARP), RFC 792 (ICMP), RFC 4443 (ICMPv6), RFC 4861 (neighbour discovery).
#ifndef IXSIM_SERVE_ECHO_PEER_H
#define IXSIM_SERVE_ECHO_PEER_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "ixsim/bytes.h"

namespace ixsim::serve {

// Returns the answer to a frame, both without FCS; empty if there is none.
std::vector<std::uint8_t> echo_answer(ByteView frame);

}  // namespace ixsim::serve

#endif
