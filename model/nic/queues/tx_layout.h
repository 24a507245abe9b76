// The traffic class and the pool of each transmit queue.
//
// 82598: eight classes of four queues; a custom device with its rules and Q > 32 queues has ceil(Q / 8) of
// each class. 82599: MTQC selects the layout.
//
//   RT_ENA  VT_ENA  NUM_TC_OR_Q   classes   pools   queue
//     0       0         0            1        -
//     1       0         2            4        -     of classes 0 to 3: 64, 32, 16, 16
//     1       0         3            8        -     of classes 0 to 7: 32, 32, 16, 16, 8, 8, 8, 8
//     0       1         1            1       64     pool * 2 + any
//     0       1         2            1       32     pool * 4 + any
//     1       1         2            4       32     pool * 4 + class
//     1       1         3            8       16     pool * 8 + class
//
// Invalid combinations have one class and 64 pools. Devices with fewer queues than the 82599 divide them in
// the same proportions, with at most as many pools as the device has. Source: ixgbe_type.h, ixgbe_lib.c,
// ixgbe_dcb_82599.c; X550 datasheet, queues, pools and classes of transmit.
#ifndef IXSIM_NIC_QUEUES_TX_LAYOUT_H
#define IXSIM_NIC_QUEUES_TX_LAYOUT_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/queue_mask.h"

namespace ixsim::nic {

struct TxLayout {
  static constexpr unsigned kMostClasses = 8;

  unsigned classes = 1;
  bool pooled = false;          // queues belong to pools
  unsigned pools = 0;           // number of pools of the layout
  unsigned queues_of_pool = 1;  // ring numbers of one pool
  std::array<std::uint8_t, kMaxQueues> class_of{};
  std::array<QueueMask, kMostClasses> queues_of{};

  // Returns the pool of a queue; -1 if it has none. Queues that remain when the number of queues is no
  // multiple of the pools have none.
  int pool_of(unsigned queue) const {
    const unsigned pool = queue / queues_of_pool;
    return pooled && pool < pools ? static_cast<int>(pool) : -1;
  }
  // Returns the classes of those queues, one bit each.
  std::uint32_t classes_of(const QueueMask& queues) const {
    std::uint32_t found = 0;
    for (unsigned i = 0; i < kMostClasses; ++i) found |= ((queues & queues_of[i]).any() ? 1u : 0) << i;
    return found;
  }
};

// Returns the layout of the 82598 and its relatives: four queues per class, or an eighth of more than 32.
TxLayout tx_layout_in_groups(unsigned queues);
// Returns the layout of the 82599 and of devices with its registers.
TxLayout tx_layout_of(std::uint32_t mtqc, unsigned queues, unsigned pools);

}  // namespace ixsim::nic

#endif
