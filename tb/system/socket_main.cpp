// SystemC provides main().
#include <gtest/gtest.h>

#include <systemc>

#if defined(__has_feature)
#define IXSIM_HAS_FEATURE(name) __has_feature(name)
#else
#define IXSIM_HAS_FEATURE(name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || IXSIM_HAS_FEATURE(address_sanitizer)
// SystemC 2.3.4 announces most switches between its threads to the address sanitizer, but not the bounds of
// the main stack, on which methods run, nor the switch from a thread that ends. Untold, the sanitizer takes
// every stack for the main one, which is true where methods throw; misled, it takes what their exceptions
// leave on the stack for errors.
extern "C" void __sanitizer_start_switch_fiber(void**, const void*, std::size_t) {}
extern "C" void __sanitizer_finish_switch_fiber(void*, const void**, std::size_t*) {}
#endif

int sc_main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
