// Prints what device integrands cost: to make, at first and at later use, and in easy integrals.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "algorithm/cubature/pagani.hpp"
#include "base/failure.hpp"
#include "cuboid.h"
#include "engine/device/integrand.hpp"

namespace {

using namespace cuboid::engine;

template <class Body>
double milliseconds(Body &&body) {
  const auto begin = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

std::string source(int variant) {
  return "#include <math.h>\n"
         "int f(const int *ndim, const double x[], const int *ncomp, double y[], void *u) {\n"
         "  double s = 0; int i;\n"
         "  for (i = 0; i < *ndim; ++i) s += (i + " +
         std::to_string(variant) + ") * x[i];\n  y[0] = cos(s);\n  return 0;\n}\n";
}

void print_times() {
  constexpr int ndim = 8;
  std::printf("%-52s %9.3f ms\n", "first look at the device, with its context",
              milliseconds([] { device_problem(); }));
  std::printf("%s\n", device_description().c_str());
  DeviceIntegrandPointer integrand;
  for (const int variant : {1, 2, 3})
    std::printf("%-52s %9.3f ms\n", "compile an 8-D integrand", milliseconds([&] {
                  integrand = device_integrand_from_source(ndim, 1, source(variant), "f", 0);
                }));
  std::printf("%-52s %9.3f ms\n", "make it again, from the cache in memory", milliseconds([&] {
                integrand = device_integrand_from_source(ndim, 1, source(3), "f", 0);
              }));
  const auto make = [&] {
    return make_device_points_engine(integrand, nullptr, Nonfinite::stop, {});
  };
  std::printf("%-52s %9.3f ms\n", "first engine (loads the kernels)",
              milliseconds([&] { make(); }));
  std::printf("%-52s %9.3f ms\n", "later engine", milliseconds([&] { make(); }));
  const auto engine = make();
  for (const std::int64_t count : {1, 1000, 100000, 10000000}) {
    const std::vector<double> x(count * ndim, 0.5);
    std::vector<double> f(count);
    const PointSet points{count, x.data(), nullptr, 0};
    engine->evaluate(points, f.data());
    double best = 1e300;
    for (int i = 0; i < 10; ++i)
      best = std::min(best, milliseconds([&] { engine->evaluate(points, f.data()); }));
    std::printf("evaluate %8lld points, best of 10 %21s %9.3f ms\n", static_cast<long long>(count),
                "", best);
  }
}

/// The least of what was measured.
class Stage {
 public:
  explicit Stage(const char *name) : name_(name) {}

  void print() const { std::printf("%-52s %9.3f ms\n", name_, best_); }

  template <class Body>
  void add(Body &&body) {
    best_ = std::min(best_, milliseconds(body));
  }

 private:
  const char *name_;
  double best_ = 1e300;
};

constexpr int easy_ndim = 3;
constexpr int repeats = 50;
const char *const easy_source =  // f3
    "int f(const int *ndim, const double x[], const int *ncomp, double y[], void *u) {\n"
    "  const double s = 1 + x[0] + 2 * x[1] + 3 * x[2];\n"
    "  y[0] = 1 / (s * s * s * s);\n  return 0;\n}\n";

const char *const exact_source =
    "int f(const int *ndim, const double x[], const int *ncomp, double y[], void *u) {\n"
    "  y[0] = 8 * x[0] * x[1] * x[2];\n  return 0;\n}\n";

/// The steps of an easy integral by PAGANI, as if it were to be looked at twice.
void print_stages() {
  constexpr std::int64_t maxeval = 100000000;
  const DeviceIntegrandPointer integrand =
      device_integrand_from_source(easy_ndim, 1, easy_source, "f", 0);
  Stage make("f3 in 3-D by PAGANI: engine made");
  Stage first("  first look");
  Stage second("  second look, on 8 times as many parts");
  Stage end("  engine given back");
  for (int i = 0; i < repeats; ++i) {
    std::unique_ptr<RegionsEngine> engine;
    make.add(
        [&] { engine = make_device_regions_engine(integrand, nullptr, nullptr, nullptr, 0, 0); });
    RegionRequest request;
    request.goal.maxeval = maxeval;
    request.least = engine->shape().width / 2;
    request.cuts = cuboid::algorithm::first_cuts(engine->shape().ndim, engine->shape().width,
                                                 engine->shape().npoints, maxeval);
    first.add([&] { engine->start(request); });
    for (int &cuts : request.cuts) ++cuts;
    second.add([&] { engine->start(request); });
    end.add([&] { engine.reset(); });
  }
  for (const Stage *stage : {&make, &first, &second, &end}) stage->print();
}

void print_samples_stages() {
  const DeviceIntegrandPointer integrand =
      device_integrand_from_source(easy_ndim, 1, easy_source, "f", 0);
  Stage make("f3 in 3-D by VEGAS+: engine made");
  Stage end("  engine given back");
  for (int i = 0; i < repeats; ++i) {
    std::unique_ptr<SamplesEngine> engine;
    make.add([&] {
      engine = make_device_samples_engine(integrand, nullptr, {easy_ndim, 1, {}, 1, false}, {});
    });
    end.add([&] { engine.reset(); });
  }
  for (const Stage *stage : {&make, &end}) stage->print();
}

/// The same from call to return.
void print_call(const char *name, const char *source, const char *method, double epsrel) {
  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  cuboid_integrand_from_cuda_source(&integrand, easy_ndim, 1, source, "f", nullptr, 0);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", method);
  cuboid_options_set_real(options, "epsrel", epsrel);
  cuboid_options_set_integer(options, "maxeval", 100000000);
  double best = 1e300;
  std::int64_t neval = 0;
  for (int i = 0; i < repeats; ++i) {
    cuboid_result *result = nullptr;
    best = std::min(best, milliseconds([&] {
                      cuboid_integrate(integrand, nullptr, nullptr, options, &result);
                    }));
    neval = cuboid_result_neval(result);
    cuboid_result_free(result);
  }
  std::printf("%-15s by %-5s to %g, call to return, best of %d %9.3f ms, %lld evaluations\n", name,
              method, epsrel, repeats, best, static_cast<long long>(neval));
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
}

}  // namespace

int main() {
  try {
    print_times();
    print_stages();
    print_samples_stages();
    for (const double epsrel : {1e-3, 1e-6, 1e-9})
      print_call("f3 in 3-D", easy_source, "cuhre", epsrel);
    print_call("product in 3-D", exact_source, "cuhre", 1e-3);
    print_call("f3 in 3-D", easy_source, "vegas", 1e-3);
  } catch (const cuboid::Failure &failure) {
    std::printf("%s\n", failure.what());
    return 77;
  }
}
