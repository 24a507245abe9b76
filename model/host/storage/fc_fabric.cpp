// Steps of exchanges between adapter, switch and target.
#include "host/storage/fc_fabric.h"

#include <algorithm>
#include <string>

#include "base/accepted.h"
#include "ixsim/error.h"

namespace ixsim::host {
namespace {

FcFabricConfig checked(const FcFabricConfig& config) {
  require(config.ports >= 1 && config.ports <= 64, "storage.ports", config.ports, "are 1 to 64");
  require(config.concurrency >= 1, "storage.concurrency", config.concurrency, "are 1 and up");
  const auto time = [](const char* key, Time found) {
    require(found >= 0 && found <= kSecond, key, found, "are 0 to 1000000000000 (ps)");
  };
  time("storage.propagation", config.propagation);
  time("storage.switch_latency", config.switch_latency);
  time("storage.exchange_time", config.exchange_time);
  time("storage.adapter_latency", config.adapter_latency);
  time("storage.access_time", config.access_time);
  return config;
}

}  // namespace

FcFabric::FcFabric(const FcFabricConfig& config, HostAgenda& agenda, Listener& listener)
    : config_(checked(config)),
      agenda_(agenda),
      listener_(listener),
      from_adapter_(config.adapter_link, config.propagation + config.switch_latency, agenda,
                    static_cast<FcReceiver&>(*this), kSwitch),
      to_adapter_(config.adapter_link, config.propagation, agenda, static_cast<FcReceiver&>(*this), kAdapter),
      ports_(config.ports) {
  for (unsigned port = 0; port < config.ports; ++port) {
    to_port_.emplace_back(config.port_link, config.propagation, agenda, static_cast<FcReceiver&>(*this),
                          kTarget + port);
    from_port_.emplace_back(config.port_link, config.propagation + config.switch_latency, agenda,
                            static_cast<FcReceiver&>(*this), kFromPort + port);
  }
}

void FcFabric::submit(const FcRequest& request, Time now) {
  require(request.port < config_.ports, "storage.port", request.port,
          "are 0 to " + std::to_string(config_.ports - 1));
  require(request.bytes >= 1 && request.bytes <= (1u << 24), "storage.bytes", request.bytes,
          "are 1 to 16777216");
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(exchanges_.size()));
    exchanges_.emplace_back();
  }
  const std::uint32_t exchange = free_.back();
  free_.pop_back();
  exchanges_[exchange] = {request, 0};
  ++submitted_;
  processor_free_ = std::max(processor_free_, now) + config_.exchange_time;
  after(config_.adapter_latency, kCommandLeaves, exchange, processor_free_);
}

void FcFabric::run(unsigned what, Time now) {
  const std::uint32_t exchange = what % kSteps;
  const FcRequest& request = exchanges_[exchange].request;
  switch (static_cast<Step>(what / kSteps)) {
    case kCommandLeaves:
      from_adapter_.send(exchange, FcUnit::kCommand, kFcCommandBytes, now);
      break;
    case kAccessed:
      if (request.read) from_port_[request.port].send(exchange, FcUnit::kData, request.bytes, now);
      from_port_[request.port].send(exchange, FcUnit::kResponse, kFcResponseBytes, now);
      break;
    case kDataLeave:
      from_adapter_.send(exchange, FcUnit::kData, request.bytes, now);
      break;
    case kDone:
      done(exchange, now);
      break;
  }
}

void FcFabric::arrived(unsigned place, const FcFrame& frame, Time now) {
  if (place == kAdapter) {
    at_adapter(frame, now);
  } else if (place == kSwitch) {
    to_port_[exchanges_[frame.exchange].request.port].forward(frame, now);
  } else if (place < kFromPort) {
    at_target(place - kTarget, frame, now);
  } else {
    to_adapter_.forward(frame, now);
    if (frame.unit != FcUnit::kResponse) return;
    Port& port = ports_[place - kFromPort];
    --port.serving;
    if (!port.waiting.empty()) serve(port.waiting.pop(), now);
  }
}

void FcFabric::at_adapter(const FcFrame& frame, Time now) {
  Exchange& exchange = exchanges_[frame.exchange];
  switch (frame.unit) {
    case FcUnit::kTransferReady:
      after(config_.adapter_latency, kDataLeave, frame.exchange, now);
      break;
    case FcUnit::kData:
      exchange.moved += frame.payload;
      break;
    default:
      after(config_.adapter_latency, kDone, frame.exchange, now);
      break;
  }
}

void FcFabric::at_target(unsigned index, const FcFrame& frame, Time now) {
  if (frame.unit == FcUnit::kData) {
    exchanges_[frame.exchange].moved += frame.payload;
    if (frame.last) after(config_.access_time, kAccessed, frame.exchange, now);
    return;
  }
  Port& port = ports_[index];
  if (port.serving >= config_.concurrency) {
    port.waiting.push(frame.exchange);
  } else {
    serve(frame.exchange, now);
  }
}

void FcFabric::serve(std::uint32_t exchange, Time now) {
  const FcRequest& request = exchanges_[exchange].request;
  ++ports_[request.port].serving;
  if (request.read) {
    after(config_.access_time, kAccessed, exchange, now);
  } else {
    from_port_[request.port].send(exchange, FcUnit::kTransferReady, kFcTransferReadyBytes, now);
  }
}

void FcFabric::done(std::uint32_t index, Time now) {
  const Exchange exchange = exchanges_[index];
  const FcRequest& request = exchange.request;
  if (exchange.moved != request.bytes) {
    throw CheckFailure("storage: an exchange of " + std::to_string(request.bytes) + " bytes moved " +
                       std::to_string(exchange.moved));
  }
  (request.read ? ports_[request.port].read_bytes : ports_[request.port].written_bytes) += request.bytes;
  free_.push_back(index);
  ++completed_;
  listener_.exchange_done(request.tag, now);
}

}  // namespace ixsim::host
