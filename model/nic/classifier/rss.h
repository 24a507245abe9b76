// Receive-side scaling: the header fields of a frame that are hashed, and the resulting receive queue.
//
// Source: datasheet, receive-side scaling and receive queue assignment.
#ifndef IXSIM_NIC_CLASSIFIER_RSS_H
#define IXSIM_NIC_CLASSIFIER_RSS_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/classifier.h"
#include "nic/classifier/filter_tables.h"

namespace ixsim::nic {

struct RssResult {
  std::uint8_t type = 0;   // descriptor RSS type 0..9, 0: not hashed
  std::uint32_t hash = 0;  // 0 if not hashed
};

// Returns hash type and hash of a frame under MRQC and RSSRK; an empty result if MRQC.RSSEN is clear.
RssResult rss(const FilterTables& tables, ByteView frame, const FrameHeaders& headers);

// Receive queue, below the number of queues. `vmdq` and `traffic_class` are 0 when their feature is off.
std::uint8_t receive_queue(const FilterTables& tables, const RssResult& rss, std::uint8_t vmdq,
                           std::uint8_t traffic_class);

}  // namespace ixsim::nic

#endif
