// Which pieces are split, and how.
#include "algorithm/line/integration.hpp"

#include <cmath>
#include <utility>

namespace cuboid::algorithm::line_parts {

namespace {

/// A piece that was split so many times has a map of its own at an end of the range, at a break,
/// and at 0.
/// Before the last of these splits, one around 0 is cut there: nowhere else do numbers lie so
/// close, and formulas often are singular there.
constexpr int max_splits_at_end = 3;

/// So often is split what belongs to a singular point, or a jump, that was found between numbers.
constexpr int splits_at_point = 10;

}  // namespace

void Integration::keep(Piece piece) {
  if (scale_.empty()) {
    for (const double value : piece.value) scale_.push_back(value == 0 ? 1 : std::fabs(value));
  }
  piece.weight = 0;
  for (std::size_t c = 0; c < ncomp_; ++c)
    piece.weight = std::max(piece.weight, piece.error[c] / scale_[c]);
  pieces_.push_back(std::move(piece));
  std::push_heap(pieces_.begin(), pieces_.end());
}

bool Integration::is_direct(const Piece &piece) const {
  return variables_[static_cast<std::size_t>(piece.variable)].kind == VariableKind::direct;
}

/// The largest |x| of its points, which are rounded; 0 where the integrand gets their distances,
/// and where a map brings them close to 0.
double Integration::farthest_of(const Piece &piece) const {
  if (!is_direct(piece) || options_.distances) return 0;
  return std::max(std::fabs(piece.from), std::fabs(piece.to));
}

/// A limit or a break.
bool Integration::is_place(double x) const {
  return std::binary_search(places_.begin(), places_.end(), LinePlace{x},
                            [](const LinePlace &a, const LinePlace &b) { return a.x < b.x; });
}

/// Where numbers are so coarse that a map would leave a large part of the piece, halving goes on:
/// of exp(-(x - 1e8)/g) near 1e8 it left 0.006 at the end.
bool Integration::is_at_end(const Piece &piece) const {
  const double left = farthest_of(piece) * rule::min_part_of_end;
  return is_direct(piece) && piece.splits >= max_splits_at_end &&
         left <= piece.width() * rule::max_part_of_width &&
         (is_place(piece.from) || is_place(piece.to) || piece.from == 0 || piece.to == 0);
}

double Integration::cut_of(const Piece &piece) const {
  if (is_direct(piece) && piece.splits + 1 >= max_splits_at_end && piece.from < 0 && piece.to > 0)
    return 0;
  return piece.from + piece.width() * (piece.splits == 0 ? rule::first_split : 0.5);
}

void Integration::compare(const Piece &whole, Piece &left, Piece &right) const {
  for (std::size_t c = 0; c < ncomp_; ++c) {
    rule::PieceEstimate l = left.estimate(c), r = right.estimate(c);
    rule::compare_halves(whole.estimate(c), l, r);
    // Of a pulse on a constant, at a point of the whole that the halves have not, both are exact,
    // and were taken for as good as they get.
    left.exact = left.exact && l.error <= left.error[c];
    right.exact = right.exact && r.error <= right.error[c];
    left.error[c] = l.error;
    right.error[c] = r.error;
  }
}

/// Where one side of 0 has a map, so that points lie close to it, what is on the other side may
/// have missed what goes on there: of exp(-(x - 12)^2) over (-1e14, 1e13) the part below 0 was
/// converged.
void Integration::map_other_side_of_zero() {
  const auto found = std::find_if(pieces_.begin(), pieces_.end(), [this](const Piece &piece) {
    return is_direct(piece) && (piece.from == 0 || piece.to == 0);
  });
  if (found == pieces_.end()) return;
  const Piece piece = std::move(*found);
  pieces_.erase(found);
  std::make_heap(pieces_.begin(), pieces_.end());
  add_variable(VariableKind::both, piece.from, piece.to);
}

/// All halves in one batch.
void Integration::split(std::vector<Piece> wholes) {
  std::vector<Piece> halves, narrow;
  std::vector<Piece *> halved;
  for (Piece &whole : wholes) {
    if (rule::is_narrow(whole.from, whole.to)) {
      (is_direct(whole) ? narrow : finished_).push_back(std::move(whole));
      continue;
    }
    if (is_at_end(whole)) {
      add_variable(VariableKind::both, whole.from, whole.to);
      if (whole.from == 0 || whole.to == 0) map_other_side_of_zero();
      continue;
    }
    Piece half = whole;
    ++half.splits;
    half.to = cut_of(whole);
    halves.push_back(half);
    half.from = half.to;
    half.to = whole.to;
    halves.push_back(std::move(half));
    halved.push_back(&whole);
  }
  halves = apply(std::move(halves));
  for (std::size_t i = 0; i < halved.size(); ++i)
    compare(*halved[i], halves[2 * i], halves[2 * i + 1]);
  for (Piece *whole : halved) split_.push_back(std::move(*whole));
  for (Piece &half : halves) keep(std::move(half));
  for (const Piece &piece : narrow) keep(piece);
  for (const Piece &piece : narrow) make_ends_at(piece.from, piece.to);
}

/// The number where the integrand changes most, or is not finite, of all from one to the other.
double Integration::point_between(double from, double to) {
  std::vector<Place> places;
  std::vector<double> f;
  for (double x = std::nextafter(from, -infinity); x <= std::nextafter(to, infinity);
       x = std::nextafter(x, infinity))
    if (x >= lower_ && x <= upper_) places.push_back({x, x - lower_, upper_ - x});
  evaluate(places, f);
  std::size_t best = 0;
  double most = -1;
  for (std::size_t i = 1; i + 1 < places.size(); ++i) {
    double change = 0;
    for (std::size_t c = 0; c < ncomp_; ++c) {
      const double here = f[i * ncomp_ + c];
      if (!std::isfinite(here)) return places[i].x;
      change +=
          (std::fabs(here - f[(i - 1) * ncomp_ + c]) + std::fabs(here - f[(i + 1) * ncomp_ + c])) /
          scale_[c];
    }
    if (!(change > most)) continue;
    most = change;
    best = i;
  }
  return places[best].x;
}

/// A piece too narrow to be split has a singular point or a jump inside, which is made an end: the
/// small pieces around it have maps up to it from both sides.
void Integration::make_ends_at(double from, double to) {
  std::sort(pieces_.begin(), pieces_.end(), is_before);
  const auto is_small = [this](const Piece &piece) {
    return is_direct(piece) && piece.splits >= splits_at_point;
  };
  const auto here = std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece &piece) {
    return is_direct(piece) && piece.from == from && piece.to == to;
  });
  if (here != pieces_.end() && is_small(*here)) {
    auto first = here, last = here + 1;
    while (first != pieces_.begin() && is_small(*(first - 1)) && (first - 1)->to == first->from)
      --first;
    while (last != pieces_.end() && is_small(*last) && last->from == (last - 1)->to) ++last;
    const double begin = first->from, end = (last - 1)->to, point = point_between(from, to);
    pieces_.erase(first, last);
    std::make_heap(pieces_.begin(), pieces_.end());
    if (begin < point) add_variable(VariableKind::both, begin, point);
    if (point < end) add_variable(VariableKind::both, point, end);
  } else if (here != pieces_.end()) {
    finished_.push_back(std::move(*here));
    pieces_.erase(here);
  }
  std::make_heap(pieces_.begin(), pieces_.end());
}

}  // namespace cuboid::algorithm::line_parts
