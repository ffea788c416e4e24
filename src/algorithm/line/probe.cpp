// What may hide between the points of the rules.
#include "algorithm/line/integration.hpp"

#include <cmath>
#include <utility>

#include "algorithm/common/convergence.hpp"

namespace cuboid::algorithm::line_parts {

namespace {

/// A success is looked at with so many points, or this part of all evaluations if that is more: a
/// smooth integrand has 105 in all then, and peaks of a hundredth of the range are seen.  Thorough
/// probing sees those of a thousandth (tests/bench/line_families.py).
constexpr double min_probe = 42, min_thorough_probe = 1000;

constexpr double part_of_probe = 2 / 3.;

/// Of them, so many stand between the ends of a piece and its first nodes, this part of the way to
/// the end.  What begins at a distance h from the end changes the value there most: by 2 h where
/// the slope jumps by 2.  Three quarters of the way, what begins beyond them was not seen: of 5000
/// |x - c|, 15 were converged at 1e-12 and up to 9e-8 off.  The end itself may be singular.
constexpr double points_at_ends = 2, part_before_node = 1 - 0x1p-20;

}  // namespace

/// True if there was a jump between pieces that counts; at a break it is nowhere else.
bool Integration::has_jumps() {
  std::sort(pieces_.begin(), pieces_.end(), is_before);
  bool found = false;
  for (std::size_t i = 0; i + 1 < pieces_.size(); ++i) {
    Piece &left = pieces_[i], &right = pieces_[i + 1];
    if (left.variable != right.variable || left.to != right.from || is_place(left.to)) continue;
    Piece &wider = left.width() < right.width() ? right : left;
    for (std::size_t c = 0; c < ncomp_; ++c) {
      const double error =
          rule::error_of_jump(kronrod_pair, &left.values[c * kronrod_points],
                              &right.values[c * kronrod_points], left.width() + right.width());
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

/// The points at which the integrand is known between those of the rules: of pieces that were
/// split, and those that surprised.  Without these, 76 of 2000 pulses of a hundredth of the range
/// on a constant were seen and lost again, as the halves have other points.  They are sorted.
std::vector<Glimpse> Integration::known_points() {
  std::sort(pieces_.begin(), pieces_.end(), is_before);
  std::vector<Glimpse> list;
  const auto add = [&](int variable, double t, const double *values) {
    const auto after =
        std::upper_bound(pieces_.begin(), pieces_.end(), t, [&](double place, const Piece &piece) {
          return std::pair(variable, place) < std::pair(piece.variable, piece.from);
        });
    if (after == pieces_.begin()) return;
    const Piece &piece = *(after - 1);
    if (piece.variable != variable || t >= piece.to || piece.looked_at) return;
    const double at = (t - piece.from) / (piece.width() / 2) - 1;
    list.push_back({static_cast<std::size_t>(after - 1 - pieces_.begin()), at, 0, values});
  };
  for (const Piece &old : split_)
    for (int i = 0; i < kronrod_points; ++i)
      if ((old.invented >> i & 1) == 0)
        add(old.variable, old.from + old.width() / 2 * (1 + kronrod_pair.nodes[i]),
            &old.values[static_cast<std::size_t>(i)]);
  for (const Surprise &seen : surprises_) add(seen.variable, seen.t, seen.values.data());
  std::sort(list.begin(), list.end(), [](const Glimpse &a, const Glimpse &b) {
    return std::pair(a.piece, a.at) < std::pair(b.piece, b.at);
  });
  return list;
}

/// Calls visit(piece, from, width, known) for each gap between points in pieces that were not
/// looked at: where it begins, in the coordinate of the rule, how wide it is, in the variable, and
/// the known point at its end, or nullptr.
template <class Visit>
void Integration::for_each_gap(const std::vector<Glimpse> &known, const Visit &visit) const {
  auto next = known.begin();
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const Piece &piece = pieces_[k];
    if (piece.looked_at) continue;
    const double half = piece.width() / 2;
    double from = kronrod_pair.nodes[0];
    for (int node = 1; node < kronrod_points;) {
      const bool ends_there =
          next != known.end() && next->piece == k && next->at < kronrod_pair.nodes[node];
      const double to = ends_there ? next->at : kronrod_pair.nodes[node++];
      visit(piece, from, half * (to - from), ends_there ? &*next++ : nullptr);
      from = to;
    }
    while (next != known.end() && next->piece == k) ++next;
  }
}

/// How many points a gap needs.  Variables that came later belong to pieces of the first one, whose
/// gaps hold in x: a pulse of a hundredth of the range, which a thorough probe had seen, was lost
/// between the points of an end's map.
int Integration::points_in_gap(const Piece &piece, double from, double width) const {
  const auto v = static_cast<std::size_t>(piece.variable);
  if (v < gaps_.size()) return static_cast<int>(width / gaps_[v]);
  const double t = piece.from + piece.width() / 2 * (1 + from);
  double jacobian = 0;
  const auto x = [&](double at) { return variables_[v].place_of<Functions>(at, jacobian).x; };
  return static_cast<int>(std::fabs(x(t + width) - x(t)) / gaps_.front());
}

/// The known points, and as many between all as leave no gap that is wider than its variable's; and
/// one between each end of a piece and its first node.
std::vector<Glimpse> Integration::with_gaps_filled(const std::vector<Glimpse> &known) const {
  std::vector<Glimpse> list;
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    if (pieces_[k].looked_at) continue;
    const double before_node = 1 + kronrod_pair.nodes[0];
    const double at = 1 - before_node * (1 - part_before_node);
    for (const double end : {-at, at})
      list.push_back({k, end, before_node * pieces_[k].width() / 2, nullptr});
  }
  for_each_gap(known, [&](const Piece &piece, double from, double width, const Glimpse *at_end) {
    const auto k = static_cast<std::size_t>(&piece - pieces_.data());
    const int points = points_in_gap(piece, from, width);
    const double gap = width / (points + 1);
    for (int j = 1; j <= points; ++j)
      list.push_back({k, from + j * gap / (piece.width() / 2), gap, nullptr});
    if (at_end == nullptr) return;
    list.push_back(*at_end);
    list.back().gap = gap;
  });
  return list;
}

/// So wide that the first probe has as many points as it should have.
void Integration::choose_gaps(const std::vector<Glimpse> &known) {
  gaps_.assign(variables_.size(), 0);
  std::vector<double> counts(variables_.size());
  for (const Piece &piece : pieces_) {
    gaps_[static_cast<std::size_t>(piece.variable)] += piece.width();
    ++counts[static_cast<std::size_t>(piece.variable)];
  }
  const double least = options_.probing == Probing::thorough ? min_thorough_probe : min_probe;
  const double points = std::max(least, part_of_probe * static_cast<double>(result_.neval)) -
                        points_at_ends * static_cast<double>(pieces_.size());
  for (std::size_t v = 0; v < gaps_.size(); ++v)
    if (counts[v] > 0) gaps_[v] *= static_cast<double>(pieces_.size()) / (counts[v] * points);
  std::vector<double> widths;
  for_each_gap(known, [&](const Piece &piece, double, double width, const Glimpse *) {
    widths.push_back(width / gaps_[static_cast<std::size_t>(piece.variable)]);
  });
  const auto added = [&](double part) {
    double sum = 0;
    for (const double width : widths) sum += static_cast<double>(static_cast<int>(width * part));
    return sum;
  };
  // The last of these with which no more are added.
  constexpr double step = 1.05, first = 0.5, most = 10;
  std::vector<double> parts{first};
  while (parts.back() < most) parts.push_back(parts.back() * step);
  const auto beyond = std::partition_point(parts.begin() + 1, parts.end(),
                                           [&](double part) { return added(part) <= points; });
  for (double &gap : gaps_) gap /= *(beyond - 1);
}

/// Those that are not known.
void Integration::evaluate(std::vector<Glimpse> &glimpses, std::vector<double> &values) {
  std::vector<Glimpse *> unknown;
  for (Glimpse &glimpse : glimpses)
    if (glimpse.values == nullptr) unknown.push_back(&glimpse);
  if (unknown.empty()) return;
  std::vector<Place> places;
  std::vector<double> jacobians(unknown.size()), f;
  places.reserve(unknown.size());
  bool infinite = false;
  for (const Glimpse *glimpse : unknown) {
    const Piece &piece = pieces_[glimpse->piece];
    places.push_back(place_at(piece, glimpse->at, jacobians[places.size()]));
    infinite = infinite || variables_[static_cast<std::size_t>(piece.variable)].is_infinite();
  }
  evaluate(places, f);
  const auto beside = [&](std::size_t i) {
    return place_beside(pieces_[unknown[i]->piece], unknown[i]->at);
  };
  const std::vector<bool> moved = repair(places, beside, f, infinite);
  // As those of pieces lie, of which they are a part.
  values.resize(places.size() * ncomp_ * kronrod_points);
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    double *const row = &values[i * ncomp_ * kronrod_points];
    for (std::size_t c = 0; c < ncomp_; ++c) {
      const double value = f[i * ncomp_ + c];
      row[c * kronrod_points] = value == 0 ? 0 : value * jacobians[i];
    }
    unknown[i]->values = row;
    unknown[i]->is_new = true;
    unknown[i]->is_beside = !moved.empty() && moved[i];
  }
}

bool Integration::is_surprising(const Glimpse &glimpse, std::size_t c) const {
  const Piece &piece = pieces_[glimpse.piece];
  return rule::is_surprising(kronrod_pair, &piece.values[c * kronrod_points],
                             {glimpse.at, glimpse.values[c * kronrod_points], glimpse.gap},
                             piece.width(), piece.difference[c], tolerance(result_, task_.goal, c),
                             farthest_of(piece));
}

void Integration::remember(const Glimpse &glimpse) {
  const Piece &piece = pieces_[glimpse.piece];
  const double t = piece.from + piece.width() / 2 * (1 + glimpse.at);
  surprises_.push_back(
      {piece.variable, t, {glimpse.values, glimpse.values + ncomp_ * kronrod_points}});
}

/// Whether points between those of the rules see something that these have missed.  Such pieces are
/// split, and what comes of that is looked at as well.
bool Integration::probe() {
  const std::vector<Glimpse> known = known_points();
  if (gaps_.empty()) choose_gaps(known);
  std::vector<Glimpse> list = with_gaps_filled(known);
  if (result_.neval + std::ssize(list) > task_.goal.maxeval - evaluations_of_line_step)
    std::erase_if(list, [](const Glimpse &glimpse) { return glimpse.values == nullptr; });
  std::vector<double> values;
  evaluate(list, values);
  std::vector<bool> found(pieces_.size());
  for (const Glimpse &glimpse : list) {
    bool surprises = false;
    for (std::size_t c = 0; c < ncomp_ && !glimpse.is_beside && !surprises; ++c)
      surprises = is_surprising(glimpse, c);
    if (!surprises) continue;
    found[glimpse.piece] = true;
    if (glimpse.is_new) remember(glimpse);
  }
  std::vector<Piece> wholes, rest;
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    pieces_[k].looked_at = true;
    (found[k] ? wholes : rest).push_back(std::move(pieces_[k]));
  }
  pieces_ = std::move(rest);
  std::make_heap(pieces_.begin(), pieces_.end());
  const bool any = !wholes.empty();
  split(std::move(wholes));
  return any;
}

}  // namespace cuboid::algorithm::line_parts
