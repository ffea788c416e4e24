// What a method that adds up regions has seen that its caller should know.
#pragma once

#include <string>

namespace cuboid::algorithm {

struct CubatureSights {
  bool narrow = false;      ///< much of the error is what regions saw and their halves did not
  bool cancelling = false;  ///< the regions' integrals cancel but for a small part
  bool slow = false;        ///< regions that are split more and more hardly become smoother
};

/// A sentence for each, with what to try; empty: there is nothing to say.
std::string cubature_remark(const CubatureSights &sights);

}  // namespace cuboid::algorithm
