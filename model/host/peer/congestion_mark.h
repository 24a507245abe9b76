// Explicit congestion notification in a bridge: a frame whose IP header says that both ends understand it is
// marked instead of being dropped later.
//
// Timing contract: none; a pure function. Source: RFC 3168 (IPv4 and IPv6), RFC 1624 (checksum of the
// header).
#ifndef IXSIM_HOST_PEER_CONGESTION_MARK_H
#define IXSIM_HOST_PEER_CONGESTION_MARK_H

#include "ixsim/frame.h"

namespace ixsim {

// Returns a copy of the frame with the mark "congestion experienced" (the frame itself if it has the mark);
// an empty reference if the frame is not IP, is cut short, has a wrong FCS, or its ends do not understand the
// mark. The copy has the FCS that belongs to its bytes.
FrameRef mark_congestion(const FrameRef& frame);

}  // namespace ixsim

#endif
