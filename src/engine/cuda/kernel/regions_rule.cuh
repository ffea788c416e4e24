// Applies a fully symmetric cubature rule to new regions: the only part of the regions engine that
// is compiled with the integrand.
//
// A group of lanes of one warp works on one region, or, in few dimensions, a lane on one of many
// regions.  Weights are applied to sums over orbits.  Everything is summed in an order that depends
// on ndim and the rule alone.
//
// There are three texts, with that of lists (regions_lane_rule.cuh), since they differ in their
// loops: over pairs from a table in stretches of few orbits, over points counted from words, and
// over one point for all lanes of a warp.  They share orbits, weights and axes
// (regions_rule_sums.cuh), and a policy for the order of sums alone would leave three loops.
#pragma once

#include "engine/cuda/kernel/regions_counted_rule.cuh"
#include "engine/cuda/kernel/regions_listed_rule.cuh"
#include "engine/cuda/kernel/variants.cuh"

namespace cuboid::engine::cuda {

/// Blocks that share a multiprocessor, which bounds the registers.
template <int ndim, int ncomp>
constexpr int rule_blocks = takes_listed_rule(ndim, ncomp) ? listed_blocks : counted_blocks;

template <class Integrand, int ndim, int ncomp, bool mapped>
__device__ void apply_rule(const Integrand &integrand, const RuleTable &rule, const BoxTable &box,
                           const RegionArrays &regions, const WorkArrays &work) {
  if constexpr (takes_listed_rule(ndim, ncomp))
    apply_listed_rule<Integrand, ndim, ncomp, mapped>(integrand, rule, box, regions, work);
  else
    apply_counted_rule<Integrand, ndim, ncomp, mapped>(integrand, rule, box, regions, work);
}

/// mapped: 1 where a side of the box is infinite, else 0.
template <class Integrand, int ndim, int ncomp, int mapped>
__global__ void __launch_bounds__(rule_threads, rule_blocks<ndim, ncomp>)
    rule_kernel(const __grid_constant__ Integrand integrand, const __grid_constant__ RuleTable rule,
                const __grid_constant__ BoxTable box, const __grid_constant__ RegionArrays regions,
                const __grid_constant__ WorkArrays work) {
  apply_rule<Integrand, ndim, ncomp, mapped != 0>(integrand, rule, box, regions, work);
}

}  // namespace cuboid::engine::cuda

CUBOID_KERNELS(regions, rule_kernel, 2, ndim <= max_dimensions)
