// Requests of the client, and signals.
#include "serve/interrupt_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/vfio.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

namespace ixsim::serve {
namespace {

constexpr std::size_t kRequest = offsetof(vfio_irq_set, data);

// Returns whether a file is an event file; a file of another kind could make the server wait.
bool is_event_file(int fd) {
  char target[32];
  const ssize_t length = readlink(fmt::format("/proc/self/fd/{}", fd).c_str(), target, sizeof target - 1);
  if (length < 0) return false;
  target[length] = 0;
  return std::strcmp(target, "anon_inode:[eventfd]") == 0;
}

bool usable(const std::vector<Descriptor>& files) {
  for (const Descriptor& file : files) {
    if (!is_event_file(file.get())) return false;
    if (fcntl(file.get(), F_SETFL, fcntl(file.get(), F_GETFL) | O_NONBLOCK) != 0) return false;
  }
  return true;
}

}  // namespace

InterruptFiles::InterruptFiles(unsigned vectors, bool line_and_msi) {
  counts_[VFIO_PCI_INTX_IRQ_INDEX] = counts_[VFIO_PCI_MSI_IRQ_INDEX] = line_and_msi ? 1 : 0;
  counts_[VFIO_PCI_MSIX_IRQ_INDEX] = vectors;
  counts_[VFIO_PCI_ERR_IRQ_INDEX] = counts_[VFIO_PCI_REQ_IRQ_INDEX] = 1;
  clear();
}

void InterruptFiles::clear() {
  for (unsigned i = 0; i < kKinds; ++i) {
    files_[i].clear();
    files_[i].resize(counts_[i]);
  }
  masked_ = false;
  waiting_.clear();
  delivered_.clear();
}

std::uint32_t InterruptFiles::flags(unsigned index) const {
  if (index == VFIO_PCI_INTX_IRQ_INDEX)
    return VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_MASKABLE | VFIO_IRQ_INFO_AUTOMASKED;
  return VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_NORESIZE;
}

int InterruptFiles::set(ByteView payload, std::vector<Descriptor> files) {
  if (payload.size < kRequest) return EINVAL;
  const std::uint32_t flags = load_le32(payload.data + offsetof(vfio_irq_set, flags));
  const std::uint32_t index = load_le32(payload.data + offsetof(vfio_irq_set, index));
  const std::uint32_t start = load_le32(payload.data + offsetof(vfio_irq_set, start));
  const std::uint32_t count = load_le32(payload.data + offsetof(vfio_irq_set, count));
  const std::uint32_t type = flags & VFIO_IRQ_SET_DATA_TYPE_MASK;
  const std::uint32_t action = flags & VFIO_IRQ_SET_ACTION_TYPE_MASK;
  if ((flags & ~(type | action)) != 0 || index >= kKinds || start > counts_[index] ||
      count > counts_[index] - start)
    return EINVAL;
  if (type != VFIO_IRQ_SET_DATA_NONE && type != VFIO_IRQ_SET_DATA_BOOL && type != VFIO_IRQ_SET_DATA_EVENTFD)
    return EINVAL;
  if (type == VFIO_IRQ_SET_DATA_BOOL && payload.size - kRequest < count) return EINVAL;
  if (type != VFIO_IRQ_SET_DATA_EVENTFD && !files.empty()) return EINVAL;
  const auto chosen = [&](std::uint32_t i) {
    return type != VFIO_IRQ_SET_DATA_BOOL || payload.data[kRequest + i] != 0;
  };
  if (action == VFIO_IRQ_SET_ACTION_MASK || action == VFIO_IRQ_SET_ACTION_UNMASK) {
    if (index != VFIO_PCI_INTX_IRQ_INDEX || type == VFIO_IRQ_SET_DATA_EVENTFD) return EINVAL;
    if (count == 0 || !chosen(0)) return 0;
    masked_ = action == VFIO_IRQ_SET_ACTION_MASK;
    drive_line();
    return 0;
  }
  if (action != VFIO_IRQ_SET_ACTION_TRIGGER) return EINVAL;
  if (type == VFIO_IRQ_SET_DATA_EVENTFD) {
    if (files.size() > count || !usable(files)) return EINVAL;
    // Fewer files than interrupts: the others have none.
    for (std::uint32_t i = 0; i < count; ++i)
      files_[index][start + i] = i < files.size() ? std::move(files[i]) : Descriptor();
    if (index == VFIO_PCI_INTX_IRQ_INDEX) {
      masked_ = false;
      drive_line();
    }
    return 0;
  }
  if (type == VFIO_IRQ_SET_DATA_NONE && count == 0) {
    for (Descriptor& file : files_[index]) file = Descriptor();
    return 0;
  }
  for (std::uint32_t i = 0; i < count; ++i)
    if (chosen(i)) signal(index, start + i);
  return 0;
}

void InterruptFiles::interrupt(InterruptKind kind, unsigned vector) {
  if (kind == InterruptKind::kIntx) {
    line_ = vector != 0;
    drive_line();
    return;
  }
  const unsigned index = kind == InterruptKind::kMsix ? VFIO_PCI_MSIX_IRQ_INDEX : VFIO_PCI_MSI_IRQ_INDEX;
  if (vector < counts_[index]) signal(index, vector);
}

void InterruptFiles::drive_line() {
  if (!line_ || masked_ || counts_[VFIO_PCI_INTX_IRQ_INDEX] == 0) return;
  const Descriptor& file = files_[VFIO_PCI_INTX_IRQ_INDEX][0];
  if (!file) return;
  masked_ = true;
  signal(VFIO_PCI_INTX_IRQ_INDEX, 0);
}

void InterruptFiles::signal(unsigned index, unsigned vector) {
  if (!raised_) return write(files_[index][vector]);
  raised_(index, vector);
  const auto same = [&](const Place& place) { return place.index == index && place.vector == vector; };
  // A file that waits stands for all signals until the guest takes them.
  if (std::none_of(waiting_.begin(), waiting_.end(), same)) waiting_.push_back({index, vector});
}

void InterruptFiles::deliver() {
  delivered_ = std::exchange(waiting_, {});
  for (const Place& place : delivered_) write(files_[place.index][place.vector]);
}

bool InterruptFiles::taken() const {
  return std::all_of(delivered_.begin(), delivered_.end(), [&](const Place& place) {
    const Descriptor& file = files_[place.index][place.vector];
    pollfd wait{file.get(), POLLIN, 0};
    return !file || poll(&wait, 1, 0) == 0;
  });
}

void InterruptFiles::write(const Descriptor& file) {
  if (!file) return;
  // The counter of a file that is not read fills up: the interrupt pends there already.
  const std::uint64_t one = 1;
  if (::write(file.get(), &one, sizeof one) == sizeof one) ++signalled_;
}

}  // namespace ixsim::serve
