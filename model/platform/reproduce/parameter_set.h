// The parameters of a host platform: one file for each platform, each value with its range, unit and source.
//
// A file is TOML. It has a table for each parameter with `value`, `low`, `high`, `unit` and `source`; `fitted
// = true` marks a value that was fitted to the calibration that its source names. A platform may omit
// parameters, which then keep the defaults of the model. Draws for intervals take each value that is not
// fitted uniformly from its range.
#ifndef IXSIM_PLATFORM_REPRODUCE_PARAMETER_SET_H
#define IXSIM_PLATFORM_REPRODUCE_PARAMETER_SET_H

#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "host/driver/nic_driver.h"
#include "host/machine/machine.h"
#include "host/path/io_path.h"
#include "host/storage/fc_fabric.h"
#include "host/storage/storage_path.h"

namespace ixsim::platform {

struct PlatformParameter {
  std::string name;
  std::uint64_t value = 0;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::string unit;
  std::string source;
  bool fitted = false;
};

class ParameterSet {
 public:
  // Parses the text of a file; `name` identifies it in errors. Throws InputError.
  static ParameterSet parse(const std::string& text, const std::string& name);
  // Returns the set of that name in the program; throws InputError that lists the names if there is none.
  static ParameterSet platform(const std::string& name);
  // Returns the names of the sets in the program.
  static std::vector<std::string> platforms();
  // Returns the names of all parameters that a set may have.
  static std::vector<std::string> names();

  const std::string& name() const { return name_; }
  const std::vector<PlatformParameter>& parameters() const { return parameters_; }
  // Returns the value of a parameter; if the set omits it, that of the model.
  std::uint64_t value(const std::string& parameter) const;
  void set(const std::string& parameter, std::uint64_t value);
  // Returns a set whose values are drawn from their ranges, except fitted ones.
  ParameterSet draw(Random& random) const;

  MachineConfig machine() const;
  PathCosts path_costs() const;
  DriverCosts driver_costs() const;
  StorageCosts storage_costs() const;
  FcFabricConfig fc_fabric() const;

 private:
  std::string name_;
  std::vector<PlatformParameter> parameters_;
};

}  // namespace ixsim::platform

#endif
