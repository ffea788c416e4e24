// Variables with maps, and what lies between their ranges and the ends.
#include "algorithm/line/integration.hpp"

#include <cmath>

#include "elementary/functions.hpp"

namespace cuboid::algorithm::line_parts {

namespace {

/// The first pieces of a range in t, whose middle has most of the integrand.
constexpr double first_pieces[] = {0, 0.2236, 0.512, 0.7764, 1};

/// How far a power may be from that of 1/x for an integral to exist: beyond, it cannot be told from
/// one that diverges like a logarithm.
constexpr double min_from_divergence = 0.004;

}  // namespace

/// From the values at 1, 4 and 16 times the least distance: between the end and the least distance
/// the integrand is taken for a power of the distance, whose exponent is that of the first two.
/// What the exponent of the last two is off says how far this is from the truth.
void Integration::look_beyond(const double *f, const double *distance, const End &end, double to) {
  const bool infinite = end.infinite;
  for (std::size_t c = 0; c < ncomp_; ++c) {
    const double f0 = f[c], f1 = f[ncomp_ + c], f2 = f[2 * ncomp_ + c];
    if (f0 == 0 && f1 == 0) continue;
    const double all = std::fabs(f0 * distance[0]);
    // Distances from an end are off by half a unit of its last place, and values near it with them.
    if (!infinite && !end.exact)
      beyond_error_[c] += std::fabs(f0 * to) * std::numeric_limits<double>::epsilon();
    if (f0 * f1 <= 0 || f1 * f2 <= 0 || !std::isfinite(f0) || !std::isfinite(f1)) {
      beyond_error_[c] += all + std::fabs(f1 * distance[1]);
      alternates_ = alternates_ || infinite;
      continue;
    }
    const double near = elementary::log(f1 / f0) / elementary::log(distance[1] / distance[0]);
    const double next = elementary::log(f2 / f1) / elementary::log(distance[2] / distance[1]);
    const double above = infinite ? -1 - near : 1 + near;
    if (!(above > min_from_divergence)) {
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

void Integration::add_beyond(const Variable &variable, int end) {
  const bool infinite = variable.ends[end].infinite, exact = variable.ends[end].exact;
  std::vector<Place> places, beside;
  std::vector<double> f;
  double distance[3];
  for (int i = 0; i < 3; ++i) {
    // Towards the inside.
    constexpr double factors[] = {1, 4, 16};
    const double factor = infinite ? 1 / factors[i] : factors[i];
    places.push_back(in_whole(variable, variable.place_at(end, factor)));
    beside.push_back(in_whole(
        variable, variable.place_at(end, factor * (infinite ? 1 - step_off : 1 + step_off))));
    const double x = places.back().x;
    distance[i] = infinite ? std::fabs(x)
                  : exact  ? factor * variable.ends[end].distance
                           : std::fabs(x - variable.point_of(end));
  }
  evaluate(places, f);
  repair(places, beside, f, infinite);
  look_beyond(f.data(), distance, variable.ends[end],
              infinite ? places.front().x : variable.point_of(end));
}

void Integration::add_variable(VariableKind kind, double a, double b) {
  const int number = static_cast<int>(variables_.size());
  variables_.push_back(line_parts::make_variable(kind, a, b, options_.distances && a == lower_,
                                                 options_.distances && b == upper_));
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

}  // namespace cuboid::algorithm::line_parts
