// The kernels of the samples engine for an integrand that is compiled with the program.
#pragma once

#include <memory>

#include "engine/cuda/kernel/samples.cuh"
#include "engine/cuda/kernel_table.hpp"

namespace cuboid::engine::cuda {

template <int ndim, int ncomp, class Integrand>
KernelTable samples_kernels(const Integrand &integrand) {
  const auto copy = std::make_shared<const Integrand>(integrand);
  KernelTable table;
  table.integrand = copy.get();
  table.owner = copy;
  const auto add = [&table](const char *name, auto *kernel) {
    table.entries.emplace_back(name, reinterpret_cast<const void *>(kernel));
  };
  add("cuboid_samples_fill_uniform", samples_fill<Integrand, ndim, ncomp, false, true>);
  add("cuboid_samples_fill_uniform_fixed", samples_fill<Integrand, ndim, ncomp, false, false>);
  add("cuboid_samples_fill_adaptive", samples_fill<Integrand, ndim, ncomp, true, true>);
  add("cuboid_samples_fill_adaptive_fixed", samples_fill<Integrand, ndim, ncomp, true, false>);
  return table;
}

}  // namespace cuboid::engine::cuda
