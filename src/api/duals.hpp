// Functions that have their derivatives by parameters, as those of dual numbers.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "api/handles.hpp"
#include "cuboid.h"
#include "domain/expression_map.hpp"
#include "domain/gradient.hpp"
#include "engine/engine.hpp"
#include "expression/program.hpp"

namespace cuboid::api {

/// The values of such a function, then their derivatives by the first parameter, by the second ...
/// and then, of the order 2, by the first two times, by the first and the second ...  Over a map,
/// they are those of f(x(t, p), p) times the Jacobian, at fixed t.
class Duals final : public engine::BatchFunction {
 public:
  /// ncomp: of the function.  wrt: numbers of parameters.  map: nullptr: points are those of the
  /// function.  order: 1 or 2, of the last derivatives.
  Duals(cuboid_dual_function function, int ndim, int ncomp, std::vector<int> wrt,
        std::size_t nparameters, std::shared_ptr<const domain::ExpressionMap> map, int order = 1);

  /// The same for what the map is to do then, of the order 1.
  Duals(const Duals &other, domain::Integrated what);

  /// The same as a source text for a device, in which numbers are dual ones.  name: of the function
  /// in the text.
  DeviceSource device_source(const std::string &text, const std::string &name) const;

  int ncomp() const { return ncomp_ * static_cast<int>(places_.size()); }
  /// The parameters by which the derivatives are, those of no one first: that is the value.
  std::vector<std::vector<int>> rows() const;

  void evaluate(std::int64_t count, const double *t, const void *userdata,
                double *f) const override;
  std::int64_t userdata_bytes() const override { return bytes_; }

  /// Of each of wrt, whether its derivative leaves out jumps that move: comparisons depend on it,
  /// and come out differently at even points of one part, if the map has several.  fixed: the
  /// region of the points t; nullptr: the unit cube.
  std::vector<bool> left_out_jumps(const domain::Domain *fixed, const void *userdata) const;

 private:
  /// jumps: [count][wrt], or nullptr.
  void evaluate_with_jumps(std::int64_t count, const double *t, const double *parameters, double *f,
                           std::int64_t *jumps) const;
  /// What a place among the numbers of a component is the derivative by.
  std::vector<int> row_of(int place) const;
  /// Of a component, with the derivatives of the Jacobian.
  double over_map(const double *found, const double *jacobian, int place) const;
  void call(std::int64_t count, const double *x, const double *parameters, double *f,
            std::int64_t *jumps) const;

  cuboid_dual_function function_;
  int ndim_;
  int ncomp_;
  std::vector<int> wrt_;
  std::int64_t bytes_;
  int numbers_;              ///< of a component: its value and all derivatives by each parameter
  std::vector<int> places_;  ///< of those that are handed over
  std::shared_ptr<const domain::ExpressionMap> map_;
  domain::Integrated what_ = domain::Integrated::values;
  expression::Expression derivatives_;  ///< of the map: all coordinates and the Jacobian, then
                                        ///< their derivatives by each parameter
  std::optional<expression::Program> program_;
};

}  // namespace cuboid::api
