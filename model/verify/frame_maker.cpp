// Draws addresses, tags, header chains and lengths of frames.
#include "verify/frame_maker.h"

#include <algorithm>
#include <cstring>

#include "verify/corner_values.h"
#include "verify/reserved_addresses.h"

namespace ixsim::verify {
namespace {

constexpr std::uint8_t kWalked[] = {0, 43, 60};

}  // namespace

std::uint64_t FrameMaker::random_address(bool group) {
  const std::uint64_t address = random_.next() >> 16;
  const std::uint64_t group_bit = std::uint64_t{1} << 40;
  return group ? address | group_bit : address & ~group_bit;
}

void FrameMaker::make_to(const ClassifierTables& tables, Destination kind, std::vector<std::uint8_t>& frame) {
  make_sized(tables, random_.between(60, 140), frame);
  set_destination(frame, kind == Destination::kBroadcast ? kBroadcastAddress
                                                         : random_address(kind == Destination::kMulticast));
}

std::uint64_t FrameMaker::aimed_address(const ClassifierTables& tables) {
  const auto any = [&] { return tables.rar_address(static_cast<unsigned>(random_.below(16))); };
  // Each draw is a separate statement: the order of the operands of an operator is the compiler's choice.
  const auto mixed = [&](std::uint64_t first, std::uint64_t second) {
    const std::uint64_t upper = any() & first;
    return upper | (any() & second);
  };
  const std::uint64_t choice = random_.below(16);
  if (choice == 0 && one_in(2)) {
    // A comparison of the wrong bytes takes these for an entry.
    switch (random_.below(6)) {
      case 0:
        return __builtin_bswap64(any()) >> 16;
      case 1:
        return mixed(0xFFFFFF000000, 0xFFFFFF);
      case 2:
        return mixed(0xFFFF00000000, 0xFFFFFFFF);
      case 3:
        return mixed(0xFFFFFFFF0000, 0xFFFF);
      case 4:
        return corner_value(random_, 48);
      default: {
        const std::uint64_t named = kDictionary[random_.below(kDictionary.size())].destination;
        return named ^ random_.below(2);
      }
    }
  }
  if (choice < 8) return any();
  if (choice < 10) return kBroadcastAddress;
  if (choice < 12) return random_address(true);
  if (choice < 13) return random_address(false);
  const std::uint64_t bit = std::uint64_t{1} << random_.below(48);
  if (choice < 15) return tables.rar_address(static_cast<unsigned>(random_.below(16))) ^ bit;
  return kBroadcastAddress ^ bit;
}

void FrameMaker::put_random(std::size_t count) {
  const std::size_t at = frame_->size();
  frame_->resize(at + count);
  for (std::size_t i = 0; i < count; i += 8) {
    const std::uint64_t word = random_.next();
    std::memcpy(frame_->data() + at + i, &word, std::min<std::size_t>(8, count - i));
  }
}

void FrameMaker::put_field(unsigned bytes) {
  const std::uint64_t value =
      random_.below(100) < corners_ ? corner_value(random_, 8 * bytes) : random_.next();
  for (unsigned i = bytes; i > 0; --i) put8(static_cast<unsigned>(value >> (8 * (i - 1)) & 0xFF));
}

void FrameMaker::put_ports() {
  const std::size_t at = frame_->size();
  put_field(2);
  put_field(2);
  corner_ports(at, false);
}

void FrameMaker::corner_addresses(std::size_t at, std::size_t size) {
  if (!corner()) return;
  std::uint8_t* const source = frame_->data() + at;
  const std::uint64_t choice = random_.below(4);
  const auto reserve = [&](std::uint8_t* to) {
    const auto& ranges = size == 4 ? kReservedIpv4 : kReservedIpv6;
    put_reserved(random_, ranges[random_.below(ranges.size())], to, size);
  };
  if (choice != 1) reserve(source);
  if (choice == 1 || choice == 2) reserve(source + size);
  if (choice == 3) std::memcpy(source + size, source, size);
}

void FrameMaker::corner_ports(std::size_t at, bool fixed_destination) {
  if (!corner()) return;
  std::uint8_t* const source = frame_->data() + at;
  const std::uint64_t choice = random_.below(fixed_destination ? 3 : 5);
  switch (choice) {
    case 0:
      std::memcpy(source, source + 2, 2);
      break;
    case 1:
    case 2:
      std::memset(source, choice == 1 ? 0 : 0xFF, 2);
      break;
    default:
      std::memset(source + 2, choice == 3 ? 0 : 0xFF, 2);
      break;
  }
}

unsigned FrameMaker::corner_tci(unsigned vet) {
  const unsigned priority = static_cast<unsigned>(random_.below(16)) << 12;
  switch (random_.below(6)) {
    case 0:
      return 0;
    case 1:
      return 0xFFFF;
    case 2:
      return vet;
    case 3:
      return priority;
    case 4:
      return priority | 1;
    default:
      return priority | 4095;
  }
}

void FrameMaker::build_addresses(std::uint64_t destination) {
  const auto put48 = [this](std::uint64_t address) {
    put16(static_cast<unsigned>(address >> 32));
    put16(static_cast<unsigned>(address >> 16 & 0xFFFF));
    put16(static_cast<unsigned>(address & 0xFFFF));
  };
  put48(destination);
  if (one_in(16)) {
    put48(one_in(2) ? destination : kBroadcastAddress);
  } else {
    put_field(6);
  }
}

void FrameMaker::build_tag(const ClassifierTables& tables) {
  const unsigned vet = one_in(8) ? 0x8100 : tables.vet();
  put16(near(vet, 16));
  unsigned vid = static_cast<unsigned>(random_.below(4096));
  if (one_in(8)) vid = one_in(2) ? 0 : 4095;
  if (one_in(16)) vid = static_cast<unsigned>(corner_value(random_, 12));
  const unsigned tci = one_in(64) ? vet : static_cast<unsigned>(random_.below(16)) << 12 | vid;
  put16(corner() ? corner_tci(vet) : tci);
  if (one_in(10)) {
    put16(one_in(2) ? vet : 0x8100);
    put16(static_cast<unsigned>(random_.below(0x10000)));
  }
}

void FrameMaker::build_dictionary(const ClassifierTables& tables, std::size_t protocol,
                                  std::optional<bool> tagged) {
  const DictionaryProtocol& p = kDictionary[protocol];
  build_addresses(p.destination != 0 && one_in(3) ? p.destination : aimed_address(tables));
  if (tagged ? *tagged : one_in(2)) build_tag(tables);
  put16(p.type);
  ends_.push_back(frame_->size());
  for (unsigned i = 0; i < p.start_bytes; ++i) put8(p.start >> (24 - 8 * i) & 0xFF);
  if (p.protocol >= 0) {
    const bool v4 = p.type == 0x0800;
    const std::size_t start = frame_->size();
    const unsigned options = v4 && one_in(4) ? static_cast<unsigned>(random_.between(1, 10)) : 0;
    put8(v4 ? 0x45 + options : 0x60);
    put_random(5);
    if (v4) {
      put16(one_in(2) ? 0x4000 : 0);
      put8(one_in(2) ? 64 : 255);
      put8(static_cast<unsigned>(p.protocol));
      put_random(2);
      put_field(4);
      put_field(4);
      put_random(std::size_t{4} * options);
    } else {
      put8(static_cast<unsigned>(p.protocol));
      put8(255);
      for (int i = 0; i < 4; ++i) put_field(8);
    }
    ends_.push_back(frame_->size());
    if (one_in(16)) {  // both addresses the same
      const std::size_t size = v4 ? 4 : 16, at = start + (v4 ? 12 : 8);
      std::memmove(frame_->data() + at + size, frame_->data() + at, size);
    }
    corner_addresses(start + (v4 ? 12 : 8), v4 ? 4 : 16);
    const std::size_t ports = frame_->size();
    put_field(2);
    if (p.port >= 0) {
      put16(static_cast<unsigned>(p.port));
    } else {
      put_field(2);
    }
    corner_ports(ports, p.port >= 0);
  }
  put_random(random_.between(8, 46));
  inner_packet(p.inner, ends_.back());
}

void FrameMaker::inner_packet(const InnerPacket& inner, std::size_t at) {
  // The choice lies in a byte that is random already, and the other random bytes of the headers stay.
  const unsigned choice = frame_->back();
  if (inner.name == Inner::kAbsent || (choice & 1) != 0) return;
  const bool v6 = inner.name == Inner::kVersion6 || (inner.name != Inner::kVersion4 && (choice & 2) != 0);
  const auto put = [this](std::size_t place, std::uint64_t value, unsigned bytes) {
    for (; bytes > 0 && place < frame_->size(); ++place, --bytes)
      (*frame_)[place] = static_cast<std::uint8_t>(value >> (8 * (bytes - 1)));
  };
  put(at, inner.front, inner.bytes);
  at += inner.bytes;
  if (inner.name == Inner::kEthertype || inner.name == Inner::kPppType) {
    const unsigned type = inner.name == Inner::kEthertype ? (v6 ? 0x86DD : 0x0800) : (v6 ? 0x0057 : 0x0021);
    put(at, type, 2);
    at += 2;
  }
  const unsigned protocol = (choice & 4) != 0 ? 17 : 6;
  put(at, v6 ? 0x60 : 0x45, 1);
  if (!v6) put(at + 6, 0, 2);  // not a fragment
  put(at + (v6 ? 6 : 9), protocol, 1);
}

void FrameMaker::build(const ClassifierTables& tables) {
  build_addresses(aimed_address(tables));
  if (one_in(2)) build_tag(tables);
  ends_.push_back(frame_->size() + 2);
  const std::uint64_t choice = random_.below(16);
  if (choice < 6) {
    put16(0x0800);
    build_ipv4();
  } else if (choice < 14) {
    put16(0x86DD);
    build_ipv6();
  } else if (choice < 15) {
    // Neighbours of the types that matter, and lengths (802.3 with LLC).
    constexpr unsigned kTypes[] = {0x0806, 0x0801, 0x0840, 0x86DC, 0x86D9, 0x06DD, 0x8808, 46, 0};
    if (one_in(2)) {
      put16(kTypes[random_.below(std::size(kTypes))]);
    } else {
      const unsigned type = one_in(2) ? 0x0800 : 0x86DD;
      put16(type ^ 1u << random_.below(16));
    }
    if (one_in(2)) {
      build_ipv4();
    } else {
      build_ipv6();
    }
  } else {
    put16(static_cast<unsigned>(random_.below(0x10000)));
    put_random(46);
  }
}

void FrameMaker::ignored_length(std::size_t at, std::uint8_t choice) {
  // Lengths at their limits rarely come up by chance; 0 is that of a segment to be cut, and of a jumbogram.
  if (choice % 8 < 2) std::memset(frame_->data() + at, choice % 8 == 0 ? 0 : 0xFF, 2);
}

void FrameMaker::build_ipv4() {
  const std::size_t start = frame_->size();
  const unsigned version = one_in(16) ? (one_in(3) ? 6 : static_cast<unsigned>(random_.below(16))) : 4;
  unsigned ihl = 5;
  if (one_in(2)) ihl = static_cast<unsigned>(random_.between(one_in(6) ? 0 : 6, 15));
  put8(version << 4 | ihl);
  put_random(5);  // type of service, total length, identification: never looked at
  ignored_length(start + 2, (*frame_)[start + 5]);
  unsigned fragment = static_cast<unsigned>(random_.below(4)) << 14 & 0xC000;
  if (one_in(5)) {
    const std::uint64_t kind = random_.below(4);
    if (kind != 1) fragment |= 0x2000;
    if (kind != 0)
      fragment |= one_in(2) ? 1u << random_.below(13) : static_cast<unsigned>(random_.below(0x2000));
  }
  put16(fragment);
  put_random(1);
  constexpr unsigned kProtocols[] = {6,   6, 6, 6, 6,  17, 17,  17,  17, 132,
                                     132, 1, 4, 7, 16, 18, 133, 128, 22, 2};
  put8(near(kProtocols[random_.below(std::size(kProtocols))], 8));
  put_random(2);  // header checksum
  put_field(4);
  put_field(4);
  corner_addresses(start + 12, 4);
  if (ihl > 5) put_random(4 * (ihl - 5));
  ends_.push_back(start + 4 * static_cast<std::size_t>(std::max(ihl, 5u)));
  put_ports();
  put_random(random_.between(0, 16));
}

void FrameMaker::extension_header(std::uint8_t kind, unsigned length_byte) {
  // The caller has put the next-header byte.
  const std::size_t body = frame_->size();
  put8(length_byte);
  put_random(6 + 8 * static_cast<std::size_t>(length_byte));
  std::uint8_t* h = frame_->data() + body - 1;
  if (kind == 60 && !one_in(5)) {
    h[2] = 1;
    h[3] = 2;
    if (one_in(2)) h[4] = h[5] = 0;
    h[6] = 0xC9;
    h[7] = 0x10;
    if (one_in(4)) {
      if (one_in(2)) {
        constexpr std::size_t kMagic[] = {2, 3, 6, 7};
        h[kMagic[random_.below(4)]] ^= static_cast<std::uint8_t>(1u << random_.below(8));
      } else {  // the option where no alignment puts it
        h[2] = 0xC9;
        h[3] = 0x10;
        h[6] = 0;
      }
    }
  } else if (kind == 43) {
    h[2] = 2;
    if (one_in(5))
      h[2] = one_in(2) ? static_cast<std::uint8_t>(2u ^ 1u << random_.below(8)) : std::uint8_t{0};
    if (one_in(2)) h[3] = static_cast<std::uint8_t>(random_.below(2));
  } else if (kind == 0 && one_in(3)) {  // what would be mobility information in another header
    const std::uint8_t home[] = {1, 2, 0, 0, 0xC9, 0x10};
    std::memcpy(h + 2, home, sizeof home);
  }
  // The home address, and the last address of the route, take the places of those of the IP header.
  if ((kind == 60 || kind == 43) && length_byte >= 2 && corner()) {
    std::uint8_t* const address = h + 8;
    const std::uint8_t* const replaced = frame_->data() + addresses_at_ + (kind == 60 ? 0 : 16);
    if (one_in(2)) {
      std::memcpy(address, replaced, 16);
    } else {
      put_reserved(random_, kReservedIpv6[random_.below(kReservedIpv6.size())], address, 16);
    }
  }
  ends_.push_back(frame_->size());
}

void FrameMaker::build_ipv6() {
  const std::size_t start = frame_->size();
  const unsigned version = one_in(16) ? (one_in(3) ? 4 : static_cast<unsigned>(random_.below(16))) : 6;
  put8(version << 4 | static_cast<unsigned>(random_.below(16)));
  put_random(5);  // traffic class, flow label, payload length: never looked at
  ignored_length(start + 4, (*frame_)[start + 3]);

  // The chain is decided first, because each header is named by the one before it.
  struct Header {
    std::uint8_t kind;
    unsigned length_byte;
  };
  std::vector<Header> chain;
  const auto random_header = [&](unsigned most) {
    const std::uint64_t k = random_.below(8);
    unsigned length = 2;
    if (one_in(3)) length = static_cast<unsigned>(random_.below(5));
    if (one_in(24)) length = static_cast<unsigned>(random_.below(256));
    return Header{kWalked[k < 2 ? 0 : k < 5 ? 1 : 2], std::min(length, most)};
  };
  if (one_in(10)) {
    // Fill up to near the end of the window, then one more header in some cases.
    unsigned left = static_cast<unsigned>(random_.between(20, 28)) * 8;
    if (one_in(2)) {
      left = one_in(2) ? 208 : 216;
      keep_length_ = one_in(2);  // the frame ends about where the window does
    }
    const bool small = one_in(3);
    while (left >= 8) {
      const unsigned units = small ? 1 : static_cast<unsigned>(random_.between(1, left / 8));
      chain.push_back({kWalked[random_.below(3)], units - 1});
      left -= units * 8;
    }
    if (one_in(3)) chain.push_back(random_header(255));
  } else {
    constexpr unsigned kCounts[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6};
    const unsigned count = kCounts[random_.below(16)];
    for (unsigned i = 0; i < count; ++i) chain.push_back(random_header(255));
  }
  constexpr std::uint8_t kLast[] = {6,  6,  6,  6,  6,   17,  17, 17, 17, 132, 132, 44, 44,
                                    50, 51, 59, 58, 135, 139, 1,  7,  2,  16,  61,  42, 128};
  const std::uint8_t last = kLast[random_.below(std::size(kLast))];

  put8(near(chain.empty() ? last : chain[0].kind, 8));
  put8(255);  // hop limit
  for (int i = 0; i < 4; ++i) put_field(8);
  addresses_at_ = start + 8;
  corner_addresses(addresses_at_, 16);
  ends_.push_back(start + 40);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    put8(near(i + 1 < chain.size() ? chain[i + 1].kind : last, 8));
    extension_header(chain[i].kind, chain[i].length_byte);
  }
  // Behind 44 and 51 stands what a walker that goes on would take for a header or ports.
  if (last == 44 || last == 51 || last == 50) put8(one_in(2) ? 6 : 17);
  if (stressed_ && !keep_length_) put_ports();
  put_random(keep_length_ ? random_.below(12) : random_.between(stressed_ ? 0 : 4, stressed_ ? 20 : 24));
}

std::size_t FrameMaker::choose_length() {
  const std::size_t built = frame_->size();
  const std::uint64_t choice = random_.below(48);
  if (choice < 10) {
    const std::size_t end = ends_[random_.below(ends_.size())];
    return static_cast<std::size_t>(std::max<std::int64_t>(
        1, static_cast<std::int64_t>(end) + static_cast<std::int64_t>(random_.below(24)) - 12));
  }
  if (choice < 13) return random_.between(1, 24);
  if (choice < 15) return 60;
  if (choice < 17) return random_.between(61, 64);
  if (choice < 19) return random_.between(25, 59);
  if (one_in(40)) return one_in(6) ? 1518 : random_.between(65, 1518);
  if (one_in(1000))
    return one_in(8) ? random_.between(9019, 16384) : one_in(4) ? 9018 : random_.between(1519, 9018);
  return built + random_.below(17);
}

void FrameMaker::make(const ClassifierTables& tables, std::vector<std::uint8_t>& frame) {
  make_sized(tables, 0, frame);
}

void FrameMaker::make_sized(const ClassifierTables& tables, std::size_t length,
                            std::vector<std::uint8_t>& frame) {
  frame.clear();
  ends_.clear();
  keep_length_ = false;
  frame_ = &frame;
  build(tables);
  finish(length);
}

void FrameMaker::make_dictionary(const ClassifierTables& tables, std::vector<std::uint8_t>& frame) {
  frame.clear();
  ends_.clear();
  keep_length_ = one_in(2);
  frame_ = &frame;
  const std::size_t protocol = random_.below(kDictionary.size());
  build_dictionary(tables, protocol, std::nullopt);
  finish(0);
}

void FrameMaker::make_protocol(const ClassifierTables& tables, std::size_t protocol, bool tagged,
                               std::vector<std::uint8_t>& frame) {
  do {
    frame.clear();
    ends_.clear();
    keep_length_ = true;
    frame_ = &frame;
    build_dictionary(tables, protocol, tagged);
    finish(0);
  } while (dictionary_protocol({frame.data(), frame.size()}, tagged ? 16 : 12) !=
               static_cast<int>(protocol) ||
           (tagged && load_be16(frame.data() + 12) != tables.vet()));
}

void FrameMaker::finish(std::size_t length) {
  if (length == 0) length = keep_length_ ? frame_->size() : choose_length();
  if (length > frame_->size()) put_random(length - frame_->size());
  frame_->resize(length);
}

}  // namespace ixsim::verify
