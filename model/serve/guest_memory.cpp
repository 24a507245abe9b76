// Mappings, and copies that SIGBUS may end.
#include "serve/guest_memory.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstring>

namespace ixsim::serve {
namespace {

// The copy under way, for the handler: one thread serves.
volatile sig_atomic_t copying = 0;
sigjmp_buf after_copy;
struct sigaction former;

void page_missing(int signal, siginfo_t* about, void* context) {
  if (copying != 0) siglongjmp(after_copy, 1);
  if ((former.sa_flags & SA_SIGINFO) != 0 && former.sa_sigaction != nullptr)
    return former.sa_sigaction(signal, about, context);
  ::signal(signal, SIG_DFL);
  raise(signal);
}

void install() {
  static bool installed = false;
  if (installed) return;
  installed = true;
  struct sigaction action = {};
  action.sa_sigaction = page_missing;
  // A jump out of the handler leaves the signal unblocked.
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGBUS, &action, &former);
}

// Returns false if a page was missing.
bool copy_bytes(void* to, const void* from, std::size_t length) {
  if (sigsetjmp(after_copy, 0) != 0) {
    copying = 0;
    return false;
  }
  copying = 1;
  std::memcpy(to, from, length);
  copying = 0;
  return true;
}

}  // namespace

GuestMemory::GuestMemory() { install(); }
GuestMemory::~GuestMemory() { unmap_all(); }

void GuestMemory::release(Mapping& mapping) {
  if (mapping.base != nullptr) munmap(mapping.base, mapping.range.size);
}

int GuestMemory::map(const Range& range, Descriptor file) {
  const std::uint64_t end = range.address + range.size;
  if (range.size == 0 || end < range.address || (range.address | range.size | range.offset) % kPage != 0)
    return EINVAL;
  if (mappings_.size() == kMostMappings) return ENOSPC;
  const auto after = mappings_.lower_bound(range.address);
  if (after != mappings_.end() && after->first < end) return EEXIST;
  if (after != mappings_.begin()) {
    const Range& before = std::prev(after)->second.range;
    if (before.address + before.size > range.address) return EEXIST;
  }
  Mapping mapping{range, nullptr, std::move(file)};
  if (mapping.file) {
    struct stat about = {};
    if (fstat(mapping.file.get(), &about) != 0 || !S_ISREG(about.st_mode)) return EINVAL;
    const auto bytes = static_cast<std::uint64_t>(about.st_size);
    if (range.offset > bytes || range.size > bytes - range.offset) return EINVAL;
    const int protection = (range.readable ? PROT_READ : 0) | (range.writable ? PROT_WRITE : 0);
    void* const place = mmap(nullptr, range.size, protection, MAP_SHARED | MAP_NORESERVE, mapping.file.get(),
                             static_cast<off_t>(range.offset));
    if (place == MAP_FAILED) return errno;
    mapping.base = static_cast<std::uint8_t*>(place);
  }
  last_ = mappings_.emplace_hint(after, range.address, std::move(mapping));
  return 0;
}

int GuestMemory::unmap(std::uint64_t address, std::uint64_t size) {
  const auto found = mappings_.find(address);
  if (found == mappings_.end() || found->second.range.size != size) return ENOENT;
  release(found->second);
  mappings_.erase(found);
  last_ = mappings_.end();
  return 0;
}

void GuestMemory::unmap_all() {
  for (auto& [address, mapping] : mappings_) release(mapping);
  mappings_.clear();
  last_ = mappings_.end();
}

template <typename Copy>
bool GuestMemory::for_each_piece(std::uint64_t address, std::size_t length, bool write, Copy copy) {
  if (address + length < address) return false;
  std::size_t done = 0;
  while (done < length) {
    const std::uint64_t at = address + done;
    const auto holds = [&](Mappings::iterator i) {
      return i != mappings_.end() && at >= i->first && at - i->first < i->second.range.size;
    };
    if (!holds(last_)) {
      last_ = mappings_.upper_bound(at);
      if (last_ == mappings_.begin()) return false;
      --last_;
      if (!holds(last_)) return false;
    }
    const Mapping& mapping = last_->second;
    if (mapping.base == nullptr || !(write ? mapping.range.writable : mapping.range.readable)) return false;
    const std::uint64_t from = at - mapping.range.address;
    const auto piece =
        static_cast<std::size_t>(std::min<std::uint64_t>(length - done, mapping.range.size - from));
    if (!copy(mapping.base + from, done, piece)) {
      ++truncated_;
      return false;
    }
    done += piece;
  }
  return true;
}

bool GuestMemory::read(std::uint64_t address, std::uint8_t* into, std::size_t length) {
  return for_each_piece(address, length, false,
                        [into](const std::uint8_t* from, std::size_t done, std::size_t piece) {
                          return copy_bytes(into + done, from, piece);
                        });
}

bool GuestMemory::write(std::uint64_t address, ByteView data) {
  return for_each_piece(address, data.size, true,
                        [data](std::uint8_t* to, std::size_t done, std::size_t piece) {
                          return copy_bytes(to, data.data + done, piece);
                        });
}

bool GuestMemory::anything_written() const {
  for (const auto& [address, mapping] : mappings_) {
    if (mapping.base == nullptr) continue;
    const auto first = static_cast<off_t>(mapping.range.offset);
    const off_t data = lseek(mapping.file.get(), first, SEEK_DATA);
    if (data >= 0 && static_cast<std::uint64_t>(data - first) < mapping.range.size) return true;
    // A file system that knows no holes has only data.
    if (data < 0 && errno != ENXIO) return true;
  }
  return false;
}

}  // namespace ixsim::serve
