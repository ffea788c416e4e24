// The lattices of many integrals, summed in one launch.
#include "engine/device/many_lattice.hpp"

#include <vector>

#include "engine/common/lattice_totals.hpp"
#include "engine/cuda/engines/lattice_launch.hpp"
#include "engine/cuda/engines/many_integrals.hpp"

namespace cuboid::engine::cuda {

namespace {

class CudaManyLattice final : public DeviceManyLattice {
 public:
  CudaManyLattice(const DeviceIntegrandPointer &integrand, void *userdata);
  ~CudaManyLattice() override { bound_.stay_entered(); }

  const LatticeProblem &problem() const override { return problem_; }
  std::int64_t count() const override { return integrals_.count(); }
  void begin(const IntegralList &list) override;
  void evaluate(const std::vector<ManyLatticeRequest> &requests) override;
  ManyLatticeSums result(std::size_t place) const override { return results_[place]; }

 private:
  void sum(const std::vector<ManyLatticeRequest> &requests);

  BoundIntegrand bound_;
  ManyIntegrals integrals_{bound_};
  const DeviceCall &call_ = bound_.call();
  LatticeProblem problem_;
  LatticeManyArguments many_{};
  LatticeLaunch launch_;
  std::vector<ManyLatticeSums> results_;
  std::vector<int> ended_;  ///< as they are fetched
  GrowingArray<int> aborted_{call_};
};

CudaManyLattice::CudaManyLattice(const DeviceIntegrandPointer &integrand, void *userdata)
    : bound_(integrand, userdata), launch_(bound_, integrand->ndim(), integrand->ncomp()) {
  problem_.ndim = integrand->ndim();
  problem_.ncomp = integrand->ncomp();
}

void CudaManyLattice::begin(const IntegralList &list) {
  const ContextScope scope = bound_.entered();
  integrals_.begin(list);
  aborted_.fill(0, static_cast<uint64>(list.count));
  many_.aborted = aborted_.data();
  many_.userdata = integrals_.userdata();
  many_.userdata_stride = static_cast<uint64>(integrals_.userdata_stride());
  many_.box = list.lower == nullptr ? nullptr : integrals_.axes_on_device();
  many_.boxes = list.box_stride == 0 ? 0 : 1;
  call_.wait("copying what many integrals need to the device");
}

void CudaManyLattice::evaluate(const std::vector<ManyLatticeRequest> &requests) {
  const ContextScope scope = bound_.entered();
  results_.clear();
  for (std::size_t next = 0; next < requests.size();) {
    launch_.clear();
    do {
      const LatticeRequest &request = *requests[next].request;
      launch_.add(request, requests[next].integral, 0, lattice_groups(request));
      ++next;
    } while (next < requests.size() && launch_.has_room(*requests[next].request));
    sum(requests);
  }
}

/// Those that are in the launch, which follow those that have results.
void CudaManyLattice::sum(const std::vector<ManyLatticeRequest> &requests) {
  const std::vector<LatticeManyJob> &jobs = launch_.jobs();
  if (bound_.batched()) {
    std::vector<uint64> which;
    for (const LatticeManyJob &job : jobs) which.push_back(job.integral);
    many_.rows = integrals_.number_points(launch_.rows(), which);
  }
  launch_.start(many_, integrals_.integral_of_point());
  constexpr const char *action = "summing lattices of many integrals";
  aborted_.fetch(ended_, static_cast<uint64>(count()), action);
  call_.wait(action);
  const std::size_t first = results_.size();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const LatticeRequest &request = *requests[first + i].request;
    LatticeTotals totals = empty_totals(request, problem_.ncomp);
    launch_.take(i, totals.group_sums);
    totals.nonfinite = launch_.nonfinite(i).count;
    results_.push_back(
        {totals.sums(request.shifts(), problem_.ncomp), ended_[jobs[i].integral] != 0});
  }
}

}  // namespace

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

bool device_sums_many_lattices(const DeviceIntegrand &integrand) {
  return cuda::as_cuda(integrand).serves_many() && integrand.ndim() <= lattice_max_ndim &&
         integrand.ncomp() <= lattice_max_ncomp;
}

void compile_for_many_lattices(const DeviceIntegrandPointer &integrand) {
  cuda::compile_for_chosen(*integrand, cuda::many_lattices_part());
}

std::unique_ptr<DeviceManyLattice> make_device_many_lattice(const DeviceIntegrandPointer &integrand,
                                                            void *userdata) {
  const cuda::ContextScope scope(cuda::Device::chosen());
  return std::make_unique<cuda::CudaManyLattice>(integrand, userdata);
}

}  // namespace cuboid::engine
