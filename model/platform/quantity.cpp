// Decimal numbers as a mantissa and a power of ten; fractions of 128-bit integers.
#include "platform/quantity.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

namespace ixsim::platform {
namespace {

using Wide = unsigned __int128;

constexpr std::int64_t kKilo = 1'000, kMega = 1'000'000, kGiga = 1'000'000'000, kTera = 1'000'000'000'000;
constexpr std::size_t kMostDigits = 19;  // of a mantissa: fits 64 bits
constexpr int kMostExponent = 40;
constexpr Wide kMostWide = ~Wide{0};

struct Name {
  const char* text;
  Dimension dimension;
  std::int64_t scale;
};

constexpr std::array kNames = {
    Name{"ps", Dimension::kTime, 1},
    Name{"ns", Dimension::kTime, kKilo},
    Name{"us", Dimension::kTime, kMega},
    Name{"\u00b5s", Dimension::kTime, kMega},
    Name{"\u03bcs", Dimension::kTime, kMega},
    Name{"ms", Dimension::kTime, kGiga},
    Name{"s", Dimension::kTime, kTera},
    Name{"B", Dimension::kSize, 1},
    Name{"byte", Dimension::kSize, 1},
    Name{"bytes", Dimension::kSize, 1},
    Name{"kB", Dimension::kSize, kKilo},
    Name{"MB", Dimension::kSize, kMega},
    Name{"GB", Dimension::kSize, kGiga},
    Name{"KiB", Dimension::kSize, std::int64_t{1} << 10},
    Name{"MiB", Dimension::kSize, std::int64_t{1} << 20},
    Name{"GiB", Dimension::kSize, std::int64_t{1} << 30},
    Name{"b/s", Dimension::kRate, 1},
    Name{"kb/s", Dimension::kRate, kKilo},
    Name{"Mb/s", Dimension::kRate, kMega},
    Name{"Gb/s", Dimension::kRate, kGiga},
    Name{"bit/s", Dimension::kRate, 1},
    Name{"kbit/s", Dimension::kRate, kKilo},
    Name{"Mbit/s", Dimension::kRate, kMega},
    Name{"Gbit/s", Dimension::kRate, kGiga},
    Name{"%", Dimension::kPercent, 1},
};

const Name* find(const std::string& text) {
  for (const Name& name : kNames)
    if (text == name.text) return &name;
  return nullptr;
}

const char* noun_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::kTime:
      return "a time";
    case Dimension::kSize:
      return "a size";
    case Dimension::kRate:
      return "a rate";
    case Dimension::kPercent:
      return "a percentage";
    case Dimension::kNumber:
      break;
  }
  return "a number";
}

bool digit(char c) { return c >= '0' && c <= '9'; }

// The value `mantissa` x 10^`exponent`.
struct Decimal {
  bool negative = false;
  Wide mantissa = 0;
  int exponent = 0;
};

// Reads a decimal number from the start of `text`. `end` is the position after it, 0 if there is none.
Decimal read_decimal(const std::string& text, std::size_t& end) {
  Decimal value;
  std::size_t i = 0;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) value.negative = text[i++] == '-';
  std::size_t digits = 0, significant = 0;
  bool point = false;
  end = 0;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !point && digits != 0) {
      point = true;
      continue;
    }
    // As in TOML: between two digits.
    if (text[i] == '_' && digits != 0 && digit(text[i - 1]) && i + 1 < text.size() && digit(text[i + 1]))
      continue;
    if (!digit(text[i])) break;
    ++digits;
    if (significant != 0 || text[i] != '0') ++significant;
    if (significant > kMostDigits) return value;
    value.mantissa = value.mantissa * 10 + static_cast<unsigned>(text[i] - '0');
    if (point) --value.exponent;
  }
  if (digits == 0 || text[i - 1] == '.') return value;
  // "1e6", but the "e" of a unit's name is not an exponent.
  std::size_t at = i;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    const bool below = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    int exponent = 0;
    const std::size_t first = at;
    for (; at < text.size() && digit(text[at]); ++at)
      exponent = exponent > kMostExponent ? exponent : exponent * 10 + (text[at] - '0');
    if (at != first) {
      if (exponent > kMostExponent) return value;
      value.exponent += below ? -exponent : exponent;
      i = at;
    }
  }
  end = i;
  return value;
}

// Multiplies; returns false if the product does not fit.
bool multiply(Wide& value, Wide factor) {
  if (factor != 0 && value > kMostWide / factor) return false;
  value *= factor;
  return true;
}

// Returns `units` of a unit whose text begins with a number, as a quantity: 3 of "256 ns" is "768 ns".
std::string times(Wide units, const std::string& unit) {
  std::size_t end = 0;
  const Decimal each = read_decimal(unit, end);
  const std::size_t name = unit.find_first_not_of(' ', end);
  if (end == 0 || name == std::string::npos)
    return fmt::format("{} {}", static_cast<std::uint64_t>(units), unit);
  return fmt::format("{} {} ({})", static_cast<std::uint64_t>(units * each.mantissa), unit.substr(name),
                     static_cast<std::uint64_t>(units));
}

}  // namespace

Unit Unit::of(const std::string& text) {
  std::size_t end = 0;
  const Decimal count = read_decimal(text, end);
  const std::size_t name = text.find_first_not_of(' ', end);
  if (name == std::string::npos) return {};
  const Name* const known = find(text.substr(name));
  if (known == nullptr) return {};
  return {known->dimension,
          end == 0 ? known->scale : static_cast<std::int64_t>(count.mantissa) * known->scale};
}

std::string units_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::kTime:
      return "ps, ns, us, ms or s";
    case Dimension::kSize:
      return "B, kB, MB, GB, KiB, MiB or GiB";
    case Dimension::kRate:
      return "b/s, kb/s, Mb/s or Gb/s";
    case Dimension::kPercent:
      return "%";
    case Dimension::kNumber:
      break;
  }
  return "";
}

std::int64_t parse_quantity(const std::string& text, const std::string& unit) {
  const std::string quoted = fmt::format("'{}'", text);
  const Unit wanted = Unit::of(unit);
  std::size_t end = 0;
  const Decimal value = read_decimal(text, end);
  if (end == 0) throw quoted;
  const std::size_t first = text.find_first_not_of(' ', end);
  std::int64_t scale = wanted.scale;
  if (first != std::string::npos) {
    const std::string suffix = text.substr(first, text.find_last_not_of(' ') + 1 - first);
    const Name* const given = find(suffix);
    if (given == nullptr && suffix != unit) throw quoted + ", whose unit is not known";
    if (given != nullptr) {
      if (given->dimension != wanted.dimension)
        throw fmt::format("{}, {}", quoted, noun_of(given->dimension));
      scale = given->scale;
    }
  }
  Wide numerator = value.mantissa, denominator = 1;
  bool fits = multiply(numerator, static_cast<Wide>(scale));
  for (int i = 0; i < value.exponent; ++i) fits = fits && multiply(numerator, 10);
  for (int i = 0; i > value.exponent; --i) fits = fits && multiply(denominator, 10);
  fits = fits && multiply(denominator, static_cast<Wide>(wanted.scale));
  const Wide whole = fits ? numerator / denominator : kMostWide;
  if (!fits || whole > static_cast<Wide>(INT64_MAX)) throw quoted;
  if (numerator % denominator != 0) {
    if (value.negative) throw quoted;
    throw fmt::format("{}, not a whole number of {}: between {} and {}", quoted,
                      wanted.dimension == Dimension::kNumber || digit(unit[0]) ? "units" : unit,
                      times(whole, unit), times(whole + 1, unit));
  }
  return value.negative ? -static_cast<std::int64_t>(whole) : static_cast<std::int64_t>(whole);
}

}  // namespace ixsim::platform
