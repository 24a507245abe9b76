// Writes and reads frames.pcap and sequence.json.
#include "verify/classifier_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "cosim/classifier_part.h"
#include "ethernet/capture_reader.h"
#include "ixsim/bytes.h"
#include "trace/atomic_file.h"
#include "verify/replay_file.h"

namespace ixsim::verify {
namespace {

using Json = nlohmann::ordered_json;
using Kind = ClassifierItem::Kind;

constexpr std::int64_t kPicosecondsAClock = 6'400;

std::string bytes_text(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

std::uint32_t hex_number(const std::string& text, std::uint32_t most) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size() || value > most)
    throw std::invalid_argument(fmt::format("found '{}', accepted are 0 to {:x} in hexadecimal", text, most));
  return value;
}

std::vector<std::uint8_t> bytes_from(const std::string& text) {
  if (text.size() % 2 != 0) throw std::invalid_argument("cut: found half a byte");
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < text.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(hex_number(text.substr(i, 2), 0xff)));
  return bytes;
}

// Clocks in a frame, which is made as a whole.
constexpr std::uint64_t kLongestPause = std::uint64_t{1} << 20;

// The older capture format, which every tool reads: nanoseconds, little endian, Ethernet.
class CaptureFile {
 public:
  explicit CaptureFile(const std::string& path) : file_(path) {
    std::uint8_t header[24] = {};
    store_le32(header, 0xa1b23c4d);
    store_le16(header + 4, 2);
    store_le16(header + 6, 4);
    store_le32(header + 16, kLongestCapturedFrame);
    store_le32(header + 20, 1);
    put(header, sizeof header);
  }
  void add(std::int64_t edge, const std::vector<std::uint8_t>& bytes) {
    const std::int64_t nanoseconds = edge * kPicosecondsAClock / 1000;
    std::uint8_t header[16] = {};
    store_le32(header, static_cast<std::uint32_t>(nanoseconds / 1'000'000'000));
    store_le32(header + 4, static_cast<std::uint32_t>(nanoseconds % 1'000'000'000));
    store_le32(header + 8, static_cast<std::uint32_t>(bytes.size()));
    store_le32(header + 12, static_cast<std::uint32_t>(bytes.size()));
    put(header, sizeof header);
    put(bytes.data(), bytes.size());
  }
  void commit() { file_.commit(); }

 private:
  void put(const std::uint8_t* bytes, std::size_t size) {
    file_.write({reinterpret_cast<const char*>(bytes), size});
  }
  AtomicFile file_;
};

Json step_json(const ClassifierStep& step, std::size_t& record) {
  const ClassifierItem& item = step.item;
  Json json;
  if (item.kind == Kind::kFrame) {
    json["frame"] = record++;
  } else {
    json[item.kind == Kind::kIdle ? "idle" : "rst"] = item.edges;
  }
  if (item.kind == Kind::kReset && !item.bytes.empty()) json["cut"] = bytes_text(item.bytes);
  if (step.times != 1) json["times"] = step.times;
  if (item.error) json["tuser"] = 1;
  if (item.clocked) json["clocked"] = 1;
  if (item.noise != 0) json["noise"] = item.noise;
  for (const ClassifierItem::Pause& pause : item.pauses) json["pauses"].push_back({pause.beat, pause.edges});
  for (const ClassifierItem::Write& write : item.writes)
    json["writes"].push_back(
        {write.at, fmt::format("{:05x}", write.address), fmt::format("{:08x}", write.data)});
  return json;
}

ClassifierStep step_from(const Json& json, const std::vector<std::vector<std::uint8_t>>& frames) {
  ClassifierStep step;
  ClassifierItem& item = step.item;
  if (json.contains("frame")) {
    item.kind = Kind::kFrame;
    if (frames.empty()) throw std::invalid_argument("a frame, and frames.pcap has none");
    item.bytes = frames[whole(json, "frame", 0, frames.size() - 1)];
  } else if (json.contains("rst")) {
    item.kind = Kind::kReset;
    item.edges = static_cast<std::int64_t>(whole(json, "rst", 1, kMostEdges));
    item.bytes = bytes_from(json.value("cut", ""));
    if (item.bytes.size() % 8 != 0) throw std::invalid_argument("cut: not whole beats");
  } else {
    item.edges = static_cast<std::int64_t>(whole(json, "idle", 0, kMostEdges));
  }
  step.times = whole(json, "times", 1, kMostEdges, 1);
  item.error = json.value("tuser", 0) != 0;
  item.clocked = json.value("clocked", 0) != 0;
  item.noise = json.value("noise", std::uint64_t{0});
  std::size_t free = 0;  // first beat that may have the next pause
  for (const Json& pause : json.value("pauses", Json::array())) {
    const Json &beat = pause.at(0), &edges = pause.at(1);
    const bool fits = beat.is_number_unsigned() && beat.get<std::size_t>() >= free &&
                      beat.get<std::size_t>() < item.beats() && edges.is_number_unsigned() &&
                      edges.get<std::uint64_t>() <= kLongestPause;
    if (!fits)
      throw std::invalid_argument(fmt::format(
          "pauses: found {}, accepted are beats of the frame, the earlier first, and 0 to {} clocks",
          pause.dump(), kLongestPause));
    free = beat.get<std::size_t>();
    item.pauses.push_back({free, edges.get<std::int64_t>()});
  }
  for (const Json& write : json.value("writes", Json::array()))
    item.writes.push_back({write.at(0).get<std::int64_t>(),
                           static_cast<std::uint16_t>(hex_number(write.at(1), 0xffff)),
                           hex_number(write.at(2), 0xffff'ffff)});
  std::int64_t before = -1;
  for (const ClassifierItem::Write& write : item.writes) {
    if (write.at <= before || write.at >= item.length())
      throw std::invalid_argument(fmt::format("a write at clock {} of {}", write.at, item.length()));
    before = write.at;
  }
  return step;
}

constexpr const char* kIdleSkips[] = {"never", "mixed", "always"};

}  // namespace

void write_replay(const std::string& directory, const ClassifierReplay& replay) {
  const ClassifierSequence& sequence = replay.sequence;
  const ClassifierCheckOptions& options = replay.options;
  Json json = new_sequence(name_of(options.block));
  json["what"] = replay.what;
  json["rtl"] = to_json(replay.sources);
  json["plusargs"] = options.plusargs;
  json["latency"] = options.latency;
  json["data_width"] = options.data_width;
  json["part"] = options.part;
  json["seed"] = options.stimulus.seed;
  const ClassifierSize& size = options.size;
  json["size"] = {{"queues", size.queues}, {"pools", size.pools}, {"addresses", size.addresses}};
  json["idle_skip"] = kIdleSkips[static_cast<std::size_t>(options.idle_skip)];
  json["idle_clocked"] = options.idle_clocked;
  json["ignore"] = Json::array();
  for (std::size_t i = 0; i < kClassifierFields.size(); ++i) {
    if (((fields_of(options.block) & ~options.compared) >> i & 1) != 0)
      json["ignore"].push_back(kClassifierFields[i].name);
  }
  json["image"] = sequence.image == nullptr ? Json(nullptr) : Json(sequence.image->name);
  json["drain"] = sequence.drain;
  ClassifierSequence prologue = sequence;
  prologue.steps.clear();
  prologue.drain = 0;
  std::int64_t edge = prologue.edges();
  CaptureFile capture(directory + "/frames.pcap");
  std::vector<Json> steps;
  std::size_t record = 0;
  for (const ClassifierStep& step : sequence.steps) {
    if (step.item.kind == Kind::kFrame) capture.add(edge, step.item.bytes);
    edge += step.item.length() * static_cast<std::int64_t>(step.times);
    steps.push_back(step_json(step, record));
  }
  capture.commit();
  write_sequence(directory, json, steps);
}

ClassifierReplay read_replay(const std::string& directory) {
  ClassifierReplay replay;
  for (const ClassifierBlock block : {ClassifierBlock::kL2, ClassifierBlock::kPools}) {
    if (block_of_replay(directory) == name_of(block)) replay.options.block = block;
  }
  const Json json = read_sequence(directory, name_of(replay.options.block));
  replay.options.compared = fields_of(replay.options.block);
  std::vector<std::vector<std::uint8_t>> frames;
  const std::unique_ptr<CaptureReader> reader = open_capture(directory + "/frames.pcap");
  for (CapturedFrame frame; reader->next(frame);) frames.emplace_back(frame.bytes.begin(), frame.bytes.end());
  read_entries(directory, [&] {
    replay.what = json.at("what").get<std::string>();
    replay.sources = sources_from_json(json.at("rtl"));
    replay.options.plusargs = json.at("plusargs").get<std::vector<std::string>>();
    const auto small = [](const Json& from, const char* name, unsigned least, unsigned most,
                          std::optional<std::uint64_t> otherwise) {
      return static_cast<unsigned>(whole(from, name, least, most, otherwise));
    };
    replay.options.latency = small(json, "latency", kAnyLatency, kLongestLatency, {});
    replay.options.data_width = json.value("data_width", replay.options.data_width);
    if (const unsigned width = replay.options.data_width;
        width < 32 || width > 512 || (width & (width - 1)) != 0)
      throw std::invalid_argument(fmt::format("data_width: found {}, accepted are 32 to 512", width));
    replay.options.part = json.value("part", replay.options.part);
    const std::vector<std::string>& parts = cosim::classifier_parts();
    if (const std::string& part = replay.options.part;
        !part.empty() && std::find(parts.begin(), parts.end(), part) == parts.end())
      throw std::invalid_argument(fmt::format("part: found {}, accepted is one of --part", part));
    replay.options.stimulus.seed = whole(json, "seed", 0, ~std::uint64_t{0});
    ClassifierSize& size = replay.options.size;
    const Json sizes = json.value("size", Json::object());
    size.queues = small(sizes, "queues", 1, ClassifierSize::kMostQueues, size.queues);
    size.pools = small(sizes, "pools", 1, std::min(size.queues, ClassifierSize::kMostPools), size.pools);
    size.addresses = small(sizes, "addresses", 1, ClassifierSize::kMostAddresses, size.addresses);
    const auto* const skip =
        std::find(std::begin(kIdleSkips), std::end(kIdleSkips), json.at("idle_skip").get<std::string>());
    if (skip == std::end(kIdleSkips)) throw std::invalid_argument("idle_skip");
    replay.options.idle_skip = static_cast<IdleSkip>(skip - std::begin(kIdleSkips));
    replay.options.idle_clocked = json.value("idle_clocked", replay.options.idle_clocked);
    for (const Json& name : json.at("ignore"))
      replay.options.compared &= ~classifier_field(name.get<std::string>(), "ignore", replay.options.block);
    if (!json.at("image").is_null()) {
      replay.sequence.image = find_image(json["image"].get<std::string>(), replay.options.block);
      if (replay.sequence.image == nullptr) throw std::invalid_argument("image " + json["image"].dump());
    }
    replay.sequence.block = replay.options.block;
    replay.sequence.drain = static_cast<std::int64_t>(whole(json, "drain", 0, kMostEdges));
    for_each_step(json, [&](const Json& step) { replay.sequence.steps.push_back(step_from(step, frames)); });
  });
  return replay;
}

}  // namespace ixsim::verify
