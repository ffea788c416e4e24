#include "algorithm/common/iterations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/tolerance.hpp"
#include "elementary/functions.hpp"
#include "statistics/chi_square.hpp"
#include "statistics/student.hpp"

namespace cuboid::algorithm {

namespace {

/// Differences of so many standard deviations do not happen by chance.
constexpr double contradiction = 5;

/// An iteration whose samples vary less than the later ones by this factor, in variance, has not
/// met what those have: a map gets better, and not worse.  Then a smaller difference is enough.  A
/// single great value makes none: it is one standard deviation, whatever its size.  Of 60 seeds on
/// a 16-D Gaussian of width 0.03 with 12 iterations of 20000 samples, 5 were trusted and 5 to 50
/// errors too low without this.
constexpr double much_less = 100;
constexpr double difference_of_blind = 2;

/// A chi-square that is exceeded with less than this probability is one that contradicts the
/// errors.
constexpr double least_probability = 1e-4;

/// The same for hypercubes whose samples follow their variance: it has more than this share and
/// scatters by more than that, relative to its mean.  Measured at success: share 0.2 to 0.3 and
/// scatter 0.6 to 0.9 for power singularities in 2 to 4 dimensions, share below 0.1 for peaks and
/// kinks, 0.15 to 0.25 for jumps, whose variance scatters by 0.45 to 0.6.
constexpr double most_share_of_cube = 0.2;
constexpr double most_scatter = 0.6;

/// A share that leaves the estimate nearly normal: the skewness of a sum is at most the root of the
/// largest share.
constexpr double least_share = 0.05;

/// A sample is no sign of anything if it differs from the mean by no more than so many times what
/// samples contribute on average: values that vary so little have no tail.
constexpr double least_relevant = 3;

/// Where a sample of such a share is met by chance, the variance of an iteration jumps by as much.
/// If the variances of so many iterations scatter by less than this part of the share, it is the
/// same in all of them, as with a kink in one hypercube, or in smooth functions, of whose samples
/// mirror images cancel most.
constexpr double steady_part = 0.25;

/// Iterations at the beginning are left out if the variance without them is less by this factor.
/// With a smaller one those that happened to see less, and so to vary less, would be preferred.
constexpr double least_gain = 1.25;

/// Iterations on either side with which one is compared before it is left out for its variance: a
/// map that is not yet good shows in all of them, while a single great value would be left out
/// because it is great.
constexpr std::size_t neighbours = 2;
constexpr std::size_t least_with_neighbours = 2 * neighbours + 1;

/// Compared with an integral of 0 every sample is large.  There the variance is believed if it
/// stays within such a factor over so many iterations.
constexpr double most_jump = 2;
constexpr std::size_t least_steady = 4;

/// Iterations whose spread is taken for their error: with fewer, it is too often small by chance.
constexpr std::size_t least_for_spread = 8;

/// A result that is called converged rests on at least so many times the samples that were left out
/// before: where the last iterations are a small part of all, others like the first may follow.
/// Measured on powers of infinite variance: of results on the last fifth most are too small by
/// several errors (docs/vegas.md).
constexpr double least_part = 2;

/// Most of the relative uncertainty of the variance of a result that is called converged.  With
/// 2 / 0.2^2 = 50 degrees of freedom errors are 5 % larger for it.
constexpr double most_uncertain = 0.2;

/// Degrees of freedom that the variances of the iterations together are taken to have where the
/// spread of their estimates says more.  What they do not know of themselves is common to them, as
/// where a hypercube with few samples holds more than those saw.  Measured on 10000 results that
/// converged, held out and of the reference: the mean square of the pulls rises by 0.1 to 0.2 for
/// each unit of chi2 / dof with 1 to 14 degrees of freedom, as it would with 12 to 60.
constexpr double dof_of_variances = 20;

/// The map is not refined if that has made the variance larger by this factor, twice.
constexpr double much_worse = 4;

/// Of a constant, rounding is all that is left of n sum f^2 - (sum f)^2: 60 units in the last place
/// of the square of the value, measured with 1000 to 10000 samples.
double rounding_variance(double value, double samples) {
  constexpr double units = 128;
  return units * std::numeric_limits<double>::epsilon() * value * value / samples;
}

/// Least of what is left of an iteration's weight for the spread to be told.
constexpr double least_share_of_others = 0.2;

std::string iterations_are(std::int64_t count) {
  return std::to_string(count) + (count == 1 ? " iteration is" : " iterations are");
}

/// What is to be said about iterations that are left out and about why there is no trust.
std::string remark(const Result &result, bool consistent, bool tail) {
  std::string text;
  if (result.missed > 0)
    text = "the first " + std::to_string(result.missed) + " of " +
           std::to_string(result.niterations) +
           " iterations contradict the later ones and are left out, as with a narrow peak that is "
           "found late; ";
  if (result.left_out > result.missed)
    text += iterations_are(result.left_out - result.missed) +
            " left out because the map was not yet good; ";
  if (result.dof < 1)
    text +=
        "it rests on one iteration, which nothing confirms: try a larger maxeval, or fewer samples "
        "an iteration (nstart); ";
  if (result.dof >= 1 && !consistent)
    text +=
        "the iterations contradict each other, as with jumps, a ridge or peaks that the map does "
        "not follow, so that the error estimate is not to be believed: try more samples an "
        "iteration (nstart; suave: nnew), or method = vegas_plus or divonne; ";
  if (result.dof >= 1 && tail)
    text +=
        "single samples make up much of the error, as with the heavy tail of a singularity, a "
        "narrow peak or a ridge, so that the error estimate is not to be believed: try variables "
        "in which the integrand is bounded and smooth, more samples an iteration (nstart; suave: "
        "nnew), or narrower limits; ";
  if (!text.empty()) text.resize(text.size() - 2);
  return text;
}

}  // namespace

double relevant_share(double dominance, double error, double integral, std::int64_t samples) {
  const double single = std::sqrt(dominance) * error;
  const double ordinary = std::fabs(integral) / static_cast<double>(samples);
  // With mirror images a sample may vary by more than the variance of its iteration.
  return single > least_relevant * ordinary ? std::min(dominance, 1.0) : 0;
}

bool worth_a_look(std::int64_t iterations) {
  const auto last = static_cast<std::uint64_t>(iterations);
  constexpr int looks = 5;  // as a power of 2
  const int size = std::bit_width(last) - 1;
  return size <= looks || last % (std::uint64_t{1} << (size - looks)) == 0;
}

void Iterations::add(IterationEstimate iteration) {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  if (!statistics::has_covariances(ncomp_)) iteration.correlation = {};
  unit_.resize(ncomp, 0);
  for (std::size_t c = 0; c < ncomp; ++c) {
    // Squares may overflow where the pilot has met none but much smaller values.
    const double value = std::fabs(iteration.integral[c]);
    const double error = iteration.error[c];
    const double size = std::isfinite(error) ? std::max(value, error) : value;
    if (unit_[c] == 0 && size > 0 && std::isfinite(size))
      unit_[c] = std::ldexp(1.0, std::clamp(std::ilogb(size), -1000, 1000));
    if (unit_[c] == 0) continue;
    iteration.integral[c] /= unit_[c];
    iteration.error[c] /= unit_[c];
  }
  iterations_.push_back(std::move(iteration));
}

void Iterations::save(StateWriter &writer) const {
  writer.put(unit_);
  writer.put(size());
  for (const IterationEstimate &one : iterations_) {
    writer.put(one.integral);
    writer.put(one.error);
    writer.put(one.correlation);
    writer.put(one.dominance);
    writer.put(one.samples);
  }
}

void Iterations::restore(StateReader &reader) {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  std::vector<double> unit;
  reader.get(unit);
  reader.require(unit.size() == ncomp);
  StateReader::require_finite(unit.data(), ncomp);
  for (const double one : unit) reader.require(one >= 0);
  const auto count = reader.get<std::int64_t>();
  reader.require(count >= 1);
  std::vector<IterationEstimate> iterations;
  for (std::int64_t i = 0; i < count; ++i) {
    IterationEstimate one;
    reader.get(one.integral);
    reader.get(one.error);
    reader.get(one.correlation);
    reader.get(one.dominance);
    one.samples = reader.get<std::int64_t>();
    const bool correlated = statistics::has_covariances(ncomp_);
    reader.require(one.integral.size() == ncomp && one.error.size() == ncomp &&
                   (one.correlation.size() == ncomp * (ncomp + 1) / 2 ||
                    (!correlated && one.correlation.empty())) &&
                   one.dominance.size() == ncomp && one.samples >= 1 &&
                   one.samples <= StateReader::most_count);
    if (!correlated) one.correlation = {};
    StateReader::require_finite(one.integral.data(), ncomp);
    // Of a variance that overflows nothing can be a share.
    for (std::size_t c = 0; c < ncomp; ++c)
      reader.require(one.error[c] >= 0 && !(one.dominance[c] < 0));
    iterations.push_back(std::move(one));
  }
  unit_ = std::move(unit);
  iterations_ = std::move(iterations);
}

double Iterations::variance(std::size_t iteration, int component) const {
  const double error = iterations_[iteration].error[static_cast<std::size_t>(component)];
  return error * error;
}

double Iterations::covariance(std::size_t iteration, int row, int column) const {
  if (row == column) return variance(iteration, row);
  const IterationEstimate &one = iterations_[iteration];
  return one.correlation[symmetric_index(row, column)] * one.error[static_cast<std::size_t>(row)] *
         one.error[static_cast<std::size_t>(column)];
}

double Iterations::weight_of(std::size_t iteration, std::size_t first, int component,
                             Weights weights) const {
  if (weights == Weights::samples) return static_cast<double>(iterations_[iteration].samples);
  if (weights == Weights::own_variance)
    return variance(first, component) / variance(iteration, component);
  return static_cast<double>(iterations_[iteration].samples) *
         (variance_around(first, first, component) / variance_around(iteration, first, component));
}

Iterations::Mean Iterations::mean_from(std::size_t first, Weights weights) const {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  Mean mean{
      std::vector<double>(ncomp, 0.0),
      std::vector<double>(static_cast<std::size_t>(statistics::covariance_count(ncomp_)), 0.0),
      std::vector<double>(iterations_.size() * ncomp, 0.0)};
  std::vector<double> &weight = mean.weight;
  for (int c = 0; c < ncomp_; ++c) {
    double sum = 0;
    // A variance of 0 stands for a value that is exact as far as can be seen.
    bool exact = false;
    for (std::size_t j = first; j < iterations_.size(); ++j) exact = exact || variance(j, c) == 0;
    // Of variances that overflow none is less than the others, and few have no others around them.
    const bool by_samples =
        std::isinf(variance(first, c)) || (weights == Weights::variance_around_it &&
                                           iterations_.size() - first < least_with_neighbours);
    const Weights by = by_samples ? Weights::samples : weights;
    for (std::size_t j = first; j < iterations_.size(); ++j) {
      double &w = weight[j * ncomp + static_cast<std::size_t>(c)];
      w = exact && by != Weights::samples ? (variance(j, c) == 0 ? 1 : 0)
                                          : weight_of(j, first, c, by);
      sum += w;
    }
    for (std::size_t j = first; j < iterations_.size(); ++j) {
      double &w = weight[j * ncomp + static_cast<std::size_t>(c)];
      w /= sum;
      mean.integral[static_cast<std::size_t>(c)] +=
          w * iterations_[j].integral[static_cast<std::size_t>(c)];
    }
  }
  for (std::size_t j = first; j < iterations_.size(); ++j) {
    double *sum = mean.covariance.data();
    for (int c = 0; c < ncomp_; ++c)
      for (int b = statistics::first_covariance(ncomp_, c); b <= c; ++b)
        *sum++ += weight[j * ncomp + static_cast<std::size_t>(c)] *
                  weight[j * ncomp + static_cast<std::size_t>(b)] * covariance(j, c, b);
  }
  return mean;
}

// Let S_j be the covariance of iteration j, w_j its weight, M the mean and V = sum w_j^2 S_j what
// is sought.  Then <(I_j - M)^2> = (1 - 2 w_j) S_j + V, whether the S_j are the same or not, and so
// sum w_j^2 (I_j - M)^2 / (1 - 2 w_j) has the mean V (1 + sum w_j^2 / (1 - 2 w_j)).  The result is
// for as many degrees of freedom as there are iterations less one: its factor makes it the variance
// of Student's distribution.  Empty where the spread does not tell.
std::vector<double> Iterations::spread_from(std::size_t first, const Mean &mean) const {
  const std::size_t count = iterations_.size() - first;
  if (count < least_for_spread) return {};
  const auto dof = static_cast<double>(count - 1);
  std::vector<double> spread;
  for (int c = 0; c < ncomp_; ++c)
    for (int b = statistics::first_covariance(ncomp_, c); b <= c; ++b) {
      const auto row = static_cast<std::size_t>(c);
      const auto column = static_cast<std::size_t>(b);
      double sum = 0;
      double norm = 1;
      for (std::size_t j = first; j < iterations_.size(); ++j) {
        const double w = mean.weight[j * static_cast<std::size_t>(ncomp_) + row];
        const double v = mean.weight[j * static_cast<std::size_t>(ncomp_) + column];
        const double others = 1 - w - v;
        if (others < least_share_of_others) return {};
        sum += w * v / others * (iterations_[j].integral[row] - mean.integral[row]) *
               (iterations_[j].integral[column] - mean.integral[column]);
        norm += w * v / others;
      }
      spread.push_back(sum / norm * (dof / (dof - 2)));
    }
  return spread;
}

/// The mean of the last iterations with weights by samples, to which one after the other is added
/// from the end: there may be thousands of them.
class Iterations::LaterMean {
 public:
  explicit LaterMean(const Iterations &all)
      : all_(all), sum_(static_cast<std::size_t>(all.ncomp_), 0.0), square_(sum_) {}

  void add(std::size_t iteration) {
    const auto samples = static_cast<double>(all_.iterations_[iteration].samples);
    samples_ += samples;
    for (std::size_t c = 0; c < sum_.size(); ++c) {
      sum_[c] += samples * all_.iterations_[iteration].integral[c];
      square_[c] += samples * samples * all_.variance(iteration, static_cast<int>(c));
    }
  }
  double integral(std::size_t component) const { return sum_[component] / samples_; }
  double variance(std::size_t component) const {
    return square_[component] / (samples_ * samples_);
  }
  double variance_of_sample(std::size_t component) const { return square_[component] / samples_; }

 private:
  const Iterations &all_;
  double samples_ = 0;
  std::vector<double> sum_, square_;
};

bool Iterations::contradicts(std::size_t iteration, const LaterMean &later) const {
  for (int c = 0; c < ncomp_; ++c) {
    const auto component = static_cast<std::size_t>(c);
    const double mean = later.integral(component);
    const double difference = std::fabs(iterations_[iteration].integral[component] - mean);
    const double sigma = std::sqrt(variance(iteration, c) + later.variance(component));
    // Sums of many equal values differ by rounding.
    const double rounding = 1e-13 * std::fabs(mean);
    // A variance that overflows says nothing, and later ones need not.
    if (std::isinf(variance(iteration, c)) && std::isfinite(later.variance(component))) return true;
    const bool blind =
        much_less * variance_of_sample(iteration, c) < later.variance_of_sample(component);
    const double most = blind ? difference_of_blind : contradiction;
    if (!(difference <= most * sigma + rounding)) return true;
  }
  return false;
}

std::size_t Iterations::first_without_contradiction() const {
  LaterMean later(*this);
  std::size_t first = iterations_.size() - 1;
  later.add(first);
  while (first > 0 && !contradicts(first - 1, later)) later.add(--first);
  return first;
}

/// Whether one of the iterations that contradict the later ones has the larger value, or all of the
/// others that are left out together.  They did not miss what the later ones have seen: those miss
/// what they have seen, as behind a jump where the map has left next to no samples.
bool Iterations::earlier_saw_more(std::size_t unspoilt, std::size_t first, const Mean &mean) const {
  const auto more = [&](double integral, double square, int component) {
    const double kept = std::fabs(mean.integral[static_cast<std::size_t>(component)]);
    const double sigma = std::sqrt(square + variance_of(mean, component));
    return std::fabs(integral) - kept > contradiction * sigma + 1e-13 * kept;
  };
  LaterMean left_out(*this);
  for (std::size_t j = unspoilt; j < first; ++j) left_out.add(j);
  for (int c = 0; c < ncomp_; ++c) {
    const auto component = static_cast<std::size_t>(c);
    for (std::size_t j = 0; j < unspoilt; ++j)
      if (more(iterations_[j].integral[component], variance(j, c), c)) return true;
    if (unspoilt < first && more(left_out.integral(component), left_out.variance(component), c))
      return true;
  }
  return false;
}

/// The median of the variances of single samples in the iterations around one, from `first` on.
double Iterations::variance_around(std::size_t iteration, std::size_t first, int component) const {
  const std::size_t begin = std::max(first, iteration - std::min(iteration, neighbours));
  const std::size_t end = std::min(iteration + neighbours + 1, iterations_.size());
  std::vector<double> around;
  for (std::size_t j = begin; j < end; ++j)
    if (j != iteration) around.push_back(variance_of_sample(j, component));
  const auto middle = around.begin() + static_cast<std::ptrdiff_t>(around.size() / 2);
  std::nth_element(around.begin(), middle, around.end());
  return *middle;
}

/// The variance of an iteration, unless iterations on both sides have less: then what it would
/// be with the larger of the least variances of single samples before it and after it.  But where
/// no sample has a share in it, the map is what has made it large: the first refinement of an even
/// map makes smooth functions worse at times.
double Iterations::usual_variance(std::size_t iteration, std::size_t first, int component) const {
  const bool by_samples =
      iterations_[iteration].dominance[static_cast<std::size_t>(component)] > least_share;
  if (iteration < first + neighbours || !by_samples) return variance(iteration, component);
  double before = std::numeric_limits<double>::infinity();
  double after = before;
  for (std::size_t step = 1; step <= neighbours; ++step) {
    before = std::min(before, variance_of_sample(iteration - step, component));
    if (iteration + step < iterations_.size())
      after = std::min(after, variance_of_sample(iteration + step, component));
  }
  return std::min(variance(iteration, component),
                  std::max(before, after) / static_cast<double>(iterations_[iteration].samples));
}

std::size_t Iterations::first_of_least_error(std::size_t first) const {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  // Of the mean from each iteration on.
  std::vector<double> variances(iterations_.size() * ncomp);
  std::vector<double> squares(ncomp);
  double samples = 0;
  for (std::size_t j = iterations_.size(); j-- > first;) {
    const auto own = static_cast<double>(iterations_[j].samples);
    samples += own;
    for (std::size_t c = 0; c < ncomp; ++c) {
      // No iteration is better for having less rounding.
      const double variance = std::max(usual_variance(j, first, static_cast<int>(c)),
                                       rounding_variance(iterations_[j].integral[c], own));
      squares[c] += own * own * variance;
      variances[j * ncomp + c] = squares[c] / (samples * samples);
    }
  }
  // The components' variances are compared with those of the best so far, which makes them alike.
  std::size_t best = first;
  for (std::size_t j = first + 1; j < iterations_.size(); ++j) {
    double ratio = 0;
    for (std::size_t c = 0; c < ncomp; ++c) {
      const double least = variances[best * ncomp + c];
      const double variance = variances[j * ncomp + c];
      ratio += least > 0 ? variance / least : (variance > 0 ? 2.0 : 1.0);
    }
    if (ratio < static_cast<double>(ncomp_)) best = j;
  }
  for (std::size_t j = first; j < best; ++j) {
    bool good = true;
    for (std::size_t c = 0; c < ncomp; ++c)
      good = good && variances[j * ncomp + c] <= least_gain * variances[best * ncomp + c];
    if (good) return j;
  }
  return best;
}

/// That of one sample, for iterations of different size.
double Iterations::variance_of_sample(std::size_t iteration, int component) const {
  return variance(iteration, component) * static_cast<double>(iterations_[iteration].samples);
}

bool Iterations::first_map_is_best() const {
  for (std::size_t j = 0; j < static_cast<std::size_t>(first_maps); ++j)
    for (int c = 0; c < ncomp_; ++c) {
      if (!(iterations_[j].dominance[static_cast<std::size_t>(c)] <= least_share)) return false;
      if (j > 0 && !(variance_of_sample(j, c) > much_worse * variance_of_sample(0, c)))
        return false;
    }
  return true;
}

bool Iterations::later_map_is_better(std::int64_t end) const {
  constexpr std::int64_t most_tried = 2;
  constexpr double much_better = 0.5;
  const std::int64_t stop = std::min(end, first_maps + most_tried);
  for (std::int64_t j = first_maps; j < stop; ++j)
    for (int c = 0; c < ncomp_; ++c)
      if (!(variance_of_sample(static_cast<std::size_t>(j), c) <
            much_better * variance_of_sample(static_cast<std::size_t>(first_maps - 1), c)))
        return false;
  return true;
}

double Iterations::fall_of_deviation() const {
  std::vector<double> drawn;  // up to the end of each iteration
  for (const IterationEstimate &one : iterations_)
    drawn.push_back((drawn.empty() ? 0 : drawn.back()) + static_cast<double>(one.samples));
  const std::size_t last = drawn.size() - 1;
  std::size_t from = last;
  while (from > 0 && 4 * drawn[from] > drawn[last]) --from;
  if (from == last) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (int c = 0; c < ncomp_; ++c) {
    const double before = variance_of_sample(from, c);
    const double now = variance_of_sample(last, c);
    // What varies no more is no hindrance.
    if (now == 0) continue;
    if (!(now < before)) return 0;
    const double times = drawn[last] / drawn[from];
    least = std::min(least, elementary::log(before / now) / (2 * elementary::log(times)));
  }
  return std::isfinite(least) ? least : 0;
}

double Iterations::chi2_from(std::size_t first, const Mean &mean, int component) const {
  const auto c = static_cast<std::size_t>(component);
  double chi2 = 0;
  for (std::size_t j = first; j < iterations_.size(); ++j) {
    const double difference = iterations_[j].integral[c] - mean.integral[c];
    if (std::fabs(difference) > 1e-13 * std::fabs(mean.integral[c]))
      chi2 += difference * difference / variance(j, component);
  }
  return chi2;
}

bool Iterations::variance_is_steady(std::size_t first, int component) const {
  const std::size_t count = iterations_.size() - first;
  if (count < least_steady) return false;
  // Over the later half: before, the map may have changed it.
  first = iterations_.size() - std::max(count / 2, least_steady);
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t j = first; j < iterations_.size(); ++j) {
    const double one = variance_of_sample(j, component);
    least = std::min(least, one);
    most = std::max(most, one);
  }
  return most <= most_jump * least;
}

bool Iterations::vanishes(const Mean &mean, int component) const {
  return std::fabs(mean.integral[static_cast<std::size_t>(component)]) <=
         contradiction * std::sqrt(variance_of(mean, component));
}

double Iterations::relevant_dominance(std::size_t iteration, const Mean &mean,
                                      int component) const {
  const auto c = static_cast<std::size_t>(component);
  const IterationEstimate &one = iterations_[iteration];
  return relevant_share(one.dominance[c], one.error[c], mean.integral[c], one.samples);
}

/// The last iteration that is left out counts for the average: it may be out because of a great
/// value.
Iterations::LargestShare Iterations::largest_share(std::size_t first, const Mean &mean,
                                                   int component) const {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  const auto c = static_cast<std::size_t>(component);
  double largest = 0;
  double total = 0;
  double average = 0;
  double samples = 0;
  for (std::size_t j = first; j < iterations_.size(); ++j) {
    const double share = relevant_dominance(j, mean, component);
    const double w = mean.weight[j * ncomp + c];
    const double part = w > 0 ? w * w * variance(j, component) : 0;
    largest = std::max(largest, share > 0 ? share * part : 0);
    total += part;
    average += w * share;
    samples += static_cast<double>(iterations_[j].samples);
  }
  if (first > 0) {
    const double weight = static_cast<double>(iterations_[first - 1].samples) / samples;
    average = (average + weight * relevant_dominance(first - 1, mean, component)) / (1 + weight);
  }
  const LargestShare share{total > 0 ? largest / total : 0, average};
  const double larger = std::max(share.of_mean, share.on_average);
  return scatter_of_variance(first, component) <= steady_part * larger ? LargestShare{} : share;
}

/// The relative standard deviation of the variances of single samples over the iterations.
double Iterations::scatter_of_variance(std::size_t first, int component) const {
  const auto count = static_cast<double>(iterations_.size() - first);
  if (count < static_cast<double>(least_steady)) return std::numeric_limits<double>::infinity();
  double sum = 0;
  double square = 0;
  for (std::size_t j = first; j < iterations_.size(); ++j) {
    const double one = variance_of_sample(j, component);
    sum += one;
    square += one * one;
  }
  return std::sqrt(std::max(square * count - sum * sum, 0.0) * count / (count - 1)) / sum;
}

/// The relative standard deviation of the variance of the mean, as the variances of the iterations
/// show it.  The squares of the differences from one to the next are taken (J. von Neumann, Ann.
/// Math. Stat. 12 (1941) 367), so that variances that fall because the map gets better are no
/// uncertainty.
double Iterations::scatter_of_neighbours(std::size_t first, const Mean &mean, int component) const {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  const auto c = static_cast<std::size_t>(component);
  const auto count = static_cast<double>(iterations_.size() - first);
  if (count < 2) return std::numeric_limits<double>::infinity();
  double sum = 0;
  double square = 0;
  for (std::size_t j = first; j < iterations_.size(); ++j) {
    const double w = mean.weight[j * ncomp + c];
    sum += w * variance_of_sample(j, component);
    if (j == first) continue;
    const double weight = (w + mean.weight[(j - 1) * ncomp + c]) / 2;
    const double change =
        weight * (variance_of_sample(j, component) - variance_of_sample(j - 1, component));
    square += change * change / 2;
  }
  return sum > 0 ? std::sqrt(square * count / (count - 1)) / sum : 0;
}

/// The same, as the largest shares show it.  If one of the squares that a variance is the sum of
/// makes up a part of it, the sum is uncertain by that part at least, whether or not the iterations
/// happen to agree.
double Iterations::uncertainty_by_shares(std::size_t first, const Mean &mean, int component) const {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  const auto c = static_cast<std::size_t>(component);
  double sum = 0;
  double square = 0;
  for (std::size_t j = first; j < iterations_.size(); ++j) {
    const double w = mean.weight[j * ncomp + c];
    const double part = w > 0 ? w * w * variance(j, component) : 0;
    const double largest = std::min(iterations_[j].dominance[c], 1.0) * part;
    sum += part;
    square += largest * largest;
  }
  return sum > 0 ? std::sqrt(square) / sum : 0;
}

double Iterations::uncertainty_of_variance(std::size_t first, const Mean &mean,
                                           int component) const {
  return std::hypot(scatter_of_neighbours(first, mean, component),
                    uncertainty_by_shares(first, mean, component));
}

/// What an error is multiplied by because its variance is known to a part u of it only: a sum of n
/// squares of normal numbers is uncertain by sqrt(2 / n), so that it has 2 / u^2 degrees of freedom
/// (F. E. Satterthwaite, Biometrics Bull. 2 (1946) 110).  What is less certain than a success may
/// be is not called converged, and needs no more than that.  Of one iteration nothing is known.
double Iterations::widening(std::size_t first, const Mean &mean, int component) const {
  if (quasi_ || iterations_.size() - first < 2) return 1;
  const double found = uncertainty_of_variance(first, mean, component);
  const double uncertain = found < most_uncertain ? found : most_uncertain;
  return statistics::three_sigma_factor(2 / (uncertain * uncertain));
}

/// What an error is multiplied by because the iterations differ by more than their variances let
/// expect (R. T. Birge, Phys. Rev. 40 (1932) 207).  Spread and variances estimate the same, each
/// with its degrees of freedom, and so it is the root of their mean by these, in units of the
/// variances. Not below 1: of looks after each iteration the one that flatters would end the run.
double Iterations::factor_of_spread(double chi2, std::int64_t dof) const {
  if (quasi_ || !std::isfinite(chi2)) return 1;
  const double pooled = (dof_of_variances + chi2) / (dof_of_variances + static_cast<double>(dof));
  return std::sqrt(std::max(pooled, 1.0));
}

/// Whether in each iteration one hypercube or another makes up much of the variance, which varies
/// with it.  To compare with what samples contribute says nothing here: the strata and the map have
/// made all of it small, and what they cannot make small is the tail.
bool Iterations::hangs_on_few_cubes(std::size_t first, const Mean &mean) const {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  for (int c = 0; c < ncomp_ && of_cubes_; ++c) {
    double share = 0;
    for (std::size_t j = first; j < iterations_.size(); ++j)
      share += mean.weight[j * ncomp + static_cast<std::size_t>(c)] *
               iterations_[j].dominance[static_cast<std::size_t>(c)];
    const double scatter = scatter_of_variance(first, c);
    if (share > most_share_of_cube && scatter > most_scatter && std::isfinite(scatter)) return true;
  }
  return false;
}

bool Iterations::supported(std::size_t first, const Mean &mean) const {
  double samples = 0;
  double left_out = 0;
  for (std::size_t j = 0; j < iterations_.size(); ++j)
    (j < first ? left_out : samples) += static_cast<double>(iterations_[j].samples);
  if (samples < least_part * left_out) return false;
  for (int c = 0; c < ncomp_ && !quasi_; ++c) {
    const double variance = variance_of(mean, c);
    const bool rounding =
        variance <= rounding_variance(mean.integral[static_cast<std::size_t>(c)], samples);
    if (!rounding && !(uncertainty_of_variance(first, mean, c) <= most_uncertain)) return false;
  }
  return true;
}

Iterations::LargestShare Iterations::largest_share(std::size_t first, const Mean &mean) const {
  LargestShare largest;
  for (int c = 0; c < ncomp_; ++c) {
    if (vanishes(mean, c) && variance_is_steady(first, c)) continue;
    const LargestShare share = largest_share(first, mean, c);
    largest.of_mean = std::max(largest.of_mean, share.of_mean);
    largest.on_average = std::max(largest.on_average, share.on_average);
  }
  return largest;
}

Iterations::Weights Iterations::weights() const {
  return combination_ == Combination::inverse_variance ? Weights::variance_around_it
                                                       : Weights::samples;
}

/// Of quasi-random points the spread of enough iterations says more than their variances.  There
/// may be too few without those at the beginning: they come back if the error is then less, and not
/// where their map was so bad that even the variances of the others, which say too much, are less.
void Iterations::take_spread(std::size_t unspoilt, std::size_t &first, Mean &mean) const {
  const std::size_t enough = iterations_.size() - std::min(iterations_.size(), least_for_spread);
  const std::size_t from = std::min(first, std::max(unspoilt, enough));
  Mean longer = mean_from(from, weights());
  std::vector<double> spread = spread_from(from, longer);
  if (spread.empty()) return;
  double ratio = 0;
  for (int c = 0; c < ncomp_; ++c) {
    const double variance = variance_of(mean, c);
    ratio +=
        variance > 0
            ? spread[static_cast<std::size_t>(statistics::variance_place(ncomp_, c))] / variance
            : 1;
  }
  if (from < first && ratio > static_cast<double>(ncomp_)) return;
  first = from;
  mean = std::move(longer);
  mean.covariance = std::move(spread);
}

// With weights w_j, the third cumulant of the mean is about the sum of d_j^3 with
// d_j = w_j (I_j - M), its variance that of d_j^2.  Of n normal estimates the ratio has a variance
// of 6 / n^2, which is taken off.
std::vector<double> Iterations::skewness() const {
  const Mean mean = mean_from(0, Weights::samples);
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  const auto count = static_cast<double>(iterations_.size());
  std::vector<double> skewness;
  for (std::size_t c = 0; c < ncomp; ++c) {
    double square = 0;
    double cube = 0;
    for (std::size_t j = 0; j < iterations_.size(); ++j) {
      const double deviation =
          mean.weight[j * ncomp + c] * (iterations_[j].integral[c] - mean.integral[c]);
      square += deviation * deviation;
      cube += deviation * deviation * deviation;
    }
    const double ratio = square > 0 ? cube / (square * std::sqrt(square)) : 0;
    const double kept = ratio * ratio - 6 / (count * count);
    skewness.push_back(kept > 0 ? std::copysign(std::sqrt(kept), ratio) : 0);
  }
  return skewness;
}

bool Iterations::certain_to_miss(const Goal &goal) const {
  constexpr double rounding = 1 + 1e-9;
  if (ncomp_ != 1 || quasi_ || combination_ != Combination::samples ||
      goal.norm != ErrorNorm::component)
    return false;
  double samples = 0;
  double sum = 0;
  double square = 0;
  for (std::size_t j = iterations_.size(); j-- > 0;) {
    const auto own = static_cast<double>(iterations_[j].samples);
    samples += own;
    sum += own * iterations_[j].integral[0];
    square += own * own * variance(j, 0);
    const double error = std::sqrt(square) / samples * unit_[0];
    const double value = std::fabs(sum) / samples * unit_[0];
    if (!(error > rounding * larger_tolerance(goal, value)) || std::isinf(error)) return false;
  }
  return true;
}

Standing Iterations::combine(Result &result) const {
  const std::size_t unspoilt = combination_ == Combination::all ? 0 : first_without_contradiction();
  std::size_t first = combination_ == Combination::all ? unspoilt : first_of_least_error(unspoilt);
  Mean mean = mean_from(first, weights());
  if (quasi_) take_spread(unspoilt, first, mean);
  const Mean least_squares = mean_from(first, Weights::own_variance);
  const bool correlated = statistics::has_covariances(ncomp_);
  result.covariance.resize(correlated ? mean.covariance.size() : 0);
  const LargestShare share = largest_share(first, mean);
  const double larger_share = std::max(share.of_mean, share.on_average);
  // Of enough iterations together a share may be small that is large in each.
  const bool tail = hangs_on_few_cubes(first, mean) ||
                    (larger_share > heavy_share && (share.of_mean > least_share ||
                                                    iterations_.size() - first < least_for_spread));
  result.dof = size() - static_cast<std::int64_t>(first) - 1;
  std::vector<double> widened(unit_);
  for (int c = 0; c < ncomp_; ++c) {
    const auto component = static_cast<std::size_t>(c);
    result.chi2[component] = chi2_from(first, least_squares, c);
    widened[component] *=
        widening(first, mean, c) * factor_of_spread(result.chi2[component], result.dof);
  }
  for (int c = 0; c < ncomp_; ++c) {
    const auto component = static_cast<std::size_t>(c);
    result.integral[component] = mean.integral[component] * unit_[component];
    result.error[component] = std::sqrt(variance_of(mean, c)) * widened[component];
    for (int b = 0; correlated && b <= c; ++b) {
      const std::size_t k = symmetric_index(c, b);
      result.covariance[k] =
          mean.covariance[k] * widened[component] * widened[static_cast<std::size_t>(b)];
    }
  }
  result.niterations = size();
  result.left_out = static_cast<std::int64_t>(first);
  result.missed = static_cast<std::int64_t>(unspoilt);
  bool consistent = !earlier_saw_more(unspoilt, first, mean);
  for (const double prob : result.prob()) consistent = consistent && prob <= 1 - least_probability;
  result.trusted = consistent && !tail && result.dof >= 1;
  result.remark = remark(result, consistent, tail);
  std::int64_t samples = 0;
  for (std::size_t j = first; j < iterations_.size(); ++j) samples += iterations_[j].samples;
  return {samples, larger_share <= least_share, supported(first, mean)};
}

}  // namespace cuboid::algorithm
