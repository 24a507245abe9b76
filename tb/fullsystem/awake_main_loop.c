/* A plugin of QEMU that keeps its main loop awake, as a busy monitor or console does.
 *
 * The main loop then looks at the processor at each moment, also between a halt and the count of the
 * instructions before it. The clock of a guest (model/serve/clock_plugin.cpp) has to give the same times with
 * it.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

__attribute__((visibility("default"))) const int qemu_plugin_version = 7;

static void* wake(void* notify) {
  for (;;) {
    ((void (*)(void))(uintptr_t)notify)();
    usleep(1);
  }
}

__attribute__((visibility("default"))) int qemu_plugin_install(uint64_t id, const void* about, int argc,
                                                               char** argv) {
  (void)id, (void)about, (void)argc, (void)argv;
  void* const notify = dlsym(RTLD_DEFAULT, "qemu_notify_event");
  pthread_t thread;
  return notify == NULL || pthread_create(&thread, NULL, wake, notify) != 0;
}
