// Which method and which engine an integration gets.
#pragma once

#include <cstdint>
#include <string>

#include "base/options.hpp"
#include "engine/cpu/settings.hpp"
#include "engine/engine.hpp"

namespace cuboid::router {

enum class Method { vegas, suave, divonne, cuhre, pagani, vegas_plus, m_cubes, m_cubes_1d };

/// The name by which the option "method" calls it.
const char *method_name(Method method);

/// Whether it is VEGAS+ or a form of it.
bool draws_samples(Method method);

struct Plan {
  Method method;
  engine::cpu::WorkerMode workers;
  engine::Nonfinite nonfinite;
  bool last_only;
  std::int64_t memory_limit;  ///< bytes
};

/// A pure function of its arguments.  options: checked, see api/arguments.hpp.
/// physical_memory: of the machine, in bytes.
Plan choose(int ndim, const Options &options, std::int64_t physical_memory);

/// Bytes of memory that this machine has.
std::int64_t physical_memory();

}  // namespace cuboid::router
