// The taps of the analysis ports. Once its port is bound, a tap is inserted between a block and its target.
// It writes each item to the port and passes it on. An unbound port has no tap.
//
// Timing contract: none, each item carries its time.
#ifndef IXSIM_NIC_SC_OBSERVATION_TAPS_H
#define IXSIM_NIC_SC_OBSERVATION_TAPS_H

#include "base/layers.h"
#include "ethernet/wire_pacer.h"
#include "ixsim/payloads.h"
#include "nic/core/controller_core.h"

namespace ixsim::nic {

// Tap for the frames that all ports send.
class SentTap final : public WireOut {
 public:
  SentTap(ControllerCore& core, ObservationPort<WireFrame>& port) : core_(core), port_(port) {}
  void attach() {
    next_ = core_.port(0).transmit().wire_out();
    core_.set_wire_out(this);
  }
  void frame_out(Time start, unsigned port, const FrameRef& frame) override;

 private:
  ControllerCore& core_;
  ObservationPort<WireFrame>& port_;
  WireOut* next_ = nullptr;
};

// Tap for the decisions of one port.
class DecisionTap final : public DecisionSink {
 public:
  DecisionTap(unsigned index, ObservationPort<PortDecision>& port) : index_(index), port_(port) {}
  void attach(ControllerCore& core) { next_ = &core.port(index_).receive().tap_decisions(*this); }
  void decided(const Decision& decision) override {
    port_.write({index_, decision});
    next_->decided(decision);
  }

 private:
  unsigned index_;
  ObservationPort<PortDecision>& port_;
  DecisionSink* next_ = nullptr;
};

// Tap for the interrupts of one port.
class InterruptTap final : public InterruptSink {
 public:
  InterruptTap(ControllerCore& core, unsigned index, ObservationPort<PortInterrupt>& port)
      : core_(core), index_(index), port_(port), next_(&core.port(index).interrupt_output()) {}
  void attach() {
    attached_ = true;
    core_.port(index_).set_interrupt_sink(*this);
  }
  // Sets the sink after the tap.
  void set_sink(InterruptSink& sink) {
    next_ = &sink;
    if (!attached_) core_.port(index_).set_interrupt_sink(sink);
  }
  void fire(InterruptKind kind, unsigned vector, Time now) override {
    port_.write({index_, kind, vector, now});
    next_->fire(kind, vector, now);
  }

 private:
  ControllerCore& core_;
  unsigned index_;
  ObservationPort<PortInterrupt>& port_;
  InterruptSink* next_;
  bool attached_ = false;
};

inline void SentTap::frame_out(Time start, unsigned port, const FrameRef& frame) {
  port_.write({port, start, start + wire_time(frame->size(), core_.port(port).wire().byte_time()), frame});
  next_->frame_out(start, port, frame);
}

}  // namespace ixsim::nic

#endif
