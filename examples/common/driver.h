// A small driver of one port of an 82598: receive and transmit queues with legacy descriptors, one MSI-X
// vector. The order of the steps is that of docs/programmers_guide.md. Every function is called in a thread.
#ifndef EXAMPLES_COMMON_DRIVER_H
#define EXAMPLES_COMMON_DRIVER_H

#include <ixsim/registers_82598.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "host.h"

class Driver {
 public:
  using Bytes = std::vector<std::uint8_t>;

  Driver(Host& host, unsigned function, unsigned queues)
      : host_(host), function_(function), taken_(queues), sent_(queues) {}

  void bring_up() {
    put(IXSIM_82598_EIMC, 0xFFFFFFFF);
    put(IXSIM_82598_CTRL, IXSIM_82598_CTRL_RST_MASK);
    sc_core::wait(10, sc_core::SC_US);
    while ((get(IXSIM_82598_LINKS) >> 30 & 1) == 0) sc_core::wait(10, sc_core::SC_US);

    // MSI-X: one vector for everything; a message masks its causes until the next EIMS.
    host_.write(function_, 3, IXSIM_82598_MSIXTADD(0), static_cast<std::uint32_t>(Host::kDoorbell));
    host_.write(function_, 3, IXSIM_82598_MSIXTUADD(0), 0);
    host_.write(function_, 3, IXSIM_82598_MSIXTMSG(0), 0);
    host_.write(function_, 3, IXSIM_82598_MSIXTVCTRL(0), 0);
    put(IXSIM_82598_GPIE, 1u << 31 | 1u << 30 | 1u << 4);
    put(IXSIM_82598_EIAM, 1);
    put(IXSIM_82598_EIAC, 1);
    put(IXSIM_82598_EITR(0), 40);  // at most one message in 10.24 us

    for (std::uint32_t queue = 0; queue < taken_.size(); ++queue) {
      ring(IXSIM_82598_RDBAL(queue), IXSIM_82598_RDBAH(queue), IXSIM_82598_RDLEN(queue), rx_ring(queue));
      for (std::uint32_t i = 0; i < kEntries; ++i) post(queue, i);
      put(IXSIM_82598_RXDCTL(queue), 1u << 25);
      put(IXSIM_82598_RDT(queue), kEntries - 1);
      ring(IXSIM_82598_TDBAL(queue), IXSIM_82598_TDBAH(queue), IXSIM_82598_TDLEN(queue), tx_ring(queue));
      put(IXSIM_82598_TXDCTL(queue), 1u << 25);
    }
    for (std::uint32_t four = 0; 4 * four < taken_.size(); ++four)
      put(IXSIM_82598_IVAR(four), 0x80808080);   // receive queues, four a register
    put(IXSIM_82598_SRRCTL(0), 2);               // buffers of 2 KiB, legacy descriptors
    put(IXSIM_82598_FCTRL, 1u << 10 | 1u << 9);  // broadcast, and unicast for any address
    put(IXSIM_82598_RXCTRL, 1);
    enable_interrupts();
  }

  void enable_interrupts() { put(IXSIM_82598_EIMS, 1); }

  // Returns the frames that have come to a queue since the last call, without FCS, and posts their buffers
  // again.
  std::vector<Bytes> take(std::uint32_t queue) {
    std::vector<Bytes> frames;
    std::uint32_t& next = taken_[queue];
    while ((host_.quadword(rx_ring(queue) + 16 * (next % kEntries) + 8) >> 32 & 1) != 0) {  // DD
      const std::uint64_t status = host_.quadword(rx_ring(queue) + 16 * (next % kEntries) + 8);
      const std::uint8_t* const bytes = host_.at(rx_buffer(queue, next));
      frames.emplace_back(bytes, bytes + (status & 0xFFFF));
      post(queue, next % kEntries);
      ++next;
    }
    if (!frames.empty()) put(IXSIM_82598_RDT(queue), (next + kEntries - 1) % kEntries);
    return frames;
  }

  // Sends a frame, given without FCS, when the ring has a free entry.
  void send(std::uint32_t queue, const Bytes& frame) {
    std::uint32_t& next = sent_[queue];
    const std::uint64_t descriptor = tx_ring(queue) + 16 * (next % kEntries);
    // The entry was used a round ago: wait for its completion.
    while (next >= kEntries - 1 &&
           (host_.quadword(tx_ring(queue) + 16 * ((next + 1) % kEntries) + 8) >> 32 & 1) == 0)
      sc_core::wait(500, sc_core::SC_NS);
    std::memcpy(host_.at(tx_buffer(queue, next)), frame.data(), frame.size());
    host_.set_quadword(descriptor, tx_buffer(queue, next));
    host_.set_quadword(descriptor + 8, frame.size() | std::uint64_t{0x0B} << 24);  // EOP, IFCS, RS
    ++next;
    put(IXSIM_82598_TDT(queue), next % kEntries);
  }

 private:
  static constexpr std::uint32_t kEntries = 64;
  static constexpr std::uint64_t kBufferSize = 2'048;
  // Memory of a queue: rings of 4 KiB each, then the buffers of both directions.
  static constexpr std::uint64_t kQueueSize = 8'192 + 2 * kEntries * kBufferSize;

  std::uint64_t rx_ring(std::uint32_t queue) const {
    return (std::uint64_t{function_} << 23) + queue * kQueueSize;
  }
  std::uint64_t tx_ring(std::uint32_t queue) const { return rx_ring(queue) + 4'096; }
  std::uint64_t rx_buffer(std::uint32_t queue, std::uint32_t i) const {
    return rx_ring(queue) + 8'192 + kBufferSize * (i % kEntries);
  }
  std::uint64_t tx_buffer(std::uint32_t queue, std::uint32_t i) const {
    return rx_buffer(queue, 0) + kBufferSize * (kEntries + i % kEntries);
  }

  void post(std::uint32_t queue, std::uint32_t i) {
    host_.set_quadword(rx_ring(queue) + 16 * i, rx_buffer(queue, i));
    host_.set_quadword(rx_ring(queue) + 16 * i + 8, 0);
  }
  void ring(std::uint32_t low, std::uint32_t high, std::uint32_t length, std::uint64_t base) {
    put(low, static_cast<std::uint32_t>(base));
    put(high, static_cast<std::uint32_t>(base >> 32));
    put(length, kEntries * 16);
  }
  std::uint32_t get(std::uint32_t offset) { return host_.read(function_, 0, offset); }
  void put(std::uint32_t offset, std::uint32_t value) { host_.write(function_, 0, offset, value); }

  Host& host_;
  unsigned function_;
  std::vector<std::uint32_t> taken_, sent_;  // frames of each queue
};

#endif
