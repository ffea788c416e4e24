// Cuba's settings for the process.
#include "engine/cpu/settings.hpp"
#include "api/guard.hpp"
#include "api/spin.hpp"
#include "cuboid.h"

namespace {

template <class Change>
void change_settings(Change &&change) {
  cuboid::api::guarded([&] {
    change(cuboid::engine::cpu::process_settings());
    return CUBOID_CONVERGED;
  });
}

}  // namespace

extern "C" {

void cuboid_cores(int n, int points) {
  change_settings([&](auto &settings) { settings.set_cores(n, points); });
}

void cuboid_accel(int n, int points) {
  change_settings([&](auto &settings) { settings.set_accelerators(n, points); });
}

void cuboid_init(cuboid_hook function, void *arg) {
  change_settings([&](auto &settings) { settings.set_init_hook(function, arg); });
}

void cuboid_exit(cuboid_hook function, void *arg) {
  change_settings([&](auto &settings) { settings.set_exit_hook(function, arg); });
}

void cuboid_verbose(int level) {
  change_settings([&](auto &settings) { settings.set_verbosity(level); });
}

void cuboid_fork(void *pspin) {
  cuboid::api::guarded([&] {
    cuboid::api::start_workers(pspin);
    return CUBOID_CONVERGED;
  });
}

void cuboid_wait(void *pspin) {
  cuboid::api::guarded([&] {
    cuboid::api::end_workers(pspin);
    return CUBOID_CONVERGED;
  });
}

}  // extern "C"
