// Determinants of regions on the host.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "domain/domain.hpp"
#include "domain/maps.hpp"
#include "elementary/double_double.hpp"

namespace cuboid::domain {

namespace {

/// With twice the digits of a double.
struct Twofold : elementary::DoubleDouble {
  Twofold(const elementary::DoubleDouble &of) : elementary::DoubleDouble(of) {}
  explicit operator double() const { return high; }
};

Twofold operator-(const Twofold &a, const Twofold &b) {
  const auto [sum, rest] = elementary::exact_sum(a.high, -b.high);
  return elementary::exact_sum_ordered(sum, rest + (a.low - b.low));
}

Twofold operator*(const Twofold &a, const Twofold &b) {
  const auto [product, rest] = elementary::exact_product(a.high, b.high);
  return elementary::exact_sum_ordered(product, rest + (a.high * b.low + a.low * b.high));
}

Twofold operator/(const Twofold &a, const Twofold &b) {
  const double quotient = a.high / b.high;
  const Twofold rest = a - Twofold(elementary::DoubleDouble{quotient, 0}) * b;
  return elementary::exact_sum_ordered(quotient, rest.high / b.high);
}

/// |det| of an [n][n] matrix.  Where it is small beside its rows, as that of a flat simplex is, the
/// elimination cancels as many digits, and has twice as many.
double size_of(int n, std::vector<Twofold> matrix) {
  constexpr double small = 1. / 64;
  std::vector<double> rounded;
  for (const Twofold &entry : matrix) rounded.push_back(entry.high);
  double bound = 1;
  for (auto row = rounded.begin(); row != rounded.end(); row += n)
    bound *= std::abs(*std::max_element(
        row, row + n, [](double a, double b) { return std::abs(a) < std::abs(b); }));
  const double found = std::abs(eliminate(n, rounded.data()));
  if (!(found < small * bound)) return found;
  const double exact = std::abs(eliminate(n, matrix.data()));
  return std::isfinite(exact) ? exact : found;  // Near the largest double, halves overflow.
}

}  // namespace

double size_of_determinant(int n, const std::vector<double> &matrix) {
  std::vector<Twofold> entries;
  for (const double entry : matrix) entries.emplace_back(elementary::DoubleDouble{entry, 0});
  return size_of(n, std::move(entries));
}

double size_of_simplex(int n, const double *vertices) {
  std::vector<Twofold> sides;
  for (int i = 0; i < n * n; ++i)
    sides.emplace_back(elementary::exact_sum(vertices[n + i], -vertices[i % n]));
  return size_of(n, std::move(sides));
}

}  // namespace cuboid::domain
