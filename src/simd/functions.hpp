// The kernels in one instruction set.  The files that define them are compiled several times with
// different values of CUBOID_SIMD, the name of an instruction set.  Of the functions that other
// files define inline, only those with CUBOID_HD_INLINED may be used there: of the others the
// linker would keep one of the copies, and with it perhaps instructions that the processor does not
// have.
#pragma once

#include "simd/kernels.hpp"

namespace cuboid::simd::CUBOID_SIMD {

// What they do stands at the members of the same names in Kernels.
void exclusive_or(std::int64_t count, std::uint64_t base, const std::uint64_t *pattern,
                  std::uint64_t *out);
void vegas_place(const VegasPoints &points);
void suave_place(const SuavePoints &points);
void vegas_add(const VegasValues &values);
void philox_pairs(const PhiloxPairs &pairs);
void map_points(const MapPoints &given);
std::uint32_t pair_values(const PairValues &values);
void pair_terms(const PairTerms &terms);
void histogram_units(const HistogramUnits &given);
void histogram_add(const HistogramPairs &given);
void cuhre_support_points(const RegionPlaces &places, const Support *support, std::int64_t count,
                          int nonzero, double *x);
void cuhre_add(std::int64_t count, std::int64_t ncomp, const double *f, const double *weight,
               double *sum);
void cuhre_add_rule(const CuhreValues &values);
void cuhre_null_rules(const CuhreNullRules &given);
void cuhre_points(const CuhrePoints &points);
void fill(std::int64_t count, double value, double *out);
bool all_finite(std::int64_t count, const double *f);
void box_points(const BoxPoints &points);
void line_points(const LinePoints &given);
void judge_lines(const LineValues &given);
void lattice_points(const LatticePoints &given);
void lattice_add(const LatticeValues &given);
void reflected_points(const ReflectedPoints &points);
std::int64_t first_outside(const ValuesAndRanges &given);
void damp_importance(std::int64_t count, double norm, double *importance);

}  // namespace cuboid::simd::CUBOID_SIMD
