// Serialises frames into beats, leaves idle clocks out, compares.
#include "cosim/lockstep_classifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "ixsim/bytes.h"
#include "ixsim/error.h"

namespace ixsim::cosim {
namespace {

constexpr std::size_t kBeatBytes = 8;
constexpr std::size_t kRecentWrites = 16;
// More edges than any reset needs: one of rst, 849 or 1,202 writes, and the writes' way through the block.
constexpr std::int64_t power_on_cycle(ClassifierBlock block) {
  return block == ClassifierBlock::kPools ? -1'400 : -1'000;
}

constexpr std::uint32_t kVlnctrl = 0x05088;
constexpr std::uint32_t kVlnctrlReset = 0x8100;
struct Words {
  std::uint32_t offset;
  std::uint32_t count;
};
const std::vector<Words> kPoolTableWords = {
    {0x03020, 1},   {0x05080, 1},  {kVlnctrl, 1}, {0x05090, 1},   {0x051b0, 1},   {0x051e0, 2},
    {0x05200, 128}, {0x05818, 1},  {0x05c00, 32}, {0x05c80, 10},  {0x0a000, 128}, {0x0a200, 256},
    {0x0a600, 256}, {0x0f000, 64}, {0x0f100, 64}, {0x0f200, 128}, {0x0f400, 128}};
const std::vector<Words> kTableWords = {
    {0x02f00, 1}, {0x05080, 1}, {kVlnctrl, 1}, {0x05090, 1},  {0x050a0, 1},   {0x05200, 128}, {0x05400, 32},
    {0x05818, 1}, {0x0581c, 1}, {0x05c00, 32}, {0x05c80, 10}, {0x0a000, 128}, {0x0a200, 512}};

}  // namespace

// Takes the reference's decisions for the comparison and, unless the frame is lost to a reset or to the end
// of the run, passes them on.
class LockstepClassifier::Recorder : public DecisionSink {
 public:
  Recorder(LockstepClassifier& owner, DecisionSink* next) : owner_(owner), next_(next) {}
  void decided(const Decision& decision) override {
    owner_.expected_.push_back(decision);
    if (next_ != nullptr) next_->decided(decision);
  }

 private:
  LockstepClassifier& owner_;
  DecisionSink* next_;
};

class LockstepClassifier::Holder : public DecisionSink {
 public:
  explicit Holder(std::deque<Decision>& held) : held_(held) {}
  void decided(const Decision& decision) override { held_.push_back(decision); }

 private:
  std::deque<Decision>& held_;
};

LockstepClassifier::LockstepClassifier(std::unique_ptr<Classifier> reference,
                                       std::unique_ptr<RtlClassifier> rtl, const LockstepOptions& options,
                                       std::unique_ptr<ClassifierExplainer> explainer)
    : reference_(std::move(reference)),
      explainer_(std::move(explainer)),
      signals_(options.block),
      rtl_(std::move(rtl)),
      options_(options),
      random_(options.seed),
      cycle_(power_on_cycle(options.block)),
      last_busy_(cycle_) {
  std::int64_t cycle = cycle_;
  controls_.push_back({cycle++, true, 0, 0});
  for (const Words& words : options.block == ClassifierBlock::kPools ? kPoolTableWords : kTableWords) {
    for (std::uint32_t i = 0; i < words.count; ++i) {
      const std::uint32_t offset = words.offset + 4 * i;
      controls_.push_back({cycle++, false, offset, offset == kVlnctrl ? kVlnctrlReset : 0});
    }
  }
  run_to(0);
  statistics_.writes = 0;  // the simulation's own are what is counted
}

void LockstepClassifier::begin(std::uint64_t frame, ByteView bytes, bool error, Time first_beat,
                               Time last_beat) {
  const std::int64_t first = kMacClock.cycle(first_beat), last = kMacClock.cycle(last_beat);
  const auto beats = static_cast<std::int64_t>((bytes.size + kBeatBytes - 1) / kBeatBytes);
  if (bytes.size == 0 || last - first < beats - 1 || first < cycle_ ||
      (!frames_.empty() && first <= frames_.back().last_beat)) {
    throw std::logic_error(
        fmt::format("frame of {} bytes at MAC cycles {} to {}, RTL at {}", bytes.size, first, last, cycle_));
  }
  reference_->begin(frame, bytes, error, first_beat, last_beat);
  std::vector<std::uint8_t> copy;
  if (!spare_.empty()) {
    copy = std::move(spare_.back());
    spare_.pop_back();
  }
  copy.assign(bytes.begin(), bytes.end());
  frames_.push_back({std::move(copy), error, first, last});
  ++statistics_.frames;
}

void LockstepClassifier::write(std::uint32_t offset, std::uint32_t value, Time time) {
  const std::int64_t cycle = kMacClock.cycle(time);
  if (cycle <= last_control_ || cycle < cycle_) {
    throw std::logic_error(
        "classifier: two writes, or a write and a reset, at one edge, or a write in the past");
  }
  reference_->write(offset, value, time);
  controls_.push_back({cycle, false, offset, value});
  last_control_ = cycle;
}

void LockstepClassifier::reset(Time time) {
  const std::int64_t cycle = kMacClock.cycle(time);
  // A decision due at the edge of the reset itself still stands in the RTL's output registers, and is
  // delivered when the simulation next asks.
  Holder holder(held_);
  Recorder recorder(*this, &holder);
  reference_->advance(time, recorder);
  run_to(cycle);
  reference_->reset(time);
  controls_.clear();  // a write at the same edge: not taken
  controls_.push_back({cycle, true, 0, 0});
  last_control_ = cycle;
  run_to(cycle + 1);
  // Frames begun and not decided are lost, also those begun ahead of their first beat.
  frames_.clear();
  expected_.clear();
  driven_ = 0;
  offset_ = 0;
}

Time LockstepClassifier::next_decision() const {
  return held_.empty() ? reference_->next_decision() : held_.front().time;
}

void LockstepClassifier::advance(Time now, DecisionSink& sink) {
  while (!held_.empty()) {
    const Decision decision = held_.front();
    held_.pop_front();
    sink.decided(decision);
  }
  Recorder recorder(*this, &sink);
  reference_->advance(now, recorder);
  run_to(kMacClock.cycle(now));
}

void LockstepClassifier::finish() {
  if (divergence_) return;
  Recorder recorder(*this, nullptr);
  for (Time next = reference_->next_decision(); next != kNever; next = reference_->next_decision()) {
    reference_->advance(next, recorder);
  }
  std::int64_t end = cycle_;
  if (!frames_.empty()) end = std::max(end, frames_.back().last_beat);
  if (!controls_.empty()) end = std::max(end, controls_.back().cycle);
  if (!expected_.empty()) end = std::max(end, kMacClock.cycle(expected_.back().time));
  // Twice the latency: a decision that comes late, or twice, is still seen.
  run_to(end + 2 * options_.latency + 1);
  if (!frames_.empty()) diverge("a frame was offered and never decided", ClassifierOutputs{});
}

// The first edge from cycle_ on at which the RTL must be clocked, or INT64_MAX.
std::int64_t LockstepClassifier::next_activity() const {
  if (options_.every_cycle || cycle_ <= last_busy_ + options_.latency + 1) return cycle_;
  std::int64_t next = INT64_MAX;
  if (driven_ < frames_.size()) next = offset_ > 0 ? cycle_ : std::min(next, frames_[driven_].first_beat);
  if (!controls_.empty()) next = std::min(next, controls_.front().cycle);
  if (!expected_.empty()) next = std::min(next, kMacClock.cycle(expected_.front().time));
  return std::max(next, cycle_);
}

// Clocks every edge before `cycle`.
void LockstepClassifier::run_to(std::int64_t cycle) {
  while (!divergence_ && cycle_ < cycle) {
    const std::int64_t next = std::min(next_activity(), cycle);
    statistics_.clocks_skipped += next - cycle_;
    cycle_ = next;
    if (cycle_ < cycle) clock_edge();
  }
}

void LockstepClassifier::clock_edge() {
  // Whatever the contract says is not looked at is noise.
  const std::uint64_t noise = random_.next();
  ClassifierInputs in;
  in.tdata = noise;
  in.tkeep = static_cast<std::uint8_t>(noise >> 11);
  in.tlast = (noise >> 23 & 1) != 0;
  in.tuser = (noise >> 31 & 1) != 0;
  in.wr_addr = static_cast<std::uint16_t>(noise >> 5);
  in.wr_data = static_cast<std::uint32_t>(noise >> 17);
  bool busy = drive_beat(in);
  if (!controls_.empty() && controls_.front().cycle == cycle_) {
    const Control& control = controls_.front();
    if (control.reset) {
      in.rst = true;
    } else {
      in.wr_en = true;
      in.wr_addr = static_cast<std::uint16_t>(control.offset);
      in.wr_data = control.value;
      if (explainer_ != nullptr) explainer_->write(cycle_, in.wr_addr, in.wr_data);
      recent_.push_back(control);
      if (recent_.size() > kRecentWrites) recent_.pop_front();
      ++statistics_.writes;
    }
    controls_.pop_front();
    busy = true;
  }
  if (busy) last_busy_ = cycle_;
  if (!options_.waveform.empty() && statistics_.clocks >= options_.waveform_from) {
    show_reference();
    if (statistics_.clocks == options_.waveform_from)
      rtl_->start_waveform(options_.waveform, statistics_.clocks, signals_);
  }
  ClassifierOutputs out;
  try {
    out = rtl_->clock(in);
  } catch (const CheckFailure& error) {
    diverge(error.what(), out);
  }
  // Before the reset at power-on the outputs are as random as the rest of the state.
  if (statistics_.clocks > 0) compare(out);
  if (in.rst && explainer_ != nullptr) explainer_->reset();
  ++statistics_.clocks;
  ++cycle_;
}

bool LockstepClassifier::drive_beat(ClassifierInputs& in) {
  if (driven_ == frames_.size()) return false;
  const Frame& frame = frames_[driven_];
  const std::size_t left = frame.bytes.size() - offset_;
  const bool last = left <= kBeatBytes;
  // A source may pause inside a frame: then the last beat waits for its edge.
  if (cycle_ < (last ? frame.last_beat : frame.first_beat)) return offset_ > 0;
  const std::size_t count = std::min(left, kBeatBytes);
  const std::uint8_t* const bytes = frame.bytes.data() + offset_;
  if (count == kBeatBytes) in.tdata = load_le64(bytes);
  for (std::size_t i = 0; i < count && count < kBeatBytes; ++i) {
    in.tdata &= ~(std::uint64_t{0xff} << (8 * i));
    in.tdata |= std::uint64_t{bytes[i]} << (8 * i);
  }
  in.tvalid = true;
  in.tlast = last;
  in.tkeep = static_cast<std::uint8_t>(0xff >> (kBeatBytes - count));
  if (last) {
    in.tuser = frame.error;
    ++driven_;
    offset_ = 0;
  } else {
    offset_ += kBeatBytes;
  }
  return true;
}

bool LockstepClassifier::decision_due() const {
  return !expected_.empty() && kMacClock.cycle(expected_.front().time) <= cycle_;
}

// Puts the decision that is due next to the signals of the module.
void LockstepClassifier::show_reference() {
  if (!decision_due() || driven_ == 0) return signals_.show({}, "");
  const ClassifierOutputs out = ports_of(expected_.front(), options_.block);
  const Frame& frame = frames_.front();
  const ByteView bytes{frame.bytes.data(), frame.bytes.size()};
  signals_.show(out, explainer_ == nullptr
                         ? std::string()
                         : explainer_->rule(bytes, frame.error, frame.first_beat, frame.last_beat, out));
}

void LockstepClassifier::compare(const ClassifierOutputs& out) {
  if (!decision_due()) {
    if (out.valid) diverge("a decision of the RTL where none is due", out);
    return;
  }
  if (!out.valid) return diverge("no decision of the RTL where one is due", out);
  const Decision& decision = expected_.front();
  if (kMacClock.cycle(decision.time) != cycle_)
    return diverge("a decision of the reference came too early", out);
  if (driven_ == 0) return diverge("a decision without a frame", out);
  const ClassifierOutputs want = ports_of(decision, options_.block);
  const ClassifierFieldSet compared = compared_fields();
  statistics_.fields += want.drop != 0 ? 1 : 10;
  if (differ(want, out, compared)) return diverge(text_of(differences(want, out, compared).front()), out);

  const bool pools = options_.block == ClassifierBlock::kPools;
  struct Record {
    std::int64_t cycle;
    std::uint32_t fields[10];
  } record = {cycle_, {out.drop}};
  if (want.drop == 0) {
    record = {
        cycle_,
        {out.drop, pools ? static_cast<std::uint32_t>(out.pools) : out.queue, pools ? out.rss : out.vmdq,
         out.tc, out.tagged, out.tci, out.pif, out.ptype, out.rss_type, out.rss_hash}};
  }
  hash_.add(&record, sizeof record);
  if (pools) hash_.add(&out.pools, sizeof out.pools);
  ++statistics_.decisions;
  spare_.push_back(std::move(frames_.front().bytes));
  frames_.pop_front();
  expected_.pop_front();
  --driven_;
}

ClassifierFieldSet LockstepClassifier::compared_fields() const {
  return fields_of(options_.block) & (options_.compared | ~kAllClassifierFields);
}

// Records the first divergence, ends the waveform with the edge that shows it, and throws.
void LockstepClassifier::diverge(const std::string& what, const ClassifierOutputs& out) {
  ClassifierDivergence divergence;
  divergence.simulated = true;
  divergence.edge = cycle_;
  divergence.clock = statistics_.clocks;
  divergence.what = what;
  divergence.block = options_.block;
  divergence.rtl = out;
  if (decision_due()) divergence.expected = ports_of(expected_.front(), options_.block);
  if (divergence.expected && out.valid)
    divergence.fields = differences(*divergence.expected, out, compared_fields());
  if (!frames_.empty()) {
    const Frame& frame = frames_.front();
    divergence.frame = frame.bytes;
    divergence.error = frame.error;
    divergence.first_beat = frame.first_beat;
    divergence.last_beat = frame.last_beat;
  }
  for (const Control& write : recent_) {
    const auto address = static_cast<std::uint16_t>(write.offset);
    divergence.writes.push_back({write.cycle, address, write.value,
                                 explainer_ == nullptr ? std::string() : explainer_->name_of(address)});
  }
  if (explainer_ != nullptr) divergence.explanation = explainer_->explain(divergence);
  divergence_ = std::move(divergence);
  if (!options_.waveform.empty()) rtl_->stop_waveform();
  throw CheckFailure(fmt::format("classifier: RTL and reference differ at MAC cycle {}: {}", cycle_, what));
}

}  // namespace ixsim::cosim
