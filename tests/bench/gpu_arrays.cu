// Points a second of a function on arrays of a GPU, which the library calls on the host with points
// that are on the device: what python/bench/device_arrays.py prints, without Python.
//   gpu_arrays [seconds [methods, with commas]]   0.5 vegas_plus,lattice,pagani by default
// The function is one kernel, exp(-|x|^2) in eight dimensions.  With more and more points, until a
// call takes so many seconds; then once more, since memory that is new to the process takes time.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cuboid.h"

namespace {

constexpr int ndim = 8;

__global__ void gauss(const double *x, double *f, std::int64_t count) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += threads) {
    double square = 0;
#pragma unroll
    for (int d = 0; d < ndim; ++d) square += x[ndim * i + d] * x[ndim * i + d];
    f[i] = exp(-square);
  }
}

int batch(int, const double *x, int, double *f, std::int64_t count, void *stream, void *) {
  gauss<<<132 * 8, 256, 0, static_cast<cudaStream_t>(stream)>>>(x, f, count);
  return cudaGetLastError() == cudaSuccess ? 0 : -999;
}

void check(int status) {
  if (status >= 0) return;
  std::printf("%s\n", cuboid_last_error());
  std::exit(1);
}

struct Found {
  double seconds;
  std::int64_t neval;
  double value;
};

Found integrate(const cuboid_integrand *integrand, const std::string &method, std::int64_t points) {
  cuboid_options *options = nullptr;
  check(cuboid_options_create(&options));
  check(cuboid_options_set_text(options, "method", method.c_str()));
  check(cuboid_options_set_real(options, "epsrel", 1e-15));
  check(cuboid_options_set_integer(options, "maxeval", points));
  check(cuboid_options_set_integer(options, "seed", 1));
  if (method == "vegas_plus") {
    // As device_arrays.py has them.
    constexpr std::int64_t max_at_once = 12'000'000;
    check(cuboid_options_set_integer(options, "nstart", std::min(points / 10, max_at_once)));
    check(cuboid_options_set_integer(options, "nincrease", 0));
  }
  cuboid_result *result = nullptr;
  const auto begin = std::chrono::steady_clock::now();
  check(cuboid_integrate(integrand, nullptr, nullptr, options, &result));
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const Found found{seconds, cuboid_result_neval(result), cuboid_result_value(result)[0]};
  cuboid_result_free(result);
  cuboid_options_free(options);
  return found;
}

void print(const std::string &method, const char *which, const Found &found) {
  std::printf("%-10s %-6s %8.1e points in %6.3f s: %8.2e points/s, value %.13g\n", method.c_str(),
              which, static_cast<double>(found.neval), found.seconds,
              static_cast<double>(found.neval) / found.seconds, found.value);
  std::fflush(stdout);
}

void measure(const std::string &method, double seconds) {
  constexpr std::int64_t first = 10'000'000;
  constexpr std::int64_t most = 100'000'000'000;
  cuboid_integrand *integrand = nullptr;
  check(cuboid_integrand_from_device_batch(&integrand, ndim, 1, batch, nullptr));
  // Compiles the kernels.
  print(method, "first", integrate(integrand, method, first));
  std::int64_t points = first;
  Found found{};
  // A lattice may have no more points than half of those that are allowed.
  do {
    points *= 4;
    found = integrate(integrand, method, points);
    print(method, "more", found);
  } while (found.seconds < seconds && points < most && found.neval > points / 2);
  print(method, "again", integrate(integrand, method, points));
  cuboid_integrand_free(integrand);
}

}  // namespace

int main(int argc, char **argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0.5;
  const std::string_view methods = argc > 2 ? argv[2] : "vegas_plus,lattice,pagani";
  for (std::size_t begin = 0; begin <= methods.size();) {
    const std::size_t comma = std::min(methods.find(',', begin), methods.size());
    measure(std::string(methods.substr(begin, comma - begin)), seconds);
    begin = comma + 1;
  }
  return 0;
}
