// Views of bytes and explicit-endian access to them: the only way the model reads or writes memory images.
#ifndef IXSIM_BASE_BYTES_H
#define IXSIM_BASE_BYTES_H

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ixsim {

// A non-owning view of constant bytes; the owner must outlive it.
struct ByteView {
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;

  constexpr const std::uint8_t& operator[](std::size_t i) const { return data[i]; }
  constexpr const std::uint8_t* begin() const { return data; }
  constexpr const std::uint8_t* end() const { return data + size; }
  // The first `count` bytes, or all of them if there are fewer.
  constexpr ByteView first(std::size_t count) const { return {data, count < size ? count : size}; }
};

// Network order (big endian). The caller guarantees that the bytes exist.
inline std::uint16_t load_be16(const std::uint8_t* p) {
  return static_cast<std::uint16_t>((p[0] << 8) | p[1]);
}
inline std::uint32_t load_be32(const std::uint8_t* p) {
  return (std::uint32_t{p[0]} << 24) | (std::uint32_t{p[1]} << 16) | (std::uint32_t{p[2]} << 8) | p[3];
}
inline void store_be16(std::uint8_t* p, std::uint16_t v) {
  p[0] = static_cast<std::uint8_t>(v >> 8);
  p[1] = static_cast<std::uint8_t>(v);
}
inline void store_be32(std::uint8_t* p, std::uint32_t v) {
  store_be16(p, static_cast<std::uint16_t>(v >> 16));
  store_be16(p + 2, static_cast<std::uint16_t>(v));
}

// PCI order (little endian).
inline std::uint16_t load_le16(const std::uint8_t* p) {
  return static_cast<std::uint16_t>(p[0] | (p[1] << 8));
}
inline std::uint32_t load_le32(const std::uint8_t* p) {
  return std::uint32_t{p[0]} | (std::uint32_t{p[1]} << 8) | (std::uint32_t{p[2]} << 16) |
         (std::uint32_t{p[3]} << 24);
}
inline std::uint64_t load_le64(const std::uint8_t* p) {
  return std::uint64_t{load_le32(p)} | (std::uint64_t{load_le32(p + 4)} << 32);
}
inline void store_le16(std::uint8_t* p, std::uint16_t v) {
  p[0] = static_cast<std::uint8_t>(v);
  p[1] = static_cast<std::uint8_t>(v >> 8);
}
inline void store_le32(std::uint8_t* p, std::uint32_t v) {
  store_le16(p, static_cast<std::uint16_t>(v));
  store_le16(p + 2, static_cast<std::uint16_t>(v >> 16));
}
inline void store_le64(std::uint8_t* p, std::uint64_t v) {
  store_le32(p, static_cast<std::uint32_t>(v));
  store_le32(p + 4, static_cast<std::uint32_t>(v >> 32));
}

}  // namespace ixsim

#endif
