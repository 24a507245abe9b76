// The table registers, and their path to the strategy.
#include "nic/receive/classifier_port.h"

#include <algorithm>

#include "ixsim/error.h"

namespace ixsim::nic {
namespace {

// Table registers, in the order in which a reset rewrites them.
constexpr Reg kTableRegisters[] = {Reg::RDRXCTL, Reg::FCTRL, Reg::VLNCTRL, Reg::MCSTCTRL, Reg::RUPPBMR,
                                   Reg::MTA,     Reg::RAL,   Reg::RAH,     Reg::MRQC,     Reg::VMD_CTL,
                                   Reg::RETA,    Reg::RSSRK, Reg::VFTA,    Reg::VFTAVIND};
constexpr Reg kPoolTableRegisters[] = {Reg::FCTRL, Reg::VLNCTRL,  Reg::MCSTCTRL, Reg::MTA,      Reg::RAL,
                                       Reg::RAH,   Reg::MRQC,     Reg::RETA,     Reg::RSSRK,    Reg::VFTA,
                                       Reg::VFRE,  Reg::RTRUP2TC, Reg::VT_CTL,   Reg::MPSAR_LO, Reg::VLVF,
                                       Reg::VLVFB, Reg::VMOLR,    Reg::UTA,      Reg::MPSAR_HI, Reg::SYNQF};

// Tables that a reset of the strategy clears, like the registers.
constexpr Reg kEmptiedTableRegisters[] = {Reg::PSRTYPE};

template <typename Function>
void for_each_table_register(bool pools, Function function) {
  if (pools) {
    for (const Reg reg : kPoolTableRegisters) function(reg);
  } else {
    for (const Reg reg : kTableRegisters) function(reg);
  }
}

}  // namespace

ClassifierPort::ClassifierPort(Agenda& agenda, RegisterFile& registers, const DeviceProfile& profile,
                               std::unique_ptr<Classifier> strategy)
    : agenda_(agenda), registers_(registers), strategy_(std::move(strategy)) {
  if (profile.pool_bitmaps) {
    pools_ = dynamic_cast<PoolClassifier*>(&strategy_->decider());
    if (pools_ == nullptr)
      throw InputError("classifier strategy: found one of the 82598, profile " + profile.name +
                       " accepts PoolClassifier");
  }
  for_each_table_register(pools_ != nullptr,
                          [&](Reg reg) { registers_.on_write<&ClassifierPort::table_written>(reg, *this); });
  if (pools_ == nullptr) return;
  filters_ = std::make_unique<QueueFilters>(registers);
  pools_->set_filters(*filters_);
  for (const Reg reg : kEmptiedTableRegisters)
    registers_.on_write<&ClassifierPort::table_written>(reg, *this);
}

void ClassifierPort::reset(Time now) {
  if (filters_ != nullptr) filters_->reset();
  reset_edge_ = kMacClock.edge_after(now);
  resetting_ = true;
  writes_.clear();
  for_each_table_register(pools_ != nullptr, [&](Reg reg) {
    for (unsigned i = 0; i < registers_.entries(reg); ++i) {
      writes_.push({kMacClock.edge_after(reset_edge_), offset_of(registers_.register_set(), reg, i),
                    registers_.get(reg, i)});
    }
  });
  arm(now);
}

ClassifierPort::Step ClassifierPort::act(Time now) {
  if (reset_edge_ <= now) {
    reset_edge_ = kNever;
    strategy_->reset(now);
    // A decision made at this edge is of a frame that the reset has taken away.
    struct Lost : DecisionSink {
      void decided(const Decision&) override {}
    } lost;
    strategy_->advance(now, lost);
    return Step::kReset;
  }
  if (reset_edge_ == kNever && !writes_.empty() && writes_.front().ready <= now) {
    const TableWrite write = writes_.pop();
    strategy_->write(write.offset, write.value, now);
    if (resetting_ && writes_.empty()) {
      resetting_ = false;
      return Step::kTablesDone;
    }
  }
  return Step::kNothing;
}

void ClassifierPort::arm(Time now) {
  Time next = std::min(strategy_->next_decision(), reset_edge_);
  if (!writes_.empty()) next = std::min(next, std::max(writes_.front().ready, kMacClock.edge_after(now)));
  if (next != kNever) agenda_.arm(slot_, next);
}

void ClassifierPort::write_entry(Reg reg, unsigned index, std::uint32_t value, Time now) {
  writes_.push({kMacClock.edge_after(now), offset_of(registers_.register_set(), reg, index), value});
  arm(now);
}

}  // namespace ixsim::nic
