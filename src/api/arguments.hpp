// Checks of what callers ask for.
#pragma once

#include <cstdint>
#include <string>

#include "base/options.hpp"
#include "cuboid.h"

namespace cuboid::api {

/// Throws Failure(CUBOID_BAD_ARGUMENT), which names the argument, if the pointer is null.
void require_pointer(const void *pointer, const char *name);
template <class Result, class... Arguments>
void require_pointer(Result (*function)(Arguments...), const char *name) {
  require_pointer(reinterpret_cast<const void *>(function), name);
}

/// The name goes into the text of a program: throws Failure(CUBOID_BAD_ARGUMENT) unless it is one
/// in C.
std::string checked_function_name(const char *name);

/// Throws Failure with the sentence "name = value is ..., but must be ...": CUBOID_BAD_NDIM,
/// CUBOID_BAD_ARGUMENT.  Every option is checked, also those of other methods: a value that cannot
/// be used is a slip wherever it stands.
void check_options(const Options &options);

/// Throws Failure(CUBOID_BAD_NDIM) if the method that the options choose has no such dimension.
/// cuba: through Cuba's entries.
void check_dimension(int ndim, const Options &options, bool cuba = false);

/// Throws Failure(CUBOID_BAD_NCOMP) if the method cannot have so many components.
void check_components(int ndim, int ncomp, const Options &options);

/// Throws Failure(CUBOID_BAD_NDIM or CUBOID_BAD_NCOMP) for an integrand that cannot be.
void check_integrand_shape(int ndim, int ncomp);

/// Throws Failure(CUBOID_BAD_ARGUMENT) if options that can be used one by one cannot be together.
void check_together(const Options &options);

/// Throws Failure(CUBOID_BAD_ARGUMENT) if what Divonne is told about peaks cannot be used.
void check_peaks(int ndim, std::int64_t ngiven, int ldxgiven, const double *xgiven,
                 std::int64_t nextra, const void *peakfinder);

/// Throws Failure(CUBOID_OUT_OF_MEMORY) if so many components need more memory than this machine
/// has, whatever the method.
void check_memory(int ncomp);

inline constexpr int max_dimensions = 1024;

}  // namespace cuboid::api
