// The classifier strategy of one port and its tables. Register writes reach the strategy through a queue. A
// reset writes all table registers again.
//
// Timing contract: MAC clock. A register write reaches the classifier at the first edge after it arrived, one
// write per edge. A reset acts at the first edge after it. The table registers (849 words on the 82598, 1,203
// on the 82599) follow, one per edge, and receive is disabled until the last of them.
#ifndef IXSIM_NIC_RECEIVE_CLASSIFIER_PORT_H
#define IXSIM_NIC_RECEIVE_CLASSIFIER_PORT_H

#include <cstdint>
#include <memory>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/classifier.h"
#include "ixsim/device_profile.h"
#include "nic/classifier/pool_classifier.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class ClassifierPort {
 public:
  // Events of a MAC edge.
  enum class Step {
    kNothing,
    kReset,      // the classifier has discarded the frames that it held
    kTablesDone  // the last table word of a reset has been written
  };

  // Makes a port. Throws InputError if the strategy does not fit the profile.
  ClassifierPort(Agenda& agenda, RegisterFile& registers, const DeviceProfile& profile,
                 std::unique_ptr<Classifier> strategy);
  // Sets the block at whose edges act() is called.
  void set_slot(Agenda::Slot slot) { slot_ = slot; }

  // Resets at the first edge after `now`.
  void reset(Time now);
  bool resetting() const { return resetting_; }
  // Does the work that is due at the edge `now`, apart from decisions.
  Step act(Time now);
  // Arms the block for the next edge with work, decisions included.
  void arm(Time now);
  // Overwrites a table entry of the strategy only; the register keeps its value.
  void write_entry(Reg reg, unsigned index, std::uint32_t value, Time now);

  Classifier& strategy() { return *strategy_; }
  // Returns the strategy of a device that selects pools by bitmap; otherwise nullptr.
  PoolClassifier* pools() const { return pools_; }

 private:
  struct TableWrite {
    Time ready = 0;
    std::uint32_t offset = 0;
    std::uint32_t value = 0;
  };
  void table_written(const RegisterWrite& write) {
    write_entry(write.reg, write.index, write.new_value, write.time);
  }

  Agenda& agenda_;
  RegisterFile& registers_;
  std::unique_ptr<Classifier> strategy_;
  std::unique_ptr<QueueFilters> filters_;  // on a device with pools by bitmaps
  PoolClassifier* pools_ = nullptr;
  Agenda::Slot slot_ = 0;
  bool resetting_ = true;     // table words of a reset are still pending
  Time reset_edge_ = kNever;  // MAC edge at which the classifier is reset
  Ring<TableWrite> writes_{1024};
};

}  // namespace ixsim::nic

#endif
