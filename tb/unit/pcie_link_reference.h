// A slow reference of the PCIe link, written from the timing contracts of PcieEndpoint and RootPort and from
// the PCIe specification. It visits every edge of the link clock and keeps plain lists. It includes nothing
// of the model except times, clocks and the settings of the link.
//
// Time on the wire is in units of 1/128 ps; a byte takes a whole number of them at any rate and width.
//
// Source: PCI Express Base Specification 1.1, 2.2.7 and 2.3.1.1 (cutting of requests and completions), 2.4
// (ordering), 2.6 (credits), 3.0, 4.2.2 (130 bits for 16 bytes of a lane at 8 GT/s); headers of
// pcie_endpoint.h, root_port.h and link_direction.h (times).
#ifndef IXSIM_TB_UNIT_PCIE_LINK_REFERENCE_H
#define IXSIM_TB_UNIT_PCIE_LINK_REFERENCE_H

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "ixsim/pcie_config.h"
#include "ixsim/time.h"

namespace ixsim::reference {

// A write or read that the device makes. With `after` >= 0 it is made at the first DMA edge after the data of
// that job have arrived, otherwise at `at`.
struct Job {
  Time at = 0;
  int after = -1;
  bool is_read = false;
  bool fetch = false;
  unsigned port = 0;
  std::uint64_t address = 0;
  std::uint32_t length = 0;
};

// A register access of the host.
struct RegisterJob {
  Time at = 0;
  bool is_write = false;
};

// Behaviour of the host for the TLP or request that begins at an address. It is a pure function, so that
// model and reference see the same host.
struct HostPolicy {
  unsigned hold_percent = 0;
  unsigned error_percent = 0;
  Time spread = 0;

  static std::uint64_t hash(std::uint64_t address, std::uint64_t salt) {
    std::uint64_t x = address * 0x9e3779b97f4a7c15u + salt * 0xbf58476d1ce4e5b9u;
    x ^= x >> 29;
    x *= 0x94d049bb133111ebu;
    return x ^ x >> 32;
  }
  // Returns the time for which the request is held back; 0: not at all.
  Time hold(std::uint64_t address) const {
    return hash(address, 1) % 100 < hold_percent ? 100'001 + static_cast<Time>(hash(address, 2) % 900'000)
                                                 : 0;
  }
  bool ok(std::uint64_t address) const { return hash(address, 3) % 100 >= error_percent; }
  Time latency(std::uint64_t address) const {
    return 200'003 +
           (spread == 0 ? 0 : static_cast<Time>(hash(address, 4) % static_cast<std::uint64_t>(spread)));
  }
};

class LinkReference {
 public:
  LinkReference(const PcieConfig& config, const HostPolicy& host, unsigned ports, std::vector<Job> jobs,
                std::vector<RegisterJob> accesses)
      : c_(config),
        host_(host),
        period_((config.generation == 1   ? 16'000
                 : config.generation == 2 ? 8'000
                                          : 4'000) /
                static_cast<Time>(config.lanes)),
        byte_(kUnits * period_ / 4 * (config.generation == 3 ? 130 : 128) / 128),
        jobs_(std::move(jobs)),
        accesses_(std::move(accesses)),
        state_(jobs_.size() + accesses_.size()),
        queues_(ports),
        posted_headers_(config.root_posted_headers),
        posted_data_(config.root_posted_data),
        non_posted_(config.root_non_posted_headers),
        fetch_tags_(config.descriptor_tags),
        data_tags_(config.data_tags),
        device_posted_(config.device_posted_headers),
        device_non_posted_(config.device_non_posted_headers) {}

  // Returns everything that is observable, one line each.
  std::vector<std::string> run() {
    for (Time t = period_; !done() && t < 20 * kMillisecond; t += period_) {
      submit_due(t);
      device_receives(t);
      device_sends(t);
      root_delivers(t);
      root_sends(t);
    }
    std::sort(log_.begin(), log_.end());
    return std::move(log_);
  }

  static std::string line(Time time, const char* what, std::uint64_t a, std::uint64_t b = 0,
                          std::uint64_t c = 0) {
    std::string stamp = std::to_string(time);
    return std::string(14 - std::min<std::size_t>(14, stamp.size()), ' ') + stamp + " " + what + " " +
           std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c);
  }

 private:
  struct State {
    bool made = false;
    Time ready = 0;
    std::uint64_t order = 0;
    std::uint32_t sent = 0;
    std::uint32_t received = 0;
    bool failed = false;
    std::uint32_t whole = 0;
  };
  struct Queues {
    // Job numbers; those of accesses follow those of the jobs.
    std::deque<std::size_t> posted, fetches, reads;
  };
  struct Up {
    Time time;
    std::size_t job;
    std::uint32_t offset, length;
    bool last;
  };
  struct Return {
    Time time;
    bool posted;
    std::uint32_t data;
  };
  struct Answer {
    Time ready;
    std::size_t job;
    std::uint32_t offset, length;
    bool ok;
    std::uint32_t sent = 0;
  };
  struct Down {
    Time time;
    bool is_access;
    std::size_t index;  // of the job, or of the access
    std::uint32_t offset, length;
    bool ok, ends;
    std::uint32_t read_offset;
  };
  static constexpr Time kUnits = 128;
  struct Wire {
    Time free = 0;           // in units of 1/128 ps
    std::uint64_t owed = 0;  // DLLP bytes times 95
  };

  Time edge_after(Time t) const { return (t / period_ + 1) * period_; }
  Time edge_from(Time t) const { return (t + period_ - 1) / period_ * period_; }
  static std::uint32_t dwords(std::uint64_t address, std::uint32_t length) {
    return length == 0 ? 0 : static_cast<std::uint32_t>((address + length + 3) / 4 - address / 4);
  }
  static std::uint32_t credits(std::uint64_t address, std::uint32_t length) {
    return (dwords(address, length) + 3) / 4;
  }
  static std::uint32_t request_overhead(std::uint64_t address) { return address < (1ull << 32) ? 20 : 24; }
  std::uint32_t chunk(std::uint64_t address, std::uint32_t left, std::uint32_t most) const {
    std::uint32_t length = 0;
    // The limit applies to whole double words.
    while (length < left && 4 * dwords(address, length + 1) <= most &&
           (length == 0 || (address + length) % 4'096 != 0)) {
      ++length;
    }
    return length;
  }
  bool done() const {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (!state_[i].made || finished_[i] == 0) return false;
    }
    return accesses_done_ == accesses_.size();
  }
  bool is_access(std::size_t job) const { return job >= jobs_.size(); }

  Time send(Wire& wire, Time t, std::uint32_t bytes) {
    if (c_.dllp == DllpPolicy::kFivePercent) {
      const std::uint64_t packets = wire.owed / (8 * 95);
      wire.owed %= 8 * 95;
      wire.free += static_cast<Time>(packets * 8) * byte_;
      wire.owed += 5 * std::uint64_t{bytes};
    }
    wire.free = std::max(t * kUnits, wire.free) + Time{bytes} * byte_;
    return (wire.free + kUnits - 1) / kUnits;
  }
  // The next TLP is taken at the last edge before the wire is free, and waits for it.
  bool busy(const Wire& wire, Time t) const { return wire.free >= (t + period_) * kUnits; }

  void make(std::size_t job, unsigned port, Time from, bool is_read, bool fetch) {
    state_[job].made = true;
    state_[job].ready = edge_after(from);
    state_[job].order = order_++;
    Queues& q = queues_[port];
    (is_read ? fetch ? q.fetches : q.reads : q.posted).push_back(job);
  }
  void submit_due(Time t) {
    for (;;) {
      std::size_t next = jobs_.size();
      for (std::size_t i = 0; i < jobs_.size(); ++i) {
        if (state_[i].made || jobs_[i].after >= 0 || jobs_[i].at > t) continue;
        if (next == jobs_.size() || jobs_[i].at < jobs_[next].at) next = i;
      }
      if (next == jobs_.size()) break;
      make(next, jobs_[next].port, jobs_[next].at, jobs_[next].is_read, jobs_[next].fetch);
    }
    for (; next_access_ < accesses_.size() && accesses_[next_access_].at <= t; ++next_access_)
      down_accesses_.push_back(next_access_);
  }

  void device_receives(Time t) {
    for (; !down_.empty() && down_.front().time <= t; down_.pop_front()) {
      const Down d = down_.front();
      if (d.is_access) {
        const bool posted = accesses_[d.index].is_write;
        log_.push_back(line(t, "accessed", d.index));
        register_returns_.push_back({edge_after(t + c_.propagation), posted, 0});
        if (posted) {
          ++accesses_done_;
        } else {
          make(jobs_.size() + d.index, 0, t + 8 * 4'000, false, false);
        }
        continue;
      }
      log_.push_back(line(t, "down", jobs_[d.index].address + d.offset, d.length, d.ok ? 1 : 0));
      State& s = state_[d.index];
      if (!d.ok) {
        s.whole = s.failed ? std::min(s.whole, d.read_offset) : d.read_offset;
        s.failed = true;
      }
      s.received += d.length;
      if (d.ends) tag_returns_.push_back({t, jobs_[d.index].fetch, 0});
      if (s.received == jobs_[d.index].length) {
        log_.push_back(line(t, "read done", d.index, s.failed ? 0 : 1, s.failed ? s.whole : 0));
        finish(d.index, t);
      }
    }
  }
  void finish(std::size_t job, Time t) {
    finished_[job] = 1;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (jobs_[i].after != static_cast<int>(job)) continue;
      jobs_[i].after = -1;
      jobs_[i].at = (t / 4'000 + 1) * 4'000;
    }
  }

  bool tag_for(const Job& job) const { return (job.fetch ? fetch_tags_ : data_tags_) > 0; }
  void device_sends(Time t) {
    const auto back = [&](const Return& r) {
      if (r.posted) {
        ++posted_headers_;
        posted_data_ += r.data;
      } else {
        ++non_posted_;
      }
    };
    for (; !returns_.empty() && returns_.front().time + c_.credit_return + c_.propagation < t;
         returns_.pop_front())
      back(returns_.front());
    for (; !tag_returns_.empty() && tag_returns_.front().time < t; tag_returns_.pop_front())
      ++(tag_returns_.front().posted ? fetch_tags_ : data_tags_);
    if (busy(up_, t)) return;
    for (std::size_t i = 0; i < queues_.size(); ++i) {
      const std::size_t port = (next_port_ + i) % queues_.size();
      if (!port_sends(port, t)) continue;
      next_port_ = (port + 1) % queues_.size();
      return;
    }
  }
  bool port_sends(std::size_t port, Time t) {
    Queues& q = queues_[port];
    const bool write_ready = !q.posted.empty() && state_[q.posted.front()].ready <= t;
    std::deque<std::size_t>* oldest = nullptr;
    for (auto* reads : {&q.fetches, &q.reads}) {
      if (reads->empty()) continue;
      const std::size_t read = reads->front();
      if (state_[read].ready > t || !tag_for(jobs_[read]) || non_posted_ == 0) continue;
      if (write_ready && state_[q.posted.front()].order < state_[read].order) continue;
      if (oldest == nullptr || state_[read].order < state_[oldest->front()].order) oldest = reads;
    }
    if (oldest != nullptr) {
      send_read(*oldest, t);
      return true;
    }
    return write_ready && send_posted(q.posted, t);
  }
  void send_read(std::deque<std::size_t>& reads, Time t) {
    const std::size_t job = reads.front();
    const Job& about = jobs_[job];
    State& s = state_[job];
    const std::uint64_t address = about.address + s.sent;
    const std::uint32_t length = chunk(address, about.length - s.sent, c_.max_read_request);
    --non_posted_;
    --(about.fetch ? fetch_tags_ : data_tags_);
    const Time end = send(up_, t, request_overhead(address));
    log_.push_back(line(end + c_.propagation, "up", address, length));
    arrivals_.push_back({edge_from(end + c_.propagation), job, s.sent, length, true});
    s.sent += length;
    if (s.sent == about.length) reads.pop_front();
  }
  bool send_posted(std::deque<std::size_t>& posted, Time t) {
    const std::size_t job = posted.front();
    if (is_access(job)) {  // a completion of a register read: 4 bytes
      const Time end = send(up_, t, 24);
      arrivals_.push_back({edge_from(end + c_.propagation), job, 0, 4, true});
      posted.pop_front();
      return true;
    }
    const Job& about = jobs_[job];
    State& s = state_[job];
    const std::uint64_t address = about.address + s.sent;
    const std::uint32_t length = chunk(address, about.length - s.sent, c_.max_payload);
    if (posted_headers_ == 0 || posted_data_ < credits(address, length)) return false;
    --posted_headers_;
    posted_data_ -= credits(address, length);
    const Time end = send(up_, t, request_overhead(address) + 4 * dwords(address, length));
    log_.push_back(line(end + c_.propagation, "up", address, length));
    const bool last = s.sent + length == about.length;
    arrivals_.push_back({edge_from(end + c_.propagation), job, s.sent, length, last});
    s.sent += length;
    if (last) {
      log_.push_back(line(end, "write left", job));
      posted.pop_front();
    }
    return true;
  }

  void taken(const Up& up, Time t) {
    const std::uint64_t address = jobs_[up.job].address + up.offset;
    const bool read = jobs_[up.job].is_read;
    returns_.push_back({t, !read, read ? 0 : credits(address, up.length)});
  }
  void root_delivers(Time t) {
    for (; !arrivals_.empty() && arrivals_.front().time <= t; arrivals_.pop_front()) {
      const Up up = arrivals_.front();
      if (is_access(up.job)) {
        log_.push_back(line(t, "register data", up.job - jobs_.size()));
        ++accesses_done_;
        continue;
      }
      const Job& about = jobs_[up.job];
      const bool by_tlp = c_.transaction == HostTransaction::kTlp;
      if (!about.is_read && !up.last && !by_tlp) {
        // Behind a transaction that the host holds back, a part is taken when that is.
        taken(up, std::max(up.time, released_));
        continue;
      }
      const std::uint64_t address = about.address + (about.is_read || by_tlp ? up.offset : 0);
      const std::uint32_t length = about.is_read || by_tlp ? up.length : about.length;
      if (held_until_ == 0) {
        log_.push_back(line(t, about.is_read ? "host read" : "host write", address, length));
        if (about.is_read) {
          const Time from = t + host_.hold(address) + host_.latency(address);
          answer({edge_after(from), up.job, up.offset, up.length, host_.ok(address)});
        }
        if (host_.hold(address) != 0) held_until_ = edge_after(t + host_.hold(address));
      }
      if (held_until_ > t) return;
      if (held_until_ != 0) released_ = t;
      held_until_ = 0;
      taken(up, t);
      if (about.is_read) continue;
      State& s = state_[up.job];
      if (!host_.ok(address)) s.failed = true;
      if (!up.last) continue;
      log_.push_back(line(t, "write arrived", up.job, s.failed ? 0 : 1));
      finish(up.job, t);
    }
  }
  void answer(const Answer& a) {
    auto place = answers_.end();
    while (place != answers_.begin() && (place - 1)->ready > a.ready && (place - 1)->sent == 0) --place;
    answers_.insert(place, a);
  }

  void root_sends(Time t) {
    for (; !register_returns_.empty() && register_returns_.front().time <= t; register_returns_.pop_front())
      ++(register_returns_.front().posted ? device_posted_ : device_non_posted_);
    if (busy(down_wire_, t)) return;
    const bool answers = !answers_.empty() && answers_.front().ready <= t;
    if (!down_accesses_.empty()) {
      const std::size_t index = down_accesses_.front();
      const Time ready = edge_after(accesses_[index].at);
      std::uint32_t& credit = accesses_[index].is_write ? device_posted_ : device_non_posted_;
      if (ready <= t && credit > 0 && (!answers || ready <= answers_.front().ready)) {
        --credit;
        down_accesses_.pop_front();
        const Time end = send(down_wire_, t, accesses_[index].is_write ? 24 : 20);
        down_.push_back({edge_from(end + c_.propagation), true, index, 0, 0, true, false, 0});
        return;
      }
    }
    if (!answers) return;
    Answer& a = answers_.front();
    const std::uint64_t address = jobs_[a.job].address + a.offset + a.sent;
    const std::uint32_t rcb = c_.read_completion_boundary;
    std::uint32_t length = a.length;
    std::uint32_t bytes = 20;
    if (a.ok) {
      length = std::min(a.length - a.sent, static_cast<std::uint32_t>(rcb - address % rcb));
      bytes += 4 * dwords(address, length);
    }
    const Time end = send(down_wire_, t, bytes);
    const bool ends = !a.ok || a.sent + length == a.length;
    down_.push_back(
        {edge_from(end + c_.propagation), false, a.job, a.offset + a.sent, length, a.ok, ends, a.offset});
    a.sent += length;
    if (ends) answers_.pop_front();
  }

  PcieConfig c_;
  HostPolicy host_;
  Time period_, byte_;
  std::vector<Job> jobs_;
  std::vector<RegisterJob> accesses_;
  std::vector<State> state_;
  std::vector<char> finished_ = std::vector<char>(jobs_.size());
  std::vector<Queues> queues_;
  std::uint32_t posted_headers_, posted_data_, non_posted_;
  std::uint32_t fetch_tags_, data_tags_;
  std::uint32_t device_posted_, device_non_posted_;
  Wire up_, down_wire_;
  std::deque<Up> arrivals_;
  std::deque<Return> returns_, tag_returns_, register_returns_;
  std::deque<Answer> answers_;
  std::deque<Down> down_;
  std::deque<std::size_t> down_accesses_;
  std::size_t next_access_ = 0, accesses_done_ = 0, next_port_ = 0;
  std::uint64_t order_ = 0;
  Time held_until_ = 0, released_ = 0;
  std::vector<std::string> log_;
};

}  // namespace ixsim::reference

#endif
