// Causes, masks and moderation of one port's interrupts.
//
// A cause sets its EICR bit and requests its vector (IVAR). The vector fires at the first DMA edge at which
// the request is enabled (EIMS) and its moderation timer (EITR) has run out; firing restarts the timer,
// clears the EICR bits named by EIAC and, with GPIE.EIAME, the EIMS bits named by EIAM. A queue whose
// descriptors wait for write-back is flushed when the timer runs out (at once if it is not running), and the
// vector then fires after the flush has left the device.
//
// Timing contract: DMA clock; a cause made at t acts at the first edge after t. Messages of one vector are at
// least EITR.INTERVAL x 256 ns apart, counted from firing to firing.
// Source: 82598 datasheet, interrupts (EICR, EIMS, EIAC, EIAM, EITR, IVAR, GPIE).
#ifndef IXSIM_NIC_INTERRUPT_INTERRUPT_UNIT_H
#define IXSIM_NIC_INTERRUPT_INTERRUPT_UNIT_H

#include <array>
#include <cstdint>

#include "ixsim/base/agenda.h"
#include "ixsim/nic/interrupt/interrupt_sink.h"

namespace ixsim {

// Forces the used descriptors of queues into host memory.
class WriteBackFlusher {
 public:
  virtual ~WriteBackFlusher() = default;
  // Flushes those queues of `mask` that have used descriptors, and returns which these are.
  virtual std::uint64_t flush(std::uint64_t mask, Time now) = 0;
};

class InterruptUnit : public Block {
 public:
  static constexpr unsigned kVectors = 20;       // MSI-X table entries
  static constexpr unsigned kQueueVectors = 16;  // EICR bits of queue causes
  static constexpr unsigned kRxQueues = 64;
  static constexpr unsigned kTxEntry = 64;  // IVAR entry of transmit queue 0
  static constexpr unsigned kEntries = 96;  // queue causes: 64 receive, 32 transmit
  static constexpr Time kModerationUnit = 256 * kNanosecond;
  // EICR bits.
  static constexpr std::uint32_t kLinkChange = 1u << 20;
  static constexpr std::uint32_t kPin0 = 1u << 24;  // and three more
  static constexpr std::uint32_t kTcpTimer = 1u << 30;
  static constexpr std::uint32_t kOther = 1u << 31;
  static constexpr std::uint32_t kOtherCauses = 0x3fff0000;
  static constexpr std::uint32_t kCauses = 0xff50ffff;  // implemented bits

  // `receive` and `transmit` flush the queues of entries 0 to 63 and from 64 on.
  InterruptUnit(Agenda& agenda, WriteBackFlusher& receive, WriteBackFlusher& transmit);
  void set_slot(Agenda::Slot slot) { slot_ = slot; }
  void set_sink(InterruptSink& sink) { sink_ = &sink; }
  void act(Time now) override;
  Time visible(Time due, Time lookahead) const override;

  // --- Causes, at `now` or (write-backs) when their last byte has left. A queue is named by its IVAR entry.
  void queue_cause(unsigned entry, Time time);
  void queue_flushed(unsigned entry, Time time);
  // The queue's vector does not wait for its moderation timer this time; firing starts it anew.
  void skip_moderation(unsigned entry, Time time);
  void other_cause(std::uint32_t bits, Time now);
  // The TCP timer has an entry of its own.
  void tcp_timer(Time now);
  // A used descriptor of a queue waits for write-back. Returns true if it must be written back now.
  bool descriptor_waits(unsigned entry, Time now);

  // --- Registers.
  std::uint32_t read_eicr(Time now);
  std::uint32_t eicr() const { return eicr_; }
  std::uint32_t eims() const { return eims_; }
  void write_eicr(std::uint32_t value, Time now);
  void write_eics(std::uint32_t value, Time now);
  void write_eims(std::uint32_t value, Time now);
  void write_eimc(std::uint32_t value, Time now);
  void write_eiac(std::uint32_t value) { eiac_ = value; }
  void write_eiam(std::uint32_t value) { eiam_ = value; }
  void write_gpie(std::uint32_t value, Time now);
  void write_eitr(unsigned vector, std::uint32_t value, Time now);
  std::uint32_t read_eitr(unsigned vector, Time now) const;
  void write_ivar(unsigned index, std::uint32_t value);
  // CTRL.RST: no cause, nothing enabled; the line falls.
  void reset(Time now);

 private:
  static constexpr std::uint8_t kNoVector = 0xff;

  bool msix() const { return (gpie_ & 0x10) != 0; }
  // The moderation timer of a vector: without MSI-X there is one for all.
  unsigned timer(unsigned vector) const { return msix() ? vector : 0; }
  Time interval(unsigned vector) const { return interval_[timer(vector)] * kModerationUnit; }
  bool enabled(unsigned vector) const {
    return (vector < kQueueVectors && ((eims_ >> vector) & 1) != 0) || other_enabled(vector);
  }
  // The vector of the other causes is enabled with any of them.
  bool other_enabled(unsigned vector) const;
  // EICR bits that are not queues' and share this vector.
  std::uint32_t shared_causes(unsigned vector) const;
  void request_entry(unsigned entry);
  // Software has cleared causes: the vector of the other ones has nothing more to tell.
  void forget_requests();
  // When descriptors that wait on `vector` are to be written back.
  Time flush_due(unsigned vector) const;
  void request(unsigned vector, Time time);
  void take_causes(Time now);
  void flush_queues(Time now);
  void fire_vectors(Time now);
  void drive_line(Time now);
  // The line falls as soon as no enabled cause is left: what comes next is a new edge.
  void release_line(Time now);
  void update_other();
  void rebuild_vectors();
  // A new cause, or the end of a flush, at `time`: look at it at the next edge.
  void look_after(Time time);
  // Registers have changed at `time`: look at everything anew.
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
  std::array<std::uint8_t, 100> ivar_{};
  std::array<std::uint8_t, kEntries> vector_of_{};    // vector of a queue, or kNoVector
  std::array<std::uint8_t, kEntries> flushed_for_{};  // vector that a queue is being flushed for
  std::array<std::array<std::uint64_t, 2>, kVectors>
      vector_queues_{};                             // queues of a vector, receive and transmit
  std::array<std::uint32_t, kVectors> interval_{};  // EITR.INTERVAL
  std::array<Time, kVectors> open_{};               // first time at which the vector may fire again
  std::array<Time, kVectors> fresh_at_{};           // when that cause was made
  std::array<Time, kVectors> flushed_at_{};         // last flush on behalf of the vector
  std::array<Time, kVectors> flush_left_{};         // when the last byte of that flush left
  std::array<unsigned, kVectors> flushing_{};       // queues whose flush has not left yet
  std::uint32_t fresh_ = 0;                         // vectors with a cause not yet in EICR
  std::uint32_t requested_ = 0;                     // vectors with a cause not yet signalled
  std::uint32_t waiting_ = 0;                       // vectors with descriptors that wait for write-back
  std::array<std::uint64_t, 2> flushed_queues_{};   // queues being flushed on behalf of their vector
  Time quiet_until_ = 0;                            // nothing to do before, unless something changes
  Time flush_next_ = 0;                             // no flush is due before, unless registers change
  Time fire_next_ = 0;  // no vector fires before, unless causes or registers change
  bool intx_level_ = false;
};

}  // namespace ixsim

#endif
