// Causes, masks and moderation of one port's interrupts.
//
// A cause sets its EICR bit and requests its vector (IVAR). The vector fires at the first DMA edge at which
// the request is enabled (EIMS) and its moderation timer (EITR) has expired. When the vector fires, the timer
// restarts, and the EICR bits named by EIAC are cleared. With GPIE.EIAME, the EIMS bits named by EIAM are
// cleared too. A queue whose descriptors wait for write-back is flushed when the timer expires (at once if it
// is not running). The vector then fires after the flush has left the device.
//
// Timing contract: DMA clock; a cause made at t acts at the first edge after t. Messages of one vector are at
// least EITR.INTERVAL apart, counted from firing to firing. Software that writes EITR sets the delay of the
// next one. Source: 82598 datasheet, interrupts (EICR, EIMS, EIAC, EIAM, EITR, IVAR, GPIE).
#ifndef IXSIM_NIC_INTERRUPT_INTERRUPT_UNIT_H
#define IXSIM_NIC_INTERRUPT_INTERRUPT_UNIT_H

#include <array>
#include <cstdint>

#include "base/agenda.h"
#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "ixsim/interrupt_sink.h"
#include "ixsim/queue_mask.h"

namespace ixsim::nic {

// Interface that writes the used descriptors of queues to host memory at once.
class WriteBackFlusher {
 public:
  virtual ~WriteBackFlusher() = default;
  // Flushes the queues of `mask` (bit 0 is queue `first`) that have used descriptors. Returns the flushed
  // queues.
  virtual std::uint64_t flush(std::uint64_t mask, unsigned first, Time now) = 0;
};

// Sink for causes of queues that belong to virtual functions.
class QueueCauses {
 public:
  virtual ~QueueCauses() = default;
  virtual void queue_cause(unsigned entry, Time time) = 0;
  virtual bool descriptor_waits(unsigned entry, Time now) = 0;
};

class InterruptUnit : public Block {
 public:
  static constexpr unsigned kVectors = 64;              // vectors of the device with the most
  static constexpr unsigned kQueueVectors = 16;         // EICR bits of queue causes
  static constexpr unsigned kTxEntry = kMaxQueues;      // entry of transmit queue 0
  static constexpr unsigned kEntries = 2 * kMaxQueues;  // queue causes: receive, transmit
  // EICR bits.
  static constexpr std::uint32_t kMailbox = 1u << 19;
  static constexpr std::uint32_t kLinkChange = 1u << 20;
  static constexpr std::uint32_t kPin0 = 1u << 24;  // followed by three more
  static constexpr std::uint32_t kTcpTimer = 1u << 30;
  static constexpr std::uint32_t kOther = 1u << 31;
  static constexpr std::uint32_t kOtherCauses = 0x3fff0000;

  // Makes the unit. `receive` flushes the queues of entries below kTxEntry, `transmit` those from kTxEntry
  // on.
  InterruptUnit(Agenda& agenda, WriteBackFlusher& receive, WriteBackFlusher& transmit,
                const DeviceProfile& profile = DeviceProfile());
  // Sets the sink for causes of queues without a vector here.
  void set_elsewhere(QueueCauses* elsewhere) { elsewhere_ = elsewhere; }
  void set_slot(Agenda::Slot slot) { slot_ = slot; }
  void set_sink(InterruptSink& sink) { sink_ = &sink; }
  void act(Time now) override;
  Time earliest_output(Time due, Time lookahead) const override;

  // --- Causes, at `now` or (write-backs) when their last byte has left. A queue is identified by its entry.
  void queue_cause(unsigned entry, Time time);
  void queue_flushed(unsigned entry, Time time);
  // Lets the queue's vector bypass its moderation timer once; firing restarts the timer.
  void skip_moderation(unsigned entry, Time time);
  void other_cause(std::uint32_t bits, Time now);
  // Raises the cause of the TCP timer, which has its own entry.
  void tcp_timer(Time now);
  // Reports that a used descriptor of a queue waits for write-back. Returns true if it must be written back
  // now.
  bool descriptor_waits(unsigned entry, Time now);

  // --- Registers.
  std::uint32_t read_eicr(Time now);
  std::uint32_t eicr(Time now) const { return eicr_ | static_cast<std::uint32_t>(taken(now) & 0xffff); }
  std::uint32_t eims() const { return eims_; }
  void write_eicr(std::uint32_t value, Time now);
  void write_eics(std::uint32_t value, Time now);
  void write_eims(std::uint32_t value, Time now);
  void write_eimc(std::uint32_t value, Time now);
  void write_eiac(std::uint32_t value) { eiac_ = value; }
  void write_eiam(std::uint32_t value);
  void write_gpie(std::uint32_t value, Time now);
  void write_eitr(unsigned vector, std::uint32_t value, Time now);
  std::uint32_t read_eitr(unsigned vector, Time now) const;
  void write_ivar(unsigned index, std::uint32_t value, Time now);
  // Writes the 82599's register of the vectors of other causes.
  void write_ivar_misc(std::uint32_t value, Time now);
  // Registers of all vectors of the 82599; word: 0 or 1, of 32 vectors each.
  std::uint32_t requested_vectors(unsigned word, Time now) const {
    return static_cast<std::uint32_t>((requested_ | taken(now)) >> (32 * word));
  }
  std::uint32_t vector_mask(unsigned word) const { return static_cast<std::uint32_t>(mask_ >> (32 * word)); }
  std::uint32_t vector_auto_mask(unsigned word) const {
    return static_cast<std::uint32_t>(auto_mask_ >> (32 * word));
  }
  void write_eics_ex(unsigned word, std::uint32_t value, Time now);
  void write_eims_ex(unsigned word, std::uint32_t value, Time now);
  void write_eimc_ex(unsigned word, std::uint32_t value, Time now);
  void write_eiam_ex(unsigned word, std::uint32_t value);
  // Resets the unit (CTRL.RST): clears all causes and enables; the line falls.
  void reset(Time now);

 private:
  static constexpr std::uint8_t kNoVector = 0xff;

  bool msix() const { return (gpie_ & 0x10) != 0; }
  std::uint64_t existing_vectors() const { return ~std::uint64_t{0} >> (64 - profile_.vectors); }
  // Returns the moderation timer of a vector; without MSI-X all vectors share one.
  unsigned timer(unsigned vector) const { return msix() ? vector : 0; }
  Time interval(unsigned vector) const { return interval_[timer(vector)] * profile_.moderation_unit; }
  bool enabled(unsigned vector) const { return ((mask_ >> vector) & 1) != 0 || other_enabled(vector); }
  // Returns whether the vector of the other causes is enabled, which is so if any of them is.
  bool other_enabled(unsigned vector) const;
  // Returns the EICR bits that are not those of queues and share this vector.
  std::uint32_t shared_causes(unsigned vector) const;
  void request_entry(unsigned entry);
  // Cancels requests after software has cleared causes: the vector of the other causes has nothing more to
  // report.
  void forget_requests();
  // Lets descriptors that wait without a timer wait for those of `vectors` that have a timer now.
  void start_timers(std::uint64_t vectors);
  // Returns when descriptors that wait on `vector` are written back.
  Time flush_due(unsigned vector) const;
  void request(unsigned vector, Time time);
  // Returns new causes that are in EICR by `now`. They are evaluated only when a vector fires or software
  // reads.
  std::uint64_t taken(Time now) const;
  // Puts the vectors' new causes whose edge has come into EICR.
  void take(std::uint64_t vectors, Time now);
  // Returns when the first new cause of the vector has an effect; kNever if that depends on others.
  Time fresh_due(unsigned vector) const;
  void flush_queues(Time now);
  void fire_vectors(Time now);
  // Returns the edge at which the vector fires if it is requested; kNever if that depends on software or a
  // flush.
  Time fire_due(unsigned vector) const;
  // Updates the next firing when the event that the vector waits for has become earlier.
  void expect_fire(unsigned vector);
  void drive_line(Time now);
  // Lowers the line if no enabled cause is left: the next cause then makes a new edge.
  void release_line(Time now);
  void update_other();
  // Lets the next message from `time` on bypass the timer, which then runs one interval again.
  void skip(unsigned timer, Time time);
  void restart(unsigned timer, Time now);
  // Sets all of EIMS, which holds the masks of the first vectors.
  void set_eims(std::uint32_t eims);
  // Sets the masks of all vectors.
  void set_mask(std::uint64_t mask);
  void rebuild_vectors();
  // Schedules a check at the edge after `time`, for a new cause or the end of a flush.
  void look_after(Time time);
  // Schedules a check of everything after registers have changed at `time`.
  void wake(Time time);

  Agenda& agenda_;
  std::array<WriteBackFlusher*, 2> flushers_;
  InterruptSink* sink_ = nullptr;
  Agenda::Slot slot_ = 0;

  std::uint32_t eicr_ = 0;
  std::uint32_t eims_ = 0;
  std::uint32_t eiac_ = 0;
  std::uint32_t eiam_ = 0;
  std::uint32_t gpie_ = 0;
  const DeviceProfile profile_;
  QueueCauses* elsewhere_ = nullptr;
  std::uint64_t mask_ = 0;       // vectors enabled
  std::uint64_t auto_mask_ = 0;  // vectors masked by their own message
  // Vector of every entry, the TCP timer and other causes last.
  std::array<std::uint8_t, kEntries + 2> ivar_{};
  std::array<std::uint8_t, kEntries> vector_of_{};    // vector of a queue, or kNoVector
  std::array<std::uint8_t, kEntries> flushed_for_{};  // vector for which a queue is being flushed
  std::array<std::array<std::uint64_t, kEntries / 64>, kVectors>
      vector_queues_{};                             // queues of a vector, receive and transmit
  std::array<std::uint32_t, kVectors> interval_{};  // EITR.INTERVAL
  std::array<Time, kVectors> open_{};               // first time at which the vector may fire again
  std::array<Time, kVectors> fresh_at_{};           // edge at which that cause is in EICR
  std::array<Time, kVectors> next_fresh_at_{};      // edge of the next cause after it, or kNever
  std::array<Time, kVectors> flushed_at_{};         // last flush on behalf of the vector
  std::array<Time, kVectors> flush_left_{};         // when the last byte of that flush left
  std::array<unsigned, kVectors> flushing_{};       // queues whose flush has not left yet
  std::uint64_t fresh_ = 0;                         // vectors with a cause not yet in EICR
  std::uint64_t requested_ = 0;                     // vectors with a cause not yet signalled
  std::uint64_t waiting_ = 0;                       // vectors with descriptors that wait for write-back
  std::uint64_t untimed_ = 0;   // vectors without a timer, with descriptors that wait for more
  bool unassigned_ = false;     // such descriptors of a queue without a vector
  std::uint64_t skipping_ = 0;  // timers that the next message bypasses
  std::array<std::uint64_t, kEntries / 64> flushed_queues_{};  // queues being flushed for their vector
  Time quiet_until_ = 0;  // nothing to do before, unless something changes
  Time flush_next_ = 0;   // no flush is due before, unless registers change
  Time fire_next_ = 0;    // no vector fires before, unless causes or registers change
  bool intx_level_ = false;
};

}  // namespace ixsim::nic

#endif
