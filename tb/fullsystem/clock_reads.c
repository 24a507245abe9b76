/* A plugin of QEMU that writes down when programs of the guest read the processor's time stamp counter.
 *
 * A program gets the time of day from this counter, without a system call: ping does so before it sends a
 * request, and when it has the answer. Each line of the log has the time of the guest and the number of
 * instructions that the guest has executed, as those of the clock (model/serve/clock_plugin.cpp) do.
 *
 * The instruction is the last one of its translated block (QEMU 11.1: it needs the time), so that the count
 * includes it and nothing behind it. QEMU refuses a count to a processor in the middle of a block. The plugin
 * therefore has the instructions counted, and asks as a thread that is no processor.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__attribute__((visibility("default"))) const int qemu_plugin_version = 7;

static void* (*get_processor)(int index);
static void (*update)(void* processor);
static int64_t (*get_time)(void);
static int64_t (*get_count)(void);
static size_t (*instructions)(const void* block);
static void* (*get_instruction)(const void* block, size_t index);
static size_t (*get_bytes)(const void* instruction, void* bytes, size_t size);
static uint64_t (*get_address)(const void* instruction);
static void (*at_execution)(void* instruction, void (*call)(unsigned, void*), int registers, void* data);
static FILE* reads;

static void executes(unsigned processor, void* unused) {
  (void)unused;
  void** const current = dlsym(RTLD_DEFAULT, "current_cpu");
  void* const kept = *current;
  update(get_processor((int)processor));
  *current = NULL;
  fprintf(reads, "read %lld %lld\n", (long long)get_time(), (long long)get_count());
  *current = kept;
}

static void translated(void* block, void* unused) {
  (void)unused;
  static const unsigned char rdtsc[] = {0x0f, 0x31}, rdtscp[] = {0x0f, 0x01, 0xf9};
  for (size_t i = 0; i < instructions(block); ++i) {
    void* const instruction = get_instruction(block, i);
    unsigned char bytes[16];
    const size_t size = get_bytes(instruction, bytes, sizeof bytes);
    /* The kernel has the addresses with the highest bit. */
    if (get_address(instruction) >> 63 != 0) continue;
    if ((size == sizeof rdtsc && memcmp(bytes, rdtsc, size) == 0) ||
        (size == sizeof rdtscp && memcmp(bytes, rdtscp, size) == 0))
      at_execution(instruction, executes, 0, NULL);
  }
}

static void ends(void* unused) {
  (void)unused;
  fclose(reads);
}

__attribute__((visibility("default"))) int qemu_plugin_install(uint64_t id, const void* about, int argc,
                                                               char** argv) {
  (void)about;
  void (*at_translation)(uint64_t id, void (*call)(void*, void*), void* data);
  void (*at_exit)(uint64_t id, void (*call)(void*), void* data);
  const struct {
    const char* name;
    void* into;
  } symbols[] = {
      {"qemu_get_cpu", &get_processor},
      {"icount_update", &update},
      {"icount_get", &get_time},
      {"icount_get_raw", &get_count},
      {"qemu_plugin_tb_n_insns", &instructions},
      {"qemu_plugin_tb_get_insn", &get_instruction},
      {"qemu_plugin_insn_data", &get_bytes},
      {"qemu_plugin_insn_vaddr", &get_address},
      {"qemu_plugin_register_vcpu_insn_exec_cb", &at_execution},
      {"qemu_plugin_register_vcpu_tb_trans_cb", &at_translation},
      {"qemu_plugin_register_atexit_cb", &at_exit},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; ++i) {
    void* const found = dlsym(RTLD_DEFAULT, symbols[i].name);
    if (found == NULL) return 1;
    memcpy(symbols[i].into, &found, sizeof found);
  }
  if (argc != 1 || strncmp(argv[0], "log=", 4) != 0) return 1;
  reads = fopen(argv[0] + 4, "w");
  if (reads == NULL) return 1;
  at_translation(id, translated, NULL);
  at_exit(id, ends, NULL);
  return 0;
}
