// The 10-point Gauss rule within the 21-point Kronrod rule on (-1, 1).
//
// Computed to 60 digits from the Jacobi-Kronrod matrix (D. Laurie, Calculation of Gauss-Kronrod
// quadrature rules, Math. Comp. 66 (1997) 1133); the weights of Gauss are 2 / ((1 - x^2) P'(x)^2).
#pragma once

#include "rule/line_piece.hpp"

namespace cuboid::rule {

inline constexpr int kronrod_half = 10;

/// The nodes that are not negative, from the end to the centre; those with odd numbers are Gauss's.
inline constexpr double kronrod_nodes[kronrod_half + 1] = {
    0.99565716302580808073552728068900284792126,
    0.97390652851717172007796401208445205342827,
    0.93015749135570822600120718005950834622517,
    0.86506336668898451073209668842349304852754,
    0.78081772658641689706371757834504237716341,
    0.67940956829902440623432736511487357576929,
    0.56275713466860468333900009927269414084301,
    0.43339539412924719079926594316578416220007,
    0.29439286270146019813112660310386556616269,
    0.14887433898163121088482600112971998461756,
    0};
inline constexpr double kronrod_weights[kronrod_half + 1] = {
    0.011694638867371874278064396062192048396217, 0.032558162307964727478818972459389760617389,
    0.054755896574351996031381300244580176373721, 0.075039674810919952767043140916190009395219,
    0.093125454583697605535065465083366344390019, 0.10938715880229764189921059032580496027181,
    0.1234919762620658510779581098310741595123,   0.13470921731147332592805400177170683276099,
    0.14277593857706008079709427313871706088598,  0.14773910490133849137484151597206804552373,
    0.14944555400291690566493646838982120374524};
inline constexpr double gauss_weights[kronrod_half / 2] = {
    0.066671344308688137593568809893331792857865, 0.14945134915058059314577633965769733240256,
    0.21908636251598204399553493422816319245877, 0.26926671930999635509122692156946935285976,
    0.29552422471475287017389299465133832942105};

inline constexpr KronrodPair kronrod_pair = [] {
  KronrodPair pair{};
  for (int i = 0; i < kronrod_points; ++i) {
    const int j = i <= kronrod_half ? i : 2 * kronrod_half - i;
    pair.nodes[i] = i <= kronrod_half ? -kronrod_nodes[j] : kronrod_nodes[j];
    pair.weights[i] = kronrod_weights[j];
    pair.gauss[i] = j % 2 == 1 ? gauss_weights[j / 2] : 0;
  }
  // Times a power of 2 that keeps them of usual size.
  for (int i = 0; i < kronrod_points; ++i) {
    double product = 1;
    for (int j = 0; j < kronrod_points; ++j)
      if (j != i) product *= 2 * (pair.nodes[i] - pair.nodes[j]);
    pair.interpolation[i] = 1 / product;
  }
  return pair;
}();

}  // namespace cuboid::rule
