// The classifier strategy of one port and its tables: register writes reach the strategy through a queue, and
// a reset writes all table registers again.
//
// Timing contract: MAC clock. A register write reaches the classifier at the first edge after it arrived, one
// write an edge. A reset acts at the first edge after it; the table registers (849 words on the 82598, 1,171
// on the 82599) follow one an edge, and receive is closed until the last of them.
#ifndef IXSIM_NIC_RECEIVE_CLASSIFIER_PORT_H
#define IXSIM_NIC_RECEIVE_CLASSIFIER_PORT_H

#include <cstdint>
#include <memory>

#include "base/agenda.h"
#include "base/ring.h"
#include "ixsim/classifier.h"
#include "ixsim/device_profile.h"
#include "nic/classifier/pool_classifier.h"
#include "nic/registers/register_file.h"

namespace ixsim {

class ClassifierPort {
 public:
  // Events of a MAC edge.
  enum class Step {
    kNothing,
    kReset,      // the classifier has forgotten the frames that it held
    kTablesDone  // the last table word of a reset has been written
  };

  // Throws InputError if the strategy does not fit the profile.
  ClassifierPort(Agenda& agenda, RegisterFile& registers, const DeviceProfile& profile,
                 std::unique_ptr<Classifier> strategy);
  // The block at whose edges act() is called.
  void set_slot(Agenda::Slot slot) { slot_ = slot; }

  // Resets at the first edge after `now`.
  void reset(Time now);
  bool resetting() const { return resetting_; }
  // Does what is due at the edge `now`, apart from decisions.
  Step act(Time now);
  // Names the next edge with something to do, decisions included.
  void arm(Time now);
  // Overwrites a table entry of the strategy only; the register keeps its value.
  void write_entry(Reg reg, unsigned index, std::uint32_t value, Time now);

  Classifier& strategy() { return *strategy_; }
  // The strategy of a device that selects pools by bitmap, else nullptr.
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
  std::unique_ptr<QueueFilters> filters_;  // of a device with pools by bitmaps
  PoolClassifier* pools_ = nullptr;
  Agenda::Slot slot_ = 0;
  bool resetting_ = true;     // table words of a reset are still on their way
  Time reset_edge_ = kNever;  // MAC edge at which the classifier is reset
  Ring<TableWrite> writes_{1024};
};

}  // namespace ixsim

#endif
