// The results of many integrations, stored one by one and as ranges.
#include "batch/many_results.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <thread>
#include <vector>

namespace {

using namespace cuboid;
using router::ManyOutcome;
using router::ManyResults;

constexpr int ncomp = 2;

/// Numbers of a list as a device hands them over.
struct Found {
  explicit Found(std::size_t count)
      : value(count * ncomp),
        error(count * ncomp),
        chi2(count * ncomp),
        iterations(count),
        neval(count) {
    std::iota(value.begin(), value.end(), 1.);
    std::iota(error.begin(), error.end(), 1e3);
    std::iota(chi2.begin(), chi2.end(), 1e6);
    std::iota(iterations.begin(), iterations.end(), 1);
    std::iota(neval.begin(), neval.end(), 100);
  }

  ManyResults::Converged range(std::int64_t first, std::int64_t count) const {
    const std::int64_t at = first * ncomp;
    return {first,
            count,
            value.data() + at,
            error.data() + at,
            chi2.data() + at,
            iterations.data() + first,
            neval.data() + first};
  }

  std::vector<double> value, error, chi2;
  std::vector<int> iterations;
  std::vector<long long> neval;
};

TEST(ManyResults, HaveRangesWhereTheyBelong) {
  const Found found(10);
  ManyResults results(10, ncomp);
  results.put(found.range(2, 5));
  EXPECT_EQ(results.finished(), 5);
  EXPECT_FALSE(results.has(1));
  EXPECT_TRUE(results.has(2));
  EXPECT_TRUE(results.has(6));
  EXPECT_FALSE(results.has(7));
  router::Outcome failed(ncomp);
  failed.status = CUBOID_NONFINITE;
  failed.message = "NaN";
  results.put(8, failed);
  results.leave_rest(CUBOID_CANCELLED, "");
  const ManyOutcome outcome = results.finish("cuhre", 1);
  for (std::size_t i = 0; i < 10; ++i) {
    const bool converged = i >= 2 && i < 7;
    EXPECT_EQ(outcome.statuses[i], converged ? CUBOID_CONVERGED
                                   : i == 8  ? CUBOID_NONFINITE
                                             : CUBOID_CANCELLED);
    EXPECT_EQ(outcome.neval[i], converged ? found.neval[i] : 0);
    EXPECT_EQ(outcome.dof[i], converged ? static_cast<std::int64_t>(i) : 0);
    for (std::size_t c = i * ncomp; c < (i + 1) * ncomp; ++c) {
      if (converged) {
        EXPECT_EQ(outcome.value[c], found.value[c]);
        EXPECT_EQ(outcome.error[c], found.error[c]);
        EXPECT_EQ(outcome.chi2[c], found.chi2[c]);
      } else if (i != 8) {
        EXPECT_TRUE(std::isnan(outcome.value[c]) && std::isnan(outcome.error[c]) &&
                    std::isnan(outcome.chi2[c]));
      }
    }
  }
  EXPECT_EQ(outcome.endings.at(CUBOID_CONVERGED).number, 5);
  EXPECT_EQ(outcome.endings.at(CUBOID_CONVERGED).first, 2);
  EXPECT_EQ(outcome.endings.at(CUBOID_CANCELLED).number, 4);
  EXPECT_EQ(outcome.endings.at(CUBOID_CANCELLED).first, 0);
  EXPECT_EQ(outcome.endings.at(CUBOID_NONFINITE).reason, "NaN");
}

TEST(ManyResults, AreSavedWhileOthersPutRangesDown) {
  constexpr std::int64_t count = 20000;
  constexpr std::int64_t chunk = 100;
  const Found found(count);
  ManyResults results(count, ncomp);
  std::thread feeder([&] {
    for (std::int64_t first = 0; first < count; first += chunk)
      results.put(found.range(first, chunk));
  });
  algorithm::StateWriter writer;
  while (results.finished() < count / 2) std::this_thread::yield();
  results.save(writer);
  feeder.join();
  algorithm::StateReader reader(writer.bytes());
  ManyResults restored(count, ncomp);
  restored.restore(reader);
  EXPECT_GE(restored.finished(), count / 2);
  restored.leave_rest(CUBOID_TIME_LIMIT, "");
  const ManyOutcome outcome = restored.finish("cuhre", 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (outcome.statuses[i] != CUBOID_CONVERGED) continue;
    EXPECT_EQ(outcome.value[i * ncomp + 1], found.value[i * ncomp + 1]);
    EXPECT_EQ(outcome.neval[i], found.neval[i]);
  }
}

}  // namespace
