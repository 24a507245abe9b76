// Means, intervals and tests over repeated runs, and the repetition of runs.
#ifndef IXSIM_PLATFORM_REPRODUCE_STATISTICS_H
#define IXSIM_PLATFORM_REPRODUCE_STATISTICS_H

#include <cstddef>
#include <functional>
#include <vector>

#include "base/layers.h"

namespace ixsim::platform {

struct Interval {
  double low = 0;
  double high = 0;
};

double mean(const std::vector<double>& values);
// Returns the sample standard deviation of at least two values.
double deviation(const std::vector<double>& values);
// Returns the interval between two quantiles, each in [0, 1], of the values themselves.
Interval quantiles(std::vector<double> values, double low, double high);
// Returns the interval of the mean by Student's t, two-sided with 5 % outside; at least two values.
Interval mean_interval(const std::vector<double>& values);
// Returns whether two one-sided tests at 5 % show that the mean of `values` (paired relative differences)
// lies within -margin to margin.
bool equivalent(const std::vector<double>& values, double margin);
// Calls `run` with 0 to count - 1, on all cores; results keep their order. Throws the exception of a run
// again.
std::vector<std::vector<double>> repeat(std::size_t count,
                                        const std::function<std::vector<double>(std::size_t)>& run);
// Returns one column of such results.
std::vector<double> column(const std::vector<std::vector<double>>& results, std::size_t index);

}  // namespace ixsim::platform

#endif
