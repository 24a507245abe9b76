// Packs ports and outputs into the words of the two files.
#include "verify/classifier_vectors.h"

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "ixsim/time.h"
#include "trace/atomic_file.h"
#include "verify/clocked_reference.h"

namespace ixsim::verify {
namespace {

void put_stimulus(const ClassifierInputs& in, fmt::memory_buffer& text) {
  const unsigned control = (in.tvalid ? 1u : 0) | (in.tlast ? 2u : 0) | (in.tuser ? 4u : 0) |
                           (in.wr_en ? 8u : 0) | (in.rst ? 16u : 0);
  fmt::format_to(std::back_inserter(text), "{:08x}{:04x}{:02x}{:02x}{:016x}\n", in.wr_data, in.wr_addr,
                 control, in.tkeep, in.tdata);
}

void put_expected(const ClassifierOutputs& out, fmt::memory_buffer& text) {
  fmt::format_to(
      std::back_inserter(text), "{:02x}{:02x}{:02x}{:02x}{:04x}{:08x}\n",
      (out.queue >> 6 & 1u) << 5 | (out.vmdq >> 4 & 3u) << 6 | (out.valid ? 0x10u : 0) | out.rss_type,
      out.ptype << 1 | (out.pif ? 1 : 0),
      (out.tagged ? 0x80u : 0) | static_cast<unsigned>(out.tc) << 4 | (out.vmdq & 0xfu),
      static_cast<unsigned>(out.drop) << 6 | (out.queue & 0x3fu), out.tci, out.rss_hash);
}

// As tb/conformance/pool_table.py reads it.
void put_expected_pools(const ClassifierOutputs& out, fmt::memory_buffer& text) {
  fmt::format_to(std::back_inserter(text), "{:x}{:02x}{:x}{:x}{:x}{:x}{:016x}{:04x}{:08x}\n", out.rss_type,
                 out.ptype, (out.valid ? 8u : 0) | (out.tagged ? 4u : 0) | (out.pif ? 2u : 0), out.drop,
                 out.tc, out.rss, out.pools, out.tci, out.rss_hash);
}

}  // namespace

VectorStatistics dump_vectors(const ClassifierCheckOptions& check, const std::string& directory,
                              ClassifierCoverage& coverage, PoolCoverage* pools,
                              const std::function<void(std::uint64_t)>& progress) {
  const OutputDirectory out(directory);
  AtomicFile stimulus_file(directory + "/stimulus.hex");
  AtomicFile expected_file(directory + "/expected.hex");
  const std::unique_ptr<ClassifierItemSource> stimulus = make_source(check);
  ClassifierItemDriver driver(*stimulus);
  ClockedReference reference(reference_of(check.block, check.stimulus.latency));
  VectorStatistics statistics;
  std::vector<ClassifierInputs> clocks;
  fmt::memory_buffer stimulus_text, expected_text;
  while (driver.next(clocks)) {
    stimulus_text.clear();
    expected_text.clear();
    for (const ClassifierInputs& in : clocks) {
      coverage.sample(in);
      if (pools != nullptr) pools->sample(in);
      reference.clock(&in, clocks.data() + clocks.size());
      ClassifierOutputs out;
      if (!reference.decisions().empty()) {
        out = ports_of(reference.decisions().front(), check.block);
        reference.decisions().pop_front();
        ++statistics.decisions;
      }
      put_stimulus(in, stimulus_text);
      if (check.block == ClassifierBlock::kPools) {
        put_expected_pools(out, expected_text);
      } else {
        put_expected(out, expected_text);
      }
    }
    stimulus_file.write({stimulus_text.data(), stimulus_text.size()});
    expected_file.write({expected_text.data(), expected_text.size()});
    statistics.clocks += clocks.size();
    statistics.frames = driver.frames();
    progress(statistics.frames);
  }
  stimulus_file.commit();
  expected_file.commit();
  return statistics;
}

}  // namespace ixsim::verify
