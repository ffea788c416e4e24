// Points of a region where a condition holds.
#include <algorithm>
#include <cmath>
#include <compare>
#include <utility>

#include "base/failure.hpp"
#include "domain/domain.hpp"
#include "domain/even_points.hpp"
#include "domain/maps.hpp"
#include "domain/of_one.hpp"
#include "domain/parts.hpp"
#include "domain/text.hpp"

namespace cuboid::domain {

namespace {

/// Beyond, samples are taken, and gain little by a smooth border.
constexpr int max_ndim_of_lines = 5;

/// A look at an integrand that is 0 where the condition does not hold, and is not called there.
Domain::Look where_it_holds(const Condition &condition, int ndim, const Domain::Look &look) {
  return [&condition, ndim, &look](std::int64_t count, const double *x) {
    std::vector<double> value(static_cast<std::size_t>(count)), inside;
    condition.evaluate(count, x, nullptr, value.data());
    for (std::int64_t i = 0; i < count; ++i)
      if (value[static_cast<std::size_t>(i)] > 0)
        inside.insert(inside.end(), x + i * ndim, x + (i + 1) * ndim);
    if (inside.empty()) return std::vector<double>(value.size(), 0.0);
    const std::vector<double> found = look(std::ssize(inside) / ndim, inside.data());
    auto next = found.begin();
    for (double &one : value) one = one > 0 ? *next++ : 0.0;
    return value;
  };
}

/// The condition is asked at each point.
class AtPoints final : public OfOne {
 public:
  AtPoints(const Pointer &of, Condition condition)
      : OfOne(of->cube_ndim(), of, condition.numbers_of_each), condition_(std::move(condition)) {}

  void map_with(const double *parameters, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    of().map_with(parameters, count, t, x, jacobian);
    std::vector<double> value(static_cast<std::size_t>(count));
    condition_.evaluate(count, x, parameters + of().numbers_of_each(), value.data());
    for (std::int64_t i = 0; i < count; ++i)
      if (!(value[static_cast<std::size_t>(i)] > 0)) jacobian[i] = 0;
  }

  std::string device_text(const std::string &name) const override {
    const std::string map = of().device_text(name + "i");
    const std::string condition = condition_.device_text ? condition_.device_text(name + "c") : "";
    if (map.empty() || condition.empty()) return "";
    return map + condition +
           function(name, "const double jacobian = " + name + "i(t, x, p);\nreturn " + name +
                              "c(x, p + " + std::to_string(of().numbers_of_each()) +
                              ") > 0 ? jacobian : 0;\n");
  }

  std::vector<BlurredEnd> blurred_ends() const override { return of().blurred_ends(); }
  Parts parts() const override { return of().parts(); }
  std::shared_ptr<const Domain> suited(const Look &look) const override {
    const Pointer other = of().suited(where_it_holds(condition_, ndim(), look));
    return other ? std::make_shared<AtPoints>(other, condition_) : nullptr;
  }

 private:
  Condition condition_;
};

/// Of a line, how well borders are known.
constexpr int bisections = 36;
constexpr double border_width = 0x1p-36;

/// Where the condition holds on the line through a point: intervals of the cube's last axis.
class OnLine {
 public:
  void add(double from, double to) {
    parts_.emplace_back(from, to);
    length_ += to - from;
  }
  double length() const { return length_; }

  /// Also on the border itself, where rounding says whether the condition holds and the points of
  /// cubature lie if it is a diagonal: they would be spikes.
  bool has(double place) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](const auto &part) {
      return place >= part.first - border_width && place <= part.second + border_width;
    });
  }

  /// The place before which a fraction of the length is.
  double place(double fraction) const {
    double left = fraction * length_;
    for (const auto &[from, to] : parts_) {
      if (left <= to - from) return from + left;
      left -= to - from;
    }
    return parts_.empty() ? fraction : parts_.back().second;
  }

 private:
  std::vector<std::pair<double, double>> parts_;
  double length_ = 0;
};

/// The border of the condition is found on lines along the cube's last axis, and the points of a
/// line are put where it holds: for the other axes there is no jump left at the border.  A line is
/// looked at in some places alone, and towards larger values of the condition where it has any, and
/// may have parts that are missed; the upper half of the cube's first axis has those, by points
/// that are where they are, so that the sum of both is right whatever is missed.
class AlongLines final : public OfOne {
 public:
  AlongLines(const Pointer &of, Condition condition, int lines)
      : OfOne(of->cube_ndim(), of, condition.numbers_of_each),
        condition_(std::move(condition)),
        places_(lines) {}

  void map_with(const double *parameters, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    Points points{cube_ndim(), {t, t + count * cube_ndim()}};
    std::vector<double> scale(static_cast<std::size_t>(count));
    std::vector<bool> is_missed(scale.size());
    for (std::int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Part part = part_at(2, points.row(i)[0]);
      points.row(i)[0] = part.t;
      scale[at] = part.scale;
      is_missed[at] = part.number == 1;
    }
    const std::vector<OnLine> lines = lines_of(parameters, points, count);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      double &last = points.last(i);
      if (is_missed[at]) {
        if (lines[at].has(last)) scale[at] = 0;
      } else {
        last = lines[at].place(last);
        scale[at] *= lines[at].length();
      }
    }
    std::vector<double> value(scale.size());
    of().map_with(parameters, count, points.t.data(), x, jacobian);
    condition_.evaluate(count, x, parameters + of().numbers_of_each(), value.data());
    for (std::int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      jacobian[i] = value[at] > 0 ? jacobian[i] * scale[at] : 0;
    }
  }

  std::string device_text(const std::string &) const override { return ""; }

  /// Both halves of the first axis have them.  Those of the last axis are left out: its places move
  /// along the lines.
  std::vector<BlurredEnd> blurred_ends() const override {
    std::vector<BlurredEnd> ends;
    for (const BlurredEnd &end : of().blurred_ends())
      for (int half = 0; half < 2 && end.axis != cube_ndim() - 1; ++half) {
        ends.push_back(end);
        put_in_piece(place_of_part(2, half), ends.back());
      }
    return ends;
  }
  Parts parts() const override {
    return parts_of_pieces(std::vector<Parts>(2, whole_cube(cube_ndim())));
  }
  /// Whether points of the region are on what is found of their lines.  t: [][cube_ndim]
  bool finds(const std::vector<double> &t) const {
    Points points{cube_ndim(), t};
    const std::int64_t count = std::ssize(t) / cube_ndim();
    const std::vector<OnLine> lines = lines_of(nullptr, points, count);
    for (std::int64_t i = 0; i < count; ++i)
      if (!lines[static_cast<std::size_t>(i)].has(points.last(i))) return false;
    return true;
  }

  std::shared_ptr<const Domain> suited(const Look &look) const override {
    const Pointer other = of().suited(where_it_holds(condition_, ndim(), look));
    return other ? std::make_shared<AlongLines>(other, condition_, places_) : nullptr;
  }

 private:
  struct Points {
    int ndim;
    std::vector<double> t;

    double *row(std::int64_t i) { return t.data() + i * ndim; }
    double &last(std::int64_t i) { return row(i)[ndim - 1]; }
  };

  /// A place on a line where the condition holds and one where it does not, with the border
  /// between them.
  struct Border {
    std::int64_t line;
    double inside, outside;

    auto operator<=>(const Border &) const = default;
  };

  /// Above 0 where the condition holds.
  std::vector<double> levels(const double *parameters, const Points &points,
                             std::int64_t count) const {
    std::vector<double> x(static_cast<std::size_t>(count * ndim()));
    std::vector<double> jacobian(static_cast<std::size_t>(count)), level(jacobian);
    of().map_with(parameters, count, points.t.data(), x.data(), jacobian.data());
    (condition_.level ? condition_.level : condition_.evaluate)(
        count, x.data(), parameters + of().numbers_of_each(), level.data());
    return level;
  }

  std::vector<OnLine> lines_of(const double *parameters, Points points, std::int64_t count) const {
    const auto lines = static_cast<std::size_t>(count);
    std::vector<std::vector<double>> at_place;
    for (int k = 0; k <= places_; ++k) {
      for (std::int64_t i = 0; i < count; ++i) points.last(i) = place(k);
      at_place.push_back(levels(parameters, points, count));
    }
    std::vector<Border> borders;
    std::vector<Summit> summits;
    for (std::size_t i = 0; i < lines; ++i) {
      const auto line = static_cast<std::int64_t>(i);
      for (int k = 0; k < places_; ++k) {
        const bool before = at_place[static_cast<std::size_t>(k)][i] > 0;
        const bool after = at_place[static_cast<std::size_t>(k) + 1][i] > 0;
        if (before == after) continue;
        borders.push_back(before ? Border{line, place(k), place(k + 1)}
                                 : Border{line, place(k + 1), place(k)});
      }
      add_summits(line, at_place, summits);
    }
    climb(parameters, points, std::move(summits), borders);
    std::sort(borders.begin(), borders.end());
    bisect(parameters, points, borders);
    std::vector<OnLine> found(lines);
    std::size_t next = 0;
    for (std::size_t i = 0; i < lines; ++i) {
      double from = 0;
      for (bool inside = at_place[0][i] > 0;; inside = !inside) {
        const bool ends =
            next == borders.size() || borders[next].line != static_cast<std::int64_t>(i);
        const double to = ends ? 1 : borders[next].inside;
        if (inside) found[i].add(from, to);
        from = to;
        if (ends) break;
        ++next;
      }
    }
    return found;
  }

  double place(int k) const { return static_cast<double>(k) / places_; }

  /// The place on one side of the border whose level is nearest to it, between two neighbours on
  /// that side: something of the other side may be hidden there, as in the tip of a region.
  struct Summit {
    std::int64_t line;
    double side;  ///< 1: the condition holds there, else -1
    double below, at, above;
    double level_below, level_at, level_above;  ///< below 0, times side

    /// Levels that are concave do not reach 0 where this is below it.  At an end of the line there
    /// is no saying.
    double bound() const {
      if (!(at > below && above > at)) return 0;
      const double left = (level_at - level_below) / (at - below);
      const double right = (level_at - level_above) / (above - at);
      return level_at + std::fmax(left * (above - at), right * (at - below));
    }
    /// Those that are not quite concave may rise by twice as much.
    bool may_reach() const { return bound() >= 0.5 * level_at; }
  };

  void add_summits(std::int64_t line, const std::vector<std::vector<double>> &at_place,
                   std::vector<Summit> &summits) const {
    const auto i = static_cast<std::size_t>(line);
    const auto level = [&](int k) { return at_place[static_cast<std::size_t>(k)][i]; };
    for (int k = 0; k <= places_ && places_ > 1; ++k) {
      const double side = level(k) > 0 ? 1 : -1;
      const int below = std::max(k - 1, 0), above = std::min(k + 1, places_);
      const Summit summit{line,
                          side,
                          place(below),
                          place(k),
                          place(above),
                          -std::fabs(level(below)),
                          -std::fabs(level(k)),
                          -std::fabs(level(above))};
      // No number but 0 says how far the border is.
      if (!(summit.level_at < 0) || !(side * level(below) > 0) || !(side * level(above) > 0))
        continue;
      if ((k > 0 && !(summit.level_at > summit.level_below)) ||
          summit.level_at < summit.level_above)
        continue;
      // Towards an end of the line the level may rise by twice what it does before that.
      if (k == 0 || k == places_) {
        const double first = k == 0 ? summit.level_above : summit.level_below;
        const double second = -std::fabs(level(k == 0 ? 2 : places_ - 2));
        if (first + 2 * (first - second) < 0) continue;
      }
      if (summit.may_reach()) summits.push_back(summit);
    }
  }

  /// By golden sections.  What is found has a border on each side.
  void climb(const double *parameters, const Points &points, std::vector<Summit> summits,
             std::vector<Border> &borders) const {
    constexpr int steps = 20;
    constexpr double golden = 0.3819660112501051;  // (3 - sqrt 5) / 2
    for (int step = 0; step < steps && !summits.empty(); ++step) {
      const auto count = static_cast<std::int64_t>(summits.size());
      Points tried{points.ndim, {}};
      for (const Summit &one : summits) {
        const double *const row = points.t.data() + one.line * points.ndim;
        tried.t.insert(tried.t.end(), row, row + points.ndim);
        const bool is_above = one.above - one.at >= one.at - one.below;
        *(tried.t.end() - 1) = one.at + golden * ((is_above ? one.above : one.below) - one.at);
      }
      const std::vector<double> level = levels(parameters, tried, count);
      std::vector<Summit> left;
      for (std::int64_t i = 0; i < count; ++i) {
        Summit one = summits[static_cast<std::size_t>(i)];
        const double at = tried.last(i), found = level[static_cast<std::size_t>(i)];
        if ((found > 0) != (one.side > 0)) {
          add_hidden(one, at, borders);
          continue;
        }
        narrow(one, at, -std::fabs(found));
        if (one.may_reach()) left.push_back(one);
      }
      summits = std::move(left);
    }
  }

  static void narrow(Summit &one, double at, double level) {
    const bool is_above = at > one.at, is_nearer = level > one.level_at;
    if (is_above == is_nearer) {
      one.below = is_nearer ? one.at : at;
      one.level_below = is_nearer ? one.level_at : level;
    } else {
      one.above = is_nearer ? one.at : at;
      one.level_above = is_nearer ? one.level_at : level;
    }
    if (!is_nearer) return;
    one.at = at;
    one.level_at = level;
  }

  /// at: on the other side.
  static void add_hidden(const Summit &one, double at, std::vector<Border> &borders) {
    const double below = at > one.at ? one.at : one.below;
    const double above = at > one.at ? one.above : one.at;
    for (const double beside : {below, above})
      borders.push_back(one.side > 0 ? Border{one.line, beside, at} : Border{one.line, at, beside});
  }

  /// To border_width of a part.
  void bisect(const double *parameters, const Points &points, std::vector<Border> &borders) const {
    const auto count = static_cast<std::int64_t>(borders.size());
    Points middles{points.ndim, {}};
    for (const Border &border : borders) {
      const double *const row = points.t.data() + border.line * points.ndim;
      middles.t.insert(middles.t.end(), row, row + points.ndim);
    }
    for (int step = 0; step < bisections && count > 0; ++step) {
      for (std::int64_t i = 0; i < count; ++i) {
        const Border &border = borders[static_cast<std::size_t>(i)];
        middles.last(i) = 0.5 * (border.inside + border.outside);
      }
      const std::vector<double> level = levels(parameters, middles, count);
      for (std::int64_t i = 0; i < count; ++i) {
        Border &border = borders[static_cast<std::size_t>(i)];
        (level[static_cast<std::size_t>(i)] > 0 ? border.inside : border.outside) = middles.last(i);
      }
    }
  }

  Condition condition_;
  int places_;
};

/// Even points of a region, and where the condition holds at them and beside them.
class Seen {
 public:
  Seen(const Domain &of, const Condition &condition)
      : of_(of), condition_(condition), ndim_(static_cast<std::size_t>(of.cube_ndim())) {
    const std::vector<double> steps = even_steps(ndim_);
    std::vector<double> point(ndim_, .5), some(at_once * ndim_);
    for (std::size_t seen = 0; seen < most && inside_.size() < enough * ndim_; seen += at_once) {
      fill_even(steps, point, some);
      const std::vector<bool> inside = holds(some);
      for (std::size_t i = 0; i < at_once; ++i)
        if (inside[i])
          inside_.insert(inside_.end(), some.data() + i * ndim_, some.data() + (i + 1) * ndim_);
    }
  }

  /// Those with both ends of their part of their line where the condition does not hold.
  std::vector<double> between(int lines) const {
    std::vector<double> below = inside_, above = inside_;
    for (std::size_t last = ndim_ - 1; last < inside_.size(); last += ndim_) {
      below[last] = std::floor(inside_[last] * lines) / lines;
      above[last] = below[last] + 1. / lines;
    }
    const std::vector<bool> holds_below = holds(below), holds_above = holds(above);
    std::vector<double> found;
    for (std::size_t i = 0; i < holds_below.size(); ++i)
      if (!holds_below[i] && !holds_above[i])
        found.insert(found.end(), inside_.data() + i * ndim_, inside_.data() + (i + 1) * ndim_);
    return found;
  }

 private:
  /// Points of the region, and of the cube in which they are looked for.
  static constexpr std::size_t enough = 1 << 12, at_once = 1 << 12, most = 1 << 17;

  std::vector<bool> holds(const std::vector<double> &t) const {
    const std::size_t points = t.size() / ndim_;
    std::vector<double> x(points * static_cast<std::size_t>(of_.ndim())), jacobian(points),
        value(points);
    of_.map(std::ssize(value), t.data(), x.data(), jacobian.data());
    condition_.evaluate(std::ssize(value), x.data(), nullptr, value.data());
    std::vector<bool> found;
    for (std::size_t i = 0; i < points; ++i) found.push_back(value[i] > 0 && jacobian[i] > 0);
    return found;
  }

  const Domain &of_;
  const Condition &condition_;
  std::size_t ndim_;
  std::vector<double> inside_;
};

/// As many as no even point is missed by.  With 16 always, what ends in tips was converged and
/// wrong: api/Domain.HasRegionsThatEndInTips.
int enough_lines(const Pointer &of, const Condition &condition) {
  constexpr int fewest = 16, most = 256;
  if (of->numbers_of_each() > 0 || condition.numbers_of_each > 0) return most;
  try {
    const Seen seen(*of, condition);
    int lines = fewest;
    while (lines < most && !AlongLines(of, condition, lines).finds(seen.between(lines))) lines *= 4;
    return lines;
  } catch (const Failure &) {
    return fewest;  // Whoever integrates is told.
  }
}

}  // namespace

Pointer where(const Pointer &of, Condition condition, int lines) {
  if (lines < 0) lines = of->cube_ndim() <= max_ndim_of_lines ? enough_lines(of, condition) : 0;
  if (lines == 0) return std::make_shared<AtPoints>(of, std::move(condition));
  return std::make_shared<AlongLines>(of, std::move(condition), lines);
}

}  // namespace cuboid::domain
