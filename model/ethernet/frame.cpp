// Frame storage off the fast path: first use of a block, frames larger than the size classes, end of a
// thread.
#include "ixsim/frame.h"

namespace ixsim {
namespace {

#if defined(__SANITIZE_ADDRESS__)
// Without reuse, every block goes back to the heap, so that the sanitizer detects a use after the last
// reference is dropped.
constexpr bool kReuseBlocks = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kReuseBlocks = false;
#else
constexpr bool kReuseBlocks = true;
#endif
#else
constexpr bool kReuseBlocks = true;
#endif

// Returns the free blocks of a thread to the heap when it ends. Frames dropped later still find `keep` false.
struct Reaper {
  Reaper() { frame_pool::free_lists.keep = kReuseBlocks; }
  ~Reaper() {
    frame_pool::FreeLists& lists = frame_pool::free_lists;
    lists.keep = false;
    for (frame_pool::FreeBlock*& head : lists.heads) {
      while (head != nullptr) ::operator delete(std::exchange(head, head->next));
    }
  }
};

}  // namespace

Frame* Frame::allocate_slowly(std::size_t size, std::uint32_t size_class) {
  static thread_local Reaper reaper;
  const std::size_t block = size_class < frame_pool::kSizeClasses
                                ? std::size_t{1} << (size_class + frame_pool::kSmallestBlockLog2)
                                : sizeof(Frame) + size;
  return new (::operator new(kReuseBlocks ? block : sizeof(Frame) + size))
      Frame(static_cast<std::uint32_t>(size), size_class);
}

void Frame::release_slowly(Frame* frame) { ::operator delete(static_cast<void*>(frame)); }

FrameRef make_frame(ByteView wire_bytes, const FrameNotes& notes) {
  FrameBuffer buffer(wire_bytes.size);
  std::memcpy(buffer.data(), wire_bytes.data, wire_bytes.size);
  return std::move(buffer).seal(notes);
}

FrameRef make_frame_with_fcs(ByteView without_fcs, const FrameNotes& notes) {
  FrameBuffer buffer(without_fcs.size + kFcsSize);
  std::memcpy(buffer.data(), without_fcs.data, without_fcs.size);
  return std::move(buffer).seal_with_fcs(notes);
}

}  // namespace ixsim
