// Sends the output of a Verilated module ($display, failed assertions) to the harness instead of stdout,
// which is for the results. It is included before every file of a Verilated module.
#ifndef IXSIM_COSIM_HARNESS_RTL_PRINT_H
#define IXSIM_COSIM_HARNESS_RTL_PRINT_H

void ixsim_rtl_print(const char* format, ...) __attribute__((format(printf, 1, 2)));
#define VL_PRINTF ixsim_rtl_print

#endif
