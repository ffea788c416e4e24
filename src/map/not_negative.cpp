// C. L. Lawson, R. J. Hanson, Solving Least Squares Problems (1974), chapter 23, algorithm NNLS.
#include "map/not_negative.hpp"

#include <algorithm>

namespace cuboid::map {

namespace {

using Used = std::array<bool, fit_terms>;

/// Part of the square of a term that others have to leave of it for it to count as another one.
constexpr double independent = 1e-10;

/// Share of the square of what is wanted that a term has to explain at least, of what is left.
constexpr double worth_a_term = 1e-14;

/// The algorithm ends by itself but for rounding; each term comes and goes a few times at most.
constexpr int max_rounds = 4 * fit_terms;

/// The term that lowers the sum of the squares fastest; fit_terms: none does.
std::size_t steepest(const NormalEquations &equations, const FitWeights &weight, const Used &used) {
  std::size_t best = fit_terms;
  double most = 0;
  FitWeights slopes = equations.wanted;
  for (std::size_t j = 0; j < fit_terms; ++j)
    if (weight[j] > 0)
      for (std::size_t i = 0; i < fit_terms; ++i) slopes[i] -= equations.product[j][i] * weight[j];
  for (std::size_t i = 0; i < fit_terms; ++i) {
    const double square = equations.product[i][i];
    const double slope = slopes[i];
    const double whole = equations.wanted[i] * equations.wanted[i];
    if (used[i] || !(slope > 0) || slope * slope <= worth_a_term * whole) continue;
    if (slope * slope > most * square) {
      most = slope * slope / square;
      best = i;
    }
  }
  return best;
}

/// The best weights of those in use, of either sign, by Cholesky's factors without square roots.
/// Those that depend on others are no longer in use.
FitWeights of_either_sign(const NormalEquations &equations, Used &used) {
  std::array<FitWeights, fit_terms> factor{};
  FitWeights pivot{}, weight{};
  for (std::size_t i = 0; i < fit_terms; ++i) {
    if (!used[i]) continue;
    pivot[i] = equations.product[i][i];
    weight[i] = equations.wanted[i];
    for (std::size_t j = 0; j < i; ++j) {
      if (!used[j]) continue;
      double rest = equations.product[i][j];
      for (std::size_t k = 0; k < j; ++k) rest -= factor[i][k] * factor[j][k] * pivot[k];
      factor[i][j] = rest / pivot[j];
      pivot[i] -= factor[i][j] * rest;
      weight[i] -= factor[i][j] * weight[j];
    }
    used[i] = pivot[i] > independent * equations.product[i][i];
    if (!used[i]) factor[i] = {}, pivot[i] = weight[i] = 0;
  }
  for (std::size_t i = fit_terms; i-- > 0;) {
    if (!used[i]) continue;
    weight[i] /= pivot[i];
    for (std::size_t j = i + 1; j < fit_terms; ++j) weight[i] -= factor[j][i] * weight[j];
  }
  return weight;
}

/// Goes from `weight` towards `aim`, in which some are not positive, until the first of those is
/// zero, which is no longer in use.
void go_towards(const FitWeights &aim, FitWeights &weight, Used &used) {
  std::size_t first = fit_terms;
  double part = 1;
  for (std::size_t i = 0; i < fit_terms; ++i) {
    if (!used[i] || aim[i] > 0) continue;
    const double distance = weight[i] - aim[i];
    const double own = distance > 0 ? weight[i] / distance : 0;
    if (first < fit_terms && own >= part) continue;
    first = i;
    part = own;
  }
  used[first] = false;
  for (std::size_t i = 0; i < fit_terms; ++i)
    weight[i] = used[i] ? std::max(weight[i] + part * (aim[i] - weight[i]), 0.0) : 0;
}

bool all_positive(const FitWeights &weight, const Used &used) {
  for (std::size_t i = 0; i < fit_terms; ++i)
    if (used[i] && !(weight[i] > 0)) return false;
  return true;
}

}  // namespace

FitWeights not_negative_weights(const NormalEquations &equations, const FitWeights &near) {
  Used used{};
  for (std::size_t i = 0; i < fit_terms; ++i) used[i] = near[i] > 0;
  FitWeights weight = of_either_sign(equations, used);
  if (!all_positive(weight, used)) weight = {}, used = {};
  for (int round = 0; round < max_rounds; ++round) {
    const std::size_t next = steepest(equations, weight, used);
    if (next == fit_terms) break;
    used[next] = true;
    FitWeights aim = of_either_sign(equations, used);
    while (!all_positive(aim, used)) {
      go_towards(aim, weight, used);
      aim = of_either_sign(equations, used);
    }
    weight = aim;
  }
  return weight;
}

}  // namespace cuboid::map
