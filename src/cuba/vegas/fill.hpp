// The samples of one iteration of Vegas: drawn, evaluated and summed up, batch by batch.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "rng/generator.hpp"
#include "run/task.hpp"
#include "simd/kernels.hpp"

namespace cuboid::algorithm {

class VegasFill {
 public:
  /// neval is raised as the integrand is called.
  /// products: of different components are summed up as well.
  /// small: squares of values below the ordinary ones do not vanish; else as in Cuba.
  /// Throws Failure(CUBOID_OUT_OF_MEMORY) if the sums are beyond the task's memory limit.
  VegasFill(const Task &task, std::int64_t nbatch, bool products, bool small, std::int64_t &neval);

  /// Is handed the samples of each batch before they are summed: x is [count][ndim] in the unit
  /// cube, and the sum of weight f is the estimate of an iteration.
  using Listener = std::function<void(std::int64_t count, const double *x, const double *weight,
                                      const double *f)>;
  void listen(Listener listener) { listener_ = std::move(listener); }

  /// grid: [ndim][128] upper edges.  number: of the iteration, 1, 2, ...
  void iteration(rng::Generator &generator, const std::vector<double> &grid, std::int64_t samples,
                 std::int64_t number);

  /// Makes what an interrupted iteration has summed an iteration of its own, and returns the number
  /// of its samples.
  std::int64_t cut_short();

  /// That of a component, in multiples of which are the values of which the sums are that follow:
  /// statistics/square_unit.hpp.
  double unit(std::size_t component) const {
    return units_[component] != 0 ? units_[component] : 1;
  }
  /// Of the last iteration: the sum of weighted values, which is its estimate of the integral, and
  /// the sum of their squares.
  double sum(std::size_t component) const { return sums_[component]; }
  double square(std::size_t component) const { return squares_[component]; }
  /// The sum of the products of the weighted values of components c > b.
  double product(std::size_t c, std::size_t b) const;
  bool has_products() const { return !products_.empty() || sums_.size() == 1; }
  /// The weighted value that differs most from their mean, as its square.
  double greatest_deviation(std::size_t component) const;

  /// [128] sums of squares by bin of axis d, added up over components with the factors.
  std::vector<double> marginal(int d, const std::vector<double> &factor) const;

 private:
  void read_grid(const std::vector<double> &grid);
  void clear();
  void add(std::int64_t count);
  void take_units(std::int64_t count);
  void change_unit(std::size_t component, double unit);
  void note_products(std::int64_t count);
  void batch(rng::Generator &generator, std::int64_t count, double first_weight,
             std::int64_t number);

  const Task &task_;
  const simd::Kernels &kernels_;
  Listener listener_;
  std::int64_t &neval_;
  std::int64_t samples_ = 0;  ///< of the iteration
  std::int64_t summed_ = 0;   ///< those that are in the sums
  std::int64_t batch_;        ///< samples of a batch, at most
  std::int64_t padded_;       ///< components of a bin in the table of marginals
  std::vector<simd::VegasBin> bins_;
  std::vector<rng::Fraction> fraction_;
  std::vector<double> x_, weight_, f_, scratch_;
  std::vector<std::uint8_t> bin_;
  std::vector<double> sums_, squares_;  ///< [ncomp]
  std::vector<double> products_;        ///< [ncomp (ncomp - 1) / 2]; empty: they are not summed
  std::vector<double> smallest_, greatest_;  ///< [ncomp] of the weighted values
  std::vector<double> marginals_;
  bool small_;
  std::vector<double> units_;  ///< [ncomp]; 0: only zeros so far
  std::vector<double> sizes_;  ///< [ncomp] of the values of a batch
};

}  // namespace cuboid::algorithm
