#include "algorithm/lattice/many.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "algorithm/lattice/run.hpp"

namespace cuboid::algorithm {

namespace {

/// One of the integrals.
struct Integral {
  std::uint32_t number;
  LatticeResult result;
  LatticeRun run;

  Integral(std::uint32_t its_number, const LatticeTask &task, const engine::LatticeProblem &problem,
           bool mapped)
      : number(its_number), result(problem.ncomp), run(task, problem, mapped, result) {
    result.ndim = problem.ndim;
  }
  Integral(const Integral &) = delete;
  Integral &operator=(const Integral &) = delete;
};

class ManyRuns {
 public:
  ManyRuns(const LatticeTask &task, engine::ManyLatticeEngine &engine,
           engine::ManySamplesEngine *samples, const ManyLattices &many)
      : engine_(engine), samples_(samples), many_(many) {
    for (std::int64_t i = 0; i < engine.count(); ++i)
      open_.push_back(std::make_unique<Integral>(static_cast<std::uint32_t>(i), task,
                                                 engine.problem(), samples != nullptr));
  }

  /// The integrals that are left out.
  std::vector<std::size_t> operator()() {
    go_on();
    while (!open_.empty()) {
      // All of them take the same iterations before their first lattice.
      const std::int64_t evaluated =
          open_.front()->run.samples() != nullptr ? draw() : sum_lattices();
      if (!many_.goes_on(evaluated)) return {};
      go_on();
    }
    return std::move(left_out_);
  }

 private:
  enum class Next { goes_on, ended, left_out };

  /// Takes all to where they need something, and stores those that have ended.
  void go_on() {
    take([](Integral &one) {
      if (one.run.go_on()) return is_for_many(one) ? Next::goes_on : Next::left_out;
      return one.result.handover ? Next::left_out : Next::ended;
    });
  }

  static bool is_for_many(const Integral &one) {
    return std::ranges::all_of(one.run.lattices(), [](const engine::LatticeRequest &request) {
      return request.points * request.shifts() < max_points_of_many;
    });
  }

  /// Keeps those of which step says so; Failure ends one.
  template <class Step>
  void take(Step step) {
    std::erase_if(open_, [&](const std::unique_ptr<Integral> &one) {
      std::optional<Failure> failure;
      Next next = Next::ended;
      try {
        next = step(*one);
      } catch (const Failure &thrown) {
        failure = thrown;
      }
      if (next == Next::left_out) left_out_.push_back(one->number);
      if (next == Next::ended) many_.put(one->number, one->result, failure ? &*failure : nullptr);
      return next != Next::goes_on;
    });
  }

  static void require_sound(bool aborted) {
    if (aborted) throw Failure(CUBOID_ABORTED, "the integrand returned -999");
  }

  std::int64_t draw() {
    const MapRequest request = *open_.front()->run.samples();
    if (request.grid) samples_->set_grid(*request.grid, false);
    std::vector<std::uint32_t> which;
    for (const auto &one : open_) which.push_back(one->number);
    samples_->iterate(request.iteration, which);
    std::vector<std::vector<std::uint64_t>> edges;
    if (request.last) edges = samples_->edges();
    std::int64_t evaluated = 0;
    std::size_t place = 0;
    take([&](Integral &one) {
      const std::size_t here = place++;
      engine::ManySamplesResult found = samples_->result(here);
      evaluated += found.samples;
      if (found.failure) throw Failure(*found.failure);
      require_sound(found.aborted);
      one.run.answer(MapAnswer{
          std::move(found), request.last ? std::move(edges[here]) : decltype(MapAnswer::edges){}});
      return Next::goes_on;
    });
    return evaluated;
  }

  std::int64_t sum_lattices() {
    std::vector<engine::ManyLatticeRequest> requests;
    for (const auto &one : open_)
      for (const engine::LatticeRequest &request : one->run.lattices())
        requests.push_back({one->number, &request});
    engine_.evaluate(requests);
    std::int64_t evaluated = 0;
    std::size_t place = 0;
    take([&](Integral &one) {
      const std::size_t end = place + one.run.lattices().size();
      const std::size_t begin = std::exchange(place, end);
      for (std::size_t i = begin; i < end; ++i) {
        const engine::ManyLatticeSums sums = engine_.result(i);
        evaluated += requests[i].request->points * requests[i].request->shifts();
        require_sound(sums.aborted);
        one.run.answer(sums);
      }
      return Next::goes_on;
    });
    return evaluated;
  }

  engine::ManyLatticeEngine &engine_;
  engine::ManySamplesEngine *const samples_;
  const ManyLattices &many_;
  std::vector<std::unique_ptr<Integral>> open_;
  std::vector<std::size_t> left_out_;
};

}  // namespace

std::vector<std::size_t> lattice_many(const LatticeTask &task, engine::ManyLatticeEngine &engine,
                                      engine::ManySamplesEngine *samples,
                                      const ManyLattices &many) {
  return ManyRuns(task, engine, samples, many)();
}

}  // namespace cuboid::algorithm
