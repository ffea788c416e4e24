// Regions whose limits are functions of the coordinates before.
#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "base/point_text.hpp"
#include "domain/domain.hpp"
#include "domain/expression_map.hpp"
#include "domain/maps.hpp"
#include "domain/text.hpp"
#include "expression/parse.hpp"
#include "expression/program.hpp"
#include "expression/text.hpp"

namespace cuboid::domain {

namespace {

class BetweenLimits final : public Domain {
 public:
  BetweenLimits(int ndim, Limits limits) : Domain(ndim, ndim), limits_(std::move(limits)) {}

  void map(std::int64_t count, const double *t, double *x, double *jacobian) const override {
    const int ndim = this->ndim();
    std::fill(x, x + count * ndim, 0.0);
    std::fill(jacobian, jacobian + count, 1.0);
    std::vector<double> lower(static_cast<std::size_t>(count)), upper(lower);
    for (int axis = 0; axis < ndim; ++axis) {
      limits_.evaluate(axis, count, x, lower.data(), upper.data());
      for (std::int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const double width = between(lower[at], upper[at], t[i * ndim + axis], x[i * ndim + axis]);
        if (std::isnan(width)) refuse(axis, x + i * ndim, lower[at], upper[at]);
        jacobian[i] *= width;
      }
    }
  }

  std::string device_text(const std::string &name) const override {
    if (!limits_.device_text) return "";
    std::string body = "double jacobian = 1, limits[2];\nconst int two = 2;\nfor (int d = 0; d < " +
                       std::to_string(ndim()) + "; ++d) x[d] = 0;\n";
    for (int axis = 0; axis < ndim(); ++axis) {
      const std::string number = std::to_string(axis);
      body += "{\nconst int ndim = " + std::to_string(ndim()) + ";\n" + name + "_" + number +
              "(&ndim, x, &two, limits, const_cast<double *>(" + name +
              "_p));\njacobian *= ::cuboid::domain::between(limits[0], limits[1], t[" + number +
              "], x[" + number + "]);\n}\n";
    }
    return limits_.device_text(name) + function(name, body + "return jacobian;\n");
  }

  std::shared_ptr<const ExpressionMap> expression_map() const override {
    return limits_.map ? limits_.map() : nullptr;
  }
  bool has_parameters() const override {
    return limits_.map && domain::has_parameters(*limits_.map());
  }

 private:
  [[noreturn]] static void refuse(int axis, const double *x, double lower, double upper) {
    std::string at;
    for (int d = 0; d < axis; ++d) at += (d > 0 ? ", " : "") + number_text(x[d]);
    throw Failure(CUBOID_BAD_ARGUMENT,
                  "the limits of x[" + std::to_string(axis) + "] are " + number_text(lower) +
                      " and " + number_text(upper) +
                      (axis > 0 ? " at (" + at + ")" : std::string()) +
                      ": give limits that are numbers wherever those before them let x be");
  }

  Limits limits_;
};

/// Both limits of an axis, as components of one expression.
struct AxisLimits {
  expression::Expression parsed;
  expression::Program program;
};

}  // namespace

Limits expression_limits(int ndim, const std::vector<std::string> &lower,
                         const std::vector<std::string> &upper,
                         const std::vector<std::string> &names, std::vector<double> parameters) {
  auto axes = std::make_shared<std::vector<AxisLimits>>();
  std::vector<std::vector<expression::Expression>> places;
  for (int axis = 0; axis < ndim; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const std::string number = "[" + std::to_string(axis) + "]";
    places.push_back({parse_coordinate(lower[d], axis, names, "lower" + number),
                      parse_coordinate(upper[d], axis, names, "upper" + number)});
    expression::Expression both =
        expression::parse("(" + lower[d] + "), (" + upper[d] + ")", std::max(axis, 1), names);
    expression::Program program(both);
    axes->push_back({std::move(both), std::move(program)});
  }
  parameters.push_back(0);  // an array of none is no array
  Limits limits;
  limits.evaluate = [axes, ndim, parameters](int axis, std::int64_t count, const double *x,
                                             double *first, double *second) {
    std::vector<double> both(static_cast<std::size_t>(2 * count));
    (*axes)[static_cast<std::size_t>(axis)].program.evaluate(static_cast<std::size_t>(count), ndim,
                                                             x, parameters.data(), both.data());
    for (std::int64_t i = 0; i < count; ++i) {
      first[i] = both[static_cast<std::size_t>(2 * i)];
      second[i] = both[static_cast<std::size_t>(2 * i + 1)];
    }
  };
  limits.device_text = [axes, parameters](const std::string &name) {
    std::string text = "static __device__ " + constants(name + "_p", parameters);
    for (std::size_t axis = 0; axis < axes->size(); ++axis)
      text += expression::c_text((*axes)[axis].parsed, name + "_" + std::to_string(axis));
    return text;
  };
  limits.map = [places, names] { return map_between(places, names); };
  return limits;
}

Pointer between_limits(int ndim, Limits limits) {
  return std::make_shared<BetweenLimits>(ndim, std::move(limits));
}

}  // namespace cuboid::domain
