// The named checks of native cubature: what each guards against, and what is lost without it, is
// printed by tests/bench/cubature_checks, which switches off one after the other.
#pragma once

namespace cuboid::algorithm {

struct Checks {
  bool faces = true;       ///< points near the faces of regions (rule/face_rule.hpp)
  bool carried = true;     ///< halves keep a part of what splitting has changed (carried_error.hpp)
  bool few = true;         ///< errors of few regions count more often (carried_error.hpp)
  bool unresolved = true;  ///< a region as wide as 16 numbers has an error
  bool blind = true;       ///< where a rule sees nothing, the longest side is halved
  bool alike = true;       ///< where halves have more error, regions alike are halved as well
  bool corners = true;     ///< lines from the corners of the box
  bool diagonals = true;   ///< what they meet there is to stand out of a shorter one, too
  bool climbs = true;      ///< from what is met to its top
  bool spikes = true;      ///< what spreads over two points of a line is one thing
  bool fills = true;       ///< what is met may fill its region
  bool again = true;       ///< after a find, probing costs its full price again
  bool constants = true;   ///< a constant is probed as closely as zeros
  bool nonconforming = true;  ///< what small regions have resolved may run on behind faces
  bool sparse = true;         ///< a sparse grid beside the regions, for what is smooth
  bool axes = true;           ///< of each axis, it is to know no less than the regions
  bool drift = true;          ///< without convergence, how far the value seems to move on
};

}  // namespace cuboid::algorithm
