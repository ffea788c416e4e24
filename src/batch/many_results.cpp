#include "batch/many_results.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/formatted.hpp"
#include "base/status_text.hpp"
#include "statistics/chi_square.hpp"

namespace cuboid::router {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
/// Of an integral that was not stored: no status of CUBOID_STATUSES.
constexpr int open = std::numeric_limits<int>::max();

std::size_t as_size(std::int64_t n) {
  return static_cast<std::size_t>(n);
}

/// Whether an integral would end in the same way again.
bool is_kept(int status) {
  return status == CUBOID_CONVERGED || status == CUBOID_NOT_CONVERGED ||
         status == CUBOID_NONFINITE || status == CUBOID_ABORTED;
}

}  // namespace

ManyResults::ManyResults(std::int64_t count, int ncomp) {
  outcome_.count = count;
  outcome_.ncomp = ncomp;
  for (Unfilled<double> *values : {&outcome_.value, &outcome_.error, &outcome_.chi2})
    values->resize(as_size(count) * as_size(ncomp));
  outcome_.statuses.assign(as_size(count), open);
  outcome_.neval.resize(as_size(count));
  outcome_.dof.resize(as_size(count));
}

void ManyResults::put(std::int64_t integral, int status, const algorithm::Result &result) {
  copy_numbers(integral, 1, result.integral.data(), result.error.data(), result.chi2.data());
  outcome_.neval[as_size(integral)] = result.neval;
  outcome_.dof[as_size(integral)] = result.dof;
  close(integral, 1, status);
}

void ManyResults::put_known(std::int64_t integral, int status, const algorithm::Result &result) {
  put(integral, status, result);
  ++known_;
}

void ManyResults::put(const Converged &range) {
  copy_numbers(range.first, range.count, range.value, range.error, range.chi2);
  std::copy_n(range.neval, range.count, outcome_.neval.data() + range.first);
  std::transform(range.iterations, range.iterations + range.count,
                 outcome_.dof.data() + range.first, [](int iterations) { return iterations - 1; });
  close(range.first, range.count, CUBOID_CONVERGED);
}

void ManyResults::copy_numbers(std::int64_t first, std::int64_t count, const double *value,
                               const double *error, const double *chi2) {
  const std::int64_t begin = first * outcome_.ncomp;
  const std::int64_t numbers = count * outcome_.ncomp;
  std::copy_n(value, numbers, outcome_.value.data() + begin);
  std::copy_n(error, numbers, outcome_.error.data() + begin);
  std::copy_n(chi2, numbers, outcome_.chi2.data() + begin);
}

// Last, for save(), which may run meanwhile.
void ManyResults::close(std::int64_t first, std::int64_t count, int status) {
  for (std::int64_t i = first; i < first + count; ++i)
    std::atomic_ref(outcome_.statuses[as_size(i)]).store(status, std::memory_order_release);
  finished_.fetch_add(count, std::memory_order_relaxed);
}

void ManyResults::put(std::int64_t integral, int status, const std::string &message,
                      const algorithm::Result &result) {
  if (status != CUBOID_CONVERGED) note(integral, status, message);
  put(integral, status, result);
}

// The first integral of a status gives the reason, whichever thread comes first.
void ManyResults::note(std::int64_t integral, int status, const std::string &message) {
  const std::lock_guard lock(mutex_);
  Ending &ending = outcome_.endings[status];
  if (!ending.reason.empty() && ending.first < integral) return;
  ending.first = integral;
  ending.reason = message;
}

void ManyResults::count_method(const std::string &method) {
  const std::lock_guard lock(mutex_);
  ++chosen_[method];
}

int ManyResults::status_of(std::int64_t integral) const {
  // In this standard atomic_ref is not for const objects.
  int &status = const_cast<int &>(outcome_.statuses[as_size(integral)]);
  return std::atomic_ref(status).load(std::memory_order_acquire);
}

bool ManyResults::has(std::int64_t integral) const {
  return status_of(integral) != open;
}

bool ManyResults::all_kept() const {
  return std::all_of(outcome_.statuses.begin(), outcome_.statuses.end(), is_kept);
}

void ManyResults::save(algorithm::StateWriter &writer) {
  std::vector<int> statuses(outcome_.statuses.size(), open);
  std::int64_t neval = 0;
  for (std::int64_t i = 0; i < outcome_.count; ++i) {
    const int status = status_of(i);
    if (!is_kept(status)) continue;
    statuses[as_size(i)] = status;
    neval += outcome_.neval[as_size(i)];
  }
  writer.fields(neval, statuses);
  const auto ncomp = as_size(outcome_.ncomp);
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    if (statuses[i] == open) continue;
    for (const auto *numbers : {&outcome_.value, &outcome_.error, &outcome_.chi2})
      writer.put(numbers->data() + i * ncomp, ncomp);
    writer.fields(outcome_.neval[i], outcome_.dof[i]);
  }
  const std::lock_guard lock(mutex_);
  writer.put(std::uint64_t{outcome_.endings.size()});
  for (const auto &[status, ending] : outcome_.endings)
    writer.fields(status, ending.first, ending.reason);
}

void ManyResults::restore_one(std::int64_t integral, algorithm::StateReader &reader) {
  const auto ncomp = as_size(outcome_.ncomp);
  for (auto *numbers : {&outcome_.value, &outcome_.error, &outcome_.chi2})
    reader.get(numbers->data() + as_size(integral) * ncomp, ncomp);
  outcome_.neval[as_size(integral)] = reader.get_count();
  outcome_.dof[as_size(integral)] = reader.get<std::int64_t>();
  if (outcome_.statuses[as_size(integral)] == CUBOID_CONVERGED)
    for (const auto *numbers : {&outcome_.value, &outcome_.error})
      reader.require_finite(numbers->data() + as_size(integral) * ncomp, ncomp);
}

void ManyResults::restore(algorithm::StateReader &reader) {
  ManyResults restored(outcome_.count, outcome_.ncomp);
  restored.restored_neval_ = reader.get_count();
  reader.resumes_at(restored.restored_neval_);
  reader.get(restored.outcome_.statuses);
  reader.require(restored.outcome_.statuses.size() == as_size(outcome_.count));
  for (std::int64_t i = 0; i < outcome_.count; ++i) {
    const int status = restored.outcome_.statuses[as_size(i)];
    if (status == open) continue;
    reader.require(is_kept(status));
    restored.restore_one(i, reader);
    ++restored.finished_;
  }
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) {
    int status = 0;
    Ending ending;
    reader.fields(status, ending.first, ending.reason);
    if (is_kept(status)) restored.outcome_.endings[status] = ending;
  }
  reader.require(reader.at_end());
  outcome_ = std::move(restored.outcome_);
  restored_neval_ = restored.restored_neval_;
  finished_ = known_ = restored.finished_;
}

void ManyResults::leave_rest(int status, const std::string &reason) {
  const auto ncomp = as_size(outcome_.ncomp);
  bool first = true;
  for (std::size_t i = 0; i < outcome_.statuses.size(); ++i) {
    if (outcome_.statuses[i] != open) continue;
    for (Unfilled<double> *values : {&outcome_.value, &outcome_.error, &outcome_.chi2})
      std::fill_n(values->data() + i * ncomp, ncomp, unknown);
    outcome_.neval[i] = outcome_.dof[i] = 0;
    outcome_.statuses[i] = status;
    if (first && !reason.empty()) note(static_cast<std::int64_t>(i), status, reason);
    first = false;
  }
}

std::string ManyResults::summary() const {
  const auto converged = outcome_.endings.find(CUBOID_CONVERGED);
  std::string text = formatted(
      "%lld of %lld integrals converged",
      static_cast<long long>(converged == outcome_.endings.end() ? 0 : converged->second.number),
      static_cast<long long>(outcome_.count));
  for (const auto &[status, ending] : outcome_.endings) {
    if (status == CUBOID_CONVERGED) continue;
    text += formatted("; %lld (the first is number %lld): ", static_cast<long long>(ending.number),
                      static_cast<long long>(ending.first)) +
            ending.reason;
  }
  const char *before = "; methods that were chosen: ";
  std::int64_t settled = finished() - known_;
  for (const auto &[method, number] : chosen_) {
    text += before + method + formatted(" for %lld", static_cast<long long>(number));
    before = ", ";
    settled -= number;
  }
  if (!chosen_.empty() && settled > 0)
    text += formatted("; a first look settled %lld", static_cast<long long>(settled));
  return text;
}

// Most have converged: they are counted at once.
void ManyResults::count_endings() {
  const std::vector<int> &statuses = outcome_.statuses;
  const auto converged = std::find(statuses.begin(), statuses.end(), CUBOID_CONVERGED);
  const std::int64_t number = std::count(converged, statuses.end(), CUBOID_CONVERGED);
  for (std::int64_t i = outcome_.count - 1; i >= 0 && number < outcome_.count; --i) {
    const int status = statuses[as_size(i)];
    if (status == CUBOID_CONVERGED) continue;
    Ending &ending = outcome_.endings[status];
    ++ending.number;
    ending.first = i;
  }
  if (number > 0) outcome_.endings[CUBOID_CONVERGED] = {number, converged - statuses.begin(), ""};
}

ManyOutcome ManyResults::finish(const std::string &method, double seconds) {
  count_endings();
  for (auto &[status, ending] : outcome_.endings)
    if (ending.reason.empty()) ending.reason = status_text(status);
  outcome_.method = method;
  outcome_.seconds = seconds;
  const auto has = [&](int status) { return outcome_.endings.count(status) > 0; };
  outcome_.status = has(CUBOID_CANCELLED)                                   ? CUBOID_CANCELLED
                    : has(CUBOID_TIME_LIMIT)                                ? CUBOID_TIME_LIMIT
                    : outcome_.endings.size() == 1 && has(CUBOID_CONVERGED) ? CUBOID_CONVERGED
                                                                            : CUBOID_NOT_CONVERGED;
  outcome_.message = summary();
  return std::move(outcome_);
}

std::vector<double> ManyOutcome::prob() const {
  std::vector<double> probabilities;
  probabilities.reserve(chi2.size());
  for (const double one : chi2) {
    const std::size_t integral = probabilities.size() / as_size(ncomp);
    probabilities.push_back(
        statistics::chi_square_probability(one, static_cast<double>(dof[integral])));
  }
  return probabilities;
}

}  // namespace cuboid::router
