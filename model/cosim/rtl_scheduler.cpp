// Gives loaded scheduler objects the RtlScheduler interface.
#include "cosim/rtl_scheduler.h"

#include "cosim/harness/scheduler_abi.h"
#include "cosim/reference_signals.h"
#include "cosim/rtl_loader.h"
#include "cosim/rtl_watchdog.h"
#include "ixsim/error.h"

namespace ixsim::cosim {
namespace {

class LoadedScheduler : public RtlScheduler {
 public:
  LoadedScheduler(std::shared_ptr<SharedObject> object, std::uint64_t seed,
                  const std::vector<std::string>& plusargs, std::string name)
      : object_(std::move(object)), api_(object_->api<IxsimSchedulerApi>()), name_(std::move(name)) {
    std::vector<const char*> arguments;
    for (const std::string& argument : plusargs) arguments.push_back(argument.c_str());
    RtlWatchdog::start();
    instance_ = api_.create(seed, arguments.data(), static_cast<int>(arguments.size()));
    if (instance_ == nullptr) throw CheckFailure(std::string("RTL: ") + api_.last_error());
  }
  ~LoadedScheduler() override {
    if (!lost_) api_.destroy(instance_);
  }
  LoadedScheduler(const LoadedScheduler&) = delete;
  LoadedScheduler& operator=(const LoadedScheduler&) = delete;

  SchedulerPortsOut clock(const SchedulerPortsIn& in) override {
    const IxsimSchedulerInputs inputs = {{in.req.words[0], in.req.words[1]},
                                         in.len,
                                         in.wr_data,
                                         in.wr_addr,
                                         static_cast<std::uint8_t>(in.wr_en),
                                         static_cast<std::uint8_t>(in.ready),
                                         static_cast<std::uint8_t>(in.rst)};
    IxsimSchedulerOutputs out;
    if (lost_) throw EndlessLoop(name_);
    int failed = 0;
    lost_ = !RtlWatchdog::returns([&] { failed = api_.clock(instance_, &inputs, &out); });
    if (lost_) throw EndlessLoop(name_);
    if (failed != 0) throw CheckFailure(std::string("RTL: ") + api_.last_error());
    SchedulerPortsOut ports;
    ports.gnt.words[0] = out.gnt[0];
    ports.gnt.words[1] = out.gnt[1];
    ports.idx = out.idx;
    ports.valid = out.valid != 0;
    return ports;
  }
  void start_waveform(const std::string& path, std::int64_t first_clock,
                      const ReferenceSignals& shown) override {
    shown.start(api_, instance_, path, first_clock);
  }
  void stop_waveform() override {
    if (!lost_) api_.stop_waveform(instance_);
  }

 private:
  std::shared_ptr<SharedObject> object_;
  const IxsimSchedulerApi& api_;
  std::string name_;  // for messages
  void* instance_ = nullptr;
  bool lost_ = false;  // it did not come back from a clock
};

class LoadedSchedulerModule : public RtlSchedulerModule {
 public:
  LoadedSchedulerModule(const std::string& path, std::string name)
      : object_(std::make_shared<SharedObject>(path, "ixsim_scheduler_api")), name_(std::move(name)) {}
  std::unique_ptr<RtlScheduler> make(std::uint64_t seed, const std::vector<std::string>& plusargs) override {
    return std::make_unique<LoadedScheduler>(object_, seed, plusargs, name_);
  }

 private:
  std::shared_ptr<SharedObject> object_;
  std::string name_;
};

}  // namespace

std::shared_ptr<RtlSchedulerModule> in_tree_scheduler(const SchedulerParameters& parameters) {
  const SchedulerParameters device = device_parameters(parameters.mode);
  const std::string name = default_scheduler_top(parameters.mode);
  if (parameters.queues == device.queues && parameters.length_width == device.length_width)
    return std::make_shared<LoadedSchedulerModule>(find_own_file("lib/ixsim/" + name + ".so"), name);
  const std::string directory = find_own_file("share/ixsim/rtl");
  std::vector<std::string> files = {directory + "/rr_scheduler.v"};
  if (parameters.has_visits()) files.push_back(directory + "/" + name + ".v");
  return load_scheduler(files, name, parameters);
}

std::shared_ptr<RtlSchedulerModule> load_scheduler(RtlSources sources,
                                                   const SchedulerParameters& parameters) {
  if (sources.top.empty()) sources.top = default_top(sources, default_scheduler_top(parameters.mode));
  return std::make_shared<LoadedSchedulerModule>(
      cached_object(sources, scheduler_harness(find_own_file("share/ixsim/harness"), parameters)),
      module_name(sources));
}

std::shared_ptr<RtlSchedulerModule> load_scheduler(const std::vector<std::string>& files,
                                                   const std::string& top,
                                                   const SchedulerParameters& parameters) {
  RtlSources sources;
  sources.files = files;
  sources.top = top;
  return load_scheduler(std::move(sources), parameters);
}

std::string default_scheduler_top(SchedulerMode mode) {
  switch (mode) {
    case SchedulerMode::kDeficit:
      return "drr_scheduler";
    case SchedulerMode::kWeighted:
      return "wrr_scheduler";
    default:
      return "rr_scheduler";
  }
}

}  // namespace ixsim::cosim
