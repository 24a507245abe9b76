// Explicit congestion notification in a bridge. A frame whose IP header states that both ends support it is
// marked, instead of being dropped later.
//
// Timing contract: none; a pure function. Source: RFC 3168 (IPv4 and IPv6), RFC 1624 (checksum of the
// header).
#ifndef IXSIM_HOST_PEER_CONGESTION_MARK_H
#define IXSIM_HOST_PEER_CONGESTION_MARK_H

#include "base/layers.h"
#include "ixsim/frame.h"

namespace ixsim::host {

// Returns a copy of the frame with the mark "congestion experienced" (the frame itself if it has the mark).
// Returns an empty reference if the frame is not IP, is truncated, has a wrong FCS, or its ends do not
// support the mark. The FCS of the copy matches its bytes.
FrameRef mark_congestion(const FrameRef& frame);

}  // namespace ixsim::host

#endif
