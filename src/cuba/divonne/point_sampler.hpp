// Samples that are weighted sums over points.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cuba/divonne/sampler.hpp"

namespace cuboid::algorithm::divonne_detail {

/// Evaluates the points of many regions together, but never more than fit into a few megabytes.
class PointSampler : public Sampler {
 public:
  std::vector<RegionSample> sample(Phase phase, const std::vector<const Box *> &boxes,
                                   const std::vector<Extremes *> &extremes,
                                   Evaluations &evaluations) final;

  /// All points of a region, x: [points][ndim], and what follows from the values there, for
  /// somebody else who evaluates them.
  void place_all(const Box &box, double *x) { place(box, 0, points(), x); }
  RegionSample estimate_all(const Box &box, std::size_t ncomp, const double *f);

 protected:
  using Sampler::Sampler;

  /// Number of sums that a component needs.
  virtual std::size_t sums() const = 0;

  /// Writes count points of a region, from number first on, to x: [count][ndim].  Called once for
  /// each point, region by region in ascending order.
  virtual void place(const Box &box, std::int64_t first, std::int64_t count, double *x) = 0;

  /// Adds the values at these points, f: [count][ncomp], to the sums of a region: [ncomp][sums].
  virtual void add(std::int64_t first, std::int64_t count, std::size_t ncomp, const double *f,
                   double *sums) const = 0;

  /// What follows from the sums of one component.
  virtual Estimate estimate(double volume, const double *sums) const = 0;

  /// Numbers of the points that are extrapolated if they lie in the border, ascending.
  virtual const std::vector<std::int64_t> &extrapolated() const;

 private:
  /// Points of one region that are evaluated together with others.
  struct Piece {
    std::size_t region;
    std::int64_t first;
    std::int64_t count;
  };

  void evaluate(Phase phase, std::int64_t count, const std::vector<Piece> &pieces, const double *x,
                double *f, Evaluations &evaluations) const;
  void evaluate_bordered(Phase phase, const Piece &piece, const double *x, double *f,
                         Evaluations &evaluations) const;

  /// Numbers that hold nothing before they are written.  New memory costs time, so that an
  /// integration takes what one before has left.
  class Room {
   public:
    Room() = default;
    ~Room() { leave(); }
    Room(const Room &) = delete;
    Room &operator=(const Room &) = delete;

    /// At least so many.  What it held is lost.
    double *get(std::size_t size);

   private:
    void leave();

    std::size_t size_ = 0;
    std::unique_ptr<double[]> numbers_;
  };

  Room room_;
  std::vector<double> sums_of_all_;  ///< see estimate_all()
};

}  // namespace cuboid::algorithm::divonne_detail
