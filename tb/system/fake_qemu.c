/* A program with the functions and data of QEMU that the plugin of the guest's clock finds when it is loaded.
 *
 * Usage: fake_qemu PLUGIN MAJOR MINOR MICRO OFFSET ICOUNT [ARGUMENT...]
 * OFFSET is that of the bias of the instruction count in timers_state, and ICOUNT is the kind of -icount (1:
 * a fixed shift). A definition WITHOUT_name leaves a symbol out. The program loads the plugin, starts a
 * processor and prints "started". It then translates and executes a few instructions, each in a block, and
 * prints those before which the plugin has the instructions counted. Its exit status is 1 if the plugin
 * refuses.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct version_triple {
  int64_t major, minor, micro;
};
struct version_info {
  struct version_triple* qemu;
  char* package;
};

static struct version_triple version;
static size_t offset;
static void (*starts)(unsigned, void*);

#ifndef WITHOUT_timers_state
char timers_state[256];
#define STATE timers_state
#else
static char state[256];
#define STATE state
#endif
#ifndef WITHOUT_use_icount
int use_icount;
#endif
#ifndef WITHOUT_current_cpu
__thread void* current_cpu;
#endif
#ifndef WITHOUT_timer_init_full
void timer_init_full(void* timer, void* group, int clock, int scale, int attributes, void (*call)(void*),
                     void* data) {
  (void)timer, (void)group, (void)clock, (void)scale, (void)attributes, (void)call, (void)data;
}
#endif
#ifndef WITHOUT_timer_mod_ns
void timer_mod_ns(void* timer, int64_t time) { (void)timer, (void)time; }
#endif
#ifndef WITHOUT_qemu_clock_get_ns
int64_t qemu_clock_get_ns(int clock) { return clock; }
#endif
#ifndef WITHOUT_qemu_clock_deadline_ns_all
int64_t qemu_clock_deadline_ns_all(int clock, int attributes) { return clock + attributes; }
#endif
#ifndef WITHOUT_bql_lock_impl
void bql_lock_impl(const char* file, int line) { (void)file, (void)line; }
#endif
#ifndef WITHOUT_bql_unlock
void bql_unlock(void) {}
#endif
#ifndef WITHOUT_qemu_get_cpu
void* qemu_get_cpu(int index) { return index == 0 ? STATE : NULL; }
#endif
#ifndef WITHOUT_async_run_on_cpu
void async_run_on_cpu(void* processor, void (*work)(void*, void*), void* data) { work(processor, data); }
#endif
#ifndef WITHOUT_icount_get_raw
int64_t icount_get_raw(void) { return 0; }
#endif
#ifndef WITHOUT_icount_get
int64_t icount_get(void) {
  int64_t bias;
  memcpy(&bias, STATE + offset, sizeof bias);
  return 1000 + bias;
}
#endif
#ifndef WITHOUT_qmp_query_version
struct version_info* qmp_query_version(void** error) {
  static struct version_info info = {&version, NULL};
  (void)error;
  return &info;
}
#endif
#ifndef WITHOUT_icount_update
static int counted;
void icount_update(void* processor) { counted += processor == STATE; }
#endif
#ifndef WITHOUT_qemu_plugin_register_vcpu_init_cb
void qemu_plugin_register_vcpu_init_cb(uint64_t id, void (*call)(unsigned, void*), void* data) {
  (void)id, (void)data;
  starts = call;
}
#endif

/* A block with a no-operation and one more instruction. */
struct instruction {
  const char* name;
  unsigned char size, bytes[4];
  void (*before)(unsigned, void*);
};
static struct instruction blocks[][2] = {
    {{.name = "nop", .size = 1, .bytes = {0x90}}, {.name = "nop", .size = 1, .bytes = {0x90}}},
    {{.name = "nop", .size = 1, .bytes = {0x90}}, {.name = "hlt", .size = 1, .bytes = {0xf4}}},
    {{.name = "nop", .size = 1, .bytes = {0x90}}, {.name = "mov", .size = 2, .bytes = {0xf4, 0x8a}}},
    {{.name = "nop", .size = 1, .bytes = {0x90}}, {.name = "mwait", .size = 3, .bytes = {0x0f, 0x01, 0xc9}}},
    {{.name = "nop", .size = 1, .bytes = {0x90}},
     {.name = "monitor", .size = 3, .bytes = {0x0f, 0x01, 0xc8}}},
};
static void (*translates)(void*, void*);

#ifndef WITHOUT_qemu_plugin_register_vcpu_tb_trans_cb
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*call)(void*, void*), void* data) {
  (void)id, (void)data;
  translates = call;
}
#endif
#ifndef WITHOUT_qemu_plugin_tb_n_insns
size_t qemu_plugin_tb_n_insns(const void* block) { return block == NULL ? 0 : 2; }
#endif
#ifndef WITHOUT_qemu_plugin_tb_get_insn
void* qemu_plugin_tb_get_insn(const void* block, size_t index) { return (struct instruction*)block + index; }
#endif
#ifndef WITHOUT_qemu_plugin_insn_data
size_t qemu_plugin_insn_data(const void* of, void* bytes, size_t size) {
  const struct instruction* const instruction = of;
  const size_t count = instruction->size < size ? instruction->size : size;
  memcpy(bytes, instruction->bytes, count);
  return count;
}
#endif
#ifndef WITHOUT_qemu_plugin_register_vcpu_insn_exec_cb
void qemu_plugin_register_vcpu_insn_exec_cb(void* instruction, void (*call)(unsigned, void*), int registers,
                                            void* data) {
  (void)registers, (void)data;
  ((struct instruction*)instruction)->before = call;
}
#endif

int main(int argc, char** argv) {
  if (argc < 7) return 3;
  version.major = atoi(argv[2]);
  version.minor = atoi(argv[3]);
  version.micro = atoi(argv[4]);
  offset = (size_t)atoi(argv[5]);
#ifndef WITHOUT_use_icount
  use_icount = atoi(argv[6]);
#endif
  void* const plugin = dlopen(argv[1], RTLD_NOW);
  if (plugin == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 3;
  }
  const int* const interface = dlsym(plugin, "qemu_plugin_version");
  int (*install)(uint64_t, const void*, int, char**);
  *(void**)&install = dlsym(plugin, "qemu_plugin_install");
  if (interface == NULL || *interface != 7 || install == NULL) return 3;
  if (install(1, NULL, argc - 7, argv + 7) != 0) return 1;
  if (starts == NULL) return 3;
  starts(0, NULL);
  puts("started");
  if (translates == NULL) return 3;
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; ++i) {
    translates(blocks[i], NULL);
    for (struct instruction* at = blocks[i]; at < blocks[i] + 2; ++at) {
#ifndef WITHOUT_icount_update
      const int before = counted;
      if (at->before != NULL) at->before(0, NULL);
      if (counted != before) printf("counted before %s\n", at->name);
#endif
    }
  }
  fflush(stdout);
  _exit(0);
}
