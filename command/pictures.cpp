#include "pictures.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "round_number.hpp"

namespace command {
namespace {

using Json = nlohmann::ordered_json;

constexpr double max_seconds = 2;
constexpr std::int64_t first_look = 1 << 13;
constexpr int max_lines = 16;
constexpr int max_planes = 6;
constexpr int points_of_a_cloud = 2000;

/// Points with values, one after the other.
struct Values {
  std::size_t ndim = 0, ncomp = 0, most = 0;
  std::vector<double> x, f;

  std::size_t count() const { return f.size() / ncomp; }
  double coordinate(std::size_t i, std::size_t axis) const { return x[i * ndim + axis]; }
  double value(std::size_t i, std::size_t c) const { return f[i * ncomp + c]; }
};

void keep_values(void *user, int64_t iteration, int64_t count, int ndim, const double x[],
                 const double *, int ncomp, const double f[]) {
  if (iteration != 1) return;
  Values &values = *static_cast<Values *>(user);
  count = std::min(count, static_cast<int64_t>(values.most - values.count()));
  values.x.insert(values.x.end(), x, x + count * ndim);
  values.f.insert(values.f.end(), f, f + count * ncomp);
}

/// How much time there is for all pictures.
class Patience {
 public:
  double left() const {
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - began_;
    return max_seconds - used.count();
  }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// The first iteration of vegas has evenly spread points, which its sink hands over.  box: empty:
/// the unit cube.
Values values_in(const cuboid_integrand *integrand, std::size_t ndim, int ncomp, const Limits &box,
                 std::int64_t count, const Patience &patience) {
  Values values;
  values.ndim = ndim;
  values.ncomp = static_cast<std::size_t>(ncomp);
  values.most = static_cast<std::size_t>(count);
  const double seconds = patience.left();
  if (seconds <= 0) return values;
  const Options options = make_options();
  set_option(options.get(), "method", "vegas");
  set_option(options.get(), "nonfinite", "zero");
  for (const char *name : {"nstart", "maxeval"})
    check(cuboid_options_set_integer(options.get(), name, count));
  check(cuboid_options_set_real(options.get(), "time_limit", seconds / 2));
  check(cuboid_options_set_sample_sink(options.get(), keep_values, &values));
  cuboid_result *raw = nullptr;
  const bool has_box = !box.lower.empty();
  cuboid_integrate(integrand, has_box ? box.lower.data() : nullptr,
                   has_box ? box.upper.data() : nullptr, options.get(), &raw);
  const Result result(raw);
  return values;
}

/// Between which places along an axis most of the function lies, by the values that were seen.
std::pair<double, double> max_of_it(const Values &values, std::size_t axis) {
  std::vector<std::pair<double, double>> places;
  double sum = 0;
  for (std::size_t i = 0; i < values.count(); ++i) {
    const double size = std::fabs(values.value(i, 0));
    places.emplace_back(values.coordinate(i, axis), std::isfinite(size) ? size : 0);
    sum += places.back().second;
  }
  std::sort(places.begin(), places.end());
  constexpr double left_out = 0.01;
  double below = 0, from = 0, to = 1;
  for (const auto &[x, size] : places) {
    if (below <= left_out * sum) from = x;
    if (below <= (1 - left_out) * sum) to = x;
    below += size;
  }
  return {from, to};
}

/// Where an axis has no end, the part of it in which most of the function lies.
Limits window_of(const Limits &box, const Values &values) {
  Limits window = box;
  for (std::size_t axis = 0; axis < box.lower.size(); ++axis) {
    double least = std::min(box.lower[axis], box.upper[axis]);
    double most = std::max(box.lower[axis], box.upper[axis]);
    if (!std::isfinite(least) || !std::isfinite(most)) {
      const auto [from, to] = max_of_it(values, axis);
      const double room = 0.25 * (to - from);
      if (!std::isfinite(least))
        least = std::isfinite(most) ? std::min(from, most) - room : from - room;
      if (!std::isfinite(most)) most = std::max(to, least) + room;
    }
    window.lower[axis] = least;
    window.upper[axis] = most > least ? most : least + 1;
  }
  return window;
}

/// That with the largest value of the first component.
std::vector<double> largest(const Values &values, const Limits &window) {
  std::vector<double> at;
  double most = -1;
  for (std::size_t i = 0; i < values.count(); ++i) {
    const double size = std::fabs(values.value(i, 0));
    bool is_inside = size > most;
    for (std::size_t axis = 0; axis < values.ndim; ++axis)
      is_inside = is_inside && values.coordinate(i, axis) >= window.lower[axis] &&
                  values.coordinate(i, axis) <= window.upper[axis];
    if (!is_inside) continue;
    most = size;
    const auto begin = values.x.begin() + static_cast<std::ptrdiff_t>(i * values.ndim);
    at.assign(begin, begin + static_cast<std::ptrdiff_t>(values.ndim));
  }
  return at;
}

/// The window along some axes, and as good as nothing along all others.
Limits cut_through(const std::vector<double> &at, const Limits &window,
                   const std::vector<std::size_t> &axes) {
  Limits cut = window;
  for (std::size_t axis = 0; axis < at.size(); ++axis) {
    if (std::find(axes.begin(), axes.end(), axis) != axes.end()) continue;
    constexpr double thickness = 1e-7;
    const double width = thickness * (window.upper[axis] - window.lower[axis]);
    const bool is_at_the_end = at[axis] + width > window.upper[axis];
    cut.lower[axis] = is_at_the_end ? at[axis] - width : at[axis];
    cut.upper[axis] = is_at_the_end ? at[axis] : at[axis] + width;
  }
  return cut;
}

Json numbers(const std::vector<double> &list, int digits) {
  Json array = Json::array();
  for (const double one : list) array.push_back(round_number(one, digits));
  return array;
}

constexpr int digits_of_values = 4;
constexpr int digits_of_places = 6;

Json line_record(const Values &values, std::size_t axis, const std::vector<double> &at) {
  std::vector<std::size_t> order(values.count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return values.coordinate(a, axis) < values.coordinate(b, axis);
  });
  Json x = Json::array(), f = Json::array();
  for (const std::size_t i : order) {
    x.push_back(round_number(values.coordinate(i, axis), digits_of_places));
    Json components = Json::array();
    for (std::size_t c = 0; c < values.ncomp; ++c)
      components.push_back(round_number(values.value(i, c), digits_of_values));
    f.push_back(std::move(components));
  }
  return {{"record", "slice"},
          {"axes", {axis}},
          {"at", numbers(at, digits_of_places)},
          {"x", std::move(x)},
          {"f", std::move(f)}};
}

/// Means of the values in the cells of a grid; cells without any have that of a neighbour.
std::vector<double> grid_of(const Values &values, const Limits &window, std::size_t c,
                            const std::vector<std::size_t> &axes, std::size_t size) {
  std::vector<double> sum(size * size, 0), number(size * size, 0);
  for (std::size_t i = 0; i < values.count(); ++i) {
    std::size_t cell = 0;
    for (std::size_t k = 2; k-- > 0;) {
      const std::size_t axis = axes[k];
      const double share = (values.coordinate(i, axis) - window.lower[axis]) /
                           (window.upper[axis] - window.lower[axis]);
      const auto place = static_cast<std::size_t>(share * static_cast<double>(size));
      cell = cell * size + std::min(place, size - 1);
    }
    sum[cell] += values.value(i, c);
    number[cell] += 1;
  }
  double before = 0;
  for (std::size_t cell = 0; cell < sum.size(); ++cell)
    before = sum[cell] = number[cell] > 0 ? sum[cell] / number[cell] : before;
  return sum;
}

Json plane_record(const Values &values, const Limits &window, const std::vector<std::size_t> &axes,
                  std::size_t size, const std::vector<double> &at) {
  Json f = Json::array();
  for (std::size_t c = 0; c < values.ncomp; ++c)
    f.push_back(numbers(grid_of(values, window, c, axes, size), digits_of_values - 1));
  const std::vector<double> lower{window.lower[axes[0]], window.lower[axes[1]]};
  const std::vector<double> upper{window.upper[axes[0]], window.upper[axes[1]]};
  return {{"record", "slice"},
          {"axes", axes},
          {"at", numbers(at, digits_of_places)},
          {"lower", numbers(lower, digits_of_places)},
          {"upper", numbers(upper, digits_of_places)},
          {"size", size},
          {"f", std::move(f)}};
}

std::string slices(const cuboid_integrand *integrand, int ncomp, const Limits &box) {
  const Patience patience;
  const std::size_t ndim = box.lower.size();
  const Values first = values_in(integrand, ndim, ncomp, box, first_look, patience);
  const Limits window = window_of(box, first);
  const std::vector<double> at = largest(first, window);
  if (at.empty()) return "";
  std::string records;
  const auto add = [&](const Json &record) { records += record.dump() + "\n"; };
  constexpr std::size_t cells_of_a_plane = 40;
  constexpr std::size_t points_of_a_line = 160, points_of_the_line = 1024;
  // Pairs of axes that lie close to each other, and all of them in up to four dimensions.
  std::size_t planes = static_cast<std::size_t>(std::max(1, max_planes / ncomp));
  for (std::size_t apart = 1; apart < ndim; ++apart)
    for (std::size_t i = 0; i + apart < ndim && planes > 0; ++i, --planes) {
      const std::vector<std::size_t> axes{i, i + apart};
      const std::size_t size = ndim == 2 ? 3 * cells_of_a_plane / 2 : cells_of_a_plane;
      const Values values = values_in(integrand, ndim, ncomp, cut_through(at, window, axes),
                                      static_cast<std::int64_t>(4 * size * size), patience);
      if (values.count() >= size * size) add(plane_record(values, window, axes, size, at));
    }
  const std::size_t lines = std::min<std::size_t>(ndim, std::max(1, max_lines / ncomp));
  for (std::size_t axis = 0; axis < lines; ++axis) {
    const std::size_t count = ndim == 1 ? points_of_the_line : points_of_a_line;
    const Values values = values_in(integrand, ndim, ncomp, cut_through(at, window, {axis}),
                                    static_cast<std::int64_t>(count), patience);
    if (values.count() > 1) add(line_record(values, axis, at));
  }
  return records;
}

/// Values at points of the region, which the sink hands over in its coordinates.
std::string cloud(const cuboid_integrand *seen, int ncomp, int ndim) {
  const Values values = values_in(seen, static_cast<std::size_t>(ndim), ncomp, Limits(),
                                  points_of_a_cloud, Patience());
  Json x = Json::array(), f = Json::array();
  for (std::size_t i = 0; i < std::min<std::size_t>(values.count(), points_of_a_cloud); ++i) {
    Json point = Json::array(), components = Json::array();
    for (std::size_t axis = 0; axis < values.ndim; ++axis)
      point.push_back(round_number(values.coordinate(i, axis), digits_of_values));
    for (std::size_t c = 0; c < values.ncomp; ++c)
      components.push_back(round_number(values.value(i, c), digits_of_values));
    x.push_back(std::move(point));
    f.push_back(std::move(components));
  }
  if (x.empty()) return "";
  return Json{{"record", "cloud"}, {"x", std::move(x)}, {"f", std::move(f)}}.dump() + "\n";
}

}  // namespace

std::string pictures(const cuboid_integrand *integrand, const cuboid_integrand *seen, int ncomp,
                     const Region &region) {
  // Ranks would have to agree on how much time is left.
  if (std::getenv("CUBOID_MPI") != nullptr) return "";
  if (!region.box.lower.empty()) return slices(integrand, ncomp, region.box);
  return cloud(seen, ncomp, region.ndim);
}

}  // namespace command
