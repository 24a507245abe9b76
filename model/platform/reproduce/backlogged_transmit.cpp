// The closed system and its record.
#include "platform/reproduce/backlogged_transmit.h"

#include <algorithm>

#include "ethernet/wire_pacer.h"
#include "host/host_agenda.h"
#include "host/memory.h"
#include "host/register_port.h"
#include "host/rx_driver.h"
#include "nic/core/controller_core.h"

namespace ixsim::platform {
namespace {

constexpr std::uint64_t kMemoryBase = std::uint64_t{4} << 30;
constexpr std::uint64_t kPage = 4'096;
constexpr Time kReadLatency = 400 * kNanosecond;
constexpr std::uint64_t kEndless = std::uint64_t{1} << 40;

ControllerConfig controller_config() {
  ControllerConfig config;
  config.pcie.generation = 2;  // the wire is what limits
  return config;
}

RxDriverConfig receive_config() {
  RxDriverConfig config;
  config.queues = 1;
  config.pools = 1;
  config.rss = false;
  config.ring = 8;
  config.refill = 1;
  config.mode = RxDriverConfig::Mode::kPoll;
  return config;
}

TxDriverConfig transmit_config(const BackloggedTransmit& plan) {
  TxDriverConfig config;
  config.queues = plan.queues;
  config.packets = kEndless;
  config.sizes = plan.sizes;
  return config;
}

class System : private HostBus, private WireOut {
 public:
  explicit System(const BackloggedTransmit& plan)
      : plan_(plan),
        receive_bytes_((RxRings::footprint(receive_config()) + kPage - 1) / kPage * kPage),
        memory_(kMemoryBase, receive_bytes_ + TxDriver::footprint(transmit_config(plan))),
        core_(controller_config(), *this),
        registers_(*this),
        receive_(0, receive_config(), memory_, kMemoryBase, registers_, agenda_),
        transmit_(0, transmit_config(plan), memory_, kMemoryBase + receive_bytes_, registers_, agenda_),
        services_(plan.queues),
        busy_until_(plan.queues, kNever) {
    core_.trust_host();
    core_.set_wire_out(this);
    receive_.set_transmit(&transmit_);
    receive_.start();
  }

  std::vector<QueueService> run() {
    const Time end = plan_.warm_up + plan_.window;
    for (;;) {
      const Time next = std::min(core_.earliest_output(), agenda_.next());
      if (next > end) return services_;
      now_ = std::max(now_, next);
      core_.advance(now_);
      if (agenda_.next() <= now_) agenda_.advance(now_);
    }
  }

 private:
  class Registers : public RegisterPort {
   public:
    using RegisterPort::write;
    explicit Registers(System& system) : RegisterPort(controller_config().profile), system_(system) {}
    void write(unsigned bar, std::uint32_t offset, std::uint32_t value) override {
      HostAccess access;
      access.is_write = true;
      access.bar = static_cast<std::uint8_t>(bar);
      access.offset = offset;
      access.value = value;
      system_.core_.register_access(system_.now_, access);
    }

   private:
    System& system_;
  };

  Taken write(Time now, std::uint64_t address, ByteView data, bool) override {
    now_ = std::max(now_, now);
    if (!memory_.write(address, data)) return Taken::kError;
    receive_.memory_written(address, now);
    return Taken::kYes;
  }
  bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override {
    core_.read_data(now, kReadLatency, tag, memory_.read(address, into, length));
    return true;
  }
  void register_data(Time, std::uint64_t, std::uint64_t, bool) override {}
  void frame_out(Time start, unsigned, const FrameRef& frame) override {
    const unsigned queue = load_be16(frame->bytes().data + TxDriver::kQueueOffset);
    const Time free = start + wire_time(frame->size(), kByteTime10G) + kAverageGap * kByteTime10G;
    QueueService& service = services_[queue];
    if (start >= plan_.warm_up) {
      if (service.frames == 0) service.first = start;
      ++service.frames;
      service.bytes += frame->size();
      service.last = start;
      if (busy_until_[queue] != kNever)
        service.longest_wait = std::max(service.longest_wait, start - busy_until_[queue]);
      busy_until_[queue] = free;
    }
  }

  BackloggedTransmit plan_;
  Time now_ = 0;
  HostAgenda agenda_;
  std::uint64_t receive_bytes_;
  HostMemory memory_;
  ControllerCore core_;
  Registers registers_;
  RxDriver receive_;
  TxDriver transmit_;
  std::vector<QueueService> services_;
  std::vector<Time> busy_until_;  // of the last frame of each queue; kNever: none in the window
};

}  // namespace

std::vector<QueueService> run_backlogged_transmit(const BackloggedTransmit& plan) {
  return System(plan).run();
}

}  // namespace ixsim::platform
