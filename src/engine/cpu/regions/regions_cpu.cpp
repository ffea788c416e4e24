#include "engine/cpu/regions/regions_cpu.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <new>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "engine/cpu/regions/look_worker.hpp"
#include "engine/cpu/regions/region_list.hpp"
#include "engine/cpu/regions/rule_workers.hpp"
#include "engine/group/regions.hpp"
#include "rule/decision.hpp"
#include "rule/region_axis.hpp"
#include "rule/region_division.hpp"
#include "rule/region_error.hpp"
#include "rule/region_marking.hpp"
#include "rule/region_slices.hpp"
#include "rule/region_sums.hpp"

namespace cuboid::engine::cpu {
namespace {

/// Regions that a worker adds up or counts at once.
constexpr std::int64_t part_of_sum = 4096;
/// And into which it looks at once, at least.
constexpr std::int64_t least_part_of_look = 256;

using ExactSums = std::vector<rule::ExactRegionSums>;  ///< [ncomp]
using Histogram = std::array<std::int64_t, rule::nbins>;

/// rule::bin_error of every bin.
const std::array<double, rule::nbins> &bin_errors() {
  static const std::array<double, rule::nbins> errors = [] {
    std::array<double, rule::nbins> all;
    for (int bin = 0; bin < rule::nbins; ++bin) all[bin] = rule::bin_error(bin);
    return all;
  }();
  return errors;
}

/// The errors of the components of a region, as rule::marking_error reads them.
struct ErrorsOf {
  const rule::RegionEstimate *estimate;
  double operator[](int c) const { return estimate[c].error; }
};

class CpuRegions final : public RegionsEngine {
 public:
  CpuRegions(int ndim, int ncomp, int key, std::vector<std::unique_ptr<PointsEngine>> points,
             std::int64_t memory, group::Group *ranks)
      : ndim_(ndim),
        ncomp_(ncomp),
        workers_(ndim, ncomp, key, std::move(points)),
        most_regions_(memory > 0 ? memory / bytes_per_region(ndim, ncomp)
                                 : std::numeric_limits<std::int64_t>::max()),
        totals_(static_cast<std::size_t>(ncomp)) {
    if (ranks != nullptr) ranks_.emplace(*ranks);
    // The number of regions the refinement begins with, for the error estimates to rest on.
    constexpr std::int64_t first_regions = 1024;
    shape_ = {ndim, ncomp, workers_.rule().npoints, first_regions};
    regions_.ndim = ndim;
    regions_.ncomp = ncomp;
  }

  const RegionSurvey &start(const RegionRequest &request) override;
  const RegionSurvey &advance(int iterations) override;
  const RegionSurvey &look(const RegionLook &request) override;
  /// The list grows by itself, as far as it may.
  bool grow() override { return false; }
  bool slice() override;
  RegionTable table() override;

 private:
  /// What one worker works with.
  struct Scratch {
    std::vector<std::int64_t> places;
    RuleValues result;
    std::vector<rule::RegionEstimate> parent;
    ExactSums sums;  ///< what it adds to them
    Histogram histogram;
  };

  bool reserve(std::int64_t count);
  void make_first_room(std::int64_t count);
  void make_room(std::int64_t count);
  std::int64_t room() const;
  void begin_part(int worker, std::int64_t first, std::int64_t last);
  const RuleValues &evaluate(int worker, const std::int64_t *place, std::int64_t count);
  int choose_axis(std::int64_t place, const double *differences) const;
  void split();
  void split_part(int worker, const std::int64_t *marked, std::int64_t count,
                  std::int64_t first_upper);
  void take_over(const LookWorker &look, ExactSums &sums, std::int64_t first, std::int64_t last);
  void work(std::int64_t points, const std::function<void()> &work);
  void add_scratch(ExactSums &sums);
  ExactSums exact_sums_over(std::int64_t first, std::int64_t last);
  std::vector<rule::RegionSums> sums_over(std::int64_t first, std::int64_t last);
  group::RegionTotals totals();
  void survey();
  Histogram count_bins();
  unsigned long long key_of(std::int64_t place) const;
  rule::KeyChoice choose_keys(int bin, std::int64_t wanted);
  void mark();
  void mark_together();
  void even_out();
  void give(std::int64_t count, std::uint64_t *words);
  void take(std::int64_t count, const std::uint64_t *words);

  const int ndim_;
  const int ncomp_;
  RuleWorkers workers_;
  std::int64_t most_regions_;  ///< as far as it is known
  RegionRequest request_;
  RegionList regions_;
  std::vector<std::int64_t> born_;    ///< [count] iteration, if the table is asked for; else empty
  std::int64_t capacity_ = 0;         ///< regions for which there is room
  std::vector<Scratch> scratch_;      ///< [workers]
  ExactSums totals_;                  ///< [ncomp] over the regions here that are worked on
  std::vector<std::int16_t> bin_;     ///< [count] of the marking
  std::vector<std::int64_t> marked_;  ///< places of the regions that are split
  std::int64_t all_marked_ = 0;       ///< with those of other ranks
  std::vector<rule::Changes> changes_;  ///< [ncomp]
  std::vector<double> scale_;           ///< [ncomp] units of errors
  std::vector<double>
      marking_scale_;  ///< [ncomp] those of the survey before, by which it is chosen
  rule::Needs needs_;  ///< by the last survey
  rule::RegionSlices slices_;
  std::int64_t first_part_ = 0;  ///< of the first regions, the first that is kept here
  std::optional<group::RegionRanks> ranks_;
  RegionSurvey survey_;
};

const RegionSurvey &CpuRegions::start(const RegionRequest &request) {
  request_ = request;
  const std::int64_t all = rule::cube_parts(ndim_, request.cuts.data(), request.shifted);
  first_part_ = ranks_ ? ranks_->begin(all) : 0;
  const std::int64_t count = (ranks_ ? ranks_->end(all) : all) - first_part_;
  slices_ = {};
  scratch_.resize(static_cast<std::size_t>(workers_.size()));
  for (Scratch &scratch : scratch_) scratch.sums.resize(static_cast<std::size_t>(ncomp_));
  born_.assign(request.traced ? count : 0, 1);
  changes_.assign(ncomp_, {});
  scale_.assign(ncomp_, 1);
  survey_ = {};
  survey_.iterations = 1;
  survey_.neval = all * shape_.npoints;
  totals_.assign(static_cast<std::size_t>(ncomp_), {});
  work(count * shape_.npoints, [&] {
    make_first_room(count);
    regions_.resize(count);
    workers_.share_out(count, workers_.part_of(count),
                       [this](int worker, std::int64_t first, std::int64_t last) {
                         begin_part(worker, first, last);
                       });
  });
  survey();
  marking_scale_ = scale_;
  if (ranks_) mark_together();
  return survey_;
}

/// Does what evaluates points, where the ranks hear of each other.
void CpuRegions::work(std::int64_t points, const std::function<void()> &work) {
  if (!ranks_) return work();
  ranks_->work(points, survey_, work);
}

/// The first regions from `first` on.
void CpuRegions::begin_part(int worker, std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> &places = scratch_[worker].places;
  places.resize(last - first);
  std::iota(places.begin(), places.end(), first);
  for (const std::int64_t place : places) {
    long long number = first_part_ + place;
    for (int d = 0; d < ndim_; ++d) {
      const rule::AxisPart part = rule::take_axis_part(number, request_.cuts[d], request_.shifted);
      regions_.lower[place * ndim_ + d] = part.lower;
      regions_.depth[place * ndim_ + d] = static_cast<std::uint8_t>(part.depth);
    }
  }
  const RuleValue *one = evaluate(worker, places.data(), last - first).values.data();
  ExactSums &sums = scratch_[worker].sums;
  for (std::int64_t i = first * ncomp_; i < last * ncomp_; ++i, ++one) {
    regions_.estimate[i] = rule::estimate_in_grid(ndim_, one->value, one->error);
    rule::add(sums[i % ncomp_], regions_.estimate[i]);
  }
}

/// False: there is no memory for it.
bool CpuRegions::reserve(std::int64_t count) {
  try {
    regions_.reserve(count);
    bin_.reserve(count);
    marked_.reserve(count);
  } catch (const std::bad_alloc &) {
    return false;
  }
  capacity_ = count;
  return true;
}

/// Room for all regions that there may be, unless that is much: the list then does not move while
/// it grows.  count: the first ones.
void CpuRegions::make_first_room(std::int64_t count) {
  constexpr std::int64_t most_bytes = 1 << 26;
  const std::int64_t splits =
      std::max<std::int64_t>(request_.goal.maxeval / shape_.npoints - count, 0) / 2;
  const std::int64_t regions =
      std::min(count + splits, most_bytes / bytes_per_region(ndim_, ncomp_));
  // With what slices need beside them.
  const std::int64_t wanted = std::min(regions + regions / 2, most_regions_);
  if (wanted <= count || !reserve(wanted)) capacity_ = count;
}

/// For `count` regions, as far as there is memory for the list.
void CpuRegions::make_room(std::int64_t count) {
  while (count > rule::limit_without_slices(capacity_) && capacity_ < most_regions_) {
    // The list is there twice while it moves: where there is no memory for one of twice its size,
    // there may be some for a smaller one.
    std::int64_t more = std::min(capacity_, most_regions_ - capacity_);
    while (more > 0 && !reserve(capacity_ + more)) more /= 2;
    if (more < capacity_ / 8) most_regions_ = capacity_;
  }
}

/// For further regions.
std::int64_t CpuRegions::room() const {
  if (ranks_) return rule::limit_without_slices(most_regions_) - survey_.nregions;
  return (slices_.active() ? slices_.limit() : rule::limit_without_slices(capacity_)) -
         regions_.count();
}

const RegionSurvey &CpuRegions::advance(int iterations) {
  for (int i = 0; i < iterations && survey_.status == RegionStatus::running; ++i) {
    if (!ranks_) mark();
    if (all_marked_ > 0 && !slices_.active()) make_room(regions_.count() + std::ssize(marked_));
    survey_.status = rule::status_of_marking(all_marked_, room(), slices_.active());
    if (survey_.status != RegionStatus::running) break;
    work(2 * std::ssize(marked_) * shape_.npoints, [this] { split(); });
    ++survey_.iterations;
    survey_.neval += 2 * all_marked_ * shape_.npoints;
    survey();
    if (ranks_) mark_together();
  }
  return survey_;
}

const RegionSurvey &CpuRegions::look(const RegionLook &request) {
  if (slices_.active()) return survey_;
  std::vector<LookWorker> looks;
  for (int worker = 0; worker < workers_.size(); ++worker)
    looks.emplace_back(workers_, worker, regions_, request, survey_.nregions);
  // Each has a line at least where a call for many points pays.
  const std::int64_t part =
      std::max(workers_.worthwhile_batch() / rule::line_points(shape_.ndim), least_part_of_look);
  work(request.npoints * regions_.count() / survey_.nregions, [&] {
    workers_.share_out(regions_.count(), part,
                       [&](int worker, std::int64_t first, std::int64_t last) {
                         looks[worker].take(first, last);
                         take_over(looks[worker], scratch_[worker].sums, first, last);
                       });
  });
  std::int64_t npoints = 0;
  for (const LookWorker &look : looks) npoints += look.npoints();
  if (ranks_) ranks_->add_up(std::span(&npoints, 1));
  survey_.neval += npoints;
  survey();
  // What had converged asked for no split.
  marking_scale_ = scale_;
  if (ranks_) mark_together();
  return survey_;
}

/// What a look has made of the regions first to last - 1.
void CpuRegions::take_over(const LookWorker &look, ExactSums &sums, std::int64_t first,
                           std::int64_t last) {
  for (std::int64_t place = first; place < last; ++place)
    for (int c = 0; c < ncomp_; ++c) {
      rule::RegionEstimate &estimate = regions_.estimate[place * ncomp_ + c];
      const rule::RegionEstimate after = look.estimate(place, c);
      if (after.error == estimate.error && after.carried == estimate.carried) continue;
      rule::add(sums[c], estimate, true);
      rule::add(sums[c], after);
      estimate = after;
    }
}

/// Applies the rule, and chooses the axes of the next splits.
const RuleValues &CpuRegions::evaluate(int worker, const std::int64_t *place, std::int64_t count) {
  RuleValues &result = scratch_[worker].result;
  result.values.resize(static_cast<std::size_t>(count * ncomp_));
  result.differences.resize(static_cast<std::size_t>(count * ndim_ * ncomp_));
  workers_.apply_rule(worker, regions_, place, count, result);
  for (std::int64_t i = 0; i < count; ++i)
    regions_.axis[place[i]] = choose_axis(place[i], &result.differences[i * ndim_ * ncomp_]);
  return result;
}

/// differences: [ndim][ncomp].
int CpuRegions::choose_axis(std::int64_t place, const double *differences) const {
  rule::AxisChoice choice{0, ndim_};
  for (int d = 0; d < ndim_; ++d) {
    double sum = 0;
    for (int c = 0; c < ncomp_; ++c)
      sum = rule::add_difference(sum, differences[d * ncomp_ + c], ncomp_, scale_.data(), c);
    rule::consider(choice, sum, d);
  }
  return rule::splittable_axis(ndim_, choice.axis, &regions_.depth[place * ndim_]);
}

/// The lower half takes the place of its parent, the upper one goes to the end of the list.
void CpuRegions::split() {
  const auto count = static_cast<std::int64_t>(marked_.size());
  const std::int64_t before = regions_.count();
  regions_.resize(before + count);
  if (request_.traced) {
    born_.resize(before, 0);
    born_.resize(before + count, survey_.iterations);
    for (const std::int64_t place : marked_) born_[place] = survey_.iterations;
  }
  workers_.share_out(count, std::max<std::int64_t>(workers_.part_of(2 * count) / 2, 1),
                     [&](int worker, std::int64_t first, std::int64_t last) {
                       split_part(worker, marked_.data() + first, last - first, before + first);
                     });
}

/// first_upper: where the upper halves go.
void CpuRegions::split_part(int worker, const std::int64_t *marked, std::int64_t count,
                            std::int64_t first_upper) {
  Scratch &scratch = scratch_[worker];
  scratch.places.resize(2 * count);
  scratch.parent.resize(count * ncomp_);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t lower = marked[i];
    scratch.places[2 * i] = lower;
    scratch.places[2 * i + 1] = first_upper + i;
    std::copy_n(&regions_.estimate[lower * ncomp_], ncomp_, &scratch.parent[i * ncomp_]);
    regions_.halve(lower, first_upper + i);
  }
  const RuleValues &result = evaluate(worker, scratch.places.data(), 2 * count);
  for (std::int64_t i = 0; i < count; ++i) {
    for (int c = 0; c < ncomp_; ++c) {
      const RuleValue &lower = result.values[2 * i * ncomp_ + c];
      const RuleValue &upper = result.values[(2 * i + 1) * ncomp_ + c];
      const rule::RegionEstimate &parent = scratch.parent[i * ncomp_ + c];
      const double change = lower.value + upper.value - parent.value;
      rule::RegionEstimate &below = regions_.estimate[marked[i] * ncomp_ + c];
      rule::RegionEstimate &above = regions_.estimate[(first_upper + i) * ncomp_ + c];
      below = rule::estimate_half(lower.value, lower.error, parent, change);
      above = rule::estimate_half(upper.value, upper.error, parent, change);
      rule::add(scratch.sums[c], parent, true);
      rule::add(scratch.sums[c], below);
      rule::add(scratch.sums[c], above);
    }
  }
}

/// Adds what the workers have found, and forgets it.
void CpuRegions::add_scratch(ExactSums &sums) {
  for (Scratch &scratch : scratch_)
    for (int c = 0; c < ncomp_; ++c) {
      rule::add(sums[c], scratch.sums[c]);
      scratch.sums[c] = {};
    }
}

/// [ncomp] over the regions first to last - 1.
ExactSums CpuRegions::exact_sums_over(std::int64_t first, std::int64_t last) {
  workers_.share_out(
      last - first, part_of_sum, [&](int worker, std::int64_t begin, std::int64_t end) {
        ExactSums &sums = scratch_[worker].sums;
        for (std::int64_t i = (first + begin) * ncomp_; i < (first + end) * ncomp_; ++i)
          rule::add(sums[i % ncomp_], regions_.estimate[i]);
      });
  ExactSums sums(static_cast<std::size_t>(ncomp_));
  add_scratch(sums);
  return sums;
}

std::vector<rule::RegionSums> CpuRegions::sums_over(std::int64_t first, std::int64_t last) {
  std::vector<rule::RegionSums> sums;
  for (const rule::ExactRegionSums &exact : exact_sums_over(first, last))
    sums.push_back(rule::rounded(exact));
  return sums;
}

bool CpuRegions::slice() {
  if (ranks_) return false;
  do {
    if (!slices_.next(survey_.status == RegionStatus::done, regions_.count(), capacity_, request_,
                      ndim_,
                      [this](long long first, long long last) { return sums_over(first, last); })) {
      return false;
    }
    regions_.resize(slices_.end());
    totals_ = exact_sums_over(slices_.begin(), slices_.end());
    survey();
    // A slice has other units than the one before it.
    marking_scale_ = scale_;
  } while (survey_.status == RegionStatus::done);
  return true;
}

/// What there is to be said of the regions that are worked on, with those of all ranks.
group::RegionTotals CpuRegions::totals() {
  add_scratch(totals_);
  group::RegionTotals totals{totals_, regions_.count(), workers_.nonfinite(), {}};
  if (ranks_) ranks_->add_up(totals);
  return totals;
}

/// Of this rank.
RegionTable CpuRegions::table() {
  RegionTable table{ndim_, ncomp_, {}, {}, {}, {}, {}};
  std::vector<double> upper(ndim_);
  for (std::int64_t place = 0; place < regions_.count(); ++place) {
    const double *const lower = &regions_.lower[place * ndim_];
    for (int d = 0; d < ndim_; ++d) upper[d] = lower[d] + regions_.width(place, d);
    table.add_box(lower, upper.data());
    for (int c = 0; c < ncomp_; ++c) {
      const rule::RegionEstimate &estimate = regions_.estimate[place * ncomp_ + c];
      table.add_estimate(estimate.value, estimate.error);
    }
  }
  born_.resize(request_.traced ? regions_.count() : 0, 0);
  table.iteration = born_;
  return table;
}

void CpuRegions::survey() {
  marking_scale_ = scale_;
  const group::RegionTotals all = totals();
  survey_.nregions = all.nregions + slices_.finished();
  survey_.nonfinite = all.nonfinite;
  survey_.value.assign(ncomp_, 0);
  survey_.error.assign(ncomp_, 0);
  const rule::Extent extent{survey_.nregions, survey_.neval, survey_.iterations};
  needs_ = {};
  const auto slice = [&](int c) { return slices_.active() ? &slices_.goals()[c] : nullptr; };
  std::vector<rule::Standing> standings;
  for (int c = 0; c < ncomp_; ++c) {
    standings.push_back(rule::component_standing(
        request_, ndim_, extent, rule::rounded(all.sums[c]), slice(c), changes_[c]));
    survey_.value[c] = standings.back().value;
    survey_.error[c] = standings.back().error;
  }
  const auto estimate_of = [&](std::size_t c) {
    return ComponentEstimate{survey_.value[c], survey_.error[c]};
  };
  const VectorEstimate vector = vector_of(request_.goal, estimate_of, standings.size());
  for (int c = 0; c < ncomp_; ++c) {
    const std::size_t other = other_part(request_.goal, static_cast<std::size_t>(c));
    rule::judge(standings[c], Beside{estimate_of(other), vector}, request_, extent, slice(c));
    rule::take(needs_, standings[c]);
    scale_[c] = standings[c].scale;
  }
  survey_.status =
      rule::status_of_sums(request_.goal, needs_, extent, shape_.npoints, slices_.active());
}

/// The bins of the regions that are worked on, and how many there are in each.
Histogram CpuRegions::count_bins() {
  bin_.resize(regions_.axis.size());
  for (Scratch &scratch : scratch_) scratch.histogram.fill(0);
  const std::int64_t first = slices_.begin();
  workers_.share_out(
      regions_.count() - first, part_of_sum, [&](int worker, std::int64_t begin, std::int64_t end) {
        for (std::int64_t place = first + begin; place < first + end; ++place) {
          const ErrorsOf errors{&regions_.estimate[place * ncomp_]};
          const int bin = rule::error_bin(
              rule::marking_error(regions_.axis[place], ncomp_, errors, marking_scale_.data()));
          bin_[place] = static_cast<std::int16_t>(bin);
          if (bin >= 0) ++scratch_[worker].histogram[bin];
        }
      });
  Histogram count{};
  for (const Scratch &scratch : scratch_)
    for (int bin = 0; bin < rule::nbins; ++bin) count[bin] += scratch.histogram[bin];
  if (ranks_) ranks_->add_up(count);
  return count;
}

unsigned long long CpuRegions::key_of(std::int64_t place) const {
  return rule::region_key(ndim_, &regions_.lower[place * ndim_]);
}

/// Of the regions of a bin, those of the lowest keys.
rule::KeyChoice CpuRegions::choose_keys(int bin, std::int64_t wanted) {
  rule::KeyChoice choice;
  choice.wanted = wanted;
  while (choice.open()) {
    std::array<std::int64_t, rule::KeyChoice::ndigits> count{};
    for (std::int64_t place = slices_.begin(); place < regions_.count(); ++place) {
      if (bin_[place] != bin) continue;
      const int digit = choice.digit(key_of(place));
      if (digit >= 0) ++count[digit];
    }
    if (ranks_) ranks_->add_up(count);
    choice.take(count);
  }
  return choice;
}

/// Marks regions, and counts those of all ranks.
void CpuRegions::mark() {
  const Histogram count = count_bins();
  const std::array<double, rule::nbins> &error = bin_errors();
  double total_mass = 0;
  for (int bin = 0; bin < rule::nbins; ++bin)
    total_mass += static_cast<double>(count[bin]) * error[bin];
  rule::Refinement refinement = request_;
  if (slices_.active()) refinement.least = slices_.least(request_.least);
  const rule::MarkingGoal goal =
      rule::marking_goal(refinement, needs_, survey_.neval, shape_.npoints);
  int threshold = rule::nbins;
  std::int64_t enough = 0;
  double mass = 0, mass_above = 0;
  do {
    --threshold;
    mass_above = mass;
    enough += count[threshold];
    mass += static_cast<double>(count[threshold]) * error[threshold];
  } while (threshold > 0 && !rule::enough_marked(goal, enough, mass, total_mass));

  const rule::MarkedBins marked =
      rule::marked_bins(goal, threshold, enough - count[threshold], count[threshold],
                        rule::carry_share(goal, mass_above, total_mass));
  rule::KeyChoice keys;
  if (!marked.whole) keys = choose_keys(marked.threshold, marked.part);
  marked_.clear();
  for (std::int64_t place = slices_.begin(); place < regions_.count(); ++place) {
    if (bin_[place] < marked.threshold) continue;
    if (!marked.whole && bin_[place] == marked.threshold && key_of(place) >= keys.bound) continue;
    marked_.push_back(place);
  }
  all_marked_ = marked.above + marked.part - keys.wanted;
}

/// After a survey, and not before the next iteration: who leaves between the two tells so where the
/// ranks meet, and nothing else may be awaited of it first.
void CpuRegions::mark_together() {
  if (survey_.status != RegionStatus::running) return;
  mark();
  even_out();
}

/// Gives marked regions to ranks that have fewer, or takes some.
void CpuRegions::even_out() {
  const std::int64_t numbers = 2 * ndim_ + 1 + RegionList::numbers_of_estimate * ncomp_;
  ranks_->even_out(
      std::ssize(marked_), numbers,
      [this](std::int64_t count, std::uint64_t *regions) { give(count, regions); },
      [this](std::int64_t count, const std::uint64_t *regions) { take(count, regions); });
}

/// The last ones that are marked.  The last regions of the list take their places.
void CpuRegions::give(std::int64_t count, std::uint64_t *words) {
  for (; count > 0; --count) {
    const std::int64_t place = marked_.back();
    marked_.pop_back();
    for (int c = 0; c < ncomp_; ++c)
      rule::add(totals_[c], regions_.estimate[place * ncomp_ + c], true);
    words = regions_.write(place, words);
    // Nothing that is marked lies behind it.
    regions_.copy(regions_.count() - 1, place);
    regions_.resize(regions_.count() - 1);
  }
}

void CpuRegions::take(std::int64_t count, const std::uint64_t *words) {
  make_room(regions_.count() + 2 * count + std::ssize(marked_));
  for (; count > 0; --count) {
    const std::int64_t place = regions_.count();
    regions_.resize(place + 1);
    words = regions_.read(place, words);
    for (int c = 0; c < ncomp_; ++c) rule::add(totals_[c], regions_.estimate[place * ncomp_ + c]);
    marked_.push_back(place);
  }
}

}  // namespace

std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                            std::vector<std::unique_ptr<PointsEngine>> points,
                                            std::int64_t memory, group::Group *ranks) {
  return std::make_unique<CpuRegions>(ndim, ncomp, key, std::move(points), memory, ranks);
}

}  // namespace cuboid::engine::cpu
