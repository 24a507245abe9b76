// Processes around the stage functions of the product.
#include "clocked_baseline.h"

#include "ixsim/error.h"
#include "ixsim/payloads.h"
#include "pcie/tlp.h"

namespace ixsim::bench {
namespace {

// Slots of the agenda, in the order in which ControllerCore adds the stages of one port.
enum : Agenda::Slot {
  kMacSlot,
  kDmaSlot,
  kInterruptSlot,
  kLinkReceiveSlot,
  kLinkTransmitSlot,
  kRootSlot,
  kTimersSlot
};

sc_core::sc_time to_sc(Time t) { return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(t)); }

}  // namespace

std::ostream& operator<<(std::ostream& out, const Token& token) {
  return out << token.valid << ' ' << token.handle << ' ' << token.cycle;
}
void sc_trace(sc_core::sc_trace_file*, const Token&, const std::string&) {}

class ClockedBaseline::ClassifierStage : public Classifier, private DecisionSink {
 public:
  explicit ClassifierStage(HandOver& input) : input_(input) {}

  // --- In the process of the receive MAC.
  void begin(std::uint64_t frame, ByteView bytes, bool error, Time first_beat, Time last_beat) override {
    begun_.push({frame, bytes, error, first_beat, last_beat});
    input_.write({true, frame, cycle_});
  }
  void set_cycle(std::int64_t cycle) { cycle_ = cycle; }

  // --- In the process of the classifier: true if there are decisions, of which `token` names the last.
  bool clock(const Token& input, std::int64_t cycle, Token& token) {
    if (input.handed_over_before(cycle)) {
      bool last = false;
      while (!last) {
        const Begun frame = begun_.pop();
        reference_.begin(frame.frame, frame.bytes, frame.error, frame.first_beat, frame.last_beat);
        last = frame.frame == input.handle;
      }
      due_ = reference_.next_decision();
    }
    const Time now = kMacClock.time(cycle);
    if (due_ > now) return false;
    reference_.advance(now, *this);
    due_ = reference_.next_decision();
    token = {true, decisions_.back().frame, cycle};
    return true;
  }

  // --- In the process of the packet buffer.
  void hand_over(const Token& token) { handed_over_ = token.handle + 1; }
  void write(std::uint32_t offset, std::uint32_t value, Time time) override {
    reference_.write(offset, value, time);
    due_ = reference_.next_decision();
  }
  void reset(Time time) override {
    reference_.reset(time);
    due_ = kNever;
    begun_.clear();
    decisions_.clear();
  }
  Time next_decision() const override { return ready() ? decisions_.front().time : kNever; }
  void advance(Time, DecisionSink& sink) override {
    while (ready()) {
      const Decision decision = decisions_.pop();
      sink.decided(decision);
    }
  }

  bool idle() const { return begun_.empty() && decisions_.empty() && due_ == kNever; }

 private:
  struct Begun {
    std::uint64_t frame = 0;
    ByteView bytes;
    bool error = false;
    Time first_beat = 0;
    Time last_beat = 0;
  };

  void decided(const Decision& decision) override { decisions_.push(decision); }
  bool ready() const { return !decisions_.empty() && decisions_.front().frame < handed_over_; }

  HandOver& input_;
  std::int64_t cycle_ = 0;
  ReferenceClassifier reference_;
  Time due_ = kNever;  // of its next decision
  Ring<Begun> begun_;
  Ring<Decision> decisions_;
  std::uint64_t handed_over_ = 0;  // frames before this one have left the classifier
};

ClockedBaseline::ClockedBaseline(sc_core::sc_module_name name, const ControllerConfig& config,
                                 BaselineStyle style)
    : sc_core::sc_module(name),
      pcie_target("pcie_target"),
      pcie_initiator("pcie_initiator"),
      wire_in("wire_in"),
      to_classifier_("to_classifier", style),
      to_buffer_("to_buffer", style),
      endpoint_(config.pcie, agenda_, *this),
      nvm_(agenda_, eeprom_image(config)) {
  if (config.ports.size() != 1) throw InputError("device.ports: the clocked baseline has one port");
  if (2 * config.pcie.clock().period() != kDmaClock.period()) {
    throw InputError(
        "pcie.lanes: the clocked baseline needs a link with a clock of 500 MHz, e.g. generation 1, 8 lanes");
  }
  auto stage = std::make_unique<ClassifierStage>(to_classifier_);
  stage_ = stage.get();
  FunctionIdentity identity;
  static_cast<PciIdentity&>(identity) = config.identity;
  const SharedParts shared{agenda_,  endpoint_,           timers_, nvm_,          semaphores_, power_, true,
                           identity, identity_of(config), true,    config.profile};
  port_ = std::make_unique<NicPort>(0, config.ports[0], shared, std::move(stage));
  endpoint_.add_function(port_->function(), *port_);
  port_->add_mac_block(0);
  port_->add_dma_blocks(0);
  endpoint_.add_blocks();
  timers_.add_block();

  write_payload_.set_command(tlm::TLM_WRITE_COMMAND);
  read_payload_.set_command(tlm::TLM_READ_COMMAND);
  pcie_target.register_nb_transport_fw(this, &ClockedBaseline::register_fw);
  wire_in.register_nb_transport_fw(this, &ClockedBaseline::wire_fw);

  if (style == BaselineStyle::kLean) {
    lean_processes();
  } else {
    usual_processes();
  }
}

void ClockedBaseline::usual_processes() {
  SC_HAS_PROCESS(ClockedBaseline);
  mac_clock_ = std::make_unique<sc_core::sc_clock>("mac_clock", to_sc(kMacClock.period()));
  dma_clock_ = std::make_unique<sc_core::sc_clock>("dma_clock", to_sc(kDmaClock.period()));
  const auto on_rising = [this](sc_core::sc_clock& clock) {
    sensitive << clock.posedge_event();
    dont_initialize();
  };
  SC_METHOD(receive_mac);
  on_rising(*mac_clock_);
  SC_METHOD(classifier);
  on_rising(*mac_clock_);
  SC_METHOD(packet_buffer);
  on_rising(*mac_clock_);
  // Accellera's kernel runs the processes of one event in the opposite order of their declaration.
  SC_METHOD(link);
  on_rising(*dma_clock_);
  sensitive << dma_clock_->negedge_event();
  SC_METHOD(interrupts);
  on_rising(*dma_clock_);
  SC_METHOD(dma_engine);
  on_rising(*dma_clock_);
}

// Each process runs at time 0 for the first time.
void ClockedBaseline::lean_processes() {
  SC_HAS_PROCESS(ClockedBaseline);
  SC_METHOD(mac_edge);
  sensitive << mac_event_;
  SC_METHOD(link_edge);
  sensitive << link_event_;
}

void ClockedBaseline::mac_edge() {
  mac_event_.notify(to_sc(kMacClock.period()));
  packet_buffer();
  classifier();
  receive_mac();
}

void ClockedBaseline::link_edge() {
  link_event_.notify(to_sc(kDmaClock.period() / 2));
  if (!rising_) {
    dma_engine();
    interrupts();
  }
  link();
}

ClockedBaseline::~ClockedBaseline() = default;

void ClockedBaseline::set_event_sink(EventSink* sink) {
  port_->tracer().set_event_sink(sink);
  endpoint_.set_event_sink(sink);
}

bool ClockedBaseline::idle() const {
  return arrivals_.empty() && stage_->idle() && agenda_.next_action() == kNever;
}

// --- 156.25 MHz.

void ClockedBaseline::receive_mac() {
  const std::int64_t cycle = mac_clocks_++;
  if (arrivals_.empty()) return;
  stage_->set_cycle(cycle);
  while (!arrivals_.empty()) {
    const Arrival arrival = arrivals_.pop();
    port_->receive().frame(arrival.start, arrival.frame);
  }
}

void ClockedBaseline::classifier() {
  Token decided;
  if (stage_->clock(to_classifier_.read(), classifier_clocks_++, decided)) to_buffer_.write(decided);
}

void ClockedBaseline::packet_buffer() {
  const std::int64_t cycle = buffer_clocks_++;
  const Time edge = kMacClock.time(cycle);
  const Token& token = to_buffer_.read();
  if (token.handed_over_before(cycle)) {
    stage_->hand_over(token);
    agenda_.arm(kMacSlot, edge);
  }
  agenda_.visit(kMacSlot, edge);
}

// --- 250 MHz.

void ClockedBaseline::dma_engine() {
  dma_edge_ += kDmaClock.period();
  in_order(Stage::kLink, Stage::kDma);
  agenda_.visit(kDmaSlot, dma_edge_);
}

void ClockedBaseline::interrupts() {
  in_order(Stage::kDma, Stage::kInterrupts);
  agenda_.visit(kInterruptSlot, dma_edge_);
}

void ClockedBaseline::link() {
  rising_ = !rising_;
  if (rising_) in_order(Stage::kInterrupts, Stage::kLink);
  const Time edge = rising_ ? dma_edge_ : dma_edge_ + kDmaClock.period() / 2;
  // The timers, behind the link at an edge of the DMA clock, are its own: they keep the Ethernet link's
  // state.
  if (agenda_.due(kLinkReceiveSlot) > edge && agenda_.due(kLinkTransmitSlot) > edge &&
      agenda_.due(kRootSlot) > edge && agenda_.due(kTimersSlot) > edge) {
    return;
  }
  agenda_.visit(kLinkReceiveSlot, edge);
  agenda_.visit(kLinkTransmitSlot, edge);
  agenda_.visit(kRootSlot, edge);
  if (agenda_.due(kTimersSlot) <= edge) agenda_.visit(kTimersSlot, edge);
}

void ClockedBaseline::in_order(Stage before, Stage stage) {
  if (ran_ != before)
    throw CheckFailure("clocked baseline: the kernel ran the stages of one edge in another order");
  ran_ = stage;
}

// --- To and from the host.

HostBus::Taken ClockedBaseline::write(Time, std::uint64_t address, ByteView data, bool) {
  const auto length = static_cast<unsigned>(data.size);
  write_payload_.set_address(address);
  write_payload_.set_data_ptr(const_cast<unsigned char*>(data.data));
  write_payload_.set_data_length(length);
  write_payload_.set_streaming_width(length);
  write_payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (pcie_initiator->nb_transport_fw(write_payload_, phase, delay) != tlm::TLM_COMPLETED) {
    throw CheckFailure("clocked baseline: the host did not complete a write in the call");
  }
  return write_payload_.is_response_ok() ? Taken::kYes : Taken::kError;
}

bool ClockedBaseline::read(Time time, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
                           std::uint32_t length) {
  read_payload_.set_address(address);
  read_payload_.set_data_ptr(into);
  read_payload_.set_data_length(length);
  read_payload_.set_streaming_width(length);
  read_payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (pcie_initiator->nb_transport_fw(read_payload_, phase, delay) != tlm::TLM_COMPLETED) {
    throw CheckFailure("clocked baseline: the host did not complete a read in the call");
  }
  endpoint_.root().read_data(time, static_cast<Time>(delay.value()), tag, read_payload_.is_response_ok());
  return true;
}

void ClockedBaseline::register_data(Time, std::uint64_t, std::uint64_t, bool) {
  throw CheckFailure("clocked baseline: register reads are not served");
}

tlm::tlm_sync_enum ClockedBaseline::register_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                                                sc_core::sc_time&) {
  PcieExtension* extension = nullptr;
  payload.get_extension(extension);
  if (extension == nullptr || !payload.is_write() || payload.get_data_length() != 4) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  HostAccess access;
  access.bar = static_cast<std::uint8_t>(extension->bar);
  access.is_write = true;
  access.offset = static_cast<std::uint32_t>(payload.get_address());
  access.value = load_le32(payload.get_data_ptr());
  endpoint_.root().register_access(now(), access);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum ClockedBaseline::wire_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                                            sc_core::sc_time&) {
  WireExtension* extension = nullptr;
  payload.get_extension(extension);
  if (extension == nullptr || !extension->frame) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  arrivals_.push({now(), extension->frame});
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return tlm::TLM_COMPLETED;
}

}  // namespace ixsim::bench
