// The first step of line for many integrals, each on a thread: see kernel/line_many.cuh.
#include "engine/device/many_line.hpp"

#include <cmath>

#include "base/clock.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/engines/many_integrals.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/kernel/line_many_arguments.cuh"
#include "engine/cuda/runtime/launch.hpp"

namespace cuboid::engine::cuda {

namespace {

KernelPart many_line_part(bool mapped) {
  return {"engine/cuda/kernel/line_many.cuh", "line_many_kernel", mapped};
}

class CudaManyLine final : public ManyLineEngine {
 public:
  CudaManyLine(const DeviceIntegrandPointer &integrand, void *userdata,
               const rule::LineStepTables &tables)
      : bound_(integrand, userdata), ncomp_(static_cast<uint64>(integrand->ncomp())) {
    tables_.set(&tables, 1);
    call_.wait("copying the rules of line to the device");
  }

  ~CudaManyLine() override { bound_.stay_entered(); }

  void integrate(const Goal &goal, const IntegralList &list, ManyLineResult &found) override;

 private:
  bool set_limits(const IntegralList &list);

  BoundIntegrand bound_;
  ManyIntegrals integrals_{bound_};
  const DeviceCall &call_ = bound_.call();
  uint64 ncomp_;
  LineManyArguments many_{};
  std::vector<double> limits_;
  GrowingArray<rule::LineStepTables> tables_{call_};
  GrowingArray<double> limits_here_{call_}, value_{call_}, error_{call_};
  GrowingArray<long long> evaluations_{call_};
};

/// Returns whether one is infinite.
bool CudaManyLine::set_limits(const IntegralList &list) {
  const std::int64_t rows = list.lower == nullptr || list.box_stride == 0 ? 1 : list.count;
  bool mapped = false;
  limits_.clear();
  for (std::int64_t i = 0; i < rows; ++i)
    for (const double limit : {list.lower == nullptr ? 0 : list.lower[i * list.box_stride],
                               list.upper == nullptr ? 1 : list.upper[i * list.box_stride]}) {
      limits_.push_back(limit);
      mapped = mapped || std::isinf(limit);
    }
  many_.limits = limits_here_.set(limits_.data(), limits_.size());
  many_.limits_stride = rows == 1 ? 0 : 2;
  return mapped;
}

void CudaManyLine::integrate(const Goal &goal, const IntegralList &list, ManyLineResult &found) {
  const ContextScope scope = bound_.entered();
  const double began = monotonic_seconds();
  const bool mapped = set_limits(list);
  integrals_.begin(list);
  many_.count = static_cast<uint64>(list.count);
  many_.value = value_.reserve(many_.count * ncomp_);
  many_.error = error_.reserve(many_.count * ncomp_);
  many_.evaluations = evaluations_.reserve(many_.count);
  many_.tables = tables_.data();
  many_.goal = goal;
  many_.userdata = integrals_.userdata();
  many_.userdata_stride = static_cast<uint64>(integrals_.userdata_stride());
  const KernelPart part = many_line_part(mapped);
  const auto blocks =
      static_cast<unsigned>((many_.count + line_many_threads - 1) / line_many_threads);
  launch(bound_.kernels(part), part.name(), {blocks, line_many_threads, 0}, call_.stream(), many_);
  const double started = monotonic_seconds();
  call_.wait("integrating many integrals on the device");
  const double ended = monotonic_seconds();
  constexpr const char *action = "fetching the results of many integrals";
  value_.fetch(found.value, many_.count * ncomp_, action);
  error_.fetch(found.error, many_.count * ncomp_, action);
  evaluations_.fetch(found.evaluations, many_.count, action);
  call_.wait(action);
  found.phases = {started - began, ended - started, monotonic_seconds() - ended, 0};
}

}  // namespace

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

bool device_takes_line_steps(const DeviceIntegrand &integrand) {
  return integrand.has_kernels() && cuda::as_cuda(integrand).batch() == nullptr &&
         integrand.ndim() == 1 && integrand.ncomp() <= cuda::line_many_max_components;
}

void compile_for_many_lines(const DeviceIntegrandPointer &integrand, bool mapped) {
  cuda::compile_for_chosen(*integrand, cuda::many_line_part(mapped));
}

std::unique_ptr<ManyLineEngine> make_device_many_line(const DeviceIntegrandPointer &integrand,
                                                      void *userdata,
                                                      const rule::LineStepTables &tables) {
  const cuda::ContextScope scope(cuda::Device::chosen());
  return std::make_unique<cuda::CudaManyLine>(integrand, userdata, tables);
}

}  // namespace cuboid::engine
