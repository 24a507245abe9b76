// The table of tx_layout.h, queue by queue.
#include "nic/queues/tx_layout.h"

#include <algorithm>

#include "nic/registers/register_map.h"

namespace ixsim::nic {
namespace {

// The part of the table without pools counts in 128ths of all queues.
constexpr unsigned kParts = 128;
unsigned class_without_pools(unsigned queue, unsigned classes) {
  if (queue >= 96) return classes == 8 ? 4 + (queue - 96) / 8 : 2 + (queue - 96) / 16;
  if (queue >= 64) return classes == 8 ? 2 + (queue - 64) / 16 : 1;
  return classes == 8 ? queue / 32 : 0;
}

template <typename ClassOf>
void assign(TxLayout& layout, unsigned queues, ClassOf class_of) {
  for (unsigned queue = 0; queue < queues; ++queue) {
    const unsigned number = class_of(queue);
    layout.class_of[queue] = static_cast<std::uint8_t>(number);
    layout.queues_of[number].set(queue);
  }
}

}  // namespace

TxLayout tx_layout_in_groups(unsigned queues) {
  TxLayout layout;
  layout.classes = TxLayout::kMostClasses;
  const unsigned of_class = std::max(4u, (queues + TxLayout::kMostClasses - 1) / TxLayout::kMostClasses);
  assign(layout, queues, [of_class](unsigned queue) { return queue / of_class; });
  return layout;
}

TxLayout tx_layout_of(std::uint32_t mtqc, unsigned queues, unsigned pools) {
  const bool by_class = (mtqc & field::MTQC::RT_ENA.mask) != 0;
  const unsigned number = field::MTQC::NUM_TC_OR_Q.get(mtqc);
  TxLayout layout;
  if (by_class && number >= 2) layout.classes = number == 3 ? 8 : 4;
  layout.pooled = (mtqc & field::MTQC::VT_ENA.mask) != 0;
  layout.pools = std::min(pools, by_class && number == 3 ? 16u : number == 2 ? 32u : 64u);
  layout.queues_of_pool = std::max(1u, queues / layout.pools);
  assign(layout, queues, [&](unsigned queue) {
    if (layout.classes == 1) return 0u;
    if (layout.pooled) return queue % layout.queues_of_pool % layout.classes;
    return class_without_pools(queue * kParts / queues, layout.classes);
  });
  return layout;
}

}  // namespace ixsim::nic
