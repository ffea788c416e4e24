// Sums of doubles that depend neither on the order of the terms nor on who adds which: exact sums,
// rounded once.  The accumulator is as long as the range of a double (U. Kulisch, Computer
// Arithmetic and Validity, 2008); its digits are kept apart, so that carries wait for the end (J.
// Demmel and Y. Hida, SIAM J. Sci. Comput. 25 (2004) 1214), and accumulators are added as integers.
#pragma once

#include "base/hd.hpp"

namespace cuboid::rule {

/// The value is sum over i of limb[i] 2^(28 i - 1120).  A term adds less than 2^28 to three limbs,
/// so that 2^35 terms fit.  What is taken away again leaves no trace.
struct ExactSum {
  static constexpr int digit_bits = 28;
  static constexpr int offset = 1120;  ///< 40 digits, so that no double reaches below limb 0
  static constexpr int ndigits = 79;   ///< up to 2^1092
  static constexpr int nlimbs = ndigits + 1;

  /// [ndigits], and how many of the terms are infinite or not a number.  An empty sum is {}.
  long long limb[nlimbs];
};

/// The digits of a double, from limb[place] down.
struct ExactTerm {
  int place;
  bool negative;
  long long digit[3];
};

CUBOID_HD inline unsigned long long bits_of(double x) {
#ifdef __CUDA_ARCH__
  return static_cast<unsigned long long>(__double_as_longlong(x));
#else
  unsigned long long bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
#endif
}

CUBOID_HD inline ExactTerm exact_term(double x) {
  constexpr int bits = ExactSum::digit_bits;
  constexpr unsigned long long mask = (1ull << bits) - 1;
  constexpr unsigned long long leading = 1ull << 52;
  const unsigned long long all = bits_of(x);
  const int field = static_cast<int>(all >> 52 & 0x7ff);
  ExactTerm term;
  term.negative = all >> 63 != 0;
  if (field == 0x7ff) {
    term.place = ExactSum::ndigits;
    term.negative = false;
    term.digit[0] = 1;
    term.digit[1] = term.digit[2] = 0;
    return term;
  }
  const unsigned long long mantissa = (all & (leading - 1)) | (field > 0 ? leading : 0);
  const int exponent = (field > 0 ? field : 1) - 1023 + ExactSum::offset;
  term.place = exponent / bits;
  // Of 2^(28 place).
  const int shift = exponent - bits * term.place;
  const unsigned long long low = mantissa << (shift + 4);
  term.digit[0] = static_cast<long long>(mantissa >> (52 - shift));
  term.digit[1] = static_cast<long long>(low >> bits & mask);
  term.digit[2] = static_cast<long long>(low & mask);
  return term;
}

/// Adds a term, or takes it away.
CUBOID_HD inline void add(ExactSum &sum, const ExactTerm &term, bool away) {
  const bool minus = term.negative != away;
  for (int i = 0; i < 3; ++i) sum.limb[term.place - i] += minus ? -term.digit[i] : term.digit[i];
}

/// 2^exponent, for exponents of normal numbers.
CUBOID_HD inline double power_of_two(int exponent) {
#ifdef __CUDA_ARCH__
  return __hiloint2double((1023 + exponent) << 20, 0);
#else
  const unsigned long long bits = static_cast<unsigned long long>(1023 + exponent) << 52;
  double power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return power;
#endif
}

/// The sum, less than a unit in the last place from the exact one; infinite if a term is not
/// finite.  All limbs but those from first to before end are 0.  Every product is exact, so that it
/// does not matter whether a compiler contracts it.
CUBOID_HD inline double rounded(const ExactSum &sum, int first = 0, int end = ExactSum::nlimbs) {
  constexpr int bits = ExactSum::digit_bits;
  constexpr long long mask = (1ll << bits) - 1;
  if (sum.limb[ExactSum::ndigits] != 0) return power_of_two(1023) * 2;
  // The sign is that of what is carried out of the last digit.
  long long carry = 0;
  for (int i = first; i < end && i < ExactSum::ndigits; ++i) carry = (sum.limb[i] + carry) >> bits;
  const bool negative = carry < 0;
  // The last four digits that were seen, the highest first, and the place of the highest one.
  double window[4] = {0, 0, 0, 0};
  double seen[4] = {0, 0, 0, 0};
  int place = -1;
  carry = 0;
  for (int i = first; i < ExactSum::ndigits && (i < end || carry != 0); ++i) {
    const long long limb = (negative ? -sum.limb[i] : sum.limb[i]) + carry;
    carry = limb >> bits;
    const long long digit = limb & mask;
    for (int k = 3; k > 0; --k) window[k] = window[k - 1];
    window[0] = static_cast<double>(digit);
    if (digit == 0) continue;
    place = i;
    for (int k = 0; k < 4; ++k) seen[k] = window[k];
  }
  if (place < 0) return 0;
  constexpr double digit = 1 / static_cast<double>(1ll << bits);
  double value = ((seen[3] * digit + seen[2]) * digit + seen[1]) * digit + seen[0];
  // In two steps, since neither factor may leave the range of normal numbers.
  const int exponent = bits * place - ExactSum::offset;
  const int half = exponent / 2;
  value = value * power_of_two(half) * power_of_two(exponent - half);
  return negative ? -value : value;
}

}  // namespace cuboid::rule
