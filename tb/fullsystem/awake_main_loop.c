/* A plugin of QEMU that acts as a main loop that is always awake, because of a busy monitor or console.
 *
 * QEMU's main loop looks whether the processor is halted each time that it wakes, with the big lock. This
 * thread does the same at each moment, also between a halt and the count of the instructions before it. The
 * clock of a guest (model/serve/clock_plugin.cpp) has to give the same times with it.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

__attribute__((visibility("default"))) const int qemu_plugin_version = 7;

static void (*lock)(const char* file, int line);
static void (*unlock)(void);
static void (*look)(void);

static void* loop(void* unused) {
  (void)unused;
  for (;;) {
    lock(__FILE__, __LINE__);
    look();
    unlock();
    /* The processor gets the lock too. */
    for (volatile int i = 0; i < 300; ++i) {
    }
  }
}

static void starts(unsigned processor, void* unused) {
  (void)unused;
  pthread_t thread;
  if (processor == 0) pthread_create(&thread, NULL, loop, NULL);
}

__attribute__((visibility("default"))) int qemu_plugin_install(uint64_t id, const void* about, int argc,
                                                               char** argv) {
  (void)about, (void)argc, (void)argv;
  void (*at_start)(uint64_t id, void (*call)(unsigned, void*), void* data);
  *(void**)&lock = dlsym(RTLD_DEFAULT, "bql_lock_impl");
  *(void**)&unlock = dlsym(RTLD_DEFAULT, "bql_unlock");
  *(void**)&look = dlsym(RTLD_DEFAULT, "icount_start_warp_timer");
  *(void**)&at_start = dlsym(RTLD_DEFAULT, "qemu_plugin_register_vcpu_init_cb");
  if (lock == NULL || unlock == NULL || look == NULL || at_start == NULL) return 1;
  at_start(id, starts, NULL);
  return 0;
}
