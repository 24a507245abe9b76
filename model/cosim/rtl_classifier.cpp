// Gives loaded classifier objects the RtlClassifier interface.
#include "cosim/rtl_classifier.h"

#include "cosim/harness/classifier_abi.h"
#include "cosim/rtl_loader.h"
#include "ixsim/error.h"

namespace ixsim {
namespace {

class LoadedClassifier : public RtlClassifier {
 public:
  LoadedClassifier(std::shared_ptr<SharedObject> object, std::uint64_t seed,
                   const std::vector<std::string>& plusargs)
      : object_(std::move(object)), api_(object_->api<IxsimClassifierApi>()) {
    std::vector<const char*> arguments;
    for (const std::string& argument : plusargs) arguments.push_back(argument.c_str());
    instance_ = api_.create(seed, arguments.data(), static_cast<int>(arguments.size()));
    if (instance_ == nullptr) throw CheckFailure(std::string("RTL: ") + api_.last_error());
  }
  ~LoadedClassifier() override { api_.destroy(instance_); }
  LoadedClassifier(const LoadedClassifier&) = delete;
  LoadedClassifier& operator=(const LoadedClassifier&) = delete;

  ClassifierOutputs clock(const ClassifierInputs& in) override {
    const IxsimClassifierInputs inputs = {in.tdata, in.wr_data, in.wr_addr, in.tkeep, in.tvalid,
                                          in.tlast, in.tuser,   in.wr_en,   in.rst};
    IxsimClassifierOutputs out;
    if (api_.clock(instance_, &inputs, &out) != 0)
      throw CheckFailure(std::string("RTL: ") + api_.last_error());
    return {out.rss_hash, out.tci,      out.drop,        out.queue,    out.vmdq,      out.tc,
            out.ptype,    out.rss_type, out.tagged != 0, out.pif != 0, out.valid != 0};
  }
  void start_waveform(const std::string& path, std::int64_t first_clock) override {
    if (api_.start_waveform(instance_, path.c_str(), first_clock) != 0) throw InputError(api_.last_error());
  }
  void stop_waveform() override { api_.stop_waveform(instance_); }

 private:
  std::shared_ptr<SharedObject> object_;
  const IxsimClassifierApi& api_;
  void* instance_ = nullptr;
};

class LoadedModule : public RtlClassifierModule {
 public:
  explicit LoadedModule(const std::string& path)
      : object_(std::make_shared<SharedObject>(path, "ixsim_classifier_api")) {}
  std::unique_ptr<RtlClassifier> make(std::uint64_t seed, const std::vector<std::string>& plusargs) override {
    return std::make_unique<LoadedClassifier>(object_, seed, plusargs);
  }

 private:
  std::shared_ptr<SharedObject> object_;
};

}  // namespace

std::shared_ptr<RtlClassifierModule> in_tree_classifier() {
  return std::make_shared<LoadedModule>(find_own_file("lib/ixsim/l2_classifier.so"));
}

std::shared_ptr<RtlClassifierModule> load_classifier(const std::vector<std::string>& files,
                                                     const std::string& top) {
  return std::make_shared<LoadedModule>(
      cached_object(files, top, classifier_harness(find_own_file("share/ixsim/harness"))));
}

}  // namespace ixsim
