// A published case as `ixsim reproduce` runs it, and its resulting figures.
#ifndef IXSIM_PLATFORM_REPRODUCE_CASE_RESULT_H
#define IXSIM_PLATFORM_REPRODUCE_CASE_RESULT_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"

namespace ixsim::platform {

// Kinds of figures, by the origin of the published value and of the simulated one.
enum class FigureKind : std::uint8_t {
  kCalibrated,  // a parameter was fitted to the published value
  kPredicted,   // no parameter was fitted
  kStructural,  // follows only from the wire, PCIe or a closed form
  kFunctional   // a property that holds or not: 1 or 0
};

// Required relation of the simulated value to the published one. kReported: nothing was published.
enum class Relation : std::uint8_t { kEqual, kAtLeast, kAtMost, kReported };

struct Figure {
  std::string name;
  FigureKind kind = FigureKind::kPredicted;
  Relation relation = Relation::kEqual;
  double published = 0;
  double simulated = 0;
  std::string unit;
  double tolerance = 0;  // relative to the published value: 0.1 for 10 %
  std::string note;
  std::optional<std::pair<double, double>> interval = {};  // 95 % interval, in the unit of the values

  // Returns whether the simulated value is within tolerance.
  bool holds() const;
};

struct CaseOptions {
  std::uint64_t seed = 1;
  bool quick = false;  // shorter windows and fewer repetitions
};

struct Case {
  const char* name;
  const char* source;   // publication
  const char* summary;  // one sentence
  std::vector<Figure> (*run)(const CaseOptions& options);
};

}  // namespace ixsim::platform

#endif
