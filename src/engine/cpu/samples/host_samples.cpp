#include "engine/cpu/samples/host_samples.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/failure.hpp"
#include "map/importance_edges.hpp"
#include "map/refine_importance.hpp"
#include "rng/sobol.hpp"
#include "statistics/covariances.hpp"
#include "statistics/estimates.hpp"
#include "statistics/scaling.hpp"

namespace cuboid::engine::cpu {

namespace {

/// Samples that a receiver is handed at once, about, and at most so many values.
constexpr uint64 recorded_samples = 1 << 15;
constexpr uint64 recorded_values = 1 << 20;

}  // namespace

HostSamples::HostSamples(SamplesProblem problem)
    : sums_(problem.ncomp),
      tally_(0, 0),
      problem_(std::move(problem)),
      keys_(rng::make_philox_keys<rng::fewest_philox_rounds>(problem_.seed)) {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  scale_.assign(ncomp, 1.0);
  weight_.assign(ncomp, statistics::component_weight(0, 0, problem_.ncomp));
  if (problem_.quasi) directions_ = rng::reversed_direction_words(problem_.ndim);
}

void HostSamples::set_grid(const SamplesGrid &grid, bool adaptive) {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  nstrat_ = static_cast<uint64>(grid.nstrat);
  nintervals_ = static_cast<uint64>(grid.nintervals);
  adaptive_ = adaptive;
  ncube_ = 1;
  for (std::size_t d = 0; d < ndim; ++d) ncube_ *= nstrat_;
  volume_unit_ = map::volume_unit(problem_.ndim, nintervals_, problem_.box);
  set_edges(grid.edges.empty() ? map::equal_edges(problem_.ndim, nintervals_) : grid.edges);
  try {
    variance_.assign(adaptive ? ncube_ : 0, 1.0f);
  } catch (const std::bad_alloc &) {
    throw Failure(CUBOID_OUT_OF_MEMORY, "there is no memory for the variances of " +
                                            std::to_string(ncube_) + " hypercubes");
  }
}

void HostSamples::remember(const SamplesMemory &memory) {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  set_edges(memory.edges);
  if (adaptive_) {
    if (memory.variance.empty())
      variance_.assign(ncube_, 1.0f);
    else
      variance_ = memory.variance;
  }
  scale_ = memory.scale;
  weight_ = memory.weight;
  if (scale_.empty()) scale_.assign(ncomp, 1.0);
  if (weight_.empty()) weight_.assign(ncomp, statistics::component_weight(0, 0, problem_.ncomp));
}

void HostSamples::set_edges(std::vector<std::uint64_t> edges) {
  edges_ = std::move(edges);
  map_ = map::intervals_of_edges(edges_, problem_.ndim);
}

void HostSamples::submit(const SamplesIteration &iteration) {
  iteration_ = iteration;
  recording_.reset();
  if (problem_.quasi) seed_scrambling();
  const auto wanted = static_cast<uint64>(iteration.samples);
  const auto share = [this](uint64 count, const std::function<void(uint64)> &work) {
    share_out(count, work);
  };
  if (adaptive_)
    pieces_.allot(wanted, variance_, iteration.beta, share);
  else
    pieces_.allot_equally(wanted, ncube_);
  SamplesResult result;
  int attempts = 0;
  do {
    fill_anew();
    sums_.join_pieces(share);
    result = result_of_sums();
    iteration_.receiver = nullptr;  // The samples do not depend on the scale.
    ++attempts;
  } while (overflows(result) && give_up_scale());
  result.lost = (attempts - 1) * result.samples;
  result.first_nonfinite = tally_.first_nonfinite;
  if (iteration.alpha > 0) refine();
  rescale(result);
  finished_.push_back(std::move(result));
}

void HostSamples::fill_anew() {
  sums_.begin(chunks(), weight_, adaptive_ ? &variance_ : nullptr);
  tally_ = empty_tally();
  if (iteration_.keeps) kept_.begin(chunks().samples);
  if (iteration_.receiver != nullptr)
    fill_for(*iteration_.receiver);
  else if (!iteration_.keeps && worth_ranges())
    fill_with_ranks();
  else
    fill(0, chunks().groups());
}

/// Whether values that are finite are beyond the scale, which is that of iterations that have not
/// met the peak: where these saw e^-700 of it, nothing that a double holds.
bool HostSamples::overflows(const SamplesResult &result) const {
  if (tally_.first_nonfinite) return std::isfinite(tally_.first_nonfinite->value);
  return !std::all_of(result.integral.begin(), result.integral.end(),
                      [](double value) { return std::isfinite(value); });
}

/// False: there is none.
bool HostSamples::give_up_scale() {
  bool had_one = false;
  for (double &scale : scale_) {
    had_one = had_one || scale > 1;
    scale = std::min(scale, 1.0);
  }
  return had_one;
}

SamplesResult HostSamples::collect() {
  SamplesResult result = std::move(finished_.front());
  finished_.pop_front();
  return result;
}

void HostSamples::seed_scrambling() {
  scramble_seed_.resize(static_cast<std::size_t>(problem_.ndim));
  for (std::size_t d = 0; d < scramble_seed_.size(); ++d)
    scramble_seed_[d] =
        rng::scramble_seed(static_cast<uint32>(d), static_cast<uint32>(iteration_.number), keys_);
}

void HostSamples::share_out(uint64 count, const std::function<void(uint64)> &work) {
  for (uint64 i = 0; i < count; ++i) work(i);
}

void HostSamples::fill_for(const SampleReceiver &receiver) {
  const uint64 group_samples = statistics::chunks_per_group * chunks().length;
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const uint64 at_once = std::min<uint64>(recorded_samples, recorded_values / ncomp);
  const uint64 groups_at_once = std::max<uint64>(at_once / group_samples, 1);
  bool wanted = true;
  for (uint64 first = 0; first < chunks().groups(); first += groups_at_once) {
    const uint64 end = std::min(first + groups_at_once, chunks().groups());
    const uint64 begin = chunks().begin(first * statistics::chunks_per_group);
    const uint64 count = chunks().begin(end * statistics::chunks_per_group) - begin;
    const auto from = static_cast<uint64>(iteration_.receive_from);
    if (wanted && begin + count > from)
      recording_ = {begin, std::vector<double>(count * ndim), std::vector<double>(count),
                    std::vector<double>(count * ncomp)};
    // What a receiver sees is not exchanged: each rank draws all of it, or shares out the points.
    ranks_ != nullptr && !shares_points() ? fill_alone(first, end) : fill(first, end);
    if (recording_) {
      const uint64 skipped = from > begin ? from - begin : 0;
      wanted = receiver({iteration_.number, static_cast<std::int64_t>(begin + skipped),
                         static_cast<std::int64_t>(count - skipped),
                         recording_->x.data() + skipped * ndim, recording_->weight.data() + skipped,
                         recording_->f.data() + skipped * ncomp});
      recording_.reset();
    }
  }
}

void HostSamples::record(const Sample &sample, double share, const double *f) {
  const uint64 place = sample.number - recording_->first;
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  std::copy_n(sample.x, ndim, recording_->x.data() + place * ndim);
  recording_->weight[place] = sample.volume * share;
  std::copy_n(f, ncomp, recording_->f.data() + place * ncomp);
}

HostSamples::PieceFactors HostSamples::factors(uint64 cube_count) const {
  const auto count = static_cast<double>(cube_count);
  const auto ncube = static_cast<double>(ncube_);
  // Where samples are dense each stands for less.
  return {1 / count, static_cast<float>(static_cast<double>(chunks().samples) / (count * ncube)),
          volume_unit_.rest / count / ncube};
}

SamplesTally HostSamples::empty_tally() const {
  return {map_.size(), static_cast<std::size_t>(problem_.ncomp)};
}

SamplesResult HostSamples::result_of_sums() {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const auto ncube = static_cast<double>(ncube_);
  const std::vector<double> sums = sums_.total();
  const double *covariance = sums.data() + ncomp;
  const bool correlated = statistics::has_covariances(problem_.ncomp);
  SamplesResult result;
  for (std::size_t c = 0; c < ncomp; ++c) {
    const double variance = sums[sums_.variance_place(c)];
    result.integral.push_back(statistics::integral_of(sums[c], ncube, scale_[c]));
    result.error.push_back(statistics::error_of(variance, ncube, scale_[c]));
    result.dominance.push_back(
        adaptive_ ? statistics::dominance_of_cube(tally_.greatest_part[c], variance)
                  : statistics::dominance_of_sample(tally_.greatest[c], tally_.greatest_part[c],
                                                    pieces_.per_cube(), variance));
    result.greatest.push_back(from_upper_word(tally_.greatest[c]) / scale_[c]);
    for (std::size_t b = 0; correlated && b <= c; ++b)
      result.correlation.push_back(
          statistics::correlation_of(*covariance++, variance, sums[sums_.variance_place(b)]));
  }
  result.samples = static_cast<std::int64_t>(chunks().samples);
  result.nonfinite = static_cast<std::int64_t>(tally_.nonfinite);
  return result;
}

void HostSamples::rescale(const SamplesResult &result) {
  double sum = 0;
  std::vector<double> inverse(scale_.size());
  for (std::size_t c = 0; c < scale_.size(); ++c) {
    scale_[c] =
        statistics::next_scale(scale_[c], tally_.greatest[c], result.integral[c] * scale_[c],
                               result.error[c] * scale_[c], static_cast<double>(result.samples));
    inverse[c] =
        statistics::inverse_square(result.integral[c] * scale_[c], result.error[c] * scale_[c]);
    sum += inverse[c];
  }
  for (std::size_t c = 0; c < scale_.size(); ++c)
    weight_[c] = statistics::component_weight(inverse[c], sum, problem_.ncomp);
}

void HostSamples::refine() {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  share_out(ndim, [&](uint64 d) {
    std::vector<double> squares(nintervals_);
    for (std::size_t e = 0; e < ndim; ++e)
      if (iteration_.one_map || e == d)
        for (uint64 i = 0; i < nintervals_; ++i)
          squares[i] += static_cast<double>(tally_.histogram[e * nintervals_ + i]);
    map::refine_importance({edges_.data() + d * (nintervals_ + 1), nintervals_ + 1}, squares,
                           iteration_.step());
  });
  map_ = map::intervals_of_edges(edges_, problem_.ndim);
}

}  // namespace cuboid::engine::cpu
