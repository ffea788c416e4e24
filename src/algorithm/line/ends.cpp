// Variables with maps, and what lies between their ranges and the ends.
#include "algorithm/line/integration.hpp"

namespace cuboid::algorithm::line_parts {

void Integration::look_beyond(const double *f, const double (&distance)[rule::points_at_end],
                              const End &end, double to) {
  for (std::size_t c = 0; c < ncomp_; ++c) {
    const double values[] = {f[c], f[ncomp_ + c], f[2 * ncomp_ + c]};
    const rule::Beyond beyond = rule::look_beyond<Functions>(values, distance, end, to);
    beyond_[c] += beyond.value;
    beyond_error_[c] += beyond.error;
    alternates_ = alternates_ || beyond.alternates;
    // Of ends that do not diverge, that with the largest error.
    const bool is_worse = beyond.diverges || (beyond.is_power && beyond.error > worst_error_);
    if (!diverges_ && is_worse) {
      worst_end_ = to;
      worst_error_ = beyond.error;
    }
    diverges_ = diverges_ || beyond.diverges;
  }
}

void Integration::add_beyond(const Variable &variable, int end) {
  const End &here = variable.ends[end];
  const bool infinite = here.infinite;
  std::vector<Place> places;
  std::vector<double> f;
  double distance[rule::points_at_end];
  for (int i = 0; i < rule::points_at_end; ++i) {
    const double factor = rule::factor_at_end(here, i);
    places.push_back(in_whole(variable, variable.place_at(end, factor)));
    distance[i] = rule::distance_at_end(variable, end, factor, places.back().x);
  }
  evaluate(places, f);
  const auto beside = [&](std::size_t i) {
    const double factor = rule::factor_at_end(here, static_cast<int>(i));
    return in_whole(variable,
                    variable.place_at(end, factor * (infinite ? 1 - step_off : 1 + step_off)));
  };
  repair(places, beside, f, infinite);
  look_beyond(f.data(), distance, here, infinite ? places.front().x : variable.point_of(end));
}

void Integration::add_variable(VariableKind kind, double a, double b) {
  const int number = static_cast<int>(variables_.size());
  variables_.push_back(rule::make_variable<Functions>(kind, a, b, options_.distances && a == lower_,
                                                      options_.distances && b == upper_));
  const Variable variable = variables_.back();
  for (int end = 0; end < 2; ++end) add_beyond(variable, end);
  std::vector<Piece> pieces;
  const double from = variable.ends[0].t, width = variable.ends[1].t - from;
  for (int i = 0; i < rule::first_pieces; ++i) {
    Piece piece;
    piece.variable = number;
    piece.from = from + rule::first_cut(i) * width;
    piece.to = from + rule::first_cut(i + 1) * width;
    piece.splits = 1;
    pieces.push_back(std::move(piece));
  }
  for (Piece &piece : apply(std::move(pieces))) keep(std::move(piece));
}

}  // namespace cuboid::algorithm::line_parts
