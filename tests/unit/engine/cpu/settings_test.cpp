// Cuba's settings.
#include "engine/cpu/settings.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <climits>
#include <map>
#include <string>
#include <thread>

#include "engine/cpu/processes/fork_safety.hpp"

namespace {

using namespace cuboid::engine::cpu;

using Variables = std::map<std::string, std::string>;

/// Sets variables for the length of a test, and takes all others that matter away.
class Environment {
 public:
  explicit Environment(const Variables &variables) {
    clear();
    for (const auto &[name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
  }
  ~Environment() { clear(); }

 private:
  static void clear() {
    for (const char *name :
         {"CUBACORES", "CUBACORESMAX", "CUBAACCEL", "CUBAACCELMAX", "CUBAVERBOSE", "CUBOID_WORKERS",
          "CUBOID_WORKER_TIMEOUT", "CUBOID_SUAVE"})
      unsetenv(name);
  }
};

TEST(Settings, Defaults) {
  const Environment environment(Variables{});
  const Settings settings = SettingsStore().current();
  EXPECT_FALSE(settings.cores.has_value());
  EXPECT_EQ(settings.points_per_core, 10000);
  EXPECT_EQ(settings.accelerators, std::nullopt);
  EXPECT_EQ(settings.points_per_accelerator, 1000);
  EXPECT_EQ(settings.verbosity, 0);
  EXPECT_FALSE(settings.mode.has_value());
  EXPECT_FALSE(settings.worker_timeout.has_value());
  EXPECT_EQ(settings.suave, "");
}

TEST(Settings, FromTheEnvironment) {
  const Environment environment(Variables{{"CUBACORES", "4"},
                                          {"CUBACORESMAX", "500"},
                                          {"CUBAACCEL", "2"},
                                          {"CUBAACCELMAX", "50"},
                                          {"CUBAVERBOSE", "3"},
                                          {"CUBOID_WORKERS", "threads"},
                                          {"CUBOID_WORKER_TIMEOUT", "2.5"},
                                          {"CUBOID_SUAVE", "4.1"}});
  const Settings settings = SettingsStore().current();
  EXPECT_EQ(settings.cores, 4);
  EXPECT_EQ(settings.points_per_core, 500);
  EXPECT_EQ(settings.accelerators, 2);
  EXPECT_EQ(settings.points_per_accelerator, 50);
  EXPECT_EQ(settings.verbosity, 3);
  EXPECT_EQ(settings.mode, WorkerMode::threads);
  EXPECT_EQ(settings.worker_timeout, 2.5);
  EXPECT_EQ(settings.suave, "4.1");
}

TEST(Settings, OddTexts) {
  for (const char *text : {"", "two", " ", "0", "-0"}) {
    const Environment environment(Variables{{"CUBACORES", text}, {"CUBOID_WORKERS", text}});
    EXPECT_EQ(SettingsStore().current().cores, 0) << text;
    EXPECT_FALSE(SettingsStore().current().mode.has_value());
  }
  const Environment environment(Variables{{"CUBACORESMAX", "0"}, {"CUBACORES", " 3x"}});
  EXPECT_EQ(SettingsStore().current().points_per_core, 1);
  EXPECT_EQ(SettingsStore().current().cores, 3);
  EXPECT_EQ(integer_from("99999999999999999999"), INT_MAX);
  EXPECT_EQ(integer_from("-99999999999999999999"), INT_MIN);
}

TEST(Settings, NegativeNumbersLeaveRoomForTheLoad) {
  EXPECT_EQ(workers_beside_load(-4, 0.9), 4);
  EXPECT_EQ(workers_beside_load(-4, 1.0), 3);
  EXPECT_EQ(workers_beside_load(-2, 5.3), 0);
  EXPECT_EQ(workers_beside_load(-100, 6.2), 94);
  EXPECT_EQ(workers_beside_load(INT_MIN, 0), INT_MAX);
  const Environment environment(Variables{{"CUBACORES", "-1000000"}});
  EXPECT_LE(*SettingsStore().current().cores, available_cpus());
  SettingsStore store;
  for (const int nonsense : {INT_MIN, -100000}) {
    store.set_cores(nonsense, nonsense);
    store.set_accelerators(nonsense, nonsense);
    EXPECT_LE(store.current().cores, available_cpus());
    EXPECT_LE(store.current().accelerators, available_cpus());
  }
  store.set_cores(INT_MAX, INT_MAX);
  EXPECT_EQ(store.current().cores, 1024);
}

TEST(Settings, ReadOnceAndOverridden) {
  const Environment environment(Variables{{"CUBACORES", "4"}, {"CUBAVERBOSE", "1"}});
  SettingsStore store;
  EXPECT_EQ(store.take_environment_lines(),
            (std::vector<std::string>{"env CUBACORES = 4", "env CUBAVERBOSE = 1"}));
  EXPECT_TRUE(store.take_environment_lines().empty());
  setenv("CUBACORES", "5", 1);
  EXPECT_EQ(store.current().cores, 4);
  store.set_cores(2, 300);
  store.set_accelerators(1, -5);
  store.set_verbosity(0);
  int argument;
  store.set_init_hook([](void *, const int *) {}, &argument);
  EXPECT_EQ(store.current().cores, 2);
  EXPECT_EQ(store.current().points_per_core, 300);
  EXPECT_EQ(store.current().accelerators, 1);
  EXPECT_EQ(store.current().points_per_accelerator, 1);
  EXPECT_EQ(store.current().verbosity, 0);
  EXPECT_EQ(store.current().hooks.init_argument, &argument);
}

TEST(Settings, CallsBeforeTheFirstReadWin) {
  const Environment environment(Variables{{"CUBACORES", "4"}});
  SettingsStore store;
  store.set_cores(2, 300);
  EXPECT_EQ(store.current().cores, 2);
}

TEST(Settings, AnyThread) {
  SettingsStore store;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&store, t] {
      for (int i = 0; i < 500; ++i) {
        store.set_cores(t, t + 1);
        const Settings settings = store.current();
        EXPECT_EQ(*settings.cores + 1, settings.points_per_core);
      }
    });
  for (std::thread &thread : threads) thread.join();
}

}  // namespace
