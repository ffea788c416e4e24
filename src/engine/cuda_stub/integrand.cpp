// Device integrands in a build without CUDA: they can be made and registered, so that programs run
// unchanged where there is a host version, but not be evaluated.
#include "engine/device/integrand.hpp"
#include "engine/device/chosen_device.hpp"
#include "engine/device/many_lattice.hpp"
#include "engine/device/many_line.hpp"
#include "engine/device/many_regions.hpp"
#include "engine/device/many_samples.hpp"
#include "engine/device/memory_share.hpp"

#include "base/failure.hpp"

namespace cuboid::engine {

namespace {

constexpr const char *problem = "this build of the library has no CUDA";

class UnusableIntegrand final : public DeviceIntegrand {
 public:
  using DeviceIntegrand::DeviceIntegrand;
  bool has_kernels() const override { return false; }
};

}  // namespace

DeviceIntegrandPointer device_integrand_from_source(int ndim, int ncomp, std::string, std::string,
                                                    std::int64_t) {
  return std::make_shared<UnusableIntegrand>(ndim, ncomp);
}

DeviceIntegrandPointer device_integrand_from_image(int ndim, int ncomp, std::string, std::string,
                                                   std::int64_t) {
  return std::make_shared<UnusableIntegrand>(ndim, ncomp);
}

DeviceIntegrandPointer device_integrand_from_batch(int ndim, int ncomp, cuboid_device_batch) {
  return std::make_shared<UnusableIntegrand>(ndim, ncomp);
}

DeviceIntegrandPointer device_integrand_from_many_batch(int ndim, int ncomp,
                                                        cuboid_device_many_batch) {
  return std::make_shared<UnusableIntegrand>(ndim, ncomp);
}

DeviceIntegrandPointer device_integrand_from_kernels(
    int ndim, int ncomp, std::string, std::vector<std::pair<std::string, const void *>>) {
  return std::make_shared<UnusableIntegrand>(ndim, ncomp);
}

std::vector<int> devices_of(const DeviceList &, const std::string &) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

std::string device_problem() {
  return problem;
}

std::string device_source_problem() {
  return problem;
}

std::string device_description() {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

std::unique_ptr<PointsEngine> make_device_points_engine(const DeviceIntegrandPointer &, void *,
                                                        Nonfinite, const StartClock &) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

std::unique_ptr<RegionsEngine> make_device_regions_engine(const DeviceIntegrandPointer &, void *,
                                                          const double *, const double *, int,
                                                          std::int64_t, group::Group *) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

std::unique_ptr<SamplesEngine> make_device_samples_engine(const DeviceIntegrandPointer &, void *,
                                                          SamplesProblem, const StartClock &,
                                                          group::Group *) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

DeviceRoom device_room() {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

bool device_refines_many(const DeviceIntegrand &) {
  return false;
}

void compile_for_many_regions(const DeviceIntegrandPointer &, bool) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

std::unique_ptr<ManyRegionsEngine> make_device_many_regions(const DeviceIntegrandPointer &, void *,
                                                            int, std::int64_t) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

bool device_samples_many(const DeviceIntegrand &) {
  return false;
}

std::int64_t max_device_intervals(int) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

bool device_sums_many_lattices(const DeviceIntegrand &) {
  return false;
}

void compile_for_many_lattices(const DeviceIntegrandPointer &) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

std::unique_ptr<DeviceManyLattice> make_device_many_lattice(const DeviceIntegrandPointer &,
                                                            void *) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

void compile_for_many_samples(const DeviceIntegrandPointer &, const ManySamplesKind &) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

std::unique_ptr<DeviceManySamples> make_device_many_samples(const DeviceIntegrandPointer &, void *,
                                                            std::uint64_t, bool, bool,
                                                            std::int64_t) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

bool device_takes_line_steps(const DeviceIntegrand &) {
  return false;
}

void compile_for_many_lines(const DeviceIntegrandPointer &, bool) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

std::unique_ptr<ManyLineEngine> make_device_many_line(const DeviceIntegrandPointer &, void *,
                                                      const rule::LineStepTables &) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

DeviceIntegrandPointer device_integrand_of_integral(const DeviceIntegrandPointer &integrand,
                                                    const void *, std::int64_t) {
  return integrand;
}

std::unique_ptr<LatticeEngine> make_device_lattice_engine(const DeviceIntegrandPointer &, void *,
                                                          LatticeProblem, bool, const StartClock &,
                                                          group::Group *) {
  throw Failure(CUBOID_NO_DEVICE, problem);
}

}  // namespace cuboid::engine
