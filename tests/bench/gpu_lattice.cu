// Points per second of lattices on the device, beside what the device can do at most with points of
// 64-bit fractions and the same transform (as limit.cu of the project's measurements does it).
//   gpu_lattice [bits]     of the points of each of 16 shifts; by default 24
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "gpu_integrands.cuh"
#include "rng/lattice_vector.hpp"
#include "support/functor_kernels.cuh"

namespace {

using namespace cuboid;

constexpr std::int64_t shifts = 16;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The limit: one addition an axis from point to point, the transform, the integrand and a sum.
template <class Integrand, int ndim, bool korobov_3>
__global__ void add_and_evaluate(Integrand integrand, std::uint64_t per_thread, double *out) {
  const std::uint64_t thread = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x;
  std::uint64_t point[ndim], step[ndim];
  double sum = 0;
#pragma unroll
  for (int i = 0; i < ndim; ++i) {
    step[i] = 0x9E3779B97F4A7C15ull * (2 * i + 1) * (i + 3) | 1;
    point[i] = step[i] * thread * per_thread;
  }
  for (std::uint64_t k = 0; k < per_thread; ++k) {
    double x[ndim];
    double weight = 1;
#pragma unroll
    for (int i = 0; i < ndim; ++i) {
      point[i] += step[i];
      const double u = fma(double(point[i] >> 11), 0x1p-53, 0x1p-54);
      x[i] = u;
      if constexpr (korobov_3) {
        const double v = fma(-u, u, u);
        const double square = u * u;
        weight *= v * v * v;
        x[i] = square * square * fma(fma(fma(-20., u, 70.), u, -84.), u, 35.);
      }
    }
    double f;
    integrand(x, &f);
    sum = fma(weight, f, sum);
  }
  out[thread] = sum;
}

template <class Work>
double best_time(Work &&work) {
  double best = 1e30;
  for (int i = 0; i < 4; ++i) {
    cudaDeviceSynchronize();
    const double begin = now();
    work();
    cudaDeviceSynchronize();
    if (i > 0) best = std::min(best, now() - begin);
  }
  return best;
}

template <class Integrand, int ndim, bool korobov_3>
double limit(Integrand integrand, double points) {
  constexpr int blocks = 132 * 16;
  constexpr int threads = 128;
  const auto per_thread = std::max<std::uint64_t>(std::uint64_t(points / blocks / threads), 1);
  double *out;
  cudaMalloc(&out, sizeof(double) * blocks * threads);
  const double seconds = best_time([&] {
    add_and_evaluate<Integrand, ndim, korobov_3><<<blocks, threads>>>(integrand, per_thread, out);
  });
  cudaFree(out);
  return double(per_thread) * blocks * threads / seconds;
}

template <class Integrand, int ndim>
double rate(Integrand integrand, int bits, map::Transform transform, bool smooth) {
  const auto lattice =
      engine::make_device_lattice_engine(engine::cuda::lattice_functor<ndim, 1>(integrand), nullptr,
                                         {ndim, 1, {}}, false, {}, nullptr);
  engine::LatticeRequest request;
  request.points = std::int64_t{1} << bits;
  request.generator = rng::lattice_generator(ndim, bits, 0, 1);
  request.shift = rng::lattice_shifts(ndim, shifts, 1, 1);
  request.transform.assign(ndim, transform);
  if (smooth) request.smooth.resize(ndim);
  const double seconds = best_time([&] { lattice->evaluate(request); });
  return double(request.points * shifts) / seconds;
}

template <class Integrand, int ndim>
void print(const char *name, Integrand integrand, int bits) {
  const double points = double(shifts) * double(std::int64_t{1} << bits);
  const double plain = rate<Integrand, ndim>(integrand, bits, map::Transform::none, false);
  const double korobov = rate<Integrand, ndim>(integrand, bits, map::Transform::korobov_3, false);
  const double smooth = rate<Integrand, ndim>(integrand, bits, map::Transform::korobov_3, true);
  const double plain_limit = limit<Integrand, ndim, false>(integrand, points);
  const double korobov_limit = limit<Integrand, ndim, true>(integrand, points);
  std::printf("%-10s %10.3g %10.3g %5.0f %% %10.3g %10.3g %5.0f %% %10.3g\n", name, plain,
              plain_limit, 100 * plain / plain_limit, korobov, korobov_limit,
              100 * korobov / korobov_limit, smooth);
}

}  // namespace

int main(int count, char **arguments) {
  const int bits = count > 1 ? std::atoi(arguments[1]) : 24;
  std::printf("points/s, 16 shifts of 2^%d points\n%-10s %10s %10s %7s %10s %10s %7s %10s\n", bits,
              "", "none", "limit", "", "korobov3", "limit", "", "k3 + map");
  print<bench::F4<8>, 8>("f4 8-D", {}, bits);
  print<bench::F5<8>, 8>("f5 8-D", {}, bits);
  print<bench::Sum<10>, 10>("sum 10-D", {}, bits);
  print<bench::F2<6>, 6>("f2 6-D", {}, bits);
  return 0;
}
