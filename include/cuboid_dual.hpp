// Dual numbers: a value with its derivatives by N parameters, which arithmetic and functions carry
// along.  A function written for any number type has its derivatives so:
//
//   template <class T> T model(const T *x, const T *p) { return exp(-p[0] * x[0]) * cos(p[1] *
//   x[1]); }
//
//   int model_with_derivatives(int ndim, const double x[], int ncomp, double f[], int nwrt,
//                              const int wrt[], const double parameters[], int64_t jumps[]) {
//     const cuboid::DualCall<2> call(jumps);
//     cuboid::Dual<2> at[2], p[2] = {parameters[0], parameters[1]};
//     for (int axis = 0; axis < ndim; ++axis) at[axis].read(x + 3 * axis);
//     for (int j = 0; j < nwrt; ++j) p[wrt[j]].d[j] = 1;
//     model(at, p).write(f);
//     return 0;
//   }
//
// is a cuboid_dual_function, of which cuboid_integrand_gradient_from_duals makes an integrand.
// Python compiles texts in C so, with double as the name of a dual number.
//
// What does not depend on a parameter has the derivative 0, also where a slope is infinite.
// Comparisons, floor and other jumps of what depends on one are told to the integrand: their place
// moves, and derivatives do not see it.  fabs, fmin and fmax are right almost everywhere.
//
// This header stands alone, in C++11.
#ifndef CUBOID_DUAL_HPP
#define CUBOID_DUAL_HPP

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <cmath>

namespace cuboid {

/// Where jumps of duals with N derivatives are told, in this thread; nullptr: nowhere.
template <int N>
int64_t *&dual_jumps() {
  static thread_local int64_t *jumps = nullptr;
  return jumps;
}

/// A call of a cuboid_dual_function.
template <int N>
class DualCall {
 public:
  explicit DualCall(int64_t *jumps) { dual_jumps<N>() = jumps; }
  ~DualCall() { dual_jumps<N>() = nullptr; }
  DualCall(const DualCall &) = delete;
  DualCall &operator=(const DualCall &) = delete;
};

template <int N>
struct Dual {
  double v;
  double d[N];

  Dual() = default;
  Dual(double value) : v(value), d() {}

  void read(const double *from) {
    v = from[0];
    for (int j = 0; j < N; ++j) d[j] = from[1 + j];
  }
  void write(double *to) const {
    to[0] = v;
    for (int j = 0; j < N; ++j) to[1 + j] = d[j];
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
    for (int j = 0; j < N; ++j) r.d[j] = a.d[j] * b.v + a.v * b.d[j];
    return r;
  }
  friend Dual operator/(const Dual &a, const Dual &b) {
    Dual r;
    r.v = a.v / b.v;
    for (int j = 0; j < N; ++j) r.d[j] = (a.d[j] - r.v * b.d[j]) / b.v;
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
  friend Dual floor(const Dual &a) { return step(a, ::floor(a.v)); }
  friend Dual ceil(const Dual &a) { return step(a, ::ceil(a.v)); }
  friend Dual round(const Dual &a) { return step(a, ::round(a.v)); }
  friend Dual trunc(const Dual &a) { return step(a, ::trunc(a.v)); }
  friend Dual rint(const Dual &a) { return step(a, ::rint(a.v)); }
  friend Dual nearbyint(const Dual &a) { return step(a, ::nearbyint(a.v)); }
  friend Dual fmod(const Dual &a, const Dual &b) {
    const Dual whole = step(a / b, ::trunc(a.v / b.v));
    Dual r = a - whole * b;
    r.v = ::fmod(a.v, b.v);
    return r;
  }
  friend bool signbit(const Dual &a) { return told(a, Dual(0), std::signbit(a.v)); }
  friend Dual copysign(const Dual &a, const Dual &b) { return signbit(b) ? -fabs(a) : fabs(a); }
  friend bool isnan(const Dual &a) { return std::isnan(a.v); }
  friend bool isinf(const Dual &a) { return std::isinf(a.v); }
  friend bool isfinite(const Dual &a) { return std::isfinite(a.v); }

  // Kinks.
  friend Dual fabs(const Dual &a) { return chain(::fabs(a.v), (a.v > 0) - (a.v < 0), a); }
  friend Dual abs(const Dual &a) { return fabs(a); }
  friend Dual fmin(const Dual &a, const Dual &b) { return a.v < b.v || std::isnan(b.v) ? a : b; }
  friend Dual fmax(const Dual &a, const Dual &b) { return b.v < a.v || std::isnan(b.v) ? a : b; }
  friend Dual fdim(const Dual &a, const Dual &b) { return fmax(a - b, Dual(0)); }

  friend Dual sqrt(const Dual &a) {
    const double y = ::sqrt(a.v);
    return chain(y, 0.5 / y, a);
  }
  friend Dual cbrt(const Dual &a) {
    const double y = ::cbrt(a.v);
    return chain(y, 1 / (3 * y * y), a);
  }
  friend Dual exp(const Dual &a) {
    const double y = ::exp(a.v);
    return chain(y, y, a);
  }
  friend Dual exp2(const Dual &a) {
    const double y = ::exp2(a.v);
    return chain(y, y * 0.693147180559945309417, a);
  }
  friend Dual expm1(const Dual &a) { return chain(::expm1(a.v), ::exp(a.v), a); }
  friend Dual log(const Dual &a) { return chain(::log(a.v), 1 / a.v, a); }
  friend Dual log2(const Dual &a) {
    return chain(::log2(a.v), 1 / (a.v * 0.693147180559945309417), a);
  }
  friend Dual log10(const Dual &a) {
    return chain(::log10(a.v), 1 / (a.v * 2.30258509299404568402), a);
  }
  friend Dual log1p(const Dual &a) { return chain(::log1p(a.v), 1 / (1 + a.v), a); }
  friend Dual sin(const Dual &a) { return chain(::sin(a.v), ::cos(a.v), a); }
  friend Dual cos(const Dual &a) { return chain(::cos(a.v), -::sin(a.v), a); }
  friend void sincos(const Dual &a, Dual *sine, Dual *cosine) {
    const Dual s = sin(a);
    *cosine = cos(a);
    *sine = s;
  }
  friend Dual tan(const Dual &a) {
    const double y = ::tan(a.v);
    return chain(y, 1 + y * y, a);
  }
  friend Dual asin(const Dual &a) {
    return chain(::asin(a.v), 1 / ::sqrt((1 - a.v) * (1 + a.v)), a);
  }
  friend Dual acos(const Dual &a) {
    return chain(::acos(a.v), -1 / ::sqrt((1 - a.v) * (1 + a.v)), a);
  }
  friend Dual atan(const Dual &a) { return chain(::atan(a.v), 1 / (1 + a.v * a.v), a); }
  friend Dual sinh(const Dual &a) { return chain(::sinh(a.v), ::cosh(a.v), a); }
  friend Dual cosh(const Dual &a) { return chain(::cosh(a.v), ::sinh(a.v), a); }
  friend Dual tanh(const Dual &a) {
    const double y = ::tanh(a.v);
    return chain(y, (1 - y) * (1 + y), a);
  }
  friend Dual asinh(const Dual &a) { return chain(::asinh(a.v), 1 / ::hypot(1, a.v), a); }
  friend Dual acosh(const Dual &a) {
    return chain(::acosh(a.v), 1 / ::sqrt((a.v - 1) * (a.v + 1)), a);
  }
  friend Dual atanh(const Dual &a) { return chain(::atanh(a.v), 1 / ((1 - a.v) * (1 + a.v)), a); }
  friend Dual erf(const Dual &a) { return chain(::erf(a.v), bell(a.v), a); }
  friend Dual erfc(const Dual &a) { return chain(::erfc(a.v), -bell(a.v), a); }
  friend Dual j0(const Dual &a) { return chain(::j0(a.v), -::j1(a.v), a); }
  friend Dual j1(const Dual &a) {
    const double y = ::j1(a.v);
    return chain(y, a.v == 0 ? 0.5 : ::j0(a.v) - y / a.v, a);
  }
  friend Dual y0(const Dual &a) { return chain(::y0(a.v), -::y1(a.v), a); }
  friend Dual y1(const Dual &a) {
    const double y = ::y1(a.v);
    return chain(y, ::y0(a.v) - y / a.v, a);
  }

  friend Dual pow(const Dual &a, const Dual &b) {
    const double y = ::pow(a.v, b.v);
    return chain(y, b.v * ::pow(a.v, b.v - 1), a, y * ::log(a.v), b);
  }
  friend Dual hypot(const Dual &a, const Dual &b) {
    const double y = ::hypot(a.v, b.v);
    return chain(y, a.v / y, a, b.v / y, b);
  }
  friend Dual atan2(const Dual &a, const Dual &b) {
    const double square = a.v * a.v + b.v * b.v;
    return chain(::atan2(a.v, b.v), b.v / square, a, -a.v / square, b);
  }
  friend Dual fma(const Dual &a, const Dual &b, const Dual &c) { return a * b + c; }
  friend Dual ldexp(const Dual &a, int exponent) { return a * Dual(::ldexp(1.0, exponent)); }

 private:
  static double times(double slope, double inner) { return inner != 0 ? slope * inner : 0; }
  static Dual chain(double value, double slope, const Dual &a) {
    Dual r;
    r.v = value;
    for (int j = 0; j < N; ++j) r.d[j] = times(slope, a.d[j]);
    return r;
  }
  static Dual chain(double value, double by_a, const Dual &a, double by_b, const Dual &b) {
    Dual r;
    r.v = value;
    for (int j = 0; j < N; ++j) r.d[j] = times(by_a, a.d[j]) + times(by_b, b.d[j]);
    return r;
  }
  static double bell(double x) { return 1.12837916709551257390 * ::exp(-x * x); }

  static void tell(int j, int64_t outcome) {
    int64_t *const jumps = dual_jumps<N>();
    if (jumps == nullptr) return;
    const uint64_t so_far = static_cast<uint64_t>(jumps[j]) + static_cast<uint64_t>(outcome) + 1;
    // Not 0 again (G. Steele and others, Fast splittable pseudorandom number generators, 2014).
    const uint64_t mixed = (so_far ^ (so_far >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    jumps[j] = static_cast<int64_t>((mixed ^ (mixed >> 27)) | 1);
  }
  static bool told(const Dual &a, const Dual &b, bool outcome) {
    for (int j = 0; j < N; ++j)
      if (a.d[j] != b.d[j]) tell(j, outcome);
    return outcome;
  }
  static Dual step(const Dual &a, double value) {
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int j = 0; j < N; ++j)
      if (a.d[j] != 0) tell(j, bits);
    return Dual(value);
  }
};

}  // namespace cuboid

#endif
