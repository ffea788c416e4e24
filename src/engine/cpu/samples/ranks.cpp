// Iterations of samples that several ranks share out: the members of HostSamples for that.
#include <algorithm>
#include <utility>

#include "base/clock.hpp"
#include "engine/cpu/samples/host_samples.hpp"
#include "engine/engine.hpp"
#include "engine/group/digest.hpp"
#include "statistics/covariances.hpp"

namespace cuboid::engine::cpu {

namespace {

/// As in group/points.cpp: of samples between two barriers, and to carry a number to the others.
constexpr double seconds_between_barriers = 1e-2;
constexpr double seconds_per_number = 8e-9;

}  // namespace

uint64 HostSamples::samples_before(uint64 group) const {
  return chunks().begin(group * statistics::chunks_per_group);
}

/// With a few groups of chunks the ranks' shares would be uneven, and points are shared out better.
bool HostSamples::worth_ranges() const {
  constexpr uint64 groups_of_rank = 8;
  return ranks_ != nullptr &&
         (!shares_points() ||
          chunks().groups() >= groups_of_rank * static_cast<uint64>(ranks_->size()));
}

/// Every rank draws the first samples of all itself, for rank 0 to see how long they take; and
/// later those of iterations that are too short to be shared out.
void HostSamples::fill_with_ranks() {
  const uint64 groups = chunks().groups();
  const uint64 probe = cost_ > 0 ? 0 : std::min<uint64>(groups, 1);
  if (probe > 0) {
    fill_alone(0, probe);
    consult_ranks();
  }
  try {
    if (probe == groups) return;
    if (sharing_pays(chunks().samples - samples_before(probe)))
      fill_together(probe);
    else
      fill_alone(probe, groups);
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(),
                      interrupted.evaluated() + static_cast<std::int64_t>(samples_before(probe)),
                      0);
  }
  if (static_cast<double>(alone_samples_) * cost_ > seconds_between_barriers) consult_ranks();
}

void HostSamples::fill_alone(uint64 first, uint64 end) {
  const group::InsideGroup scope;
  const double begin = monotonic_seconds();
  ranges_shared_out_ = true;
  fill(first, end);
  ranges_shared_out_ = false;
  alone_seconds_ += monotonic_seconds() - begin;
  alone_samples_ += samples_before(end) - samples_before(first);
}

void HostSamples::consult_ranks() {
  group::Message mine;
  mine.seconds_per_point = alone_seconds_ / static_cast<double>(alone_samples_);
  if (cost_ == 0) ranks_->measure_latency();
  if (!ranks_->ends_early()) ranks_->meet(group::Step::consult, mine);
  if (ranks_->ends_early())
    throw Interrupted(ranks_->ending(), static_cast<std::int64_t>(alone_samples_), 0);
  take_cost();
}

void HostSamples::take_cost() {
  const group::Message &told = ranks_->messages()[0];
  if (told.seconds_per_point > 0) cost_ = told.seconds_per_point;
  alone_samples_ = 0;
  alone_seconds_ = 0;
}

/// The groups of chunks from first on, each rank a range of them.
void HostSamples::fill_together(uint64 first) {
  const auto rank = static_cast<std::size_t>(ranks_->rank());
  std::vector<std::int64_t> begin =
      group::range_begins(static_cast<std::int64_t>(chunks().groups() - first), ranks_->size());
  for (std::int64_t &place : begin) place += static_cast<std::int64_t>(first);
  const auto own = static_cast<uint64>(begin[rank]), end = static_cast<uint64>(begin[rank + 1]);

  SamplesTally before = std::exchange(tally_, empty_tally());
  group::Message mine;
  group::Digest digest;
  digest.add(iteration_.number);
  digest.add(chunks().samples);
  digest.add(scale_);
  for (std::size_t i = 0; i < edges_.size(); i += nintervals_ / 2) digest.add(edges_[i]);
  mine.digest = digest.value();
  group::work_and_meet(*ranks_, group::Step::samples, mine,
                       static_cast<std::int64_t>(samples_before(end) - samples_before(own)), [&] {
                         ranges_shared_out_ = true;
                         fill(own, end);
                       });
  ranges_shared_out_ = false;
  take_cost();
  group::Exchange exchange(*ranks_);
  tally_.share(exchange, problem_.ndim);
  sums_.share(exchange, begin);
  if (adaptive_) share_variances(exchange, begin);
  exchange.run();
  tally_.add(before);
}

/// Of the hypercubes that lie in the chunks of one rank; those of others are added up from pieces.
void HostSamples::share_variances(group::Exchange &exchange,
                                  const std::vector<std::int64_t> &first) {
  std::vector<std::int64_t> begin;
  for (const std::int64_t group : first)
    begin.push_back(
        static_cast<std::int64_t>(pieces_.cube_at(samples_before(static_cast<uint64>(group)))));
  exchange.range(variance_.data(), begin);
}

bool HostSamples::sharing_pays(uint64 samples) const {
  constexpr double min_gain = 0.85;
  // The message, what is added up, and what the ranks have ranges of.
  constexpr double barriers = 3;
  const auto sums =
      static_cast<std::size_t>(problem_.ncomp + statistics::covariance_count(problem_.ncomp));
  const double numbers = static_cast<double>(map_.size() + chunks().groups() * sums +
                                             (adaptive_ ? ncube_ + 4 * chunks().count : 0));
  const double seconds = cost_ * static_cast<double>(samples);
  return seconds / ranks_->size() + barriers * ranks_->latency() + numbers * seconds_per_number <
         min_gain * seconds;
}

}  // namespace cuboid::engine::cpu
