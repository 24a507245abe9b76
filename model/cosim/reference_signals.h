// The reference's outputs, and the rule by which it decided, as signals of a module's waveform.
//
// At the edge at which the module decides, the waveform of a divergence has the right decision and its reason
// too. A text is a vector of characters, which viewers show as ASCII.
//
// Timing contract: show() gives the values of the next step of the waveform. The object must not move or end
// before the waveform ends.
#ifndef IXSIM_COSIM_REFERENCE_SIGNALS_H
#define IXSIM_COSIM_REFERENCE_SIGNALS_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/harness/waveform_abi.h"
#include "cosim/rtl_classifier.h"
#include "cosim/scheduler_ports.h"
#include "ixsim/error.h"

namespace ixsim::cosim {

class ReferenceSignals {
 public:
  ReferenceSignals() = default;
  ReferenceSignals(const ReferenceSignals&) = delete;
  ReferenceSignals& operator=(const ReferenceSignals&) = delete;

  // Starts the waveform of a module with these signals; `Api` is the table of functions of its block. Throws
  // InputError with the module's message if it cannot.
  template <typename Api>
  void start(const Api& api, void* instance, const std::string& path, std::int64_t first_clock) const {
    const std::vector<IxsimSignal> signals = list();
    if (api.start_waveform(instance, path.c_str(), first_clock, signals.data(),
                           static_cast<int>(signals.size())) != 0)
      throw InputError(api.last_error());
  }

 protected:
  static constexpr unsigned kTextBytes = 256;

  // Each returns the number of the new signal.
  std::size_t add(const char* name, unsigned bits);
  std::size_t add_text(const char* name) { return add(name, 8 * kTextBytes); }
  void set(std::size_t signal, std::uint64_t low, std::uint64_t high = 0);
  // Cuts the text after kTextBytes characters.
  void set(std::size_t signal, const std::string& text);

 private:
  struct Signal {
    const char* name;
    unsigned bits;
    std::vector<std::uint32_t> words;
  };
  std::vector<IxsimSignal> list() const;

  std::deque<Signal> signals_;
};

// `valid`, the fields of the block, and `rule`.
class ClassifierSignals final : public ReferenceSignals {
 public:
  explicit ClassifierSignals(ClassifierBlock block);
  // The decision of this edge; `valid` is false if there is none.
  void show(const ClassifierOutputs& out, const std::string& rule);

 private:
  ClassifierBlock block_;
  std::size_t valid_, first_field_, rule_;
};

// `valid`, `gnt`, `idx`, and `rule`.
class SchedulerSignals final : public ReferenceSignals {
 public:
  explicit SchedulerSignals(const SchedulerParameters& parameters);
  void show(const SchedulerPortsOut& out, const std::string& rule);

 private:
  std::size_t valid_, gnt_, idx_, rule_;
};

}  // namespace ixsim::cosim

#endif
