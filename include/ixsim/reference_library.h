/// \file
/// The reference classifier as a C library, for test benches in other languages: registers and frames in,
/// decisions out. `libixsim_reference.so` has these functions and needs no SystemC. The Python module
/// `ixsim_reference` and the SystemVerilog package `ixsim_reference_pkg` (DPI-C) call them.
///
/// Timing contract: the library has no clock. A frame sees the writes made before the call that passes its
/// last byte. VLNCTRL.VET alone is that of its first beat. For a frame and a write at one edge, pass the
/// frame first.
///
/// Calls for one reference must not overlap; references are independent of each other.
///
/// Source: the contract of classifier.h.
///
/// Part of model/reference/.
#ifndef IXSIM_REFERENCE_LIBRARY_H
#define IXSIM_REFERENCE_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// Makes a reference of a device profile, for instance "82598", after reset. A size of 0 is that of the
/// profile. Returns null for a profile or sizes that do not exist; ixsim_reference_error() then says why.
void* ixsim_reference_new(const char* profile, uint32_t rx_queues, uint32_t pools, uint32_t addresses);
/// Returns the reason of the last failure in this thread, one line; empty if nothing failed.
const char* ixsim_reference_error(void);
/// Frees a reference. Null is ignored.
void ixsim_reference_free(void* reference);

/// Resets the registers; drops a frame that has begun, and the decision. Tables keep their words, which a
/// device leaves undefined.
void ixsim_reference_reset(void* reference);
/// Writes the register at `offset` in BAR 0. Offsets that no decision depends on are ignored.
void ixsim_reference_write(void* reference, uint32_t offset, uint32_t value);

/// Marks the first beat of a frame that ixsim_reference_classify() will pass whole. Needed only if
/// VLNCTRL.VET may be written between the first and the last beat.
void ixsim_reference_first_beat(void* reference);
/// Decides a frame: `size` bytes from the destination address to the last byte before the FCS, at least one.
/// `error` is not 0 if the MAC found the frame bad. Returns 1, or 0 for a frame without a byte.
int ixsim_reference_classify(void* reference, const uint8_t* frame, size_t size, uint32_t error);
/// Takes a beat of a frame: the low `bytes` bytes of `data`, 1 to 8, the first byte lowest. Wider beats are
/// several calls. With `last` not 0 the frame ends and is decided. Returns 1 if there is a decision, 0 if the
/// frame goes on, -1 for another number of bytes.
int ixsim_reference_beat(void* reference, uint64_t data, uint32_t bytes, uint32_t last, uint32_t error);

/// Returns a field of the latest decision by the name of its port without "m_": "drop", "queue", "vmdq",
/// "tc", "tagged", "tci", "pif", "ptype", "rss_type", "rss_hash"; or "pools", the bitmap of pools. Fields
/// that mean nothing are 0. Returns all ones for an unknown name.
uint64_t ixsim_reference_field(const void* reference, const char* name);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
