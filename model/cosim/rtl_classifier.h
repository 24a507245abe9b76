// One clocked instance of an RTL classifier with the ports of `l2_classifier` or of `pool_classifier`: the
// in-tree modules and a user's own module are loaded and driven through the same interface.
//
// Timing contract: clock(in) is one rising edge. It returns the output ports' values at that edge, that is,
// as a flip-flop clocked at the same edge would capture them, before the edge takes effect.
#ifndef IXSIM_COSIM_RTL_CLASSIFIER_H
#define IXSIM_COSIM_RTL_CLASSIFIER_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_sources.h"
#include "nic/classifier/classifier_size.h"

namespace ixsim::cosim {

// The classifier of the 82598, or the pool classifier of the 82599. Inputs are the same, outputs differ.
enum class ClassifierBlock : std::uint8_t { kL2, kPools };
// The name of the in-tree module, which is also the default top module of a user's.
const char* top_of(ClassifierBlock block);
// The name that the block has on the command line and in replays.
constexpr const char* name_of(ClassifierBlock block) {
  return block == ClassifierBlock::kPools ? "pools" : "classifier";
}

// Input port values at one edge. Byte k of the beat is in bits 8k+7:8k of tdata.
struct ClassifierInputs {
  std::uint64_t tdata = 0;
  std::uint32_t wr_data = 0;
  std::uint16_t wr_addr = 0;
  std::uint8_t tkeep = 0;
  bool tvalid = false;
  bool tlast = false;
  bool tuser = false;
  bool wr_en = false;
  bool rst = false;
};

// Output port values at one edge; all but `valid` may hold anything when valid is false. Outputs that the
// block does not have are 0.
struct ClassifierOutputs {
  std::uint64_t pools = 0;  // of the pool classifier, as `rss`
  std::uint32_t rss_hash = 0;
  std::uint16_t tci = 0;
  std::uint8_t drop = 0;
  std::uint8_t queue = 0;
  std::uint8_t vmdq = 0;
  std::uint8_t tc = 0;
  std::uint8_t ptype = 0;
  std::uint8_t rss_type = 0;
  std::uint8_t rss = 0;
  bool tagged = false;
  bool pif = false;
  bool valid = false;
};

class ReferenceSignals;

class RtlClassifier {
 public:
  virtual ~RtlClassifier() = default;
  virtual ClassifierOutputs clock(const ClassifierInputs& in) = 0;
  // Starts writing a waveform (FST) of all signals to `path`, one time step a clock; `first_clock` labels the
  // first sample. It has the values of the reference too. Ends with stop_waveform() or destruction.
  virtual void start_waveform(const std::string& path, std::int64_t first_clock,
                              const ReferenceSignals& shown) = 0;
  virtual void stop_waveform() = 0;
};

// A loaded RTL module, from which instances are made. Uninitialised RTL state is random from the seed.
class RtlClassifierModule {
 public:
  virtual ~RtlClassifierModule() = default;
  // `plusargs` are handed to the module's $value$plusargs, e.g. {"+mutant=17"}.
  virtual std::unique_ptr<RtlClassifier> make(std::uint64_t seed,
                                              const std::vector<std::string>& plusargs) = 0;
};

// The module that ixsim was built with; an l2_classifier of a size other than the 82598's is made from its
// files and cached.
std::shared_ptr<RtlClassifierModule> in_tree_classifier(ClassifierBlock block = ClassifierBlock::kL2,
                                                        const ClassifierSize& size = ClassifierSize());
// Verilates the user's files (top module by default top_of(block)) with the harness into a cached shared
// object and loads it. Throws InputError (one line) for a file that does not compile or a missing or wrong
// port. A size other than the 82598's is given to the module's parameters RX_QUEUES, POOLS and ADDRESSES.
std::shared_ptr<RtlClassifierModule> load_classifier(RtlSources sources,
                                                     ClassifierBlock block = ClassifierBlock::kL2,
                                                     const ClassifierSize& size = ClassifierSize());
std::shared_ptr<RtlClassifierModule> load_classifier(const std::vector<std::string>& files,
                                                     const std::string& top,
                                                     ClassifierBlock block = ClassifierBlock::kL2);

}  // namespace ixsim::cosim

#endif
