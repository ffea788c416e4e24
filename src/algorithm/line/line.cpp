#include "algorithm/line/line.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/print_iteration.hpp"
#include "algorithm/line/kronrod.hpp"
#include "algorithm/line/variable.hpp"
#include "base/failure.hpp"
#include "elementary/functions.hpp"

namespace cuboid::algorithm {

namespace {

using line_parts::kronrod_points;
using line_parts::Variable;
using line_parts::VariableKind;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double rounding = 50 * std::numeric_limits<double>::epsilon();

/// Where the whole range is split: halves would keep the symmetry of an integrand about its centre,
/// which hides a pole there, and the stride of one that is periodic.
constexpr double first_split = 0.447;

/// The first pieces of a range in t, whose middle has most of the integrand.
constexpr double first_pieces[] = {0, 0.2236, 0.512, 0.7764, 1};

/// An end of the range that was split so many times has a map of its own.
constexpr int most_splits_at_end = 3;

/// Parts of |x| below which a piece is not split: its points would fall together.
constexpr double least_width = 0x1p-45;

/// How far a power may be from that of 1/x for an integral to exist: beyond, it cannot be told from
/// one that diverges like a logarithm.
constexpr double least_from_divergence = 0.004;

/// After so many points with nothing but zeros, further ones are not likely to find more.
constexpr std::int64_t enough_zeros = 10000;

/// Points with NaN or infinity are moved by this part of half of their piece.
constexpr double step_off = 0x1p-5;

/// Two halves of an interval bring the rules nearer to each other by this factor at least where the
/// integrand is smooth: the degrees of 10 and 21 points would say 2^-20.
constexpr double least_drop = 0x1p-12;

/// So many times what is expected of the error of a kink: of 300 with random places and peaks
/// beside them, 99 in 100 are within it, and 98 without it (tests/api/line_test.cpp).
constexpr double by_chance = 3;

/// Below this part of the whole range no piece around 0 is split.
constexpr double least_part_of_range = 1e-100;

/// Points of a piece whose values are kept: the two nearest to each end.
constexpr int edge_points[] = {0, 1, kronrod_points - 2, kronrod_points - 1};
constexpr std::size_t edges = std::size(edge_points);

struct Piece {
  int variable = 0;
  double from = 0, to = 0;  ///< in its variable
  int splits = 0;
  double weight = 0;          ///< the piece with the largest is split next
  std::vector<double> value;  ///< [ncomp], as is the next
  std::vector<double> error;
  std::vector<double> difference;  ///< [ncomp], of the two rules
  std::vector<double> edge;        ///< [ncomp][edges]
  bool exact = false;              ///< but for rounding

  double width() const { return to - from; }
  /// Where nothing but zeros was seen, the widest is the first.
  bool operator<(const Piece &other) const {
    return std::pair(weight, width()) < std::pair(other.weight, other.width());
  }
};

class Line {
 public:
  Line(const Task &task, const LineOptions &options, Result &result)
      : task_(task),
        options_(options),
        result_(result),
        ncomp_(static_cast<std::size_t>(task.ncomp)),
        lower_(std::min(options.lower, options.upper)),
        upper_(std::max(options.lower, options.upper)),
        sign_(options.lower <= options.upper ? 1 : -1),
        beyond_(ncomp_),
        beyond_error_(ncomp_) {}

  void run();

 private:
  void begin();
  void add_variable(VariableKind kind, double a, double b);
  void add_beyond(const Variable &variable, int end);
  void look_beyond(const double *f, const double *distance, bool infinite, double to);
  void evaluate(const std::vector<double> &x, std::vector<double> &f);
  void repair(const std::vector<double> &x, const std::vector<double> &other,
              std::vector<double> &f, bool infinite);
  std::vector<Piece> apply(std::vector<Piece> pieces);
  void estimate(Piece &piece, const double *f, const std::vector<double> &jacobians,
                std::size_t first) const;
  void keep(Piece piece);
  void compare(const Piece &whole, std::vector<Piece> &halves) const;
  void split(const Piece &piece);
  bool is_at_end(const Piece &piece) const;
  bool is_narrow(const Piece &piece) const;
  void sum_up();
  bool has_jumps();
  bool is_done();
  bool is_hopeless() const;
  void explain();

  const Task &task_;
  const LineOptions &options_;
  Result &result_;
  const std::size_t ncomp_;
  const double lower_, upper_, sign_;
  std::vector<Variable> variables_;
  std::vector<Piece> pieces_;                  ///< a heap
  std::vector<Piece> finished_;                ///< too narrow to be split
  std::vector<double> beyond_, beyond_error_;  ///< what lies between ranges of t and their ends
  std::vector<double> scale_;                  ///< [ncomp], by which errors are compared
  bool alternates_ = false;                    ///< the tail changes its sign
  bool diverges_ = false;
  double worst_end_ = 0;
};

void Line::evaluate(const std::vector<double> &x, std::vector<double> &f) {
  f.resize(x.size() * ncomp_);
  const auto count = static_cast<std::int64_t>(x.size());
  try {
    task_.engine->evaluate({count, x.data()}, f.data());
  } catch (const engine::Interrupted &interrupted) {
    result_.neval += interrupted.evaluated();
    throw;
  }
  result_.neval += count;
}

/// Evaluates anew, beside it, what was not finite.  An infinite end has infinity times zero, which
/// counts as zero.
void Line::repair(const std::vector<double> &x, const std::vector<double> &other,
                  std::vector<double> &f, bool infinite) {
  constexpr double far = 1e15;
  const auto is_bad = [&](const std::vector<double> &values, std::size_t i) {
    return !std::all_of(values.begin() + static_cast<std::ptrdiff_t>(i * ncomp_),
                        values.begin() + static_cast<std::ptrdiff_t>((i + 1) * ncomp_),
                        [](double v) { return std::isfinite(v); });
  };
  std::vector<std::size_t> bad;
  std::vector<double> places, values;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (is_bad(f, i)) {
      bad.push_back(i);
      places.push_back(other[i]);
    }
  if (bad.empty()) return;
  evaluate(places, values);
  for (std::size_t k = 0; k < bad.size(); ++k)
    for (std::size_t c = 0; c < ncomp_; ++c) {
      double &value = values[k * ncomp_ + c];
      if (infinite && std::fabs(places[k]) > far && std::isnan(value)) value = 0;
      if (!std::isfinite(value) && options_.stop_at_nonfinite)
        throw Failure(CUBOID_NONFINITE,
                      formatted("component %d is %g at x = %.17g and beside it: set nonfinite = "
                                "zero, or cut the range there",
                                static_cast<int>(c), value, x[bad[k]]));
      f[bad[k] * ncomp_ + c] = std::isfinite(value) ? value : 0;
    }
}

/// The pair of rules on a piece, and the error of R. Piessens and others, QUADPACK (Springer 1983):
/// that of Kronrod's rule falls faster than the difference of the two, which is compared with how
/// much the integrand varies.
void Line::estimate(Piece &piece, const double *f, const std::vector<double> &jacobians,
                    std::size_t first) const {
  const double half = piece.width() / 2;
  piece.value.assign(ncomp_, 0);
  piece.error.assign(ncomp_, 0);
  piece.difference.clear();
  piece.edge.clear();
  piece.exact = true;
  for (std::size_t c = 0; c < ncomp_; ++c) {
    double g[kronrod_points], kronrod = 0, gauss = 0, size = 0, spread = 0;
    for (int i = 0; i < kronrod_points; ++i) {
      const auto at = static_cast<std::size_t>(i);
      g[i] = f[at * ncomp_ + c] == 0 ? 0 : f[at * ncomp_ + c] * jacobians[first + at];
      kronrod += line_parts::kronrod_weight(i) * g[i];
      gauss += line_parts::gauss_weight(i) * g[i];
      size += line_parts::kronrod_weight(i) * std::fabs(g[i]);
    }
    for (int i = 0; i < kronrod_points; ++i)
      spread += line_parts::kronrod_weight(i) * std::fabs(g[i] - kronrod / 2);
    double error = std::fabs(kronrod - gauss);
    piece.difference.push_back(half * error);
    if (spread > 0 && error > 0) {
      const double ratio = 200 * error / spread;
      error = spread * std::min(1.0, ratio * std::sqrt(ratio));
    }
    for (const int i : edge_points) piece.edge.push_back(g[i]);
    piece.exact = piece.exact && error <= rounding * size;
    piece.value[c] = half * kronrod;
    piece.error[c] = half * std::max(error, rounding * size);
    if (!std::isfinite(piece.value[c]) || !std::isfinite(piece.error[c])) {
      piece.value[c] = 0;
      piece.error[c] = infinity;
    }
  }
}

/// Evaluates pieces in one batch.
std::vector<Piece> Line::apply(std::vector<Piece> pieces) {
  std::vector<double> x, beside, jacobians, f;
  bool infinite = false;
  for (const Piece &piece : pieces) {
    const Variable &variable = variables_[static_cast<std::size_t>(piece.variable)];
    const double centre = piece.from + piece.width() / 2, half = piece.width() / 2;
    infinite = infinite || variable.ends[0].infinite || variable.ends[1].infinite;
    for (int i = 0; i < kronrod_points; ++i) {
      const double node = line_parts::kronrod_node(i);
      double jacobian;
      beside.push_back(
          variable.x_of(centre + half * (node < 0 ? node + step_off : node - step_off), jacobian));
      x.push_back(variable.x_of(centre + half * node, jacobian));
      jacobians.push_back(jacobian);
    }
  }
  evaluate(x, f);
  repair(x, beside, f, infinite);
  for (std::size_t k = 0; k < pieces.size(); ++k)
    estimate(pieces[k], f.data() + k * std::size_t{kronrod_points} * ncomp_, jacobians,
             k * kronrod_points);
  return pieces;
}

void Line::keep(Piece piece) {
  if (scale_.empty()) {
    for (const double value : piece.value) scale_.push_back(value == 0 ? 1 : std::fabs(value));
  }
  piece.weight = 0;
  for (std::size_t c = 0; c < ncomp_; ++c)
    piece.weight = std::max(piece.weight, piece.error[c] / scale_[c]);
  pieces_.push_back(std::move(piece));
  std::push_heap(pieces_.begin(), pieces_.end());
}

/// From the values at 1, 4 and 16 times the least distance: between the end and the least distance
/// the integrand is taken for a power of the distance, whose exponent is that of the first two.
/// What the exponent of the last two is off says how far this is from the truth.
void Line::look_beyond(const double *f, const double *distance, bool infinite, double to) {
  for (std::size_t c = 0; c < ncomp_; ++c) {
    const double f0 = f[c], f1 = f[ncomp_ + c], f2 = f[2 * ncomp_ + c];
    if (f0 == 0 && f1 == 0) continue;
    const double all = std::fabs(f0 * distance[0]);
    // Distances from an end are off by half a unit of its last place, and values near it with them.
    if (!infinite) beyond_error_[c] += std::fabs(f0 * to) * std::numeric_limits<double>::epsilon();
    if (f0 * f1 <= 0 || f1 * f2 <= 0 || !std::isfinite(f0) || !std::isfinite(f1)) {
      beyond_error_[c] += all + std::fabs(f1 * distance[1]);
      alternates_ = alternates_ || infinite;
      continue;
    }
    const double near = elementary::log(f1 / f0) / elementary::log(distance[1] / distance[0]);
    const double next = elementary::log(f2 / f1) / elementary::log(distance[2] / distance[1]);
    const double above = infinite ? -1 - near : 1 + near;
    if (!(above > least_from_divergence)) {
      beyond_error_[c] = infinity;
      diverges_ = true;
      worst_end_ = to;
      continue;
    }
    const double doubt = 2 * std::fabs(near - next) / above * std::max(1.0, 1 / above);
    beyond_[c] += f0 * distance[0] / above;
    beyond_error_[c] += all / above * std::min(1.0, doubt + rounding);
    if (beyond_error_[c] > 0) worst_end_ = to;
  }
}

void Line::add_beyond(const Variable &variable, int end) {
  const bool infinite = variable.ends[end].infinite;
  std::vector<double> x, beside, f;
  double distance[3];
  for (int i = 0; i < 3; ++i) {
    // Towards the inside.
    constexpr double factors[] = {1, 4, 16};
    const double factor = infinite ? 1 / factors[i] : factors[i];
    x.push_back(variable.x_at(end, factor));
    beside.push_back(variable.x_at(end, factor * (infinite ? 1 - step_off : 1 + step_off)));
    distance[i] = infinite ? std::fabs(x.back()) : std::fabs(x.back() - variable.point_of(end));
  }
  evaluate(x, f);
  repair(x, beside, f, infinite);
  look_beyond(f.data(), distance, infinite, infinite ? x.front() : variable.point_of(end));
}

void Line::add_variable(VariableKind kind, double a, double b) {
  const int number = static_cast<int>(variables_.size());
  variables_.push_back(line_parts::make_variable(kind, a, b));
  const Variable variable = variables_.back();
  for (int end = 0; end < 2; ++end) add_beyond(variable, end);
  std::vector<Piece> pieces;
  const double from = variable.ends[0].t, width = variable.ends[1].t - from;
  for (std::size_t i = 0; i + 1 < std::size(first_pieces); ++i) {
    Piece piece;
    piece.variable = number;
    piece.from = from + first_pieces[i] * width;
    piece.to = from + first_pieces[i + 1] * width;
    piece.splits = 1;
    pieces.push_back(std::move(piece));
  }
  for (Piece &piece : apply(std::move(pieces))) keep(std::move(piece));
}

void Line::begin() {
  const bool below = std::isinf(lower_), above = std::isinf(upper_);
  if (below || above)
    return add_variable(below && above ? VariableKind::everywhere
                        : below        ? VariableKind::to
                                       : VariableKind::from,
                        lower_, upper_);
  variables_.push_back({VariableKind::direct, lower_, upper_, {}});
  Piece whole;
  whole.from = lower_;
  whole.to = upper_;
  std::vector<Piece> pieces{whole};
  for (Piece &piece : apply(std::move(pieces))) keep(std::move(piece));
}

bool Line::is_at_end(const Piece &piece) const {
  return piece.variable == 0 && variables_[0].kind == VariableKind::direct &&
         piece.splits >= most_splits_at_end && (piece.from == lower_ || piece.to == upper_);
}

bool Line::is_narrow(const Piece &piece) const {
  const double place = std::max(std::fabs(piece.from), std::fabs(piece.to));
  const bool direct =
      variables_[static_cast<std::size_t>(piece.variable)].kind == VariableKind::direct;
  return piece.width() <= least_width * place ||
         (direct && place < least_part_of_range * (upper_ - lower_));
}

/// Of halves, from what was known of the whole.  Their sum should be as far from it as its error
/// says: if it is not, both have the difference for an error, and are split again.  Where the rules
/// come together by less than those of a smooth function do, their difference may be small by
/// chance, and the errors fall as with a kink, to a quarter; that of Gauss's rule is about four
/// times Kronrod's.
void Line::compare(const Piece &whole, std::vector<Piece> &halves) const {
  for (std::size_t c = 0; c < ncomp_; ++c) {
    const double off = std::fabs(halves[0].value[c] + halves[1].value[c] - whole.value[c]);
    if (off > whole.error[c])
      for (Piece &half : halves) half.error[c] = std::max(half.error[c], off);
    Piece &worse = halves[halves[0].difference[c] < halves[1].difference[c] ? 1 : 0];
    if (worse.exact || worse.difference[c] < least_drop * whole.difference[c]) continue;
    const double falls = std::max({worse.difference[c], off / 4, whole.difference[c] / 16});
    worse.error[c] = std::max(worse.error[c], by_chance * falls);
  }
}

void Line::split(const Piece &piece) {
  if (is_at_end(piece)) return add_variable(VariableKind::both, piece.from, piece.to);
  std::vector<Piece> halves(2, piece);
  halves[0].to = halves[1].from =
      piece.from + piece.width() * (piece.splits == 0 ? first_split : 0.5);
  for (Piece &half : halves) ++half.splits;
  halves = apply(std::move(halves));
  compare(piece, halves);
  for (Piece &half : halves) keep(std::move(half));
}

void Line::sum_up() {
  result_.integral = beyond_;
  result_.error = beyond_error_;
  for (const std::vector<Piece> *list : {&pieces_, &finished_})
    for (const Piece &piece : *list)
      for (std::size_t c = 0; c < ncomp_; ++c) {
        result_.integral[c] += piece.value[c];
        result_.error[c] += piece.error[c];
      }
  for (double &value : result_.integral) value *= sign_;
  std::fill(result_.chi2.begin(), result_.chi2.end(), 0.0);
  result_.nregions = static_cast<std::int64_t>(pieces_.size() + finished_.size());
}

/// A jump between the last point of a piece and the first one of its neighbour is seen by neither:
/// it is where these differ by more than they and the points beside them.  It may be anywhere
/// between the two, which is then part of the error.  True if there was one that counts.
bool Line::has_jumps() {
  constexpr double gap = 1 - line_parts::kronrod_nodes[0];
  std::sort(pieces_.begin(), pieces_.end(), [](const Piece &a, const Piece &b) {
    return std::pair(a.variable, a.from) < std::pair(b.variable, b.from);
  });
  bool found = false;
  for (std::size_t i = 0; i + 1 < pieces_.size(); ++i) {
    Piece &left = pieces_[i], &right = pieces_[i + 1];
    if (left.variable != right.variable || left.to != right.from) continue;
    Piece &wider = left.width() < right.width() ? right : left;
    for (std::size_t c = 0; c < ncomp_; ++c) {
      const double *l = &left.edge[c * edges], *r = &right.edge[c * edges];
      const double jump = std::fabs(r[0] - l[3]);
      if (jump <= 2 * (std::fabs(l[3] - l[2]) + std::fabs(r[1] - r[0])) +
                      rounding * (std::fabs(l[3]) + std::fabs(r[0])))
        continue;
      const double error = jump * gap * (left.width() + right.width()) / 2;
      if (error <= wider.error[c]) continue;
      wider.error[c] = error;
      wider.weight = std::max(wider.weight, error / scale_[c]);
      wider.exact = false;
      found = true;
    }
  }
  std::make_heap(pieces_.begin(), pieces_.end());
  return found;
}

/// Zeros alone say nothing, but where the caller has said how many are enough.
bool Line::is_done() {
  const Goal &goal = task_.goal;
  const bool zeros =
      std::all_of(result_.integral.begin(), result_.integral.end(),
                  [](double v) { return v == 0; }) &&
      std::all_of(result_.error.begin(), result_.error.end(), [](double v) { return v == 0; });
  result_.trusted = !zeros && !diverges_;
  if (zeros && (goal.epsabs <= 0 || goal.mineval <= 0)) return false;
  if (result_.nregions <= 1 || diverges_ || result_.neval < goal.mineval ||
      !accurate(result_, goal))
    return false;
  if (!has_jumps()) return true;
  sum_up();
  return accurate(result_, goal);
}

/// Whether what cannot be made smaller is too large.
bool Line::is_hopeless() const {
  if (pieces_.empty() || diverges_) return true;
  if (!result_.trusted && result_.neval >= std::max(task_.goal.mineval, enough_zeros)) return true;
  if (std::all_of(pieces_.begin(), pieces_.end(), [](const Piece &p) { return p.exact; }))
    return result_.trusted && result_.nregions > 1 && !accurate(result_, task_.goal);
  for (std::size_t c = 0; c < ncomp_; ++c) {
    double fixed = beyond_error_[c];
    for (const Piece &piece : finished_) fixed += piece.error[c];
    if (fixed > tolerance(result_, task_.goal, c) && (alternates_ || fixed > result_.error[c] / 2))
      return true;
  }
  return false;
}

void Line::explain() {
  if (!result_.trusted && !diverges_)
    add_remark(result_, "only zeros were seen: give narrower limits, a scale or points");
  else if (diverges_)
    add_remark(result_, formatted("the integral diverges, or cannot be told from one that does, at "
                                  "x = %.10g",
                                  worst_end_));
  else if (alternates_)
    add_remark(result_,
               "the tail oscillates or changes its sign: cut the range, or integrate from zero to "
               "zero and sum the series");
  else if (!finished_.empty())
    add_remark(result_,
               formatted("near x = %.10g the integrand is too singular: a principal value and a "
                         "divergent integral are refused; else shift the variable so that the "
                         "singular point is 0, and make it a limit",
                         finished_.front().from));
  else if (worst_end_ != 0 && is_hopeless())
    add_remark(result_, formatted("numbers near x = %.10g are too far apart for what is missing "
                                  "there: shift the variable so that the singular end is 0",
                                  worst_end_));
}

void Line::run() {
  constexpr std::int64_t evaluations_of_step = 90;
  begin();
  for (;;) {
    ++result_.niterations;
    sum_up();
    result_.converged = is_done();
    print_iteration(*task_.log, result_.niterations, result_);
    if (result_.converged || is_hopeless() ||
        result_.neval > task_.goal.maxeval - evaluations_of_step)
      break;
    // So many pieces at once that their sum costs little.
    for (std::size_t steps = 1 + pieces_.size() / 16; steps > 0 && !pieces_.empty(); --steps) {
      if (result_.neval > task_.goal.maxeval - evaluations_of_step) break;
      std::pop_heap(pieces_.begin(), pieces_.end());
      Piece piece = std::move(pieces_.back());
      pieces_.pop_back();
      if (is_narrow(piece))
        finished_.push_back(std::move(piece));
      else
        split(piece);
    }
  }
  if (result_.converged) return;
  explain();
  result_.refused = is_hopeless() && (result_.trusted || diverges_);
}

}  // namespace

void line(const Task &task, const LineOptions &options, Result &result) {
  Line(task, options, result).run();
}

}  // namespace cuboid::algorithm
