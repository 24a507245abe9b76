// Frames: bytes are kept, references are counted, and blocks are reused and returned.
#include "ixsim/frame.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace ixsim::test {
namespace {

ByteView view(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(Frame, KeepsItsBytesAndNotes) {
  const std::string text = "some bytes of a frame";
  const FrameRef frame = make_frame(view(text), FrameNotes{true, 3, 70'000});
  EXPECT_EQ(frame->size(), text.size());
  EXPECT_EQ(std::string(frame->bytes().begin(), frame->bytes().end()), text);
  EXPECT_EQ(frame->without_fcs().size, text.size() - 4);
  EXPECT_TRUE(frame->symbol_error());
  EXPECT_EQ(frame->notes().padded, 3);
  EXPECT_EQ(frame->notes().extended, 70'000u);
}

TEST(Frame, WithoutFcsOfRuntsIsEmpty) {
  for (std::size_t size = 1; size <= 4; ++size) {
    EXPECT_EQ(make_frame(view(std::string(size, 'x')))->without_fcs().size, 0u);
  }
  EXPECT_EQ(make_frame(view("12345"))->without_fcs().size, 1u);
}

TEST(Frame, SharedReferencesSeeOneFrame) {
  FrameRef a = make_frame(view("shared"));
  FrameRef b = a;
  EXPECT_EQ(a.get(), b.get());
  a = FrameRef();
  EXPECT_FALSE(a);
  EXPECT_EQ(std::string(b->bytes().begin(), b->bytes().end()), "shared");
  FrameRef c = std::move(b);
  EXPECT_FALSE(b);  // NOLINT(bugprone-use-after-move): empty afterwards, by contract
  FrameRef& same = c;
  c = same;
  EXPECT_EQ(c->size(), 6u);
}

// Every size around every class boundary, all alive at once: no two blocks overlap.
TEST(Frame, BlocksOfAllSizesDoNotOverlap) {
  for (int round = 0; round < 2; ++round) {  // the second round runs on reused blocks
    std::vector<FrameRef> frames;
    std::vector<std::size_t> sizes;
    for (std::size_t block = 64; block <= 65'536; block *= 2) {
      for (std::size_t size = block - 40; size <= block + 2; ++size) sizes.push_back(size);
    }
    sizes.push_back(kLongestWireFrame);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      FrameBuffer buffer(sizes[i]);
      std::memset(buffer.data(), static_cast<int>(i & 0xff), sizes[i]);
      frames.push_back(std::move(buffer).seal());
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      for (const std::uint8_t byte : frames[i]->bytes()) ASSERT_EQ(byte, i & 0xff) << "size " << sizes[i];
    }
  }
}

TEST(Frame, FramesOfAThreadEndWithIt) {
  std::thread([] {
    static thread_local FrameRef late;  // dropped after or before the free lists: both must work
    std::vector<FrameRef> frames;
    for (int i = 0; i < 100; ++i) frames.push_back(make_frame(view("bytes")));
    late = frames.back();
  }).join();
}

TEST(Fcs, PublishedValues) {
  EXPECT_EQ(crc32(view("123456789")), 0xcbf43926u);  // the check value of the CRC catalogue
  EXPECT_EQ(crc32(view("")), 0u);
  // Residue: CRC over data and its own FCS is the same for every frame.
  EXPECT_EQ(crc32(make_frame_with_fcs(view("any data at all"))->bytes()), 0x2144df1cu);
}

TEST(Fcs, IsSentLeastSignificantByteFirst) {
  const FrameRef frame = make_frame_with_fcs(view("123456789"));
  EXPECT_EQ(frame->bytes()[9], 0x26);
  EXPECT_EQ(frame->bytes()[10], 0x39);
  EXPECT_EQ(frame->bytes()[11], 0xf4);
  EXPECT_EQ(frame->bytes()[12], 0xcb);
}

TEST(Fcs, AgreesWithBitwiseDivisionAndSeesEveryFlippedBit) {
  std::string text;
  for (int i = 0; i < 200; ++i) text.push_back(static_cast<char>(i * 37 + 11));
  for (const std::size_t size : {1u, 2u, 15u, 16u, 17u, 60u, 63u, 64u, 200u}) {
    std::uint32_t remainder = 0xffffffff;
    for (std::size_t i = 0; i < size; ++i) {
      remainder ^= static_cast<std::uint8_t>(text[i]);
      for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1) ^ ((remainder & 1) ? 0xedb88320u : 0);
    }
    EXPECT_EQ(crc32(view(text.substr(0, size))), ~remainder);
  }
  const FrameRef frame = make_frame_with_fcs(view(text));
  EXPECT_TRUE(fcs_is_good(frame->bytes()));
  std::vector<std::uint8_t> copy(frame->bytes().begin(), frame->bytes().end());
  for (std::size_t bit = 0; bit < copy.size() * 8; ++bit) {
    copy[bit / 8] = static_cast<std::uint8_t>(copy[bit / 8] ^ (1u << (bit % 8)));
    EXPECT_FALSE(fcs_is_good({copy.data(), copy.size()}));
    copy[bit / 8] = static_cast<std::uint8_t>(copy[bit / 8] ^ (1u << (bit % 8)));
  }
  EXPECT_FALSE(fcs_is_good({copy.data(), 3}));
}

}  // namespace
}  // namespace ixsim::test
