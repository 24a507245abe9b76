// Converts reports of device and drivers to changes of series, and writes the file.
#include "platform/run_series.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace ixsim::platform {
namespace {

using Json = nlohmann::ordered_json;

// A power of two of nanoseconds. Bins are joined until the run fits.
constexpr Time kFirstWidth = 16 * kNanosecond;

Json distribution(const Histogram& histogram) {
  Json buckets = Json::array();
  histogram.for_each([&](std::uint64_t upper_end, std::uint64_t count) {
    buckets.push_back(Json::array({upper_end, count}));
  });
  return buckets;
}

}  // namespace

RunSeries::RunSeries(const std::string& path, const Scenario& scenario, Probe& next_probe,
                     ReceiveObserver& next_observer)
    : file_(path),
      port_count_(scenario.ports),
      machine_(scenario.with_vms()),
      next_probe_(next_probe),
      next_observer_(next_observer),
      series_(scenario.tx.queues == 0 ? scenario.start : 0, kBins, kFirstWidth),
      ports_(scenario.ports),
      spaces_(scenario.ports) {
  series_.add({});  // number 0 is none
}

void RunSeries::attach(ControllerCore& core) {
  core_ = &core;
  core.add_register_observer(*this);
  for (unsigned port = 0; port < port_count_; ++port) {
    spaces_[port].series = this;
    spaces_[port].port = port;
    core.port(port).receive().delivery().buffer().set_observer(&spaces_[port]);
  }
}

std::size_t RunSeries::level(std::size_t& place, unsigned port, const std::string& name, const char* unit,
                             const char* description) {
  if (place == 0) {
    const std::string prefix = port_count_ == 1 ? "" : fmt::format("port{}.", port);
    place = series_.add({prefix + name, unit, description, TimeSeries::Kind::kLevel});
  }
  return place;
}

std::size_t RunSeries::counted(std::size_t& place, unsigned port, const std::string& name, const char* unit,
                               const char* description) {
  if (place == 0) {
    const std::string prefix = port_count_ == 1 ? "" : fmt::format("port{}.", port);
    place = series_.add({prefix + name, unit, description, TimeSeries::Kind::kCount});
  }
  return place;
}

void RunSeries::space_changed(unsigned port, Time time, std::int64_t bytes) {
  const std::size_t place = level(ports_[port].buffer, port, "rx.packet_buffer", "bytes",
                                  "bytes held by the receive packet buffer, all partitions");
  if (bytes > 0) {
    series_.change(place, time, bytes);
  } else {
    series_.change_later(place, kMacClock.edge_after(time), bytes);
  }
}

void RunSeries::rx_stage(Time time, unsigned port, RxStage stage, std::uint64_t packet, unsigned queue,
                         std::uint32_t bytes) {
  if (next_probe_.follows_stages()) next_probe_.rx_stage(time, port, stage, packet, queue, bytes);
  Port& of = ports_[port];
  if (stage == RxStage::kWireEnd) {
    series_.count(counted(of.arrived, port, "rx.arrived", "bytes", "bytes of frames whose last bit came"),
                  time, bytes);
  } else if (stage == RxStage::kBuffered) {
    series_.change(level(of.device[queue], port, fmt::format("rx.queue.{}.device", queue), "frames",
                         "frames for this queue in the packet buffer, or written and waiting for their "
                         "descriptor"),
                   time, 1);
  } else if (stage == RxStage::kDmaLast) {
    sample_rx_ring(port, queue, core_->now());
  }
}

void RunSeries::sample_rx_ring(unsigned port, unsigned queue, Time now) {
  const RxQueue& ring = core_->port(port).receive().delivery().dma().queue(queue);
  const auto left = static_cast<std::int64_t>(ring.cache.size()) + ring.in_flight + ring.offered();
  series_.set(level(ports_[port].free[queue], port, fmt::format("rx.queue.{}.free", queue), "descriptors",
                    "receive descriptors that the device can still use, as of the last frame that left the "
                    "packet buffer"),
              now, left);
}

void RunSeries::sample_tx_ring(unsigned port, unsigned queue, Time now) {
  const TxQueue& ring = core_->port(port).transmit().dma().queue(queue);
  if (ring.count == 0 || ring.tail >= ring.count) return;
  const std::uint32_t held =
      ring.tail >= ring.head ? ring.tail - ring.head : ring.tail + ring.count - ring.head;
  series_.set(level(ports_[port].to_send[queue], port, fmt::format("tx.queue.{}.descriptors", queue),
                    "descriptors", "transmit descriptors of the ring that software has not got back"),
              now, held);
}

void RunSeries::rx_done(Time time, unsigned port, RxBucket bucket, std::uint64_t packet, unsigned queue,
                        std::uint32_t bytes, const RxStamps& stamps) {
  next_probe_.rx_done(time, port, bucket, packet, queue, bytes, stamps);
  Port& of = ports_[port];
  if (stamps[static_cast<unsigned>(RxStage::kBuffered)] != 0 && of.device[queue] != 0)
    series_.change_later(of.device[queue], time, -1);
  if (bucket != RxBucket::kDelivered) {
    series_.count(counted(of.dropped, port, "rx.dropped", "frames", "frames dropped, for any reason"), time,
                  1);
    return;
  }
  series_.count(counted(of.delivered, port, "rx.delivered", "bytes",
                        "bytes of frames whose descriptor came into memory"),
                time, bytes);
  ++of.in_memory[queue];
  series_.change(level(of.waiting[queue], port, fmt::format("rx.queue.{}.waiting", queue), "frames",
                       "frames of this queue in host memory that the driver has not finished"),
                 time, 1);
}

void RunSeries::consumed(unsigned port, unsigned queue, Time now, Time interrupt, ByteView data) {
  next_observer_.consumed(port, queue, now, interrupt, data);
  Port& of = ports_[port];
  if (of.in_memory[queue] == 0) return;  // a write of it failed: it was not delivered
  --of.in_memory[queue];
  series_.change_later(of.waiting[queue], now, -1);
}

void RunSeries::core_busy(unsigned port, unsigned core, Time from, Time to, const char* activity) {
  next_observer_.core_busy(port, core, from, to, activity);
  std::vector<Core>& cores = ports_[port].cores;
  if (core >= cores.size()) cores.resize(core + 1);
  Core& of = cores[core];
  if (of.place == 0) {
    const std::string prefix = port_count_ == 1 || machine_ ? "" : fmt::format("port{}.", port);
    of.place = series_.add({fmt::format("{}host.core.{}.busy", prefix, core), "1",
                            "share of the time for which this core was at work", TimeSeries::Kind::kLevel});
  }
  if (from != of.to) {
    report(of);
    of.from = from;
  }
  of.to = to;
}

void RunSeries::report(const Core& core) {
  if (core.to == core.from) return;
  series_.change_later(core.place, core.from, 1);
  series_.change_later(core.place, core.to, -1);
}

void RunSeries::tx_frame(Time start, Time end, Time offered, unsigned port, std::uint64_t packet,
                         unsigned queue, std::uint32_t bytes) {
  next_probe_.tx_frame(start, end, offered, port, packet, queue, bytes);
  series_.count(counted(ports_[port].sent, port, "tx.sent", "bytes", "bytes of frames whose first bit left"),
                start, bytes);
}

void RunSeries::tx_done(Time time, unsigned port, TxBucket bucket, std::uint64_t packet, unsigned queue) {
  next_probe_.tx_done(time, port, bucket, packet, queue);
  sample_tx_ring(port, queue, core_->now());
}

void RunSeries::register_touched(const RegisterTouch& touch) {
  if (!touch.is_write || !touch.supported || touch.virtual_function) return;
  if (touch.place.name == "RDT") sample_rx_ring(touch.port, touch.place.index, touch.time);
  if (touch.place.name == "TDT") sample_tx_ring(touch.port, touch.place.index, touch.time);
}

void RunSeries::commit(const Distributions& distributions) {
  for (const Port& port : ports_)
    for (const Core& core : port.cores) report(core);
  Json root;
  root["format"] = "ixsim-series-1";
  root["begin"] = series_.origin();
  root["width"] = series_.width();
  root["bins"] = series_.used();
  Json list = Json::object();
  for (std::size_t i = 1; i < series_.size(); ++i) {
    if (!series_.active(i)) continue;
    const TimeSeries::About& about = series_.about(i);
    const bool is_level = about.kind == TimeSeries::Kind::kLevel;
    Json& entry = list[about.name];
    entry["unit"] = about.unit;
    entry["description"] = about.description;
    entry["kind"] = is_level ? "level" : "count";
    if (is_level) {
      entry["mean"] = series_.mean(i);
      entry["least"] = series_.least(i);
      entry["most"] = series_.most(i);
    }
    entry["values"] = series_.values(i);
  }
  root["series"] = std::move(list);
  Json& tables = root["distributions"];
  for (const auto& [name, histogram] : distributions) tables[name] = distribution(*histogram);
  file_.write(root.dump() + "\n");
  file_.commit();
}

}  // namespace ixsim::platform
