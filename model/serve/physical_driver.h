// The driver of a physical function whose virtual functions are served: it starts the port, and answers the
// mailbox, so that a guest's VF driver finds what a hypervisor gives it.
//
// Each virtual function has one queue each way, a MAC address, and the filters that it asks for. Frames go
// between functions and to the wire. Timing contract: interrupt() is called inside the device's run and only
// notes the interrupt; service() makes register accesses, which take simulated time.
// Source: ixgbe_mbx.h, ixgbe_sriov.c (codes of messages); 82599 datasheet, 7.10 (pools, mailbox).
#ifndef IXSIM_SERVE_PHYSICAL_DRIVER_H
#define IXSIM_SERVE_PHYSICAL_DRIVER_H

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "ethernet/mac_address.h"
#include "nic/registers/register_map.h"
#include "serve/served_device.h"

namespace ixsim::serve {

class PhysicalDriver {
 public:
  // Starts `port` with `functions` virtual functions.
  PhysicalDriver(ServedDevice& device, unsigned port, unsigned functions);

  void interrupt() { pending_ = true; }
  bool pending() const { return pending_; }
  // Handles resets and messages of the virtual functions, and changes of the link.
  void service();
  // The guest of function `n` has left: the next one gets neither its address nor its multicast groups. The
  // longest frame is that of the port, and stays.
  void forget(unsigned n);
  std::uint64_t messages() const { return messages_; }
  std::uint64_t refused() const { return refused_; }

 private:
  static constexpr unsigned kWords = 16;       // of a mailbox
  static constexpr unsigned kAddresses = 128;  // entries of the address table
  static constexpr unsigned kVlans = 64;       // entries of the VLAN table
  static constexpr unsigned kNone = ~0u;
  using Message = std::array<std::uint32_t, kWords>;
  struct Function {
    MacAddress address{};
    std::bitset<4096> groups;  // hashes of multicast addresses
    bool ready = false;        // it has reset itself: messages are answered
  };

  std::uint32_t get(Reg reg, unsigned index = 0);
  void set(Reg reg, unsigned index, std::uint32_t value);
  // Sets or clears bits of a register; of one with a bit for each function, that of function `n`.
  void put_bits(Reg reg, unsigned index, std::uint32_t mask, bool value);
  void put_bit(Reg reg, unsigned n, bool value) { put_bits(reg, n / 32, 1u << n % 32, value); }
  void config(std::uint32_t offset, std::uint32_t value, std::uint8_t enables = 0xf);
  void start();

  // Takes the mailbox; false if the function holds it.
  bool lock(unsigned n);
  void receive(unsigned n);
  void send(unsigned n, const Message& message, unsigned words);
  // Replaces `message` by its answer; returns whether the request is granted.
  bool answer(unsigned n, Message& message);
  void function_gone(unsigned n);
  void reset_request(unsigned n, Message& message);
  void add_multicast(unsigned n, const Message& message);
  bool set_vlan(unsigned n, unsigned vid, bool add);
  bool set_longest(std::uint32_t bytes);
  bool set_further_address(unsigned n, const Message& message);
  bool set_mode(unsigned n, std::uint32_t mode);
  // An entry of the address table: its function, and its address.
  void set_address(unsigned entry, unsigned n, const MacAddress& address);
  MacAddress default_address(unsigned n) const;
  void clear_further_addresses(unsigned n);
  void clear_filters(unsigned n);

  ServedDevice& device_;
  const unsigned port_;
  std::vector<Function> functions_;
  std::array<unsigned, kAddresses> owners_;      // of entries of the address table
  std::array<std::uint16_t, kVlans> vlans_{};    // of entries of the VLAN table; 0: free
  std::array<std::uint64_t, kVlans> members_{};  // of these, a bit each function
  bool pending_ = false;
  bool link_ = false;
  std::uint64_t messages_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace ixsim::serve

#endif
