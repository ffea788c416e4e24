// The integrands of the PAGANI paper, as in the measurements of the peers.
#pragma once

namespace bench {

template <int n>
struct F1 {
  static constexpr const char *name = "f1";
  static constexpr int ndim = n;
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
#pragma unroll
    for (int i = 0; i < n; ++i) s = fma(double(i + 1), x[i], s);
    f[0] = cos(s);
  }
};

template <int n>
struct F2 {
  static constexpr const char *name = "f2";
  static constexpr int ndim = n;
  __device__ void operator()(const double *x, double *f) const {
    double p = 1;
#pragma unroll
    for (int i = 0; i < n; ++i) {
      const double t = x[i] - .5;
      p *= fma(t, t, 4e-4);
    }
    f[0] = 1. / p;
  }
};

template <int n>
struct F3 {
  static constexpr const char *name = "f3";
  static constexpr int ndim = n;
  __device__ void operator()(const double *x, double *f) const {
    double s = 1;
#pragma unroll
    for (int i = 0; i < n; ++i) s = fma(double(i + 1), x[i], s);
    double r = 1;
#pragma unroll
    for (int i = 0; i < n + 1; ++i) r *= s;
    f[0] = 1. / r;
  }
};

template <int n>
struct F4 {
  static constexpr const char *name = "f4";
  static constexpr int ndim = n;
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
#pragma unroll
    for (int i = 0; i < n; ++i) {
      const double t = x[i] - .5;
      s = fma(t, t, s);
    }
    f[0] = exp(-625. * s);
  }
};

template <int n>
struct F5 {
  static constexpr const char *name = "f5";
  static constexpr int ndim = n;
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
#pragma unroll
    for (int i = 0; i < n; ++i) s += fabs(x[i] - .5);
    f[0] = exp(-10. * s);
  }
};

template <int n>
struct F6 {
  static constexpr const char *name = "f6";
  static constexpr int ndim = n;
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
    bool in = true;
#pragma unroll
    for (int i = 0; i < n; ++i) {
      in = in && (x[i] < (4. + i) / 10.);
      s = fma(double(i + 5), x[i], s);
    }
    f[0] = in ? exp(s) : 0.;
  }
};

template <int n>
struct F7 {
  static constexpr const char *name = "f7";
  static constexpr int ndim = n;
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
#pragma unroll
    for (int i = 0; i < n; ++i) s = fma(x[i], x[i], s);
    const double s2 = s * s, s4 = s2 * s2, s8 = s4 * s4;
    f[0] = s8 * s2 * s;
  }
};

template <int n>
struct F8 {
  static constexpr const char *name = "f8";
  static constexpr int ndim = n;
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
#pragma unroll
    for (int i = 0; i < n; ++i) s = fma(x[i], x[i], s);
    const double s2 = s * s, s4 = s2 * s2;
    f[0] = s4 * s2 * s * sqrt(s);
  }
};

}  // namespace bench
