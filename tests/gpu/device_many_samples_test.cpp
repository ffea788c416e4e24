// Many integrals by samples in one call on a device, through the public interface.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "cuboid.h"
#include "device_support.hpp"
#include "support/directory.hpp"

namespace {

const double infinity = std::numeric_limits<double>::infinity();

using Peak = support::Peak<8>;
using support::along_axis;

const std::string text = support::peak_source(8);
const char *const source = text.c_str();

std::vector<Peak> some_peaks(std::size_t count, double most = 25) {
  return support::random_peaks<8>(count, 5, most);
}

/// What there is of an integral.
struct One {
  std::vector<std::uint64_t> numbers;  ///< bits of values, errors and probabilities
  std::int64_t neval;
  int status;

  bool operator==(const One &) const = default;
};

void PrintTo(const One &one, std::ostream *out) {
  *out << "status " << one.status << ", " << one.neval << " evaluations,";
  for (const std::uint64_t bits : one.numbers) *out << ' ' << std::bit_cast<double>(bits);
}

struct Many {
  int returned = 0;
  std::string message;
  std::vector<double> value;  ///< of the first component
  std::vector<One> all;
};

class ManySamplesOnDevice : public support::OnDevice {
 protected:
  void set_options() override {
    cuboid_options_set_text(options, "method", "vegas_plus");
    cuboid_options_set_integer(options, "seed", 5);
    cuboid_options_set_real(options, "epsrel", 1e-2);
  }

  void compile(int dimensions, int components = 1, const char *code = source) {
    ndim = dimensions;
    ncomp = components;
    cuboid_integrand_free(integrand);
    ASSERT_EQ(cuboid_integrand_from_cuda_source(&integrand, ndim, ncomp, code, "gaussian", nullptr,
                                                sizeof(Peak)),
              0)
        << cuboid_last_error();
  }

  Many integrate(const std::vector<Peak> &peaks, const double *lower = nullptr,
                 const double *upper = nullptr, std::int64_t stride = 0) const {
    Many result;
    cuboid_many *many = nullptr;
    const auto count = std::ssize(peaks);
    result.returned = cuboid_integrate_many(integrand, count, lower, upper, stride, peaks.data(),
                                            sizeof(Peak), options, &many);
    EXPECT_NE(many, nullptr) << cuboid_last_error();
    if (many == nullptr) return result;
    result.message = cuboid_many_message(many);
    for (std::int64_t i = 0; i < count; ++i) {
      One one{{}, cuboid_many_neval(many)[i], cuboid_many_statuses(many)[i]};
      for (const double *numbers :
           {cuboid_many_value(many), cuboid_many_error(many), cuboid_many_prob(many)})
        for (int c = 0; c < ncomp; ++c)
          one.numbers.push_back(std::bit_cast<std::uint64_t>(numbers[i * ncomp + c]));
      result.value.push_back(cuboid_many_value(many)[i * ncomp]);
      result.all.push_back(std::move(one));
    }
    cuboid_many_free(many);
    return result;
  }

  One alone(Peak peak, const double *lower = nullptr, const double *upper = nullptr) const {
    cuboid_integrand *single = nullptr;
    EXPECT_EQ(cuboid_integrand_from_cuda_source(&single, ndim, ncomp, source, "gaussian", &peak,
                                                sizeof(Peak)),
              0);
    cuboid_result *result = nullptr;
    One one{{}, 0, cuboid_integrate(single, lower, upper, options, &result)};
    one.neval = cuboid_result_neval(result);
    for (const double *numbers :
         {cuboid_result_value(result), cuboid_result_error(result), cuboid_result_prob(result)})
      for (int c = 0; c < ncomp; ++c)
        one.numbers.push_back(std::bit_cast<std::uint64_t>(numbers[c]));
    cuboid_result_free(result);
    cuboid_integrand_free(single);
    return one;
  }

  /// In the cube and in a box, bit by bit.
  void expect_those_of_single_calls(const std::vector<Peak> &peaks) const {
    const double lower[] = {0, -1, 0, 0.5, 0, 0, 0, 0};
    const double upper[] = {1, 1, infinity, 0, 1, 1, 1, 1};
    const Many cube = integrate(peaks);
    const Many box = integrate(peaks, lower, upper, 0);
    for (std::size_t i = 0; i < peaks.size(); ++i) {
      EXPECT_EQ(cube.all[i], alone(peaks[i])) << i;
      EXPECT_EQ(box.all[i], alone(peaks[i], lower, upper)) << i;
    }
  }

  /// Those of the numbers `some` by themselves, all in another order, and with less memory and
  /// fewer threads.
  void expect_the_same_in_any_company(const std::vector<Peak> &peaks,
                                      std::initializer_list<std::size_t> some) {
    const Many all = integrate(peaks);
    for (const std::size_t i : some) EXPECT_EQ(all.all[i], integrate({peaks[i]}).all[0]) << i;
    const std::vector<Peak> turned(peaks.rbegin(), peaks.rend());
    const Many backward = integrate(turned);
    for (std::size_t i = 0; i < peaks.size(); ++i)
      ASSERT_EQ(all.all[i], backward.all[peaks.size() - 1 - i]) << i;
    cuboid_options_set_integer(options, "memory_limit", 20000000);
    cuboid_options_set_integer(options, "cores", 3);
    EXPECT_EQ(integrate(peaks).all, all.all);
  }

  int ndim = 0;
  int ncomp = 1;
};

TEST_F(ManySamplesOnDevice, AreThoseOfSingleCalls) {
  cuboid_options_set_integer(options, "raise_samples", 0);
  const std::vector<Peak> peaks = some_peaks(12, 200);
  for (const char *method : {"vegas_plus", "m_cubes", "m_cubes_1d"})
    for (const auto &[dimensions, components] : {std::pair{1, 1}, {3, 2}, {8, 1}})
      for (const int samples : {1000, 20000}) {
        SCOPED_TRACE(std::string(method) + " in " + std::to_string(dimensions) + " dimensions, " +
                     std::to_string(samples) + " samples");
        cuboid_options_set_text(options, "method", method);
        cuboid_options_set_integer(options, "nstart", samples);
        compile(dimensions, components);
        expect_those_of_single_calls(peaks);
      }
}

TEST_F(ManySamplesOnDevice, OfSobolPointsAreThoseOfSingleCalls) {
  cuboid_options_set_integer(options, "raise_samples", 0);
  cuboid_options_set_integer(options, "quasi", 1);
  const std::vector<Peak> peaks = some_peaks(12, 200);
  for (const auto &[dimensions, components] : {std::pair{1, 1}, {3, 2}, {8, 1}})
    for (const int samples : {1000, 16384}) {
      SCOPED_TRACE(std::to_string(dimensions) + " dimensions, " + std::to_string(samples));
      cuboid_options_set_integer(options, "nstart", samples);
      compile(dimensions, components);
      expect_those_of_single_calls(peaks);
      const Many sobol = integrate(peaks);
      cuboid_options_set_integer(options, "quasi", 0);
      const Many random = integrate(peaks);
      cuboid_options_set_integer(options, "quasi", 1);
      for (std::size_t i = 0; i < peaks.size(); ++i) EXPECT_NE(sobol.all[i], random.all[i]) << i;
    }
}

TEST_F(ManySamplesOnDevice, AreAccurate) {
  compile(5);
  const std::vector<Peak> peaks = some_peaks(2000);
  // The integrals of a list have the same random numbers: errors of similar ones are alike.
  constexpr std::size_t of_a_seed = 100;
  int beyond = 0;
  for (std::size_t begin = 0; begin < peaks.size(); begin += of_a_seed) {
    const std::vector<Peak> some(peaks.begin() + static_cast<std::ptrdiff_t>(begin),
                                 peaks.begin() + static_cast<std::ptrdiff_t>(begin + of_a_seed));
    cuboid_options_set_integer(options, "seed", static_cast<std::int64_t>(begin / of_a_seed + 1));
    const Many all = integrate(some);
    EXPECT_EQ(all.returned, CUBOID_CONVERGED) << all.message;
    for (std::size_t i = 0; i < some.size(); ++i) {
      double exact = 1;
      for (int d = 0; d < 5; ++d) exact *= along_axis(some[i], d, 0, 1);
      beyond += std::fabs(all.value[i] - exact) > 3 * std::bit_cast<double>(all.all[i].numbers[1]);
    }
  }
  EXPECT_LE(beyond, 20);
}

TEST_F(ManySamplesOnDevice, HaveTheSameBitsInAnyCompany) {
  compile(4);
  // More than one chunk.
  expect_the_same_in_any_company(some_peaks(5000, 1000), {0, 7, 1023, 1024, 4711, 4999});
}

class ManyLatticesOnDevice : public ManySamplesOnDevice {
 protected:
  void set_options() override {
    ManySamplesOnDevice::set_options();
    cuboid_options_set_text(options, "method", "lattice");
    cuboid_options_set_real(options, "epsrel", 1e-5);
  }
};

TEST_F(ManyLatticesOnDevice, AreThoseOfSingleCalls) {
  std::vector<Peak> peaks = some_peaks(8, 50);
  peaks[3].sharpness = 1e6;
  for (const int smooth : {1, 0})
    for (const auto &[dimensions, components] : {std::pair{1, 1}, {3, 2}, {8, 1}}) {
      SCOPED_TRACE(std::to_string(dimensions) + " dimensions, " + std::to_string(smooth));
      cuboid_options_set_integer(options, "smooth_map", smooth);
      compile(dimensions, components);
      expect_those_of_single_calls(peaks);
    }
}

TEST_F(ManyLatticesOnDevice, HaveTheSameBitsInAnyCompany) {
  compile(4);
  // More than one chunk.
  expect_the_same_in_any_company(some_peaks(3000), {0, 7, 1023, 1024, 2999});
}

TEST_F(ManyLatticesOnDevice, AreAccurate) {
  compile(5);
  cuboid_options_set_integer(options, "maxeval", 10000000);
  const std::vector<Peak> peaks = some_peaks(1000);
  const Many all = integrate(peaks);
  EXPECT_EQ(all.returned, CUBOID_CONVERGED) << all.message;
  int beyond = 0;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    double exact = 1;
    for (int d = 0; d < 5; ++d) exact *= along_axis(peaks[i], d, 0, 1);
    beyond += std::fabs(all.value[i] - exact) > 3 * std::bit_cast<double>(all.all[i].numbers[1]);
  }
  EXPECT_LE(beyond, 10);
}

TEST_F(ManyLatticesOnDevice, DoNotSpoilEachOther) {
  compile(3);
  std::vector<Peak> peaks = some_peaks(100);
  const Many sound = integrate(peaks);
  peaks[7].sharpness = -1;
  peaks[13].sharpness = 0;
  for (const int smooth : {1, 0}) {
    cuboid_options_set_integer(options, "smooth_map", smooth);
    const Many all = integrate(peaks);
    EXPECT_EQ(all.returned, CUBOID_NOT_CONVERGED);
    EXPECT_EQ(all.all[7].status, CUBOID_NONFINITE);
    EXPECT_EQ(all.all[13].status, CUBOID_ABORTED);
    EXPECT_NE(all.message.find("98 of 100 integrals converged"), std::string::npos) << all.message;
    for (std::size_t i = 0; i < peaks.size(); ++i)
      if (smooth == 1 && i != 7 && i != 13) {
        EXPECT_EQ(all.all[i], sound.all[i]) << i;
      }
  }
}

TEST_F(ManySamplesOnDevice, HaveBoxesOfTheirOwn) {
  compile(2);
  const std::vector<Peak> peaks = some_peaks(4);
  const double lower[] = {0, 0, 99, -1, 0, 99, -infinity, 0, 99, 1, 0, 99};
  const double upper[] = {1, 1, 99, 1, 2, 99, infinity, infinity, 99, 0, 1, 99};
  const Many all = integrate(peaks, lower, upper, 3);
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const double *low = lower + 3 * i;
    const double *high = upper + 3 * i;
    const double exact =
        along_axis(peaks[i], 0, low[0], high[0]) * along_axis(peaks[i], 1, low[1], high[1]);
    EXPECT_NEAR(all.value[i], exact, 4e-2 * std::fabs(exact)) << i;
    EXPECT_EQ(all.all[i], integrate({peaks[i]}, low, high).all[0]) << i;
  }
}

TEST_F(ManySamplesOnDevice, DoNotSpoilEachOther) {
  compile(3);
  std::vector<Peak> peaks = some_peaks(100);
  const Many sound = integrate(peaks);
  peaks[7].sharpness = -1;
  peaks[13].sharpness = 0;
  const Many all = integrate(peaks);
  EXPECT_EQ(all.returned, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(all.all[7].status, CUBOID_NONFINITE);
  EXPECT_TRUE(std::isnan(all.value[7]));
  EXPECT_EQ(all.all[13].status, CUBOID_ABORTED);
  EXPECT_NE(all.message.find("98 of 100 integrals converged"), std::string::npos) << all.message;
  EXPECT_NE(all.message.find("is NaN or infinite at"), std::string::npos) << all.message;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    if (i == 7 || i == 13) continue;
    EXPECT_EQ(all.all[i], sound.all[i]) << i;
  }
}

TEST_F(ManySamplesOnDevice, EndAtMaxeval) {
  compile(3);
  cuboid_options_set_real(options, "epsrel", 1e-6);
  cuboid_options_set_integer(options, "maxeval", 300000);
  const Many all = integrate(some_peaks(10));
  EXPECT_EQ(all.returned, CUBOID_NOT_CONVERGED);
  for (const One &one : all.all) {
    EXPECT_EQ(one.status, CUBOID_NOT_CONVERGED);
    EXPECT_GE(one.neval, 300000);
    EXPECT_LE(one.neval, 350000);
  }
}

// An integral that needs too many iterations is that of cuboid_integrate.
TEST_F(ManySamplesOnDevice, GoOnAloneWhereTheyNeedMoreIterations) {
  compile(3);
  cuboid_options_set_integer(options, "nincrease", 0);
  cuboid_options_set_integer(options, "maxeval", 100000000);
  cuboid_options_set_real(options, "epsrel", 3e-6);
  const std::vector<Peak> peaks = some_peaks(3, 1e5);
  const Many all = integrate(peaks);
  for (std::size_t i = 0; i < peaks.size(); ++i) EXPECT_EQ(all.all[i], alone(peaks[i])) << i;
}

// Where no method is named, it gets one of its own.
TEST_F(ManySamplesOnDevice, GetMethodsOfTheirOwnWhereNoneIsNamed) {
  compile(8);
  cuboid_options_set_integer(options, "maxeval", 100000000);
  cuboid_options_set_real(options, "epsrel", 1e-5);
  const std::vector<Peak> peaks = some_peaks(3);
  cuboid_options_set_text(options, "method", "auto");
  const Many all = integrate(peaks);
  EXPECT_NE(all.message.find("; methods that were chosen: "), std::string::npos) << all.message;
  for (std::size_t i = 0; i < peaks.size(); ++i) EXPECT_EQ(all.all[i], alone(peaks[i])) << i;
}

TEST_F(ManySamplesOnDevice, EndAtTheTimeLimit) {
  compile(8);
  cuboid_options_set_real(options, "epsrel", 1e-4);
  cuboid_options_set_integer(options, "maxeval", 1000000000);
  cuboid_options_set_real(options, "time_limit", 0.3);
  const Many all = integrate(some_peaks(300000));
  EXPECT_EQ(all.returned, CUBOID_TIME_LIMIT);
  EXPECT_EQ(all.all.back().status, CUBOID_TIME_LIMIT);
  EXPECT_TRUE(std::isnan(all.value.back()));
}

int end_after(void *user, const cuboid_progress *progress) {
  return progress->iterations >= *static_cast<std::int64_t *>(user);
}

TEST_F(ManySamplesOnDevice, GoOnWhereACallEnded) {
  compile(2);
  const support::Directory directory;
  const std::vector<Peak> peaks = some_peaks(40000);
  const Many whole = integrate(peaks);
  cuboid_options_set_text(options, "statefile", directory.file("many.state").c_str());
  std::int64_t after = 10000;
  cuboid_options_set_progress(options, end_after, &after, 0);
  EXPECT_EQ(integrate(peaks).returned, CUBOID_CANCELLED);
  cuboid_options_set_progress(options, nullptr, nullptr, 0);
  const Many rest = integrate(peaks);
  EXPECT_NE(rest.message.find("resumed at"), std::string::npos) << rest.message;
  EXPECT_EQ(rest.all, whole.all);
}

}  // namespace
