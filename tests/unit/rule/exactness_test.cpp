// Rules integrate every monomial up to their degree, null rules make it zero up to theirs, and both
// end there.
#include <cmath>
#include <cstdlib>

#include "unit/rule/rule_support.hpp"

namespace {

using namespace rule_test;

using Exponents = std::vector<int>;  ///< [ndim]

/// All monomials of the degree in up to 3 dimensions.  In more, one of each set that permutations
/// of the axes lead to, with falling exponents from the first axis on.
void monomials(int degree, std::size_t axis, int most, Exponents &exponents,
               std::vector<Exponents> &all) {
  if (degree == 0) all.push_back(exponents);
  if (degree == 0 || axis == exponents.size()) return;
  const bool every = exponents.size() <= 3;
  for (int power = std::min(degree, most); power >= (every ? 0 : 1); --power) {
    exponents[axis] = power;
    monomials(degree - power, axis + 1, every ? most : power, exponents, all);
  }
  exponents[axis] = 0;
}

std::vector<Exponents> monomials(int ndim, int degree) {
  std::vector<Exponents> all;
  Exponents exponents(static_cast<std::size_t>(ndim), 0);
  monomials(degree, 0, degree, exponents, all);
  if (ndim <= 3) return all;
  // And another one of the set, on other axes.
  const std::size_t on_first_axes = all.size();
  for (std::size_t k = 0; k < on_first_axes; ++k) {
    Exponents rotated = all[k];
    std::rotate(rotated.begin(), rotated.begin() + 1 + static_cast<long>(k) % (ndim - 1),
                rotated.end());
    all.push_back(rotated);
  }
  return all;
}

long double power(long double x, int exponent) {
  long double result = 1;
  for (int k = 0; k < exponent; ++k) result *= x;
  return result;
}

long double integral(const Exponents &exponents) {
  long double result = 1;
  for (const int e : exponents) result *= e % 2 == 0 ? power(0.5L, e) / (e + 1) : 0;
  return result;
}

/// The largest difference between a weighted sum and its exact value over the monomials of one
/// degree, in units of the sum of the absolute terms.
struct Sums {
  long double value = 0;
  long double scale = 0;
};

std::vector<std::vector<Sums>> sums_over(const CuhreRule &rule, const std::vector<Node> &nodes,
                                         const std::vector<Exponents> &all) {
  std::vector<std::vector<Sums>> sums(all.size(), std::vector<Sums>(5));
  for (std::size_t k = 0; k < all.size(); ++k)
    for (const Node &node : nodes) {
      long double monomial = 1;
      for (std::size_t d = 0; d < all[k].size(); ++d) monomial *= power(node.x[d], all[k][d]);
      for (std::size_t r = 0; r < 5; ++r) {
        const long double term = rule.orbits[node.orbit].weight[r] * monomial;
        sums[k][r].value += term;
        sums[k][r].scale += std::fabs(term);
      }
    }
  return sums;
}

double worst(const std::vector<std::vector<Sums>> &sums, const std::vector<Exponents> &all,
             std::size_t r) {
  long double result = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const long double exact = r == 0 ? integral(all[k]) : 0;
    const Sums &sum = sums[k][r];
    const long double scale = std::max(sum.scale, exact);
    if (scale > 0) result = std::max(result, std::fabs(sum.value - exact) / scale);
  }
  return static_cast<double>(result);
}

// Degrees of the null rules: Berntsen, Espelid and Genz, ACM TOMS 17 (1991) 437, section 3, and for
// one dimension as cuhre_rule.hpp has them.
std::vector<int> degrees(const Choice &choice) {
  if (choice.ndim == 1) return {23, 13, 11, 9, 7};
  const int degree = choice.degree;
  return {degree, degree - 2, degree - 2, degree - 4, degree - 6};
}

TEST(Exactness, EndsAtTheDegree) {
  for (const Choice &choice : all_rules()) {
    SCOPED_TRACE("ndim " + std::to_string(choice.ndim) + " key " + std::to_string(choice.key));
    const CuhreRule rule = make_cuhre_rule(choice.ndim, choice.key);
    EXPECT_EQ(rule.degree, choice.degree);
    // Weights and points are doubles, and the table of degree 13 has 16 digits.
    const double rounding = choice.degree == 13 ? 2e-14 : 4e-15;
    const std::vector<Node> nodes = nodes_of(rule);
    // Beyond 8 dimensions odd monomials, which vanish by symmetry, are left out to save time.
    const int step = choice.ndim > 8 ? 2 : 1;
    for (int degree = 0; degree <= choice.degree + 1; degree += step) {
      const std::vector<Exponents> all = monomials(choice.ndim, degree);
      const auto sums = sums_over(rule, nodes, all);
      const std::vector<int> most = degrees(choice);
      for (std::size_t r = 0; r < most.size(); ++r) {
        const double error = worst(sums, all, r);
        if (degree <= most[r]) {
          EXPECT_LE(error, rounding) << "weights " << r << " degree " << degree;
        }
        if (degree == most[r] + 1) {
          EXPECT_GT(error, 1e-8) << "weights " << r << " degree " << degree;
        }
      }
    }
  }
}

}  // namespace
