// The integrands of the benchmarks: f1 to f8 of the PAGANI paper, as in the measurements of the
// peers, and others.
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

template <int n>
struct Sum {
  static constexpr const char *name = "sum";
  static constexpr int ndim = n;
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
#pragma unroll
    for (int i = 0; i < n; ++i) s += x[i];
    f[0] = s;
  }
};

/// 1000 peaks along the diagonal: G. P. Lepage, J. Comput. Phys. 439 (2021) 110386.
template <int ndim>
struct Ridge {
  __device__ void operator()(const double *x, double *f) const {
    double sum = 0;
    for (int k = 0; k < 1000; ++k) {
      const double c = k / 999.;
      double s = 0;
#pragma unroll
      for (int i = 0; i < ndim; ++i) {
        const double t = x[i] - c;
        s = fma(t, t, s);
      }
      sum += exp(-100. * s);
    }
    f[0] = sum * (100. / M_PI) * (100. / M_PI) / 1000.;
  }
};

/// exp(-200 sum (x_i - 1/2)^2)
template <int ndim>
struct Gaussian {
  __device__ void operator()(const double *x, double *f) const {
    double sum = 0;
#pragma unroll
    for (int i = 0; i < ndim; ++i) sum += (x[i] - 0.5) * (x[i] - 0.5);
    f[0] = exp(-200 * sum);
  }
};

/// The propagator of a harmonic oscillator from 0 to 0 in time 4, on a lattice of ndim + 1 steps:
/// G. P. Lepage, hep-lat/0506036; positions in (-5, 5).
template <int ndim>
struct Feynman {
  __device__ void operator()(const double *x, double *f) const {
    constexpr double step = 4.0 / (ndim + 1);
    double action = 0;
    double last = 0;
    double norm = 1;
#pragma unroll
    for (int i = 0; i < ndim; ++i) {
      const double position = 10 * x[i] - 5;
      action += (position - last) * (position - last) / (2 * step) + step * position * position / 2;
      last = position;
      norm *= 10;
    }
    action += last * last / (2 * step);
    f[0] = norm * pow(1 / (2 * M_PI * step), 0.5 * (ndim + 1)) * exp(-action);
  }
};

/// A call on the arithmetic mean of ndim prices: price and strike 100, volatility 0.2, rate 0.1,
/// one year.
template <int ndim>
struct Asian {
  __device__ void operator()(const double *x, double *f) const {
    constexpr double step = 1.0 / ndim;
    const double drift = (0.1 - 0.2 * 0.2 / 2) * step;
    const double spread = 0.2 * sqrt(step);
    double logarithm = 0;
    double sum = 0;
#pragma unroll
    for (int i = 0; i < ndim; ++i) {
      logarithm += drift + spread * normcdfinv(x[i]);
      sum += exp(logarithm);
    }
    f[0] = exp(-0.1) * fmax(100 * sum / ndim - 100, 0.0);
  }
};

}  // namespace bench
