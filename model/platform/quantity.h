// Numbers with units in scenarios ("125 us", "9 KiB", "1e6"), converted exactly to whole numbers of a key's
// unit. All arithmetic uses integers. A value that is not a whole number of units is an error that names its
// neighbors. Units: SI and IEC 80000-13 prefixes.
#ifndef IXSIM_PLATFORM_QUANTITY_H
#define IXSIM_PLATFORM_QUANTITY_H

#include <cstdint>
#include <string>

#include "base/layers.h"

namespace ixsim::platform {

inline constexpr std::uint32_t kKibibyte = 1'024;  // in bytes

enum class Dimension : std::uint8_t { kNumber, kTime, kSize, kRate, kPercent };

// The unit of a key. Its text is a name ("ns", "bytes", "descriptors") or a number and a name ("256 ns").
struct Unit {
  Dimension dimension = Dimension::kNumber;
  std::int64_t scale = 1;  // scale in ps, bytes, bit/s, per cent; 1 for numbers

  // Returns the unit of a text. A name that is none of time, size, rate or per cent counts things.
  static Unit of(const std::string& text);
};

// Returns the names of a dimension's units, for messages; "" for pure numbers.
std::string units_of(Dimension dimension);

// Converts `text`, a number with or without a unit, to whole units of the key. A number without a unit counts
// units of the key. Throws the reason (std::string), which begins with `text` in quotes, if the text is not a
// number, has another dimension, or is not whole.
std::int64_t parse_quantity(const std::string& text, const std::string& unit);

}  // namespace ixsim::platform

#endif
