// Numbers with units as scenarios write them ("125 us", "9 KiB", "1e6"), converted exactly to whole numbers
// of a key's unit. Integers only: a value that is not a whole number of units is an error that names the
// neighbors. Units: SI and IEC 80000-13 prefixes.
#ifndef IXSIM_PLATFORM_QUANTITY_H
#define IXSIM_PLATFORM_QUANTITY_H

#include <cstdint>
#include <string>

namespace ixsim {

enum class Dimension : std::uint8_t { kNumber, kTime, kSize, kRate, kPercent };

// The unit of a key. Its text is a name ("ns", "bytes", "descriptors") or a number and a name ("256 ns").
struct Unit {
  Dimension dimension = Dimension::kNumber;
  std::int64_t scale = 1;  // in ps, bytes, bit/s, per cent; 1 for numbers

  // A name that is none of time, size, rate or per cent counts things.
  static Unit of(const std::string& text);
};

// Returns the names of a dimension's units, for messages; "" for pure numbers.
std::string units_of(Dimension dimension);

// Returns `text`, a number with or without a unit, in whole units of the key. A number without a unit
// counts units of the key. Throws the reason (std::string), which begins with `text` in quotes, if it is not
// a number, of another dimension, or not whole.
std::int64_t parse_quantity(const std::string& text, const std::string& unit);

}  // namespace ixsim

#endif
