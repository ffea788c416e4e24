// The options of an integration, as CUBOID_OPTIONS lists them.
#pragma once

#include <cstdint>
#include <string>

#include "base/goal.hpp"
#include "base/probing.hpp"
#include "cuboid.h"

namespace cuboid {

namespace option_kind {
using integer = std::int64_t;
using real = double;
using text = std::string;
}  // namespace option_kind

struct Options {
#define CUBOID_OPTION_MEMBER(name, kind, value, ...) option_kind::kind name = value;
  CUBOID_OPTIONS(CUBOID_OPTION_MEMBER)
#undef CUBOID_OPTION_MEMBER
  /// Whether somebody has said how many samples iterations have: nstart or nincrease.  Else those
  /// of vegas_plus and m_cubes follow from maxeval.
  bool names_samples = false;
};

/// What is bound to the value of an option: see CUBOID_OPTIONS.
enum class OptionRole { numbers, goal, pace, own };

inline ErrorNorm norm_of(const Options &options) {
  if (options.norm == "max") return ErrorNorm::vector_max;
  if (options.norm == "l1") return ErrorNorm::vector_l1;
  if (options.norm == "l2") return ErrorNorm::vector_l2;
  if (options.complex == "largest") return ErrorNorm::largest;
  if (options.complex == "l2") return ErrorNorm::l2;
  return options.complex == "modulus" ? ErrorNorm::modulus : ErrorNorm::component;
}

inline Probing probing_of(const Options &options) {
  if (options.probing == "none") return Probing::none;
  return options.probing == "thorough" ? Probing::thorough : Probing::standard;
}

inline Goal goal_of(const Options &options) {
  return {options.epsrel, options.epsabs, options.mineval, options.maxeval, norm_of(options)};
}

}  // namespace cuboid
