// Sums, quantiles of Student's t, and threads.
#include "platform/reproduce/statistics.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <exception>
#include <thread>

namespace ixsim::platform {
namespace {

// Quantiles of Student's t for 1 to 30 degrees of freedom, from the usual tables; above 30, that of the
// normal distribution.
constexpr std::array<double, 30> kT975 = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120,  2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
constexpr std::array<double, 30> kT95 = {
    6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753,
    1.746, 1.740, 1.734, 1.729, 1.725, 1.721, 1.717, 1.714, 1.711, 1.708, 1.706, 1.703, 1.701, 1.699, 1.697};

double student(const std::array<double, 30>& table, double normal, std::size_t values) {
  return values - 2 < table.size() ? table[values - 2] : normal;
}

Interval around_mean(const std::vector<double>& values, double t) {
  const double half = t * deviation(values) / std::sqrt(static_cast<double>(values.size()));
  return {mean(values) - half, mean(values) + half};
}

}  // namespace

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double deviation(const std::vector<double>& values) {
  const double middle = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

Interval quantiles(std::vector<double> values, double low, double high) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
  };
  return {at(low), at(high)};
}

Interval mean_interval(const std::vector<double>& values) {
  return around_mean(values, student(kT975, 1.960, values.size()));
}

bool equivalent(const std::vector<double>& values, double margin) {
  const Interval interval = around_mean(values, student(kT95, 1.645, values.size()));
  return interval.low > -margin && interval.high < margin;
}

std::vector<std::vector<double>> repeat(std::size_t count,
                                        const std::function<std::vector<double>(std::size_t)>& run) {
  std::vector<std::vector<double>> results(count);
  std::vector<std::exception_ptr> errors(count);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        results[i] = run(i);
      } catch (...) {
        errors[i] = std::current_exception();
      }
    }
  };
  const std::size_t threads = std::max(1u, std::min(64u, std::thread::hardware_concurrency()));
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < std::min(threads, count); ++i) others.emplace_back(work);
  work();
  for (std::thread& thread : others) thread.join();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  return results;
}

std::vector<double> column(const std::vector<std::vector<double>>& results, std::size_t index) {
  std::vector<double> values;
  for (const auto& row : results) values.push_back(row[index]);
  return values;
}

}  // namespace ixsim::platform
