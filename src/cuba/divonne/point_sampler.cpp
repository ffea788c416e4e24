#include "cuba/divonne/point_sampler.hpp"

#include <algorithm>
#include <atomic>

#include "cuba/divonne/numbers.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Coordinates and values that are held at a time: 256 KiB, which stay in the second-level cache,
/// or as many as make a batch worthwhile.  More take new memory, and that takes time
/// (tests/bench/results/divonne.txt).
constexpr std::int64_t usually_held = std::int64_t{1} << 15;
constexpr std::int64_t max_held = std::int64_t{1} << 20;

/// Numbers that are left for the next integration, 512 KiB, where more than 32 KiB are needed.
constexpr std::size_t kept_numbers = std::size_t{1} << 16;
constexpr std::size_t few_numbers = std::size_t{1} << 12;

/// Those that nobody uses, once for the whole process.
struct Kept {
  std::atomic<double *> numbers = nullptr;

  ~Kept() { delete[] numbers.exchange(nullptr); }
};
constinit Kept kept;

}  // namespace

void PointSampler::Room::leave() {
  double *nothing = nullptr;
  if (size_ == kept_numbers && kept.numbers.compare_exchange_strong(nothing, numbers_.get()))
    static_cast<void>(numbers_.release());
  numbers_.reset();
  size_ = 0;
}

double *PointSampler::Room::get(std::size_t size) {
  if (size <= size_) return numbers_.get();
  leave();
  if (size > few_numbers && size <= kept_numbers) {
    size = kept_numbers;
    numbers_.reset(kept.numbers.exchange(nullptr));
  }
  if (!numbers_) numbers_ = std::make_unique_for_overwrite<double[]>(size);
  size_ = size;
  return numbers_.get();
}

std::vector<RegionSample> PointSampler::sample(Phase phase, const std::vector<const Box *> &boxes,
                                               const std::vector<Extremes *> &extremes,
                                               Evaluations &evaluations) {
  const auto ndim = as_size(evaluations.ndim());
  const auto ncomp = as_size(evaluations.ncomp());
  const std::int64_t each = std::int64_t{evaluations.ndim()} + evaluations.ncomp();
  const std::int64_t room =
      std::clamp(std::max(usually_held / each, evaluations.worthwhile_batch()), std::int64_t{1},
                 std::max(max_held / each, std::int64_t{1}));
  std::vector<RegionSample> samples(boxes.size());
  std::vector<double> totals(boxes.size() * ncomp * sums(), 0);
  std::vector<Piece> pieces;
  pieces.reserve(boxes.size());
  std::int64_t held = 0;
  // What all boxes take, if that is less.
  const auto regions = static_cast<std::int64_t>(boxes.size());
  const std::int64_t max_points =
      points() <= room / std::max<std::int64_t>(regions, 1) ? points() * regions : room;
  double *const all_x = room_.get(as_size(max_points) * (ndim + ncomp));
  double *const all_f = all_x + as_size(max_points) * ndim;
  auto flush = [&] {
    evaluate(phase, held, pieces, all_x, all_f, evaluations);
    const double *x = all_x;
    const double *f = all_f;
    for (const Piece &piece : pieces) {
      extremes[piece.region]->note(as_size(piece.count), x, f);
      add(piece.first, piece.count, ncomp, f, &totals[piece.region * ncomp * sums()]);
      x += as_size(piece.count) * ndim;
      f += as_size(piece.count) * ncomp;
    }
    pieces.clear();
    held = 0;
  };
  for (std::size_t region = 0; region < boxes.size(); ++region)
    for (std::int64_t first = 0; first < points();) {
      const std::int64_t count = std::min(points() - first, room - held);
      place(*boxes[region], first, count, all_x + as_size(held) * ndim);
      pieces.push_back({region, first, count});
      first += count;
      held += count;
      if (held == room) flush();
    }
  if (held > 0) flush();
  for (std::size_t region = 0; region < boxes.size(); ++region)
    for (std::size_t c = 0; c < ncomp; ++c)
      samples[region].estimate.push_back(
          estimate(boxes[region]->volume(), &totals[(region * ncomp + c) * sums()]));
  return samples;
}

RegionSample PointSampler::estimate_all(const Box &box, std::size_t ncomp, const double *f) {
  RegionSample sample;
  sums_of_all_.assign(ncomp * sums(), 0);
  add(0, points(), ncomp, f, sums_of_all_.data());
  for (std::size_t c = 0; c < ncomp; ++c)
    sample.estimate.push_back(estimate(box.volume(), &sums_of_all_[c * sums()]));
  return sample;
}

void PointSampler::evaluate(Phase phase, std::int64_t count, const std::vector<Piece> &pieces,
                            const double *x, double *f, Evaluations &evaluations) const {
  if (!evaluations.has_border() || extrapolated().empty()) {
    evaluations.evaluate(phase, count, x, f);
    return;
  }
  for (const Piece &piece : pieces) {
    evaluate_bordered(phase, piece, x, f, evaluations);
    x += piece.count * evaluations.ndim();
    f += piece.count * evaluations.ncomp();
  }
}

void PointSampler::evaluate_bordered(Phase phase, const Piece &piece, const double *x, double *f,
                                     Evaluations &evaluations) const {
  const std::int64_t end = piece.first + piece.count;
  auto pointer_x = [&](std::int64_t i) { return x + (i - piece.first) * evaluations.ndim(); };
  auto pointer_f = [&](std::int64_t i) { return f + (i - piece.first) * evaluations.ncomp(); };
  std::int64_t next = piece.first;
  for (const std::int64_t i : extrapolated()) {
    if (i < piece.first || i >= end) continue;
    evaluations.evaluate(phase, i - next, pointer_x(next), pointer_f(next));
    evaluations.evaluate_extrapolated(phase, 1, pointer_x(i), pointer_f(i));
    next = i + 1;
  }
  evaluations.evaluate(phase, end - next, pointer_x(next), pointer_f(next));
}

const std::vector<std::int64_t> &PointSampler::extrapolated() const {
  static const std::vector<std::int64_t> none;
  return none;
}

}  // namespace cuboid::algorithm::divonne_detail
