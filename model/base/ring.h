// A growable first-in first-out ring, the storage of every queue on the data path. It allocates only when it
// grows, so a queue in steady state makes no allocation.
#ifndef IXSIM_BASE_RING_H
#define IXSIM_BASE_RING_H

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/layers.h"

namespace ixsim::base {

template <typename T>
class Ring {
 public:
  explicit Ring(std::size_t capacity = 16) : items_(capacity), mask_(capacity - 1) {}

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& front() { return items_[head_]; }
  const T& front() const { return items_[head_]; }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }
  // Returns the i-th item from the front, i < size().
  T& operator[](std::size_t i) { return items_[(head_ + i) & mask_]; }
  const T& operator[](std::size_t i) const { return items_[(head_ + i) & mask_]; }

  T& push(T item) {
    if (size_ > mask_) grow();
    T& place = items_[(head_ + size_) & mask_];
    place = std::move(item);
    ++size_;
    return place;
  }
  // Appends an item for the caller to fill. The item still holds the previous value of its slot.
  T& extend() {
    if (size_ > mask_) grow();
    return items_[(head_ + size_++) & mask_];
  }
  T pop() {
    T item = std::move(items_[head_]);
    drop();
    return item;
  }
  T pop_back() { return std::move(items_[(head_ + --size_) & mask_]); }
  // Removes the front item and frees the resources that it owned.
  void drop() {
    if constexpr (!std::is_trivially_destructible_v<T>) items_[head_] = T();
    head_ = (head_ + 1) & mask_;
    --size_;
  }
  void clear() {
    while (!empty()) drop();
  }

 private:
  [[gnu::noinline]] void grow() {
    std::vector<T> larger(items_.size() * 2);
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    items_ = std::move(larger);
    mask_ = items_.size() - 1;
    head_ = 0;
  }

  std::vector<T> items_;  // a power of two
  std::size_t mask_;      // mask of an index
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace ixsim::base

#endif
