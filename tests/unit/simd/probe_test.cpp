// Lines of a probe between the points of a rule, against rule/probe.hpp.
#include "rule/probe.hpp"

#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;
namespace rule = cuboid::rule;

TEST(LinePoints, StandWhereTheLineIs) {
  constexpr std::int64_t count = 7;
  for (int ndim = 1; ndim <= 9; ++ndim)
    for (const int points : {1, 8, 16}) {
      const std::vector<double> bounds = random_numbers(count * 2 * ndim, 1);
      std::vector<rule::ProbeLine> lines;
      std::vector<LineThrough> places;
      std::vector<double> begin, part;
      for (std::int64_t i = 0; i < count; ++i) {
        lines.push_back(rule::probe_line(17, static_cast<std::uint64_t>(i), ndim));
        const rule::ProbeLine &line = lines.back();
        places.push_back({bounds.data() + i * 2 * ndim, line.axis});
        for (int d = 0; d < ndim; ++d)
          begin.push_back(d == line.axis && points > 1 ? line.first
                                                       : rule::drawn_fraction(line.key, d));
      }
      for (int j = 0; j < points; ++j)
        part.push_back(points == 1
                           ? 0
                           : rule::line_length * rule::part_of_line(rule::node_of_line(j, points)));
      for (const Kernels *kernels : instruction_sets()) {
        std::vector<double> x(as_size(count * points * ndim) + 1, 77);
        kernels->line_points(
            {count, ndim, points, places.data(), begin.data(), part.data(), x.data()});
        EXPECT_EQ(x.back(), 77);
        for (std::int64_t i = 0; i < count; ++i)
          for (int j = 0; j < points; ++j)
            for (int d = 0; d < ndim; ++d) {
              const double *const lower = places[as_size(i)].bounds;
              const double *const upper = lower + ndim;
              ASSERT_EQ(x[as_size((i * points + j) * ndim + d)],
                        lower[d] + (upper[d] - lower[d]) *
                                       rule::probe_coordinate(lines[as_size(i)], d, j, points))
                  << kernels->name << ' ' << ndim << ' ' << points << ' ' << i << ' ' << j;
            }
      }
    }
}

// Of smooth lines, and of some out of which less and less stands, down to rounding.
TEST(JudgeLines, SaysWhatTheRuleSays) {
  constexpr std::int64_t count = 400;
  for (const int points : {8, 16}) {
    std::vector<double> f;
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> uniform;
    for (std::int64_t i = 0; i < count; ++i) {
      const double bump = std::ldexp(uniform(random), -static_cast<int>(i % 60));
      const int at = static_cast<int>(points * uniform(random));
      for (int j = 0; j < points; ++j)
        f.push_back(std::exp(uniform(random) * 1e-15 - rule::node_of_line(j, points)) +
                    (j == at && i % 3 > 0 ? bump : 0));
    }
    std::int64_t standing = 0;
    for (const Kernels *kernels : instruction_sets()) {
      std::vector<std::uint8_t> found(as_size(count), 7);
      kernels->judge_lines({count, points, f.data(), rule::line_cosines(points),
                            rule::falling_coefficients, rule::probe_rounding * points,
                            found.data()});
      for (std::int64_t i = 0; i < count; ++i) {
        const double *const line = f.data() + i * points;
        const bool stands = rule::standing_out(points, [&](int j) { return line[j]; }).height > 0;
        ASSERT_EQ(found[as_size(i)], stands) << kernels->name << ' ' << points << ' ' << i;
        standing += stands;
      }
    }
    EXPECT_GT(standing, 0);
    EXPECT_LT(standing, count * std::ssize(instruction_sets()));
  }
}

}  // namespace
