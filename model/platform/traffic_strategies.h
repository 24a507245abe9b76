// The two sources of frames as strategies: the scenario keys that each takes, and how each is made of them.
#ifndef IXSIM_PLATFORM_TRAFFIC_STRATEGIES_H
#define IXSIM_PLATFORM_TRAFFIC_STRATEGIES_H

#include <memory>
#include <vector>

#include "ethernet/frame_source.h"
#include "platform/key.h"
#include "platform/scenario.h"

namespace ixsim {

std::vector<Key> generator_keys();
// Throws InputError, which names the scenario's keys, for traffic that cannot be.
std::unique_ptr<FrameSource> make_generator(const Scenario& scenario, unsigned port);
// Gives a scenario without receive addresses those of generated traffic: locally administered addresses,
// dealt over the pools.
void add_generated_addresses(Scenario& scenario);

std::vector<Key> capture_keys();
std::unique_ptr<FrameSource> make_replay(const Scenario& scenario, unsigned port);

}  // namespace ixsim

#endif
