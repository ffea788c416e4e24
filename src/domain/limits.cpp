// Regions whose limits are functions of the coordinates before.
#include <algorithm>
#include <cmath>

#include "base/formatted.hpp"
#include "base/point_text.hpp"
#include "domain/domain.hpp"
#include "domain/even_points.hpp"
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
  BetweenLimits(int ndim, Limits limits) : Domain(ndim, ndim), limits_(std::move(limits)) {
    set_numbers_of_each(limits_.numbers_of_each);
  }

  void map_with(const double *parameters, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    const int ndim = this->ndim();
    std::fill(x, x + count * ndim, 0.0);
    std::fill(jacobian, jacobian + count, 1.0);
    std::vector<double> lower(static_cast<std::size_t>(count)), upper(lower);
    for (int axis = 0; axis < ndim; ++axis) {
      limits_.evaluate(axis, count, x, parameters, lower.data(), upper.data());
      for (std::int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const double width =
            between_after(axis, lower[at], upper[at], t[i * ndim + axis], x + i * ndim);
        if (std::isnan(width)) refuse(axis, x + i * ndim, lower[at], upper[at]);
        jacobian[i] *= width;
      }
    }
  }

  std::string device_text(const std::string &name) const override {
    if (!limits_.device_text) return "";
    const bool of_each = numbers_of_each() > 0;
    const std::string parameters = of_each ? "p" : name + "_p";
    std::string body = "double jacobian = 1, limits[2];\nconst int two = 2;\nfor (int d = 0; d < " +
                       std::to_string(ndim()) + "; ++d) x[d] = 0;\n";
    for (int axis = 0; axis < ndim(); ++axis) {
      const std::string number = std::to_string(axis);
      body += "{\nconst int ndim = " + std::to_string(ndim()) + ";\n" + name + "_" + number +
              "(&ndim, x, &two, limits, const_cast<double *>(" + parameters +
              "));\njacobian *= ::cuboid::domain::between_after(" + number +
              ", limits[0], limits[1], t[" + number + "], x);\n}\n";
    }
    body += "return jacobian;\n";
    return limits_.device_text(name) + function(name, body);
  }

  /// Where its lower limit is 0.
  bool resolves_lower_face(int axis) const override {
    if (numbers_of_each() > 0) return limits_.begins_at_0[static_cast<std::size_t>(axis)];
    return look(
        [&](int at, const double *, double lower, double) { return at != axis || lower == 0; });
  }

  /// Coordinates keep away from limits that are not 0, as between_after says, and integrands may be
  /// singular there.  Near is where one in a hundred digits of the distance is left.
  std::vector<BlurredEnd> blurred_ends() const override {
    constexpr double near = 0x1p-48, far = 16 * near;
    std::vector<BlurredEnd> ends;
    for (int axis = 0; axis < ndim(); ++axis)
      for (const bool is_upper : {false, true}) {
        if (!is_upper && resolves_lower_face(axis)) continue;
        BlurredEnd end;
        end.axis = axis;
        end.near = is_upper ? 1 - near : near;
        end.far = is_upper ? 1 - far : far;
        end.rate_near = 1 / near;
        end.rate_far = 1 / far;
        end.is_told = false;
        ends.push_back(end);
      }
    return ends;
  }

  /// Whether the limits cross somewhere.
  std::string note() const override {
    std::string sentence;
    look([&](int axis, const double *x, double lower, double upper) {
      if (lower > upper) sentence = crossing(axis, x, lower, upper);
      return sentence.empty();
    });
    return sentence;
  }

  std::shared_ptr<const ExpressionMap> expression_map() const override {
    return limits_.map ? limits_.map() : nullptr;
  }
  bool texts_have_parameters() const override {
    return limits_.map && domain::has_parameters(*limits_.map());
  }

 private:
  /// Asks at some points for what holds of the limits of each axis, until it does not.  Returns
  /// whether it does at all.
  template <class Holds>
  bool look(const Holds &holds) const {
    if (numbers_of_each() > 0) return false;
    constexpr int count = 256;
    const auto n = static_cast<std::size_t>(ndim());
    std::vector<double> x(count * n, 0.0), lower(count), upper(count);
    for (int axis = 0; axis < ndim(); ++axis) {
      limits_.evaluate(axis, count, x.data(), nullptr, lower.data(), upper.data());
      const auto d = static_cast<std::size_t>(axis);
      for (std::size_t i = 0; i < count; ++i) {
        if (!holds(axis, &x[i * n], lower[i], upper[i])) return false;
        between(lower[i], upper[i], even_fraction(i, static_cast<int>(d)), x[i * n + d]);
      }
    }
    return true;
  }

  /// "the limits of x[1] are 1 and 0 at (0.5)"
  static std::string sentence(int axis, const double *x, double lower, double upper) {
    // Some libraries print the sign of a NaN.
    const auto text = [](double limit) {
      return std::isnan(limit) ? std::string("nan") : number_text(limit);
    };
    std::string at;
    for (int d = 0; d < axis; ++d) at += (d > 0 ? ", " : "") + number_text(x[d]);
    return "the limits of x[" + std::to_string(axis) + "] are " + text(lower) + " and " +
           text(upper) + (axis > 0 ? " at (" + at + ")" : std::string());
  }

  [[noreturn]] static void refuse(int axis, const double *x, double lower, double upper) {
    reject(sentence(axis, x, lower, upper) +
           ": give limits that are numbers wherever those before them let x be");
  }

  static std::string crossing(int axis, const double *x, double lower, double upper) {
    return sentence(axis, x, lower, upper) +
           ": the part of the region where they fall counts negatively";
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
                         const std::vector<std::string> &names, const double *parameters) {
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
  Limits limits;
  std::vector<double> of_all;
  if (parameters != nullptr)
    of_all.assign(parameters, parameters + names.size());
  else
    limits.numbers_of_each = static_cast<int>(names.size());
  if (of_all.empty()) of_all.push_back(0);  // an array of none is no array
  // Without numbers of each integral, its userdata are those of the integrand.
  limits.evaluate = [axes, ndim, of_all, has_own = limits.numbers_of_each > 0](
                        int axis, std::int64_t count, const double *x, const double *of_each,
                        double *first, double *second) {
    std::vector<double> both(static_cast<std::size_t>(2 * count));
    (*axes)[static_cast<std::size_t>(axis)].program.evaluate(
        static_cast<std::size_t>(count), ndim, x, has_own ? of_each : of_all.data(), both.data());
    for (std::int64_t i = 0; i < count; ++i) {
      first[i] = both[static_cast<std::size_t>(2 * i)];
      second[i] = both[static_cast<std::size_t>(2 * i + 1)];
    }
  };
  limits.device_text = [axes, of_all,
                        of_each = limits.numbers_of_each > 0](const std::string &name) {
    std::string text = of_each ? "" : "static __device__ " + constants(name + "_p", of_all);
    for (std::size_t axis = 0; axis < axes->size(); ++axis)
      text += expression::c_text((*axes)[axis].parsed, name + "_" + std::to_string(axis));
    return text;
  };
  for (const std::string &text : lower)
    limits.begins_at_0.push_back(text.find_first_not_of("0. ") == text.npos);
  limits.map = [places, names] { return map_between(places, names); };
  return limits;
}

Pointer between_limits(int ndim, Limits limits) {
  return std::make_shared<BetweenLimits>(ndim, std::move(limits));
}

}  // namespace cuboid::domain
