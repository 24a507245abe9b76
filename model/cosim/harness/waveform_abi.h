// Signals that a Verilated module's waveform shows next to those of the module: the values of the reference.
//
// Timing contract: the words are read at each step of the waveform, and must stay in place until the waveform
// ends.
#ifndef IXSIM_COSIM_HARNESS_WAVEFORM_ABI_H
#define IXSIM_COSIM_HARNESS_WAVEFORM_ABI_H

#include <stdint.h>

typedef struct {
  const char* name;
  int bits;
  const uint32_t* words; /* (bits + 31) / 32 words, the lowest bits first */
} IxsimSignal;

#endif
