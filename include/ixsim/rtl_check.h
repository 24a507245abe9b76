/// \file
/// Strategies that check Verilog inside a simulation, clock by clock. The wrapped strategy makes the
/// decisions of the simulation. The RTL is clocked with the same inputs, and all outputs are compared. These
/// strategies need the library ixsim::cosim.
///
/// Timing contract: that of the wrapped strategy, unchanged. The RTL runs an edge or more behind.
/// docs/rtl_classifier.md and docs/rtl_scheduler.md have the ports of the modules. docs/cosimulation.md
/// explains how ixsim builds and loads a module.
///
/// Part of model/cosim/.
#ifndef IXSIM_RTL_CHECK_H
#define IXSIM_RTL_CHECK_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ixsim/classifier.h"
#include "ixsim/tx_scheduler.h"

namespace ixsim {

/// Options of an RTL check.
struct RtlCheckOptions {
  std::vector<std::string> files;  ///< Verilog files. If empty, the check uses the module of ixsim.
  std::string top;  ///< Top module of the files. If empty, it has the name of the module of ixsim.
  std::vector<std::string> plusargs;  ///< Arguments for $value$plusargs of the module, e.g. "+mutant=17".
  /// Seed for the initial values of registers without reset, and for ports that are not checked.
  std::uint64_t seed = 1;
  /// Folder of the installation that holds share/ixsim and lib/ixsim. If empty, it is the folder of the
  /// program, or the one given when ixsim was configured. The CMake target ixsim::cosim sets IXSIM_ROOT.
#ifdef IXSIM_ROOT
  std::string installation = IXSIM_ROOT;
#else
  std::string installation;
#endif
  int latency = 12;  ///< Classifier: MAC clocks from the last beat to the decision, 1 to 64.
  /// Classifier: receive queues, pools and receive addresses of the RTL, those of the profile of the
  /// reference. A size other than that of the 82598 is given to the parameters RX_QUEUES, POOLS and ADDRESSES
  /// of the module.
  /// @{
  unsigned rx_queues = 64;
  unsigned pools = 16;
  unsigned addresses = 16;
  /// @}
};

/// A classifier that checks RTL. Its functions throw CheckFailure at the first difference.
class RtlCheckedClassifier : public Classifier {
 public:
  /// Clocks the RTL until every frame that was begun is decided and compared. Call it at the end of a run.
  virtual void finish() = 0;
  /// Returns the number of decisions compared.
  virtual std::int64_t decisions() const = 0;
};

/// A transmit scheduler that checks RTL. Its functions throw CheckFailure at the first difference.
class RtlCheckedScheduler : public TxScheduler {
 public:
  /// Clocks the RTL up to the last input. Call it at the end of a run.
  virtual void finish() = 0;
  /// Returns the number of grants compared.
  virtual std::int64_t grants() const = 0;
};

/// Returns a classifier that decides as `reference` and checks RTL with the ports of `l2_classifier` against
/// it. `reference` is one of the 82598, or of a custom profile with its rules. Throws InputError for RTL that
/// does not compile, has other ports or another latency.
std::unique_ptr<RtlCheckedClassifier> check_classifier(std::unique_ptr<Classifier> reference,
                                                       const RtlCheckOptions& options = {});
/// Returns a round-robin scheduler for the 32 queues of the 82598, which checks RTL with the ports of
/// `rr_scheduler`. Throws InputError for RTL that does not compile or has other ports.
std::unique_ptr<RtlCheckedScheduler> check_round_robin_scheduler(const RtlCheckOptions& options = {});

}  // namespace ixsim

#endif
