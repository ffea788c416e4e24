// Student's distribution, of a mean whose error was found from few numbers.
#pragma once

namespace cuboid::statistics {

/// The t that is exceeded, one way or the other, with this probability: 1e-12 to 0.5.
/// dof: at least 3.
double student_quantile(double probability, int dof);

/// What a standard deviation that is known with so many degrees of freedom, 3 at least, is to be
/// multiplied by so that three times it is exceeded as seldom as by a normal distribution.
double three_sigma_factor(double dof);

/// The most by which the farthest of count numbers may lie from their mean, in units of their
/// standard deviation, if they are normal, but for this probability: F. E. Grubbs, Ann. Math. Stat.
/// 21 (1950) 27.
double farthest_of_normal(double probability, int count);

}  // namespace cuboid::statistics
