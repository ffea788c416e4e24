// Prints what device integrands cost: to make, at first and at later use.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/failure.hpp"
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

}  // namespace

int main() {
  try {
    print_times();
  } catch (const cuboid::Failure &failure) {
    std::printf("%s\n", failure.what());
    return 77;
  }
}
