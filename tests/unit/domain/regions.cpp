#include "unit/domain/regions.hpp"

#include <limits>
#include <string>

#include "domain/expression_map.hpp"

namespace cuboid_test {

namespace domain = cuboid::domain;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

const std::vector<double> triangle{0, 0, 2, 0, 0.5, 1};
const std::vector<double> circle{0.25, -1, 0.5, 2};  ///< centre, inner and outer radius

/// Below the line x[1] = slope x[0].
domain::Pointer below_line(const double *slope) {
  return domain::between_limits(
      2, domain::expression_limits(2, {"0", "0"}, {"1", "slope*x[0]"}, {"slope"}, slope));
}

domain::Pointer moved(const std::vector<std::string> &coordinates, domain::Pointer of,
                      const double *shift) {
  std::vector<cuboid::expression::Expression> parsed;
  for (const std::string &one : coordinates)
    parsed.push_back(domain::parse_coordinate(one, 2, {"shift"}, "coordinates"));
  return domain::image_by_expressions(domain::map_to(parsed, {"shift"}, std::move(of)), shift);
}

/// Where x[0] < limit; nullptr: each integral has its own.
domain::Pointer left_of(const domain::Pointer &region, const double *limit) {
  domain::Condition condition;
  condition.numbers_of_each = limit == nullptr ? 1 : 0;
  const int ndim = region->ndim();
  const double of_all = limit == nullptr ? 0 : *limit;
  condition.evaluate = [=](std::int64_t count, const double *x, const double *p, double *value) {
    for (std::int64_t i = 0; i < count; ++i)
      value[i] = (limit == nullptr ? p[0] : of_all) - x[i * ndim];
  };
  condition.device_text = [=](const std::string &name) {
    return "double " + name + "(const double *x, [[maybe_unused]] const double *p) { return " +
           (limit == nullptr ? "p[0]" : std::to_string(of_all)) + " - x[0]; }\n";
  };
  return domain::where(region, condition, 0);
}

}  // namespace

std::vector<NamedRegion> all_regions() {
  using domain::ball, domain::ball_of_each, domain::box, domain::simplex;
  static const double slope = 2, shift = 0.5, limit = 0.375;
  const domain::Pointer square = box({-1, 2}, {1, 3});
  const domain::Pointer ring = ball({0, 1}, 0.5, 2);
  return {
      {"box", square},
      {"infinite", box({-infinity, 0}, {infinity, infinity})},
      {"breaks", box({0, 0}, {1, 2}, {domain::singular_lower, 0}, {{}, {0.5, 1.5}})},
      {"diagonal", domain::diagonal(-1, 2)},
      {"around_points", domain::box_around_points({0, 0}, {1, 1}, {{0.25, 0.5}})},
      {"limits", below_line(&slope)},
      {"limits_of_each", below_line(nullptr), {3}},
      {"simplex", simplex(2, triangle, -1)},
      {"simplex_of_each", simplex(2, {}, -1), triangle},
      {"ball", ball({0, 1}, 0, 2)},
      {"ring", ring},
      {"ball_of_each", ball_of_each(2), circle},
      {"sphere", domain::sphere({0, 1, 2}, 2)},
      {"product", domain::product(ring, square)},
      {"product_of_each",
       domain::product(below_line(nullptr), ball_of_each(2)),
       {3, 0.25, -1, 0.5, 2}},
      {"image", domain::image(ring, {1, 2, 0, 1}, {3, 4})},
      {"image_of_each", domain::image(below_line(nullptr), {1, 2, 0, 1}, {3, 4}), {3}},
      {"union", domain::united({square, ring})},
      {"union_of_each",
       domain::united({below_line(nullptr), ring, ball_of_each(2)}),
       {3, 0.25, -1, 0.5, 2}},
      {"ends", domain::with_ends(below_line(&slope), {domain::singular_lower, 0})},
      {"ends_of_each", domain::with_ends(below_line(nullptr), {0, domain::singular_upper}), {3}},
      {"map", moved({"x[0] + shift", "x[0]*x[1]"}, nullptr, &shift)},
      {"map_of_each", moved({"x[0] + shift", "x[0]*x[1]"}, nullptr, nullptr), {2}},
      {"map_of_ring", moved({"x[0] + x[1]", "x[1] - shift"}, ring, &shift)},
      {"where", left_of(square, &limit)},
      {"where_of_each", left_of(below_line(nullptr), nullptr), {3, 0.25}}};
}

}  // namespace cuboid_test
