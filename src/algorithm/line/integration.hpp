// One integral by line.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "algorithm/line/line.hpp"
#include "algorithm/line/piece.hpp"
#include "base/region_table.hpp"
#include "rule/line_step.hpp"

namespace cuboid::algorithm::line_parts {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Points with NaN or infinity are moved by this part of half of their piece.
inline constexpr double step_off = 0x1p-5;

/// Of the integral, without the breaks where there are too many to begin with.
std::vector<LinePlace> rising_places(const Task &task, const LineOptions &options);

class Integration {
 public:
  Integration(const Task &task, const LineOptions &options, Result &result)
      : task_(task),
        options_(options),
        result_(result),
        ncomp_(static_cast<std::size_t>(task.ncomp)),
        sign_(options.places.front().x <= options.places.back().x ? 1 : -1),
        places_(rising_places(task, options)),
        lower_(places_.front().x),
        upper_(places_.back().x),
        beyond_(ncomp_),
        beyond_error_(ncomp_) {}

  void run();
  RegionTable regions() const;
  /// Where the first probe looks, whatever the integrand.
  rule::LineProbe first_probe();

 private:
  void begin();
  void add_variable(VariableKind kind, double a, double b);
  void add_beyond(const Variable &variable, int end);
  void look_beyond(const double *f, const double (&distance)[rule::points_at_end], const End &end,
                   double to);
  Place in_whole(const Variable &variable, Place place) const;
  void evaluate(const std::vector<Place> &places, std::vector<double> &f);
  void note_faded(const std::vector<Place> &places, const std::vector<double> &f);
  std::vector<bool> repair(const std::vector<Place> &places,
                           const std::function<Place(std::size_t)> &place_beside,
                           std::vector<double> &f, bool infinite);
  Place place_at(const Piece &piece, double at, double &jacobian) const;
  Place place_beside(const Piece &piece, double at) const;
  std::vector<Piece> apply(std::vector<Piece> pieces);
  void estimate(Piece &piece, const double *f, const std::vector<double> &jacobians,
                const std::vector<bool> &moved, std::size_t first) const;
  void keep(Piece piece);
  void compare(const Piece &whole, Piece &left, Piece &right) const;
  void split(std::vector<Piece> wholes);
  void map_other_side_of_zero();
  std::size_t split_worst(std::size_t most);
  bool is_place(double x) const;
  bool is_at_end(const Piece &piece) const;
  bool is_direct(const Piece &piece) const;
  double farthest_of(const Piece &piece) const;
  double cut_of(const Piece &piece) const;
  double point_between(double from, double to);
  void make_ends_at(double from, double to);
  void sum_up();
  bool has_jumps();
  void choose_gaps(const std::vector<Glimpse> &known);
  std::vector<Glimpse> known_points();
  template <class Visit>
  void for_each_gap(const std::vector<Glimpse> &known, const Visit &visit) const;
  int points_in_gap(const Piece &piece, double from, double width) const;
  std::vector<Glimpse> with_gaps_filled(const std::vector<Glimpse> &known) const;
  void evaluate(std::vector<Glimpse> &glimpses, std::vector<double> &values);
  bool probe();
  void remember(const Glimpse &glimpse);
  bool is_surprising(const Glimpse &glimpse, std::size_t c) const;
  bool is_done();
  bool is_hopeless() const;
  void explain();

  const Task &task_;
  const LineOptions &options_;
  Result &result_;
  const std::size_t ncomp_;
  const double sign_;
  const std::vector<LinePlace> places_;
  const double lower_, upper_;
  std::vector<Variable> variables_;
  std::vector<Piece> pieces_;                  ///< a heap
  std::vector<Piece> split_;                   ///< what they came from
  std::vector<Piece> finished_;                ///< too narrow to be split
  std::vector<Piece> coarse_;                  ///< with nothing left but the rounding of points
  std::vector<double> beyond_, beyond_error_;  ///< what lies between ranges of t and their ends
  std::vector<double> scale_;                  ///< [ncomp], by which errors are compared
  std::vector<Surprise> surprises_;            ///< of all probes
  std::vector<double> gaps_;  ///< of each variable, that a probe leaves; empty: none
  double faded_[2] = {infinity,
                      infinity};  ///< |x| from which on there is nothing, below and above 0
  bool alternates_ = false;       ///< the tail changes its sign
  bool diverges_ = false;
  double worst_end_ = 0;
  double worst_error_ = 0;  ///< beyond it
};

}  // namespace cuboid::algorithm::line_parts
