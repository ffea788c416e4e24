#include "algorithm/line/integration.hpp"

#include <algorithm>
#include <cmath>

#include "algorithm/common/convergence.hpp"
#include "run/print_iteration.hpp"
#include "run/remarks.hpp"
#include "run/trace.hpp"

namespace cuboid::algorithm::line_parts {

namespace {

/// After so many points with nothing but zeros, further ones are not likely to find more.
constexpr std::int64_t enough_zeros = 10000;

/// Whether the rounding of points is what pieces leave.
bool is_coarse(const std::vector<Piece> &pieces) {
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece &p) { return p.coarse; }) &&
         std::all_of(pieces.begin(), pieces.end(), [](const Piece &p) { return p.exact; });
}

}  // namespace

std::vector<LinePlace> rising_places(const Task &task, const LineOptions &options) {
  std::vector<LinePlace> places = options.places;
  if (std::ssize(places) > 2 &&
      (std::ssize(places) - 1) * evaluations_of_line_step > task.goal.maxeval)
    places.erase(places.begin() + 1, places.end() - 1);
  if (places.front().x > places.back().x) std::reverse(places.begin(), places.end());
  return places;
}

/// The kind between two places that follow each other.
VariableKind kind_between(const LinePlace &from, const LinePlace &to) {
  const VariableKind kind = rule::kind_between(from.x, to.x);
  const bool is_mapped = kind == VariableKind::direct && (from.is_singular || to.is_singular);
  return is_mapped ? VariableKind::both : kind;
}

void Integration::begin() {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i + 1 < places_.size(); ++i) {
    const LinePlace &from = places_[i], &to = places_[i + 1];
    if (kind_between(from, to) != VariableKind::direct) continue;
    Piece piece;
    piece.from = from.x;
    piece.to = to.x;
    pieces.push_back(std::move(piece));
  }
  if (!pieces.empty()) variables_.push_back({VariableKind::direct, lower_, upper_, {}});
  for (Piece &piece : apply(std::move(pieces))) keep(std::move(piece));
  for (std::size_t i = 0; i + 1 < places_.size(); ++i) {
    const VariableKind kind = kind_between(places_[i], places_[i + 1]);
    if (kind != VariableKind::direct) add_variable(kind, places_[i].x, places_[i + 1].x);
  }
}

void Integration::sum_up() {
  result_.integral = beyond_;
  result_.error = beyond_error_;
  for (const std::vector<Piece> *list : {&pieces_, &finished_, &coarse_})
    for (const Piece &piece : *list)
      for (std::size_t c = 0; c < ncomp_; ++c) {
        result_.integral[c] += piece.value[c];
        result_.error[c] += piece.error[c];
      }
  for (double &value : result_.integral) value *= sign_;
  std::fill(result_.chi2.begin(), result_.chi2.end(), 0.0);
  result_.nregions = static_cast<std::int64_t>(pieces_.size() + finished_.size() + coarse_.size());
}

/// Zeros alone say nothing, but where the caller has said how many are enough.
bool Integration::is_done() {
  const Goal &goal = task_.goal;
  const bool says_nothing = all_zero(result_) && !goal.takes_zeros();
  result_.trusted = !says_nothing && !diverges_;
  if (says_nothing) return false;
  if (result_.nregions <= 1 || diverges_ || result_.neval < goal.mineval ||
      !accurate(result_, goal))
    return false;
  if (has_jumps()) {
    sum_up();
    if (!accurate(result_, goal)) return false;
  }
  while (options_.probing != Probing::none && probe()) {
    sum_up();
    if (!accurate(result_, goal)) return false;
  }
  return true;
}

/// Whether what cannot be made smaller is too large.
bool Integration::is_hopeless() const {
  if (pieces_.empty() || diverges_) return true;
  if (!result_.trusted && result_.neval >= std::max(task_.goal.mineval, enough_zeros)) return true;
  if (std::all_of(pieces_.begin(), pieces_.end(), [](const Piece &p) { return p.exact; }))
    return result_.trusted && result_.nregions > 1 && !accurate(result_, task_.goal);
  for (std::size_t c = 0; c < ncomp_; ++c) {
    double fixed = beyond_error_[c];
    for (const std::vector<Piece> *list : {&finished_, &coarse_})
      for (const Piece &piece : *list) fixed += piece.error[c];
    if (fixed > tolerance(result_, task_.goal, c) && (alternates_ || fixed > result_.error[c] / 2))
      return true;
  }
  return false;
}

void Integration::explain() {
  if (!result_.trusted && !diverges_) return;
  if (diverges_)
    add_remark(result_, Remark::diverges, {formatted("%.10g", worst_end_)});
  else if (alternates_)
    add_remark(result_, Remark::tail_alternates);
  else if (!finished_.empty())
    add_remark(result_, Remark::too_singular, {formatted("%.10g", finished_.front().from)});
  else if (worst_end_ != 0 && is_hopeless())
    add_remark(result_, Remark::numbers_too_far_apart, {formatted("%.10g", worst_end_)});
  else if (!coarse_.empty() || is_coarse(pieces_))
    add_remark(result_, Remark::numbers_too_coarse,
               {formatted("%.10g", (coarse_.empty() ? pieces_ : coarse_).front().from)});
}

/// Those with the largest error, and those that are about as bad, in one batch.  Returns how many
/// there were.
std::size_t Integration::split_worst(std::size_t most) {
  constexpr double about = 0.25;
  const std::int64_t left = std::max<std::int64_t>(task_.goal.maxeval - result_.neval, 0);
  most = std::min(most, static_cast<std::size_t>(left / evaluations_of_line_step));
  const double least = pieces_.empty() ? 0 : about * pieces_.front().weight;
  std::vector<Piece> wholes;
  std::size_t count = 0;
  const bool is_enough = accurate(result_, task_.goal);
  while (count < most && !pieces_.empty() && pieces_.front().weight >= least) {
    std::pop_heap(pieces_.begin(), pieces_.end());
    Piece piece = std::move(pieces_.back());
    pieces_.pop_back();
    ++count;
    // Nothing makes it better.  The map of an end would be far worse: it leaves 2^-34 of |x|.
    const bool is_final = piece.exact && piece.coarse && piece.splits > 0 && !is_enough;
    (is_final ? coarse_ : wholes).push_back(std::move(piece));
  }
  split(std::move(wholes));
  return count;
}

void Integration::run() {
  begin();
  for (;;) {
    ++result_.niterations;
    sum_up();
    result_.converged = is_done();
    print_iteration(*task_.log, result_.niterations, result_);
    if (result_.converged || is_hopeless() ||
        result_.neval > task_.goal.maxeval - evaluations_of_line_step)
      break;
    // So many splits that the sum costs little.
    std::size_t splits = 1 + pieces_.size() / 16;
    while (const std::size_t done = split_worst(splits)) splits -= done;
  }
  if (result_.converged) return;
  explain();
  result_.refused = is_hopeless() && (result_.trusted || diverges_);
  // The first rule's own error is all there is.
  if (!result_.refused && result_.nregions <= 1) result_.trusted = false;
}

/// In x: those of several variables lie side by side.
RegionTable Integration::regions() const {
  RegionTable table{1, task_.ncomp, {}, {}, {}, {}, {}, true};
  for (const std::vector<Piece> *list : {&pieces_, &finished_, &coarse_})
    for (const Piece &piece : *list) {
      const Variable &variable = variables_[static_cast<std::size_t>(piece.variable)];
      double jacobian = 0;
      const auto [lower, upper] = std::minmax({variable.place_of<Functions>(piece.from, jacobian).x,
                                               variable.place_of<Functions>(piece.to, jacobian).x});
      table.add_box(&lower, &upper);
      for (std::size_t c = 0; c < ncomp_; ++c)
        table.add_estimate(sign_ * piece.value[c], piece.error[c]);
    }
  return table;
}

}  // namespace cuboid::algorithm::line_parts

namespace cuboid::algorithm {

void line(const Task &task, const LineOptions &options, Result &result) {
  line_parts::Integration integration(task, options, result);
  with_regions(
      task.log->trace(), [&] { integration.run(); }, [&] { return integration.regions(); });
}

}  // namespace cuboid::algorithm
