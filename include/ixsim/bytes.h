/// \file
/// Views of bytes, and access to them with an explicit byte order. The model reads and writes memory images
/// only through these functions, so that it works the same on every machine.
///
/// Part of model/base/.
#ifndef IXSIM_BYTES_H
#define IXSIM_BYTES_H

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ixsim {

/// A non-owning view of constant bytes; the owner must outlive it.
struct ByteView {
  const std::uint8_t* data = nullptr;  ///< First byte; may be null if `size` is 0.
  std::size_t size = 0;                ///< Number of bytes.

  /// Returns byte `i`, below `size`.
  constexpr const std::uint8_t& operator[](std::size_t i) const { return data[i]; }
  /// Returns a pointer to the first byte.
  constexpr const std::uint8_t* begin() const { return data; }
  /// Returns a pointer past the last byte.
  constexpr const std::uint8_t* end() const { return data + size; }
  /// Returns the first `count` bytes, or all of them if there are fewer.
  constexpr ByteView first(std::size_t count) const { return {data, count < size ? count : size}; }
};

/// Returns the 2 bytes at `p` in network order (big endian); the caller guarantees that they exist.
inline std::uint16_t load_be16(const std::uint8_t* p) {
  return static_cast<std::uint16_t>((p[0] << 8) | p[1]);
}
/// Returns the 4 bytes at `p` in network order (big endian); the caller guarantees that they exist.
inline std::uint32_t load_be32(const std::uint8_t* p) {
  return (std::uint32_t{p[0]} << 24) | (std::uint32_t{p[1]} << 16) | (std::uint32_t{p[2]} << 8) | p[3];
}
/// Writes `v` to the 2 bytes at `p` in network order (big endian); the caller guarantees that they exist.
inline void store_be16(std::uint8_t* p, std::uint16_t v) {
  p[0] = static_cast<std::uint8_t>(v >> 8);
  p[1] = static_cast<std::uint8_t>(v);
}
/// Writes `v` to the 4 bytes at `p` in network order (big endian); the caller guarantees that they exist.
inline void store_be32(std::uint8_t* p, std::uint32_t v) {
  store_be16(p, static_cast<std::uint16_t>(v >> 16));
  store_be16(p + 2, static_cast<std::uint16_t>(v));
}

/// Returns the 2 bytes at `p` in PCI order (little endian); the caller guarantees that they exist.
inline std::uint16_t load_le16(const std::uint8_t* p) {
  return static_cast<std::uint16_t>(p[0] | (p[1] << 8));
}
/// Returns the 4 bytes at `p` in PCI order (little endian); the caller guarantees that they exist.
inline std::uint32_t load_le32(const std::uint8_t* p) {
  return std::uint32_t{p[0]} | (std::uint32_t{p[1]} << 8) | (std::uint32_t{p[2]} << 16) |
         (std::uint32_t{p[3]} << 24);
}
/// Returns the 8 bytes at `p` in PCI order (little endian); the caller guarantees that they exist.
inline std::uint64_t load_le64(const std::uint8_t* p) {
  return std::uint64_t{load_le32(p)} | (std::uint64_t{load_le32(p + 4)} << 32);
}
/// Writes `v` to the 2 bytes at `p` in PCI order (little endian); the caller guarantees that they exist.
inline void store_le16(std::uint8_t* p, std::uint16_t v) {
  p[0] = static_cast<std::uint8_t>(v);
  p[1] = static_cast<std::uint8_t>(v >> 8);
}
/// Writes `v` to the 4 bytes at `p` in PCI order (little endian); the caller guarantees that they exist.
inline void store_le32(std::uint8_t* p, std::uint32_t v) {
  store_le16(p, static_cast<std::uint16_t>(v));
  store_le16(p + 2, static_cast<std::uint16_t>(v >> 16));
}
/// Writes `v` to the 8 bytes at `p` in PCI order (little endian); the caller guarantees that they exist.
inline void store_le64(std::uint8_t* p, std::uint64_t v) {
  store_le32(p, static_cast<std::uint32_t>(v));
  store_le32(p + 4, static_cast<std::uint32_t>(v >> 32));
}

}  // namespace ixsim

#endif
