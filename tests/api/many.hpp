// Many integrals through the public interface: peaks, and a copy of what is found.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "handles.hpp"

namespace many {

inline constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

struct Peak {
  double sharpness;
  double centre[3];
};

inline int gaussian(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  const auto *peak = static_cast<const Peak *>(userdata);
  double square = 0;
  for (int d = 0; d < *ndim; ++d) {
    const double t = x[d] - peak->centre[d];
    square += t * t;
  }
  f[0] = peak->sharpness < 0 ? nan_value : std::exp(-peak->sharpness * square);
  return peak->sharpness == 0 ? -999 : 0;
}

/// With singular ends of all axes where the sharpness, here an exponent, is not 0.
inline int ends(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d)
    f[0] *= std::pow(x[d], -static_cast<const Peak *>(userdata)->sharpness) * (1 + x[d]);
  return 0;
}

/// The same, but bounded: so close to the faces that cubature neither takes it for singular nor
/// resolves it, and lattices do not mind.
constexpr double layer = 1e-5;
inline int layers(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d)
    f[0] *= std::pow(x[d] + layer, -static_cast<const Peak *>(userdata)->sharpness) * (1 + x[d]);
  return 0;
}

inline std::vector<Peak> some_peaks(int count) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Peak> peaks;
  for (int i = 0; i < count; ++i)
    peaks.push_back(
        {5 + 20 * unit(generator), {unit(generator), unit(generator), unit(generator)}});
  return peaks;
}

/// A copy of what cuboid_integrate_many gives.
struct Many {
  int returned = 0;
  std::string message;
  std::string method;
  std::vector<double> value, error, prob;
  std::vector<int> statuses;
  std::vector<std::int64_t> neval;
  std::int64_t converged = 0;
};

struct Boxes {
  const double *lower = nullptr;
  const double *upper = nullptr;
  std::int64_t stride = 0;
};

inline Many integrate_many(const api::Integrand &integrand, const std::vector<Peak> &peaks,
                           const api::Options &options, const Boxes &boxes = {}) {
  Many all;
  cuboid_many *many = nullptr;
  all.returned =
      cuboid_integrate_many(integrand.get(), std::ssize(peaks), boxes.lower, boxes.upper,
                            boxes.stride, peaks.data(), sizeof(Peak), options.get(), &many);
  if (many == nullptr) {
    all.message = cuboid_last_error();
    return all;
  }
  EXPECT_EQ(cuboid_many_status(many), all.returned);
  EXPECT_EQ(cuboid_many_count(many), std::ssize(peaks));
  const auto count = cuboid_many_count(many);
  const auto numbers = count * cuboid_many_ncomp(many);
  const auto copy = [&](const double *values) { return std::vector(values, values + numbers); };
  all.message = cuboid_many_message(many);
  all.method = cuboid_many_method(many);
  all.value = copy(cuboid_many_value(many));
  all.error = copy(cuboid_many_error(many));
  all.prob = copy(cuboid_many_prob(many));
  all.statuses.assign(cuboid_many_statuses(many), cuboid_many_statuses(many) + count);
  all.neval.assign(cuboid_many_neval(many), cuboid_many_neval(many) + count);
  all.converged = cuboid_many_number_of(many, CUBOID_CONVERGED);
  EXPECT_GE(cuboid_many_seconds(many), 0);
  cuboid_many_free(many);
  return all;
}

}  // namespace many
