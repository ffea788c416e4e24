// What an evaluation of an expression costs by the interpreter, and as a function in C that the
// compiler of the machine has made (-O2, one point a call): on one core.
//   expressions
// Nanoseconds an evaluation, the least of five runs of VEGAS+ with 2e6 evaluations, in which the
// method itself, which is in both, is that of the constant 1.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "cuboid.h"

namespace {

void keep(int status) {
  if (status >= 0) return;
  std::printf("%s\n", cuboid_last_error());
  std::exit(1);
}

double time_of(const cuboid_integrand *integrand) {
  cuboid_options *options = nullptr;
  keep(cuboid_options_create(&options));
  keep(cuboid_options_set_text(options, "method", "vegas_plus"));
  keep(cuboid_options_set_text(options, "workers", "serial"));
  keep(cuboid_options_set_real(options, "epsrel", 0));
  keep(cuboid_options_set_real(options, "epsabs", 1e-300));
  keep(cuboid_options_set_integer(options, "maxeval", 2'000'000));
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 5; ++run) {
    cuboid_result *result = nullptr;
    const auto begin = std::chrono::steady_clock::now();
    keep(cuboid_integrate(integrand, nullptr, nullptr, options, &result));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    least = std::min(least, 1e9 * took.count() / static_cast<double>(cuboid_result_neval(result)));
    cuboid_result_free(result);
  }
  cuboid_options_free(options);
  return least;
}

double time_of(const char *text) {
  cuboid_integrand *integrand = nullptr;
  keep(cuboid_integrand_from_expression(&integrand, nullptr, 3, text, nullptr, nullptr));
  const double time = time_of(integrand);
  cuboid_integrand_free(integrand);
  return time;
}

template <class Value>
void print(const char *text, Value) {
  const auto function = [](const int *, const double x[], const int *, double f[], void *) {
    f[0] = Value()(x[0], x[1], x[2]);
    return 0;
  };
  cuboid_integrand *integrand = nullptr;
  keep(cuboid_integrand_create(&integrand, 3, 1, function, nullptr));
  const double compiled = time_of(integrand);
  cuboid_integrand_free(integrand);
  std::printf("%-42s interpreter %6.1f ns, compiled %6.1f ns\n", text, time_of(text), compiled);
}

}  // namespace

int main() {
  print("1", [](double, double, double) { return 1.; });
  print("x0*x1*x2 + x0^2 + 3*x1 - x2",
        [](double x, double y, double z) { return x * y * z + x * x + 3 * y - z; });
  print("exp(-25*((x0-.5)^2+(x1-.5)^2+(x2-.5)^2))", [](double x, double y, double z) {
    const double a = x - .5, b = y - .5, c = z - .5;
    return std::exp(-25 * (a * a + b * b + c * c));
  });
  print("log(1+x0*x1*x2)", [](double x, double y, double z) { return std::log(1 + x * y * z); });
  print("sin(3*x0+x1)*cos(x2)+sqrt(x0+x1)", [](double x, double y, double z) {
    return std::sin(3 * x + y) * std::cos(z) + std::sqrt(x + y);
  });
  print("x0^1.3*x1^.7+x2^2.5", [](double x, double y, double z) {
    return std::pow(x, 1.3) * std::pow(y, .7) + std::pow(z, 2.5);
  });
  print("atan(x0*x1)+tanh(x2)",
        [](double x, double y, double z) { return std::atan(x * y) + std::tanh(z); });
  return 0;
}
