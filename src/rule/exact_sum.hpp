// Sums of sizes of doubles that depend neither on the order of the terms nor on who adds which:
// exact sums, rounded once.  The accumulator is as long as the range of a double (U. Kulisch,
// Computer Arithmetic and Validity, 2008); its digits are kept apart, so that carries wait for the
// end (J. Demmel and Y. Hida, SIAM J. Sci. Comput. 25 (2004) 1214), and accumulators are added as
// integers.  Only the highest digits count (J. Demmel and H. D. Nguyen, IEEE Trans. Comput. 64
// (2015) 2060): since a term has the same digits beside any others, and which ones count follows
// from the largest term, this depends on no order either, and whoever adds may forget the rest.
#pragma once

#include "base/hd.hpp"

namespace cuboid::rule {

/// The value is sum over i of limb[i] 2^(27 i - 1080).  A term adds less than 2^27 to three limbs,
/// so that 2^35 terms fit.  What is taken away again leaves no trace.
struct ExactSum {
  /// A device adds 32 of them as one number of 32 bits.
  static constexpr int digit_bits = 27;
  static constexpr int offset = 1080;  ///< 40 digits, so that no double reaches below limb 0
  static constexpr int ndigits = 80;   ///< up to 2^1080
  static constexpr int nlimbs = ndigits + 1;
  /// From the highest limb of the largest term down, so many count: what is left out of a term is
  /// less than 2^-81 of the largest one.
  static constexpr int ncounted = 4;

  /// [ndigits], and how many of the terms are infinite or not a number.  An empty sum is {}.
  long long limb[nlimbs];
};

/// The digits of the size of a double, from limb[place] down.
struct ExactTerm {
  int place;
  unsigned int digit[3];
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

/// The digits of mantissa 2^(exponent - 52 - 1080).
CUBOID_HD inline ExactTerm digits_of(unsigned long long mantissa, int exponent) {
  constexpr int bits = ExactSum::digit_bits;
  constexpr unsigned int mask = (1u << bits) - 1;
  ExactTerm term;
  term.place = exponent / bits;
  // Of 2^(27 place).
  const int shift = exponent - bits * term.place;
  const unsigned long long low = mantissa << (shift + 2);
  term.digit[0] = static_cast<unsigned int>(mantissa >> (52 - shift));
  term.digit[1] = static_cast<unsigned int>(low >> bits) & mask;
  term.digit[2] = static_cast<unsigned int>(low) & mask;
  return term;
}

CUBOID_HD inline ExactTerm exact_term(double x) {
  constexpr unsigned long long leading = 1ull << 52;
  constexpr int of_one = ExactSum::offset - 1023;
  const unsigned long long all = bits_of(x);
  const unsigned long long mantissa = all & (leading - 1);
  const int field = static_cast<int>(all >> 52 & 0x7ff);
  if (field == 0x7ff) return {ExactSum::ndigits, {1, 0, 0}};
  return field == 0 ? digits_of(mantissa, of_one + 1)
                    : digits_of(mantissa | leading, of_one + field);
}

/// Adds a term, or takes it away.
CUBOID_HD inline void add(ExactSum &sum, const ExactTerm &term, bool away) {
  for (int i = 0; i < 3; ++i) {
    const long long digit = term.digit[i];
    sum.limb[term.place - i] += away ? -digit : digit;
  }
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

/// The place of the highest limb that is not 0, but no less than so many as count.
CUBOID_HD inline int highest_limb(const ExactSum &sum) {
  int place = ExactSum::nlimbs - 1;
  while (place > ExactSum::ncounted - 1 && sum.limb[place] == 0) --place;
  return place;
}

/// What the limbs that count come to, less than two units in the last place from exact.  limb: from
/// `place` down; they may have any sign.  Every product is exact, so that it does not matter
/// whether a compiler contracts it.
CUBOID_HD inline double rounded(const long long (&limb)[ExactSum::ncounted], int place) {
  constexpr int bits = ExactSum::digit_bits;
  constexpr long long mask = (1ll << bits) - 1;
  if (place == ExactSum::ndigits) return power_of_two(1023) * 2;
  // The sign is that of what is carried out of the highest digit.
  long long carry = 0;
  for (int k = ExactSum::ncounted - 1; k >= 0; --k) carry = (limb[k] + carry) >> bits;
  const bool negative = carry < 0;
  carry = 0;
  double value = 0;
  for (int k = ExactSum::ncounted - 1; k >= 0; --k) {
    const long long sum = (negative ? -limb[k] : limb[k]) + carry;
    value = (value + static_cast<double>(sum & mask)) * power_of_two(-bits);
    carry = sum >> bits;
  }
  value += static_cast<double>(carry);
  // In two steps, since neither factor may leave the range of normal numbers.
  const int exponent = bits * (place + 1) - ExactSum::offset;
  const int half = exponent / 2;
  value = value * power_of_two(half) * power_of_two(exponent - half);
  return negative ? -value : value;
}

/// The sum of the first and, with its sign, the second one.  place: of the highest limb of both.
CUBOID_HD inline double rounded(const ExactSum &first, const ExactSum &second, int sign,
                                int place) {
  long long limb[ExactSum::ncounted];
  for (int k = 0; k < ExactSum::ncounted; ++k)
    limb[k] = first.limb[place - k] + sign * second.limb[place - k];
  return rounded(limb, place);
}

CUBOID_HD inline double rounded(const ExactSum &first, const ExactSum &second, int sign) {
  const int one = highest_limb(first);
  const int other = highest_limb(second);
  return rounded(first, second, sign, one > other ? one : other);
}

}  // namespace cuboid::rule
