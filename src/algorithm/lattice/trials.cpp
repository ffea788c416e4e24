#include "algorithm/lattice/trials.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "elementary/functions.hpp"

namespace cuboid::algorithm {

namespace {

/// Errors above so many times the least are left out, of forms whose trials tell something.
constexpr double left_out_above = 100;

/// By how many times less an error must be for a single axis to get another transform.
constexpr double refined_below = 0.8;

/// By how much the error of random vectors must be below that of the table's.
constexpr double better_vector = 0.25;

}  // namespace

Asking<void> LatticeTrials::choose(std::int64_t points) {
  if (plan_.tries_forms(points)) co_await try_forms(LatticePlan::trial_bits(points), points);
  state_.vector = {};
  if (!has_vector(points)) {
    state_.vector = co_await vector_in_the_middle(false, points);
  } else if (LatticePlan::tries_vectors(points) && plan_.random_vectors_fit(points)) {
    const bool bad = co_await table_is_bad(std::int64_t{1} << LatticePlan::trial_bits(points));
    if (bad) state_.vector = co_await vector_in_the_middle(true, points);
  }
}

Asking<void> LatticeTrials::try_forms(int bits, std::int64_t points) {
  std::vector<engine::LatticeRequest> requests;
  for (const LatticeForm &form : state_.forms)
    requests.push_back(needs_.request(form, {}, std::int64_t{1} << bits, trial_shifts));
  const std::vector<LatticeEstimate> found = co_await needs_.estimates_of(std::move(requests));
  std::vector<TriedForm> tried;
  for (std::size_t i = 0; i < found.size(); ++i) tried.push_back({state_.forms[i], found[i]});
  const bool telling = bits >= telling_bits;
  const std::vector<KeptForm> kept =
      best_forms(tried, telling ? left_out_above : std::numeric_limits<double>::max(),
                 falls(tried, bits, points));
  state_.forms.clear();
  state_.varied.clear();
  for (const KeptForm &one : kept) {
    state_.forms.push_back(one.form);
    state_.varied.push_back(one.variation);
  }
  state_.tried_bits = bits;
  if (plan_.refines(bits)) co_await refine(bits);
  if (task_.log != nullptr)
    task_.log->print(2, "%zu forms tried with 2^%d points: %s", tried.size(), bits,
                     form_text(state_.forms.front()).c_str());
}

/// By how much the forms' variations will fall from the trial to the lattice; empty: not known.
std::vector<double> LatticeTrials::falls(const std::vector<TriedForm> &tried, int bits,
                                         std::int64_t points) {
  const int between = bits - state_.tried_bits;
  if (state_.varied.empty() || state_.tried_bits < first_bits) return {};
  const std::vector<double> varies = relative_variations(tried);
  const int doublings = std::bit_width(static_cast<std::uint64_t>(points)) - 1 - bits;
  std::vector<double> fall;
  for (std::size_t i = 0; i < varies.size(); ++i)
    fall.push_back(expected_fall(state_.varied[i], varies[i], between, doublings,
                                 fastest_fall(tried[i].form.transform), problem_.ncomp));
  return fall;
}

/// The form that axes are tried from: the best one of a Korobov transform, if any is left.  From
/// the others no single axis leads to less, where two or more have to change.
std::size_t LatticeTrials::form_to_refine() const {
  for (std::size_t i = 0; i < state_.forms.size(); ++i)
    if (fastest_fall(state_.forms[i].transform) > 1) return i;
  return 0;
}

/// Tries other transforms on one axis after the other, with the same shifts.  What comes of it is
/// tried against the other forms from then on.
Asking<void> LatticeTrials::refine(int bits) {
  state_.refined = true;
  const std::size_t from = form_to_refine();
  LatticeForm form = state_.forms[from];
  std::vector<engine::LatticeRequest> tried(
      1, needs_.request(form, {}, std::int64_t{1} << bits, trial_shifts));
  engine::LatticeRequest best = tried.front();
  std::vector<LatticeEstimate> found = co_await needs_.estimates_of(std::move(tried));
  const double before = variation(found[0]);
  double least = before;
  for (std::size_t axis = 0; axis < best.transform.size(); ++axis) {
    tried.clear();
    for (const map::Transform other : refined_transforms) {
      if (other == best.transform[axis]) continue;
      tried.push_back(best);
      tried.back().transform[axis] = other;
    }
    found = co_await needs_.estimates_of(tried);
    for (std::size_t i = 0; i < tried.size(); ++i)
      if (variation(found[i]) < least + problem_.ncomp * elementary::log(refined_below)) {
        least = variation(found[i]);
        best.transform[axis] = tried[i].transform[axis];
      }
  }
  if (least == before) co_return;
  form.axes = best.transform;
  const double varies = state_.varied[from] + least - before;
  const auto place = std::ranges::find_if(state_.varied, [&](double v) { return varies < v; });
  state_.forms.insert(state_.forms.begin() + (place - state_.varied.begin()), form);
  state_.varied.insert(place, varies);
}

Asking<LatticeVector> LatticeTrials::vector_in_the_middle(bool random, std::int64_t points) {
  const std::uint32_t before = state_.stream;
  std::vector<engine::LatticeRequest> requests;
  for (std::uint32_t i = 0; i < random_vectors; ++i)
    requests.push_back(needs_.request(state_.forms.front(), {random, before + i + 1}, points, 1));
  std::vector<double> values;
  const std::vector<std::vector<double>> found = co_await needs_.evaluate(std::move(requests));
  for (const std::vector<double> &one : found) values.insert(values.end(), one.begin(), one.end());
  const std::size_t middle = in_the_middle(values, problem_.ncomp);
  co_return LatticeVector{random, before + static_cast<std::uint32_t>(middle) + 1};
}

/// Whether a random vector is much better for this integrand.
Asking<bool> LatticeTrials::table_is_bad(std::int64_t points) {
  const LatticeVector random = co_await vector_in_the_middle(true, points);
  std::vector<engine::LatticeRequest> requests;
  for (const LatticeVector &vector : {random, LatticeVector{}})
    requests.push_back(needs_.request(state_.forms.front(), vector, points, trial_shifts));
  const std::vector<LatticeEstimate> found = co_await needs_.estimates_of(std::move(requests));
  co_return variation(found[0]) - variation(found[1]) <
      problem_.ncomp *elementary::log(better_vector);
}

}  // namespace cuboid::algorithm
