// Integrands that are compiled with the program, with the kernels of one engine.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/cuda/kernel/lattice.cuh"
#include "engine/cuda/kernel/lattice_many.cuh"
#include "engine/cuda/kernel/points.cuh"
#include "engine/cuda/kernel/samples.cuh"
#include "engine/device/integrand.hpp"

namespace cuboid::engine::cuda {

/// With the kernels that add_kernels hands to what it is called with, by name and address.
template <int ndim, int ncomp, class Integrand, class AddKernels>
DeviceIntegrandPointer functor_with(const Integrand &integrand, AddKernels &&add_kernels) {
  std::vector<std::pair<std::string, const void *>> kernels;
  add_kernels(
      [&](std::string name, const void *kernel) { kernels.emplace_back(std::move(name), kernel); });
  return device_integrand_from_kernels(
      ndim, ncomp, std::string(reinterpret_cast<const char *>(&integrand), sizeof integrand),
      std::move(kernels));
}

/// With those of the samples engine, and those with which points are evaluated one by one.
template <int ndim, int ncomp, class Integrand>
DeviceIntegrandPointer samples_functor(const Integrand &integrand) {
  return functor_with<ndim, ncomp>(integrand, [](const auto &add) {
    kernel::add_samples_kernels<Integrand, ndim, ncomp>(add);
    kernel::add_points_kernels<Integrand, ndim, ncomp>(add);
  });
}

/// Of the lattice engine.
template <int ndim, int ncomp, class Integrand>
DeviceIntegrandPointer lattice_functor(const Integrand &integrand) {
  return functor_with<ndim, ncomp>(integrand, [](const auto &add) {
    kernel::add_lattice_kernels<Integrand, ndim, ncomp>(add);
    kernel::add_lattice_many_kernels<Integrand, ndim, ncomp>(add);
    kernel::add_points_kernels<Integrand, ndim, ncomp>(add);
  });
}

}  // namespace cuboid::engine::cuda
