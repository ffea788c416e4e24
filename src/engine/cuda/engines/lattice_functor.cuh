// The kernels of the lattice engine for an integrand that is compiled with the program.
#pragma once

#include "engine/cuda/engines/functor_table.cuh"
#include "engine/cuda/kernel/lattice.cuh"

namespace cuboid::engine::cuda {

template <int ndim, int ncomp, class Integrand>
KernelTable lattice_kernels(const Integrand &integrand) {
  return functor_table<ndim, ncomp>(
      integrand, [](const auto &add) { kernel::add_lattice_kernels<Integrand, ndim, ncomp>(add); });
}

}  // namespace cuboid::engine::cuda
