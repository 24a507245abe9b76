// The path of a packet between a network device and the program that uses it: the work at each place, by
// activity, the copies of its data, and the notifications. Each path is a strategy in its own file, which
// states costs and places. The classes in guest/ and driver/ do the work.
//
// A received packet passes the poller (the core that polls the device's queue), on some paths a backend (a
// thread of the host), and the guest's virtual CPU, or the program's core if there is no guest. A sent packet
// passes the guest and then the host: the backend if there is one, otherwise the guest's core.
//
// Timing contract: none; plain data. Source of the kinds of cost: the table of parameters in
// docs/validation.md.
#ifndef IXSIM_HOST_PATH_IO_PATH_H
#define IXSIM_HOST_PATH_IO_PATH_H

#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "host/machine/machine.h"

namespace ixsim::host {

// Cycles of one packet at one place, and bytes copied there.
struct PlaceCost {
  std::vector<Work::Part> packet;  // for each packet, in this order; at most four
  std::vector<Work::Part> batch;   // before the first packet after a sleep; at most two
  std::uint64_t kilobyte = 0;      // cycles of the program for each 1,024 bytes of data
  unsigned copies = 0;             // number of copies of the packet's data
  CopySource source = CopySource::kCold;

  std::uint64_t cycles_of_packet() const;
  // Adds the cycles after a sleep.
  void add_batch(Work& work) const;
  // Adds the cycles of a packet. Without data the stack has `acknowledgment` cycles, and the program none.
  void add_packet(bool data, std::uint64_t acknowledgment, Work& work) const;
  // Adds the copies of `bytes` bytes.
  void add_copies(std::uint64_t bytes, Work& work) const;
};

// Parameters of a platform from which paths take their costs: cycles of one packet, unless stated otherwise.
struct PathCosts {
  std::uint64_t vswitch = 800;             // software switch: parsing, lookup, queue of the port
  std::uint64_t channel = 1'000;           // channel between host and guest: ring, grant, descriptor
  std::uint64_t notify = 5'000;            // signal to a guest, a batch: exit and injection
  std::uint64_t kick = 2'000;              // signal of a guest to the host, a batch: exit
  std::uint64_t guest_driver = 600;        // adapter of the guest
  std::uint64_t stack = 2'500;             // TCP/IP, of a data packet received
  std::uint64_t stack_transmit = 1'800;    // TCP/IP, of a packet sent
  std::uint64_t acknowledgment = 900;      // TCP/IP, of an acknowledgment, either way
  std::uint64_t application = 600;         // system call and program
  std::uint64_t application_kilobyte = 0;  // program, of 1,024 bytes: encryption, file system
  std::uint64_t driver_transmit = 600;     // driver of the device, of a packet sent
  std::uint64_t segment = 500;             // segmentation by software (GSO), of each segment
  unsigned segment_copies = 0;             // copies of the data of a segment
  std::uint64_t wake_up = 2'500;           // wake-up of a sleeping thread, a batch
  unsigned copies_to_program = 1;          // from the receive buffer to the program
};

// Segmentation by the software of the host (GSO), at the entry of the device's driver: a request is then one
// packet for all places before. Source: Linux, net/core/gso.c.
struct SoftwareSegmentation {
  bool on = false;
  Activity activity = Activity::kDriver;
  std::uint64_t segment = 0;  // cycles of each segment
  std::uint64_t packet = 0;   // cycles of the driver for each packet, of which the path has counted one
  unsigned copies = 0;        // of the data of each segment

  // Adds the work for a packet of `length` bytes in segments of `mss` bytes, or of one segment.
  void add(std::uint32_t length, std::uint32_t mss, Work& work) const;
};

struct PathPlan {
  // False for programs on the host, whose stack runs at the poller.
  bool guests = true;
  // If set, the device selects a queue, or a set of queues, for each guest. Otherwise all guests share
  // queues.
  bool queues_of_guests = false;
  // The guest's own core polls its queue: a virtual function.
  bool guest_polls = false;
  // A thread of the host lies between poller and guest.
  bool backend = false;
  PlaceCost receive_poller, receive_backend, receive_guest;
  PlaceCost transmit_guest, transmit_host;
  // Cycles of the stack for a packet without data, instead of those of one with data.
  std::uint64_t acknowledgment = 0;
  SoftwareSegmentation segmentation;

  // Lets software segment at the costs of a platform.
  void segment_by_software(const PathCosts& costs) {
    segmentation = {true, guest_polls ? Activity::kGuestDriver : Activity::kDriver, costs.segment,
                    costs.driver_transmit, costs.segment_copies};
  }
};

struct IoPath {
  const char* name;
  const char* meaning;
  PathPlan (*plan)(const PathCosts& costs);
};

// Returns all paths, in the order in which they are listed to users.
const std::vector<IoPath>& io_paths();
// Returns the path of that name; throws InputError that lists the names if there is none.
const IoPath& io_path(const std::string& name);

}  // namespace ixsim::host

#endif
