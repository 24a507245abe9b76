// The two sources of frames as strategies: the scenario keys that each uses, and the construction of each.
#ifndef IXSIM_PLATFORM_TRAFFIC_STRATEGIES_H
#define IXSIM_PLATFORM_TRAFFIC_STRATEGIES_H

#include <memory>
#include <vector>

#include "base/layers.h"
#include "ethernet/frame_source.h"
#include "platform/key.h"
#include "platform/scenario.h"

namespace ixsim::platform {

std::vector<Key> generator_keys();
// Makes the generator. Throws InputError that names the scenario's keys for impossible traffic.
std::unique_ptr<FrameSource> make_generator(const Scenario& scenario, unsigned port);
// Gives a scenario without receive addresses those of generated traffic: locally administered addresses,
// distributed over the pools.
void add_generated_addresses(Scenario& scenario);

std::vector<Key> capture_keys();
std::unique_ptr<FrameSource> make_replay(const Scenario& scenario, unsigned port);

}  // namespace ixsim::platform

#endif
