// A processor stub that runs one program. It finds the controller, places it in the address map, brings port
// 0 up with one receive and one transmit ring and an MSI-X vector, and sends every frame back to its source.
//
// It uses only the registers of the controller; the order of steps is that of the programmer's guide.
#ifndef PLATFORM_PROCESSOR_H
#define PLATFORM_PROCESSOR_H

#include <ixsim/bytes.h>
#include <ixsim/ethernet_controller.h>
#include <ixsim/registers_82598.h>

#include <algorithm>
#include <cstdint>

#include "bus.h"
#include "interrupt_controller.h"
#include "memory.h"

class Processor : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Processor> socket;

  SC_HAS_PROCESS(Processor);
  Processor(sc_core::sc_module_name name, Memory& memory, const InterruptController& interrupts)
      : sc_core::sc_module(name), socket("socket"), memory_(memory), interrupts_(interrupts) {
    SC_THREAD(run);
  }

  std::uint64_t echoed() const { return echoed_; }
  sc_core::sc_time ready_at() const { return ready_at_; }

 private:
  static constexpr std::uint32_t kEntries = 64;
  static constexpr std::uint64_t kRxRing = 0x10000, kTxRing = 0x20000, kBuffers = 0x100000;
  static constexpr std::uint64_t kBufferSize = 2'048;
  static constexpr std::uint32_t kBar0 = Bus::kDevice, kBar3 = Bus::kDevice + 0x20000;
  static constexpr unsigned kVector = 0;

  void run() {
    enumerate();
    bring_up();
    ready_at_ = sc_core::sc_time_stamp();
    for (;;) {
      wait(interrupts_.raised());
      echo();
      put(kBar0 + IXSIM_82598_EIMS, 1u << kVector);  // the message masked its cause
    }
  }

  // Initialises the device as firmware does.
  void enumerate() {
    if (get(Bus::kConfiguration) != 0x10C68086) SC_REPORT_FATAL("platform", "no 82598 at function 0");
    put(Bus::kConfiguration + 0x10, 0xFFFFFFFF);
    if (~get(Bus::kConfiguration + 0x10) + 1 != IXSIM_82598_BAR0_SIZE)
      SC_REPORT_FATAL("platform", "size of BAR 0");
    put(Bus::kConfiguration + 0x10, kBar0);
    put(Bus::kConfiguration + 0x1C, kBar3);
    put(Bus::kConfiguration + 0x04, 6);           // memory space, bus master
    put(Bus::kConfiguration + 0x60, 0x80000000);  // MSI-X
  }

  // Runs the sequence of a driver.
  void bring_up() {
    put(kBar0 + IXSIM_82598_EIMC, 0xFFFFFFFF);
    put(kBar0 + IXSIM_82598_CTRL, IXSIM_82598_CTRL_RST_MASK);
    wait(10, sc_core::SC_US);
    while ((get(kBar0 + IXSIM_82598_LINKS) >> 30 & 1) == 0) wait(10, sc_core::SC_US);

    put(kBar3 + IXSIM_82598_MSIXTADD(kVector), static_cast<std::uint32_t>(Bus::kDoorbell));
    put(kBar3 + IXSIM_82598_MSIXTUADD(kVector), 0);
    put(kBar3 + IXSIM_82598_MSIXTMSG(kVector), kVector);
    put(kBar3 + IXSIM_82598_MSIXTVCTRL(kVector), 0);
    put(kBar0 + IXSIM_82598_GPIE, 1u << 31 | 1u << 30 | 1u << 4);  // MSI-X, auto-mask
    put(kBar0 + IXSIM_82598_EIAM, 1u << kVector);
    put(kBar0 + IXSIM_82598_EIAC, 1u << kVector);
    put(kBar0 + IXSIM_82598_IVAR(0), 0x80 | kVector);  // receive queue 0
    put(kBar0 + IXSIM_82598_EITR(kVector), 40);        // at most one message in 10.24 us

    ring(IXSIM_82598_RDBAL(0), IXSIM_82598_RDBAH(0), IXSIM_82598_RDLEN(0), kRxRing);
    put(kBar0 + IXSIM_82598_SRRCTL(0), 2);  // buffers of 2 KiB, legacy descriptors
    put(kBar0 + IXSIM_82598_RXDCTL(0), 1u << 25);
    for (std::uint32_t i = 0; i < kEntries; ++i) post(i);
    put(kBar0 + IXSIM_82598_RDT(0), kEntries - 1);
    put(kBar0 + IXSIM_82598_FCTRL, 1u << 10);  // broadcast too
    put(kBar0 + IXSIM_82598_RXCTRL, 1);

    ring(IXSIM_82598_TDBAL(0), IXSIM_82598_TDBAH(0), IXSIM_82598_TDLEN(0), kTxRing);
    put(kBar0 + IXSIM_82598_TXDCTL(0), 1u << 25);
    put(kBar0 + IXSIM_82598_EIMS, 1u << kVector);
  }

  // Sends every received frame again from the buffer into which it came.
  void echo() {
    using ixsim::load_le64;
    const std::uint32_t first = next_;
    for (;;) {
      std::uint8_t* const received = memory_.at(kRxRing + 16 * (next_ % kEntries));
      const std::uint64_t status = load_le64(received + 8);
      if ((status >> 32 & 1) == 0) break;  // DD
      const std::uint32_t length = status & 0xFFFF;
      std::uint8_t* const frame = memory_.at(buffer(next_));
      std::swap_ranges(frame, frame + 6, frame + 6);
      std::uint8_t* const sent = memory_.at(kTxRing + 16 * (next_ % kEntries));
      // If the device strips the FCS, the length does not include it, and the device adds a new one: EOP,
      // IFCS, RS.
      ixsim::store_le64(sent, buffer(next_));
      ixsim::store_le64(sent + 8, length | std::uint64_t{0x0B} << 24);
      ixsim::store_le64(received + 8, 0);
      ++next_;
      ++echoed_;
    }
    if (next_ == first) return;
    put(kBar0 + IXSIM_82598_TDT(0), next_ % kEntries);
    // A buffer may be filled again when it has been sent.
    while (posted_ != next_) {
      const std::uint8_t* const sent = memory_.at(kTxRing + 16 * (posted_ % kEntries));
      while ((load_le64(sent + 8) >> 32 & 1) == 0) wait(500, sc_core::SC_NS);
      post(posted_ % kEntries);
      ++posted_;
    }
    put(kBar0 + IXSIM_82598_RDT(0), (posted_ + kEntries - 1) % kEntries);
  }

  static std::uint64_t buffer(std::uint32_t i) { return kBuffers + kBufferSize * (i % kEntries); }
  void post(std::uint32_t i) {
    ixsim::store_le64(memory_.at(kRxRing + 16 * i), buffer(i));
    ixsim::store_le64(memory_.at(kRxRing + 16 * i + 8), 0);
  }
  void ring(std::uint32_t low, std::uint32_t high, std::uint32_t length, std::uint64_t base) {
    put(kBar0 + low, static_cast<std::uint32_t>(base));
    put(kBar0 + high, static_cast<std::uint32_t>(base >> 32));
    put(kBar0 + length, kEntries * 16);
  }

  std::uint32_t get(std::uint64_t address) {
    std::uint32_t value = 0;
    access(tlm::TLM_READ_COMMAND, address, value);
    return value;
  }
  void put(std::uint64_t address, std::uint32_t value) { access(tlm::TLM_WRITE_COMMAND, address, value); }

  void access(tlm::tlm_command command, std::uint64_t address, std::uint32_t& value) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    wait(delay);
    if (payload.is_response_error()) SC_REPORT_FATAL("platform", payload.get_response_string().c_str());
  }

  Memory& memory_;
  const InterruptController& interrupts_;
  std::uint32_t next_ = 0;    // frames taken
  std::uint32_t posted_ = 0;  // buffers given back
  std::uint64_t echoed_ = 0;
  sc_core::sc_time ready_at_;
};

#endif
