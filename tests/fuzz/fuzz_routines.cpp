// All arguments of Vegas and Cuhre, all that an integrand may do, and the bytes of state files.
//
// An input is cheap because the integrand gives up after some points, not because sizes are small:
// whatever the arguments are, the library must refuse them or cope.
#include <fuzzer/FuzzedDataProvider.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "cuba.h"
#include "cuboid.h"
#include "support/integrands.hpp"

namespace {

/// Ends the program, for the fuzzer to see, if what must hold does not.
void require(bool condition, const char *what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

// ---- the integrand ----

enum class Behaviour {
  constant,
  linear,
  peak,
  step,
  huge,
  subnormal,
  alternating,
  not_a_number,
  infinite,
  aborting,
  throwing,
  silent,
  other_status,
  kMaxValue = other_status
};

struct Integrand {
  Behaviour behaviour;
  std::int64_t special;  ///< number of the point where it shows
  std::int64_t most;     ///< points until it gives up
  std::int64_t points = 0;
  int ndim, ncomp;
};

double value(const Integrand &f, const double *x, int c) {
  const double linear = x[0] * (c + 1);
  switch (f.behaviour) {
    case Behaviour::constant:
      return c - 2;
    case Behaviour::peak:
      return std::exp(-50 * (x[0] - 0.3) * (x[0] - 0.3)) + c;
    case Behaviour::step:
      return x[f.ndim - 1] > 0.37 ? 1 : -1;
    case Behaviour::huge:
      return (x[0] - 0.4) * 1e308;
    case Behaviour::subnormal:
      return linear * 1e-310;
    case Behaviour::alternating:
      return f.points % 2 == 0 ? 1 : -1;
    case Behaviour::not_a_number:
      return f.points >= f.special ? std::numeric_limits<double>::quiet_NaN() : linear;
    case Behaviour::infinite:
      return f.points == f.special ? -std::numeric_limits<double>::infinity() : linear;
    default:
      return linear;
  }
}

int integrand(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata,
              const int *nvec, const int *core) {
  auto *state = static_cast<Integrand *>(userdata);
  require(*ndim == state->ndim && *ncomp == state->ncomp, "sizes are those of the call");
  require(*nvec >= 1, "there are points");
  require(*core == -1, "the master evaluates");
  for (int i = 0; i < *nvec; ++i, x += *ndim, f += *ncomp) {
    for (int d = 0; d < *ndim; ++d) require(x[d] >= 0 && x[d] <= 1, "points are in the cube");
    if (++state->points > state->most) return -999;
    const bool special = state->points == state->special;
    if (special && state->behaviour == Behaviour::aborting) return -999;
    if (special && state->behaviour == Behaviour::throwing) throw std::runtime_error("thrown");
    if (state->behaviour == Behaviour::silent) continue;
    for (int c = 0; c < *ncomp; ++c) f[c] = value(*state, x, c);
  }
  return state->behaviour == Behaviour::other_status ? static_cast<int>(state->special) : 0;
}

// ---- the arguments ----

constexpr std::int64_t extremes[] = {0,
                                     -1,
                                     std::numeric_limits<std::int32_t>::min(),
                                     std::numeric_limits<std::int32_t>::max(),
                                     std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max(),
                                     std::int64_t{1} << 30,
                                     std::int64_t{1} << 62};

std::int64_t number(FuzzedDataProvider &data, std::int64_t least, std::int64_t most) {
  if (data.ConsumeIntegralInRange(0, 15) == 0) return data.PickValueInArray(extremes);
  return data.ConsumeIntegralInRange(least, most);
}

int small_number(FuzzedDataProvider &data, int least, int most) {
  const std::int64_t n = number(data, least, most);
  return static_cast<int>(std::clamp<std::int64_t>(n, std::numeric_limits<int>::min(),
                                                   std::numeric_limits<int>::max()));
}

double accuracy(FuzzedDataProvider &data) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double accuracies[] = {0,
                                   1e-2,
                                   1e-3,
                                   1e-6,
                                   1e-12,
                                   -1,
                                   1,
                                   infinity,
                                   -infinity,
                                   1.7e308,
                                   std::numeric_limits<double>::quiet_NaN()};
  if (data.ConsumeBool()) return data.PickValueInArray(accuracies);
  return data.ConsumeFloatingPoint<double>();
}

enum class Routine { vegas, ll_vegas, cuhre, ll_cuhre, kMaxValue = ll_cuhre };

struct Arguments {
  Routine routine;
  int ndim, ncomp, flags, seed, gridno, key;
  std::int64_t nvec, mineval, maxeval, nstart, nincrease, nbatch;
  double epsrel, epsabs;

  bool is_vegas() const { return routine == Routine::vegas || routine == Routine::ll_vegas; }
  bool is_long() const { return routine == Routine::ll_vegas || routine == Routine::ll_cuhre; }
};

Arguments arguments_from(FuzzedDataProvider &data) {
  constexpr int sizes[] = {0, -1, 20, 21, 40, 41, 300, 1024, 1025, 1 << 30};
  Arguments a;
  a.routine = data.ConsumeEnum<Routine>();
  a.ndim = data.ConsumeIntegralInRange(1, 9);
  if (data.ConsumeIntegralInRange(0, 3) == 0) a.ndim = data.PickValueInArray(sizes);
  a.ncomp = data.ConsumeIntegralInRange(1, 9);
  if (data.ConsumeIntegralInRange(0, 7) == 0) a.ncomp = data.PickValueInArray(sizes);
  // What is left out takes a second or a gigabyte, and is right to.
  if (!a.is_vegas() && a.ndim == 20) a.ndim = 11;
  if (std::int64_t{a.ndim} * a.ncomp > 10000 && a.ndim <= 1024) a.ncomp = 1;
  a.flags = data.ConsumeBool() ? data.ConsumeIntegral<std::int32_t>()
                               : data.ConsumeIntegralInRange(0, 255 | 4 << 8);
  a.seed = small_number(data, -3, 100);
  a.gridno = small_number(data, -12, 12);
  a.key = small_number(data, -1, 14);
  a.nvec = number(data, 1, 3000);
  a.mineval = number(data, 0, 3000);
  a.maxeval = number(data, 0, 3000);
  a.nstart = number(data, 1, 2000);
  a.nincrease = number(data, -500, 2000);
  a.nbatch = number(data, 1, 2000);
  a.epsrel = accuracy(data);
  a.epsabs = accuracy(data);
  // Random numbers are drawn for a whole batch: those of great luxury one by one.
  if (a.seed != 0 && a.flags >> 8 > 400) a.nbatch = std::min<std::int64_t>(a.nbatch, 4);
  if (!a.is_long())
    for (std::int64_t *n : {&a.nvec, &a.mineval, &a.maxeval, &a.nstart, &a.nincrease, &a.nbatch})
      *n = std::clamp<std::int64_t>(*n, std::numeric_limits<int>::min(),
                                    std::numeric_limits<int>::max());
  return a;
}

// ---- the call, and what must hold after it ----

constexpr double untouched = -77;
constexpr int most_components = 1024;

struct Outputs {
  int nregions = -77, fail = -77;
  long long neval = -77;
  std::vector<double> integral, error, prob;
};

Outputs call(const Arguments &a, Integrand &f, const char *statefile, void *spin) {
  Outputs o;
  for (std::vector<double> *values : {&o.integral, &o.error, &o.prob})
    values->assign(most_components + 1, untouched);
  const auto function = support::as<integrand_t>(integrand);
  const auto i = [](std::int64_t n) { return static_cast<int>(n); };
  int neval = -77;
  switch (a.routine) {
    case Routine::vegas:
      Vegas(a.ndim, a.ncomp, function, &f, i(a.nvec), a.epsrel, a.epsabs, a.flags, a.seed,
            i(a.mineval), i(a.maxeval), i(a.nstart), i(a.nincrease), i(a.nbatch), a.gridno,
            statefile, spin, &neval, &o.fail, o.integral.data(), o.error.data(), o.prob.data());
      break;
    case Routine::ll_vegas:
      llVegas(a.ndim, a.ncomp, function, &f, a.nvec, a.epsrel, a.epsabs, a.flags, a.seed, a.mineval,
              a.maxeval, a.nstart, a.nincrease, a.nbatch, a.gridno, statefile, spin, &o.neval,
              &o.fail, o.integral.data(), o.error.data(), o.prob.data());
      break;
    case Routine::cuhre:
      Cuhre(a.ndim, a.ncomp, function, &f, i(a.nvec), a.epsrel, a.epsabs, a.flags, i(a.mineval),
            i(a.maxeval), a.key, statefile, spin, &o.nregions, &neval, &o.fail, o.integral.data(),
            o.error.data(), o.prob.data());
      break;
    case Routine::ll_cuhre:
      llCuhre(a.ndim, a.ncomp, function, &f, a.nvec, a.epsrel, a.epsabs, a.flags, a.mineval,
              a.maxeval, a.key, statefile, spin, &o.nregions, &o.neval, &o.fail, o.integral.data(),
              o.error.data(), o.prob.data());
      break;
  }
  if (!a.is_long()) o.neval = neval;
  return o;
}

void check(const Arguments &a, const Outputs &o) {
  const std::string why = cuboid_last_error();
  require(*cuboid_status_name(o.fail) != '\0', "fail is a status");
  require(o.fail != CUBOID_INTERNAL, "there are no internal errors");
  require(why.empty() == (o.fail >= 0), "failures are explained");
  require(o.neval >= 0, "neval is set");
  require(a.is_vegas() || o.nregions >= 0, "nregions is set");
  const bool written = a.ncomp >= 1 && a.ncomp <= most_components;
  require(written == (o.fail != CUBOID_BAD_NCOMP), "ncomp is checked");
  const std::size_t count = written ? static_cast<std::size_t>(a.ncomp) : 0;
  for (const std::vector<double> *values : {&o.integral, &o.error, &o.prob})
    for (std::size_t c = count; c < values->size(); ++c)
      require((*values)[c] == untouched, "nothing is written beyond ncomp");
  for (std::size_t c = 0; c < count; ++c) {
    const double integral = o.integral[c], error = o.error[c];
    require(integral != untouched && error != untouched && o.prob[c] != untouched, "all is set");
    if (o.fail < 0 && o.fail != CUBOID_OUT_OF_MEMORY)
      require(std::isnan(integral) && std::isnan(error), "nothing is known after a failure");
    if (o.fail >= 0) require(std::isfinite(integral) && error >= 0, "results are numbers");
    constexpr double least_goal = 0x1p-104;
    const double goal = std::fmax(std::fmax(a.epsrel * std::fabs(integral), a.epsabs), least_goal);
    if (o.fail == 0) require(error <= goal, "success is what was asked for");
  }
}

// ---- state files ----

/// The name of the one state file of this process, in a directory of its own.
const std::string &state_name() {
  static const std::string name = [] {
    char directory[] = "/tmp/cuboid-fuzz-XXXXXX";
    require(mkdtemp(directory) != nullptr, "there is a directory");
    static const std::string path = directory;
    atexit([] {
      unlink((path + "/state").c_str());
      rmdir(path.c_str());
    });
    return path + "/state";
  }();
  return name;
}

/// Writes bytes of the input, or changes a byte or the length of the file that the last call left.
void prepare_state(FuzzedDataProvider &data) {
  if (data.ConsumeBool()) {
    const std::string bytes = data.ConsumeRandomLengthString(200);
    std::ofstream(state_name(), std::ios::binary) << bytes;
  } else if (data.ConsumeBool()) {
    std::fstream file(state_name(), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(data.ConsumeIntegralInRange(0, 3000));
    file.put(data.ConsumeIntegral<char>());
  } else if (data.ConsumeBool()) {
    if (truncate(state_name().c_str(), data.ConsumeIntegralInRange(0, 3000)) != 0) return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  setenv("CUBACORES", "0", 1);
  require(freopen("/dev/null", "w", stdout) != nullptr, "there is nowhere to print to");
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size) {
  FuzzedDataProvider data(bytes, size);
  const int calls = data.ConsumeIntegralInRange(1, 3);
  for (int i = 0; i < calls; ++i) {
    const Arguments a = arguments_from(data);
    Integrand f{data.ConsumeEnum<Behaviour>(),
                data.ConsumeIntegralInRange<std::int64_t>(1, 2000),
                a.ndim > 100 || a.ncomp > 100 ? 100 : 3000,
                0,
                a.ndim,
                a.ncomp};
    if (a.seed != 0 && a.flags >> 8 > 400) f.most = 20;
    const char *statefile = nullptr;
    if (data.ConsumeIntegralInRange(0, 3) == 0) {
      prepare_state(data);
      statefile = state_name().c_str();
    }
    void *kept = nullptr;
    int minus_one = -1;
    void *const spins[] = {nullptr, &minus_one, &kept};
    void *const spin = data.PickValueInArray(spins);
    check(a, call(a, f, statefile, spin));
    if (spin == &kept) cubawait(&kept);
  }
  return 0;
}
