// The answers of a vfio-user server, computed from the bytes that a client sends, and the memory that the
// client shares. Written from the protocol and from docs/serve.md; it shares no code with the server.
//
// A client appends bytes with descriptors. next() says what the server must do with the message at the front,
// handle() applies that message and returns its answer.
#ifndef IXSIM_TB_FUZZ_VFIO_REFERENCE_H
#define IXSIM_TB_FUZZ_VFIO_REFERENCE_H

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "ixsim/bytes.h"

namespace ixsim::bench {

// Commands of the protocol.
enum VfioCommand : std::uint16_t {
  kVfioVersion = 1,
  kVfioMap = 2,
  kVfioUnmap = 3,
  kVfioDeviceInfo = 4,
  kVfioRegionInfo = 5,
  kVfioIrqInfo = 7,
  kVfioSetIrqs = 8,
  kVfioRead = 9,
  kVfioWrite = 10,
  kVfioReset = 13,
  kVfioWriteMulti = 15
};

class VfioReference {
 public:
  static constexpr std::size_t kHeader = 16;
  static constexpr std::uint64_t kPage = 4'096;
  static constexpr std::uint32_t kNoReply = 16;
  static constexpr unsigned kRegions = 9;

  enum class File : std::uint8_t { kMemory, kOther };
  enum class Next : std::uint8_t {
    kNothing,  // the message is not complete
    kMessage,
    kGone  // the server must close the connection
  };
  struct Answer {
    std::uint16_t id = 0;
    std::uint16_t command = 0;
    std::optional<int> error;                // none: a matter of the interrupts' own rules
    std::optional<std::size_t> payload = 0;  // bytes if there is no error; none: any number
  };

  explicit VfioReference(const std::array<std::uint64_t, kRegions>& regions) : regions_(regions) {}

  // --- The stream.

  void append(ByteView bytes, const std::vector<File>& files) {
    for (const File file : files) files_.push_back({end_, file});
    stream_.insert(stream_.end(), bytes.data, bytes.data + bytes.size);
    end_ += bytes.size;
  }

  Next next() const {
    std::size_t size = kHeader;
    const bool header = stream_.size() >= kHeader;
    if (header) size = word(4);
    const std::uint64_t behind = begin_ + std::max(size, kHeader);
    const auto came =
        std::count_if(files_.begin(), files_.end(), [&](const Passed& f) { return f.at < behind; });
    if (came > 16 || (header && (size < kHeader || size > kHeader + (1u << 20) + 64))) return Next::kGone;
    if (!header || stream_.size() < size) return Next::kNothing;
    return (word(8) & 15) != 0 ? Next::kGone : Next::kMessage;
  }

  // Takes the message at the front. Returns its answer, if it has one, and sets `gone` if the server must
  // close the connection behind it.
  std::optional<Answer> handle(bool& gone) {
    const std::size_t size = word(4);
    Answer answer;
    answer.id = static_cast<std::uint16_t>(word(0));
    answer.command = static_cast<std::uint16_t>(word(0) >> 16);
    const bool posted = (word(8) & kNoReply) != 0;
    payload_.assign(stream_.begin() + kHeader, stream_.begin() + static_cast<std::ptrdiff_t>(size));
    stream_.erase(stream_.begin(), stream_.begin() + static_cast<std::ptrdiff_t>(size));
    begin_ += size;
    passed_.clear();
    for (; !files_.empty() && files_.front().at < begin_; files_.pop_front())
      passed_.push_back(files_.front().file);
    if (!negotiated_ && answer.command != kVfioVersion) {
      gone = true;
      return std::nullopt;
    }
    gone = false;
    answer.error = error_of(answer, gone);
    if (posted) return std::nullopt;
    return answer;
  }

  // Forgets the client.
  void clear() {
    stream_.clear();
    files_.clear();
    begin_ = end_ = 0;
    negotiated_ = false;
    maps_.clear();
    shared_.reset();
  }

  // --- The memory.

  // The size of the file of the memory, a multiple of kPage; each of its pages holds data.
  void set_file_size(std::uint64_t size) { file_size_ = size; }

  struct Piece {
    std::uint64_t offset = 0;  // in the file
    std::size_t size = 0;
  };
  // Returns the pieces of the file that an access of the device reaches; none if it must fail.
  std::optional<std::vector<Piece>> reach(std::uint64_t address, std::size_t length, bool write) {
    if (!shared_ && !maps_.empty()) {
      shared_ = std::any_of(maps_.begin(), maps_.end(),
                            [&](const auto& m) { return m.second.file && m.second.offset < file_size_; });
    }
    if (shared_ == false || address + length < address) return std::nullopt;
    std::vector<Piece> pieces;
    while (length != 0) {
      const Map* map = nullptr;
      for (const auto& [first, m] : maps_)
        if (address >= first && address - first < m.size) map = &m;
      if (map == nullptr || !map->file || !(write ? map->writable : map->readable)) return std::nullopt;
      const std::uint64_t from = address - map->address;
      const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(length, map->size - from));
      if (map->offset + from + size > file_size_) return std::nullopt;
      pieces.push_back({map->offset + from, size});
      address += size;
      length -= size;
    }
    return pieces;
  }

  // A range that is mapped, chosen by a number, for clients that unmap it.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> mapped(unsigned number) const {
    if (maps_.empty()) return std::nullopt;
    const auto at = std::next(maps_.begin(), number % maps_.size());
    return std::pair{at->first, at->second.size};
  }

 private:
  struct Passed {
    std::uint64_t at = 0;  // the byte of the stream with which it was sent
    File file = File::kOther;
  };
  struct Map {
    std::uint64_t address = 0, size = 0, offset = 0;
    bool readable = false, writable = false;
    bool file = false;
  };

  std::uint32_t word(std::size_t at) const {
    std::uint8_t bytes[4];
    std::copy_n(stream_.begin() + static_cast<std::ptrdiff_t>(at), 4, bytes);
    return load_le32(bytes);
  }
  std::uint32_t word_of(std::size_t at) const { return load_le32(&payload_[at]); }
  std::uint64_t long_of(std::size_t at) const { return load_le64(&payload_[at]); }

  bool inside(std::size_t at) const {
    const std::uint64_t offset = long_of(at), count = word_of(at + 12);
    const std::uint32_t region = word_of(at + 8);
    if (region >= kRegions || count == 0) return false;
    return offset < regions_[region] && count <= regions_[region] - offset;
  }

  std::optional<int> error_of(Answer& answer, bool& gone) {
    const std::size_t size = payload_.size();
    if (!passed_.empty() && answer.command != kVfioMap && answer.command != kVfioSetIrqs) return EINVAL;
    switch (answer.command) {
      case kVfioVersion:
        answer.payload.reset();
        if (negotiated_) return EINVAL;
        gone = size < 4 || payload_[0] != 0 || payload_[1] != 0;
        negotiated_ = !gone;
        return gone ? EINVAL : 0;
      case kVfioMap:
        return map();
      case kVfioUnmap:
        answer.payload = 24;
        return unmap();
      case kVfioDeviceInfo:
        answer.payload = 16;
        return size < 16 ? EINVAL : 0;
      case kVfioRegionInfo:
        answer.payload = 32;
        return size < 32 || word_of(8) >= kRegions ? EINVAL : 0;
      case kVfioIrqInfo:
        answer.payload = 16;
        return size < 16 || word_of(8) >= 5 ? EINVAL : 0;
      case kVfioSetIrqs:
        return std::nullopt;
      case kVfioRead:
        if (size < 16 || !inside(0)) return EINVAL;
        answer.payload = 16 + word_of(12);
        return 0;
      case kVfioWrite:
        answer.payload = 16;
        return size < 16 || !inside(0) || size - 16 != word_of(12) ? EINVAL : 0;
      case kVfioWriteMulti:
        answer.payload = 8;
        return write_multi();
      case kVfioReset:
        return 0;
      default:
        return ENOTSUP;
    }
  }

  int write_multi() const {
    const std::size_t size = payload_.size();
    if (size < 8 || (size - 8) % 24 != 0 || long_of(0) != (size - 8) / 24) return EINVAL;
    for (std::size_t at = 8; at < size; at += 24)
      if (!inside(at) || word_of(at + 12) > 8) return EINVAL;
    return 0;
  }

  int map() {
    if (payload_.size() < 32 || passed_.size() > 1 || (word_of(4) & ~3u) != 0) return EINVAL;
    Map m;
    m.readable = (word_of(4) & 1) != 0;
    m.writable = (word_of(4) & 2) != 0;
    m.offset = long_of(8);
    m.address = long_of(16);
    m.size = long_of(24);
    m.file = !passed_.empty();
    if (m.size == 0 || m.address + m.size < m.address) return EINVAL;
    if (m.address % kPage != 0 || m.size % kPage != 0 || m.offset % kPage != 0) return EINVAL;
    for (const auto& [first, other] : maps_)
      if (first < m.address + m.size && m.address < first + other.size) return EEXIST;
    if (m.file && (passed_[0] != File::kMemory || m.offset > file_size_ || m.size > file_size_ - m.offset))
      return EINVAL;
    maps_[m.address] = m;
    return 0;
  }

  int unmap() {
    if (payload_.size() < 24) return EINVAL;
    const std::uint64_t address = long_of(8), size = long_of(16);
    if (word_of(4) == 2 && address == 0 && size == 0) {
      maps_.clear();
      return 0;
    }
    if (word_of(4) != 0) return EINVAL;
    const auto found = maps_.find(address);
    if (found == maps_.end() || found->second.size != size) return ENOENT;
    maps_.erase(found);
    return 0;
  }

  const std::array<std::uint64_t, kRegions> regions_;  // their sizes
  std::deque<std::uint8_t> stream_;                    // from the first byte of a message
  std::deque<Passed> files_;
  std::uint64_t begin_ = 0, end_ = 0;  // of stream_, in bytes of the connection
  std::vector<std::uint8_t> payload_;
  std::vector<File> passed_;
  bool negotiated_ = false;
  std::map<std::uint64_t, Map> maps_;  // by address
  std::uint64_t file_size_ = 0;
  std::optional<bool> shared_;  // whether the first access of the device found a file with data
};

}  // namespace ixsim::bench

#endif
