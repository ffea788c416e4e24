// Boxes, whole, with breaks, and around singular points.
#include <algorithm>
#include <cmath>
#include <set>

#include "domain/domain.hpp"
#include "domain/maps.hpp"
#include "domain/parts.hpp"
#include "domain/text.hpp"

namespace cuboid::domain {

namespace {

using Axis = std::vector<Segment>;

/// Of a singular end at t = 0, beside which numbers are a distance apart, as a share of the width.
BlurredEnd blurred_end(int axis, double distance) {
  BlurredEnd end;
  end.axis = axis;
  const auto look = [](double share, double &place, double &rate) {
    double low = 0, high = 1, jacobian;
    for (int step = 0; step < 60; ++step) {
      place = 0.5 * (low + high);
      (from_singular_end(place, jacobian) < share ? low : high) = place;
    }
    const double reached = from_singular_end(place, jacobian);
    rate = jacobian / reached;
  };
  look(distance, end.near, end.rate_near);
  look(std::fmin(16 * distance, 1), end.far, end.rate_far);
  return end;
}

class Box final : public Domain {
 public:
  Box(std::vector<Axis> axes, double apart, std::vector<LinePlace> line)
      : Domain(static_cast<int>(axes.size()), static_cast<int>(axes.size())),
        axes_(std::move(axes)),
        apart_(apart),
        line_(std::move(line)) {}

  void map_with(const double *, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    std::fill(jacobian, jacobian + count, 1.0);
    const std::size_t ndim = axes_.size();
    for (std::size_t d = 0; d < ndim; ++d) {
      const Axis &axis = axes_[d];
      for (std::int64_t i = 0; i < count; ++i) {
        const std::size_t at = static_cast<std::size_t>(i) * ndim + d;
        jacobian[i] *= axis_map(static_cast<int>(axis.size()), axis.data(), t[at], x[at]);
      }
    }
  }

  std::string device_text(const std::string &name) const override {
    std::string body = "double jacobian = 1;\n";
    for (std::size_t d = 0; d < axes_.size(); ++d) {
      const std::string axis = std::to_string(d);
      body += "const ::cuboid::domain::Segment axis" + axis + "[] = {";
      for (const auto &[one, sign, is_singular] : axes_[d])
        body += "{{static_cast<::cuboid::map::IntervalKind>(" +
                std::to_string(static_cast<int>(one.kind)) + ")," + number(one.origin) + "," +
                number(one.width) + "," + number(one.smallest) + "," + number(one.largest) + "}," +
                number(sign) + "," + std::to_string(is_singular) + "},";
      body += "};\njacobian *= ::cuboid::domain::axis_map(" + std::to_string(axes_[d].size()) +
              ", axis" + axis + ", t[" + axis + "], x[" + axis + "]);\n";
    }
    return function(name, body + "return jacobian;\n");
  }

  std::string emptiness(const double *) const override {
    const auto is_empty = [](const Axis &axis) {
      return std::all_of(axis.begin(), axis.end(),
                         [](const Segment &part) { return part.interval.width == 0; });
    };
    const auto found = std::find_if(axes_.begin(), axes_.end(), is_empty);
    if (found == axes_.end()) return "";
    const std::string d = std::to_string(found - axes_.begin());
    return "the box has no volume, for lower[" + d + "] = upper[" + d + "]";
  }

  std::vector<BlurredEnd> blurred_ends() const override {
    std::vector<BlurredEnd> ends;
    for (std::size_t d = 0; d < axes_.size(); ++d)
      for (std::size_t i = 0; i < axes_[d].size(); ++i) {
        const auto &[interval, sign, is_singular] = axes_[d][i];
        const double origin = interval.origin;
        if (is_singular == 0 || origin == 0) continue;
        const bool finite = interval.kind == map::IntervalKind::finite;
        const double width = finite ? std::fabs(interval.width) : 1;
        const double next = std::nextafter(std::fabs(origin), HUGE_VAL) - std::fabs(origin);
        const double apart = std::fmax(next, apart_);
        BlurredEnd end = blurred_end(static_cast<int>(d), std::fmin(apart / width, 1));
        const int count = static_cast<int>(axes_[d].size());
        put_in_part(place_of_part(count, static_cast<int>(i)), end);
        ends.push_back(end);
      }
    return ends;
  }

  Parts parts() const override {
    std::vector<int> counts;
    for (const Axis &axis : axes_) counts.push_back(static_cast<int>(axis.size()));
    return parts_of_axes(counts);
  }
  std::vector<LinePlace> line() const override { return line_; }

 private:
  std::vector<Axis> axes_;
  double apart_;
  std::vector<LinePlace> line_;  ///< of one dimension
};

class Diagonal final : public Domain {
 public:
  Diagonal(double lower, double upper) : Domain(2, 2), lower_(lower), upper_(upper) {}

  void map_with(const double *, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    for (std::int64_t i = 0; i < count; ++i)
      jacobian[i] = diagonal_map(lower_, upper_, t + 2 * i, x + 2 * i);
  }

  std::string device_text(const std::string &name) const override {
    return function(name, "return ::cuboid::domain::diagonal_map(" + number(lower_) + ", " +
                              number(upper_) + ", t, x);\n");
  }

  std::vector<BlurredEnd> blurred_ends() const override {
    const double largest = std::fmax(std::fabs(lower_), std::fabs(upper_));
    const double apart = std::nextafter(largest, HUGE_VAL) - largest;
    return {blurred_end(1, std::fmin(apart / (upper_ - lower_), 1))};
  }
  Parts parts() const override { return parts_of_axes({2, 1}); }

 private:
  double lower_, upper_;
};

/// The corner of the unit cube that is at upper[axis] on each axis is a point where the integrand
/// is singular.
class AroundCorner final : public Domain {
 public:
  AroundCorner(Pointer of, std::vector<int> upper, double sign)
      : Domain(of->cube_ndim(), of->ndim()),
        of_(std::move(of)),
        upper_(std::move(upper)),
        sign_(sign) {}

  void map_with(const double *, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    const int ndim = cube_ndim();
    std::vector<double> y(static_cast<std::size_t>(count * ndim));
    std::vector<double> of_corner(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i)
      of_corner[static_cast<std::size_t>(i)] =
          sign_ * corner_map(ndim, upper_.data(), t + i * ndim, y.data() + i * ndim);
    of_->map(count, y.data(), x, jacobian);
    for (std::int64_t i = 0; i < count; ++i) jacobian[i] *= of_corner[static_cast<std::size_t>(i)];
  }

  std::string device_text(const std::string &name) const override {
    const std::string inner = of_->device_text(name + "i");
    if (inner.empty()) return "";
    std::string body = "const int upper[] = {";
    for (const int one : upper_) body += std::to_string(one) + ",";
    const std::string ndim = std::to_string(cube_ndim());
    body += "};\ndouble y[" + ndim + "];\nconst double jacobian = " + number(sign_) +
            " * ::cuboid::domain::corner_map(" + ndim + ", upper, t, y);\nreturn jacobian * " +
            name + "i(y, x, p);\n";
    return inner + function(name, body);
  }

  Parts parts() const override {
    return parts_of_pieces(
        std::vector<Parts>(static_cast<std::size_t>(cube_ndim()), whole_cube(cube_ndim())));
  }
  std::vector<LinePlace> line() const override {
    std::vector<LinePlace> places = of_->line();
    if (sign_ < 0) std::reverse(places.begin(), places.end());
    return places;
  }

 private:
  Pointer of_;
  std::vector<int> upper_;
  double sign_;
};

/// A cell between planes through singular points, some of which may be its corners.
class Cell {
 public:
  Cell(const std::vector<std::vector<double>> &planes, const std::vector<std::size_t> &place) {
    for (std::size_t d = 0; d < place.size(); ++d)
      sides_.push_back({planes[d][place[d]], planes[d][place[d] + 1]});
  }

  /// Of several corners each gets pyramids of its own: the cell is halved until it has one.  In one
  /// dimension a pyramid is the cell.
  void add_domains(const std::vector<std::vector<double>> &points,
                   std::vector<Pointer> &domains) const {
    const std::vector<double> *first = nullptr;
    for (const std::vector<double> &point : points) {
      if (!has_corner(point)) continue;
      if (first == nullptr) first = &point;
      for (std::size_t d = 0; sides_.size() > 1 && d < sides_.size(); ++d) {
        if (point[d] == (*first)[d]) continue;
        half(d, false).add_domains(points, domains);
        half(d, true).add_domains(points, domains);
        return;
      }
    }
    domains.push_back(first != nullptr ? around(*first) : whole());
  }

 private:
  struct Side {
    double lower, upper;
  };

  bool has_corner(const std::vector<double> &point) const {
    for (std::size_t d = 0; d < sides_.size(); ++d)
      if (point[d] != sides_[d].lower && point[d] != sides_[d].upper) return false;
    return true;
  }

  Cell half(std::size_t axis, bool is_upper) const {
    Cell one = *this;
    Side &side = one.sides_[axis];
    (is_upper ? side.lower : side.upper) = side.lower + 0.5 * (side.upper - side.lower);
    return one;
  }

  Pointer whole() const {
    std::vector<double> lower, upper;
    for (const Side &side : sides_) {
      lower.push_back(side.lower);
      upper.push_back(side.upper);
    }
    return box(lower, upper);
  }

  /// Finite axes begin at the point, so that no digit of the distance to it is lost.
  Pointer around(const std::vector<double> &point) const {
    std::vector<double> lower, upper;
    std::vector<int> corner;
    double sign = 1;
    for (std::size_t d = 0; d < sides_.size(); ++d) {
      const bool at_upper = point[d] == sides_[d].upper;
      const bool turned = at_upper && std::isfinite(sides_[d].lower);
      lower.push_back(turned ? sides_[d].upper : sides_[d].lower);
      upper.push_back(turned ? sides_[d].lower : sides_[d].upper);
      corner.push_back(at_upper && !turned ? 1 : 0);
      if (turned) sign = -sign;
    }
    return std::make_shared<AroundCorner>(box(lower, upper), std::move(corner), sign);
  }

  std::vector<Side> sides_;
};

/// From one place to another, of which each may be singular; each segment begins at one that is.
void add_segments(double from, bool at_from, double to, bool at_to, Axis &axis) {
  if (at_from && at_to) {
    const double middle = std::isinf(from) || std::isinf(to) ? std::isfinite(from) ? from + 1
                                                               : std::isfinite(to) ? to - 1
                                                                                   : 0
                                                             : from + 0.5 * (to - from);
    add_segments(from, true, middle, false, axis);
    add_segments(middle, false, to, true, axis);
    return;
  }
  // Of an infinite end, the map of the interval begins at the finite one.
  const bool turned = at_to;
  if (turned)
    axis.push_back({map::make_interval(to, from), -1, 1});
  else
    axis.push_back({map::make_interval(from, to), 1, at_from ? 1 : 0});
}

}  // namespace

Pointer box(const std::vector<double> &lower, const std::vector<double> &upper,
            const std::vector<int> &ends, const std::vector<std::vector<double>> &breaks,
            double apart) {
  std::vector<Axis> axes;
  std::vector<LinePlace> line;
  for (std::size_t d = 0; d < lower.size(); ++d) {
    std::vector<double> places{lower[d]};
    if (d < breaks.size()) places.insert(places.end(), breaks[d].begin(), breaks[d].end());
    if (lower[d] > upper[d]) std::reverse(places.begin() + 1, places.end());
    places.push_back(upper[d]);
    const int singular = d < ends.size() ? ends[d] : 0;
    const bool at_breaks = (singular & singular_breaks) != 0;
    const std::size_t last = places.size() - 2;
    Axis axis;
    for (std::size_t i = 0; i <= last; ++i)
      add_segments(places[i], i == 0 ? (singular & singular_lower) != 0 : at_breaks, places[i + 1],
                   i == last ? (singular & singular_upper) != 0 : at_breaks, axis);
    axes.push_back(std::move(axis));
    if (lower.size() > 1 || lower[d] == upper[d]) continue;
    for (const double place : places) line.push_back({place, at_breaks});
    line.front().is_singular = (singular & singular_lower) != 0;
    line.back().is_singular = (singular & singular_upper) != 0;
  }
  return std::make_shared<Box>(std::move(axes), apart, std::move(line));
}

Pointer diagonal(double lower, double upper) {
  return std::make_shared<Diagonal>(lower, upper);
}

Pointer box_around_points(const std::vector<double> &lower, const std::vector<double> &upper,
                          const std::vector<std::vector<double>> &points) {
  const std::size_t ndim = lower.size();
  std::vector<std::vector<double>> planes;
  for (std::size_t d = 0; d < ndim; ++d) {
    std::set<double> places{lower[d], upper[d]};
    for (const std::vector<double> &point : points) places.insert(point[d]);
    planes.emplace_back(places.begin(), places.end());
  }
  std::vector<Pointer> cells;
  std::vector<std::size_t> place(ndim, 0);
  for (std::size_t d = 0; d < ndim;) {
    Cell(planes, place).add_domains(points, cells);
    for (d = 0; d < ndim && ++place[d] + 1 == planes[d].size(); ++d) place[d] = 0;
  }
  return united(std::move(cells));
}

}  // namespace cuboid::domain
