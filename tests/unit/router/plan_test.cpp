// What choose() makes of the options.
#include "router/plan.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/failure.hpp"
#include "base/physical_memory.hpp"
#include "router/setting.hpp"

namespace {

using cuboid::Failure;
using cuboid::Options;
using cuboid::engine::Nonfinite;
using cuboid::engine::cpu::WorkerMode;
using cuboid::router::DeviceVersion;
using cuboid::router::entry_of;
using cuboid::router::Interface;
using cuboid::router::Machine;
using cuboid::router::Method;
using cuboid::router::Place;
using cuboid::router::Plan;
using cuboid::router::Problem;

const Machine machine{std::int64_t{16} << 30, {}, "NVIDIA Imaginary", ""};

Plan choose(int ndim, const Options &options) {
  Problem problem;
  problem.ndim = ndim;
  return cuboid::router::choose(problem, options, machine);
}

Options with_method(const char *name) {
  Options options;
  options.method = name;
  return options;
}

TEST(Plan, Method) {
  struct Row {
    const char *name;
    int ndim;
    Method method;
    Interface interface;
  };
  const Row rows[] = {
      {"auto", 1, Method::cuhre, Interface::points},
      {"auto", 2, Method::cuhre, Interface::points},
      {"auto", 7, Method::cuhre, Interface::points},
      {"auto", 8, Method::vegas, Interface::points},
      {"auto", 30, Method::vegas, Interface::points},
      {"cuhre", 2, Method::cuhre, Interface::points},
      {"cuhre", 20, Method::cuhre, Interface::points},
      {"vegas", 1, Method::vegas, Interface::points},
      {"vegas", 40, Method::vegas, Interface::points},
      {"suave", 3, Method::suave, Interface::points},
      {"divonne", 3, Method::divonne, Interface::points},
      {"pagani", 9, Method::pagani, Interface::regions},
      {"vegas_plus", 3, Method::vegas_plus, Interface::samples},
      {"m_cubes", 3, Method::m_cubes, Interface::samples},
      {"m_cubes_1d", 3, Method::m_cubes_1d, Interface::samples},
      {"lattice", 3, Method::lattice, Interface::lattice},
      {"line", 1, Method::line, Interface::points},
  };
  for (const Row &row : rows) {
    const Plan plan = choose(row.ndim, with_method(row.name));
    EXPECT_EQ(plan.asked, row.method) << row.name << row.ndim;
    EXPECT_EQ(plan.method, row.method) << row.name << row.ndim;
    EXPECT_EQ(plan.interface, row.interface) << row.name;
    EXPECT_EQ(plan.place, Place::host) << row.name;
    EXPECT_EQ(plan.where, "") << row.name;
    if (std::string("auto") != row.name) {
      EXPECT_STREQ(entry_of(plan.method).name, row.name);
    }
  }
}

// The version for a device knows the interval that the line is an image of, and no breaks.
TEST(Plan, KeepsALineThatIsCutOnTheHost) {
  cuboid::router::Problem problem;
  problem.device = DeviceVersion::registered;
  for (const bool is_line : {false, true}) {
    problem.is_line = is_line;
    const Plan line = cuboid::router::choose(problem, with_method("line"), machine);
    EXPECT_EQ(line.place, is_line ? Place::host : Place::device_points);
    EXPECT_EQ(line.where.find("has no breaks") != std::string::npos, is_line);
    const Plan cuhre = cuboid::router::choose(problem, with_method("cuhre"), machine);
    EXPECT_NE(cuhre.place, Place::host);
  }
}

TEST(Plan, PutsWhatRunsOnADeviceInThePlaceOfWhatDoesNot) {
  struct Row {
    const char *name;
    int ndim, ncomp;
    bool kernels;
    const char *statefile;
    Place place;
    Method method;
  };
  const Row rows[] = {
      {"cuhre", 3, 1, true, "", Place::device, Method::pagani},
      {"auto", 7, 1, true, "", Place::device, Method::pagani},
      {"cuhre", 20, 1024, true, "", Place::device, Method::pagani},
      {"cuhre", 20, 1025, true, "", Place::device_points, Method::cuhre},
      {"cuhre", 3, 1, false, "", Place::device_points, Method::cuhre},
      {"cuhre", 3, 1, true, "file", Place::device_points, Method::cuhre},  // PAGANI keeps no state
      {"pagani", 3, 1, true, "", Place::device, Method::pagani},
      {"pagani", 3, 1, false, "", Place::device_points, Method::pagani},
      {"vegas", 32, 1024, true, "", Place::device, Method::vegas_plus},
      {"vegas", 3, 1, true, "file", Place::device, Method::vegas_plus},
      {"auto", 8, 1, true, "", Place::device, Method::vegas_plus},
      {"vegas", 33, 1, true, "", Place::device_points, Method::vegas},
      {"vegas", 3, 1025, true, "", Place::device_points, Method::vegas},
      {"vegas", 3, 1, false, "", Place::device_points, Method::vegas},
      {"suave", 3, 1, true, "", Place::device_points, Method::suave},
      {"divonne", 3, 1, true, "", Place::device_points, Method::divonne},
      {"vegas_plus", 3, 1, true, "", Place::device, Method::vegas_plus},
      {"vegas_plus", 3, 1, false, "", Place::device_points, Method::vegas_plus},
      {"m_cubes", 3, 1, true, "file", Place::device, Method::m_cubes},
      {"m_cubes_1d", 3, 1, true, "", Place::device, Method::m_cubes_1d},
      {"lattice", 3, 1, true, "file", Place::device, Method::lattice},
      {"lattice", 3, 1, false, "", Place::device_points, Method::lattice},
  };
  for (const Row &row : rows)
    for (const DeviceVersion version : {DeviceVersion::given, DeviceVersion::registered}) {
      Options options = with_method(row.name);
      options.statefile = row.statefile;
      const Plan plan = cuboid::router::choose(
          {row.ndim, row.ncomp, version, row.kernels, row.kernels, false}, options, machine);
      EXPECT_EQ(plan.place, row.place) << row.name << row.ndim;
      EXPECT_EQ(plan.method, row.method) << row.name << row.ndim;
      EXPECT_EQ(plan.where, "evaluated on NVIDIA Imaginary");
    }
}

/// As batch functions are.
TEST(Plan, BringsPointsToADeviceThatRefinesNoRegionsOfTheIntegrand) {
  const Problem batched{3, 1, DeviceVersion::given, true, false, false};
  const auto place = [&](const char *name) {
    return cuboid::router::choose(batched, with_method(name), machine).place;
  };
  for (const char *name : {"vegas", "vegas_plus", "m_cubes", "lattice"})
    EXPECT_EQ(place(name), Place::device) << name;
  for (const char *name : {"auto", "cuhre", "pagani", "divonne"})
    EXPECT_EQ(place(name), Place::device_points) << name;
  EXPECT_EQ(cuboid::router::choose(batched, with_method("cuhre"), machine).method, Method::cuhre);
}

TEST(Plan, TakesALatticeForVegasOnADeviceWhereThatIsAskedFor) {
  Machine lattices = machine;
  lattices.vegas_is_lattice = true;
  const auto method = [&](const char *name, std::int64_t seed, DeviceVersion version) {
    Options options = with_method(name);
    options.seed = seed;
    return cuboid::router::choose({3, 1, version, true, true, false}, options, lattices).method;
  };
  EXPECT_EQ(method("vegas", 0, DeviceVersion::given), Method::lattice);
  EXPECT_EQ(method("vegas", 1, DeviceVersion::given), Method::vegas_plus);
  EXPECT_EQ(method("vegas_plus", 0, DeviceVersion::given), Method::vegas_plus);
  EXPECT_EQ(method("vegas", 0, DeviceVersion::none), Method::vegas);
}

TEST(Plan, ReadsFromTheEnvironmentWhatVegasIs) {
  const Problem registered{3, 1, DeviceVersion::registered, true, false};
  const auto is_lattice = [&](const char *text) {
    setenv("CUBOID_VEGAS", text, 1);
    return cuboid::router::machine_for(registered, Options{}).vegas_is_lattice;
  };
  EXPECT_TRUE(is_lattice("lattice"));
  EXPECT_FALSE(is_lattice("vegas_plus"));
  EXPECT_THROW(is_lattice("lattices"), Failure);
  unsetenv("CUBOID_VEGAS");
  EXPECT_FALSE(cuboid::router::machine_for(registered, Options{}).vegas_is_lattice);
}

TEST(Plan, StaysOnTheHostForAReasonAndSaysIt) {
  const Problem registered{3, 1, DeviceVersion::registered, true, true, false};
  const auto where = [&](const Options &options, const Machine &what) {
    const Plan plan = cuboid::router::choose(registered, options, what);
    EXPECT_EQ(plan.place, Place::host);
    EXPECT_EQ(plan.method, Method::cuhre);
    return plan.where;
  };
  Machine none = machine;
  none.accelerators = 0;
  EXPECT_EQ(where({}, none), "evaluated on the host: CUBAACCEL or cubaaccel allow no accelerators");
  Machine broken = machine;
  broken.device_problem = "there is no driver";
  EXPECT_EQ(where({}, broken), "evaluated on the host: there is no driver");
  Options small;
  small.maxeval = 1000;
  EXPECT_EQ(where(small, machine),
            "evaluated on the host: maxeval = 1000 evaluations take less time than to start on a "
            "device");
  small.maxeval = 1001;
  EXPECT_EQ(cuboid::router::choose(registered, small, machine).place, Place::device);
  // There is no host function to call.
  const Problem given{3, 1, DeviceVersion::given, true, true, false};
  small.maxeval = 1;
  EXPECT_EQ(cuboid::router::choose(given, small, none).place, Place::device);
}

TEST(Plan, RefusesASinkWhereThereAreNoSamples) {
  for (const char *name : {"cuhre", "pagani", "divonne"}) try {
      cuboid::router::choose({3, 1, DeviceVersion::none, false, false, true}, with_method(name),
                             machine);
      ADD_FAILURE() << name;
    } catch (const Failure &failure) {
      EXPECT_EQ(failure.status(), CUBOID_BAD_ARGUMENT);
      EXPECT_NE(failure.message().find(name), std::string::npos);
    }
  for (const char *name : {"vegas", "suave"})
    EXPECT_EQ(cuboid::router::choose({3, 1, DeviceVersion::none, false, false, true},
                                     with_method(name), machine)
                  .interface,
              Interface::points);
  for (const char *name : {"vegas_plus", "m_cubes", "m_cubes_1d"})
    EXPECT_EQ(cuboid::router::choose({3, 1, DeviceVersion::none, false, false, true},
                                     with_method(name), machine)
                  .interface,
              Interface::samples);
  EXPECT_EQ(cuboid::router::choose({3, 1, DeviceVersion::none, false, false, true},
                                   with_method("lattice"), machine)
                .interface,
            Interface::lattice);
  EXPECT_EQ(cuboid::router::choose({3, 1, DeviceVersion::given, true, true, true},
                                   with_method("vegas"), machine)
                .method,
            Method::vegas_plus);
}

TEST(Plan, LastOnlyIsTheDefaultOfAllButVegas) {
  struct Row {
    const char *name;
    int option;
    bool last_only;
  };
  const Row rows[] = {{"cuhre", -1, true}, {"vegas", -1, false}, {"cuhre", 0, false},
                      {"vegas", 0, false}, {"cuhre", 1, true},   {"vegas", 1, true},
                      {"suave", -1, true}, {"suave", 0, false}};
  for (const Row &row : rows) {
    Options options;
    options.method = row.name;
    options.last_only = row.option;
    EXPECT_EQ(choose(3, options).last_only, row.last_only) << row.name << row.option;
  }
}

TEST(Plan, Workers) {
  struct Row {
    const char *name;
    WorkerMode mode;
  };
  const Row rows[] = {{"auto", WorkerMode::automatic},
                      {"serial", WorkerMode::serial},
                      {"fork", WorkerMode::fork},
                      {"threads", WorkerMode::threads}};
  for (const Row &row : rows) {
    Options options;
    options.workers = row.name;
    EXPECT_EQ(choose(3, options).workers, row.mode) << row.name;
  }
}

TEST(Plan, Nonfinite) {
  Options options;
  options.nonfinite = "zero";
  EXPECT_EQ(choose(3, options).nonfinite, Nonfinite::zero);
  options.nonfinite = "stop";
  EXPECT_EQ(choose(3, options).nonfinite, Nonfinite::stop);
}

TEST(Plan, MemoryLimitIsThreeQuartersUnlessGiven) {
  Options options;
  EXPECT_EQ(choose(3, options).memory_limit, machine.physical_memory / 4 * 3);
  options.memory_limit = 12345;
  EXPECT_EQ(choose(3, options).memory_limit, 12345);
}

TEST(Plan, IsAFunctionOfItsArguments) {
  Options options;
  const Plan first = choose(9, options);
  const Plan second = choose(9, options);
  EXPECT_EQ(first.method, second.method);
  EXPECT_EQ(first.where, second.where);
  EXPECT_EQ(first.memory_limit, second.memory_limit);
}

TEST(Plan, CompilesTextsWithTheirKernelsWhereThatPays) {
  struct Row {
    const char *compile;
    std::int64_t maxeval, integrals;
    bool joined;
  };
  const Row rows[] = {{"auto", 1000000, 1, true},         {"auto", 999999999, 1, true},
                      {"auto", 1000000000, 1, false},     {"auto", 1000000, 1000000, true},
                      {"auto", 1000000, 10000000, false}, {"quick", 1LL << 40, 1, true},
                      {"quick", 1LL << 40, 1000, true},   {"full", 1000, 1, false}};
  for (const Row &row : rows) {
    Options options;
    options.compile = row.compile;
    options.maxeval = row.maxeval;
    Problem problem;
    problem.integrals = row.integrals;
    EXPECT_EQ(joins_text(problem, options), row.joined)
        << row.compile << ' ' << row.maxeval << ' ' << row.integrals;
  }
}

TEST(Plan, MemoryOfTheMachineIsPositive) {
  EXPECT_GT(cuboid::physical_memory(), 0);
}

}  // namespace
