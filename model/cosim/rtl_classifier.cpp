// Gives loaded classifier objects the RtlClassifier interface.
#include "cosim/rtl_classifier.h"

#include <fstream>

#include "cosim/adapted_classifier.h"
#include "cosim/harness/classifier_abi.h"
#include "cosim/reference_signals.h"
#include "cosim/rtl_loader.h"
#include "cosim/rtl_watchdog.h"
#include "ixsim/error.h"

namespace ixsim::cosim {
namespace {

class LoadedClassifier : public RtlClassifier {
 public:
  LoadedClassifier(std::shared_ptr<SharedObject> object, std::uint64_t seed,
                   const std::vector<std::string>& plusargs, std::string name)
      : object_(std::move(object)), api_(object_->api<IxsimClassifierApi>()), name_(std::move(name)) {
    std::vector<const char*> arguments;
    for (const std::string& argument : plusargs) arguments.push_back(argument.c_str());
    RtlWatchdog::start();
    instance_ = api_.create(seed, arguments.data(), static_cast<int>(arguments.size()));
    if (instance_ == nullptr) throw CheckFailure(std::string("RTL: ") + api_.last_error());
  }
  ~LoadedClassifier() override {
    if (!lost_) api_.destroy(instance_);
  }
  LoadedClassifier(const LoadedClassifier&) = delete;
  LoadedClassifier& operator=(const LoadedClassifier&) = delete;

  ClassifierOutputs clock(const ClassifierInputs& in) override {
    const IxsimClassifierInputs inputs = {in.tdata, in.wr_data, in.wr_addr, in.tkeep, in.tvalid,
                                          in.tlast, in.tuser,   in.wr_en,   in.rst};
    IxsimClassifierOutputs out;
    if (lost_) throw EndlessLoop(name_);
    int failed = 0;
    lost_ = !RtlWatchdog::returns([&] { failed = api_.clock(instance_, &inputs, &out); });
    if (lost_) throw EndlessLoop(name_);
    if (failed != 0) throw CheckFailure(std::string("RTL: ") + api_.last_error());
    return {out.pools, out.rss_hash, out.tci, out.drop,        out.queue,    out.vmdq,      out.tc,
            out.ptype, out.rss_type, out.rss, out.tagged != 0, out.pif != 0, out.valid != 0};
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
  const IxsimClassifierApi& api_;
  std::string name_;  // for messages
  void* instance_ = nullptr;
  bool lost_ = false;  // it did not come back from a clock
};

class LoadedModule : public RtlClassifierModule {
 public:
  LoadedModule(const std::string& path, std::string name)
      : object_(std::make_shared<SharedObject>(path, "ixsim_classifier_api")), name_(std::move(name)) {}
  std::unique_ptr<RtlClassifier> make(std::uint64_t seed, const std::vector<std::string>& plusargs) override {
    return std::make_unique<LoadedClassifier>(object_, seed, plusargs, name_);
  }
  bool adapted() const { return object_->api<IxsimClassifierApi>().adapted != 0; }

 private:
  std::shared_ptr<SharedObject> object_;
  std::string name_;
};

}  // namespace

const char* top_of(ClassifierBlock block) {
  return block == ClassifierBlock::kPools ? "pool_classifier" : "l2_classifier";
}

std::shared_ptr<RtlClassifierModule> in_tree_classifier(ClassifierBlock block, const ClassifierSize& size) {
  const std::string name = top_of(block);
  if (size == ClassifierSize())
    return std::make_shared<LoadedModule>(find_own_file("lib/ixsim/" + name + ".so"), name);
  RtlSources sources;
  sources.top = name;
  std::ifstream list(find_own_file("share/ixsim/rtl/classifier.f"));
  for (std::string file; std::getline(list, file);)
    sources.files.push_back(find_own_file("share/ixsim/" + file));
  return load_classifier(std::move(sources), block, size);
}

std::shared_ptr<RtlClassifierModule> load_classifier(RtlSources sources, ClassifierBlock block,
                                                     const ClassifierSize& size) {
  return load_adapted_classifier(std::move(sources), block, size, kDataWidth);
}

std::shared_ptr<RtlClassifierModule> load_adapted_classifier(RtlSources sources, ClassifierBlock block,
                                                             const ClassifierSize& size,
                                                             unsigned data_width) {
  if (sources.top.empty()) sources.top = default_top(sources, top_of(block));
  return std::make_shared<LoadedModule>(
      cached_object(sources,
                    classifier_harness(find_own_file("share/ixsim/harness"), block, size, data_width)),
      module_name(sources));
}

bool is_adapted(const RtlClassifierModule& module) {
  const auto* const loaded = dynamic_cast<const LoadedModule*>(&module);
  return loaded != nullptr && loaded->adapted();
}

std::shared_ptr<RtlClassifierModule> load_classifier(const std::vector<std::string>& files,
                                                     const std::string& top, ClassifierBlock block) {
  RtlSources sources;
  sources.files = files;
  sources.top = top;
  return load_classifier(std::move(sources), block);
}

}  // namespace ixsim::cosim
