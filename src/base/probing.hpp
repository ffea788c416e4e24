// How much cubature looks between the points of its rules.
#pragma once

namespace cuboid {

/// none: not at all; standard: at a fixed price; thorough: with more points where more is asked
/// for.
enum class Probing { none, standard, thorough };

}  // namespace cuboid
