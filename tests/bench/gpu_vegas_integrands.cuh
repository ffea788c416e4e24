// The integrands of the benchmarks: f1 to f6 of Genz as PAGANI and m-Cubes take them, and others.
#pragma once

namespace bench {

template <int ndim>
struct F1 {
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
#pragma unroll
    for (int i = 0; i < ndim; ++i) s = fma(double(i + 1), x[i], s);
    f[0] = cos(s);
  }
};

template <int ndim>
struct F2 {
  __device__ void operator()(const double *x, double *f) const {
    double p = 1;
#pragma unroll
    for (int i = 0; i < ndim; ++i) {
      const double t = x[i] - .5;
      p *= fma(t, t, 4e-4);
    }
    f[0] = 1. / p;
  }
};

template <int ndim>
struct F3 {
  __device__ void operator()(const double *x, double *f) const {
    double s = 1;
#pragma unroll
    for (int i = 0; i < ndim; ++i) s = fma(double(i + 1), x[i], s);
    double r = 1;
#pragma unroll
    for (int i = 0; i < ndim + 1; ++i) r *= s;
    f[0] = 1. / r;
  }
};

template <int ndim>
struct F4 {
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
#pragma unroll
    for (int i = 0; i < ndim; ++i) {
      const double t = x[i] - .5;
      s = fma(t, t, s);
    }
    f[0] = exp(-625. * s);
  }
};

template <int ndim>
struct F5 {
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
#pragma unroll
    for (int i = 0; i < ndim; ++i) s += fabs(x[i] - .5);
    f[0] = exp(-10. * s);
  }
};

template <int ndim>
struct F6 {
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
    bool in = true;
#pragma unroll
    for (int i = 0; i < ndim; ++i) {
      in = in && (x[i] < (4. + i) / 10.);
      s = fma(double(i + 5), x[i], s);
    }
    f[0] = in ? exp(s) : 0.;
  }
};

template <int ndim>
struct Sum {
  __device__ void operator()(const double *x, double *f) const {
    double s = 0;
#pragma unroll
    for (int i = 0; i < ndim; ++i) s += x[i];
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

}  // namespace bench
