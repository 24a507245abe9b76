/// \file
/// A frame on the wire, from destination address to FCS. Sources make frames, and all later stages share
/// them.
///
/// Frames cannot be changed once made, so the MAC, the packet buffer, a checker and a trace writer can refer
/// to one frame at once. Frames are small, many and short-lived. The reference count is therefore not atomic
/// (a frame stays on the thread that made it), and the storage comes from a free list for each size class.
/// Making and dropping a 64-byte frame costs some tens of instructions.
///
/// Part of model/ethernet/.
#ifndef IXSIM_FRAME_H
#define IXSIM_FRAME_H

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "ixsim/bytes.h"

namespace ixsim {

/// Bytes of the frame check sequence (FCS).
inline constexpr std::size_t kFcsSize = 4;
/// Smallest frame of IEEE 802.3 in bytes, with FCS.
inline constexpr std::size_t kMinFrameSize = 64;
/// Largest untagged frame of IEEE 802.3 in bytes, with FCS.
inline constexpr std::size_t kMaxFrameSize = 1518;
/// Longest frame that a source may put on the wire, in bytes with FCS. It is far longer than any device
/// accepts, so that captured offload segments can be sent and their drop observed.
inline constexpr std::size_t kLongestWireFrame = (std::size_t{1} << 20) + kFcsSize;

/// Returns the CRC-32 of the bytes (reflected, initial value and final complement all ones). Source: IEEE
/// 802.3, clause 3.2.9.
std::uint32_t crc32(ByteView bytes);
/// Fills the last four bytes of a frame of `size` bytes, at least four, with its frame check sequence: CRC-32
/// over destination address to pad, least significant byte first.
void write_fcs(std::uint8_t* frame, std::size_t size);
/// Returns whether the last four bytes are the FCS of those before them; false for fewer than four bytes.
bool fcs_is_good(ByteView frame);

/// Changes that the source made to a frame, and line errors.
struct FrameNotes {
  bool symbol_error = false;   ///< a line error: the MAC sees an error symbol inside the frame
  std::uint8_t padded = 0;     ///< zero bytes added to reach the minimum of 60 before the FCS
  std::uint32_t extended = 0;  ///< zero bytes in the space of bytes that a capture had cut off
};

/// \cond
// Storage of frames: a free list for every power-of-two block size.
namespace frame_pool {

// Blocks of 128, 256 ... 16384 bytes, header included; larger frames are rare and go to the heap.
inline constexpr std::uint32_t kSizeClasses = 8;
inline constexpr std::uint32_t kSmallestBlockLog2 = 7;

struct FreeBlock {
  FreeBlock* next;
};

// Plain data with constant initial values, so that access needs no guard. frame.cpp returns the blocks to the
// heap when the thread ends.
struct FreeLists {
  FreeBlock* heads[kSizeClasses] = {};
  // False before the first allocation and while the thread ends; blocks then go to the heap.
  bool keep = false;
};
inline thread_local FreeLists free_lists;

}  // namespace frame_pool
/// \endcond

class FrameBuffer;

/// An immutable frame; a FrameRef refers to it.
class Frame {
 public:
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// Returns the bytes from destination address to FCS, both included. The first call computes an FCS that
  /// was added.
  ByteView bytes() const {
    if (fcs_due_) const_cast<Frame*>(this)->write_due_fcs();
    return {storage(), size_};
  }
  /// Returns the number of bytes, FCS included.
  std::size_t size() const { return size_; }
  /// Returns the bytes from destination address to the last one before the FCS; empty if the frame has at
  /// most four bytes.
  ByteView without_fcs() const { return {storage(), size_ > kFcsSize ? size_ - kFcsSize : 0}; }
  /// Returns the changes and errors that came with the frame.
  const FrameNotes& notes() const { return notes_; }
  /// Returns whether the MAC sees an error symbol inside the frame.
  bool symbol_error() const { return notes_.symbol_error; }
  /// Returns whether the FCS was computed when the frame was sealed, and did not come with its bytes.
  bool fcs_added() const { return sealed_with_fcs_; }
  /// Returns whether the last four bytes are the FCS of the others. A frame sealed with its FCS needs no
  /// computation.
  bool fcs_is_good() const { return sealed_with_fcs_ || ixsim::fcs_is_good(bytes()); }

 private:
  friend class FrameBuffer;
  friend class FrameRef;

  Frame(std::uint32_t size, std::uint32_t size_class)
      : size_(size), size_class_(static_cast<std::uint8_t>(size_class)) {}
  ~Frame() = default;

  // The bytes follow the header in the same block.
  const std::uint8_t* storage() const { return reinterpret_cast<const std::uint8_t*>(this + 1); }
  std::uint8_t* storage() { return reinterpret_cast<std::uint8_t*>(this + 1); }

  void write_due_fcs();

  static Frame* allocate(std::size_t size);
  static void release(Frame* frame);
  static Frame* allocate_slowly(std::size_t size, std::uint32_t size_class);
  static void release_slowly(Frame* frame);

  std::uint32_t references_ = 1;
  std::uint32_t size_;
  std::uint8_t size_class_;
  bool sealed_with_fcs_ = false;
  bool fcs_due_ = false;  // the FCS is added, and not computed yet
  FrameNotes notes_;
};

/// A shared reference to a frame; may be empty. Copies must stay on the thread that made the frame.
class FrameRef {
 public:
  /// Makes an empty reference.
  FrameRef() = default;
  /// Adds a reference to the frame of `other`.
  FrameRef(const FrameRef& other) : frame_(other.frame_) {
    if (frame_ != nullptr) ++frame_->references_;
  }
  /// Takes the reference of `other`, which is empty afterwards.
  FrameRef(FrameRef&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
  /// Refers to the frame of `other`.
  FrameRef& operator=(const FrameRef& other) { return *this = FrameRef(other); }
  /// Takes the reference of `other`, which is empty afterwards.
  FrameRef& operator=(FrameRef&& other) noexcept {
    const FrameRef old(std::exchange(frame_, std::exchange(other.frame_, nullptr)));
    return *this;
  }
  /// Releases the reference; the last one frees the frame.
  ~FrameRef() {
    if (frame_ != nullptr && --frame_->references_ == 0) Frame::release(frame_);
  }

  /// Returns the frame; the reference must not be empty.
  const Frame& operator*() const { return *frame_; }
  /// Returns the frame; the reference must not be empty.
  const Frame* operator->() const { return frame_; }
  /// Returns the frame, or null.
  const Frame* get() const { return frame_; }
  /// Returns whether there is a frame.
  explicit operator bool() const { return frame_ != nullptr; }

 private:
  friend class FrameBuffer;
  explicit FrameRef(Frame* frame) : frame_(frame) {}

  Frame* frame_ = nullptr;
};

/// A frame under construction. Only a FrameBuffer can write the bytes of a frame.
class FrameBuffer {
 public:
  /// Makes an empty buffer. It can only be assigned to or destroyed.
  FrameBuffer() = default;
  /// Allocates `size` uninitialised bytes, FCS included; 1 to kLongestWireFrame.
  explicit FrameBuffer(std::size_t size) : frame_(Frame::allocate(size)) {}
  /// Takes the bytes of another buffer.
  FrameBuffer(FrameBuffer&&) = default;
  /// Takes the bytes of another buffer; the previous bytes are freed.
  FrameBuffer& operator=(FrameBuffer&&) = default;

  /// Returns a pointer to the first byte.
  std::uint8_t* data() { return frame_.frame_->storage(); }
  /// Returns the number of bytes.
  std::size_t size() const { return frame_->size(); }
  /// Returns the finished frame; the buffer is empty afterwards.
  FrameRef seal(const FrameNotes& notes = {}) && {
    frame_.frame_->notes_ = notes;
    return std::move(frame_);
  }
  /// Returns the finished frame of at least four bytes, whose last four are the FCS of the others.
  FrameRef seal_with_fcs(const FrameNotes& notes = {}) && {
    frame_.frame_->sealed_with_fcs_ = frame_.frame_->fcs_due_ = true;
    return std::move(*this).seal(notes);
  }

 private:
  FrameRef frame_;
};

/// Returns a frame with these bytes, which include the FCS (right or wrong).
FrameRef make_frame(ByteView wire_bytes, const FrameNotes& notes = {});
/// Returns a frame with these bytes and the FCS that belongs to them.
FrameRef make_frame_with_fcs(ByteView without_fcs, const FrameNotes& notes = {});

/// \cond
inline Frame* Frame::allocate(std::size_t size) {
  const std::size_t block = sizeof(Frame) + size;
  const auto width = static_cast<std::uint32_t>(64 - __builtin_clzll(block - 1));
  const std::uint32_t size_class =
      width > frame_pool::kSmallestBlockLog2 ? width - frame_pool::kSmallestBlockLog2 : 0;
  if (size_class >= frame_pool::kSizeClasses) return allocate_slowly(size, size_class);
  frame_pool::FreeBlock*& head = frame_pool::free_lists.heads[size_class];
  if (head == nullptr) return allocate_slowly(size, size_class);
  void* const place = head;
  head = head->next;
  return new (place) Frame(static_cast<std::uint32_t>(size), size_class);
}

inline void Frame::release(Frame* frame) {
  const std::uint32_t size_class = frame->size_class_;
  if (size_class >= frame_pool::kSizeClasses || !frame_pool::free_lists.keep) return release_slowly(frame);
  frame_pool::FreeBlock*& head = frame_pool::free_lists.heads[size_class];
  head = new (static_cast<void*>(frame)) frame_pool::FreeBlock{head};
}
/// \endcond

}  // namespace ixsim

#endif
