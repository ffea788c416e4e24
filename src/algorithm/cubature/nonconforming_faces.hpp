// Where small regions meet large ones.  What has made the small ones small may run on across their
// common face, as the tail of a peak does that the face cuts off: the rule of the large region has
// no point near there, and a probe that is spread over the large region has hardly one.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/cubature/lines_through.hpp"
#include "algorithm/cubature/probe.hpp"
#include "algorithm/cubature/region_tree.hpp"

namespace cuboid::algorithm {

/// One look along lines in the large regions, through places just behind the faces.
class NonconformingFaces {
 public:
  /// number: of probes before; each takes other places.
  NonconformingFaces(const Task &task, RegionStore &regions, std::int64_t number,
                     bool spikes = true);

  /// At most so many points, of the faces where most may be missing, [ncomp] as much as matters at
  /// least.  Adds what stands out to the sights.  Throws what the engine throws, after which
  /// evaluated() says how far it came.
  void follow(std::int64_t npoints, const std::vector<double> &least, std::vector<Sight> &sights);

  std::int64_t evaluated() const { return lines_.evaluated(); }

 private:
  struct Face {
    std::int64_t small, large;
    int axis;      ///< across the face
    bool upper;    ///< the large region lies above the small one
    double worth;  ///< error of the large one, if it were as rough as the small one, by `least`
  };

  std::vector<std::int64_t> roughest(std::size_t most) const;
  std::vector<std::int64_t> that_may_matter(std::vector<std::int64_t> regions,
                                            const std::vector<double> &least) const;
  std::vector<Face> worst_faces(std::size_t most, const std::vector<double> &least) const;
  template <class Part>
  bool behind(std::int64_t region, int axis, bool upper, const Part &part,
              std::vector<double> &place) const;
  double error_density(std::int64_t region, int component) const;
  double cut_off(const Face &pair, int component) const;
  void add_line(const Face &pair);
  void judge(std::size_t line, const Face &pair, std::vector<Sight> &sights) const;

  const Task &task_;
  RegionStore &regions_;
  const std::int64_t number_;
  LinesThrough lines_;
};

}  // namespace cuboid::algorithm
