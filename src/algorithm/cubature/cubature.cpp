#include "algorithm/cubature/cubature.hpp"

#include <algorithm>
#include <utility>

#include "algorithm/common/convergence.hpp"
#include "algorithm/cubature/end_trial.hpp"
#include "algorithm/cubature/prober.hpp"
#include "algorithm/cubature/refinement.hpp"
#include "algorithm/cubature/sparse_trial.hpp"
#include "run/accuracy.hpp"
#include "run/print_iteration.hpp"
#include "run/remarks.hpp"
#include "run/save_schedule.hpp"

namespace cuboid::algorithm {

namespace {

/// The thorough one does not end with fewer evaluations.  With 500, no result more is right on
/// held-out integrals, and evaluations grow by 2 % in the median.
constexpr std::int64_t min_evaluations = 400;

Task with_engine(Task task, engine::PointsEngine &engine) {
  task.engine = &engine;
  return task;
}

class Cubature {
 public:
  Cubature(const Task &task, const CubatureOptions &options, Result &result)
      : ends_(task),
        task_(with_engine(task, ends_)),
        result_(result),
        refinement_(
            task_, options, result,
            [this](std::int64_t lower, std::int64_t upper) { prober_.pass_on(lower, upper); }),
        prober_(task_, options, ends_, refinement_, result),
        end_trial_(task_, options.probing, ends_, refinement_, result),
        sparse_trial_(task_, options, refinement_, result),
        mineval_(std::max(task.goal.mineval, refinement_.points_of_rule() + 1)) {
    if (options.probing == Probing::thorough) mineval_ = std::max(mineval_, min_evaluations);
  }

  void run();
  void forget();
  void place(std::vector<double> origins) { refinement_.place(std::move(origins)); }
  RegionTable regions() const;

 private:
  StateIdentity identity() const { return {Routine::cuhre, task_.ndim, task_.ncomp}; }
  bool restore();
  void save() const;
  void begin_anew();
  bool has_lost_all() const;
  void judge(int &worst);
  bool finished(int &worst);
  void refine(int worst);

  EndsEngine ends_;
  const Task task_;  ///< in the variables of the ends' maps
  Result &result_;
  Refinement refinement_;
  Prober prober_;
  EndTrial end_trial_;
  SparseTrial sparse_trial_;
  std::int64_t mineval_;
  bool rests_ = false;  ///< on rounding: not converged, and no evaluation helps
};

void Cubature::run() {
  if (!restore()) refinement_.start();
  SaveSchedule schedule;
  int worst = 0;
  do {
    if (refinement_.stands_aside() && !accurate(result_, task_.goal)) {
      sparse_trial_.give_up();
      prober_.look_anew();
    }
    while (!finished(worst)) {
      refine(worst);
      const std::int64_t nregions = refinement_.regions().size();
      if (task_.state->is_file() && schedule.due(nregions))
        schedule.save(nregions, [&] { save(); });
    }
  } while ((result_.converged || rests_) && !prober_.confirms());
  if (result_.converged && prober_.saw_a_constant() && !result_.only_zeros)
    add_remark(result_, Remark::all_the_same);
  if (rests_ && prober_.had_room()) {
    result_.refused = true;
    refinement_.judgement().remark_on_rounding(result_);
  }
  if (result_.converged || result_.refused) return;
  // The rule's own error is all there is.
  if (result_.neval <= refinement_.points_of_rule()) result_.trusted = false;
  if (!task_.goal.goes_on) refinement_.judgement().hold_to_drift(result_);
  refinement_.judgement().remark(refinement_.regions(), result_);
  prober_.remark();
  save();
}

/// One step, after which the result is another one.
void Cubature::refine(int worst) {
  if (end_trial_.is_due(worst)) {
    if (end_trial_.finds_maps(worst)) begin_anew();
  } else if (end_trial_.disappoints()) {
    begin_anew();
  } else if (!end_trial_.refuses(worst)) {
    refinement_.split(worst);
    sparse_trial_.follow(prober_.has_found());
  }
}

/// Parts lie elsewhere in the variables of maps.
void Cubature::begin_anew() {
  sparse_trial_.give_up();
  refinement_.clear();
  prober_.forget();
  refinement_.start(!ends_.ends().empty());
}

/// Back to where the first integration begins.
void Cubature::forget() {
  end_trial_.forget();
  prober_.forget();
  sparse_trial_.forget();
  refinement_.clear();
}

bool Cubature::restore() {
  std::int64_t neval = 0, probed = 0;
  const bool restored = task_.state->restore(identity(), [&](StateReader &reader) {
    neval = reader.get_count();
    reader.resumes_at(neval);
    refinement_.restore(reader);
    probed = prober_.restore(reader);
    StateReader::require(probed <= neval);
    refinement_.restore_scatter(reader);
    end_trial_.restore(reader);
    sparse_trial_.restore(reader);
    StateReader::require(reader.at_end());
  });
  if (!restored) {
    forget();
    return false;
  }
  result_.neval = neval;
  result_.probed = probed;
  refinement_.report();
  // Whoever watches for zeros has not seen the values before.
  if (!all_zero(result_)) result_.only_zeros = false;
  sparse_trial_.follow(prober_.has_found());
  return true;
}

void Cubature::save() const {
  if (!task_.state->used()) return;
  StateWriter writer;
  writer.put(result_.neval);
  refinement_.save(writer);
  prober_.save(writer);
  refinement_.save_scatter(writer);
  end_trial_.save(writer);
  sparse_trial_.save(writer);
  task_.state->save(identity(), writer);
}

/// Whether regions that began anew are zero, and those before them were not: on diagonals, where
/// the points of a rule in the whole cube lie, x - y is.
bool Cubature::has_lost_all() const {
  return end_trial_.has_begun_anew() && all_zero(result_);
}

// worst: the component that is farthest from its goal.
void Cubature::judge(int &worst) {
  worst = farthest_component(result_, refinement_.goal()).component;
  result_.converged = accurate(result_, task_.goal) && result_.neval >= mineval_ && !has_lost_all();
  rests_ = !result_.converged && result_.neval >= mineval_ &&
           refinement_.judgement().rests_on_rounding(result_, task_.goal);
}

/// A large error that was taken away again, as of a single point that lay on a singularity, has
/// left its rounding in the sums alone.
bool Cubature::finished(int &worst) {
  print_iteration(*task_.log, result_.nregions, result_);
  judge(worst);
  if (rests_) {
    refinement_.add_up();
    judge(worst);
  }
  return result_.converged || rests_ || result_.refused || sparse_trial_.waits() ||
         result_.neval >= task_.goal.maxeval;
}

/// In the cube, where those of the maps' variables lie.
RegionTable Cubature::regions() const {
  RegionTable table =
      cuba::table_of(refinement_.regions(), result_.nregions, task_.ndim, task_.ncomp);
  if (ends_.ends().empty()) return table;
  const auto ndim = static_cast<std::size_t>(task_.ndim);
  for (std::vector<double> *bounds : {&table.lower, &table.upper})
    for (std::size_t i = 0; i < bounds->size(); ++i) {
      double &t = (*bounds)[i], jacobian;
      if (t > 0 && t < 1) t = map_between_ends(ends_.ends()[i % ndim], t, jacobian);
    }
  return table;
}

}  // namespace

void cubature(const Task &task, const CubatureOptions &options, Result &result) {
  Cubature cubature(task, options, result);
  with_regions(
      task.log->trace(), [&] { cubature.run(); }, [&] { return cubature.regions(); });
}

class CubatureSeries::Implementation : public Cubature {
  using Cubature::Cubature;
};

CubatureSeries::CubatureSeries(const Task &task, const CubatureOptions &options, Result &result)
    : implementation_(std::make_unique<Implementation>(task, options, result)) {}
CubatureSeries::~CubatureSeries() = default;

void CubatureSeries::integrate(std::vector<double> origins) {
  implementation_->forget();
  implementation_->place(std::move(origins));
  implementation_->run();
}

}  // namespace cuboid::algorithm
