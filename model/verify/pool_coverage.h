// Functional coverage of the pool classifier's verification: the pools, entries, filters and modes that have
// decided a frame, and the writes that have changed a decision. It is sampled from the input ports alone,
// with the checker's own copy of the registers. ClassifierCoverage, which reads the same ports, covers
// headers, lengths and spacing.
//
// Timing contract: sample() is called once an edge, in order, for every edge including those that a harness
// leaves out. A frame is sampled at the edge of its last beat with all writes at earlier edges.
#ifndef IXSIM_VERIFY_POOL_COVERAGE_H
#define IXSIM_VERIFY_POOL_COVERAGE_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_classifier.h"
#include "verify/classifier_stimulus.h"
#include "verify/coverage_report.h"
#include "verify/pool_registers.h"

namespace ixsim::verify {

class PoolCoverage {
 public:
  PoolCoverage(unsigned latency, WritePolicy writes);

  void sample(const ClassifierInputs& in);
  // The bins as reports take them; valid as long as this object.
  std::vector<CoverageLine> lines() const;

 private:
  struct Bin {
    const char* group;
    std::string name;  // "group/bin"
    std::uint64_t hits = 0;
    const char* excluded = nullptr;
  };
  // A frame whose decision may be pending.
  struct Recent {
    std::int64_t last_edge = -1'000'000;
    ParsedFrame frame;
    PoolPrediction prediction;
  };

  // Adds a bin, or `count` of them with their number behind the name; returns the first one.
  std::size_t add(const char* group, const std::string& name, const char* excluded = nullptr);
  std::size_t add_row(const char* group, const char* name, unsigned count);
  void hit(std::size_t bin) { ++bins_[bin].hits; }
  void sample_frame(const ClassifierInputs& in);
  void sample_pools(const ParsedFrame& frame, const PoolPrediction& v);
  void sample_write(const ClassifierInputs& in);

  unsigned latency_;
  std::vector<Bin> bins_;
  std::size_t drop_ = 0, path_ = 0, address_ = 0, address_pool_ = 0, vlan_ = 0, vlan_pool_ = 0, filter_ = 0,
              default_ = 0, disabled_ = 0, lowest_ = 0, only_ = 0, equal_ = 0, mta_ = 0, uta_ = 0, mode_ = 0,
              class_ = 0, index_ = 0, reta_ = 0, port_vlan_ = 0, writes_ = 0;
  PoolRegisters registers_;
  std::int64_t edge_ = 0;
  bool open_ = false;
  std::uint32_t beats_ = 0;
  std::uint16_t vet_ = 0;
  std::array<std::uint8_t, (kParsedBytes + 7) / 8 * 8> head_{};
  std::int64_t write_edge_ = -1'000'000;
  unsigned write_index_ = 0;
  std::uint32_t write_old_ = 0;
  std::array<Recent, 16> recent_;
  std::size_t recent_next_ = 0;
};

}  // namespace ixsim::verify

#endif
