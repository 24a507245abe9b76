// Messages to accesses and answers.
#include "serve/vfio_function.h"

#include <fmt/format.h>
#include <linux/vfio.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "nic/core/controller_core.h"

namespace ixsim::serve {
namespace {

using vfio::Command;

constexpr std::uint32_t kConfigSize = 4'096;
constexpr std::uint32_t kIdentity = 0, kCommand = 4;
// Bits of the command register of a virtual function that are held here.
constexpr std::uint32_t kHeldCommands = 1u << 1 | 1u << 10;
constexpr std::uint32_t kVirtualIdentity = 0x10ed'8086;
constexpr std::size_t kMapRequest = 32, kUnmapRequest = 24;
constexpr std::uint32_t kUnmapAll = 2;  // VFIO_DMA_UNMAP_FLAG_ALL

bool takes_files(std::uint16_t command) {
  return command == static_cast<std::uint16_t>(Command::kDmaMap) ||
         command == static_cast<std::uint16_t>(Command::kSetIrqs);
}

}  // namespace

VfioFunction::VfioFunction(DeviceAccess& device, unsigned function, unsigned port, Hooks hooks)
    : device_(device),
      function_(function),
      hooks_(std::move(hooks)),
      io_bar_(is_virtual() ? kRegions : device.core().port(port).profile().io_bar),
      interrupts_(is_virtual() ? VirtualFunctions::kVectors : device.core().port(port).profile().vectors,
                  !is_virtual()) {
  const ConfigSpace& space = device.core().port(port).function().config_space();
  for (unsigned bar = 0; bar < ConfigSpace::kBars; ++bar) {
    const bool has_bar = bar == 0 || bar == 3;
    sizes_[bar] = is_virtual() ? (has_bar ? kVirtualBar : 0) : space.bar_size(bar);
  }
  sizes_[kConfigRegion] = kConfigSize;
}

void VfioFunction::connect(Descriptor client) {
  stream_ = std::make_unique<MessageStream>(std::move(client));
  negotiated_ = false;
  sharing_ = Sharing::kUnknown;
  ++counts_.clients;
}

void VfioFunction::disconnect() {
  if (stream_ != nullptr && !stream_->problem().empty())
    hooks_.report(fmt::format("client disconnected: {}", stream_->problem()));
  stream_.reset();
  memory_.unmap_all();
  interrupts_.clear();
  command_ = 0;
  message_ = VfioMessage();
}

bool VfioFunction::serve(unsigned most) {
  if (!stream_->flush()) return false;
  for (unsigned i = 0; i < most && !stream_->blocked(); ++i) {
    const auto outcome = stream_->receive(message_);
    if (outcome != MessageStream::Outcome::kMessage) return outcome == MessageStream::Outcome::kNone;
    ++counts_.messages;
    const bool goes_on = handle(message_);
    message_.descriptors.clear();
    if (!goes_on) return false;
  }
  return true;
}

bool VfioFunction::answer(const VfioMessage& message, int error, ByteView payload) {
  if (error == 0) return stream_->reply(message, payload);
  ++counts_.errors;
  return stream_->reply_error(message, error);
}

bool VfioFunction::handle(VfioMessage& message) {
  const auto command = static_cast<Command>(message.command);
  if (!negotiated_ && command != Command::kVersion) {
    hooks_.report("client disconnected: its first message negotiates no version");
    return false;
  }
  if (hooks_.guest_clock && (message.flags & vfio::kNoReply) != 0) {
    hooks_.report(
        "client disconnected: it does not wait for its writes: add x-no-posted-writes=true to the device of "
        "QEMU, --time correlated needs it");
    return false;
  }
  if (!message.descriptors.empty() && !takes_files(message.command)) return answer(message, EINVAL);
  switch (command) {
    case Command::kVersion:
      return version(message);
    case Command::kDmaMap:
      return answer(message, map(message));
    case Command::kDmaUnmap:
      return unmap(message);
    case Command::kDeviceInfo:
      return device_info(message);
    case Command::kRegionInfo:
      return region_info(message);
    case Command::kIrqInfo:
      return interrupt_info(message);
    case Command::kSetIrqs:
      return set_interrupts(message);
    case Command::kRegionRead:
      return region_read(message);
    case Command::kRegionWrite:
      return region_write(message);
    case Command::kRegionWriteMulti:
      return write_multi(message);
    case Command::kDeviceReset:
      hooks_.before_access();
      command_ = 0;
      hooks_.reset();
      hooks_.after_access();
      return answer(message, 0);
  }
  return answer(message, ENOTSUP);
}

bool VfioFunction::version(const VfioMessage& message) {
  const auto& payload = message.payload;
  if (negotiated_ || payload.size() < 4) return answer(message, EINVAL) && negotiated_;
  if (load_le16(&payload[0]) != 0) {
    hooks_.report(fmt::format("client disconnected: found protocol version {}.{}, accepted is 0",
                              load_le16(&payload[0]), load_le16(&payload[2])));
    answer(message, EINVAL);
    return false;
  }
  // Every capability of the answer is one that the client proposed.
  const auto end = std::find(payload.begin() + 4, payload.end(), 0);
  const auto proposed = nlohmann::json::parse(payload.begin() + 4, end, nullptr, false);
  nlohmann::json given = {{"max_msg_fds", vfio::kMostDescriptors},
                          {"max_data_xfer_size", vfio::kMostData},
                          {"max_dma_maps", GuestMemory::kMostMappings},
                          {"pgsizes", GuestMemory::kPage}};
  if (proposed.is_object() && proposed.contains("capabilities") && proposed["capabilities"].is_object()) {
    const auto multiple = proposed["capabilities"].find("write_multiple");
    if (multiple != proposed["capabilities"].end() && multiple->is_boolean() && multiple->get<bool>())
      given["write_multiple"] = true;
  }
  const std::string text = nlohmann::json{{"capabilities", given}}.dump();
  reply_.assign(4, 0);
  reply_.insert(reply_.end(), text.begin(), text.end());
  reply_.push_back(0);
  negotiated_ = true;
  return answer(message, 0, {reply_.data(), reply_.size()});
}

// --- Memory.

int VfioFunction::map(VfioMessage& message) {
  const auto& payload = message.payload;
  if (payload.size() < kMapRequest || message.descriptors.size() > 1) return EINVAL;
  const std::uint32_t flags = load_le32(&payload[4]);
  if ((flags & ~3u) != 0) return EINVAL;
  GuestMemory::Range range;
  range.readable = (flags & VFIO_DMA_MAP_FLAG_READ) != 0;
  range.writable = (flags & VFIO_DMA_MAP_FLAG_WRITE) != 0;
  range.offset = load_le64(&payload[8]);
  range.address = load_le64(&payload[16]);
  range.size = load_le64(&payload[24]);
  return memory_.map(range, message.descriptors.empty() ? Descriptor() : std::move(message.descriptors[0]));
}

bool VfioFunction::unmap(const VfioMessage& message) {
  if (message.payload.size() < kUnmapRequest) return answer(message, EINVAL);
  const std::uint32_t flags = load_le32(&message.payload[4]);
  const std::uint64_t address = load_le64(&message.payload[8]);
  const std::uint64_t size = load_le64(&message.payload[16]);
  int error = EINVAL;
  if (flags == 0) {
    error = memory_.unmap(address, size);
  } else if (flags == kUnmapAll && address == 0 && size == 0) {
    memory_.unmap_all();
    error = 0;
  }
  return answer(message, error, {message.payload.data(), kUnmapRequest});
}

bool VfioFunction::memory_shared() {
  if (sharing_ == Sharing::kUnknown && memory_.mappings() != 0) {
    sharing_ = memory_.anything_written() ? Sharing::kShared : Sharing::kPrivate;
    if (sharing_ == Sharing::kPrivate) {
      hooks_.report(
          "the guest's memory is not shared: the file that the client sent is empty; start QEMU with "
          "-object memory-backend-memfd,id=mem0,size=SIZE,share=on and -machine memory-backend=mem0");
    }
  }
  return sharing_ != Sharing::kPrivate;
}

bool VfioFunction::read_memory(std::uint64_t address, std::uint8_t* into, std::size_t length) {
  if (connected() && memory_shared() && memory_.read(address, into, length)) {
    counts_.dma_bytes += length;
    return true;
  }
  ++counts_.dma_failures;
  return false;
}

bool VfioFunction::write_memory(std::uint64_t address, ByteView data) {
  if (connected() && memory_shared() && memory_.write(address, data)) {
    counts_.dma_bytes += data.size;
    return true;
  }
  ++counts_.dma_failures;
  return false;
}

// --- Information.

bool VfioFunction::device_info(const VfioMessage& message) {
  if (message.payload.size() < 16) return answer(message, EINVAL);
  reply_.assign(16, 0);
  store_le32(&reply_[0], 16);
  store_le32(&reply_[4], VFIO_DEVICE_FLAGS_RESET | VFIO_DEVICE_FLAGS_PCI);
  store_le32(&reply_[8], kRegions);
  store_le32(&reply_[12], InterruptFiles::kKinds);
  return answer(message, 0, {reply_.data(), reply_.size()});
}

std::uint64_t VfioFunction::region_size(std::uint32_t region) const {
  return region < kRegions ? sizes_[region] : 0;
}

bool VfioFunction::region_info(const VfioMessage& message) {
  constexpr std::size_t kSize = sizeof(vfio_region_info);
  if (message.payload.size() < kSize) return answer(message, EINVAL);
  const std::uint32_t index = load_le32(&message.payload[offsetof(vfio_region_info, index)]);
  if (index >= kRegions) return answer(message, EINVAL);
  reply_.assign(kSize, 0);
  store_le32(&reply_[0], kSize);
  store_le32(&reply_[offsetof(vfio_region_info, index)], index);
  store_le64(&reply_[offsetof(vfio_region_info, size)], sizes_[index]);
  if (sizes_[index] != 0) {
    store_le32(&reply_[offsetof(vfio_region_info, flags)],
               VFIO_REGION_INFO_FLAG_READ | VFIO_REGION_INFO_FLAG_WRITE);
  }
  return answer(message, 0, {reply_.data(), reply_.size()});
}

bool VfioFunction::interrupt_info(const VfioMessage& message) {
  constexpr std::size_t kSize = sizeof(vfio_irq_info);
  if (message.payload.size() < kSize) return answer(message, EINVAL);
  const std::uint32_t index = load_le32(&message.payload[offsetof(vfio_irq_info, index)]);
  if (index >= InterruptFiles::kKinds) return answer(message, EINVAL);
  reply_.assign(kSize, 0);
  store_le32(&reply_[0], kSize);
  store_le32(&reply_[offsetof(vfio_irq_info, flags)], interrupts_.flags(index));
  store_le32(&reply_[offsetof(vfio_irq_info, index)], index);
  store_le32(&reply_[offsetof(vfio_irq_info, count)], interrupts_.count(index));
  return answer(message, 0, {reply_.data(), reply_.size()});
}

bool VfioFunction::set_interrupts(VfioMessage& message) {
  hooks_.before_access();
  const int error =
      interrupts_.set({message.payload.data(), message.payload.size()}, std::move(message.descriptors));
  // The request itself may signal an interrupt.
  hooks_.after_access();
  return answer(message, error);
}

// --- Regions.

bool VfioFunction::inside(std::uint32_t region, std::uint64_t offset, std::uint64_t count) const {
  const std::uint64_t size = region_size(region);
  return count != 0 && count <= vfio::kMostData && offset <= size && count <= size - offset;
}

AdapterAccess VfioFunction::word_of(std::uint32_t region, std::uint64_t offset) const {
  AdapterAccess access;
  access.function = function_;
  access.bar = region;
  access.offset = static_cast<std::uint32_t>(offset & ~std::uint64_t{3});
  if (region == kConfigRegion) {
    access.space = AdapterAccess::Space::kConfig;
    access.bar = 0;
  } else if (region == io_bar_) {
    access.space = AdapterAccess::Space::kIo;
  }
  return access;
}

std::uint32_t VfioFunction::read_word(std::uint32_t region, std::uint64_t offset) {
  const std::uint32_t value = device_.read(word_of(region, offset)).value_or(0xffffffff);
  if (!is_virtual() || region != kConfigRegion) return value;
  if (offset == kIdentity) return kVirtualIdentity;
  return offset == kCommand ? value | command_ : value;
}

bool VfioFunction::region_read(const VfioMessage& message) {
  if (message.payload.size() < vfio::kRegionHeader) return answer(message, EINVAL);
  const std::uint64_t offset = load_le64(&message.payload[0]);
  const std::uint32_t region = load_le32(&message.payload[8]);
  const std::uint32_t count = load_le32(&message.payload[12]);
  if (!inside(region, offset, count)) return answer(message, EINVAL);
  hooks_.before_access();
  reply_.assign(message.payload.begin(), message.payload.begin() + vfio::kRegionHeader);
  reply_.resize(vfio::kRegionHeader + count);
  for (std::uint64_t at = offset & ~std::uint64_t{3}; at < offset + count; at += 4) {
    // A request that the function does not support reads as ones.
    const std::uint32_t value = read_word(region, at);
    ++counts_.reads;
    for (unsigned byte = 0; byte < 4; ++byte) {
      if (at + byte >= offset && at + byte < offset + count)
        reply_[vfio::kRegionHeader + (at + byte - offset)] = static_cast<std::uint8_t>(value >> (8 * byte));
    }
  }
  hooks_.after_access();
  return answer(message, 0, {reply_.data(), reply_.size()});
}

void VfioFunction::write_bytes(std::uint32_t region, std::uint64_t offset, ByteView bytes) {
  for (std::uint64_t at = offset & ~std::uint64_t{3}; at < offset + bytes.size; at += 4) {
    std::uint32_t value = 0;
    std::uint8_t enables = 0;
    for (unsigned byte = 0; byte < 4; ++byte) {
      if (at + byte < offset || at + byte >= offset + bytes.size) continue;
      value |= std::uint32_t{bytes.data[at + byte - offset]} << (8 * byte);
      enables = static_cast<std::uint8_t>(enables | 1u << byte);
    }
    AdapterAccess word = word_of(region, at);
    word.byte_enables = enables;
    if (enables != 0xf && region != kConfigRegion) {
      ++counts_.partial_writes;
      continue;
    }
    if (is_virtual() && region == kConfigRegion && at == kCommand) {
      const std::uint32_t written = (enables & 1 ? 0xffu : 0) | (enables & 2 ? 0xff00u : 0);
      command_ = (command_ & ~written) | (value & written & kHeldCommands);
    }
    device_.write(word, value);
    ++counts_.writes;
  }
}

bool VfioFunction::region_write(const VfioMessage& message) {
  if (message.payload.size() < vfio::kRegionHeader) return answer(message, EINVAL);
  const std::uint64_t offset = load_le64(&message.payload[0]);
  const std::uint32_t region = load_le32(&message.payload[8]);
  const std::uint32_t count = load_le32(&message.payload[12]);
  if (!inside(region, offset, count) || message.payload.size() - vfio::kRegionHeader != count)
    return answer(message, EINVAL);
  hooks_.before_access();
  write_bytes(region, offset, {&message.payload[vfio::kRegionHeader], count});
  hooks_.after_access();
  return answer(message, 0, {message.payload.data(), vfio::kRegionHeader});
}

bool VfioFunction::write_multi(const VfioMessage& message) {
  const auto& payload = message.payload;
  if (payload.size() < 8) return answer(message, EINVAL);
  const std::uint64_t entries = load_le64(&payload[0]);
  if (entries != (payload.size() - 8) / vfio::kMultiEntry || (payload.size() - 8) % vfio::kMultiEntry != 0)
    return answer(message, EINVAL);
  hooks_.before_access();
  // The writes before one that cannot be have acted.
  std::uint64_t done = 0;
  for (; done < entries; ++done) {
    const std::uint8_t* const entry = &payload[8 + done * vfio::kMultiEntry];
    const std::uint64_t offset = load_le64(entry);
    const std::uint32_t region = load_le32(entry + 8);
    const std::uint32_t count = load_le32(entry + 12);
    if (count > 8 || !inside(region, offset, count)) break;
    write_bytes(region, offset, {entry + 16, count});
  }
  hooks_.after_access();
  reply_.assign(8, 0);
  store_le64(&reply_[0], done);
  return answer(message, done == entries ? 0 : EINVAL, {reply_.data(), reply_.size()});
}

}  // namespace ixsim::serve
