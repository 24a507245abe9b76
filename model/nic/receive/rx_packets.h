// The packets of the receive path of one port. A packet without a frame is used again for a later frame.
//
// Timing contract: none.
#ifndef IXSIM_NIC_RECEIVE_RX_PACKETS_H
#define IXSIM_NIC_RECEIVE_RX_PACKETS_H

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "base/layers.h"
#include "nic/packet/rx_packet.h"

namespace ixsim::nic {

class RxPackets {
 public:
  // Returns a packet with its initial values.
  RxPacket& make() {
    if (free_.empty()) {
      packets_.push_back(std::make_unique<RxPacket>());
      free_.push_back(packets_.back().get());
    }
    RxPacket& packet = *free_.back();
    free_.pop_back();
    packet.~RxPacket();
    return *new (&packet) RxPacket;
  }
  // Takes back a packet that no request refers to.
  void recycle(RxPacket& packet) {
    packet.frame = FrameRef();
    if (packet.inner) packet.inner = FrameRef();
    free_.push_back(&packet);
  }
  // Takes back a packet that has its outcome. A reset may discard a write-back before data that are already
  // on the link: such a packet is retired, and recycled after its last write.
  void release(RxPacket& packet) {
    if (packet.writes == 0) {
      recycle(packet);
    } else {
      packet.retired = true;
    }
  }
  // Returns the number of packets that are in use.
  std::size_t in_use() const { return packets_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<RxPacket>> packets_;
  std::vector<RxPacket*> free_;
};

}  // namespace ixsim::nic

#endif
