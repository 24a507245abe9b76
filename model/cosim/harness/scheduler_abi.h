// The C interface of a Verilated transmit scheduler's shared object, which ixsim calls after loading the
// object.
//
// It has plain C types only, because the object and the program that loads it may come from different
// compilers or different compiler options. Timing contract: that of RtlScheduler (cosim/rtl_scheduler.h).
#ifndef IXSIM_COSIM_HARNESS_SCHEDULER_ABI_H
#define IXSIM_COSIM_HARNESS_SCHEDULER_ABI_H

#include <stdint.h>

#include "waveform_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint64_t req[2]; /* queue i is bit i % 64 of word i / 64 */
  uint32_t len;
  uint32_t wr_data;
  uint8_t wr_addr;
  uint8_t wr_en;
  uint8_t ready;
  uint8_t rst;
} IxsimSchedulerInputs;

typedef struct {
  uint64_t gnt[2];
  uint8_t idx;
  uint8_t valid;
} IxsimSchedulerOutputs;

typedef struct {
  // Makes an instance, or returns NULL and sets last_error(). `plusargs` are `count` strings like
  // "+mutant=17".
  void* (*create)(uint64_t seed, const char* const* plusargs, int count);
  void (*destroy)(void* instance);
  // Makes one rising edge. Returns 0, or 1 after $stop, $fatal, $finish, a failed assertion or a loop that
  // does not converge. The instance must not be clocked after that.
  int (*clock)(void* instance, const IxsimSchedulerInputs* in, IxsimSchedulerOutputs* out);
  // Returns 0, or 1 if the file cannot be written. The waveform shows the `count` signals too, in a scope
  // `reference`.
  int (*start_waveform)(void* instance, const char* path, int64_t first_clock, const IxsimSignal* signals,
                        int count);
  void (*stop_waveform)(void* instance);
  // Returns one line about the last call that failed in this thread.
  const char* (*last_error)(void);
} IxsimSchedulerApi;

// Returns the interface; it is the only symbol that the object exports.
const IxsimSchedulerApi* ixsim_scheduler_api(void);

#ifdef __cplusplus
}
#endif

#endif
