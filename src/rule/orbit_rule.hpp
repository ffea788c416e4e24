// Fully symmetric cubature rules for cubes as short lists of orbits, with their null rules.
//
// The rules are those of DCUHRE (Berntsen, Espelid, Genz, ACM TOMS 17 (1991) 437 and 452; the rules
// of degree 7 and 9 are from Genz and Malik, SIAM J. Numer. Anal. 20 (1983) 580).  An orbit is all
// points that permutations and changes of sign make of one generator.  A rule is applied orbit by
// orbit: the integrand's sum over an orbit is multiplied by the five weights of that orbit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "rule/region_error.hpp"

namespace cuboid::rule {

/// The points with `na` coordinates +-a, `nb` coordinates +-b and the others 0, in the cube
/// [-1/2, 1/2]^ndim.
struct Orbit {
  int na = 0;
  int nb = 0;
  double a = 0;
  double b = 0;
  double weight[nsums] = {};
  std::int64_t npoints = 0;
};

struct OrbitRule {
  int ndim = 0;
  int degree = 0;
  int norbits = 0;
  std::int64_t npoints = 0;
  Orbit orbit[max_orbits];
  /// Orbits 1 to naxis have their points on the axes; those of orbit 1, the outermost, and of
  /// orbit 2 give the fourth differences that choose the axis of a split.
  int naxis = 0;
  double difference_ratio = 0;  ///< (a of orbit 2 / a of orbit 1)^2
  NullRules null;
};

namespace detail {

inline double binomial(int n, int k) {
  double value = 1;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

/// Number of points: positions of the a, positions of the b among the rest, and signs.
inline std::int64_t orbit_size(int ndim, const Orbit &orbit) {
  return static_cast<std::int64_t>(binomial(ndim, orbit.na) * binomial(ndim - orbit.na, orbit.nb) *
                                   std::ldexp(1.0, orbit.na + orbit.nb));
}

inline void add_orbit(OrbitRule &rule, int na, int nb, double a, double b, double w0, double w1,
                      double w2, double w3, double w4) {
  Orbit &orbit = rule.orbit[rule.norbits++];
  orbit = {na, nb, a, b, {w0, w1, w2, w3, w4, 0}, 0};
  orbit.npoints = orbit_size(rule.ndim, orbit);
}

constexpr double large_generator = .4779536579022695061928604197171830064732;
constexpr double small_generator = .2030285873691198677998034402373279133258;
constexpr double vertex_generator = .3430378987808781457001426145164678603407;
constexpr double middle_generator = .4476273546261781288207704806530998539285;
/// So near to the faces that hardly a jump or kink across an axis fits in between.
constexpr double face_generator = .4999;

/// The rule has no point between large_generator and the faces.  An orbit without weight in it and
/// in its null rules is added there, and seen by a null rule of its own: on each axis, the divided
/// difference in the squares of the coordinates, which annuls the even polynomials of degree below
/// twice the number of generators.
template <int count>
void add_face_rule(OrbitRule &rule, const double (&generator)[count]) {
  add_orbit(rule, 1, 0, face_generator, 0, 0, 0, 0, 0, 0);
  // First of those on the axes, so that the axis of a split is chosen by it.
  std::rotate(rule.orbit + 1, rule.orbit + rule.norbits - 1, rule.orbit + rule.norbits);
  double weight[count];
  double centre = 1;
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const double square = generator[i] * generator[i];
    centre /= square;
    weight[i] = -.5 / square;
    for (int j = 0; j < count; ++j)
      if (j != i) weight[i] /= generator[j] * generator[j] - square;
    sum += 2 * std::fabs(weight[i]);
  }
  sum += centre;
  rule.orbit[0].weight[face_sum] = rule.ndim * centre / sum;
  for (int s = 1; s < rule.norbits; ++s)
    for (int i = 0; i < count; ++i)
      if (rule.orbit[s].na == 1 && rule.orbit[s].nb == 0 && rule.orbit[s].a == generator[i])
        rule.orbit[s].weight[face_sum] = weight[i] / sum;
}

/// Degree 9, ndim >= 2.  The polynomials in ndim are DCUHRE's weight formulas for its generators.
inline void add_degree_9(OrbitRule &rule) {
  const double n = rule.ndim;
  const double vertices = std::ldexp(1.0, rule.ndim);
  {
    const double w0 = n * (n * (n * -.002361170967785511788400941242259231309691 +
                                .1141539002385732526821323741697655347686) -
                           .6383392007670238909386026193674701393074) +
                      .7484998850468520800423030047583803945205;
    const double w1 = n * (n * (n * -.001432401703339912514196154599769007103671 +
                                .05747150786448972594860897296200006759892) -
                           .1422510457143424323449521620935950679394) +
                      .06287502873828697998942424881040490136987;
    const double w2 = n * .2545911332489590890011611142429070613156 - w1;
    const double w3 = n * (n * -1.207328566678236261002219995185143356737 +
                           .8956736576416067650809467826488567200939) -
                      1 + w0;
    const double w4 = n * -.3647935698604914666100134551381377205297 + 1 - w0;
    add_orbit(rule, 0, 0, 0, 0, w0, w1, w2, w3, w4);
  }
  {
    const double w0 =
        n * -.04508628929435784075980562738240804429658 + .2141588352435279340097929526588394300172;
    const double w1 = n * -.02735154652654564472203690086290223507436 +
                      .05494106704871123410060080562462135546101;
    const double w2 = .1193759620257077529708962121565290178730 - w1;
    const double w3 =
        n * .6508951939192025059314756320878023215278 + .1474493982943446016775696826942585013243;
    add_orbit(rule, 1, 0, small_generator, 0, w0, w1, w2, w3, -w0);
  }
  {
    const double w0 = n * (n * .003541756451678267682601411863388846964536 -
                           .07260936739589367960492815865074633743652) +
                      .1055749162521899101218622863269817454540;
    const double w1 = n * (n * .002148602555009868771294231899653510655506 -
                           .03226856389295394999786630399875134318006) +
                      .01063678399023121748083624225818915724455;
    const double w2 = .01468910249614349017540783437728097691502 - w1;
    const double w3 = n * .5113470834646759143109387357149329909126 +
                      .4597644812080634464633352781605214342691 + w0;
    const double w4 = .1823967849302457333050067275688690602649 - w0;
    add_orbit(rule, 1, 0, large_generator, 0, w0, w1, w2, w3, w4);
  }
  {
    const double w0 = .05769338449097348357291272840392627722165;
    const double w1 = .03499962660214358382244159694487155861542;
    add_orbit(rule, 1, 0, middle_generator, 0, w0, w1, -w0,
              -1.386862771927828143599782668709014266770, -w0);
  }
  add_orbit(rule, 1, 0, .125, 0, 0, 0, -.2386668732575008878964134721962088068396, 0, 0);
  add_face_rule(rule, {face_generator, small_generator, large_generator, middle_generator});
  {
    const double w0 = .01553241727660705326386197156586357005224 -
                      n * .003541756451678267682601411863388846964536;
    const double w1 = .003532809960709087023561817517751309380604 -
                      n * .002148602555009868771294231899653510655506;
    add_orbit(rule, 2, 0, large_generator, 0, w0, w1, -w1,
              .09231719987444221619017126187763868745587 + w0, -w0);
  }
  {
    const double w0 = .02254314464717892037990281369120402214829;
    const double w1 = .01367577326327282236101845043145111753718;
    add_orbit(rule, 1, 1, large_generator, small_generator, w0, w1, -w1,
              -.3254475969596012529657378160439011607639, -w0);
  }
  if (rule.ndim >= 3) {
    const double w0 = .001770878225839133841300705931694423482268;
    const double w1 = .001074301277504934385647115949826755327753;
    add_orbit(rule, 3, 0, large_generator, 0, w0, w1, -w1, w0, -w0);
  }
  {
    const double w0 = .2515001149531479199576969952416196054795 / vertices;
    const double w1 = -.06287502873828697998942424881040490136987 / vertices;
    add_orbit(rule, rule.ndim, 0, vertex_generator, 0, w0, w1, -w1, w0, -w0);
  }
}

/// Degree 7, ndim >= 2.
inline void add_degree_7(OrbitRule &rule) {
  const double n = rule.ndim;
  const double vertices = std::ldexp(1.0, rule.ndim);
  {
    const double w0 = n * (n * .01941786667474838842844534313920462333850 -
                           .4038525770115018254611834753723880293161) +
                      .6448566876746598222277360730193089551024;
    const double w1 = n * (n * .01177982690775806141012214458820955067854 -
                           .1804131874073360901182293138710989490609) +
                      .08878582808133504444306598174517276122439;
    const double w2 = n * .05632864580828594137378124255408286479947 - w1;
    const double w3 = n * (n * -.009708933337374194214222671569602311669249 -
                           .9912917677958235813775106862002319060386) +
                      .1775716561626700888861319634903455224488;
    add_orbit(rule, 0, 0, 0, 0, w0, w1, w2, w3, 1 - w0);
  }
  {
    const double w0 = .1235939803204323357183625846672135876752;
    const double w1 = .07497814870203369068087999555157339703666;
    add_orbit(rule, 1, 0, small_generator, 0, w0, w1, -w0,
              .5548914705142355977605994477355651401434, -w0);
  }
  {
    const double w0 =
        .08804124152269277122645182458858273865209 - n * .01941786667474838842844534313920462333850;
    const double w1 =
        .02111835845551338508329573367808085283304 - n * .01177982690775806141012214458820955067854;
    const double w2 = -.009930220323965333308685820460105538586058 - w1;
    const double w3 = -.06410005328501090417895544042025034295870 +
                      n * .009708933337374194214222671569602311669249;
    add_orbit(rule, 1, 0, large_generator, 0, w0, w1, w2, w3, -w0);
  }
  add_orbit(rule, 1, 0, .375, 0, 0, 0, .03038172903822100765927778829870429682489, 0, 0);
  add_face_rule(rule, {face_generator, small_generator, large_generator});
  {
    const double w0 = .009708933337374194214222671569602311669249;
    const double w1 = .005889913453879030705061072294104775339268;
    add_orbit(rule, 2, 0, large_generator, 0, w0, w1, -w1,
              -.004854466668687097107111335784801155834624, -w0);
  }
  {
    const double w0 = .3551433123253401777722639269806910448976 / vertices;
    const double w1 = -.08878582808133504444306598174517276122439 / vertices;
    add_orbit(rule, rule.ndim, 0, vertex_generator, 0, w0, w1, -w1,
              -.1775716561626700888861319634903455224488 / vertices, -w0);
  }
}

/// Degree 11, ndim = 3.  Numbers of DCUHRE.
inline void add_degree_11(OrbitRule &rule) {
  constexpr double table[13][9] = {
      {0, 0, 0, 0, 0.0009903847688882167, 1.715006248224684, 1.936014978949526, 0.517082819560576,
       2.05440450381852},
      {1, 0, 0.4975, 0, 0.0012671889041675774, 0.0034461267589738897, 0.04453911087786469,
       -0.09222852896022966, 0.057231697338518496},
      {1, 0, 0.095, 0, 0.0084964717409851, -0.3755893815889209, -0.3673449403754268,
       0.01445269144914044, 0.013777599884901202},
      {1, 0, 0.25, 0, 0.00013587331735072814, 0.1488632145140549, 0.02929778657898176,
       -0.3601489663995932, -0.576806291790441},
      {1, 0, 0.375, 0, 0.022982920777660364, -0.2497046640620823, -0.1151883520260315,
       0.3628307003418485, 0.03726835047700328},
      {1, 0, 0.4, 0, 0.004202649722286289, 0.1792501419135204, 0.05086658220872218,
       0.007148802650872729, 0.0068148789397772195},
      {2, 0, 0.49936724991757, 0, 0.0002109560854981544, -0.005140483185555825, -0.022878282571259,
       0.01719339732471725, -0.044930187438112855},
      {2, 0, 0.38968518428362114, 0, 0.016830857056410086, 0.006536017839876424,
       0.02908926216345833, -0.102141653746035, 0.027292365738663484},
      {3, 0, 0.49998494965443835, 0, 0.00021876823557504823, -0.00065134549392297,
       -0.002898884350669207, -0.007504397861080493, 0.000354747395055699},
      {3, 0, 0.3951318612385894, 0, 0.009690420479796819, -0.006304672433547204,
       -0.028059634133074954, 0.01648362537726711, 0.01571366799739551},
      {3, 0, 0.22016983438253684, 0, 0.030773311284628138, 0.01266959399788263, 0.05638741361145884,
       0.05234610158469334, 0.049900992192785674},
      {1, 2, 0.4774686911397297, 0.2189239229503431, 0.0084974310856038, -0.005454241018647931,
       -0.02427469611942451, 0.014454323316130661, 0.0137791555266677},
      {2, 1, 0.4830546566815374, 0.2288552938881567, 0.0017749535291258914, 0.004826995274768427,
       0.021483070341828822, 0.003019236275367777, 0.0028782064230998723},
  };
  for (const double *t : table) {
    add_orbit(rule, static_cast<int>(t[0]), static_cast<int>(t[1]), t[2], t[3], t[4], t[5], t[6],
              t[7], t[8]);
  }
}

/// Degree 13, ndim = 2.  Numbers of DCUHRE.
inline void add_degree_13(OrbitRule &rule) {
  constexpr double table[14][9] = {
      {0, 0, 0, 0, 0.00844923090033615, 0.3213775489050763, 0.3372900883288987, -0.8264123822525677,
       0.6539094339575232},
      {1, 0, 0.4978005239276064, 0, 0.0042536044255016, 0.021252979220987123, 0.02223559940380806,
       0.08833366840533902, 0.006974520545933992},
      {1, 0, 0.12585646717265545, 0, 0.023771474018994404, -0.1767341636743844, -0.1644903060344491,
       0.306583861409436, -0.2041614154424632},
      {1, 0, 0.3506966822267133, 0, 0.02940016170142405, 0.07347600537466073, 0.07707849911634623,
       0.002389292538329435, -0.174698151579499},
      {1, 0, 0.4795480315809981, 0, 0.006644436465817374, -0.03638022004364754,
       -0.03804478358506311, -0.1343024157997222, 0.03937939671417803},
      {1, 0, 0.25, 0, 0, 0.1460984204026913, 0.1480693879765931, 0, 0},
      {2, 0, 0.07972723291487795, 0, 0.0040664827465935255, 0.017476132861520992,
       0.000004467143702185815, 0.0009786283074168292, 0.0066677021717782585},
      {2, 0, 0.1904495567970094, 0, 0.03362231646315497, 0.1444954045641582, 0.150894476707413,
       -0.1319227889147519, 0.05512960621544304},
      {2, 0, 0.3291384627633596, 0, 0.033200804136503725, 0.0001307687976001325,
       0.000036472001075162155, 0.00799001220015063, 0.05443846381278608},
      {2, 0, 0.43807365825146577, 0, 0.014093686924979677, 0.0005380992313941161,
       0.000577719899901388, 0.0033917470797606257, 0.02310903863953934},
      {2, 0, 0.499121592026599, 0, 0.000977069770327625, 0.0001042259576889814,
       0.0001041757313688177, 0.0022949157182832643, 0.01506937747477189},
      {1, 1, 0.4895111329084231, 0.32461421628226944, 0.007531996943580376, -0.001401152865045733,
       -0.001452822267047819, -0.01358584986119197, -0.060570216489018905},
      {1, 1, 0.43637106005656195, 0.1791307322940614, 0.02577183086722915, 0.008041788181514763,
       0.008338339968783704, 0.04025866859057809, 0.04225737654686337},
      {1, 1, 0.2833333333333333, 0.1038888888888889, 0.015625, -0.1420416552759383,
       -0.147279632923196, 0.003760268580063992, 0.02561989142123099},
  };
  for (const double *t : table) {
    add_orbit(rule, static_cast<int>(t[0]), static_cast<int>(t[1]), t[2], t[3], t[4], t[5], t[6],
              t[7], t[8]);
  }
}

/// One dimension: the rule of Kronrod with 15 points (A. S. Kronrod, Nodes and weights of
/// quadrature formulas, 1965), and null rules of degree 13, 11, 9, 7, orthogonal to each other and
/// of the rule's norm (J. Berntsen and T. O. Espelid, ACM TOMS 17 (1991) 233).
inline void add_kronrod(OrbitRule &rule) {
  constexpr double table[8][9] = {
      {0, 0, 0, 0, 0.104741070542363914, -0.104174764990859572, 0.104022811898488888,
       -0.104707264338674715, 0.104684995391180915},
      {1, 0, 0.103892477503949234, 0, 0.102216470037649446, 0.102153950498743472,
       -0.0843835508636458862, 0.0527039721674941956, -0.0112630718605176248},
      {1, 0, 0.202922575688698583, 0, 0.095175289032392705, -0.095681178101682929,
       0.0325758989198866636, 0.0517879755029256644, -0.102058816374124828},
      {1, 0, 0.293043617733845565, 0, 0.0845023633196339514, 0.0844506784122089278,
       0.0315728073358100095, -0.104591042454371465, 0.0326916141948056991},
      {1, 0, 0.37076559279969722, 0, 0.0703266298577629594, -0.0694835410610856287,
       -0.0832681186420473548, 0.0537257369833141178, 0.095425875780101976},
      {1, 0, 0.432432211679884536, 0, 0.0523950051611250919, 0.052362958353380282,
       0.104200015808298032, 0.0499527211699697766, -0.0543706363872459543},
      {1, 0, 0.474553956171379262, 0, 0.0315460463149892766, -0.0331761325472455408,
       -0.0862748770386309557, -0.104275778261342146, -0.0829194322238880767},
      {1, 0, 0.49572768556040632, 0, 0.0114676610052646125, 0.0114606469411112027,
       0.0335664185310850476, 0.0530500470613472142, 0.0701519691752783508},
  };
  for (const double *t : table) {
    add_orbit(rule, static_cast<int>(t[0]), 0, t[2], 0, t[4], t[5], t[6], t[7], t[8]);
  }
}

/// lambda: a null rule of lower degree plus lambda times the next has no weight on the orbit.  nu
/// makes the sum of the absolute weights of that combination one.
inline void scale_null_rules(OrbitRule &rule) {
  rule.null.norbits = rule.norbits;
  double second = 0;
  for (int s = 0; s < rule.norbits; ++s)
    second += static_cast<double>(rule.orbit[s].npoints) * std::fabs(rule.orbit[s].weight[2]);
  rule.null.face = 1 / second;
  for (int s = 0; s < rule.norbits; ++s) {
    for (int r = 1; r <= 3; ++r) {
      const double *w = rule.orbit[s].weight;
      const double lambda = w[r] == 0 ? 100 : -w[r + 1] / w[r];
      double sum = 0;
      for (int x = 0; x < rule.norbits; ++x) {
        const Orbit &orbit = rule.orbit[x];
        sum += static_cast<double>(orbit.npoints) *
               std::fabs(orbit.weight[r + 1] + lambda * orbit.weight[r]);
      }
      rule.null.lambda[s][r - 1] = lambda;
      // An orbit without weight takes no part.
      const bool takes_part = w[1] != 0 || w[2] != 0 || w[3] != 0 || w[4] != 0;
      rule.null.nu[s][r - 1] = takes_part ? 1 / sum : 0;
    }
  }
}

}  // namespace detail

/// key: 7, 9, 11 or 13; the last two for three and two dimensions only; none for one dimension. Any
/// other: the rule of highest degree.  Throws Failure(CUBOID_BAD_NDIM) for ndim outside 1 to 30.
inline OrbitRule make_orbit_rule(int ndim, int key) {
  if (ndim < 1 || ndim > 30) {
    throw Failure(CUBOID_BAD_NDIM,
                  "ndim = " + std::to_string(ndim) + ": cubature rules have 1 to 30 dimensions");
  }
  OrbitRule rule;
  rule.ndim = ndim;
  if (ndim == 1) {
    rule.degree = 23;
    rule.null.decay = 5, rule.null.trusted = 1, rule.null.plain = 5;
    detail::add_kronrod(rule);
  } else if ((key == 13 || (key != 7 && key != 9)) && ndim == 2) {
    rule.degree = 13;
    rule.null.decay = 10, rule.null.trusted = 1, rule.null.plain = 5;
    detail::add_degree_13(rule);
  } else if ((key == 11 || (key != 7 && key != 9)) && ndim == 3) {
    rule.degree = 11;
    rule.null.decay = 4, rule.null.trusted = .5, rule.null.plain = 3;
    detail::add_degree_11(rule);
  } else {
    rule.degree = key == 7 ? 7 : 9;
    rule.null.decay = 5, rule.null.trusted = 1, rule.null.plain = 5;
    if (key == 7) {
      detail::add_degree_7(rule);
    } else {
      detail::add_degree_9(rule);
    }
  }
  detail::scale_null_rules(rule);
  for (int s = 0; s < rule.norbits; ++s) {
    rule.npoints += rule.orbit[s].npoints;
    if (rule.orbit[s].na == 1 && rule.orbit[s].nb == 0 && rule.naxis == s - 1) rule.naxis = s;
  }
  const double ratio = rule.orbit[2].a / rule.orbit[1].a;
  rule.difference_ratio = ratio * ratio;
  return rule;
}

/// One point of an orbit: two bits a coordinate, 1 for +, 3 for -, 0 for none, for each generator.
struct PointCode {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
};

/// All points of an orbit; a point and the one with the last sign changed are neighbours.
inline std::vector<PointCode> orbit_points(int ndim, const Orbit &orbit) {
  std::vector<PointCode> points;
  points.reserve(static_cast<std::size_t>(orbit.npoints));
  // Kind of each coordinate (0: none, 1: a, 2: b), counted through like digits.
  std::vector<int> kind(ndim, 0);
  const auto emit = [&] {
    std::vector<int> nonzero;
    for (int d = 0; d < ndim; ++d) {
      if (kind[d] != 0) nonzero.push_back(d);
    }
    for (std::uint64_t signs = 0; signs < std::uint64_t{1} << nonzero.size(); ++signs) {
      PointCode code;
      for (std::size_t i = 0; i < nonzero.size(); ++i) {
        const std::uint64_t bits = (signs >> i & 1 ? std::uint64_t{3} : std::uint64_t{1})
                                   << 2 * nonzero[i];
        (kind[nonzero[i]] == 1 ? code.a : code.b) |= bits;
      }
      points.push_back(code);
    }
  };
  const auto place = [&](const auto &self, int d, int na, int nb) -> void {
    if (na + nb > ndim - d) return;
    if (d == ndim) {
      emit();
      return;
    }
    for (int k = 0; k <= 2; ++k) {
      if ((k == 1 && na == 0) || (k == 2 && nb == 0)) continue;
      kind[d] = k;
      self(self, d + 1, na - (k == 1), nb - (k == 2));
    }
    kind[d] = 0;
  };
  place(place, 0, orbit.na, orbit.nb);
  return points;
}

}  // namespace cuboid::rule
