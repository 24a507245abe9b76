// Which traffic class and which pool each transmit queue is of.
//
// 82598: eight classes of four queues. 82599: as MTQC says.
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
// Combinations that are not valid have one class, and pools are 64. Devices with fewer queues than the 82599
// have the same parts of them, pools at most as many as there are.
// Source: ixgbe_type.h, ixgbe_lib.c, ixgbe_dcb_82599.c; X550 datasheet, queues, pools and classes of
// transmit.
#ifndef IXSIM_NIC_QUEUES_TX_LAYOUT_H
#define IXSIM_NIC_QUEUES_TX_LAYOUT_H

#include <array>
#include <cstdint>

#include "ixsim/queue_mask.h"

namespace ixsim {

struct TxLayout {
  static constexpr unsigned kMostClasses = 8;

  unsigned classes = 1;
  bool pooled = false;          // queues are of pools
  unsigned pools = 0;           // ... of so many, if they were
  unsigned queues_of_pool = 1;  // ring numbers of one
  std::array<std::uint8_t, kMaxQueues> class_of{};
  std::array<QueueMask, kMostClasses> queues_of{};

  // -1 if it is of none: also what is left over when queues do not divide by the pools.
  int pool_of(unsigned queue) const {
    const unsigned pool = queue / queues_of_pool;
    return pooled && pool < pools ? static_cast<int>(pool) : -1;
  }
  // Classes of those queues, a bit each.
  std::uint32_t classes_of(const QueueMask& queues) const {
    std::uint32_t found = 0;
    for (unsigned i = 0; i < kMostClasses; ++i) found |= ((queues & queues_of[i]).any() ? 1u : 0) << i;
    return found;
  }
};

// Layout of the 82598, and its smaller relatives: four queues a class.
TxLayout tx_layout_in_fours(unsigned queues);
// Layout of the 82599 and devices with its registers.
TxLayout tx_layout_of(std::uint32_t mtqc, unsigned queues, unsigned pools);

}  // namespace ixsim

#endif
