// The regions and samples engines with a device integrand bound to them, for one integration.
#include <array>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "engine/common/interrupts.hpp"
#include "engine/cuda/engines/device_points.hpp"
#include "engine/cuda/engines/integrand.hpp"
#include "engine/cuda/engines/lattice.hpp"
#include "engine/cuda/engines/regions_cuda.hpp"
#include "engine/cuda/engines/samples.hpp"
#include "engine/cuda/runtime/device.hpp"
#include "engine/device/integrand.hpp"
#include "engine/group/lattice.hpp"
#include "engine/group/samples.hpp"
#include "map/box.hpp"
#include "rule/symmetric_rule.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Of the two kernels, the one that a box needs: to compile that of infinite boxes takes up to five
/// times as long as the other.
KernelPart regions_part(bool mapped) {
  return {"engine/cuda/kernel/regions_rule.cuh", "rule_kernel", mapped};
}

KernelPart probe_part(bool mapped) {
  return {"engine/cuda/kernel/regions_probe.cuh", "probe_kernel", mapped};
}

/// An engine that works with the current context, and what must outlive it.
template <class Engine>
class Bound {
 public:
  Bound(const DeviceIntegrandPointer &integrand, void *userdata)
      : call_(Device::chosen()),
        integrand_(integrand, call_, userdata),
        points_(integrand_, call_, userdata),
        batched_(integrand_, call_, points_) {}

  ~Bound() {
    try {
      const ContextScope scope(call_.device());
      engine_.reset();
    } catch (const std::exception &) {
      // The device is lost, and with it what the engine would give back.
      engine_.reset();
    }
  }
  Bound(const Bound &) = delete;
  Bound &operator=(const Bound &) = delete;

  const DeviceCall &call() const { return call_; }
  void keep(std::vector<std::shared_ptr<const void>> kernels) { call_.keep(std::move(kernels)); }
  void prepare(std::span<const KernelPart> parts) const { integrand_.prepare(parts); }
  KernelTable kernels(const KernelPart &part) const { return integrand_.kernels(part); }
  KernelsOfPart kernels() const {
    return [this](const KernelPart &part) { return kernels(part); };
  }

  StartPoints points() {
    return [this](std::int64_t count, const double *x, double *f) { points_.start(count, x, f); };
  }
  /// nullptr: the integrand is no batch function.
  BatchedLaunch *batched() { return points_.batched() ? &batched_ : nullptr; }

  template <class Make>
  void make(Make &&make) {
    const ContextScope scope(call_.device());
    engine_ = make();
  }

  Engine &engine() const { return *engine_; }

  /// The engine, on its device to the end of the expression.
  class Entered {
   public:
    Entered(const Device &device, Engine &engine) : scope_(device), engine_(engine) {}
    Engine *operator->() const { return &engine_; }

   private:
    const ContextScope scope_;
    Engine &engine_;
  };
  Entered operator->() const { return {call_.device(), *engine_}; }

  /// What it has found, unless the integrand returned -999.
  template <class Found>
  Found &&checked(Found &&found) const {
    integrand_.check_aborted();
    return std::forward<Found>(found);
  }

 private:
  DeviceCall call_;
  BoundIntegrand integrand_;
  DevicePoints points_;
  BatchedLaunch batched_;
  std::unique_ptr<Engine> engine_;
};

class BoundRegions final : public RegionsEngine {
 public:
  BoundRegions(const DeviceIntegrandPointer &integrand, void *userdata, const double *lower,
               const double *upper, int key, std::int64_t memory, group::Group *ranks)
      : mapped_(map::has_infinite_side(map::make_box(integrand->ndim(), lower, upper))),
        bound_(integrand, userdata) {
    kept_.reserve(2);
    RegionsKernels kernels = kernels_around();
    // Those around a functor are the program's, which may unload them.
    kernels.stay = as_cuda(*integrand).functor().empty();
    bound_.make([&] {
      return make_cuda_regions(integrand->ndim(), integrand->ncomp(), lower, upper, key, kernels,
                               bound_.call(), memory, ranks);
    });
    shape_ = bound_.engine().shape();
  }

  ~BoundRegions() override {
    kept_.push_back(rule_kernel_.owner);
    kept_.push_back(probe_kernel_.owner);
    bound_.keep(std::move(kept_));
  }
  BoundRegions(const BoundRegions &) = delete;
  BoundRegions &operator=(const BoundRegions &) = delete;

  const RegionReduction &start(const RegionRequest &request) override {
    return bound_.checked(bound_->start(request));
  }
  const RegionReduction &advance(int iterations) override {
    return bound_.checked(bound_->advance(iterations));
  }
  const RegionReduction &probe(const RegionProbe &probe) override {
    return bound_.checked(bound_->probe(probe));
  }
  bool grow() override { return bound_->grow(); }
  bool slice() override { return bound_->slice(); }
  RegionTable table() override { return bound_->table(); }

 private:
  RegionsKernels kernels_around() {
    RegionsKernels kernels;
    kernels.batched = bound_.batched();
    const KernelPart part = regions_part(mapped_);
    // The probe comes later, but at once where the first regions are accurate enough.
    bound_.prepare(std::array{part, probe_part(mapped_)});
    rule_kernel_ = bound_.kernels(part);
    kernels.integrand = rule_kernel_.integrand;
    kernels.probe = [this](bool mapped) { return probe_kernel(mapped); };
    (mapped_ ? kernels.mapped : kernels.finite) = rule_kernel_.get(part.name());
    return kernels;
  }

  const void *probe_kernel(bool mapped) {
    const KernelPart part = probe_part(mapped);
    probe_kernel_ = bound_.kernels(part);
    return probe_kernel_.get(part.name());
  }

  const bool mapped_;
  std::vector<std::shared_ptr<const void>> kept_;  ///< with room for both
  KernelTable rule_kernel_;
  KernelTable probe_kernel_;  ///< once it was needed
  // Outlived by what it launches.
  Bound<RegionsEngine> bound_;
};

class BoundSamples final : public SamplesEngine {
 public:
  BoundSamples(const DeviceIntegrandPointer &integrand, void *userdata, SamplesProblem problem,
               const StartClock &start, group::Group *ranks)
      : start_(start), bound_(integrand, userdata) {
    bound_.make([&] {
      return make_samples_engine(std::move(problem), bound_.kernels(), bound_.call(),
                                 bound_.points(), bound_.batched(), ranks);
    });
  }

  const SamplesProblem &problem() const override { return bound_.engine().problem(); }
  std::size_t max_under_way() const override { return bound_.engine().max_under_way(); }
  std::int64_t max_intervals() const override { return bound_.engine().max_intervals(); }

  void set_grid(const SamplesGrid &grid, bool adaptive) override {
    bound_->set_grid(grid, adaptive);
    // The first grid has made the kernels.
    if (start_) interrupts_ = Interrupts(start_());
    start_ = nullptr;
  }

  void submit(const SamplesIteration &iteration) override { bound_->submit(iteration); }

  SamplesResult collect() override {
    if (!interrupts_.look()) throw interrupts_.failure(0, 0);
    return bound_.checked(bound_->collect());
  }

  std::vector<std::uint64_t> edges() override { return bound_->edges(); }
  std::vector<double> deviations() override { return bound_->deviations(); }
  SamplesMemory memory() override { return bound_->memory(); }
  void remember(const SamplesMemory &memory) override { bound_->remember(memory); }

  void drain() noexcept override {
    try {
      bound_->drain();
    } catch (const Failure &) {
      // The device is lost, and does nothing any more.
    }
  }

 private:
  StartClock start_;  ///< empty: the time has begun
  Bound<SamplesEngine> bound_;
  Interrupts interrupts_{Limits{}};
};

class BoundLattice final : public LatticeOfGroups {
 public:
  BoundLattice(const DeviceIntegrandPointer &integrand, void *userdata, LatticeProblem problem,
               bool mapped, const StartClock &start)
      : bound_(integrand, userdata) {
    const bool boxed = !problem.box.empty();
    if (mapped) bound_.prepare(std::array{lattice_part({}, boxed), mapping_part(boxed)});
    bound_.kernels(lattice_part({}, boxed));
    bound_.make([&] {
      return make_lattice_engine(std::move(problem), bound_.call(), interrupts_, bound_.kernels(),
                                 bound_.points(), bound_.batched());
    });
    if (start) interrupts_ = Interrupts(start());
  }

  const LatticeProblem &problem() const override { return bound_.engine().problem(); }

  LatticeSums evaluate(const LatticeRequest &request) override {
    return bound_.checked(bound_->evaluate(request));
  }

  void sum_groups(const LatticeRequest &request, uint64 first, uint64 end,
                  LatticeTotals &totals) override {
    bound_->sum_groups(request, first, end, totals);
    bound_.checked(totals);
  }

 private:
  Interrupts interrupts_{Limits{}};
  Bound<LatticeOfGroups> bound_;
};

/// Throws Failure(CUBOID_BAD_NDIM or CUBOID_BAD_NCOMP) before kernels are compiled in vain.
void check_shape(const DeviceIntegrand &integrand, int min_ndim, int max_ndim, int max_ncomp) {
  if (integrand.ndim() < min_ndim || integrand.ndim() > max_ndim)
    throw Failure(CUBOID_BAD_NDIM, "ndim = " + std::to_string(integrand.ndim()) +
                                       " must be between " + std::to_string(min_ndim) + " and " +
                                       std::to_string(max_ndim) + " for this method on a device");
  if (integrand.ncomp() > max_ncomp)
    throw Failure(CUBOID_BAD_NCOMP, "ncomp = " + std::to_string(integrand.ncomp()) +
                                        " must be at most " + std::to_string(max_ncomp) +
                                        " for this method on a device");
}

}  // namespace

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

std::unique_ptr<RegionsEngine> make_device_regions_engine(const DeviceIntegrandPointer &integrand,
                                                          void *userdata, const double *lower,
                                                          const double *upper, int key,
                                                          std::int64_t memory,
                                                          group::Group *ranks) {
  constexpr int max_components = 1024;
  cuda::check_shape(*integrand, 1, rule::cuhre_most_dimensions, max_components);
  return std::make_unique<cuda::BoundRegions>(integrand, userdata, lower, upper, key, memory,
                                              ranks);
}

std::unique_ptr<SamplesEngine> make_device_samples_engine(const DeviceIntegrandPointer &integrand,
                                                          void *userdata, SamplesProblem problem,
                                                          const StartClock &start,
                                                          group::Group *ranks) {
  cuda::check_shape(*integrand, 1, samples_most_ndim, samples_most_ncomp);
  return std::make_unique<cuda::BoundSamples>(integrand, userdata, std::move(problem), start,
                                              ranks);
}

std::unique_ptr<LatticeEngine> make_device_lattice_engine(const DeviceIntegrandPointer &integrand,
                                                          void *userdata, LatticeProblem problem,
                                                          bool mapped, const StartClock &start,
                                                          group::Group *ranks) {
  cuda::check_shape(*integrand, 1, lattice_most_ndim, lattice_most_ncomp);
  auto own =
      std::make_unique<cuda::BoundLattice>(integrand, userdata, std::move(problem), mapped, start);
  if (ranks == nullptr) return own;
  return std::make_unique<group::GroupLattice>(std::move(own), *ranks,
                                               group::samples_worth_sharing);
}

}  // namespace cuboid::engine
