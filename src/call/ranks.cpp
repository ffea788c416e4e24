#include "call/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/physical_memory.hpp"
#include "domain/domain.hpp"
#include "engine/cpu/threads/worker_thread.hpp"
#include "engine/group/digest.hpp"
#include "run/state_stream.hpp"

namespace cuboid::router {

namespace {

using engine::group::Digest;
using engine::group::Group;
using engine::group::Message;
using engine::group::Step;

std::uint64_t digest_of(const Request &request) {
  Digest digest;
  digest.add(request.host.ndim);
  digest.add(request.host.ncomp);
  if (request.host.domain != nullptr) {
    const domain::Domain &domain = *request.host.domain;
    const std::vector<double> t(static_cast<std::size_t>(domain.cube_ndim()), 0.375);
    std::vector<double> x(static_cast<std::size_t>(domain.ndim()));
    double jacobian = 0;
    domain.map_with(static_cast<const double *>(request.host.userdata), 1, t.data(), x.data(),
                    &jacobian);
    digest.add(x);
    digest.add(jacobian);
  }
  digest.add(request.lower);
  digest.add(request.upper);
#define CUBOID_ADD_OPTION(name, kind, value, range, role, ...) \
  if (OptionRole::role != OptionRole::own) digest.add(request.options.name);
  CUBOID_OPTIONS(CUBOID_ADD_OPTION)
#undef CUBOID_ADD_OPTION
  digest.add(request.options.statefile.empty());
  digest.add(request.cuba.called);
  digest.add(static_cast<int>(request.cuba.suave));
  digest.add(request.resume.grid);
  digest.add(static_cast<bool>(request.listeners.receiver));
  digest.add(request.cuba.peaks.ngiven);
  for (std::int64_t i = 0; i < request.cuba.peaks.ngiven; ++i)
    for (int d = 0; d < request.host.ndim; ++d)
      digest.add(request.cuba.peaks.given[i * request.cuba.peaks.ldxgiven + d]);
  digest.add(request.cuba.peaks.nextra);
  return digest.value();
}

std::uint64_t digest_of(const Outcome &outcome) {
  const algorithm::Result &result = outcome.result;
  Digest digest;
  digest.add(outcome.status);
  digest.add(std::string_view(outcome.method));
  digest.add(result.integral);
  digest.add(result.error);
  digest.add(result.neval);
  digest.add(outcome.nonfinite);
  return digest.value();
}

/// file: a StateWriter or a StateReader.
template <class File>
void describe(File &file, Outcome &outcome) {
  algorithm::Result &result = outcome.result;
  file.fields(outcome.status, outcome.message, outcome.reasons, outcome.nonfinite, outcome.grid,
              outcome.grid_parts, result.integral, result.error, result.chi2, result.covariance,
              result.dof, result.neval, result.nregions, result.niterations, result.probed,
              result.missing, result.left_out, result.missed, result.converged, result.trusted);
}

/// Hands the outcome of rank 0 to all: where they were told to end, they may not be equally far.
void share(Group &group, Outcome &outcome) {
  algorithm::StateWriter writer;
  describe(writer, outcome);
  std::vector<unsigned char> bytes = writer.bytes();
  group.broadcast(bytes);
  algorithm::StateReader reader(std::move(bytes));
  describe(reader, outcome);
}

}  // namespace

bool may_meet_ranks() {
  return !engine::group::InsideGroup::now() && !engine::cpu::inside_worker_thread();
}

bool several_ranks(const std::shared_ptr<engine::group::Transport> &ranks) {
  return ranks && ranks->size() > 1 && ranks->is_of_this_process() && may_meet_ranks();
}

Failure told_to_ranks(const std::shared_ptr<engine::group::Transport> &ranks, double timeout,
                      const Failure &failure) {
  if (!several_ranks(ranks)) return failure;
  try {
    Group group(ranks, timeout);
    Message mine;
    mine.status = failure.status();
    group.meet(Step::begin, mine, &failure);
    return failure;
  } catch (const Failure &told) {
    return told;
  }
}

std::unique_ptr<Group> meet_ranks(const Request &request) {
  auto group = std::make_unique<Group>(request.ranks, request.options.rank_timeout);
  Message mine;
  mine.digest = digest_of(request);
  mine.memory = physical_memory();
  if (group->asleep() || group->late())
    group->assume(mine);
  else
    group->meet(Step::begin, mine);
  return group;
}

void share_largest(const Request &request, std::vector<double> &numbers, const Failure *own) {
  if (!several_ranks(request.ranks)) {
    if (own != nullptr) throw Failure(*own);
    return;
  }
  Group group(request.ranks, request.options.rank_timeout);
  share_largest(group, numbers, own);
}

void share_largest(Group &group, std::vector<double> &numbers, const Failure *own) {
  const std::size_t count = numbers.size();
  std::vector<double> all(count * static_cast<std::size_t>(group.size()));
  std::copy(numbers.begin(), numbers.end(),
            all.begin() + static_cast<std::ptrdiff_t>(count) * group.rank());
  const auto first =
      engine::group::range_begins(group.size(), group.size(), static_cast<std::int64_t>(count));
  Message mine;
  if (own != nullptr) mine.status = own->status();
  group.meet_and_gather(Step::evidence, mine, own, all.data(), first);
  for (std::size_t i = 0; i < all.size(); ++i)
    numbers[i % count] = std::max(numbers[i % count], all[i]);
}

namespace {

/// Values that were not finite and counted as zero are no success, but leave a result, which all
/// ranks have.
bool leaves_values(const Outcome &outcome) {
  const std::vector<double> &values = outcome.result.integral;
  return outcome.status == CUBOID_NONFINITE &&
         std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

}  // namespace

void part_from_ranks(Group &group, Outcome &outcome) {
  if (group.asleep()) return;
  try {
    if (!group.ended() && !group.lost()) {
      Message mine;
      mine.digest = digest_of(outcome);
      std::optional<Failure> failure;
      if (outcome.status < 0 && !leaves_values(outcome))
        failure = Failure(outcome.status, outcome.message, outcome.thrown);
      if (failure || engine::ends_early(outcome.status)) mine.status = outcome.status;
      group.meet(Step::finish, mine, failure ? &*failure : nullptr);
    }
    if (group.ends_early() && !group.lost()) share(group, outcome);
  } catch (const Failure &failure) {
    fail(outcome, failure);
  }
  outcome.message += "; " + std::to_string(group.size()) + " " + group.members() + " took part";
}

}  // namespace cuboid::router
