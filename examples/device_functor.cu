// An integral on a GPU from CUDA C++: the integrand is a functor with parameters.
//
//   nvcc -std=c++20 -arch=native device_functor.cu -lcuboid -o device_functor && ./device_functor
//
// Exit status 0: the result is right; 77: there is no GPU.
#include <cmath>
#include <cstdio>

#include "cuboid.cuh"

/// A Lorentz peak in each of three coordinates.
struct Peaks {
  double place;
  double width;

  __device__ void operator()(const double *x, double *f) const {
    f[0] = peak(x[0]) * peak(x[1]) * peak(x[2]);
  }
  __device__ double peak(double x) const {
    return width / ((x - place) * (x - place) + width * width);
  }
};

int main() {
  if (cuboid_device(nullptr) != 0) {
    std::printf("%s\n", cuboid_last_error());
    return 77;
  }
  const Peaks peaks{0.4, 0.1};
  cuboid_integrand *integrand = nullptr;
  if (cuboid::make_integrand<3, 1>(&integrand, peaks) != 0) {
    std::printf("%s\n", cuboid_last_error());
    return 1;
  }
  cuboid_options *options = nullptr;
  cuboid_options_create(&options);
  cuboid_options_set_real(options, "epsrel", 1e-5);
  cuboid_result *result = nullptr;
  const int status = cuboid_integrate(integrand, nullptr, nullptr, options, &result);
  const double axis =
      std::atan((1 - peaks.place) / peaks.width) + std::atan(peaks.place / peaks.width);
  const double truth = axis * axis * axis;
  const double value = cuboid_result_value(result)[0];
  std::printf("%.9f +- %.1e, true value %.9f; %s\n", value, cuboid_result_error(result)[0], truth,
              cuboid_result_message(result));
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return status != 0 || !(std::abs(value - truth) <= 1e-5 * truth);
}
