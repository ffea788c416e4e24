// Component-by-component construction of rank-1 lattices whose numbers of points are powers of 2,
// by the fast products of R. Cools, F. Y. Kuo, D. Nuyens, "Constructing embedded lattice rules for
// multivariate integration", SIAM J. Sci. Comput. 28 (2006) 2162, and D. Nuyens, R. Cools, "Fast
// algorithms for component-by-component construction of rank-1 lattice rules", Math. Comp. 75
// (2006) 903.  Embedded lattices, each a part of the next, would have one vector for all sizes; the
// errors of smooth integrands are then 2 to 20 times as large in 5 to 8 dimensions.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

namespace cuboid::rng {

/// The Fourier transform of 2^bits complex numbers.
class PowerOfTwoTransform {
 public:
  using Number = std::complex<double>;

  explicit PowerOfTwoTransform(int bits) : root_(std::size_t{1} << bits) {
    // Roots of unity by halving angles, and the powers between them by products of two.
    root_[0] = 1;
    Number turn(-1, 0);
    for (std::size_t step = root_.size() / 2; step > 0; step /= 2) {
      root_[step] = turn;
      const double half = std::sqrt((1 + turn.real()) / 2);
      turn = step == root_.size() / 2 ? Number(0, 1) : Number(half, turn.imag() / (2 * half));
    }
    for (std::size_t top = 1; top < root_.size(); top *= 2)
      for (std::size_t k = top + 1; k < 2 * top; ++k) root_[k] = root_[top] * root_[k - top];
  }

  /// The whole of values, in place.
  void forward(std::vector<Number> &values) const {
    const std::size_t size = values.size();
    for (std::size_t i = 1, j = 0; i < size; ++i) {
      std::size_t bit = size / 2;
      for (; (j & bit) != 0; bit /= 2) j ^= bit;
      j |= bit;
      if (i < j) std::swap(values[i], values[j]);
    }
    for (std::size_t half = 1; half < size; half *= 2)
      for (std::size_t begin = 0; begin < size; begin += 2 * half)
        for (std::size_t k = 0; k < half; ++k) {
          const Number odd = values[begin + half + k] * root_[k * (root_.size() / (2 * half))];
          values[begin + half + k] = values[begin + k] - odd;
          values[begin + k] += odd;
        }
  }

 private:
  std::vector<Number> root_;
};

/// The kernel of the criterion P_2, 2 pi^2 B_2(x), whose mean is zero.
inline double lattice_kernel(double x) {
  return 2 * std::numbers::pi * std::numbers::pi * (x * (x - 1) + 1.0 / 6);
}

/// The weight of an axis, which counts from 1, in the criterion.  Transforms make all axes alike,
/// and the squares g^a / h^(2 a) of the coefficients of their derivatives are those of a weight g =
/// 0.3 to 0.7 (Jensen's inequality).  With 0.6, shifts of a 6-D corner peak differ 3 to 20 times
/// less than with 1 / j on axis j (2^16 to 2^21 points), Gaussians in 8 dimensions up to 20 times
/// less.  The more axes have it, the less the criterion says: beyond the tenth it is 1 / j.
inline double lattice_weight(int axis) {
  return axis <= 10 ? 0.6 : 1.0 / axis;
}

/// Finds one component after the other.
class LatticeConstruction {
 public:
  /// For 2^size points, 8 at least.
  explicit LatticeConstruction(int size)
      : size_(size), product_((std::size_t{1} << (size - 1)) + 1, 1.0) {
    for (int bits = 3; bits <= size; ++bits) {
      transforms_.emplace_back(bits - 2);
      kernels_.push_back(on_group(bits, [bits](std::uint64_t odd) {
        return lattice_kernel(std::ldexp(static_cast<double>(odd), -bits));
      }));
      transforms_.back().forward(kernels_.back());
    }
  }

  /// The component that adds least to the error.  weight: of the axis.
  std::uint64_t next(double weight) {
    // The parts of 0, 1/2, 1/4 and 3/4 are the same for all components.
    std::vector<double> sum(1, lattice_kernel(0) * product(0, 0) +
                                   lattice_kernel(0.5) * product(1, 1) +
                                   2 * lattice_kernel(0.25) * product(1, 2));
    for (int bits = 3; bits <= size_; ++bits) sum = with_odd_points(bits, sum);
    std::size_t best = 0;
    for (std::size_t power = 1; power < sum.size(); ++power)
      if (sum[power] < sum[best]) best = power;
    const std::uint64_t component = power_of_5(best, size_);
    for (std::size_t i = 0; i < product_.size(); ++i)
      product_[i] *= 1 + weight * lattice_kernel(fraction(i * component, size_));
    return component;
  }

  /// The square of the worst-case error so far.
  double error() const {
    double sum = 0;
    const std::uint64_t count = std::uint64_t{1} << size_;
    for (std::uint64_t i = 0; i < count; ++i) sum += product(i, size_);
    return sum / static_cast<double>(count) - 1;
  }

 private:
  using Number = PowerOfTwoTransform::Number;

  static double fraction(std::uint64_t number, int bits) {
    return std::ldexp(static_cast<double>(number & ((std::uint64_t{1} << bits) - 1)), -bits);
  }

  static std::uint64_t power_of_5(std::uint64_t exponent, int bits) {
    std::uint64_t power = 1;
    std::uint64_t square = 5;
    for (; exponent > 0; exponent /= 2, square *= square)
      if (exponent % 2 == 1) power *= square;
    return power & ((std::uint64_t{1} << bits) - 1);
  }

  /// Of the factors of the axes so far at the point of number i / 2^bits: the same on both sides of
  /// a half.
  double product(std::uint64_t i, int bits) const {
    const std::uint64_t place = i << (size_ - bits);
    const std::uint64_t count = std::uint64_t{1} << size_;
    return product_[place <= count / 2 ? place : count - place];
  }

  /// A function of the odd numbers below 2^bits, which is the same for a number and its negative,
  /// at the powers of 5: with their negatives they are all of them.
  template <class Function>
  static std::vector<Number> on_group(int bits, Function function) {
    std::vector<Number> values(std::size_t{1} << (bits - 2));
    std::uint64_t odd = 1;
    for (Number &value : values) {
      value = function(odd);
      odd = (5 * odd) & ((std::uint64_t{1} << bits) - 1);
    }
    return values;
  }

  /// Adds to the sums of kernel times product, by the exponent of the component, those over the odd
  /// numbers below 2^bits: a correlation over the group.
  std::vector<double> with_odd_points(int bits, const std::vector<double> &before) const {
    const PowerOfTwoTransform &transform = transforms_[static_cast<std::size_t>(bits - 3)];
    const std::vector<Number> &kernel = kernels_[static_cast<std::size_t>(bits - 3)];
    std::vector<Number> values =
        on_group(bits, [&](std::uint64_t odd) { return product(odd, bits); });
    transform.forward(values);
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = std::conj(kernel[k] * std::conj(values[k]));
    transform.forward(values);
    std::vector<double> sum(values.size());
    for (std::size_t k = 0; k < sum.size(); ++k)
      sum[k] = before[k % before.size()] + 2 * values[k].real() / static_cast<double>(sum.size());
    return sum;
  }

  int size_;                     ///< logarithm of the points
  std::vector<double> product_;  ///< [2^(size - 1) + 1]
  std::vector<PowerOfTwoTransform> transforms_;
  std::vector<std::vector<Number>> kernels_;  ///< transformed
};

}  // namespace cuboid::rng
