// Dual numbers: a value with its derivatives by N parameters, which arithmetic and functions carry
// along.  A function written for any number type has its derivatives so:
//
//   struct Model {
//     template <class T>
//     int operator()(const T *x, const T *p, T *f) const {
//       f[0] = exp(-p[0] * x[0]) * cos(p[1] * x[1]);
//       return 0;
//     }
//   };
//
//   // 2 derivatives, 2 axes, 1 component, 2 parameters.
//   cuboid_dual_function const with_derivatives = cuboid::dual_function<2, 2, 1, 2, Model>;
//
// is a function that cuboid_integrand_derivatives_from_duals makes an integrand of.  Python
// compiles texts in C so, with double as the name of a dual number, and so does a GPU's compiler.
//
// What does not depend on a parameter has the derivative 0, also where a slope is infinite, and so
// has what is multiplied by 0, also where its slope is beyond all doubles. Comparisons, floor and
// other jumps of what depends on one are told to the integrand: their place moves, and derivatives
// do not see it.  fabs, fmin and fmax are right almost everywhere.
//
// This header stands alone, in C++11.  On a GPU it is for texts that are compiled at run time;
// there no jumps are told.
#ifndef CUBOID_DUAL_HPP
#define CUBOID_DUAL_HPP

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <cmath>

namespace cuboid {

#ifndef __CUDACC_RTC__
template <int N>
struct DualJumps {
  /// Where they are told, in this thread; nullptr: nowhere.
  static int64_t *&place() {
    static thread_local int64_t *jumps = nullptr;
    return jumps;
  }
  /// Whether anything of this program can tell one.
  static bool &are_told() {
    static bool told = false;
    return told;
  }
  /// There, and set before main, if a function that tells jumps has been compiled.
  static const bool noted;
};
template <int N>
const bool DualJumps<N>::noted = (DualJumps<N>::are_told() = true);
#endif

/// Number: double, or Dual<N> for second derivatives as well.
template <int N, class Number = double>
struct Dual {
  Number v;
  Number d[N > 0 ? N : 1];

  Dual() = default;
  constexpr Dual(double value) : v(value), d() {}

  /// Of the value, and of each derivative.
  static constexpr int doubles_of_each() {
    return static_cast<int>(sizeof(Number) / sizeof(double));
  }
  static constexpr int doubles() { return (1 + N) * doubles_of_each(); }
  void read(const double *from) {
    memcpy(&v, from, sizeof v);
    for (int j = 0; j < N; ++j) memcpy(&d[j], from += doubles_of_each(), sizeof v);
  }
  void write(double *to) const {
    memcpy(to, &v, sizeof v);
    for (int j = 0; j < N; ++j) memcpy(to += doubles_of_each(), &d[j], sizeof v);
  }
  /// Makes it parameter j.
  void vary(int j) {
    d[j] = 1;
    vary(v, j);
  }

  explicit operator bool() const { return *this != Dual(0); }
  explicit operator int() const { return static_cast<int>(trunc(*this).v); }
  explicit operator long() const { return static_cast<long>(trunc(*this).v); }
  explicit operator long long() const { return static_cast<long long>(trunc(*this).v); }
  explicit operator unsigned() const { return static_cast<unsigned>(trunc(*this).v); }
  explicit operator unsigned long() const { return static_cast<unsigned long>(trunc(*this).v); }

  Dual &operator+=(const Dual &b) { return *this = *this + b; }
  Dual &operator-=(const Dual &b) { return *this = *this - b; }
  Dual &operator*=(const Dual &b) { return *this = *this * b; }
  Dual &operator/=(const Dual &b) { return *this = *this / b; }
  Dual &operator++() { return *this += 1; }
  Dual &operator--() { return *this -= 1; }
  Dual operator++(int) {
    const Dual before = *this;
    *this += 1;
    return before;
  }
  Dual operator--(int) {
    const Dual before = *this;
    *this -= 1;
    return before;
  }

  friend Dual operator+(const Dual &a) { return a; }
  friend Dual operator-(const Dual &a) {
    Dual r;
    r.v = -a.v;
    for (int j = 0; j < N; ++j) r.d[j] = -a.d[j];
    return r;
  }
  friend Dual operator+(const Dual &a, const Dual &b) {
    Dual r;
    r.v = a.v + b.v;
    for (int j = 0; j < N; ++j) r.d[j] = a.d[j] + b.d[j];
    return r;
  }
  friend Dual operator-(const Dual &a, const Dual &b) {
    Dual r;
    r.v = a.v - b.v;
    for (int j = 0; j < N; ++j) r.d[j] = a.d[j] - b.d[j];
    return r;
  }
  friend Dual operator*(const Dual &a, const Dual &b) {
    Dual r;
    r.v = a.v * b.v;
    for (int j = 0; j < N; ++j) r.d[j] = times(b.v, a.d[j]) + times(a.v, b.d[j]);
    return r;
  }
  friend Dual operator/(const Dual &a, const Dual &b) {
    Dual r;
    r.v = a.v / b.v;
    const Number by_b = -r.v / b.v;
    for (int j = 0; j < N; ++j) r.d[j] = a.d[j] / b.v + times(by_b, b.d[j]);
    return r;
  }

  friend bool operator<(const Dual &a, const Dual &b) { return told(a, b, a.v < b.v); }
  friend bool operator>(const Dual &a, const Dual &b) { return told(a, b, a.v > b.v); }
  friend bool operator<=(const Dual &a, const Dual &b) { return told(a, b, a.v <= b.v); }
  friend bool operator>=(const Dual &a, const Dual &b) { return told(a, b, a.v >= b.v); }
  friend bool operator==(const Dual &a, const Dual &b) { return told(a, b, a.v == b.v); }
  friend bool operator!=(const Dual &a, const Dual &b) { return !(a == b); }
  friend bool operator!(const Dual &a) { return a == Dual(0); }

  // What is constant between jumps.
  friend Dual floor(const Dual &a) { return step(a, floor(a.v)); }
  friend Dual ceil(const Dual &a) { return step(a, ceil(a.v)); }
  friend Dual round(const Dual &a) { return step(a, round(a.v)); }
  friend Dual trunc(const Dual &a) { return step(a, trunc(a.v)); }
  friend Dual rint(const Dual &a) { return step(a, rint(a.v)); }
  friend Dual nearbyint(const Dual &a) { return step(a, nearbyint(a.v)); }
  friend Dual fmod(const Dual &a, const Dual &b) {
    const Dual whole = step(a / b, trunc(a.v / b.v));
    Dual r = a - whole * b;
    r.v = fmod(a.v, b.v);
    return r;
  }
  friend bool signbit(const Dual &a) { return told(a, Dual(0), copysign(Number(1), a.v) < 0); }
  friend Dual copysign(const Dual &a, const Dual &b) { return signbit(b) ? -fabs(a) : fabs(a); }
  friend bool isnan(const Dual &a) { return is_nan(a.v); }
  friend bool isinf(const Dual &a) { return fabs(plain(a.v)) > 1.7976931348623157e308; }
  friend bool isfinite(const Dual &a) { return fabs(plain(a.v)) <= 1.7976931348623157e308; }

  // Kinks.
  friend Dual fabs(const Dual &a) { return chain(fabs(a.v), (a.v > 0) - (a.v < 0), a); }
  friend Dual abs(const Dual &a) { return fabs(a); }
  friend Dual fmin(const Dual &a, const Dual &b) { return a.v < b.v || is_nan(b.v) ? a : b; }
  friend Dual fmax(const Dual &a, const Dual &b) { return b.v < a.v || is_nan(b.v) ? a : b; }
  friend Dual fdim(const Dual &a, const Dual &b) { return fmax(a - b, Dual(0)); }

  friend Dual sqrt(const Dual &a) {
    const Number y = sqrt(a.v);
    return chain(y, 0.5 / y, a);
  }
  friend Dual cbrt(const Dual &a) {
    const Number y = cbrt(a.v);
    return chain(y, 1 / (3 * y * y), a);
  }
  friend Dual exp(const Dual &a) {
    const Number y = exp(a.v);
    return chain(y, y, a);
  }
  friend Dual exp2(const Dual &a) {
    const Number y = exp2(a.v);
    return chain(y, y * 0.693147180559945309417, a);
  }
  friend Dual expm1(const Dual &a) { return chain(expm1(a.v), exp(a.v), a); }
  friend Dual log(const Dual &a) { return chain(log(a.v), 1 / a.v, a); }
  friend Dual log2(const Dual &a) {
    return chain(log2(a.v), 1 / (a.v * 0.693147180559945309417), a);
  }
  friend Dual log10(const Dual &a) {
    return chain(log10(a.v), 1 / (a.v * 2.30258509299404568402), a);
  }
  friend Dual log1p(const Dual &a) { return chain(log1p(a.v), 1 / (1 + a.v), a); }
  friend Dual sin(const Dual &a) { return chain(sin(a.v), cos(a.v), a); }
  friend Dual cos(const Dual &a) { return chain(cos(a.v), -sin(a.v), a); }
  friend void sincos(const Dual &a, Dual *sine, Dual *cosine) {
    const Dual s = sin(a);
    *cosine = cos(a);
    *sine = s;
  }
  friend Dual tan(const Dual &a) {
    const Number y = tan(a.v);
    return chain(y, 1 + y * y, a);
  }
  friend Dual asin(const Dual &a) { return chain(asin(a.v), 1 / sqrt((1 - a.v) * (1 + a.v)), a); }
  friend Dual acos(const Dual &a) { return chain(acos(a.v), -1 / sqrt((1 - a.v) * (1 + a.v)), a); }
  friend Dual atan(const Dual &a) { return chain(atan(a.v), 1 / (1 + a.v * a.v), a); }
  friend Dual sinh(const Dual &a) { return chain(sinh(a.v), cosh(a.v), a); }
  friend Dual cosh(const Dual &a) { return chain(cosh(a.v), sinh(a.v), a); }
  friend Dual tanh(const Dual &a) {
    const Number y = tanh(a.v);
    return chain(y, (1 - y) * (1 + y), a);
  }
  friend Dual asinh(const Dual &a) { return chain(asinh(a.v), 1 / hypot(1, a.v), a); }
  friend Dual acosh(const Dual &a) { return chain(acosh(a.v), 1 / sqrt((a.v - 1) * (a.v + 1)), a); }
  friend Dual atanh(const Dual &a) { return chain(atanh(a.v), 1 / ((1 - a.v) * (1 + a.v)), a); }
  friend Dual erf(const Dual &a) { return chain(erf(a.v), bell(a.v), a); }
  friend Dual erfc(const Dual &a) { return chain(erfc(a.v), -bell(a.v), a); }
  friend Dual j0(const Dual &a) { return chain(j0(a.v), -j1(a.v), a); }
  friend Dual j1(const Dual &a) {
    const Number y = j1(a.v);
    return chain(y, a.v == 0 ? 0.5 : j0(a.v) - y / a.v, a);
  }
  friend Dual y0(const Dual &a) { return chain(y0(a.v), -y1(a.v), a); }
  friend Dual y1(const Dual &a) {
    const Number y = y1(a.v);
    return chain(y, y0(a.v) - y / a.v, a);
  }

  friend Dual pow(const Dual &a, const Dual &b) {
    const Number y = pow(a.v, b.v);
    return chain(y, times(pow(a.v, b.v - 1), b.v), a, times(y, log(a.v)), b);
  }
  friend Dual hypot(const Dual &a, const Dual &b) {
    const Number y = hypot(a.v, b.v);
    return chain(y, a.v / y, a, b.v / y, b);
  }
  friend Dual atan2(const Dual &a, const Dual &b) {
    const Number square = a.v * a.v + b.v * b.v;
    return chain(atan2(a.v, b.v), b.v / square, a, -a.v / square, b);
  }
  friend Dual fma(const Dual &a, const Dual &b, const Dual &c) { return a * b + c; }
  friend Dual ldexp(const Dual &a, int exponent) { return a * Dual(ldexp(1.0, exponent)); }

 private:
  template <int M, class T>
  friend struct Dual;

  static double plain(double value) { return value; }
  template <class T>
  static double plain(const Dual<N, T> &value) {
    return plain(value.v);
  }
  static void vary(double &, int) {}
  template <class T>
  static void vary(Dual<N, T> &value, int j) {
    value.vary(j);
  }
  static bool is_nan(const Number &value) { return !(plain(value) == plain(value)); }
  static double times(double slope, double inner) {
    const double product = slope * inner;
    return slope == 0 || inner == 0 ? 0 : product;
  }
  template <class T>
  static Dual<N, T> times(const Dual<N, T> &slope, const Dual<N, T> &inner) {
    Dual<N, T> r;
    r.v = times(slope.v, inner.v);
    for (int j = 0; j < N; ++j) r.d[j] = times(slope.d[j], inner.v) + times(slope.v, inner.d[j]);
    return r;
  }
  static Dual chain(const Number &value, const Number &slope, const Dual &a) {
    Dual r;
    r.v = value;
    for (int j = 0; j < N; ++j) r.d[j] = times(slope, a.d[j]);
    return r;
  }
  static Dual chain(const Number &value, const Number &by_a, const Dual &a, const Number &by_b,
                    const Dual &b) {
    Dual r;
    r.v = value;
    for (int j = 0; j < N; ++j) r.d[j] = times(by_a, a.d[j]) + times(by_b, b.d[j]);
    return r;
  }
  static Number bell(const Number &x) { return 1.12837916709551257390 * exp(-x * x); }

#ifdef __CUDACC_RTC__
  static void tell(int, int64_t) {}
#else
  static void tell(int j, int64_t outcome) {
    static_cast<void>(&DualJumps<N>::noted);
    int64_t *const jumps = DualJumps<N>::place();
    if (jumps == nullptr) return;
    const uint64_t so_far = static_cast<uint64_t>(jumps[j]) + static_cast<uint64_t>(outcome) + 1;
    // Not 0 again (G. Steele and others, Fast splittable pseudorandom number generators, 2014), and
    // not negative.
    const uint64_t mixed = (so_far ^ (so_far >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    jumps[j] = static_cast<int64_t>(((mixed ^ (mixed >> 27)) & (UINT64_MAX >> 1)) | 1);
  }
#endif
  /// Whether jumps are to be told; of dual numbers, their own comparisons have done so.
  static bool differ(double a, double b) {
    return a != b;
  }
  template <class T>
  static bool differ(const Dual<N, T> &, const Dual<N, T> &) {
    return false;
  }
  static bool told(const Dual &a, const Dual &b, bool outcome) {
    for (int j = 0; j < N; ++j)
      if (differ(a.d[j], b.d[j])) tell(j, outcome);
    return outcome;
  }
  static Dual step(const Dual &a, const Number &value) {
    const double number = plain(value);
    int64_t bits;
    memcpy(&bits, &number, sizeof bits);
    for (int j = 0; j < N; ++j)
      if (differ(a.d[j], Number(0))) tell(j, bits);
    return Dual(number);
  }
};

#ifndef __CUDACC_RTC__
/// moves: whether coordinates depend on parameters; a compiler leaves out what does not.
template <int N, int NDIM, int NCOMP, bool moves, class Number, class OfPoint>
int evaluate_points(int64_t n, const double *x, double *f, const Dual<N, Number> *p, int64_t *jumps,
                    int nwrt, const OfPoint &of_point) {
  using D = Dual<N, Number>;
  D at[NDIM], out[NCOMP];
  for (int axis = 0; axis < NDIM; ++axis) at[axis] = D(0);
  for (int64_t i = 0; i < n; ++i) {
    for (int axis = 0; axis < NDIM; ++axis, x += moves ? D::doubles() : 1) {
      if (moves)
        at[axis].read(x);
      else
        at[axis].v = *x;
    }
    for (int c = 0; c < NCOMP; ++c) out[c] = D(NAN);
    if (jumps != nullptr) DualJumps<N>::place() = jumps + i * nwrt;
    const int status = of_point(at, p, out);
    for (int c = 0; c < NCOMP; ++c, f += D::doubles()) out[c].write(f);
    if (status == -999) return status;
  }
  return 0;
}

/// What a cuboid_dual_function does, with int of_point(const D *x, const D *p, D *f) at each point
/// with D = Dual<N, Number>, for NPARAMETERS parameters.
template <int N, int NDIM, int NCOMP, int NPARAMETERS, class Number = double, class OfPoint>
int evaluate_duals(int64_t n, const double *x, int moves, double *f, int nwrt, const int *wrt,
                   const double *parameters, int64_t *jumps, const OfPoint &of_point) {
  if (jumps != nullptr && !DualJumps<N>::are_told()) {
    jumps[0] = -1;
    jumps = nullptr;
  }
  Dual<N, Number> p[NPARAMETERS + 1];
  for (int i = 0; i < NPARAMETERS; ++i) p[i] = Dual<N, Number>(parameters[i]);
  for (int j = 0; j < nwrt; ++j) p[wrt[j]].vary(j);
  const int status =
      moves ? evaluate_points<N, NDIM, NCOMP, true>(n, x, f, p, jumps, nwrt, of_point)
            : evaluate_points<N, NDIM, NCOMP, false>(n, x, f, p, jumps, nwrt, of_point);
  DualJumps<N>::place() = nullptr;
  return status;
}

/// A cuboid_dual_function that calls OfPoint() at each point.  Number: Dual<N> for one of second
/// derivatives.
template <int N, int NDIM, int NCOMP, int NPARAMETERS, class OfPoint, class Number = double>
int dual_function(int, const double x[], int, double f[], int64_t n, int moves, int nwrt,
                  const int wrt[], const double parameters[], int64_t jumps[]) {
  return evaluate_duals<N, NDIM, NCOMP, NPARAMETERS, Number>(n, x, moves, f, nwrt, wrt, parameters,
                                                             jumps, OfPoint());
}
#endif

}  // namespace cuboid

#endif
