// The kernels of the samples engine for an integrand that is compiled with the program.
#pragma once

#include "engine/cuda/engines/functor_table.cuh"
#include "engine/cuda/kernel/samples.cuh"

namespace cuboid::engine::cuda {

template <int ndim, int ncomp, class Integrand>
KernelTable samples_kernels(const Integrand &integrand) {
  return functor_table<ndim, ncomp>(
      integrand, [](const auto &add) { kernel::add_samples_kernels<Integrand, ndim, ncomp>(add); });
}

}  // namespace cuboid::engine::cuda
