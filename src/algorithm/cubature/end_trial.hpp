// When cubature looks for singular ends of the axes, what it does with those it finds, and when it
// gives their maps up.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/cubature/ends.hpp"
#include "algorithm/cubature/refinement.hpp"
#include "base/probing.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

class EndTrial {
 public:
  /// All but probing live as long as this object.  ends: gets the maps, task leads through them.
  EndTrial(const Task &task, Probing probing, EndsEngine &ends, Refinement &refinement,
           Result &result)
      : task_(task), probing_(probing), ends_(ends), refinement_(refinement), result_(result) {}

  /// Back to where the first integration begins, without maps.
  void forget();
  /// Cubature comes to a face, and its errors fall slowly there.
  bool is_due(int worst);
  /// Whether ends are singular and have maps now, with which the integration is to begin anew.  May
  /// refuse the integral: nobody gets further where it diverges, or where numbers do not say
  /// enough.
  bool finds_maps(int worst);
  /// Whether the maps led no further than cubature had been without them.  If so, they are gone,
  /// and the integration is to begin anew.
  bool disappoints();
  /// Whether regions were given up, whose error was not 0.
  bool has_begun_anew() const { return rival_.error > 0; }
  /// Refuses the integral where a region has come so close to an end with a map that its rule sees
  /// where numbers end.
  bool refuses(int worst);

  void save(StateWriter &writer) const;
  /// Throws StateReader::BadState.
  void restore(StateReader &reader);

 private:
  /// What there was without maps, that they have to beat with as many evaluations.
  struct Rival {
    std::int64_t until = 0;  ///< evaluations; 0: nothing is compared
    std::int64_t component = 0;
    double error = 0;
  };

  bool refused_by(const FoundEnds &found);
  void refuse_end(const EndOfAxis &end, const std::vector<double> &lost);
  EndOfAxis bridge_seen_by(const double *lower, const double *upper) const;

  const Task &task_;
  const Probing probing_;
  EndsEngine &ends_;
  Refinement &refinement_;
  Result &result_;
  bool tried_faces_ = false;
  Rival rival_;
  std::vector<double> bridged_;  ///< see FoundEnds; empty: no end was found
};

}  // namespace cuboid::algorithm
