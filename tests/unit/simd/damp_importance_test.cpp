// Shares of the importance of a grid's bins, damped.
#include <cmath>
#include <limits>

#include "elementary/functions.hpp"
#include "elementary/side_by_side.hpp"
#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;
namespace elementary = cuboid::elementary;

double damped(double share) {
  if (!(share > 0)) return 0;
  const double value = share < 1 ? (share - 1) / elementary::log(share) : 1;
  return value > 0 && value < 1 ? elementary::three_halves_power(value, std::sqrt(value)) : value;
}

TEST(DampImportance, IsThatOfEachBin) {
  constexpr double last_below_one = 1 - 0x1p-53;
  const double special[] = {0,
                            1,
                            0.5,
                            last_below_one,
                            std::numeric_limits<double>::min(),
                            0x1p-1030,
                            std::numeric_limits<double>::denorm_min()};
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  for (const Kernels *kernels : instruction_sets())
    for (std::int64_t count = 0; count <= 140; count += 7) {
      std::vector<double> importance;
      for (std::int64_t i = 0; i < count; ++i)
        importance.push_back(uniform(random) < 0.2
                                 ? special[random() % std::size(special)]
                                 : std::exp2(-60 * uniform(random)) * uniform(random));
      for (const double norm : {1.0, 0x1p-20, 0.3}) {
        std::vector<double> expected;
        for (const double value : importance) expected.push_back(damped(value * norm));
        expected.push_back(77);
        std::vector<double> found = importance;
        found.push_back(77);
        kernels->damp_importance(count, norm, found.data());
        EXPECT_EQ(found, expected) << kernels->name << ' ' << count;
      }
    }
}

}  // namespace
