// Cuhre: globally adaptive cubature, as Berntsen, Espelid and Genz, ACM TOMS 17 (1991) 437, and
// Cuba do it.
#pragma once

#include <memory>

#include "algorithm/common/task.hpp"

namespace cuboid::algorithm {

/// key: degree of the rule, see rule::make_cuhre_rule.  task.ndim: 1 to 20.  judged: the errors are
/// those of Judgement; false: as in Cuba.
/// Throws Failure: what the engine throws; CUBOID_NONFINITE when sums overflow;
/// CUBOID_OUT_OF_MEMORY when the regions are beyond task.memory_limit.
void cuhre(const Task &task, int key, bool judged, Result &result);

/// Integrates again and again with one rule and the memory of the regions before.  The numbers are
/// those of cuhre().
class CuhreSeries {
 public:
  /// task, result: live as long as this object; the task's engine may be another one each time.
  CuhreSeries(const Task &task, int key, bool judged, Result &result);
  ~CuhreSeries();

  /// The result is to be a fresh one.  Throws as cuhre().
  void integrate();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace cuboid::algorithm
