// Patterson's nested rules of 2, 5, 11, 23 and 47 points on (0, 1): each has the points of the one
// before and, from 11 on, integrates polynomials of degree (3 n + 1) / 2 exactly.
//
// T. N. L. Patterson, The optimum addition of points to quadrature formulae, Math. Comp. 22 (1968)
// 847, from Gauss' rule of two points on.  Computed with 250 digits: the new points of a rule are
// the roots of the polynomial whose product with that of the points before is orthogonal to all of
// lower degree.  They are real up to here.
#pragma once

#include <initializer_list>

namespace cuboid::rule {

inline constexpr int patterson_levels = 5;

constexpr int patterson_points(int level) {
  return (3 << level) - 1;
}

namespace patterson {

constexpr int max_points = patterson_points(patterson_levels - 1);

/// On (-1, 1), those from 0 on in the order in which rules take them up; each but 0 stands for its
/// mirror image as well.
inline constexpr double nodes[] = {0.57735026918962576451, 0.0,
                                   0.92582009977255146157, 0.30476216915276288265,
                                   0.79008322340119373077, 0.98785368285261173498,
                                   0.15444378242844441647, 0.44696796404999669242,
                                   0.6926188473346906128,  0.86794828602803889807,
                                   0.96502643103930765951, 0.99789629329501009199,
                                   0.07748135076194010496, 0.23037270405390110293,
                                   0.3771191758151618032,  0.51385435850953775564,
                                   0.63705857890684353822, 0.74371458010679239394,
                                   0.83153029173181677019, 0.89933770191560515435,
                                   0.94762394404543075549, 0.97829968677949671651,
                                   0.9943548302018225407,  0.9994073121541606647};
/// Of all rules one after the other, for these nodes; a rule's sum is 1.
inline constexpr double weights[] = {0.5,
                                     0.24545454545454545455,
                                     0.31111111111111111111,
                                     0.098989898989898989899,
                                     0.12332479542293264049,
                                     0.15513387153771844034,
                                     0.048053846540572533168,
                                     0.14691094431268984146,
                                     0.087891245471737460731,
                                     0.016252232483208303978,
                                     0.061665449116342664621,
                                     0.077567981616587268137,
                                     0.024097374479764392267,
                                     0.073454109474074197635,
                                     0.043933715846896556162,
                                     0.0077953125478188115695,
                                     0.076530865059712050198,
                                     0.068441267857653029985,
                                     0.053376648210842649553,
                                     0.033893766615509491079,
                                     0.015302845712555783152,
                                     0.0027246542705367397105,
                                     0.030832724734213302477,
                                     0.038783990822512673784,
                                     0.01204915331886002878,
                                     0.03672705476337455286,
                                     0.021966862701469244487,
                                     0.0039611050532239091272,
                                     0.038265432513281347502,
                                     0.03422063387122611135,
                                     0.026688323340127806665,
                                     0.016946841510853208663,
                                     0.0076456597768923776155,
                                     0.001017530530367412002,
                                     0.038654080598073819195,
                                     0.037621291083574980615,
                                     0.035590269167950745466,
                                     0.032630046179307531505,
                                     0.028845489107067450877,
                                     0.024385413504474392844,
                                     0.019471061039673213314,
                                     0.01445279280307467536,
                                     0.0097785120480148859867,
                                     0.0056583137386713136612,
                                     0.0025490281532078561965,
                                     0.00065038505176349655937};

}  // namespace patterson

struct PattersonRules {
  /// The points of a rule come first, and then those that the next one adds.
  double nodes[patterson::max_points] = {};
  /// By level: the weights of its rule less those of the one before.
  double differences[patterson_levels][patterson::max_points] = {};
};

inline constexpr PattersonRules patterson_rules = [] {
  PattersonRules rules{};
  const double *of_rule = patterson::weights;
  for (int level = 0; level < patterson_levels; ++level) {
    int node = 0;
    for (int i = 0; i < patterson_points(level); ++node) {
      const double x = patterson::nodes[node];
      for (const double side : {x, -x}) {
        rules.nodes[i] = .5 + side / 2;
        rules.differences[level][i] += of_rule[node];
        if (level + 1 < patterson_levels) rules.differences[level + 1][i] -= of_rule[node];
        ++i;
        if (x == 0) break;
      }
    }
    of_rule += node;
  }
  return rules;
}();

}  // namespace cuboid::rule
