// Adds metrics to a result. Units and the wording of descriptions are in one place.
#ifndef IXSIM_PLATFORM_METRIC_SHEET_H
#define IXSIM_PLATFORM_METRIC_SHEET_H

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/histogram.h"
#include "base/layers.h"
#include "platform/measuring_window.h"
#include "platform/run.h"

namespace ixsim::platform {

struct MetricSheet {
  std::vector<Metric>& metrics;
  std::vector<MetricHistogram>* histograms = nullptr;  // histograms of all times, if not null
  void count(const std::string& name, std::uint64_t value, const char* unit, const std::string& description) {
    metrics.push_back({name, static_cast<std::int64_t>(value), unit, description});
  }
  void ratio(const std::string& name, double numerator, double denominator, const char* unit,
             const std::string& description) {
    metrics.push_back({name, denominator == 0 ? 0.0 : numerator / denominator, unit, description});
  }
  void rates(const std::string& prefix, const WindowCount& counted, Time length, const std::string& what) {
    ratio(prefix + "frame_rate", static_cast<double>(counted.frames) * 1e12, static_cast<double>(length),
          "frames/s", fmt::format("frames {}, over its length", what));
    ratio(prefix + "throughput", static_cast<double>(counted.bytes * 8) * 1e12, static_cast<double>(length),
          "bit/s", fmt::format("bits of frames {}, destination address to FCS, over its length", what));
  }
  void text(const std::string& name, const std::string& value, const std::string& description) {
    metrics.push_back({name, value, "", description});
  }
  void times(const std::string& name, const Histogram& h, const std::string& description) {
    count(name + ".count", h.count(), "frames", description + ": frames of the window");
    count(name + ".min", static_cast<std::uint64_t>(h.min()), "ps", description + ": least");
    ratio(name + ".mean", static_cast<double>(h.sum()), static_cast<double>(h.count()), "ps",
          description + ": mean");
    count(name + ".p50", static_cast<std::uint64_t>(h.quantile(50, 100)), "ps", description + ": median");
    count(name + ".p99", static_cast<std::uint64_t>(h.quantile(99, 100)), "ps",
          description + ": 99th percentile");
    count(name + ".max", static_cast<std::uint64_t>(h.max()), "ps", description + ": greatest");
    if (histograms == nullptr) return;
    MetricHistogram record{name, "ps", {}};
    h.for_each_range([&](std::uint64_t low, std::uint64_t high, std::uint64_t of_bucket) {
      record.buckets.push_back({low, high, of_bucket});
    });
    histograms->push_back(std::move(record));
  }
};

}  // namespace ixsim::platform

#endif
