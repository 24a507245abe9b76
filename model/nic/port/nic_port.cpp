// Wiring of a port, its MAC side, and the order of its resets.
#include "nic/port/nic_port.h"

#include <algorithm>

#include "pcie/tlp.h"

namespace ixsim::nic {
namespace {

FunctionIdentity identity(const SharedParts& shared, unsigned index) {
  FunctionIdentity about = shared.identity;
  about.number = index;
  about.multifunction = !shared.single_port;
  about.vectors = shared.profile.vectors;
  about.msix_bar = shared.profile.msix_bar;
  about.io_bar = shared.profile.io_bar;
  about.msix_capability = shared.profile.msix_capability;
  about.virtual_functions = shared.profile.virtual_functions;
  about.virtual_device = shared.profile.virtual_device_id;
  about.wide_bars = shared.profile.wide_bars;
  about.power_events = shared.profile.power_events;
  about.express_version = shared.profile.express_version;
  return about;
}

TxPath::Settings transmit_settings(const PortConfig& config) {
  return {config.tx_fetch_batch, config.segment_grants, config.byte_time};
}

}  // namespace

NicPort::NicPort(unsigned index, const PortConfig& config, const SharedParts& shared,
                 std::unique_ptr<Classifier> classifier, std::unique_ptr<TxScheduler> scheduler)
    : index_(index),
      profile_(shared.profile),
      agenda_(shared.agenda),
      endpoint_(shared.endpoint),
      nvm_(shared.nvm),
      semaphores_(shared.semaphores),
      registers_(profile_, nvm_.image().port(index), shared.single_port),
      tracer_(index),
      rx_statistics_(registers_, config.silicon_counters, profile_.broadcast_in_multicast),
      tx_statistics_(registers_, config.silicon_counters),
      pools_(context_, plane_, link_, interrupts_, identity(shared, index), switch_ends_),
      rx_path_(context_, rx_statistics_, link_, pools_, std::move(classifier), config.fetch_batch,
               config.byte_time),
      pause_(context_, shared.timers, rx_path_.delivery().buffer(), rx_path_.delivery().dma()),
      tx_path_(context_, tx_statistics_, plane_, pools_, pause_, transmit_settings(config),
               std::move(scheduler)),
      tx_queues_(registers_, profile_, tx_path_, link_),
      arbitration_(registers_, profile_, rx_path_.delivery().dma(), plane_, tx_path_.mac(),
                   tx_path_.transmitter()),
      layout_(registers_, profile_, plane_, tx_path_.dma(), tx_path_.mac(), tx_path_.transmits()),
      interrupts_(agenda_, rx_path_.delivery().dma(), tx_path_.dma(), profile_),
      msix_(endpoint_, index, profile_.vectors, index),
      interrupt_registers_(agenda_, registers_, interrupts_, msix_),
      function_(context_, shared.power, interrupt_output_, pools_, identity(shared, index), shared.enumerated,
                *this),
      interrupt_output_(endpoint_, msix_, function_.config_space(), index),
      analog_(agenda_, registers_),
      wire_(context_, config, shared.board,
            {link_, interrupts_, rx_statistics_, rx_path_, tx_path_, pause_, time_sync_, control_}),
      link_(agenda_, shared.timers, registers_, wire_, config.link_times, profile_.serial_link),
      time_sync_(agenda_, registers_),
      tcp_timer_(shared.timers, interrupts_, registers_),
      control_(context_, interrupts_, link_, rx_path_.classifier(), pools_, function_, *this) {
  if (tx_path_.transmits()) rx_path_.set_pause_target(tx_path_.mac());
  if (time_sync_.present()) {
    rx_path_.delivery().set_time_sync(time_sync_);
    tx_path_.set_time_sync(time_sync_);
  }
  pools_.connect(rx_path_.classifier().pools());
  pause_.connect(tx_path_.mac(), tx_path_.transmits());
  tx_path_.set_loopback(mac_loopback_);
  interrupts_.set_sink(interrupt_output_);
  nvm_.bind(registers_, index);
  semaphores_.bind(registers_, index);
  shared.power.bind(registers_);
  wire_.power_on();
}

// --- The agenda.

void NicPort::add_mac_block(Time lookahead) {
  slot_ = agenda_.add(*this, kMacClock, lookahead);
  rx_path_.set_slot(slot_);
  tx_path_.set_slot(slot_);
  pause_.set_slot(slot_);
  rx_path_.reset_classifier(0);
}

void NicPort::add_dma_blocks(Time lookahead) {
  // A message is one double word; it starts at the first edge of the link after that of the DMA clock.
  const Clock link = endpoint_.config().clock();
  Time message_time = endpoint_.least_arrival(0, 4, tlp::kHeader3Dw);
  if (kDmaClock.period() % link.period() != 0) message_time -= link.period();
  rx_path_.delivery().dma().connect(agenda_.add(rx_path_.delivery().dma(), kDmaClock, lookahead),
                                    interrupts_);
  // Without MSI-X the interrupt line itself is an output of this block.
  const Agenda::Slot slot = agenda_.add(interrupts_, kDmaClock, 0);
  interrupts_.set_slot(slot);
  interrupt_registers_.set_slot(slot, message_time);
}

void NicPort::add_wire_block() {
  tx_path_.add_wire_block();
  layout_.update_partitions(0);
  layout_.update_priorities(0);
}

void NicPort::act(Time now) {
  if (rx_path_.act(now)) tx_path_.arbiter().reset(now);
  if (tx_path_.begun()) tx_path_.arbiter().act(now);
  if (pause_.active() && link_.up()) pause_.act(now);
  rx_path_.arm(now);
}

Time NicPort::earliest_output(Time due, Time lookahead) const {
  if (rx_path_.classifier().resetting() || pause_.active()) return due + lookahead;
  if (!tx_path_.begun()) return rx_path_.earliest_output(due, lookahead);
  // A PAUSE may let a frame go at once; of a packet that is granted, the data are read first.
  if (rx_path_.pause_pending()) return due + lookahead;
  const Time received = rx_path_.earliest_output(due, lookahead);
  if (!tx_path_.arbiter().may_grant()) return received;
  return std::min(endpoint_.least_arrival_of_read(kDmaClock.edge_after(due)), received);
}

void NicPort::begin() {
  function_.update(0);
  wire_.apply(0);
}

// --- Resets.

void NicPort::function_reset(Time now) {
  function_.reset(now);
  semaphores_.release(index_);
  msix_.power_on();
  analog_.power_on();
  reset(RegisterFile::Reset::kPowerOn, now);
}

void NicPort::power_on(Time now) {
  function_.power_on(now);
  function_reset(now);
}

void NicPort::reset(RegisterFile::Reset kind, Time now) {
  // Requests not yet on the link are held back first, and then dropped.
  endpoint_.set_mastering(index_, false, now);
  registers_.load(nvm_.image().port(index_));
  registers_.reset(kind);
  nvm_.reset(index_);
  time_sync_.reset();
  tcp_timer_.reset();
  wire_.reset(now);
  control_.reset(now);
  rx_path_.delivery().reset_settings();
  interrupt_registers_.reset(now);
  const std::vector<RxPacket*> lost = rx_path_.delivery().reset_dma(now);
  if (tx_path_.transmits()) {
    tx_path_.reset(now);
    pause_.forget(now);
    pause_.update(now);
  }
  tx_path_.update_gap(now);
  arbitration_.reset();
  arbitration_.update(now);
  pools_.reset_loopback([&](const LoopedFrame& frame) {
    if (!frame.to_wire) tx_path_.flush(frame, now);
    rx_path_.delivery().lose(frame, now);
  });
  layout_.update(now);
  pools_.update_transmit_open(now);
  pools_.reset_functions(now);
  rx_path_.delivery().drop(lost, now);
  endpoint_.drop_held(index_, now);
  function_.update(now);
  rx_path_.reset_classifier(now);
}

}  // namespace ixsim::nic
