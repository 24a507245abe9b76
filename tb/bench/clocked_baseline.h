// The clocked baseline: the same controller as a SystemC model in the usual clock-ticked style. The benchmark
// compares the speed of the product with it.
//
// Style: sc_clock at 156.25 MHz and 250 MHz, and one SC_METHOD for each stage, all statically sensitive.
// Receive MAC, classifier and packet buffer use the first clock; DMA engine, interrupts and PCIe link use the
// second. MAC, classifier and packet buffer pass frames by sc_signals of a small struct. After the packet
// buffer the stages keep their own first-in first-out stores, as in the product. The work of each stage is
// the product's own stage function, called once per clock; host, traffic and statistics are the product's.
// There is no thread, no trace, no allocation per clock, no process or signal without a function, and no work
// done twice.
//
// Timing contract: every visible event comes at the picosecond of the product, so that both give one event
// hash. A lean form omits most of the kernel's costs: it has two events that notify themselves, with one
// method each, which calls the stages of its clock, and plain variables between them. It has the minimum cost
// of the kernel and the work of the clocks.
//
// The link's clock is 500 MHz on Gen1 x8: the link acts on both edges of the 250 MHz clock. Stages at one
// edge must run in the order DMA engine, interrupts, link (checked). Frames enter through wire_in, register
// writes through pcie_target; DMA leaves through pcie_initiator. The host must complete each access in the
// call.
#ifndef IXSIM_BENCH_CLOCKED_BASELINE_H
#define IXSIM_BENCH_CLOCKED_BASELINE_H

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <ostream>
#include <systemc>
#include <tlm>
#include <vector>

#include "base/agenda.h"
#include "base/ring.h"
#include "nic/classifier/reference_classifier.h"
#include "nic/core/controller_core.h"

namespace ixsim::bench {

// Data that one stage passes to the next at a clock edge.
struct Token {
  bool valid = false;
  std::uint64_t handle = 0;  // frame number
  std::int64_t cycle = 0;    // cycle at which it was passed: it counts only for the next one
  bool handed_over_before(std::int64_t now) const { return valid && cycle + 1 == now; }
  bool operator==(const Token& other) const {
    return valid == other.valid && handle == other.handle && cycle == other.cycle;
  }
};
std::ostream& operator<<(std::ostream& out, const Token& token);
void sc_trace(sc_core::sc_trace_file*, const Token&, const std::string&);

enum class BaselineStyle : std::uint8_t { kUsual, kLean };

// Passes data from one stage to the next: a signal, or in the lean style a variable. In the lean style the
// reader runs before the writer.
class HandOver {
 public:
  HandOver(const char* name, BaselineStyle style) : lean_(style == BaselineStyle::kLean), signal_(name) {}
  const Token& read() const { return lean_ ? variable_ : signal_.read(); }
  void write(const Token& token) {
    if (lean_) {
      variable_ = token;
    } else {
      signal_.write(token);
    }
  }

 private:
  bool lean_;
  Token variable_;
  sc_core::sc_signal<Token> signal_;
};

class ClockedBaseline : public sc_core::sc_module, private HostBus {
 public:
  tlm_utils::simple_target_socket<ClockedBaseline> pcie_target;
  tlm_utils::simple_initiator_socket<ClockedBaseline> pcie_initiator;
  tlm_utils::simple_target_socket<ClockedBaseline> wire_in;

  // Makes a baseline. Throws InputError for anything but one port behind a link with a clock of 500 MHz.
  ClockedBaseline(sc_core::sc_module_name name, const ControllerConfig& config, BaselineStyle style);
  ~ClockedBaseline() override;

  NicPort& port() { return *port_; }
  void set_event_sink(EventSink* sink);
  // Returns whether no stage has work left.
  bool idle() const;
  std::int64_t mac_clocks() const { return mac_clocks_; }

 private:
  // Inserted between the port and the reference classifier, so that the classifier runs in its own process.
  class ClassifierStage;
  struct Arrival {
    Time start = 0;
    FrameRef frame;
  };

  void usual_processes();
  void lean_processes();
  // The stages; in the usual style each is a process.
  void receive_mac();
  void classifier();
  void packet_buffer();
  void dma_engine();
  void interrupts();
  void link();
  // The processes of the lean style: an edge of the first clock, an edge of the link's.
  void mac_edge();
  void link_edge();

  // HostBus
  Taken write(Time now, std::uint64_t address, ByteView data, bool message) override;
  bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override;
  void register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) override;

  tlm::tlm_sync_enum register_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                 sc_core::sc_time& delay);
  tlm::tlm_sync_enum wire_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  // Stages of the second clock, in the order of one edge. Throws CheckFailure if another one ran before.
  enum class Stage : std::uint8_t { kDma, kInterrupts, kLink };
  void in_order(Stage before, Stage stage);
  static Time now() { return static_cast<Time>(sc_core::sc_time_stamp().value()); }

  std::unique_ptr<sc_core::sc_clock> mac_clock_, dma_clock_;  // of the usual style
  sc_core::sc_event mac_event_, link_event_;                  // of the lean one
  HandOver to_classifier_;
  HandOver to_buffer_;

  Agenda agenda_;  // holds only the list of the stages; their wake-up times are not used
  PcieEndpoint endpoint_;
  Timers timers_{agenda_};  // no timer runs in the scenarios of this baseline
  Nvm nvm_;
  Semaphores semaphores_;
  FunctionPower power_;
  ClassifierStage* stage_ = nullptr;  // owned by the port
  std::unique_ptr<NicPort> port_;
  Ring<Arrival> arrivals_;  // frames whose preamble has begun since the last clock
  // Rising edges that each stage has seen; the first is at time 0.
  std::int64_t mac_clocks_ = 0;
  std::int64_t classifier_clocks_ = 0;
  std::int64_t buffer_clocks_ = 0;
  Time dma_edge_ = -kDmaClock.period();  // the last one of DMA engine, interrupts and link
  bool rising_ = false;                  // the link saw a rising edge last
  Stage ran_ = Stage::kLink;
  tlm::tlm_generic_payload write_payload_;
  tlm::tlm_generic_payload read_payload_;
};

}  // namespace ixsim::bench

#endif
