// The native Cuhre: globally adaptive cubature by the rules of Cuba's, whose errors and results are
// those of Judgement.
#pragma once

#include <cstdint>
#include <memory>

#include "base/probing.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

struct CuhreOptions {
  int key = 0;  ///< degree of the rule, see rule::make_cuhre_rule
  std::int64_t splits =
      1;  ///< most regions that are split together; 1: the worst alone, as in Cuba
  Probing probing = Probing::standard;
};

/// task.ndim: 1 to 20.
/// Throws Failure: what the engine throws; CUBOID_NONFINITE when sums overflow;
/// CUBOID_OUT_OF_MEMORY when the regions are beyond task.memory_limit.
void cuhre(const Task &task, const CuhreOptions &options, Result &result);

/// Integrates again and again with one rule and the memory of the regions before.  The numbers are
/// those of cuhre().
class CuhreSeries {
 public:
  /// task, result: live as long as this object; the task's engine may be another one each time.
  CuhreSeries(const Task &task, const CuhreOptions &options, Result &result);
  ~CuhreSeries();

  /// The result is to be a fresh one.  Throws as cuhre().
  void integrate();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace cuboid::algorithm
