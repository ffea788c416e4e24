// The figure of merit of Korobov's lattices: P_2, the error of a lattice rule for the worst
// periodic function whose Fourier coefficients fall like the inverse product of max(1, h_k)^2.
// Korobov, Dokl. Akad. Nauk SSSR 124 (1959) 1207; Sloan and Joe, Lattice Methods for Multiple
// Integration (Oxford 1994), section 4.  Every coordinate has the weight 1/pi^2: Sloan and
// Wozniakowski, J. Complexity 14 (1998) 1.  Without weights the terms of high order decide, and
// from four dimensions on the multipliers are often worse than a choice by chance: a = 2 in 9
// dimensions for 1013 points.  With them, the errors of the lattices for Genz's families are, as
// geometric means over 60 draws, 5 to 100 times smaller in 4 to 20 dimensions, and equal in two.
// Weights between 0.5/pi^2 and 3/pi^2 are as good.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace cuboid::rule {

inline constexpr int korobov_min_dimension = 2;
inline constexpr int korobov_max_dimension = 33;

/// P_2 + 1 for the multipliers a of one prime p:
///   sum over i = 0..p-1 of product over k = 0..ndim-1 of omega(a^k i mod p), over p,
///   omega(c) = 1 + 2 pi^2 weight B_2(c / p), B_2(x) = x^2 - x + 1/6.
/// With i = g^j and a = g^s for a primitive root g, coordinate k of point j is g^(j + k s): the
/// products run over shifted copies of one array.  omega(c) = omega(p - c), so j and s count modulo
/// half = (p - 1)/2.
class KorobovCriterion {
 public:
  /// p: an odd prime.
  explicit KorobovCriterion(int p) : p_(p), half_((p - 1) / 2) {
    const int root = primitive_root(p);
    powers_.resize(static_cast<std::size_t>(half_));
    omega_.resize(2 * static_cast<std::size_t>(half_));
    std::int64_t power = 1;
    for (int j = 0; j < half_; ++j) {
      powers_[static_cast<std::size_t>(j)] = static_cast<int>(power);
      const double x = static_cast<double>(power) / p;
      const double value = 1 + 2 * (x * x - x + 1.0 / 6);
      omega_[static_cast<std::size_t>(j)] = omega_[static_cast<std::size_t>(j + half_)] = value;
      power = power * root % p;
    }
  }

  int half() const { return half_; }

  /// The multiplier g^s, as the smaller of a and p - a, which give the same points.
  int multiplier(int s) const {
    const int a = powers_[static_cast<std::size_t>(s % half_)];
    return a < p_ - a ? a : p_ - a;
  }

  /// Calls use(ndim, sum over i = 1..half of the products) for ndim = 1 to most.
  template <class Use>
  void sums(int s, int most, const Use &use) const {
    std::vector<double> product(omega_.begin(), omega_.begin() + half_);
    std::int64_t shift = 0;
    for (int ndim = 1;; ++ndim) {
      double sum = 0;
      for (const double factor : product) sum += factor;
      use(ndim, sum);
      if (ndim == most) return;
      shift = (shift + s) % half_;
      const double *omega = omega_.data() + shift;
      for (std::size_t j = 0; j < product.size(); ++j) product[j] *= omega[j];
    }
  }

  /// The multiplier >= 2 with the least P_2, for each of least to most dimensions; the smallest one
  /// where several are as good.  a and its inverse modulo p, g^s and g^-s, give the same points in
  /// another order of the coordinates.
  std::vector<int> best_multipliers(int least, int most) const {
    const auto count = static_cast<std::size_t>(most - least + 1);
    std::vector<double> best(count, 0);
    std::vector<int> a(count, 0);
    for (int s = 1; 2 * s <= half_; ++s) {
      const int first = multiplier(s);
      const int second = multiplier(half_ - s);
      const int candidate = first < second ? first : second;
      sums(s, most, [&](int ndim, double sum) {
        if (ndim < least) return;
        const auto i = static_cast<std::size_t>(ndim - least);
        const double margin = 1e-11 * std::abs(best[i]);
        const bool equal = a[i] != 0 && std::abs(sum - best[i]) <= margin;
        if (a[i] == 0 || sum < best[i] - margin || (equal && candidate < a[i])) {
          if (!equal) best[i] = sum;
          a[i] = candidate;
        }
      });
    }
    return a;
  }

 private:
  static std::int64_t power(std::int64_t base, std::int64_t exponent, std::int64_t p) {
    std::int64_t result = 1;
    for (; exponent > 0; exponent /= 2, base = base * base % p)
      if (exponent % 2) result = result * base % p;
    return result;
  }

  static int primitive_root(int p) {
    std::vector<int> primes;
    int rest = p - 1;
    for (int q = 2; q * q <= rest; ++q) {
      if (rest % q) continue;
      primes.push_back(q);
      while (rest % q == 0) rest /= q;
    }
    if (rest > 1) primes.push_back(rest);
    for (int g = 2;; ++g) {
      bool generates = true;
      for (const int q : primes) generates = generates && power(g, (p - 1) / q, p) != 1;
      if (generates) return g;
    }
  }

  int p_;
  int half_;
  std::vector<int> powers_;    ///< g^j mod p, length: half
  std::vector<double> omega_;  ///< of the powers, twice, length: 2 half
};

}  // namespace cuboid::rule
