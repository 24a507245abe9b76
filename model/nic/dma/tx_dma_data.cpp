// The data of granted packets: reads, the space that they reserve in their partition, and the frames built
// from the arrived data. The engine makes at most one read per edge; frames leave in grant order, class by
// class.
#include "nic/dma/tx_dma.h"

#include <algorithm>
#include <utility>

#include "nic/dma/tx_descriptor.h"
#include "nic/dma/tx_offload.h"

namespace ixsim::nic {
namespace {

constexpr std::uint32_t kTagAndFcs = 8;
constexpr std::uint32_t kMinFrame = 64;

}  // namespace

using namespace tx_descriptor;  // NOLINT(google-build-using-namespace)

// --- Reads.

bool TxDma::waits_for_read() const {
  if (reads_open_ < kReadsAhead) return false;
  for (std::uint32_t rest = unread_; rest != 0; rest &= rest - 1) {
    const Partition& partition = partitions_[static_cast<unsigned>(__builtin_ctz(rest))];
    const TxPacket& packet = *partition.active[partition.reading];
    if (packet.bad || packet.next_descriptor == packet.descriptors.size() ||
        length(packet.descriptors[packet.next_descriptor]) == packet.next_piece)
      return false;
  }
  return true;
}

void TxDma::change_stalled(unsigned traffic_class, Time now) {
  stalled_ ^= 1u << traffic_class;
  if (layout_ == nullptr) return;
  update_requests(now);
  owner_.ready_changed(ready(), now);
}

bool TxDma::read_data(Time now) {
  if (unread_ == 0 || granted_at_ == now) return false;
  for (std::uint32_t rest = unread_; rest != 0;) {
    auto oldest = static_cast<unsigned>(__builtin_ctz(rest));
    for (std::uint32_t more = rest & (rest - 1); more != 0; more &= more - 1) {
      const auto i = static_cast<unsigned>(__builtin_ctz(more));
      const auto order = [&](unsigned c) { return partitions_[c].active[partitions_[c].reading]->order; };
      if (order(i) < order(oldest)) oldest = i;
    }
    rest &= ~(1u << oldest);
    const ReadStep step = read_packet(oldest, now);
    if (step == ReadStep::kNone) return false;
    set_stalled(oldest, step == ReadStep::kNoSpace, now);
    if (step == ReadStep::kMade) return true;
  }
  return false;
}

// Makes one read for the current packet of the class.
TxDma::ReadStep TxDma::read_packet(unsigned traffic_class, Time now) {
  Partition& partition = partitions_[traffic_class];
  TxPacket& packet = *partition.active[partition.reading];
  if (packet.next_descriptor == packet.descriptors.size()) {
    if (++partition.reading == partition.active.size()) unread_ &= ~(1u << traffic_class);
    if (ready()) owner_.ready_changed(true, now);
    return ReadStep::kMade;
  }
  const TxQueue::Descriptor& descriptor = packet.descriptors[packet.next_descriptor];
  const std::uint32_t left = packet.bad ? 0 : length(descriptor) - packet.next_piece;
  std::uint32_t piece = std::min(left, kReadPiece);
  std::uint32_t growth = kTagAndFcs + kMinFrame;
  if (packet.command.segment && piece != 0) {
    const std::uint32_t mss = packet.command.context.mss;
    piece = std::min(piece, mss * (layout_ != nullptr ? kSegmentsOfSmallPiece : kSegmentsOfPiece));
    const std::uint32_t a_segment = std::max(packet.command.context.header_length() + kTagAndFcs, kMinFrame);
    growth = (piece / mss + 1) * a_segment;
  }
  if (piece != 0) {
    if (reads_open_ >= kReadsAhead) return ReadStep::kNone;
    // A granted packet finds space, also if the partition has been made smaller since.
    const std::uint32_t more = piece + growth + kSlack;
    if (partition.used + more > std::max(partition.size, kLeastPartition) ||
        buffer_used_ + more > buffer_bytes_)
      return ReadStep::kNoSpace;
  }
  TxPacket::Read read;
  read.length = piece;
  read.growth = piece != 0 ? growth : 0;
  const bool taken = piece == left;
  read.ends_descriptor = taken && !descriptor.part;
  read.wants_status = wants_status(descriptor);
  read.arrived = piece == 0;
  if (piece != 0) {
    DmaRequest& request = endpoint_.make_request();
    request.kind = DmaKind::kRead;
    request.source = DmaSource::kTxData;
    request.port = static_cast<std::uint8_t>(port_);
    request.queue = static_cast<std::uint16_t>(packet.queue);
    request.address = descriptor.low + packet.next_piece;
    request.length = piece;
    request.client = this;
    request.tokens[0] = &packet;
    request.cookie = packet.reads_made++;
    request.into = packet.data + packet.asked;
    packet.asked += piece;
    use(traffic_class, std::int64_t{piece} + growth);
    space_changed(now);
    packet.reserved += piece + growth;
    ++reads_open_;
    endpoint_.submit(request, now);
  } else {
    ++packet.reads_made;
  }
  packet.reads.push(read);
  packet.next_piece += piece;
  if (taken) {
    ++packet.next_descriptor;
    packet.next_piece = 0;
  }
  return ReadStep::kMade;
}

void TxDma::arrived(TxPacket& packet, TxPacket::Read& read, Time now) {
  if (!read.ok) packet.failed = true;
  use(packet.traffic_class, -std::int64_t{read.growth});
  packet.reserved -= read.growth;
  packet.arrived += read.length;
  if (packet.failed) {
    // Nothing of it is sent any more: a long request must not fill the buffer while its rest is read.
    const std::uint32_t bytes = packet.arrived - packet.used + packet.header_reserved;
    use(packet.traffic_class, -std::int64_t{bytes});
    packet.reserved -= bytes;
    packet.header_reserved = 0;
    packet.used = packet.arrived;
  }
  if (read.ends_descriptor && queues_[packet.queue].generation == packet.generation) {
    complete_descriptor(packet.queue, read.wants_status, now);
  }
}

bool TxDma::data_here() const {
  for (std::uint32_t rest = busy_; rest != 0; rest &= rest - 1) {
    if (data_here(partitions_[static_cast<unsigned>(__builtin_ctz(rest))])) return true;
  }
  return false;
}

// --- Frames.

bool TxDma::deliver(Time now) {
  for (std::uint32_t rest = busy_; rest != 0;) {
    auto oldest = static_cast<unsigned>(__builtin_ctz(rest));
    for (std::uint32_t more = rest & (rest - 1); more != 0; more &= more - 1) {
      const auto i = static_cast<unsigned>(__builtin_ctz(more));
      if (partitions_[i].active.front()->order < partitions_[oldest].active.front()->order) oldest = i;
    }
    rest &= ~(1u << oldest);
    if (deliver(partitions_[oldest], now)) return true;
  }
  return false;
}

bool TxDma::deliver(Partition& partition, Time now) {
  TxPacket& packet = *partition.active.front();
  // A segment takes over the failures of earlier ones even without data.
  if (packet.request == nullptr && !data_here(partition)) return false;
  bool acted = false;
  while (!packet.reads.empty() && packet.reads.front().arrived) {
    arrived(packet, packet.reads.front(), now);
    packet.reads.drop();
    ++packet.reads_taken;
    acted = true;
  }
  const bool complete = partition.reading != 0 && packet.reads.empty();
  // Anything missing from a request is missing from its later segments too.
  if (packet.request != nullptr) {
    packet.failed |= packet.request->failed;
    packet.request->failed = packet.failed;
  }
  const bool good = !packet.bad && !packet.failed;
  if (good && packet.command.segment && (acted || complete)) send_segments(packet, complete, now);
  if (!complete) {
    if (acted) space_changed(now);
    return acted;
  }
  if (good && !packet.command.segment && !packet.empty) {
    FrameRef frame = finish_frame(std::move(packet.frame), packet.arrived, packet.command);
    send_frame(packet, std::move(frame), packet.arrived, true, now);
  }
  finish(packet, now);
  return true;
}

// Apart, so that other packets do not pay for its stack frame.
[[gnu::noinline]] void TxDma::send_segments(TxPacket& packet, bool complete, Time now) {
  const TxContext& context = packet.command.context;
  const std::uint32_t header = context.header_length();
  if (packet.request != nullptr) packet.header = packet.request->header;
  if (packet.header.empty()) {
    if (packet.arrived < header) return;
    packet.header.assign(packet.bytes.begin(), packet.bytes.begin() + header);
    packet.used = header;
    packet.header_reserved = header;
    if (packet.request != nullptr) packet.request->header = packet.header;
  }
  while (packet.payload_sent < packet.payload_end) {
    const std::uint32_t want = std::min<std::uint32_t>(context.mss, packet.payload_end - packet.payload_sent);
    const bool last = packet.payload_sent + want == packet.command.payload;
    if (packet.arrived - packet.used < want || (last && !complete)) break;
    FrameRef frame =
        make_segment({packet.header.data(), packet.header.size()}, {packet.bytes.data() + packet.used, want},
                     packet.frames, packet.payload_sent, last, packet.command);
    packet.used += want;
    packet.payload_sent += want;
    send_frame(packet, std::move(frame), want + packet.header_reserved, last, now);
    packet.header_reserved = 0;
  }
}

void TxDma::send_frame(TxPacket& packet, FrameRef frame, std::uint32_t bytes, bool last, Time now) {
  // The frame takes the place of the bytes that were read for it.
  use(packet.traffic_class, static_cast<std::int64_t>(frame->size()) - bytes);
  packet.reserved -= bytes;
  ++packet.frames;
  owner_.frame_ready(std::move(frame), packet, last, now);
}

void TxDma::finish(TxPacket& packet, Time now) {
  use(packet.traffic_class, -std::int64_t{packet.reserved});
  packet.reserved = 0;
  Partition& partition = partitions_[packet.traffic_class];
  partition.active.drop();
  --partition.reading;
  if (partition.active.empty()) busy_ &= ~(1u << packet.traffic_class);
  const bool ends = packet.request == nullptr || packet.payload_end == packet.command.payload;
  if (!ends) {
    // The packet of the request's last segment carries its outcome.
  } else if (packet.flushed) {
    // A reset fails its reads too.
    owner_.packet_done(packet, TxBucket::kFlushed, now);
  } else if (packet.failed) {
    owner_.packet_done(packet, TxBucket::kDmaError, now);
  } else if (packet.bad) {
    owner_.packet_done(packet, TxBucket::kBadDescriptor, now);
  } else if (packet.empty) {
    owner_.packet_done(packet, TxBucket::kSent, now);
  }
  free_packets_.push_back(&packet);
  space_changed(now);
}

}  // namespace ixsim::nic
