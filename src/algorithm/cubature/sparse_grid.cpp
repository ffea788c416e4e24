#include "algorithm/cubature/sparse_grid.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "rule/carried_error.hpp"
#include "rule/patterson.hpp"

namespace cuboid::algorithm {

namespace {

using Levels = std::vector<std::int16_t>;

/// Differences above this part of the largest one may be followed together with it: a third of the
/// calls for 2 % more evaluations (cubature_sparse.txt).
constexpr double hardly_smaller = 1. / 32;

int first_new(int level) {
  return level == 0 ? 0 : rule::patterson_points(level - 1);
}

/// The points that no rule of lower levels has: numbers of nodes, of which the last axis runs
/// fastest.
class NewNodes {
 public:
  explicit NewNodes(const Levels &levels) : levels_(levels) {
    for (const std::int16_t level : levels) nodes_.push_back(first_new(level));
  }

  int operator[](std::size_t axis) const { return nodes_[axis]; }

  /// The first axis that has another node then, which is one of the last mostly; none: there are no
  /// more.
  std::optional<std::size_t> advance() {
    for (std::size_t d = nodes_.size(); d-- > 0;) {
      if (++nodes_[d] < rule::patterson_points(levels_[d])) return d;
      nodes_[d] = first_new(levels_[d]);
    }
    return {};
  }

  static std::int64_t count(const Levels &levels) {
    std::int64_t count = 1;
    for (const std::int16_t level : levels)
      count *= rule::patterson_points(level) - first_new(level);
    return count;
  }

 private:
  const Levels &levels_;
  std::vector<int> nodes_;
};

/// Those before these along the axis.
Levels before(Levels levels, std::size_t axis) {
  --levels[axis];
  return levels;
}

/// The next ones up to `last` in all axes, of which the last runs fastest.  False: there are none.
bool advance(Levels &levels, const Levels &last) {
  for (std::size_t d = levels.size(); d-- > 0;) {
    if (++levels[d] <= last[d]) return true;
    levels[d] = 0;
  }
  return false;
}

}  // namespace

SparseGrid::SparseGrid(int ndim, int ncomp) : ndim_(ndim), ncomp_(ncomp) {
  clear();
}

void SparseGrid::clear() {
  differences_.clear();
  number_.clear();
  values_.clear();
  integral_.assign(static_cast<std::size_t>(ncomp_), 0);
  size_ = integral_;
}

std::vector<double> SparseGrid::error() const {
  std::vector<double> error(static_cast<std::size_t>(ncomp_));
  for (const Difference &one : differences_)
    for (std::size_t c = 0; c < error.size() && !one.followed; ++c)
      error[c] += std::fabs(one.value[c]);
  return error;
}

std::int64_t SparseGrid::refine(std::span<const double> tolerances, bool together,
                                std::int64_t most, const Evaluate &evaluate) {
  return take(choose(tolerances, together), most, evaluate);
}

std::int64_t SparseGrid::refine_along(int axis, std::int64_t most, const Evaluate &evaluate) {
  Step step;
  if (!follow(number_.at(levels_along(axis, level(axis))), step)) return 0;
  return take(step, most, evaluate);
}

/// Adds the differences that follow.
std::int64_t SparseGrid::take(const Step &step, std::int64_t most, const Evaluate &evaluate) {
  std::int64_t count = 0;
  for (const Levels &levels : step.next) count += NewNodes::count(levels);
  if (count == 0 || count > most) return count;
  std::vector<double> x, point(static_cast<std::size_t>(ndim_));
  x.reserve(static_cast<std::size_t>(count * ndim_));
  for (const Levels &levels : step.next) {
    NewNodes nodes(levels);
    for (std::optional<std::size_t> changed = 0; changed; changed = nodes.advance()) {
      for (std::size_t d = *changed; d < point.size(); ++d)
        point[d] = rule::patterson_rules.nodes[nodes[d]];
      x.insert(x.end(), point.begin(), point.end());
    }
  }
  std::vector<double> values(static_cast<std::size_t>(count * ncomp_));
  evaluate(count, x.data(), values.data());
  std::int64_t first = npoints();
  values_.insert(values_.end(), values.begin(), values.end());
  for (const std::size_t number : step.followed) differences_[number].followed = true;
  for (const Levels &levels : step.next) {
    add(levels, first);
    first += NewNodes::count(levels);
  }
  return count;
}

/// Nothing: there is no rule with more points.
SparseGrid::Step SparseGrid::choose(std::span<const double> tolerances, bool together) const {
  Step step;
  if (differences_.empty()) {
    step.next.emplace_back(static_cast<std::size_t>(ndim_));
    return step;
  }
  std::vector<std::pair<double, std::size_t>> open;
  for (std::size_t i = 0; i < differences_.size(); ++i)
    if (!differences_[i].followed) open.emplace_back(-ratio(differences_[i], tolerances), i);
  std::sort(open.begin(), open.end());
  for (const auto &[ratio, number] : open) {
    // Of some, all that may follow waits for others.
    const bool ends = together ? ratio > hardly_smaller * open.front().first : true;
    if (!step.next.empty() && ends) break;
    if (!follow(number, step)) return {};
  }
  return step;
}

/// To the tolerance of the component for which it is the largest.
double SparseGrid::ratio(const Difference &one, std::span<const double> tolerances) const {
  double largest = 0;
  for (std::size_t c = 0; c < one.value.size(); ++c)
    largest = std::max(largest, std::fabs(one.value[c]) / tolerances[c]);
  return largest;
}

/// Adds the differences after it for which all others before them have been followed.  False: there
/// are no more rules along an axis.
bool SparseGrid::follow(std::size_t number, Step &step) const {
  step.followed.push_back(number);
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(ndim_); ++axis) {
    Levels levels = differences_[number].levels;
    if (++levels[axis] == rule::patterson_levels) return false;
    bool may = true;
    for (std::size_t d = 0; d < levels.size() && may; ++d)
      may = levels[d] == 0 || is_followed(before(levels, d), step);
    if (may) step.next.push_back(std::move(levels));
  }
  return true;
}

bool SparseGrid::is_followed(const Levels &levels, const Step &step) const {
  const auto found = number_.find(levels);
  if (found == number_.end()) return false;
  return differences_[found->second].followed ||
         std::find(step.followed.begin(), step.followed.end(), found->second) !=
             step.followed.end();
}

std::int64_t SparseGrid::first_points() const {
  return NewNodes::count(Levels(static_cast<std::size_t>(ndim_)));
}

/// Those of a difference along this axis alone.
SparseGrid::Levels SparseGrid::levels_along(int axis, int level) const {
  Levels levels(static_cast<std::size_t>(ndim_));
  levels[static_cast<std::size_t>(axis)] = static_cast<std::int16_t>(level);
  return levels;
}

int SparseGrid::level(int axis) const {
  int level = -1;
  while (number_.contains(levels_along(axis, level + 1))) ++level;
  return level;
}

bool SparseGrid::is_constant(std::size_t component) const {
  const double rounding = rule::null_rounding * size_[component];
  return std::all_of(differences_.begin() + 1, differences_.end(), [&](const Difference &one) {
    return std::fabs(one.value[component]) <= rounding;
  });
}

bool SparseGrid::is_blind(int axis) const {
  return std::all_of(differences_.begin(), differences_.end(), [&](const Difference &one) {
    if (one.levels[static_cast<std::size_t>(axis)] == 0) return true;
    for (std::size_t c = 0; c < one.value.size(); ++c)
      if (std::fabs(one.value[c]) > rule::null_rounding * size_[c]) return false;
    return true;
  });
}

/// Its values are there, and all differences of lower levels.
void SparseGrid::add(const Levels &levels, std::int64_t first) {
  number_.emplace(levels, differences_.size());
  differences_.push_back({levels, first, std::vector<double>(integral_.size()), false});
  Difference &one = differences_.back();
  add_terms(one);
  for (std::size_t c = 0; c < integral_.size(); ++c) integral_[c] += one.value[c];
}

/// At all points of its rules.
void SparseGrid::add_terms(Difference &one) {
  Levels of_points(one.levels.size());
  std::vector<double> weights(one.levels.size() + 1, 1);  // products over the first axes
  do {
    const double *f =
        values_.data() + differences_[number_.at(of_points)].first * std::int64_t{ncomp_};
    NewNodes nodes(of_points);
    for (std::optional<std::size_t> changed = 0; changed; changed = nodes.advance()) {
      for (std::size_t d = *changed; d < of_points.size(); ++d)
        weights[d + 1] = weights[d] * rule::patterson_rules.differences[one.levels[d]][nodes[d]];
      for (std::size_t c = 0; c < size_.size(); ++c, ++f) {
        one.value[c] += weights.back() * *f;
        size_[c] += std::fabs(weights.back() * *f);
      }
    }
  } while (advance(of_points, one.levels));
}

void SparseGrid::save(StateWriter &writer) const {
  writer.put(std::ssize(differences_));
  for (const Difference &one : differences_) writer.fields(one.levels, std::int64_t{one.followed});
  writer.put(values_);
}

void SparseGrid::restore(StateReader &reader) {
  clear();
  std::vector<Difference> saved;
  for (std::int64_t left = reader.get_count(); left > 0; --left) {
    Difference one;
    reader.get(one.levels);
    one.followed = reader.get_count() != 0;
    StateReader::require(std::ssize(one.levels) == ndim_);
    for (const std::int16_t level : one.levels)
      StateReader::require(level >= 0 && level < rule::patterson_levels);
    saved.push_back(std::move(one));
  }
  reader.get(values_);
  StateReader::require_finite(values_.data(), values_.size());
  std::int64_t first = 0;
  for (const Difference &one : saved) {
    for (std::size_t d = 0; d < one.levels.size(); ++d)
      StateReader::require(one.levels[d] == 0 || number_.contains(before(one.levels, d)));
    StateReader::require(!number_.contains(one.levels));
    const std::int64_t until = first + NewNodes::count(one.levels);
    StateReader::require(until * ncomp_ <= std::ssize(values_));
    add(one.levels, first);
    differences_.back().followed = one.followed;
    first = until;
  }
  StateReader::require(first == npoints());
}

}  // namespace cuboid::algorithm
