// The kernels of the lattice engine for an integrand that is compiled with the program.
#pragma once

#include <memory>

#include "engine/cuda/kernel/lattice.cuh"
#include "engine/cuda/kernel/points.cuh"
#include "engine/cuda/runtime/kernel_table.hpp"

namespace cuboid::engine::cuda {

template <int ndim, int ncomp, class Integrand>
KernelTable lattice_kernels(const Integrand &integrand) {
  const auto copy = std::make_shared<const Integrand>(integrand);
  KernelTable table;
  table.integrand = copy.get();
  table.owner = copy;
  const auto add = [&table](const char *name, const void *kernel) {
    table.entries.emplace_back(name, kernel);
  };
  kernel::add_lattice_kernels<Integrand, ndim, ncomp>(add);
  kernel::add_points_kernels<Integrand, ndim, ncomp>(add);
  return table;
}

}  // namespace cuboid::engine::cuda
