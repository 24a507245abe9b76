// The steps of a message at both ends, from the request to the answer.
#include "host/driver/function_mailbox.h"

#include <algorithm>
#include <utility>

#include "host/driver/mailbox_messages.h"
#include "ixsim/bytes.h"
#include "ixsim/error.h"
#include "nic/registers/register_map.h"

namespace ixsim::host {
namespace {

constexpr unsigned kPhysical = FunctionAccess::kPhysical;
constexpr unsigned kSriov = 0x160;  // capability in the configuration space
constexpr unsigned kFunctionsOfWord = 16;

constexpr std::uint32_t kAddVlan = 1u << 16;
constexpr std::uint32_t kApi = 4;             // version 1.3
constexpr unsigned kAnswerOfReset = 4;        // words
constexpr std::uint32_t kSriovEnables = 0x9;  // functions, and their memory
constexpr std::uint32_t kBusMaster = 0x4;
constexpr unsigned kMsix = 0x70;  // capability of a function
constexpr std::uint32_t kMsixEnable = 1u << 31;

using Message = std::vector<std::uint32_t>;

Message message_of(std::uint32_t code, const MacAddress& address) {
  std::uint8_t bytes[8] = {};
  std::copy(address.begin(), address.end(), bytes);
  return {code, load_le32(bytes), load_le32(bytes + 4)};
}

}  // namespace

// The driver of one virtual function, on the core of its guest.
class FunctionMailbox::VirtualDriver {
 public:
  VirtualDriver(unsigned n, const FunctionRequests& requests, std::uint64_t cycles, NicDriver& driver,
                FunctionAccess& access, Machine& machine)
      : n_(n),
        requests_(requests),
        cycles_(cycles),
        driver_(driver),
        access_(access),
        thread_(machine, requests.core, Priority::kThread, Activity::kGuestDriver, access) {}

  void set_up(Time now, std::function<void(Time now)> then) {
    if (busy_) throw CheckFailure("mailbox: a function is set up twice at a time");
    busy_ = true;
    access_.hold(true);
    began_ = now;
    then_ = std::move(then);
    left_ = {{mailbox::kReset},
             {mailbox::kNegotiate, kApi},
             message_of(mailbox::kSetAddress, requests_.address),
             {mailbox::kSetLongest, requests_.longest_frame}};
    for (const unsigned vlan : requests_.vlans) left_.push_back({mailbox::kSetVlan | kAddVlan, vlan});
    std::reverse(left_.begin(), left_.end());
    send();
    thread_.start(now);
  }
  Time set_up_time() const { return set_up_time_; }
  std::uint64_t messages() const { return messages_; }
  std::uint64_t reads() const { return thread_.reads(); }

 private:
  // Sends the next message, or sets up the rings.
  void send() {
    if (left_.empty()) return set_up_rings();
    message_ = std::move(left_.back());
    left_.pop_back();
    ++messages_;
    seen_ = 0;
    thread_.work(cycles_);
    take_buffer([this](Time) {
      for (unsigned i = 0; i < message_.size(); ++i) thread_.write(n_, Reg::VFMBMEM, i, message_[i]);
      thread_.write(n_, Reg::VFMAILBOX, 0, field::VFMAILBOX::REQ.mask);
      wait();
    });
  }
  // A read of the ring's control register ends the set-up: all writes before it have then had their effect.
  void set_up_rings() {
    if (!std::exchange(has_rings_, true)) {
      HostAccess enable;
      enable.space = HostAccess::Space::kConfig;
      enable.is_write = true;
      enable.byte_enables = 0xc;
      enable.offset = kMsix;
      enable.value = kMsixEnable;
      access_.access(n_, enable, nullptr);
      driver_.set_up_function(n_);
    }
    thread_.read(n_, Reg::VFRXDCTL, 0, [this](std::uint32_t, Time now) {
      set_up_time_ = now - began_;
      busy_ = false;
      access_.hold(false);
      if (then_) std::exchange(then_, {})(now);
    });
  }
  void take_buffer(std::function<void(Time now)> then) {
    thread_.write(n_, Reg::VFMAILBOX, 0, field::VFMAILBOX::VFU.mask);
    thread_.read(n_, Reg::VFMAILBOX, 0, [this, then = std::move(then)](std::uint32_t value, Time now) {
      seen_ |= value;
      if (field::VFMAILBOX::VFU.get(value) != 0) {
        then(now);
      } else {
        take_buffer(then);
      }
    });
  }
  // Reads until the request is acknowledged and answered; both bits are cleared by a read.
  void wait() {
    thread_.read(n_, Reg::VFMAILBOX, 0, [this](std::uint32_t value, Time) {
      seen_ |= value;
      if (field::VFMAILBOX::PFACK.get(seen_) == 0 || field::VFMAILBOX::PFSTS.get(seen_) == 0) return wait();
      take_buffer([this](Time) { read_answer(0); });
    });
  }
  void read_answer(unsigned word) {
    const unsigned words =
        message_[0] == mailbox::kReset ? kAnswerOfReset : static_cast<unsigned>(message_.size());
    thread_.read(n_, Reg::VFMBMEM, word, [this, word, words](std::uint32_t value, Time) {
      if (word == 0) check(value);
      if (word + 1 < words) return read_answer(word + 1);
      thread_.write(n_, Reg::VFMAILBOX, 0, field::VFMAILBOX::ACK.mask);
      thread_.work(0, [this](std::uint32_t, Time) { send(); });
    });
  }
  void check(std::uint32_t answer) const {
    const std::uint32_t clear = message_[0] == mailbox::kReset ? 0 : mailbox::kClearToSend;
    if (answer != (message_[0] | mailbox::kGranted | clear))
      throw CheckFailure("mailbox: the answer to a request of virtual function " + std::to_string(n_) +
                         " is none that grants it");
  }

  unsigned n_;
  FunctionRequests requests_;
  std::uint64_t cycles_;
  NicDriver& driver_;
  FunctionAccess& access_;
  RegisterThread thread_;
  bool has_rings_ = false;     // they stay over a migration
  std::vector<Message> left_;  // the next one last
  Message message_;
  std::uint32_t seen_ = 0;  // bits of VFMAILBOX since the request
  bool busy_ = false;
  Time began_ = 0;
  Time set_up_time_ = 0;
  std::uint64_t messages_ = 0;
  std::function<void(Time now)> then_;
};

// The driver of the physical function: a hard interrupt, and a thread that serves the functions.
class FunctionMailbox::PhysicalDriver : private Thread {
 public:
  PhysicalDriver(unsigned functions, unsigned core, const DriverCosts& costs, NicDriver& driver,
                 FunctionAccess& access, Machine& machine)
      : functions_(functions),
        costs_(costs),
        driver_(driver),
        access_(access),
        machine_(machine),
        ready_(functions),
        interrupt_(machine.add(*this, core, Priority::kHardInterrupt)),
        thread_(machine, core, Priority::kThread, Activity::kDriver, access) {}

  // Activates the functions, which resets their queues.
  void activate() {
    const auto config = [&](unsigned function, std::uint32_t offset, std::uint32_t value) {
      HostAccess write;
      write.space = HostAccess::Space::kConfig;
      write.is_write = true;
      write.byte_enables = 0x3;
      write.offset = offset;
      write.value = value;
      access_.access(function, write, nullptr);
    };
    config(kPhysical, kSriov + 0x10, functions_);
    config(kPhysical, kSriov + 0x08, kSriovEnables);
    for (unsigned n = 0; n < functions_; ++n) config(n, 0x04, kBusMaster);
  }
  // Enables the interrupt of the mailbox; nothing is received by the functions yet.
  void start() {
    driver_.enable_other_causes(mailbox::kCause);
    for (unsigned n = 0; n < functions_; ++n) driver_.enable_pool(n, false);
    for (unsigned word = 0; 32 * word < functions_; ++word) {
      HostAccess write;
      write.is_write = true;
      write.offset = offset_of(RegisterSet::k82599, Reg::PFMBIMR, word);
      write.value = mask_below(functions_, word);
      access_.access(kPhysical, write, nullptr);
    }
  }
  void remove(unsigned n) {
    ready_[n] = false;
    driver_.enable_pool(n, false);
  }
  void interrupt(Time now) {
    ++pending_;
    machine_.wake(interrupt_, now);
  }

 private:
  static std::uint32_t mask_below(unsigned count, unsigned word) {
    const unsigned here = count - std::min(count, 32 * word);
    return here >= 32 ? ~0u : (1u << here) - 1;
  }

  bool next(Time, Work& work) override {
    if (pending_ == 0) return false;
    work.add(Activity::kInterrupt, costs_.hard_interrupt);
    return true;
  }
  void done(Time now) override {
    pending_ = 0;
    news_ = true;
    if (!serving_) serve(now);
  }
  void serve(Time now) {
    if (!serving_) access_.hold(true);
    serving_ = true;
    news_ = false;
    // A read of EICR would clear the causes of queues as well.
    thread_.read(kPhysical, Reg::EICS, 0, [this](std::uint32_t, Time) {
      thread_.write(kPhysical, Reg::EICR, 0, mailbox::kCause);
      read_resets(0);
    });
    thread_.start(now);
  }
  void read_resets(unsigned word) {
    if (32 * word >= functions_) return read_causes(0);
    thread_.read(kPhysical, Reg::VFLREC, word, [this, word](std::uint32_t value, Time) {
      if (value != 0) thread_.write(kPhysical, Reg::VFLREC, word, value);
      for (unsigned n = 32 * word; n < std::min(functions_, 32 * (word + 1)); ++n)
        if ((value >> (n % 32) & 1) != 0) remove(n);
      read_resets(word + 1);
    });
  }
  void read_causes(unsigned word) {
    if (kFunctionsOfWord * word >= functions_) return serve_next();
    thread_.read(kPhysical, Reg::PFMBICR, word, [this, word](std::uint32_t value, Time) {
      if (value != 0) thread_.write(kPhysical, Reg::PFMBICR, word, value);
      for (unsigned i = 0; i < kFunctionsOfWord; ++i)
        if ((value >> i & 1) != 0) waiting_.push_back(kFunctionsOfWord * word + i);
      read_causes(word + 1);
    });
  }
  void serve_next() {
    thread_.work(0, [this](std::uint32_t, Time now) {
      if (!waiting_.empty()) {
        const unsigned n = waiting_.front();
        waiting_.erase(waiting_.begin());
        return receive(n);
      }
      if (news_) return serve(now);
      serving_ = false;
      access_.hold(false);
    });
  }
  void take_buffer(unsigned n, std::function<void()> then) {
    thread_.write(kPhysical, Reg::PFMAILBOX, n, field::PFMAILBOX::PFU.mask);
    thread_.read(kPhysical, Reg::PFMAILBOX, n, [this, n, then = std::move(then)](std::uint32_t value, Time) {
      field::PFMAILBOX::PFU.get(value) != 0 ? then() : take_buffer(n, then);
    });
  }
  void receive(unsigned n) {
    take_buffer(n, [this, n] { read_word(n, 0); });
  }
  void read_word(unsigned n, unsigned word) {
    thread_.read(kPhysical, Reg::PFMBMEM, kWords * n + word, [this, n, word](std::uint32_t value, Time) {
      message_[word] = value;
      if (word + 1 < kWords) return read_word(n, word + 1);
      thread_.write(kPhysical, Reg::PFMAILBOX, n, field::PFMAILBOX::ACK.mask);
      thread_.work(costs_.mailbox, [this, n](std::uint32_t, Time) { answer(n); });
    });
  }
  void answer(unsigned n) {
    unsigned words = kWords;
    if ((message_[0] & mailbox::kCode) == mailbox::kReset) {
      ready_[n] = true;
      // No frame comes to a pool that does not receive.
      driver_.enable_pool(n, true);
      driver_.assign(n, driver_.pool_of_function(n));
      words = kAnswerOfReset;
      message_[0] |= mailbox::kGranted;
    } else {
      message_[0] |= ready_[n] && grants(n) ? mailbox::kGranted | mailbox::kClearToSend
                                            : mailbox::kRefused | (ready_[n] ? mailbox::kClearToSend : 0);
    }
    take_buffer(n, [this, n, words] {
      for (unsigned i = 0; i < words; ++i)
        thread_.write(kPhysical, Reg::PFMBMEM, kWords * n + i, message_[i]);
      thread_.write(kPhysical, Reg::PFMAILBOX, n, field::PFMAILBOX::STS.mask);
      serve_next();
    });
  }
  // Applies a request. The filter of VLANs and the longest frame are those of the device's set-up.
  bool grants(unsigned n) {
    switch (message_[0] & mailbox::kCode) {
      case mailbox::kSetAddress:
        driver_.assign(n, driver_.pool_of_function(n));
        return true;
      case mailbox::kSetLongest:
        return message_[1] <= driver_.longest_frame();
      case mailbox::kSetVlan:
        return driver_.admit(message_[1], driver_.pool_of_function(n));
      case mailbox::kNegotiate:
        return true;
      default:
        return false;
    }
  }

  unsigned functions_;
  DriverCosts costs_;
  NicDriver& driver_;
  FunctionAccess& access_;
  Machine& machine_;
  std::vector<bool> ready_;
  Machine::ThreadId interrupt_;
  RegisterThread thread_;
  std::array<std::uint32_t, kWords> message_{};
  std::vector<unsigned> waiting_;  // functions with a request
  unsigned pending_ = 0;           // hard interrupts
  bool serving_ = false;
  bool news_ = false;  // an interrupt since the causes were read
};

FunctionMailbox::FunctionMailbox(const std::vector<FunctionRequests>& functions, unsigned core,
                                 const DriverCosts& costs, NicDriver& driver, FunctionAccess& access,
                                 HostAgenda& agenda, Machine& machine)
    : driver_(driver), agenda_(agenda) {
  physical_ = std::make_unique<PhysicalDriver>(static_cast<unsigned>(functions.size()), core, costs, driver,
                                               access, machine);
  for (unsigned n = 0; n < functions.size(); ++n)
    virtual_.push_back(
        std::make_unique<VirtualDriver>(n, functions[n], costs.mailbox, driver, access, machine));
}

FunctionMailbox::~FunctionMailbox() = default;

// The task comes after that of the driver, which was armed before for the same time.
void FunctionMailbox::start() {
  driver_.on_other_cause([this](Time now) { interrupt(now); });
  physical_->activate();
  agenda_.at(RxRings::kResetTime, *this, 0);
}

void FunctionMailbox::run(unsigned, Time now) {
  physical_->start();
  for (auto& function : virtual_) function->set_up(now, {});
}

void FunctionMailbox::set_up(unsigned n, Time now, std::function<void(Time now)> then) {
  virtual_[n]->set_up(now, std::move(then));
}

void FunctionMailbox::remove(unsigned n) { physical_->remove(n); }

void FunctionMailbox::interrupt(Time now) { physical_->interrupt(now); }

bool FunctionMailbox::ready() const {
  return std::all_of(virtual_.begin(), virtual_.end(),
                     [](const auto& function) { return function->set_up_time() != 0; });
}

Time FunctionMailbox::set_up_time(unsigned n) const { return virtual_[n]->set_up_time(); }

std::uint64_t FunctionMailbox::messages(unsigned n) const { return virtual_[n]->messages(); }

std::uint64_t FunctionMailbox::reads(unsigned n) const { return virtual_[n]->reads(); }

}  // namespace ixsim::host
