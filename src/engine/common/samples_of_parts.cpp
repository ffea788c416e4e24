#include "engine/common/samples_of_parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/words.hpp"
#include "engine/engine.hpp"
#include "map/box.hpp"
#include "statistics/covariances.hpp"
#include "statistics/estimates.hpp"

namespace cuboid::engine {

namespace {

/// Each part has this share of what it would have among equals at least, for what its samples may
/// have missed so far, and since a hypercube has four samples: eight would be usual.
constexpr double least_share = 0.5;

/// In proportion to these, and none less than the least.
std::vector<double> shares_of(const std::vector<double> &deviation) {
  const double least = least_share / static_cast<double>(deviation.size());
  std::vector<double> share(deviation.size(), 0.0);
  for (bool again = true; again;) {
    again = false;
    double sum = 0, rest = 1;
    for (std::size_t k = 0; k < share.size(); ++k)
      if (share[k] == least)
        rest -= least;
      else
        sum += deviation[k];
    for (std::size_t k = 0; k < share.size(); ++k) {
      if (share[k] == least) continue;
      share[k] = rest * deviation[k] / sum;
      if (share[k] >= least) continue;
      share[k] = least;
      again = true;
    }
  }
  return share;
}

/// That a sample of each part would have, over the components in units of those of all parts.
std::vector<double> deviations_of(const std::vector<SamplesResult> &parts) {
  std::vector<double> variance(parts.size());
  for (std::size_t c = 0; c < parts.front().error.size(); ++c) {
    std::vector<double> own;
    double all = 0;
    for (const SamplesResult &part : parts) {
      own.push_back(part.error[c] * std::sqrt(static_cast<double>(part.samples)));
      all += own.back();
    }
    // A component that overflows says nothing.
    if (!(all > 0 && std::isfinite(all))) continue;
    for (std::size_t k = 0; k < parts.size(); ++k) variance[k] += own[k] / all * (own[k] / all);
  }
  for (double &one : variance) one = std::sqrt(one);
  return variance;
}

template <class Number>
void append(std::vector<Number> &all, const std::vector<Number> &more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// Of numbers that stand part by part.
template <class Number>
std::vector<Number> of_part(const std::vector<Number> &all, std::size_t part, std::size_t parts) {
  const auto count = static_cast<std::ptrdiff_t>(all.size() / parts);
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(part) * count;
  return {begin, begin + count};
}

}  // namespace

SamplesProblem samples_of_part(SamplesProblem whole, int part, const std::vector<double> &lower,
                               const std::vector<double> &upper) {
  whole.box = map::make_box(whole.ndim, lower.data(), upper.data());
  whole.seed ^= static_cast<std::uint64_t>(part) * mixed_step;
  whole.parts = 1;
  return whole;
}

SamplesOfParts::SamplesOfParts(SamplesProblem problem, Parts parts)
    : problem_(std::move(problem)),
      parts_(std::move(parts)),
      share_(parts_.size(), 1.0 / static_cast<double>(parts_.size())) {}

void SamplesOfParts::set_grid(const SamplesGrid &grid, bool adaptive) {
  SamplesGrid own = grid;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    own.edges = of_part(grid.edges, k, parts_.size());
    parts_[k]->set_grid(own, adaptive);
  }
  std::fill(share_.begin(), share_.end(), 1.0 / static_cast<double>(parts_.size()));
}

void SamplesOfParts::submit(const SamplesIteration &iteration) {
  found_ = {};
  found_of_.clear();
  // Where submit does all of the work, and where samples are numbered for a receiver, one part
  // comes after the other.
  const bool one_by_one = iteration.receiver != nullptr || parts_.front()->max_under_way() == 1;
  SamplesIteration own = iteration;
  own.next_samples = 0;
  bool goes_on = true;
  const SampleReceiver receiver = [&](const SampleBatch &batch) {
    SampleBatch numbered = batch;
    numbered.first += found_.samples;
    goes_on = (*iteration.receiver)(numbered);
    return goes_on;
  };
  try {
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      own.samples = static_cast<std::int64_t>(share_[k] * static_cast<double>(iteration.samples));
      own.receiver = iteration.receiver != nullptr && goes_on ? &receiver : nullptr;
      own.receive_from = std::max<std::int64_t>(iteration.receive_from - found_.samples, 0);
      parts_[k]->submit(own);
      if (one_by_one) add(parts_[k]->collect());
    }
    for (std::size_t k = found_of_.size(); k < parts_.size(); ++k) add(parts_[k]->collect());
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(), interrupted.evaluated() + found_.samples, 0);
  }
  put_together();
  share_out();
}

/// The next part's.
void SamplesOfParts::add(SamplesResult &&part) {
  if (found_.nonfinite == 0 && part.nonfinite > 0) {
    found_.nonfinite_from = found_.samples + part.nonfinite_from;
    found_.first_nonfinite = part.first_nonfinite;
    if (found_.first_nonfinite) found_.first_nonfinite->sample += found_.samples;
  }
  found_.samples += part.samples;
  found_.lost += part.lost;
  found_.nonfinite += part.nonfinite;
  found_of_.push_back(std::move(part));
}

/// The sums of all parts, whose samples do not depend on each other.
void SamplesOfParts::put_together() {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  for (std::size_t c = 0; c < ncomp; ++c) {
    double integral = 0, error = 0, greatest = 0, largest = 0;
    for (const SamplesResult &one : found_of_) {
      integral += one.integral[c];
      error = std::hypot(error, one.error[c]);
      greatest = std::max(greatest, one.greatest[c]);
      largest = std::max(largest, one.error[c] * std::sqrt(one.dominance[c]));
    }
    found_.integral.push_back(integral);
    found_.error.push_back(error);
    found_.greatest.push_back(greatest);
    found_.dominance.push_back(error > 0 ? largest / error * (largest / error) : 0);
    for (std::size_t b = 0; statistics::has_covariances(problem_.ncomp) && b <= c; ++b) {
      double sum = 0;
      for (const SamplesResult &one : found_of_)
        if (one.error[c] > 0 && one.error[b] > 0)
          sum += one.correlation[c * (c + 1) / 2 + b] * (one.error[c] / found_.error[c]) *
                 (one.error[b] / found_.error[b]);
      found_.correlation.push_back(sum);
    }
  }
}

/// The shares of the next iteration, by what this one has shown.
void SamplesOfParts::share_out() {
  const std::vector<double> deviation = deviations_of(found_of_);
  if (std::any_of(deviation.begin(), deviation.end(), [](double one) { return one > 0; }))
    share_ = shares_of(deviation);
}

std::vector<std::uint64_t> SamplesOfParts::edges() {
  std::vector<std::uint64_t> all;
  for (const auto &part : parts_) append(all, part->edges());
  return all;
}

std::vector<double> SamplesOfParts::deviations() {
  std::vector<double> all(static_cast<std::size_t>(problem_.ncomp));
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const std::vector<double> own = parts_[k]->deviations();
    for (std::size_t c = 0; c < all.size(); ++c)
      all[c] = std::hypot(all[c], own[c] / std::sqrt(share_[k]));
  }
  return all;
}

SamplesMemory SamplesOfParts::memory() {
  SamplesMemory all;
  for (const auto &part : parts_) {
    const SamplesMemory own = part->memory();
    append(all.edges, own.edges);
    append(all.variance, own.variance);
    append(all.scale, own.scale);
    append(all.weight, own.weight);
  }
  all.share = share_;
  return all;
}

void SamplesOfParts::remember(const SamplesMemory &memory) {
  const std::size_t count = parts_.size();
  for (std::size_t k = 0; k < count; ++k)
    parts_[k]->remember({of_part(memory.edges, k, count), of_part(memory.variance, k, count),
                         of_part(memory.scale, k, count), of_part(memory.weight, k, count)});
  share_ = memory.share;
  if (share_.empty()) share_.assign(count, 1.0 / static_cast<double>(count));
}

void SamplesOfParts::drain() noexcept {
  for (const auto &part : parts_) part->drain();
}

}  // namespace cuboid::engine
