// Values of the integrand, and what the rules make of them.
#include "algorithm/line/integration.hpp"

#include <bit>
#include <cmath>

#include "base/failure.hpp"

namespace cuboid::algorithm::line_parts {

/// The distances of a place of a variable are those from its ends, which need not be the limits.
Place Integration::in_whole(const Variable &variable, Place place) const {
  if (variable.a != lower_) place.from_lower = place.x - lower_;
  if (variable.b != upper_) place.to_upper = upper_ - place.x;
  return place;
}

void Integration::evaluate(const std::vector<Place> &places, std::vector<double> &f) {
  f.resize(places.size() * ncomp_);
  // As the engine has them.
  const std::size_t numbers = options_.distances ? 3 : 1;
  std::vector<double> x(places.size() * numbers);
  for (std::size_t i = 0; i < places.size(); ++i) {
    double *const row = &x[i * numbers];
    row[0] = places[i].x;
    if (!options_.distances) continue;
    row[1] = places[i].from_lower;
    row[2] = places[i].to_upper;
  }
  const auto count = static_cast<std::int64_t>(places.size());
  try {
    task_.engine->evaluate({count, x.data()}, f.data());
  } catch (const engine::Interrupted &interrupted) {
    result_.neval += interrupted.evaluated();
    throw;
  }
  result_.neval += count;
}

/// Where an integrand has faded towards an infinite end: from there on, products are infinity times
/// zero, which is NaN.
void Integration::note_faded(const std::vector<Place> &places, const std::vector<double> &f) {
  double most = 0, reach[2] = {0, 0};
  const auto size = [&](std::size_t i) {
    double largest = 0;
    for (std::size_t c = 0; c < ncomp_; ++c)
      largest = std::max(largest, std::fabs(f[i * ncomp_ + c] * places[i].x));
    return largest;  // 0 of NaN
  };
  for (std::size_t i = 0; i < places.size(); ++i)
    if (std::isfinite(size(i))) most = std::max(most, size(i));
  for (std::size_t i = 0; i < places.size(); ++i)
    if (size(i) > std::numeric_limits<double>::epsilon() * most)
      reach[places[i].x > 0] = std::max(reach[places[i].x > 0], std::fabs(places[i].x));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool is_value = std::all_of(f.begin() + static_cast<std::ptrdiff_t>(i * ncomp_),
                                      f.begin() + static_cast<std::ptrdiff_t>((i + 1) * ncomp_),
                                      [](double v) { return v == v; });
    double &faded = faded_[places[i].x > 0];
    const bool is_tail = std::isinf(places[i].x > 0 ? upper_ : lower_);
    if (is_tail && most > 0 && is_value && std::fabs(places[i].x) > reach[places[i].x > 0])
      faded = std::min(faded, std::fabs(places[i].x));
  }
}

namespace {

/// Without the sign of NaN, which is chance.
const char *nonfinite_text(double value) {
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

}  // namespace

/// Evaluates anew, beside it, what was not finite: place_beside has the place of a point's number.
/// An infinite end has infinity times zero, which counts as zero.  Returns at which points the
/// values are those of points beside them; empty: there are none.
std::vector<bool> Integration::repair(const std::vector<Place> &places,
                                      const std::function<Place(std::size_t)> &place_beside,
                                      std::vector<double> &f, bool infinite) {
  constexpr double far = 1e15;
  constexpr double numbers_end = 0x1p-48;
  const auto is_bad = [&](const std::vector<double> &values, std::size_t i) {
    return !std::all_of(values.begin() + static_cast<std::ptrdiff_t>(i * ncomp_),
                        values.begin() + static_cast<std::ptrdiff_t>((i + 1) * ncomp_),
                        [](double v) { return std::isfinite(v); });
  };
  std::vector<std::size_t> bad;
  std::vector<Place> beside;
  std::vector<double> values;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (is_bad(f, i)) {
      bad.push_back(i);
      beside.push_back(place_beside(i));
    }
  if (bad.empty()) return {};
  if (infinite) note_faded(places, f);
  evaluate(beside, values);
  std::vector<bool> moved(places.size());
  for (std::size_t k = 0; k < bad.size(); ++k) {
    const double here = places[bad[k]].x;
    moved[bad[k]] = !is_bad(values, k);
    for (std::size_t c = 0; c < ncomp_; ++c) {
      double &value = values[k * ncomp_ + c];
      const double least = std::min(far, faded_[beside[k].x > 0]);
      if (infinite && std::fabs(beside[k].x) > least && std::isnan(value)) value = 0;
      // Numbers end at a singular point, which is made an end when no piece around it can be split.
      const bool at_point = std::fabs(beside[k].x - here) <= numbers_end * std::fabs(here);
      if (!std::isfinite(value) && !at_point && options_.stop_at_nonfinite)
        throw Failure(CUBOID_NONFINITE,
                      formatted("f[%d] is %s at x = %.17g and beside it: set nonfinite = "
                                "zero, or cut the range there",
                                static_cast<int>(c), nonfinite_text(value), here));
      if (!std::isfinite(value) && !at_point) ++result_.counted_as_zero;
      f[bad[k] * ncomp_ + c] = std::isfinite(value) ? value : 0;
    }
  }
  return moved;
}

/// at: from -1 to 1, in the piece.
Place Integration::place_at(const Piece &piece, double at, double &jacobian) const {
  const Variable &variable = variables_[static_cast<std::size_t>(piece.variable)];
  const double centre = piece.from + piece.width() / 2, half = piece.width() / 2;
  return in_whole(variable, variable.place_of<Functions>(centre + half * at, jacobian));
}

/// A step from there towards the centre.
Place Integration::place_beside(const Piece &piece, double at) const {
  double jacobian;
  return place_at(piece, at < 0 ? at + step_off : at - step_off, jacobian);
}

namespace {

/// Values at nodes whose bits are set, from those at the others.
void invent_values(double *values, std::uint32_t invented) {
  for (int i = 0; i < kronrod_points; ++i)
    if ((invented >> i & 1) != 0)
      values[i] = rule::interpolated(kronrod_pair, values, kronrod_pair.nodes[i], invented);
}

}  // namespace

/// By the pair of rules.
void Integration::estimate(Piece &piece, const double *f, const std::vector<double> &jacobians,
                           const std::vector<bool> &moved, std::size_t first) const {
  const double half = piece.width() / 2;
  piece.value.assign(ncomp_, 0);
  piece.error.assign(ncomp_, 0);
  piece.difference.clear();
  piece.values.clear();
  piece.looked_at = false;
  piece.exact = true;
  piece.coarse = false;
  piece.invented = 0;
  for (int i = 0; i < kronrod_points && !moved.empty(); ++i)
    if (moved[first + static_cast<std::size_t>(i)]) piece.invented |= std::uint32_t{1} << i;
  // More of them are no single points.
  constexpr int max_invented = 3;
  const bool invents = piece.invented != 0 && std::popcount(piece.invented) <= max_invented;
  for (std::size_t c = 0; c < ncomp_; ++c) {
    double g[kronrod_points];
    for (int i = 0; i < kronrod_points; ++i) {
      const auto at = static_cast<std::size_t>(i);
      g[i] = f[at * ncomp_ + c] == 0 ? 0 : f[at * ncomp_ + c] * jacobians[first + at];
    }
    if (invents) invent_values(g, piece.invented);
    const rule::PieceEstimate found =
        rule::estimate_piece(kronrod_pair, g, half, farthest_of(piece));
    piece.difference.push_back(found.difference);
    piece.values.insert(piece.values.end(), g, g + kronrod_points);
    piece.exact = piece.exact && found.exact;
    piece.coarse = piece.coarse || found.coarse;
    piece.value[c] = found.value;
    piece.error[c] = found.error;
    if (!std::isfinite(piece.value[c]) || !std::isfinite(piece.error[c])) {
      piece.value[c] = 0;
      piece.error[c] = infinity;
    }
  }
}

/// Evaluates pieces in one batch.
std::vector<Piece> Integration::apply(std::vector<Piece> pieces) {
  std::vector<Place> places;
  std::vector<double> jacobians(pieces.size() * kronrod_points), f;
  places.reserve(jacobians.size());
  bool infinite = false;
  for (const Piece &piece : pieces) {
    infinite = infinite || variables_[static_cast<std::size_t>(piece.variable)].is_infinite();
    for (int i = 0; i < kronrod_points; ++i)
      places.push_back(place_at(piece, kronrod_pair.nodes[i], jacobians[places.size()]));
  }
  evaluate(places, f);
  const auto beside = [&](std::size_t i) {
    return place_beside(pieces[i / kronrod_points], kronrod_pair.nodes[i % kronrod_points]);
  };
  const std::vector<bool> moved = repair(places, beside, f, infinite);
  for (std::size_t k = 0; k < pieces.size(); ++k)
    estimate(pieces[k], f.data() + k * std::size_t{kronrod_points} * ncomp_, jacobians, moved,
             k * kronrod_points);
  return pieces;
}

}  // namespace cuboid::algorithm::line_parts
