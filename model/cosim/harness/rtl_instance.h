// Common part of the harnesses of all blocks: one Verilated instance with its own context, waveform and
// errors.
//
// Exactly one source of a module includes this file, after RTL_TOP is defined as the Verilated class. Timing
// contract: edge() evaluates the inputs with clk low, samples, then raises clk. The sample has the values
// that a flip-flop clocked by that edge captures. The waveform has one step per clock, taken at the sample.
#ifndef IXSIM_COSIM_HARNESS_RTL_INSTANCE_H
#define IXSIM_COSIM_HARNESS_RTL_INSTANCE_H

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "verilated.h"
#include "verilated_fst_c.h"
#include "waveform_abi.h"
#ifdef IXSIM_RTL_COVERAGE
#include "verilated_cov.h"
#endif

// Declares an output that is not compared. A module may omit it: it then reads as 0.
#define OPTIONAL_OUTPUT(name)                                   \
  template <typename Top>                                       \
  auto sample_##name(const Top& top, int)->decltype(top.name) { \
    return top.name;                                            \
  }                                                             \
  template <typename Top>                                       \
  int sample_##name(const Top&, long) {                         \
    return 0;                                                   \
  }

namespace {

constexpr std::size_t kMostPrinted = 1 << 20;
constexpr std::size_t kMostShown = 400;

thread_local std::string last_error;
thread_local std::string printed;  // printed by the module during the current call

[[noreturn]] void stop(const char* filename, int line, const std::string& what) {
  throw std::runtime_error(std::string(filename ? filename : "") + ":" + std::to_string(line) + ": " + what);
}

struct Instance {
  VerilatedContext context;
  std::unique_ptr<RTL_TOP> top;
  std::unique_ptr<VerilatedFstC> waveform;
  std::int64_t step = 0;
  std::vector<IxsimSignal> shown;  // signals of the reference
  std::uint32_t shown_code = 0;    // number of the first of their words in the waveform
  std::shared_ptr<void> state;     // state of the harness of a block; may be null
  std::string coverage;            // file for the counters of lines, branches and toggles; empty: none
};

// Runs `call`. An exception sets last_error, and the result is true. The module's own output, if any, comes
// first: a failed assertion explains more than the $stop that follows it.
template <typename Call>
bool failed(Call call) {
  printed.clear();
  bool result = false;
  try {
    call();
  } catch (const std::exception& error) {
    last_error = printed.substr(0, kMostShown) + error.what();
    for (char& c : last_error) {
      if (c == '\n') c = ' ';
    }
    result = true;
  }
  if (!result && !printed.empty()) std::fputs(printed.c_str(), stderr);
  return result;
}

void* create(std::uint64_t seed, const char* const* plusargs, int count) {
  std::unique_ptr<Instance> instance;
  const bool error = failed([&] {
    instance = std::make_unique<Instance>();
    VerilatedContext& context = instance->context;
    Verilated::threadContextp(&context);
    const char* program[] = {"ixsim"};
    context.commandArgs(1, program);
    context.commandArgsAdd(count, const_cast<const char**>(plusargs));
    context.traceEverOn(true);
    context.randReset(2);
    // Verilator takes 31 bits, and treats 0 as "from the time of day".
    const auto folded = static_cast<std::uint32_t>((seed * 0x9e3779b97f4a7c15ULL) >> 33);
    context.randSeed(folded == 0 ? 1 : static_cast<int>(folded));
    instance->top = std::make_unique<RTL_TOP>(&context, "TOP");
    instance->top->clk = 0;
    const std::string option = "+ixsim_rtl_coverage=";
    for (int i = 0; i < count; ++i) {
      const std::string argument = plusargs[i];
      if (argument.compare(0, option.size(), option) == 0)
        instance->coverage = argument.substr(option.size());
    }
  });
  return error ? nullptr : instance.release();
}

void destroy(void* handle) {
  auto* const instance = static_cast<Instance*>(handle);
  failed([&] {
    if (instance->waveform) instance->waveform->close();
    instance->top->final();
#ifdef IXSIM_RTL_COVERAGE
    if (!instance->coverage.empty()) instance->context.coveragep()->write(instance->coverage.c_str());
#endif
  });
  delete instance;
}

// Writes the step of the waveform, and raises clk.
void step(Instance& instance) {
  if (instance.waveform) instance.waveform->dump(static_cast<std::uint64_t>(instance.step++));
  instance.top->clk = 1;
  instance.top->eval();
  instance.context.timeInc(1);
}

// Makes one rising edge: `drive` sets the inputs, `sample` reads the outputs.
template <typename Drive, typename Sample>
int edge(void* handle, Drive drive, Sample sample) {
  auto& instance = *static_cast<Instance*>(handle);
  RTL_TOP& top = *instance.top;
  return failed([&] {
    Verilated::threadContextp(&instance.context);
    top.clk = 0;
    drive(top);
    top.eval();
    sample(top);
    step(instance);
  });
}

// The interface of other versions of Verilator differs: their waveforms have the module's signals only.
#if VERILATOR_VERSION_INTEGER >= 5006000 && VERILATOR_VERSION_INTEGER < 5012000
// Writes the signals of the reference: all of them, or those that have changed.
void emit_reference(void* handle, VerilatedFst::Buffer* buffer, bool all) {
  const auto& instance = *static_cast<const Instance*>(handle);
  std::uint32_t* old = buffer->oldp(instance.shown_code);
  for (const IxsimSignal& signal : instance.shown) {
    if (all) {
      buffer->fullWData(old, signal.words, signal.bits);
    } else {
      buffer->chgWData(old, signal.words, signal.bits);
    }
    old += (signal.bits + 31) / 32;
  }
}

// Adds the signals of the reference to a waveform that is not open yet.
void show_reference(Instance& instance) {
  const auto declare = [](void* handle, VerilatedFst* trace, std::uint32_t code) {
    auto& owner = *static_cast<Instance*>(handle);
    owner.shown_code = code;
    for (const IxsimSignal& signal : owner.shown) {
      const std::string name = std::string("reference ") + signal.name;
      trace->declArray(code, name.c_str(), -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1, signal.bits - 1,
                       0);
      code += static_cast<std::uint32_t>((signal.bits + 31) / 32);
    }
  };
  VerilatedFst& trace = *instance.waveform->spTrace();
  trace.addInitCb(declare, &instance);
  trace.addFullCb([](void* handle, VerilatedFst::Buffer* buffer) { emit_reference(handle, buffer, true); },
                  &instance);
  trace.addChgCb([](void* handle, VerilatedFst::Buffer* buffer) { emit_reference(handle, buffer, false); },
                 &instance);
}
#else
void show_reference(Instance&) {}
#endif

int start_waveform(void* handle, const char* path, std::int64_t first_clock, const IxsimSignal* signals,
                   int count) {
  auto& instance = *static_cast<Instance*>(handle);
  return failed([&] {
    Verilated::threadContextp(&instance.context);
    instance.waveform = std::make_unique<VerilatedFstC>();
    instance.top->trace(instance.waveform.get(), 99);
    instance.shown.assign(signals, signals + count);
    if (count != 0) show_reference(instance);
    instance.waveform->open(path);
    if (!instance.waveform->isOpen()) {
      instance.waveform.reset();
      throw std::runtime_error(std::string(path) + ": cannot write the waveform");
    }
    instance.step = first_clock;
  });
}

void stop_waveform(void* handle) {
  auto& instance = *static_cast<Instance*>(handle);
  failed([&] {
    if (instance.waveform) instance.waveform->close();
    instance.waveform.reset();
  });
}

const char* error_text() { return last_error.c_str(); }

}  // namespace

// Ends this instance, and not the process. The Verilated module calls this to end the simulation.
void vl_fatal(const char* filename, int line, const char*, const char* message) {
  stop(filename, line, message);
}
void vl_stop(const char* filename, int line, const char*) { stop(filename, line, "$stop"); }
void vl_finish(const char* filename, int line, const char*) { stop(filename, line, "$finish"); }

void ixsim_rtl_print(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char line[1024];
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  printed += line;
  // An endless loop may print: end it before memory is exhausted.
  if (printed.size() > kMostPrinted) throw std::runtime_error("the module prints without end in one clock");
}

#endif
