// The C interface of a Verilated classifier's shared object, which ixsim calls after loading the object.
//
// It has plain C types only, because the object and the program that loads it may come from different
// compilers or different compiler options. Timing contract: that of RtlClassifier (cosim/rtl_classifier.h).
#ifndef IXSIM_COSIM_HARNESS_CLASSIFIER_ABI_H
#define IXSIM_COSIM_HARNESS_CLASSIFIER_ABI_H

#include <stdint.h>

#include "waveform_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint64_t tdata;
  uint32_t wr_data;
  uint16_t wr_addr;
  uint8_t tkeep;
  uint8_t tvalid;
  uint8_t tlast;
  uint8_t tuser;
  uint8_t wr_en;
  uint8_t rst;
} IxsimClassifierInputs;

typedef struct {
  uint64_t pools;
  uint32_t rss_hash;
  uint16_t tci;
  uint8_t drop;
  uint8_t queue;
  uint8_t vmdq;
  uint8_t tc;
  uint8_t ptype;
  uint8_t rss_type;
  uint8_t rss;
  uint8_t tagged;
  uint8_t pif;
  uint8_t valid;
} IxsimClassifierOutputs;

typedef struct {
  // Makes an instance, or returns NULL and sets last_error(). `plusargs` are `count` strings like
  // "+mutant=17".
  void* (*create)(uint64_t seed, const char* const* plusargs, int count);
  void (*destroy)(void* instance);
  // One rising edge. Returns 0, or 1 after $stop, $fatal, $finish, a failed assertion or a loop that does not
  // settle; the instance must not be clocked again then.
  int (*clock)(void* instance, const IxsimClassifierInputs* in, IxsimClassifierOutputs* out);
  // Returns 0, or 1 if the file cannot be written. The waveform shows the `count` signals too, in a scope
  // `reference`.
  int (*start_waveform)(void* instance, const char* path, int64_t first_clock, const IxsimSignal* signals,
                        int count);
  void (*stop_waveform)(void* instance);
  // One line about the last call that failed in this thread.
  const char* (*last_error)(void);
  // Whether the stream has another width than 64 bits, or s_axis_tready: see stream_adapter.h.
  int adapted;
} IxsimClassifierApi;

// The only symbol that the object exports.
const IxsimClassifierApi* ixsim_classifier_api(void);

#ifdef __cplusplus
}
#endif

#endif
