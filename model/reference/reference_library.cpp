// The functions of reference_library.h on a classifier of the model.
//
// Each call is at an edge of a private clock. A frame takes two edges and is decided at the second, so that
// nothing is pending between calls.
#include "ixsim/reference_library.h"

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ixsim/classifier.h"
#include "ixsim/device_profile.h"
#include "ixsim/time.h"

namespace ixsim {
namespace {

constexpr std::uint32_t kVlnctrl = 0x05088;
constexpr std::uint32_t kVlnctrlReset = 0x8100;
constexpr std::uint32_t kVet = 0xFFFF;
constexpr std::uint32_t kBytesInBeat = 8;

thread_local std::string last_error;

class ReferenceLibrary final : private DecisionSink {
 public:
  explicit ReferenceLibrary(const DeviceProfile& profile) : classifier_(reference_classifier(profile, 1)) {}

  void reset() {
    classifier_->reset(next_edge());
    vlnctrl_ = kVlnctrlReset;
    open_ = false;
    frame_.clear();
    decision_ = {};
  }

  void write(std::uint32_t offset, std::uint32_t value) {
    if ((offset & ~3U) == kVlnctrl) vlnctrl_ = value;
    classifier_->write(offset, value, next_edge());
  }

  void first_beat() {
    if (open_) return;
    open_ = true;
    vet_ = vlnctrl_ & kVet;
  }

  void classify(ByteView frame, bool error) {
    first_beat();
    open_ = false;
    // The classifier takes the Ethertype of the first beat only from frames that are announced ahead.
    const std::uint32_t now = vlnctrl_;
    const bool rewritten = vet_ != (now & kVet);
    if (rewritten) write(kVlnctrl, (now & ~kVet) | vet_);
    const Time edge = next_edge();
    classifier_->begin(0, frame, error, edge, edge);
    classifier_->advance(next_edge(), *this);
    if (rewritten) write(kVlnctrl, now);
  }

  bool beat(std::uint64_t data, std::uint32_t bytes, bool last, bool error) {
    first_beat();
    for (std::uint32_t i = 0; i < bytes; ++i) frame_.push_back(static_cast<std::uint8_t>(data >> (8 * i)));
    if (!last) return false;
    classify({frame_.data(), frame_.size()}, error);
    frame_.clear();
    return true;
  }

  std::uint64_t field(std::string_view name) const {
    const Decision& d = decision_;
    if (name == "drop") return static_cast<std::uint64_t>(d.drop);
    const struct {
      std::string_view name;
      std::uint64_t value;
    } fields[] = {{"queue", d.queue},       {"vmdq", d.vmdq},         {"tc", d.traffic_class},
                  {"tagged", d.tagged},     {"tci", d.tci},           {"pif", d.inexact},
                  {"ptype", d.packet_type}, {"rss_type", d.rss_type}, {"rss_hash", d.rss_hash},
                  {"pools", d.pools}};
    for (const auto& f : fields) {
      if (f.name == name) return d.drop == ClassifierDrop::kAdmit ? f.value : 0;
    }
    return ~std::uint64_t{0};
  }

 private:
  void decided(const Decision& decision) override { decision_ = decision; }
  Time next_edge() { return time_ += kMacClock.period(); }

  std::unique_ptr<Classifier> classifier_;
  Time time_ = 0;
  std::uint32_t vlnctrl_ = kVlnctrlReset;
  std::uint32_t vet_ = 0;            // at the first beat of the open frame
  bool open_ = false;                // between first and last beat
  std::vector<std::uint8_t> frame_;  // beats so far
  Decision decision_;
};

ReferenceLibrary& of(void* reference) { return *static_cast<ReferenceLibrary*>(reference); }

}  // namespace
}  // namespace ixsim

void* ixsim_reference_new(const char* profile, uint32_t rx_queues, uint32_t pools, uint32_t addresses) {
  ixsim::last_error.clear();
  try {
    ixsim::DeviceProfile wanted = ixsim::device_profile(profile);
    if (rx_queues != 0) wanted.rx_queues = rx_queues;
    if (pools != 0) wanted.pools = pools;
    if (addresses != 0) wanted.addresses = addresses;
    ixsim::check(wanted);
    return new ixsim::ReferenceLibrary(wanted);
  } catch (const std::exception& error) {  // nothing may pass into C
    ixsim::last_error = error.what();
    return nullptr;
  }
}

const char* ixsim_reference_error() { return ixsim::last_error.c_str(); }

void ixsim_reference_free(void* reference) { delete static_cast<ixsim::ReferenceLibrary*>(reference); }

void ixsim_reference_reset(void* reference) { ixsim::of(reference).reset(); }

void ixsim_reference_write(void* reference, uint32_t offset, uint32_t value) {
  ixsim::of(reference).write(offset, value);
}

void ixsim_reference_first_beat(void* reference) { ixsim::of(reference).first_beat(); }

int ixsim_reference_classify(void* reference, const uint8_t* frame, size_t size, uint32_t error) {
  if (size == 0) {
    ixsim::last_error = "a frame without a byte: found 0 bytes, accepted are 1 and more";
    return 0;
  }
  ixsim::of(reference).classify({frame, size}, error != 0);
  return 1;
}

int ixsim_reference_beat(void* reference, uint64_t data, uint32_t bytes, uint32_t last, uint32_t error) {
  if (bytes < 1 || bytes > ixsim::kBytesInBeat) {
    ixsim::last_error = "a beat: found " + std::to_string(bytes) + " bytes, accepted are 1 to 8";
    return -1;
  }
  return ixsim::of(reference).beat(data, bytes, last != 0, error != 0) ? 1 : 0;
}

uint64_t ixsim_reference_field(const void* reference, const char* name) {
  return static_cast<const ixsim::ReferenceLibrary*>(reference)->field(name);
}
