// What an integration costs beyond the integrand, on the host.
//
// The counter ns/eval is the time of a call over the number of its evaluations.
#include <benchmark/benchmark.h>

#include <chrono>
#include <vector>

#include "cuboid.h"

namespace {

using Count = long long int;

int first_coordinate(const int *ndim, const double x[], const int *ncomp, double f[], void *,
                     const Count *nvec) {
  for (Count i = 0; i < *nvec; ++i)
    for (int c = 0; c < *ncomp; ++c) f[i * *ncomp + c] = (c + 1) * x[i * *ndim];
  return 0;
}

// About ten microseconds a point: each division waits for the one before.
int slow(const int *ndim, const double x[], const int *, double f[], void *, const Count *nvec) {
  for (Count i = 0; i < *nvec; ++i) {
    double s = 0;
    for (int k = 1; k < 2600; ++k) s = 1 / (x[i * *ndim] + k + s);
    f[i] = s;
  }
  return 0;
}

using Function = int (*)(const int *, const double[], const int *, double[], void *, const Count *);

cuboid_function plain(Function function) {
  return reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(function));
}

struct Values {
  explicit Values(int ncomp)
      : integral(static_cast<std::size_t>(ncomp)), error(integral), prob(integral) {}
  std::vector<double> integral, error, prob;
};

Count run_vegas(Function function, int ndim, int ncomp, Count nvec, Count maxeval) {
  Values values(ncomp);
  Count neval = 0;
  int fail = 0;
  cuboid_llVegas(ndim, ncomp, plain(function), nullptr, nvec, 0, 1e-300, 0, 0, 0, maxeval, 100000,
                 0, 1000, 0, nullptr, nullptr, &neval, &fail, values.integral.data(),
                 values.error.data(), values.prob.data());
  return neval;
}

Count run_cuhre(Function function, int ndim, int ncomp, Count nvec, Count maxeval, int key) {
  Values values(ncomp);
  Count neval = 0;
  int fail = 0;
  int nregions = 0;
  cuboid_llCuhre(ndim, ncomp, plain(function), nullptr, nvec, 0, 1e-300, 0, 0, maxeval, key,
                 nullptr, nullptr, &nregions, &neval, &fail, values.integral.data(),
                 values.error.data(), values.prob.data());
  return neval;
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Times body, which returns the number of evaluations.
template <class Body>
void measure(benchmark::State &state, Body body) {
  Count neval = 0;
  const auto begin = Clock::now();
  for (auto _ : state) neval += body();
  state.counters["ns/eval"] = 1e9 * seconds_since(begin) / static_cast<double>(neval);
}

// Cuba's settings hold for the process: what leaves the choice to the library comes before the
// first call of cuboid_cores.

/// Runs the same with the library's own choice of workers and without workers, in turn.
template <class Body>
void own_choice(benchmark::State &state, Body body) {
  double automatic = 0;
  double serial = 0;
  const auto timed = [&](int cores) {
    const auto begin = Clock::now();
    body(cores);
    return seconds_since(begin);
  };
  for (auto _ : state) {
    serial += timed(0);
    automatic += timed(-1);
  }
  state.counters["serial/own"] = serial / automatic;
}

/// cores: -1 leaves the choice to the library.
void integrate(const char *method, Function function, Count maxeval, int cores) {
  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  cuboid_integrand_create(&integrand, 4, 1, plain(function), nullptr);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", method);
  cuboid_options_set_real(options, "epsrel", 0);
  cuboid_options_set_real(options, "epsabs", 1e-300);
  cuboid_options_set_integer(options, "maxeval", maxeval);
  cuboid_options_set_integer(options, "nvec", 1000);
  if (cores == 0) cuboid_options_set_text(options, "workers", "serial");
  cuboid_integrate(integrand, nullptr, nullptr, options, nullptr);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
}

void cheap_integrand(benchmark::State &state, const char *method) {
  own_choice(state, [&](int cores) { integrate(method, first_coordinate, 300000, cores); });
}
BENCHMARK_CAPTURE(cheap_integrand, vegas, "vegas")->Unit(benchmark::kMillisecond)->MinTime(1);
BENCHMARK_CAPTURE(cheap_integrand, cuhre, "cuhre")->Unit(benchmark::kMillisecond)->MinTime(1);

void costly_integrand(benchmark::State &state, const char *method) {
  own_choice(state, [&](int cores) { integrate(method, slow, 100000, cores); });
}
BENCHMARK_CAPTURE(costly_integrand, vegas, "vegas")->Unit(benchmark::kMillisecond)->MinTime(4);
BENCHMARK_CAPTURE(costly_integrand, cuhre, "cuhre")->Unit(benchmark::kMillisecond)->MinTime(4);

void vegas(benchmark::State &state) {
  cuboid_cores(0, 0);
  measure(state, [&] {
    return run_vegas(first_coordinate, static_cast<int>(state.range(0)),
                     static_cast<int>(state.range(1)), state.range(2), 1000000);
  });
}
BENCHMARK(vegas)
    ->ArgNames({"ndim", "ncomp", "nvec"})
    ->ArgsProduct({{2, 4, 8, 10}, {1}, {1, 1000}})
    ->ArgsProduct({{4}, {2, 4, 8, 16, 32}, {1000}})
    ->Unit(benchmark::kMillisecond);

void cuhre(benchmark::State &state) {
  cuboid_cores(0, 0);
  measure(state, [&] {
    return run_cuhre(first_coordinate, static_cast<int>(state.range(0)),
                     static_cast<int>(state.range(1)), state.range(2), 300000, 0);
  });
}
BENCHMARK(cuhre)
    ->ArgNames({"ndim", "ncomp", "nvec"})
    ->ArgsProduct({{2, 4, 8, 10}, {1}, {1, 1000}})
    ->ArgsProduct({{4}, {2, 4, 8, 16, 32}, {1000}})
    ->Unit(benchmark::kMillisecond);

// Two dimensions, key 7: 42 evaluations a bisection.  The argument is the number of regions.
void cuhre_regions(benchmark::State &state) {
  cuboid_cores(0, 0);
  measure(state, [&] { return run_cuhre(first_coordinate, 2, 1, 1000, 42 * state.range(0), 7); });
}
BENCHMARK(cuhre_regions)->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMillisecond);

void one_region(benchmark::State &state) {
  cuboid_cores(0, 0);
  measure(state, [] { return run_cuhre(first_coordinate, 3, 1, 1, 1, 0); });
}
BENCHMARK(one_region)->Unit(benchmark::kMicrosecond);

/// An integral that nothing is hard about, as programs have them in loops, by the native calls.
struct Trivial {
  explicit Trivial(int ndim) {
    cuboid_integrand_create(&integrand, ndim, 1, plain(first_coordinate), nullptr);
  }
  ~Trivial() { cuboid_integrand_free(integrand); }
  Trivial(const Trivial &) = delete;
  Trivial &operator=(const Trivial &) = delete;

  cuboid_integrand *integrand = nullptr;
};

void trivial_call(benchmark::State &state) {
  const Trivial trivial(static_cast<int>(state.range(0)));
  measure(state, [&] {
    cuboid_result *result = nullptr;
    cuboid_integrate(trivial.integrand, nullptr, nullptr, nullptr, &result);
    const Count neval = cuboid_result_neval(result);
    cuboid_result_free(result);
    return neval;
  });
}
BENCHMARK(trivial_call)->ArgName("ndim")->Arg(1)->Arg(2)->Arg(3)->Unit(benchmark::kMicrosecond);

// A list of 1000 of them: as many milliseconds as an integral takes microseconds.
void trivial_list(benchmark::State &state) {
  const Trivial trivial(static_cast<int>(state.range(0)));
  measure(state, [&] {
    cuboid_many *many = nullptr;
    cuboid_integrate_many(trivial.integrand, 1000, nullptr, nullptr, 0, nullptr, 0, nullptr, &many);
    Count neval = 0;
    for (int i = 0; i < 1000; ++i) neval += cuboid_many_neval(many)[i];
    cuboid_many_free(many);
    return neval;
  });
}
BENCHMARK(trivial_list)->ArgName("ndim")->Arg(1)->Arg(2)->Arg(3)->Unit(benchmark::kMillisecond);

}  // namespace
