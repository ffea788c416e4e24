// State files with a right checksum and numbers that no run has written.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "cuboid.h"
#include "run/state_header.hpp"
#include "support/directory.hpp"
#include "support/integrands.hpp"

namespace {

using cuboid::Descriptor;
using cuboid::algorithm::read_state;
using cuboid::algorithm::StateHeader;
using cuboid::algorithm::StateIdentity;
using cuboid::algorithm::write_state;
using support::Directory;

bool in_cube;
double factor;    ///< of the integrand
int asked;        ///< values that are asked for before the method begins, and have no factor
int points_left;  ///< until the integrand gives up, as a file may ask for more than anybody can
                  ///< wait for

int watched_peak(const int *ndim, const double x[], const int *ncomp, double f[], void *) {
  if (--points_left < 0) return -999;
  for (int d = 0; d < *ndim; ++d) in_cube = in_cube && x[d] >= 0 && x[d] <= 1;
  support::peak(ndim, x, ncomp, f, nullptr);
  if (--asked < 0) f[0] *= factor;
  return 0;
}

struct Outcome {
  int nregions = 0, neval = 0, fail = 0;
  double integral = 0, error = 0, prob = 0;

  bool operator==(const Outcome &) const = default;
};

using Call = std::function<Outcome(const char *statefile, int maxeval)>;

Outcome vegas(const char *statefile, int maxeval) {
  Outcome o;
  cuboid_Vegas(2, 1, watched_peak, nullptr, 1, 1e-9, 0, 0, 0, 0, maxeval, 200, 100, 1000, 0,
               statefile, nullptr, &o.neval, &o.fail, &o.integral, &o.error, &o.prob);
  return o;
}

Outcome suave(const char *statefile, int maxeval) {
  Outcome o;
  cuboid_Suave(2, 1, watched_peak, nullptr, 1, 1e-9, 0, 0, 0, 0, maxeval, 50, 2, 25, statefile,
               nullptr, &o.nregions, &o.neval, &o.fail, &o.integral, &o.error, &o.prob);
  return o;
}

Outcome divonne(const char *statefile, int maxeval) {
  Outcome o;
  cuboid_Divonne(2, 1, watched_peak, nullptr, 1, 1e-9, 0, 0, 0, 0, maxeval, 47, 1, 1, 5, 0, 10,
                 0.25, 0, 2, nullptr, 0, nullptr, statefile, nullptr, &o.nregions, &o.neval,
                 &o.fail, &o.integral, &o.error, &o.prob);
  return o;
}

Outcome cuhre(const char *statefile, int maxeval) {
  Outcome o;
  cuboid_Cuhre(2, 1, watched_peak, nullptr, 1, 1e-13, 0, 0, 0, maxeval, 7, statefile, nullptr,
               &o.nregions, &o.neval, &o.fail, &o.integral, &o.error, &o.prob);
  return o;
}

/// A method of the native interface.
Outcome native(const char *method, int quasi, const char *statefile, int maxeval) {
  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  cuboid_result *result = nullptr;
  EXPECT_EQ(cuboid_integrand_create(&integrand, 2, 1, watched_peak, nullptr), 0);
  EXPECT_EQ(cuboid_options_create(&options), 0);
  cuboid_options_set_text(options, "method", method);
  cuboid_options_set_text(options, "statefile", statefile);
  cuboid_options_set_text(options, "workers", "none");
  cuboid_options_set_integer(options, "seed", 1);
  cuboid_options_set_integer(options, "quasi", quasi);
  cuboid_options_set_integer(options, "maxeval", maxeval);
  cuboid_options_set_integer(options, "nstart", 100);
  cuboid_options_set_integer(options, "nincrease", 0);
  cuboid_options_set_integer(options, "intervals", 64);
  cuboid_options_set_integer(options, "overwrite_state", 1);
  cuboid_options_set_real(options, "epsrel", 1e-9);
  Outcome o;
  asked = 3;
  o.fail = cuboid_integrate(integrand, nullptr, nullptr, options, &result);
  o.neval = static_cast<int>(cuboid_result_neval(result));
  o.integral = cuboid_result_value(result)[0];
  o.error = cuboid_result_error(result)[0];
  o.prob = cuboid_result_prob(result)[0];
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return o;
}

Outcome vegas_plus(const char *statefile, int maxeval) {
  return native("vegas_plus", 0, statefile, maxeval);
}

Outcome m_cubes(const char *statefile, int maxeval) {
  return native("m_cubes", 0, statefile, maxeval);
}

Outcome sobol(const char *statefile, int maxeval) {
  return native("vegas_plus", 1, statefile, maxeval);
}

/// Writes them as the library does.
void write(const std::string &name, const StateIdentity &identity,
           const std::vector<unsigned char> &contents) {
  const Descriptor file(open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600));
  ASSERT_TRUE(write_state(file, identity, contents));
}

/// What the file belongs to.
StateIdentity identity_of(const std::string &name) {
  const std::string file = support::contents(name);
  StateHeader header;
  EXPECT_GT(file.size(), sizeof header);
  std::memcpy(&header, file.data(), sizeof header);
  return {header.routine, header.ndim, header.ncomp};
}

std::vector<unsigned char> contents_of(const std::string &name) {
  const Descriptor file(open(name.c_str(), O_RDONLY));
  auto found = read_state(file, std::filesystem::file_size(name), identity_of(name));
  EXPECT_EQ(found.problem, "");
  return found.bytes;
}

/// Changes words of a file in turn, all of the first ones.  What is not refused must lead to
/// numbers.
void expect_no_harm(const Call &call) {
  const Directory directory;
  const std::string name = directory.file("state");
  // Those who go on from this file have other results than a fresh run.
  factor = 2;
  points_left = 1000000;
  call(name.c_str(), 300);
  factor = 1;
  const StateIdentity identity = identity_of(name);
  const std::vector<unsigned char> sound = contents_of(name);
  const Outcome fresh = call(directory.file("fresh").c_str(), 400);
  in_cube = true;
  std::size_t refused = 0, words = 0;
  const std::size_t step = 8 * (1 + sound.size() / 8 / 50);
  for (std::size_t at = 0; at + 8 <= sound.size(); at += at < 8 * 40 ? 4 : step)
    for (const double number : {std::numeric_limits<double>::quiet_NaN(), -2.0, 1e300}) {
      std::vector<unsigned char> contents = sound;
      std::memcpy(&contents[at], &number, sizeof number);
      write(name, identity, contents);
      points_left = 5000;
      const Outcome o = call(name.c_str(), 400);
      ++words;
      refused += o == fresh;
      ASSERT_TRUE(o.fail >= 0 || o.fail == CUBOID_NONFINITE || o.fail == CUBOID_ABORTED)
          << at << ": " << cuboid_last_error();
      ASSERT_TRUE(o.fail < 0 || std::isfinite(o.integral)) << at << ": " << number;
      ASSERT_TRUE(in_cube) << at << ": " << number;
    }
  EXPECT_GT(refused, words / 4);
  // Of a file with more than a run writes nothing is kept.
  std::vector<unsigned char> longer = sound;
  longer.resize(longer.size() + 8);
  write(name, identity, longer);
  points_left = 5000;
  EXPECT_EQ(call(name.c_str(), 400), fresh);
  // The test forges as the library writes.
  write(name, identity, sound);
  points_left = 5000;
  EXPECT_NE(call(name.c_str(), 400), fresh);
}

TEST(ForgedState, OfVegasDoesNoHarm) {
  expect_no_harm(vegas);
}

TEST(ForgedState, OfVegasPlusDoesNoHarm) {
  expect_no_harm(vegas_plus);
  expect_no_harm(m_cubes);
  expect_no_harm(sobol);
}

TEST(ForgedState, OfSuaveDoesNoHarm) {
  expect_no_harm(suave);
}

TEST(ForgedState, OfDivonneDoesNoHarm) {
  expect_no_harm(divonne);
}

TEST(ForgedState, OfCuhreDoesNoHarm) {
  expect_no_harm(cuhre);
}

}  // namespace
