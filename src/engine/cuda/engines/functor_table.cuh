// Kernels of engines for an integrand that is compiled with the program.
#pragma once

#include <memory>

#include "engine/cuda/kernel/lattice.cuh"
#include "engine/cuda/kernel/points.cuh"
#include "engine/cuda/kernel/samples.cuh"
#include "engine/cuda/runtime/kernel_table.hpp"

namespace cuboid::engine::cuda {

/// Those with which points are evaluated one by one, and those that add_kernels hands to what it is
/// called with, by name and address.
template <int ndim, int ncomp, class Integrand, class AddKernels>
KernelTable functor_table(const Integrand &integrand, AddKernels &&add_kernels) {
  const auto copy = std::make_shared<const Integrand>(integrand);
  KernelTable table;
  table.integrand = copy.get();
  table.owner = copy;
  const auto add = [&table](const char *name, const void *kernel) {
    table.entries.emplace_back(name, kernel);
  };
  add_kernels(add);
  kernel::add_points_kernels<Integrand, ndim, ncomp>(add);
  return table;
}

/// Of the samples engine.
template <int ndim, int ncomp, class Integrand>
KernelTable samples_kernels(const Integrand &integrand) {
  return functor_table<ndim, ncomp>(
      integrand, [](const auto &add) { kernel::add_samples_kernels<Integrand, ndim, ncomp>(add); });
}

/// Of the lattice engine.
template <int ndim, int ncomp, class Integrand>
KernelTable lattice_kernels(const Integrand &integrand) {
  return functor_table<ndim, ncomp>(
      integrand, [](const auto &add) { kernel::add_lattice_kernels<Integrand, ndim, ncomp>(add); });
}

}  // namespace cuboid::engine::cuda
