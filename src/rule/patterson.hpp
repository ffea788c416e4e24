// Patterson's nested rules of 1, 3, 7, 15, 31 and 63 points on (0, 1): each has the points of the
// one before and, from 3 on, integrates polynomials of degree (3 n + 1) / 2 exactly.
//
// T. N. L. Patterson, The optimum addition of points to quadrature formulae, Math. Comp. 22 (1968)
// 847.  Computed with 120 digits: the new points of a rule are the roots of the polynomial whose
// product with that of the points before is orthogonal to all of lower degree.
#pragma once

namespace cuboid::rule {

inline constexpr int patterson_levels = 6;

constexpr int patterson_points(int level) {
  return (2 << level) - 1;
}

namespace patterson {

constexpr int max_points = patterson_points(patterson_levels - 1);

/// On (-1, 1), those above 0 in the order in which rules take them up; each stands for its mirror
/// image as well.
inline constexpr double nodes[] = {
    0.77459666924148337704, 0.434243749346802558,   0.96049126870802028342, 0.22338668642896688163,
    0.62110294673722640294, 0.88845923287225699889, 0.99383196321275502221, 0.11248894313318662575,
    0.33113539325797683309, 0.53131974364437562397, 0.70249620649152707861, 0.8367259381688687355,
    0.92965485742974005667, 0.98153114955374010687, 0.99909812496766759766, 0.056344313046592789972,
    0.16823525155220746498, 0.27774982202182431507, 0.38335932419873034692, 0.48361802694584102756,
    0.57719571005204581484, 0.66290966002478059546, 0.73975604435269475868, 0.80694053195021761186,
    0.86390793819369047715, 0.9103711569570042925,  0.94634285837340290515, 0.97218287474858179658,
    0.98868475754742947994, 0.99720625937222195908, 0.99987288812035761194};
/// Of all rules one after the other, for 0 and then for these nodes; a rule's sum is 1.
inline constexpr double weights[] = {1.0,
                                     0.44444444444444444444,
                                     0.27777777777777777778,
                                     0.22545826932923707117,
                                     0.13424404493416672036,
                                     0.20069870738798111145,
                                     0.052328113013233632597,
                                     0.11275524989910334369,
                                     0.06720762762189211018,
                                     0.10031426468849451052,
                                     0.025801641498539869848,
                                     0.1095784292007937482,
                                     0.085755954568195690394,
                                     0.046463597657562268843,
                                     0.0085008598149701301695,
                                     0.056377628360384345804,
                                     0.03360387714799535177,
                                     0.050157139305897789386,
                                     0.012903799048088326782,
                                     0.054789210527962319118,
                                     0.042877960024995175577,
                                     0.023231446630878993271,
                                     0.0042172828696605531232,
                                     0.05597843651047672844,
                                     0.052834946790117404872,
                                     0.046813554990632236808,
                                     0.038439810249501765521,
                                     0.028489754747061678706,
                                     0.017978551653564661048,
                                     0.0082230249271939054669,
                                     0.0012723903957809372077,
                                     0.028188814180192358694,
                                     0.016801938574103865271,
                                     0.025078569652949768707,
                                     0.006451900050175632813,
                                     0.027394605263981432516,
                                     0.021438980012503867246,
                                     0.011615723319955134722,
                                     0.0021088152207794274195,
                                     0.027989218255238159704,
                                     0.026417473395058259931,
                                     0.023406777495314006201,
                                     0.019219905124727766019,
                                     0.014244877372916774306,
                                     0.0089892757840641351664,
                                     0.0041115039786179648346,
                                     0.00063257827811503400569,
                                     0.028138849915627150636,
                                     0.027740702178279681994,
                                     0.026952749667633031963,
                                     0.025791626976024229388,
                                     0.024282165203336599358,
                                     0.022457265826816098707,
                                     0.020357755058472159467,
                                     0.01803221639039128632,
                                     0.01553677555584398244,
                                     0.012934839663607373455,
                                     0.010297116957956355575,
                                     0.0077033752332797489011,
                                     0.0052491234548106609491,
                                     0.0030577534110586231698,
                                     0.0012895248973428441362,
                                     0.00018161074092276532985};

}  // namespace patterson

struct PattersonRules {
  /// The points of a rule come first, and then those that the next one adds.
  double nodes[patterson::max_points] = {};
  /// By level: the weights of its rule less those of the one before.
  double differences[patterson_levels][patterson::max_points] = {};
};

inline constexpr PattersonRules patterson_rules = [] {
  PattersonRules rules{};
  rules.nodes[0] = .5;
  for (int i = 1; i < patterson::max_points; ++i) {
    const double node = patterson::nodes[(i - 1) / 2] / 2;
    rules.nodes[i] = i % 2 == 1 ? .5 + node : .5 - node;
  }
  const double *of_rule = patterson::weights;
  const double *before = nullptr;
  for (int level = 0; level < patterson_levels; ++level) {
    for (int i = 0; i < patterson_points(level); ++i) {
      const bool is_new = level == 0 || i >= patterson_points(level - 1);
      rules.differences[level][i] = of_rule[(i + 1) / 2] - (is_new ? 0 : before[(i + 1) / 2]);
    }
    before = of_rule;
    of_rule += 1 << level;
  }
  return rules;
}();

}  // namespace cuboid::rule
