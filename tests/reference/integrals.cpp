// Written by tests/reference/generate.
#include "reference/integrals.hpp"

#include <cmath>
#include <stdexcept>

namespace cuboid_test {

namespace {

int pagani_f1_d02(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[2] = {1.0, 2.0};
  f[0] = cos(a[0] * x[0] + a[1] * x[1]);
  return 0;
}

int pagani_f1_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[3] = {1.0, 2.0, 3.0};
  f[0] = cos(a[0] * x[0] + a[1] * x[1] + a[2] * x[2]);
  return 0;
}

int pagani_f1_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[5] = {1.0, 2.0, 3.0, 4.0, 5.0};
  f[0] = cos(a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4]);
  return 0;
}

int pagani_f1_d08(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[8] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0};
  f[0] = cos(a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4] + a[5] * x[5] +
             a[6] * x[6] + a[7] * x[7]);
  return 0;
}

int pagani_f2_d02(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 50.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] =
      1.0 / ((1.0 / (a * a) + (x[0] - u) * (x[0] - u)) * (1.0 / (a * a) + (x[1] - u) * (x[1] - u)));
  return 0;
}

int pagani_f2_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 50.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] =
      1.0 / ((1.0 / (a * a) + (x[0] - u) * (x[0] - u)) * (1.0 / (a * a) + (x[1] - u) * (x[1] - u)) *
             (1.0 / (a * a) + (x[2] - u) * (x[2] - u)));
  return 0;
}

int pagani_f2_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 50.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] =
      1.0 / ((1.0 / (a * a) + (x[0] - u) * (x[0] - u)) * (1.0 / (a * a) + (x[1] - u) * (x[1] - u)) *
             (1.0 / (a * a) + (x[2] - u) * (x[2] - u)) * (1.0 / (a * a) + (x[3] - u) * (x[3] - u)) *
             (1.0 / (a * a) + (x[4] - u) * (x[4] - u)));
  return 0;
}

int pagani_f2_d08(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 50.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] =
      1.0 / ((1.0 / (a * a) + (x[0] - u) * (x[0] - u)) * (1.0 / (a * a) + (x[1] - u) * (x[1] - u)) *
             (1.0 / (a * a) + (x[2] - u) * (x[2] - u)) * (1.0 / (a * a) + (x[3] - u) * (x[3] - u)) *
             (1.0 / (a * a) + (x[4] - u) * (x[4] - u)) * (1.0 / (a * a) + (x[5] - u) * (x[5] - u)) *
             (1.0 / (a * a) + (x[6] - u) * (x[6] - u)) * (1.0 / (a * a) + (x[7] - u) * (x[7] - u)));
  return 0;
}

int pagani_f3_d02(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] static const double a[2] = {1.0, 2.0};
  f[0] = pow(1.0 + (a[0] * x[0] + a[1] * x[1]), -(d + 1.0));
  return 0;
}

int pagani_f3_d03(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] static const double a[3] = {1.0, 2.0, 3.0};
  f[0] = pow(1.0 + (a[0] * x[0] + a[1] * x[1] + a[2] * x[2]), -(d + 1.0));
  return 0;
}

int pagani_f3_d05(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] static const double a[5] = {1.0, 2.0, 3.0, 4.0, 5.0};
  f[0] =
      pow(1.0 + (a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4]), -(d + 1.0));
  return 0;
}

int pagani_f3_d08(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] static const double a[8] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0};
  f[0] = pow(1.0 + (a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4] +
                    a[5] * x[5] + a[6] * x[6] + a[7] * x[7]),
             -(d + 1.0));
  return 0;
}

int pagani_f4_d02(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 25.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] = exp(-(a * a) * ((x[0] - u) * (x[0] - u) + (x[1] - u) * (x[1] - u)));
  return 0;
}

int pagani_f4_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 25.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] =
      exp(-(a * a) * ((x[0] - u) * (x[0] - u) + (x[1] - u) * (x[1] - u) + (x[2] - u) * (x[2] - u)));
  return 0;
}

int pagani_f4_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 25.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] =
      exp(-(a * a) * ((x[0] - u) * (x[0] - u) + (x[1] - u) * (x[1] - u) + (x[2] - u) * (x[2] - u) +
                      (x[3] - u) * (x[3] - u) + (x[4] - u) * (x[4] - u)));
  return 0;
}

int pagani_f4_d08(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 25.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] =
      exp(-(a * a) * ((x[0] - u) * (x[0] - u) + (x[1] - u) * (x[1] - u) + (x[2] - u) * (x[2] - u) +
                      (x[3] - u) * (x[3] - u) + (x[4] - u) * (x[4] - u) + (x[5] - u) * (x[5] - u) +
                      (x[6] - u) * (x[6] - u) + (x[7] - u) * (x[7] - u)));
  return 0;
}

int pagani_f5_d02(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 10.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] = exp(-a * (fabs(x[0] - u) + fabs(x[1] - u)));
  return 0;
}

int pagani_f5_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 10.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] = exp(-a * (fabs(x[0] - u) + fabs(x[1] - u) + fabs(x[2] - u)));
  return 0;
}

int pagani_f5_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 10.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] = exp(-a *
             (fabs(x[0] - u) + fabs(x[1] - u) + fabs(x[2] - u) + fabs(x[3] - u) + fabs(x[4] - u)));
  return 0;
}

int pagani_f5_d08(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 10.0;
  [[maybe_unused]] const double u = 0.5;
  f[0] = exp(-a * (fabs(x[0] - u) + fabs(x[1] - u) + fabs(x[2] - u) + fabs(x[3] - u) +
                   fabs(x[4] - u) + fabs(x[5] - u) + fabs(x[6] - u) + fabs(x[7] - u)));
  return 0;
}

int pagani_f6_d02(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[2] = {5.0, 6.0};
  [[maybe_unused]] static const double u[2] = {0.4, 0.5};
  f[0] = ((x[0] < u[0] && x[1] < u[1]) ? exp(a[0] * x[0] + a[1] * x[1]) : 0.0);
  return 0;
}

int pagani_f6_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[3] = {5.0, 6.0, 7.0};
  [[maybe_unused]] static const double u[3] = {0.4, 0.5, 0.6};
  f[0] = ((x[0] < u[0] && x[1] < u[1] && x[2] < u[2]) ? exp(a[0] * x[0] + a[1] * x[1] + a[2] * x[2])
                                                      : 0.0);
  return 0;
}

int pagani_f6_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[5] = {5.0, 6.0, 7.0, 8.0, 9.0};
  [[maybe_unused]] static const double u[5] = {0.4, 0.5, 0.6, 0.7, 0.8};
  f[0] = ((x[0] < u[0] && x[1] < u[1] && x[2] < u[2] && x[3] < u[3] && x[4] < u[4])
              ? exp(a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4])
              : 0.0);
  return 0;
}

int pagani_f6_gpuint_d08(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[8] = {3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0};
  [[maybe_unused]] static const double u[8] = {0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  f[0] = ((x[0] < u[0] && x[1] < u[1] && x[2] < u[2] && x[3] < u[3] && x[4] < u[4] && x[5] < u[5] &&
           x[6] < u[6] && x[7] < u[7])
              ? exp(a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4] +
                    a[5] * x[5] + a[6] * x[6] + a[7] * x[7])
              : 0.0);
  return 0;
}

int pagani_f6_gpuint_d02(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[2] = {9.0, 10.0};
  [[maybe_unused]] static const double u[2] = {0.8, 0.9};
  f[0] = ((x[0] < u[0] && x[1] < u[1]) ? exp(a[0] * x[0] + a[1] * x[1]) : 0.0);
  return 0;
}

int pagani_f7_d02(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double p = 11.0;
  f[0] = pow((x[0] * x[0] + x[1] * x[1]), p);
  return 0;
}

int pagani_f7_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double p = 11.0;
  f[0] = pow((x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), p);
  return 0;
}

int pagani_f7_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double p = 11.0;
  f[0] = pow((x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] + x[4] * x[4]), p);
  return 0;
}

int pagani_f7_d08(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double p = 11.0;
  f[0] = pow((x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] + x[4] * x[4] + x[5] * x[5] +
              x[6] * x[6] + x[7] * x[7]),
             p);
  return 0;
}

int pagani_f8_d02(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double p = 7.5;
  f[0] = pow((x[0] * x[0] + x[1] * x[1]), p);
  return 0;
}

int pagani_f8_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double p = 7.5;
  f[0] = pow((x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), p);
  return 0;
}

int pagani_f8_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double p = 7.5;
  f[0] = pow((x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] + x[4] * x[4]), p);
  return 0;
}

int pagani_f8_d08(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double p = 7.5;
  f[0] = pow((x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] + x[4] * x[4] + x[5] * x[5] +
              x[6] * x[6] + x[7] * x[7]),
             p);
  return 0;
}

int pagani_f8_gpuint_d08_s25(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double p = 12.5;
  f[0] = pow((x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] + x[4] * x[4] + x[5] * x[5] +
              x[6] * x[6] + x[7] * x[7]),
             p);
  return 0;
}

int gpuint_osc_d08(const int *, const double x[], const int *, double f[], void *) {
  f[0] = cos(x[0] + x[1] + x[2] + x[3] + x[4] + x[5] + x[6] + x[7]);
  return 0;
}

int gpuint_cosprod_d04(const int *, const double x[], const int *, double f[], void *) {
  f[0] = (cos(x[0]) * cos(x[1]) * cos(x[2]) * cos(x[3]));
  return 0;
}

int gpuint_gfunc_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[5] = {0.0, 0.0, 0.0, 1.0, 1.0};
  f[0] = (((fabs(4.0 * x[0] - 2.0) + a[0]) / (1.0 + a[0])) *
          ((fabs(4.0 * x[1] - 2.0) + a[1]) / (1.0 + a[1])) *
          ((fabs(4.0 * x[2] - 2.0) + a[2]) / (1.0 + a[2])) *
          ((fabs(4.0 * x[3] - 2.0) + a[3]) / (1.0 + a[3])) *
          ((fabs(4.0 * x[4] - 2.0) + a[4]) / (1.0 + a[4])));
  return 0;
}

int gpuint_cosplus1_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[5] = {4.0, 5.0, 6.0, 7.0, 8.0};
  [[maybe_unused]] const double b = 1.0;
  f[0] = cos(a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4]) + b;
  return 0;
}

int genz_oscillatory_d02_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[2] = {3.6511951459163074, 2.3488048540836926};
  [[maybe_unused]] static const double u[2] = {0.3309359779784544, 0.05178115432482655};
  f[0] = cos(2.0 * M_PI * u[0] + a[0] * x[0] + a[1] * x[1]);
  return 0;
}

int genz_oscillatory_d03_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[3] = {1.7689505270184718, 3.2834287691379296,
                                               0.9476207038435974};
  [[maybe_unused]] static const double u[3] = {0.48265553144602424, 0.14104708289890922,
                                               0.3716294398271647};
  f[0] = cos(2.0 * M_PI * u[0] + a[0] * x[0] + a[1] * x[1] + a[2] * x[2]);
  return 0;
}

int genz_oscillatory_d05_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[5] = {0.21374484578855377, 0.7488435786975018,
                                               0.6987335081169024, 1.891339840278966,
                                               2.4473382271180757};
  [[maybe_unused]] static const double u[5] = {0.09400828899689362, 0.08388993724128224,
                                               0.5412132253438329, 0.043584725194245166,
                                               0.06850830065871016};
  f[0] =
      cos(2.0 * M_PI * u[0] + a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4]);
  return 0;
}

int genz_oscillatory_d08_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[8] = {
      1.7761271978143671,  0.4903591805961089, 0.8335864411780942, 0.6061517918567484,
      0.14475150944790036, 1.1932869068971248, 0.8723713831652696, 0.08336558904438766};
  [[maybe_unused]] static const double u[8] = {
      0.04890311171168693, 0.8236237297360592, 0.9822155762238529, 0.031354951074705206,
      0.12109970293798356, 0.8150133720293832, 0.0798701559585977, 0.663978159960544};
  f[0] = cos(2.0 * M_PI * u[0] + a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] +
             a[4] * x[4] + a[5] * x[5] + a[6] * x[6] + a[7] * x[7]);
  return 0;
}

int genz_oscillatory_d10_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[10] = {
      0.11331991517794485, 0.38428805629088564, 0.4056591824928187, 0.8152287994901073,
      0.7485362029142186,  0.6847003798741399,  0.6221107655984852, 0.3020201594641181,
      1.0520369962357654,  0.8720995424615167};
  [[maybe_unused]] static const double u[10] = {
      0.5059232720911683, 0.09538308810021956, 0.7828276994086629, 0.09911707778024892,
      0.2933878610387187, 0.4222785100835744,  0.7025955952382579, 0.19189753121504405,
      0.5707769821076774, 0.06769232382090684};
  f[0] = cos(2.0 * M_PI * u[0] + a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] +
             a[4] * x[4] + a[5] * x[5] + a[6] * x[6] + a[7] * x[7] + a[8] * x[8] + a[9] * x[9]);
  return 0;
}

int genz_product_peak_d02_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[2] = {8.158089151434718, 9.841910848565282};
  [[maybe_unused]] static const double u[2] = {0.40118654694631595, 0.9853579542180605};
  f[0] = 1.0 / ((1.0 / (a[0] * a[0]) + (x[0] - u[0]) * (x[0] - u[0])) *
                (1.0 / (a[1] * a[1]) + (x[1] - u[1]) * (x[1] - u[1])));
  return 0;
}

int genz_product_peak_d03_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[3] = {3.129502673356423, 10.879524946255035,
                                               3.990972380388541};
  [[maybe_unused]] static const double u[3] = {0.960017427488291, 0.08878354326300175,
                                               0.8055533325141944};
  f[0] = 1.0 / ((1.0 / (a[0] * a[0]) + (x[0] - u[0]) * (x[0] - u[0])) *
                (1.0 / (a[1] * a[1]) + (x[1] - u[1]) * (x[1] - u[1])) *
                (1.0 / (a[2] * a[2]) + (x[2] - u[2]) * (x[2] - u[2])));
  return 0;
}

int genz_product_peak_d05_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[5] = {9.982588937977352, 3.176533782506885,
                                               1.1796534101188565, 1.0871206053185034,
                                               2.5741032640784014};
  [[maybe_unused]] static const double u[5] = {0.11867635596122561, 0.33664149547988254,
                                               0.5485719015659906, 0.19888200382376142,
                                               0.7781099333810962};
  f[0] = 1.0 / ((1.0 / (a[0] * a[0]) + (x[0] - u[0]) * (x[0] - u[0])) *
                (1.0 / (a[1] * a[1]) + (x[1] - u[1]) * (x[1] - u[1])) *
                (1.0 / (a[2] * a[2]) + (x[2] - u[2]) * (x[2] - u[2])) *
                (1.0 / (a[3] * a[3]) + (x[3] - u[3]) * (x[3] - u[3])) *
                (1.0 / (a[4] * a[4]) + (x[4] - u[4]) * (x[4] - u[4])));
  return 0;
}

int genz_product_peak_d08_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[8] = {
      0.7154039289966143, 0.689137290959853,  2.865641482875099, 1.8131683188138379,
      3.200773065955709,  2.1786306561064697, 2.129686334991521, 4.407558921300898};
  [[maybe_unused]] static const double u[8] = {
      0.789244669808908,   0.9712700406508683,   0.5473782180124582,  0.23657622938163658,
      0.34812024253744467, 0.024149464469887638, 0.06362223924561616, 0.09788284306213124};
  f[0] = 1.0 / ((1.0 / (a[0] * a[0]) + (x[0] - u[0]) * (x[0] - u[0])) *
                (1.0 / (a[1] * a[1]) + (x[1] - u[1]) * (x[1] - u[1])) *
                (1.0 / (a[2] * a[2]) + (x[2] - u[2]) * (x[2] - u[2])) *
                (1.0 / (a[3] * a[3]) + (x[3] - u[3]) * (x[3] - u[3])) *
                (1.0 / (a[4] * a[4]) + (x[4] - u[4]) * (x[4] - u[4])) *
                (1.0 / (a[5] * a[5]) + (x[5] - u[5]) * (x[5] - u[5])) *
                (1.0 / (a[6] * a[6]) + (x[6] - u[6]) * (x[6] - u[6])) *
                (1.0 / (a[7] * a[7]) + (x[7] - u[7]) * (x[7] - u[7])));
  return 0;
}

int genz_product_peak_d10_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[10] = {
      2.425006214079694,  0.890577777518873,  2.022553167363774,  1.163412007773185,
      2.402456017708561,  2.0773627381024267, 1.0918157885210615, 1.186124294537415,
      2.1798197604948966, 2.5608722339001115};
  [[maybe_unused]] static const double u[10] = {
      0.9470440019613466, 0.1468091422185741, 0.6190363818524662, 0.8450226169436327,
      0.9758794405816112, 0.2436846476760095, 0.5281338209224402, 0.1296684927364321,
      0.6708438718582782, 0.9925957895202082};
  f[0] = 1.0 / ((1.0 / (a[0] * a[0]) + (x[0] - u[0]) * (x[0] - u[0])) *
                (1.0 / (a[1] * a[1]) + (x[1] - u[1]) * (x[1] - u[1])) *
                (1.0 / (a[2] * a[2]) + (x[2] - u[2]) * (x[2] - u[2])) *
                (1.0 / (a[3] * a[3]) + (x[3] - u[3]) * (x[3] - u[3])) *
                (1.0 / (a[4] * a[4]) + (x[4] - u[4]) * (x[4] - u[4])) *
                (1.0 / (a[5] * a[5]) + (x[5] - u[5]) * (x[5] - u[5])) *
                (1.0 / (a[6] * a[6]) + (x[6] - u[6]) * (x[6] - u[6])) *
                (1.0 / (a[7] * a[7]) + (x[7] - u[7]) * (x[7] - u[7])) *
                (1.0 / (a[8] * a[8]) + (x[8] - u[8]) * (x[8] - u[8])) *
                (1.0 / (a[9] * a[9]) + (x[9] - u[9]) * (x[9] - u[9])));
  return 0;
}

int genz_corner_peak_d02_00(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] static const double a[2] = {1.2893502574168474, 0.9106497425831527};
  [[maybe_unused]] static const double u[2] = {0.45511585464568893, 0.04413477865527182};
  f[0] = pow(1.0 + (a[0] * x[0] + a[1] * x[1]), -(d + 1.0));
  return 0;
}

int genz_corner_peak_d03_00(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] static const double a[3] = {2.0286308377311486, 0.08142495749969782,
                                               0.08994420476915407};
  [[maybe_unused]] static const double u[3] = {0.23219508090575458, 0.8259791957964807,
                                               0.8951782046868064};
  f[0] = pow(1.0 + (a[0] * x[0] + a[1] * x[1] + a[2] * x[2]), -(d + 1.0));
  return 0;
}

int genz_corner_peak_d05_00(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] static const double a[5] = {1.1266970070013709, 0.16887177091472513,
                                               0.46855540358004427, 0.19138985548061432,
                                               0.24448596302324566};
  [[maybe_unused]] static const double u[5] = {0.37266631752117807, 0.7000628749394402,
                                               0.12134950481779794, 0.34483046343976453,
                                               0.6862163015354431};
  f[0] =
      pow(1.0 + (a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4]), -(d + 1.0));
  return 0;
}

int genz_corner_peak_d08_00(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] static const double a[8] = {
      0.33715212519050386, 0.43775131180200655, 0.31409022627910893, 0.30556210833663205,
      0.2679649326692828,  0.3651102907089517,  0.10119345055053326, 0.07117555446298099};
  [[maybe_unused]] static const double u[8] = {
      0.5229515917796348, 0.8559711012370333, 0.4396737021248742, 0.9690153440201604,
      0.3141514800574199, 0.4967613624032098, 0.8160313221547253, 0.08159281491332426};
  f[0] = pow(1.0 + (a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4] +
                    a[5] * x[5] + a[6] * x[6] + a[7] * x[7]),
             -(d + 1.0));
  return 0;
}

int genz_corner_peak_d10_00(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] static const double a[10] = {
      0.21005289362930468, 0.3587807049040376, 0.029421932757678532, 0.23682196089583213,
      0.3274837386854449,  0.2627427464858452, 0.34360521824035806,  0.04507935002594084,
      0.18769011273725408, 0.19832134163830442};
  [[maybe_unused]] static const double u[10] = {
      0.7617290204337513,    0.004392828059040954, 0.4893931928726981,  0.351442026044012,
      0.0031224841561422467, 0.7641397914989256,   0.12345825658600962, 0.33916003031692465,
      0.19899158489935542,   0.3285314694445496};
  f[0] = pow(1.0 + (a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4] +
                    a[5] * x[5] + a[6] * x[6] + a[7] * x[7] + a[8] * x[8] + a[9] * x[9]),
             -(d + 1.0));
  return 0;
}

int genz_gaussian_d02_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[2] = {11.320772393196146, 3.879227606803854};
  [[maybe_unused]] static const double u[2] = {0.6124897332060429, 0.8578629924737821};
  f[0] = exp(
      -(a[0] * a[0] * (x[0] - u[0]) * (x[0] - u[0]) + a[1] * a[1] * (x[1] - u[1]) * (x[1] - u[1])));
  return 0;
}

int genz_gaussian_d03_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[3] = {6.03752557985807, 2.8682284403199048,
                                               6.294245979822024};
  [[maybe_unused]] static const double u[3] = {0.21407424918417395, 0.3976716988772453,
                                               0.2881333278398257};
  f[0] = exp(-(a[0] * a[0] * (x[0] - u[0]) * (x[0] - u[0]) +
               a[1] * a[1] * (x[1] - u[1]) * (x[1] - u[1]) +
               a[2] * a[2] * (x[2] - u[2]) * (x[2] - u[2])));
  return 0;
}

int genz_gaussian_d05_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[5] = {3.268934955619876, 4.41752365112332,
                                               3.854790207374701, 1.6486413886731897,
                                               2.0101097972089144};
  [[maybe_unused]] static const double u[5] = {0.3123125633466115, 0.20339767573370238,
                                               0.372689282120794, 0.23680454019859087,
                                               0.7333844557131759};
  f[0] = exp(
      -(a[0] * a[0] * (x[0] - u[0]) * (x[0] - u[0]) + a[1] * a[1] * (x[1] - u[1]) * (x[1] - u[1]) +
        a[2] * a[2] * (x[2] - u[2]) * (x[2] - u[2]) + a[3] * a[3] * (x[3] - u[3]) * (x[3] - u[3]) +
        a[4] * a[4] * (x[4] - u[4]) * (x[4] - u[4])));
  return 0;
}

int genz_gaussian_d08_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[8] = {
      2.542688541558833, 0.14881622585535495, 2.2111523516514437, 0.448755221312522,
      2.160784569061163, 2.8352563418974417,  1.8801102648861225, 2.9724364837771162};
  [[maybe_unused]] static const double u[8] = {
      0.8563003268695554,  0.12044558464143351, 0.5356548548624055, 0.9710978297939127,
      0.07932889888900596, 0.04842622967423016, 0.8430165472392274, 0.4773386857287478};
  f[0] = exp(
      -(a[0] * a[0] * (x[0] - u[0]) * (x[0] - u[0]) + a[1] * a[1] * (x[1] - u[1]) * (x[1] - u[1]) +
        a[2] * a[2] * (x[2] - u[2]) * (x[2] - u[2]) + a[3] * a[3] * (x[3] - u[3]) * (x[3] - u[3]) +
        a[4] * a[4] * (x[4] - u[4]) * (x[4] - u[4]) + a[5] * a[5] * (x[5] - u[5]) * (x[5] - u[5]) +
        a[6] * a[6] * (x[6] - u[6]) * (x[6] - u[6]) + a[7] * a[7] * (x[7] - u[7]) * (x[7] - u[7])));
  return 0;
}

int genz_gaussian_d10_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[10] = {
      0.5872349724742986, 0.6986334557633352, 2.5918114924762015, 1.861487010364401,
      2.056388970337997,  0.9163285766095997, 2.0917230456960305, 2.2788227993829953,
      1.8544214643250558, 0.2631482125700832};
  [[maybe_unused]] static const double u[10] = {
      0.2604806169683662, 0.026788383826831907, 0.612538147670958,   0.2368770771454044,
      0.7259001478937398, 0.1520618216000822,   0.10888496381151613, 0.017144013328438845,
      0.0980376817593469, 0.10656726436335873};
  f[0] = exp(
      -(a[0] * a[0] * (x[0] - u[0]) * (x[0] - u[0]) + a[1] * a[1] * (x[1] - u[1]) * (x[1] - u[1]) +
        a[2] * a[2] * (x[2] - u[2]) * (x[2] - u[2]) + a[3] * a[3] * (x[3] - u[3]) * (x[3] - u[3]) +
        a[4] * a[4] * (x[4] - u[4]) * (x[4] - u[4]) + a[5] * a[5] * (x[5] - u[5]) * (x[5] - u[5]) +
        a[6] * a[6] * (x[6] - u[6]) * (x[6] - u[6]) + a[7] * a[7] * (x[7] - u[7]) * (x[7] - u[7]) +
        a[8] * a[8] * (x[8] - u[8]) * (x[8] - u[8]) + a[9] * a[9] * (x[9] - u[9]) * (x[9] - u[9])));
  return 0;
}

int genz_c0_d02_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[2] = {9.81038335019761, 6.289616649802393};
  [[maybe_unused]] static const double u[2] = {0.7754184904014109, 0.7246147963498397};
  f[0] = exp(-(a[0] * fabs(x[0] - u[0]) + a[1] * fabs(x[1] - u[1])));
  return 0;
}

int genz_c0_d03_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[3] = {1.1291058529749567, 7.6631648157191306,
                                               7.307729331305914};
  [[maybe_unused]] static const double u[3] = {0.49009696084770205, 0.512412047466031,
                                               0.6868951754911814};
  f[0] = exp(-(a[0] * fabs(x[0] - u[0]) + a[1] * fabs(x[1] - u[1]) + a[2] * fabs(x[2] - u[2])));
  return 0;
}

int genz_c0_d05_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[5] = {
      4.69772554550621, 3.1004608959395368, 3.490510627261157, 3.237208411120506, 1.57409452017259};
  [[maybe_unused]] static const double u[5] = {0.6875690454593668, 0.025289139350976875,
                                               0.7164240842856245, 0.3652569136477717,
                                               0.7217242067161815};
  f[0] = exp(-(a[0] * fabs(x[0] - u[0]) + a[1] * fabs(x[1] - u[1]) + a[2] * fabs(x[2] - u[2]) +
               a[3] * fabs(x[3] - u[3]) + a[4] * fabs(x[4] - u[4])));
  return 0;
}

int genz_c0_d08_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[8] = {
      0.49846279812537286, 0.6412065945286844, 3.6378275325182123, 1.4960304283498442,
      2.3589438818912223,  2.358810512452405,  3.2346834404800595, 1.8740348116542005};
  [[maybe_unused]] static const double u[8] = {
      0.39897806784191814,    0.649443287031016,  0.6030761948045426,  0.20194491447110574,
      0.00031059860418736207, 0.6932702358157105, 0.12053616595036254, 0.2758530679097566};
  f[0] = exp(-(a[0] * fabs(x[0] - u[0]) + a[1] * fabs(x[1] - u[1]) + a[2] * fabs(x[2] - u[2]) +
               a[3] * fabs(x[3] - u[3]) + a[4] * fabs(x[4] - u[4]) + a[5] * fabs(x[5] - u[5]) +
               a[6] * fabs(x[6] - u[6]) + a[7] * fabs(x[7] - u[7])));
  return 0;
}

int genz_c0_d10_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[10] = {
      2.4492922363431577, 0.6573354899430969, 1.091065089151531,  0.43635846683600243,
      1.4488846747576203, 2.145422471211098,  0.6095564748046655, 2.348147155176438,
      2.463721687040967,  2.450216254735424};
  [[maybe_unused]] static const double u[10] = {
      0.31494762619475203,  0.298360227568813,  0.08408305292383755, 0.8259994022472343,
      0.6672011709601687,   0.7022758390528746, 0.5995298903938588,  0.7113717814577653,
      0.020768898760156307, 0.16192249359311095};
  f[0] = exp(-(a[0] * fabs(x[0] - u[0]) + a[1] * fabs(x[1] - u[1]) + a[2] * fabs(x[2] - u[2]) +
               a[3] * fabs(x[3] - u[3]) + a[4] * fabs(x[4] - u[4]) + a[5] * fabs(x[5] - u[5]) +
               a[6] * fabs(x[6] - u[6]) + a[7] * fabs(x[7] - u[7]) + a[8] * fabs(x[8] - u[8]) +
               a[9] * fabs(x[9] - u[9])));
  return 0;
}

int genz_discontinuous_d02_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[2] = {0.9668430281184016, 15.433156971881596};
  [[maybe_unused]] static const double u[2] = {0.07196513518630454, 0.7472000728563363};
  f[0] = ((x[0] > u[0] || x[1] > u[1]) ? 0.0 : exp(a[0] * x[0] + a[1] * x[1]));
  return 0;
}

int genz_discontinuous_d03_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[3] = {9.297454965732346, 3.027191147697663,
                                               4.075353886569989};
  [[maybe_unused]] static const double u[3] = {0.9845053870683012, 0.17549370479672066,
                                               0.19055006995299895};
  f[0] = ((x[0] > u[0] || x[1] > u[1]) ? 0.0 : exp(a[0] * x[0] + a[1] * x[1] + a[2] * x[2]));
  return 0;
}

int genz_discontinuous_d05_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[5] = {1.6599403956750898, 5.216853118805084,
                                               1.3660142813977323, 5.527107691277432,
                                               2.63008451284466};
  [[maybe_unused]] static const double u[5] = {0.3958599007265615, 0.4779941069328467,
                                               0.01896103251216319, 0.4433161600226744,
                                               0.622483172867091};
  f[0] = ((x[0] > u[0] || x[1] > u[1])
              ? 0.0
              : exp(a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4]));
  return 0;
}

int genz_discontinuous_d08_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[8] = {
      2.6027395162792812, 0.020596831711832894, 2.040037708331653, 3.1615472296780243,
      2.248988140602634,  2.0300041062644025,   2.413869419553753, 1.882217047578418};
  [[maybe_unused]] static const double u[8] = {
      0.4518765850217541, 0.8855342150374222,  0.9646180529793098, 0.859358178605936,
      0.5050295148716248, 0.22541738912912712, 0.3757362671169414, 0.2822396681223587};
  f[0] =
      ((x[0] > u[0] || x[1] > u[1]) ? 0.0
                                    : exp(a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] +
                                          a[4] * x[4] + a[5] * x[5] + a[6] * x[6] + a[7] * x[7]));
  return 0;
}

int genz_discontinuous_d10_00(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double a[10] = {
      2.4500400084475844, 1.9217197474898646,  0.8963894480159194, 2.012727493672319,
      1.1878733342637848, 0.31675979439304913, 2.373701046262967,  0.7187224913756745,
      2.3717151098764364, 2.150351526202399};
  [[maybe_unused]] static const double u[10] = {
      0.19298531054700196, 0.35717288840073225, 0.07735064227927468, 0.24958698613911257,
      0.21670829213745946, 0.8506912813068899,  0.23722712297936932, 0.01901268413546031,
      0.7343509123712609,  0.06903673964812651};
  f[0] = ((x[0] > u[0] || x[1] > u[1])
              ? 0.0
              : exp(a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3] + a[4] * x[4] +
                    a[5] * x[5] + a[6] * x[6] + a[7] * x[7] + a[8] * x[8] + a[9] * x[9]));
  return 0;
}

int oneloop_box(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double m2 = 1.0;
  [[maybe_unused]] const double S = 2.5;
  [[maybe_unused]] const double T = 4.0;
  f[0] = x[0] * (1.0 - x[0]) /
         ((m2 + S * x[0] * x[0] * x[1] * (1.0 - x[1]) +
           T * (1.0 - x[0]) * (1.0 - x[0]) * x[2] * (1.0 - x[2])) *
          (m2 + S * x[0] * x[0] * x[1] * (1.0 - x[1]) +
           T * (1.0 - x[0]) * (1.0 - x[0]) * x[2] * (1.0 - x[2])));
  return 0;
}

int gsl_prod_d05(const int *, const double x[], const int *, double f[], void *) {
  f[0] = (2.0 * x[0] * 2.0 * x[1] * 2.0 * x[2] * 2.0 * x[3] * 2.0 * x[4]);
  return 0;
}

int gsl_gauss_d03(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] const double a = 0.1;
  f[0] = exp(-((x[0] - 0.5) * (x[0] - 0.5) + (x[1] - 0.5) * (x[1] - 0.5) +
               (x[2] - 0.5) * (x[2] - 0.5)) /
             (a * a)) /
         pow(sqrt(M_PI) * a, (double)d);
  return 0;
}

int vegasflow_symgauss_d04(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] const double a = 0.1;
  f[0] = exp(-((x[0] - 0.5) * (x[0] - 0.5) + (x[1] - 0.5) * (x[1] - 0.5) +
               (x[2] - 0.5) * (x[2] - 0.5) + (x[3] - 0.5) * (x[3] - 0.5)) /
             (a * a)) /
         pow(sqrt(M_PI) * a, (double)d);
  return 0;
}

int gsl_tsuda_d10(const int *, const double x[], const int *, double f[], void *) {
  f[0] = ((((1.0 + sqrt(10.0)) / 9.0) * ((1.0 + sqrt(10.0)) / 9.0 + 1.0) /
           (((1.0 + sqrt(10.0)) / 9.0 + x[0]) * ((1.0 + sqrt(10.0)) / 9.0 + x[0]))) *
          (((1.0 + sqrt(10.0)) / 9.0) * ((1.0 + sqrt(10.0)) / 9.0 + 1.0) /
           (((1.0 + sqrt(10.0)) / 9.0 + x[1]) * ((1.0 + sqrt(10.0)) / 9.0 + x[1]))) *
          (((1.0 + sqrt(10.0)) / 9.0) * ((1.0 + sqrt(10.0)) / 9.0 + 1.0) /
           (((1.0 + sqrt(10.0)) / 9.0 + x[2]) * ((1.0 + sqrt(10.0)) / 9.0 + x[2]))) *
          (((1.0 + sqrt(10.0)) / 9.0) * ((1.0 + sqrt(10.0)) / 9.0 + 1.0) /
           (((1.0 + sqrt(10.0)) / 9.0 + x[3]) * ((1.0 + sqrt(10.0)) / 9.0 + x[3]))) *
          (((1.0 + sqrt(10.0)) / 9.0) * ((1.0 + sqrt(10.0)) / 9.0 + 1.0) /
           (((1.0 + sqrt(10.0)) / 9.0 + x[4]) * ((1.0 + sqrt(10.0)) / 9.0 + x[4]))) *
          (((1.0 + sqrt(10.0)) / 9.0) * ((1.0 + sqrt(10.0)) / 9.0 + 1.0) /
           (((1.0 + sqrt(10.0)) / 9.0 + x[5]) * ((1.0 + sqrt(10.0)) / 9.0 + x[5]))) *
          (((1.0 + sqrt(10.0)) / 9.0) * ((1.0 + sqrt(10.0)) / 9.0 + 1.0) /
           (((1.0 + sqrt(10.0)) / 9.0 + x[6]) * ((1.0 + sqrt(10.0)) / 9.0 + x[6]))) *
          (((1.0 + sqrt(10.0)) / 9.0) * ((1.0 + sqrt(10.0)) / 9.0 + 1.0) /
           (((1.0 + sqrt(10.0)) / 9.0 + x[7]) * ((1.0 + sqrt(10.0)) / 9.0 + x[7]))) *
          (((1.0 + sqrt(10.0)) / 9.0) * ((1.0 + sqrt(10.0)) / 9.0 + 1.0) /
           (((1.0 + sqrt(10.0)) / 9.0 + x[8]) * ((1.0 + sqrt(10.0)) / 9.0 + x[8]))) *
          (((1.0 + sqrt(10.0)) / 9.0) * ((1.0 + sqrt(10.0)) / 9.0 + 1.0) /
           (((1.0 + sqrt(10.0)) / 9.0 + x[9]) * ((1.0 + sqrt(10.0)) / 9.0 + x[9]))));
  return 0;
}

int ball_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double R = 0.5012414526234453;
  f[0] = ((x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) < R * R ? 1.0 : 0.0);
  return 0;
}

int cuba_demo01(const int *, const double x[], const int *, double f[], void *) {
  f[0] = sin(x[0]) * cos(x[1]) * exp(x[2]);
  return 0;
}

int cuba_demo02(const int *, const double x[], const int *, double f[], void *) {
  f[0] = 1.0 / ((x[0] + x[1]) * (x[0] + x[1]) + 0.003) * cos(x[1]) * exp(x[2]);
  return 0;
}

int cuba_demo03(const int *, const double x[], const int *, double f[], void *) {
  f[0] = 1.0 / (3.75 - cos(M_PI * x[0]) - cos(M_PI * x[1]) - cos(M_PI * x[2]));
  return 0;
}

int cuba_demo04(const int *, const double x[], const int *, double f[], void *) {
  f[0] = fabs((x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) - 0.125);
  return 0;
}

int cuba_demo05(const int *, const double x[], const int *, double f[], void *) {
  f[0] = exp(-(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
  return 0;
}

int cuba_demo06(const int *, const double x[], const int *, double f[], void *) {
  f[0] = 1.0 / (1.0 - x[0] * x[1] * x[2] + 1e-10);
  return 0;
}

int cuba_demo07(const int *, const double x[], const int *, double f[], void *) {
  f[0] = sqrt(fabs(x[0] - x[1] - x[2]));
  return 0;
}

int cuba_demo08(const int *, const double x[], const int *, double f[], void *) {
  f[0] = exp(-x[0] * x[1] * x[2]);
  return 0;
}

int cuba_demo09(const int *, const double x[], const int *, double f[], void *) {
  f[0] = x[0] * x[0] / (cos(x[0] + x[1] + x[2] + 1.0) + 5.0);
  return 0;
}

int cuba_demo10(const int *, const double x[], const int *, double f[], void *) {
  f[0] = (x[0] > 0.5 ? 1.0 / sqrt(x[0] * x[1] * x[2] + 1e-5) : sqrt(x[0] * x[1] * x[2]));
  return 0;
}

int cuba_demo11(const int *, const double x[], const int *, double f[], void *) {
  f[0] = ((x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) < 1.0 ? 1.0 : 0.0);
  return 0;
}

int vec_gauss_n2_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double c[3] = {100.0, 64.0, 144.0};
  [[maybe_unused]] static const double u[3] = {0.5, 0.25, 0.75};
  f[0] = exp(-(c[0] * (x[0] - u[0]) * (x[0] - u[0]) + c[1] * (x[1] - u[1]) * (x[1] - u[1]) +
               c[2] * (x[2] - u[2]) * (x[2] - u[2])));
  f[1] = exp(-(c[0] * (x[0] - u[0]) * (x[0] - u[0]) + c[1] * (x[1] - u[1]) * (x[1] - u[1]) +
               c[2] * (x[2] - u[2]) * (x[2] - u[2]))) *
         x[0];
  return 0;
}

int vec_gauss_n5_d04(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double c[4] = {80.0, 60.0, 40.0, 20.0};
  [[maybe_unused]] static const double u[4] = {0.25, 0.5, 0.625, 0.75};
  f[0] = exp(-(c[0] * (x[0] - u[0]) * (x[0] - u[0]) + c[1] * (x[1] - u[1]) * (x[1] - u[1]) +
               c[2] * (x[2] - u[2]) * (x[2] - u[2]) + c[3] * (x[3] - u[3]) * (x[3] - u[3])));
  f[1] = exp(-(c[0] * (x[0] - u[0]) * (x[0] - u[0]) + c[1] * (x[1] - u[1]) * (x[1] - u[1]) +
               c[2] * (x[2] - u[2]) * (x[2] - u[2]) + c[3] * (x[3] - u[3]) * (x[3] - u[3]))) *
         x[0];
  f[2] = exp(-(c[0] * (x[0] - u[0]) * (x[0] - u[0]) + c[1] * (x[1] - u[1]) * (x[1] - u[1]) +
               c[2] * (x[2] - u[2]) * (x[2] - u[2]) + c[3] * (x[3] - u[3]) * (x[3] - u[3]))) *
         x[3];
  f[3] = exp(-(c[0] * (x[0] - u[0]) * (x[0] - u[0]) + c[1] * (x[1] - u[1]) * (x[1] - u[1]) +
               c[2] * (x[2] - u[2]) * (x[2] - u[2]) + c[3] * (x[3] - u[3]) * (x[3] - u[3]))) *
         x[1] * x[1];
  f[4] = exp(-(c[0] * (x[0] - u[0]) * (x[0] - u[0]) + c[1] * (x[1] - u[1]) * (x[1] - u[1]) +
               c[2] * (x[2] - u[2]) * (x[2] - u[2]) + c[3] * (x[3] - u[3]) * (x[3] - u[3]))) *
         x[0] * x[3];
  return 0;
}

int vec_rosen_n20_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double T = 10.0;
  f[0] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
               100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
             T);
  f[1] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
               100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
             T) *
         x[2];
  f[2] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
               100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
             T) *
         x[2] * x[2];
  f[3] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
               100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
             T) *
         x[2] * x[2] * x[2];
  f[4] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
               100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
             T) *
         x[1];
  f[5] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
               100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
             T) *
         x[1] * x[2];
  f[6] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
               100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
             T) *
         x[1] * x[2] * x[2];
  f[7] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
               100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
             T) *
         x[1] * x[1];
  f[8] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
               100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
             T) *
         x[1] * x[1] * x[2];
  f[9] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
               100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
             T) *
         x[1] * x[1] * x[1];
  f[10] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
                100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
              T) *
          x[0];
  f[11] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
                100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
              T) *
          x[0] * x[2];
  f[12] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
                100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
              T) *
          x[0] * x[2] * x[2];
  f[13] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
                100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
              T) *
          x[0] * x[1];
  f[14] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
                100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
              T) *
          x[0] * x[1] * x[2];
  f[15] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
                100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
              T) *
          x[0] * x[1] * x[1];
  f[16] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
                100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
              T) *
          x[0] * x[0];
  f[17] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
                100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
              T) *
          x[0] * x[0] * x[2];
  f[18] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
                100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
              T) *
          x[0] * x[0] * x[1];
  f[19] = exp(-(100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]) +
                100.0 * (x[2] - x[1] * x[1]) * (x[2] - x[1] * x[1]) + (1.0 - x[1]) * (1.0 - x[1])) /
              T) *
          x[0] * x[0] * x[0];
  return 0;
}

int vec_cubajl_n3(const int *, const double x[], const int *, double f[], void *) {
  f[0] = sin(x[0]) * cos(x[1]) * exp(x[2]);
  f[1] = exp(-(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
  f[2] = 1.0 / (1.0 - x[0] * x[1] * x[2]);
  return 0;
}

int vec_vegasflow_n3(const int *, const double x[], const int *, double f[], void *) {
  f[0] = exp(-pow(x[0] - 1.0, 4.0));
  f[1] = exp(-pow(x[1] - 1.0, 4.0));
  f[2] = exp(-pow(x[2] - 1.0, 4.0));
  return 0;
}

int vec_mixed_n5_d04(const int *, const double x[], const int *, double f[], void *) {
  f[0] = x[0] * x[1] * x[2] * x[3];
  f[1] = 1e6 * exp(-2500.0 * ((x[0] - 0.375) * (x[0] - 0.375) + (x[1] - 0.375) * (x[1] - 0.375) +
                              (x[2] - 0.375) * (x[2] - 0.375) + (x[3] - 0.375) * (x[3] - 0.375)));
  f[2] = cos(5.0 * (x[0] + x[1] + x[2] + x[3]));
  f[3] = 1e-12 * exp(x[0]);
  f[4] = x[0] - x[1];
  return 0;
}

int hard_needle_d03(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] const double sigma = 0.0005;
  [[maybe_unused]] static const double mu[3] = {0.6180339887, 0.2718281828, 0.7071067812};
  f[0] = exp(-((x[0] - mu[0]) * (x[0] - mu[0]) + (x[1] - mu[1]) * (x[1] - mu[1]) +
               (x[2] - mu[2]) * (x[2] - mu[2])) /
             (2.0 * sigma * sigma)) /
         pow(sqrt(2.0 * M_PI) * sigma, (double)d);
  return 0;
}

int hard_needle_bg_d04(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] const double sigma = 0.002;
  [[maybe_unused]] static const double mu[4] = {0.2113, 0.6789, 0.8642, 0.3579};
  f[0] = (x[0] + x[1] + x[2] + x[3]) +
         exp(-((x[0] - mu[0]) * (x[0] - mu[0]) + (x[1] - mu[1]) * (x[1] - mu[1]) +
               (x[2] - mu[2]) * (x[2] - mu[2]) + (x[3] - mu[3]) * (x[3] - mu[3])) /
             (2.0 * sigma * sigma)) /
             pow(sqrt(2.0 * M_PI) * sigma, (double)d);
  return 0;
}

int hard_invsqrt_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 0.5;
  f[0] = 1.0 / sqrt(x[0] * x[1] * x[2]);
  return 0;
}

int hard_logprod_d03(const int *, const double x[], const int *, double f[], void *) {
  f[0] = ((-log(x[0])) * (-log(x[1])) * (-log(x[2])));
  return 0;
}

int hard_logsum_d06(const int *, const double x[], const int *, double f[], void *) {
  f[0] = -(log(x[0]) + log(x[1]) + log(x[2]) + log(x[3]) + log(x[4]) + log(x[5]));
  return 0;
}

int hard_absdiff_d02(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double a = 0.5;
  f[0] = 1.0 / sqrt(fabs(x[0] - x[1]));
  return 0;
}

int hard_radial1_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double p = 1.0;
  f[0] = pow((x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), -0.5 * p);
  return 0;
}

int hard_coulomb_center(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double c[3] = {0.5, 0.5, 0.5};
  f[0] = 1.0 / sqrt((x[0] - c[0]) * (x[0] - c[0]) + (x[1] - c[1]) * (x[1] - c[1]) +
                    (x[2] - c[2]) * (x[2] - c[2]));
  return 0;
}

int hard_zero_sin_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] static const double k[5] = {1.0, 2.0, 3.0, 1.0, 2.0};
  f[0] = sin(2.0 * M_PI * (k[0] * x[0] + k[1] * x[1] + k[2] * x[2] + k[3] * x[3] + k[4] * x[4]));
  return 0;
}

int hard_zero_anti_d03(const int *, const double x[], const int *, double f[], void *) {
  f[0] = (x[0] - x[1]) * exp(-(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
  return 0;
}

int hard_cancel_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double c = 100.0;
  [[maybe_unused]] const double eps = 9.5367431640625e-07;
  f[0] = (1.0 + eps) * exp(-c * ((x[0] - 0.25) * (x[0] - 0.25) + (x[1] - 0.5) * (x[1] - 0.5) +
                                 (x[2] - 0.5) * (x[2] - 0.5))) -
         exp(-c * ((x[0] - 0.75) * (x[0] - 0.75) + (x[1] - 0.5) * (x[1] - 0.5) +
                   (x[2] - 0.5) * (x[2] - 0.5)));
  return 0;
}

int hard_const_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double c = 3.25;
  f[0] = c + 0.0 * x[0];
  return 0;
}

int hard_zerofunc_d04(const int *, const double x[], const int *, double f[], void *) {
  f[0] = 0.0 * x[0];
  return 0;
}

int hard_tiny_d04(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double s = 1e-200;
  f[0] =
      s * exp(-10.0 * (fabs(x[0] - 0.5) + fabs(x[1] - 0.5) + fabs(x[2] - 0.5) + fabs(x[3] - 0.5)));
  return 0;
}

int hard_huge_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double s = 1e+160;
  f[0] = s * exp(-10.0 * (fabs(x[0] - 0.5) + fabs(x[1] - 0.5) + fabs(x[2] - 0.5)));
  return 0;
}

int hard_cornerexp_d06(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] const double a = 100.0;
  f[0] = pow(a, (double)d) * exp(-a * (x[0] + x[1] + x[2] + x[3] + x[4] + x[5]));
  return 0;
}

int hard_nan_corner_d02(const int *, const double x[], const int *, double f[], void *) {
  f[0] = x[0] * x[1] / (x[0] * x[0] + x[1] * x[1]);
  return 0;
}

int hard_nan_xlogx_d04(const int *, const double x[], const int *, double f[], void *) {
  f[0] = ((-x[0] * log(x[0])) * (-x[1] * log(x[1])) * (-x[2] * log(x[2])) * (-x[3] * log(x[3])));
  return 0;
}

int hard_semiinf_gauss_d04(const int *, const double x[], const int *, double f[], void *) {
  f[0] = ((x[0] > 0.0 ? 1.12837916709551257390 *
                            exp(-((1.0 - x[0]) / x[0]) * ((1.0 - x[0]) / x[0])) / (x[0] * x[0])
                      : 0.0) *
          (x[1] > 0.0 ? 1.12837916709551257390 *
                            exp(-((1.0 - x[1]) / x[1]) * ((1.0 - x[1]) / x[1])) / (x[1] * x[1])
                      : 0.0) *
          (x[2] > 0.0 ? 1.12837916709551257390 *
                            exp(-((1.0 - x[2]) / x[2]) * ((1.0 - x[2]) / x[2])) / (x[2] * x[2])
                      : 0.0) *
          (x[3] > 0.0 ? 1.12837916709551257390 *
                            exp(-((1.0 - x[3]) / x[3]) * ((1.0 - x[3]) / x[3])) / (x[3] * x[3])
                      : 0.0));
  return 0;
}

int hard_semiinf_alg_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double p = 4.0;
  f[0] = pow(1.0 + x[0] / (1.0 - x[0]) + x[1] / (1.0 - x[1]) + x[2] / (1.0 - x[2]), -p) /
         ((1.0 - x[0]) * (1.0 - x[0]) * (1.0 - x[1]) * (1.0 - x[1]) * (1.0 - x[2]) * (1.0 - x[2]));
  return 0;
}

int hard_inf_tan_d03(const int *, const double x[], const int *, double f[], void *) {
  f[0] = exp(-(tan(x[0]) * tan(x[0]) + tan(x[1]) * tan(x[1]) + tan(x[2]) * tan(x[2]))) *
         (1.0 + tan(x[0]) * tan(x[0])) * (1.0 + tan(x[1]) * tan(x[1])) *
         (1.0 + tan(x[2]) * tan(x[2]));
  return 0;
}

int hard_cauchy_d02(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] const double L = 10000.0;
  f[0] = tgamma(0.5 * (d + 1)) / pow(M_PI, 0.5 * (d + 1)) *
         pow(1.0 + (x[0] * x[0] + x[1] * x[1]), -0.5 * (d + 1));
  return 0;
}

int hard_breitwigner_d05(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double g = 0.01;
  [[maybe_unused]] static const double mu[5] = {0.3, 0.55, 0.7, 0.45, 0.62};
  f[0] = ((g / M_PI / ((x[0] - mu[0]) * (x[0] - mu[0]) + g * g)) *
          (g / M_PI / ((x[1] - mu[1]) * (x[1] - mu[1]) + g * g)) *
          (g / M_PI / ((x[2] - mu[2]) * (x[2] - mu[2]) + g * g)) *
          (g / M_PI / ((x[3] - mu[3]) * (x[3] - mu[3]) + g * g)) *
          (g / M_PI / ((x[4] - mu[4]) * (x[4] - mu[4]) + g * g)));
  return 0;
}

int hard_simplex_d04(const int *, const double x[], const int *, double f[], void *) {
  f[0] = ((x[0] + x[1] + x[2] + x[3]) < 1.0 ? 1.0 : 0.0);
  return 0;
}

int hard_staircase_d04(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double n = 8.0;
  f[0] = (floor(n * x[0]) + floor(n * x[1]) + floor(n * x[2]) + floor(n * x[3]));
  return 0;
}

int hard_sheet_d02(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double eps = 0.0001;
  [[maybe_unused]] const double b = 0.875;
  f[0] = exp(-((x[0] + x[1]) - b) * ((x[0] + x[1]) - b) / (eps * eps)) / (eps * sqrt(M_PI));
  return 0;
}

int hard_corrgauss_d02(const int *ndim, const double x[], const int *, double f[], void *) {
  const int d = *ndim;
  [[maybe_unused]] const double rho = 0.999;
  f[0] =
      exp(-0.5 * ((1.0 / (1.0 - rho)) * (x[0] * x[0] + x[1] * x[1]) -
                  (rho / ((1.0 - rho) * (1.0 + (d - 1.0) * rho))) * (x[0] + x[1]) * (x[0] + x[1])));
  return 0;
}

int hard_eggbox_d02(const int *, const double x[], const int *, double f[], void *) {
  f[0] = exp(pow(2.0 + cos(0.5 * x[0]) * cos(0.5 * x[1]), 5.0));
  return 0;
}

int hard_shells_d02(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double w = 0.1;
  [[maybe_unused]] const double r = 2.0;
  [[maybe_unused]] const double cx = 3.5;
  f[0] = exp(-(sqrt((x[0] - cx) * (x[0] - cx) + x[1] * x[1]) - r) *
             (sqrt((x[0] - cx) * (x[0] - cx) + x[1] * x[1]) - r) / (2.0 * w * w)) /
             (sqrt(2.0 * M_PI) * w) +
         exp(-(sqrt((x[0] + cx) * (x[0] + cx) + x[1] * x[1]) - r) *
             (sqrt((x[0] + cx) * (x[0] + cx) + x[1] * x[1]) - r) / (2.0 * w * w)) /
             (sqrt(2.0 * M_PI) * w);
  return 0;
}

int hard_osc50_d03(const int *, const double x[], const int *, double f[], void *) {
  [[maybe_unused]] const double k = 50.0;
  f[0] = cos(k * (x[0] + x[1] + x[2]));
  return 0;
}

int hard_dim1_semiinf(const int *, const double x[], const int *, double f[], void *) {
  f[0] = log(1.0 + x[0] * x[0] / ((1.0 - x[0]) * (1.0 - x[0]))) /
         (1.0 + x[0] * x[0] / ((1.0 - x[0]) * (1.0 - x[0]))) / ((1.0 - x[0]) * (1.0 - x[0]));
  return 0;
}

}  // namespace

const std::vector<ReferenceIntegral> &reference_integrals() {
  static const std::vector<ReferenceIntegral> table{
      {"pagani_f1_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       pagani_f1_d02,
       {0.057073982960721394},
       0.483,
       {"oscillatory"}},
      {"pagani_f1_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       pagani_f1_d03,
       {-0.5311799472342865},
       0.644,
       {"oscillatory"}},
      {"pagani_f1_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f1_d05,
       {0.020242422119901897},
       0.636,
       {"oscillatory"}},
      {"pagani_f1_d08",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f1_d08,
       {3.439557952183252e-05},
       0.637,
       {"oscillatory"}},
      {"pagani_f2_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       pagani_f2_d02,
       {23434.026459297485},
       23434.026459297485,
       {"narrow", "product_peak"}},
      {"pagani_f2_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       pagani_f2_d03,
       {3587322.1072423756},
       3587322.1072423756,
       {"narrow", "product_peak"}},
      {"pagani_f2_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f2_d05,
       {84065401179.14064},
       84065401179.14064,
       {"narrow", "product_peak"}},
      {"pagani_f2_d08",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f2_d08,
       {3.015696721041305e+17},
       3.015696721041305e+17,
       {"narrow", "product_peak"}},
      {"pagani_f3_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       pagani_f3_d02,
       {0.10416666666666667},
       0.10416666666666667,
       {"corner_peak"}},
      {"pagani_f3_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       pagani_f3_d03,
       {0.010846560846560847},
       0.010846560846560847,
       {"corner_peak"}},
      {"pagani_f3_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f3_d05,
       {2.602538279621613e-05},
       2.602538279621613e-05,
       {"corner_peak"}},
      {"pagani_f3_d08",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f3_d08,
       {2.2751965817917756e-10},
       2.2751965817917756e-10,
       {"corner_peak"}},
      {"pagani_f4_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       pagani_f4_d02,
       {0.005026548245743669},
       0.005026548245743669,
       {"gaussian", "narrow"}},
      {"pagani_f4_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       pagani_f4_d03,
       {0.0003563729917972293},
       0.0003563729917972293,
       {"gaussian", "narrow"}},
      {"pagani_f4_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f4_d05,
       {1.791326036748786e-06},
       1.791326036748786e-06,
       {"gaussian", "narrow"}},
      {"pagani_f4_d08",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f4_d08,
       {6.383802190004383e-10},
       6.383802190004383e-10,
       {"gaussian", "narrow"}},
      {"pagani_f5_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       pagani_f5_d02,
       {0.03946278023726366},
       0.03946278023726366,
       {"c0"}},
      {"pagani_f5_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       pagani_f5_d03,
       {0.007839376423117684},
       0.007839376423117684,
       {"c0"}},
      {"pagani_f5_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f5_d05,
       {0.00030936358898267925},
       0.00030936358898267925,
       {"c0"}},
      {"pagani_f5_d08",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f5_d08,
       {2.4252176256418853e-06},
       2.4252176256418853e-06,
       {"c0"}},
      {"pagani_f6_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       pagani_f6_d02,
       {4.064618869348609},
       4.064618869348609,
       {"discontinuous"}},
      {"pagani_f6_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       pagani_f6_d03,
       {38.14141437246052},
       38.14141437246052,
       {"discontinuous"}},
      {"pagani_f6_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f6_d05,
       {191029.46875697124},
       191029.46875697124,
       {"discontinuous"}},
      {"pagani_f6_gpuint_d08",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f6_gpuint_d08,
       {24601427.690186772},
       24601427.690186772,
       {"discontinuous"}},
      {"pagani_f6_gpuint_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       pagani_f6_gpuint_d02,
       {120489.75982636053},
       120489.75982636053,
       {"discontinuous"}},
      {"pagani_f7_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       pagani_f7_d02,
       {15.717594201912414},
       15.717594201912414,
       {"box"}},
      {"pagani_f7_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       pagani_f7_d03,
       {421.44111820994846},
       421.44111820994846,
       {"box"}},
      {"pagani_f7_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f7_d05,
       {27476.45416259279},
       27476.45416259279,
       {"box"}},
      {"pagani_f7_d08",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f7_d08,
       {1495369.283757978},
       1495369.283757978,
       {"box"}},
      {"pagani_f8_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       pagani_f8_d02,
       {2.928532920538922},
       2.928532920538922,
       {"box"}},
      {"pagani_f8_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       pagani_f8_d03,
       {27.53196057322607},
       27.53196057322607,
       {"box"}},
      {"pagani_f8_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f8_d05,
       {516.4000533973569},
       516.4000533973569,
       {"box"}},
      {"pagani_f8_d08",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f8_d08,
       {8879.851175414276},
       8879.851175414276,
       {"box"}},
      {"pagani_f8_gpuint_d08_s25",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       pagani_f8_gpuint_d08_s25,
       {14996089.095682327},
       14996089.095682327,
       {"box"}},
      {"gpuint_osc_d08",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       gpuint_osc_d08,
       {-0.4670359493784659},
       0.621,
       {"oscillatory"}},
      {"gpuint_cosprod_d04",
       4,
       1,
       {0.0, 0.0, 0.0, 0.0},
       {10.0, 10.0, 10.0, 10.0},
       gpuint_cosprod_d04,
       {0.08759171138677127},
       1830.0,
       {"oscillatory", "separable"}},
      {"gpuint_gfunc_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       gpuint_gfunc_d05,
       {1.0},
       1.0,
       {"c0", "separable"}},
      {"gpuint_cosplus1_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       gpuint_cosplus1_d05,
       {0.9999262476619335},
       0.9999262476619335,
       {"oscillatory"}},
      {"genz_oscillatory_d02_00",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       genz_oscillatory_d02_00,
       {0.14937588190802087},
       0.649,
       {"genz", "oscillatory"}},
      {"genz_oscillatory_d03_00",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       genz_oscillatory_d03_00,
       {0.4957680307732395},
       0.629,
       {"genz", "oscillatory"}},
      {"genz_oscillatory_d05_00",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       genz_oscillatory_d05_00,
       {-0.5670314611471913},
       0.666,
       {"genz", "oscillatory"}},
      {"genz_oscillatory_d08_00",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_oscillatory_d08_00,
       {-0.7434051659998232},
       0.758,
       {"genz", "oscillatory"}},
      {"genz_oscillatory_d10_00",
       10,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_oscillatory_d10_00,
       {0.8283193997128142},
       0.831,
       {"genz", "oscillatory"}},
      {"genz_product_peak_d02_00",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       genz_product_peak_d02_00,
       {341.92400365383725},
       341.92400365383725,
       {"genz", "product_peak"}},
      {"genz_product_peak_d03_00",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       genz_product_peak_d03_00,
       {806.1904333571165},
       806.1904333571165,
       {"genz", "product_peak"}},
      {"genz_product_peak_d05_00",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       genz_product_peak_d05_00,
       {762.6614603974907},
       762.6614603974907,
       {"genz", "product_peak"}},
      {"genz_product_peak_d08_00",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_product_peak_d08_00,
       {876.9449947701733},
       876.9449947701733,
       {"genz", "product_peak"}},
      {"genz_product_peak_d10_00",
       10,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_product_peak_d10_00,
       {909.3971730392655},
       909.3971730392655,
       {"genz", "product_peak"}},
      {"genz_corner_peak_d02_00",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       genz_corner_peak_d02_00,
       {0.15002926925244933},
       0.15002926925244933,
       {"corner_peak", "genz"}},
      {"genz_corner_peak_d03_00",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       genz_corner_peak_d03_00,
       {0.12376268138052682},
       0.12376268138052682,
       {"corner_peak", "genz"}},
      {"genz_corner_peak_d05_00",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       genz_corner_peak_d05_00,
       {0.023690154389997175},
       0.023690154389997175,
       {"corner_peak", "genz"}},
      {"genz_corner_peak_d08_00",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_corner_peak_d08_00,
       {0.00251473056264724},
       0.00251473056264724,
       {"corner_peak", "genz"}},
      {"genz_corner_peak_d10_00",
       10,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_corner_peak_d10_00,
       {0.0006674009904761497},
       0.0006674009904761497,
       {"corner_peak", "genz"}},
      {"genz_gaussian_d02_00",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       genz_gaussian_d02_00,
       {0.05595854286351748},
       0.05595854286351748,
       {"gaussian", "genz"}},
      {"genz_gaussian_d03_00",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       genz_gaussian_d03_00,
       {0.0461279812932231},
       0.0461279812932231,
       {"gaussian", "genz"}},
      {"genz_gaussian_d05_00",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       genz_gaussian_d05_00,
       {0.03922021176388453},
       0.03922021176388453,
       {"gaussian", "genz"}},
      {"genz_gaussian_d08_00",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_gaussian_d08_00,
       {0.019804401550075706},
       0.019804401550075706,
       {"gaussian", "genz"}},
      {"genz_gaussian_d10_00",
       10,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_gaussian_d10_00,
       {0.02360253727136198},
       0.02360253727136198,
       {"gaussian", "genz"}},
      {"genz_c0_d02_00",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       genz_c0_d02_00,
       {0.055492657736678386},
       0.055492657736678386,
       {"c0", "genz"}},
      {"genz_c0_d03_00",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       genz_c0_d03_00,
       {0.050502140607060694},
       0.050502140607060694,
       {"c0", "genz"}},
      {"genz_c0_d05_00",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       genz_c0_d05_00,
       {0.01715371121283411},
       0.01715371121283411,
       {"c0", "genz"}},
      {"genz_c0_d08_00",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_c0_d08_00,
       {0.011133500027028809},
       0.011133500027028809,
       {"c0", "genz"}},
      {"genz_c0_d10_00",
       10,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_c0_d10_00,
       {0.009555718507970205},
       0.009555718507970205,
       {"c0", "genz"}},
      {"genz_discontinuous_d02_00",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       genz_discontinuous_d02_00,
       {492.03293146167255},
       492.03293146167255,
       {"discontinuous", "genz"}},
      {"genz_discontinuous_d03_00",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       genz_discontinuous_d03_00,
       {3340.97692258004},
       3340.97692258004,
       {"discontinuous", "genz"}},
      {"genz_discontinuous_d05_00",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       genz_discontinuous_d05_00,
       {564.8719389822081},
       564.8719389822081,
       {"discontinuous", "genz"}},
      {"genz_discontinuous_d08_00",
       8,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_discontinuous_d08_00,
       {2765.3838315919024},
       2765.3838315919024,
       {"discontinuous", "genz"}},
      {"genz_discontinuous_d10_00",
       10,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       genz_discontinuous_d10_00,
       {129.4094016225574},
       129.4094016225574,
       {"discontinuous", "genz"}},
      {"oneloop_box",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       oneloop_box,
       {0.09873488129635861},
       0.09873488129635861,
       {"real_world", "smooth"}},
      {"gsl_prod_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       gsl_prod_d05,
       {1.0},
       1.0,
       {"separable", "smooth"}},
      {"gsl_gauss_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       gsl_gauss_d03,
       {0.9999999999953876},
       0.9999999999953876,
       {"gaussian"}},
      {"vegasflow_symgauss_d04",
       4,
       1,
       {0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0},
       vegasflow_symgauss_d04,
       {0.9999999999938501},
       0.9999999999938501,
       {"gaussian"}},
      {"gsl_tsuda_d10",
       10,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       gsl_tsuda_d10,
       {1.0},
       1.0,
       {"corner_peak", "separable"}},
      {"ball_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       ball_d03,
       {0.0659385757160804},
       0.0659385757160804,
       {"discontinuous"}},
      {"cuba_demo01",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       cuba_demo01,
       {0.6646696797813773},
       0.6646696797813773,
       {"separable", "smooth"}},
      {"cuba_demo02",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       cuba_demo02,
       {5.268520088375839},
       5.268520088375839,
       {"corner_peak", "narrow"}},
      {"cuba_demo03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       cuba_demo03,
       {0.30780740962133685},
       0.30780740962133685,
       {"smooth"}},
      {"cuba_demo04",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       cuba_demo04,
       {0.8773140015302908},
       0.8773140015302908,
       {"c0"}},
      {"cuba_demo05",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       cuba_demo05,
       {0.41653838588663816},
       0.41653838588663816,
       {"gaussian", "smooth"}},
      {"cuba_demo06",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       cuba_demo06,
       {1.202056902995101},
       1.202056902995101,
       {"corner", "singular"}},
      {"cuba_demo07",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       cuba_demo07,
       {0.7096158856369341},
       0.7096158856369341,
       {"c0", "diagonal"}},
      {"cuba_demo08",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       cuba_demo08,
       {0.8912127981113024},
       0.8912127981113024,
       {"smooth"}},
      {"cuba_demo09",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       cuba_demo09,
       {0.08018556505241012},
       0.08018556505241012,
       {"smooth"}},
      {"cuba_demo10",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       cuba_demo10,
       {2.3962437642589403},
       2.3962437642589403,
       {"corner", "discontinuous", "singular"}},
      {"cuba_demo11",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       cuba_demo11,
       {0.5235987755982989},
       0.5235987755982989,
       {"discontinuous"}},
      {"vec_gauss_n2_d03",
       3,
       2,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       vec_gauss_n2_d03,
       {0.005786711516434423, 0.0028933557582172115},
       0.005786711516434423,
       {"gaussian", "vector"}},
      {"vec_gauss_n5_d04",
       4,
       5,
       {0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0},
       vec_gauss_n5_d04,
       {0.004744251688598158, 0.0011870719088497618, 0.003467278407941898, 0.0012255983000348197,
        0.0008675570075931889},
       0.004744251688598158,
       {"gaussian", "vector"}},
      {"vec_rosen_n20_d03",
       3,
       20,
       {-1.0, -0.5, -1.0},
       {2.0, 2.5, 6.0},
       vec_rosen_n20_d03,
       {0.6855584989571983,  0.5982813386694306, 1.7943916802060336,  7.06113540175917,
        0.4471398371756109,  0.9651484007208155, 3.4574682086351993,  0.5989892362104627,
        1.7643658136279787,  0.9668748656733417, 0.24460563040685937, 0.6464018515516449,
        2.368634165736126,   0.3726525746161637, 1.2058248565035887,  0.6475038881570717,
        0.44783844444333504, 0.947586353605011,  0.5763512051549671,  0.38009589266613664},
       7.06113540175917,
       {"curved_ridge", "narrow", "vector"}},
      {"vec_cubajl_n3",
       3,
       3,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       vec_cubajl_n3,
       {0.6646696797813773, 0.41653838588663816, 1.2020569031595942},
       1.2020569031595942,
       {"corner", "singular", "vector"}},
      {"vec_vegasflow_n3",
       3,
       3,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       vec_vegasflow_n3,
       {0.8448385947571024, 0.8448385947571024, 0.8448385947571024},
       0.8448385947571024,
       {"smooth", "vector"}},
      {"vec_mixed_n5_d04",
       4,
       5,
       {0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0},
       vec_mixed_n5_d04,
       {0.0625, 1.5791367041742974, -0.0027555907249007085, 1.7182818284590452e-12, 0.0},
       1.58,
       {"mixed_difficulty", "tiny_scale", "vector", "zero_value"}},
      {"hard_needle_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       hard_needle_d03,
       {1.0},
       1.0,
       {"gaussian", "narrow", "needle"}},
      {"hard_needle_bg_d04",
       4,
       1,
       {0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0},
       hard_needle_bg_d04,
       {3.0},
       3.0,
       {"gaussian", "narrow", "needle"}},
      {"hard_invsqrt_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       hard_invsqrt_d03,
       {8.0},
       8.0,
       {"infinite_boundary", "singular"}},
      {"hard_logprod_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       hard_logprod_d03,
       {1.0},
       1.0,
       {"infinite_boundary", "singular"}},
      {"hard_logsum_d06",
       6,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       hard_logsum_d06,
       {6.0},
       6.0,
       {"infinite_boundary", "singular"}},
      {"hard_absdiff_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       hard_absdiff_d02,
       {2.6666666666666665},
       2.6666666666666665,
       {"diagonal", "infinite_interior", "singular"}},
      {"hard_radial1_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       hard_radial1_d03,
       {1.1900386819897768},
       1.1900386819897768,
       {"corner", "singular"}},
      {"hard_coulomb_center",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       hard_coulomb_center,
       {2.3800773639795536},
       2.3800773639795536,
       {"infinite_interior", "singular"}},
      {"hard_zero_sin_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       hard_zero_sin_d05,
       {0.0},
       0.637,
       {"oscillatory", "periodic", "zero_value"}},
      {"hard_zero_anti_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       hard_zero_anti_d03,
       {0.0},
       0.13,
       {"zero_value"}},
      {"hard_cancel_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       hard_cancel_d03,
       {5.309290862711464e-09},
       0.0111,
       {"cancellation", "gaussian", "multimodal"}},
      {"hard_const_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       hard_const_d05,
       {3.25},
       3.25,
       {"constant"}},
      {"hard_zerofunc_d04",
       4,
       1,
       {0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0},
       hard_zerofunc_d04,
       {0.0},
       0.0,
       {"constant", "zero_value"}},
      {"hard_tiny_d04",
       4,
       1,
       {0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0},
       hard_tiny_d04,
       {1.5573110240545675e-203},
       1.5573110240545675e-203,
       {"c0", "tiny_scale"}},
      {"hard_huge_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       hard_huge_d03,
       {7.839376423117685e+157},
       7.839376423117685e+157,
       {"c0", "huge_scale"}},
      {"hard_cornerexp_d06",
       6,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
       hard_cornerexp_d06,
       {1.0},
       1.0,
       {"corner_peak", "narrow"}},
      {"hard_nan_corner_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       hard_nan_corner_d02,
       {0.34657359027997264},
       0.34657359027997264,
       {"corner", "nan_point"}},
      {"hard_nan_xlogx_d04",
       4,
       1,
       {0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0},
       hard_nan_xlogx_d04,
       {0.00390625},
       0.00390625,
       {"infinite_derivative", "nan_point"}},
      {"hard_semiinf_gauss_d04",
       4,
       1,
       {0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0},
       hard_semiinf_gauss_d04,
       {1.0},
       1.0,
       {"infinite_domain", "smooth"}},
      {"hard_semiinf_alg_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       hard_semiinf_alg_d03,
       {0.16666666666666666},
       0.16666666666666666,
       {"heavy_tail", "infinite_domain", "nan_boundary"}},
      {"hard_inf_tan_d03",
       3,
       1,
       {-1.5707963267948966, -1.5707963267948966, -1.5707963267948966},
       {1.5707963267948966, 1.5707963267948966, 1.5707963267948966},
       hard_inf_tan_d03,
       {5.568327996831708},
       5.568327996831708,
       {"infinite_domain"}},
      {"hard_cauchy_d02",
       2,
       1,
       {-10000.0, -10000.0},
       {10000.0, 10000.0},
       hard_cauchy_d02,
       {0.9999099683687594},
       0.9999099683687594,
       {"heavy_tail", "narrow"}},
      {"hard_breitwigner_d05",
       5,
       1,
       {0.0, 0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0, 1.0},
       hard_breitwigner_d05,
       {0.9323712390373059},
       0.9323712390373059,
       {"heavy_tail", "narrow", "product_peak"}},
      {"hard_simplex_d04",
       4,
       1,
       {0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0},
       hard_simplex_d04,
       {0.041666666666666664},
       0.041666666666666664,
       {"diagonal", "discontinuous"}},
      {"hard_staircase_d04",
       4,
       1,
       {0.0, 0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0, 1.0},
       hard_staircase_d04,
       {14.0},
       14.0,
       {"discontinuous"}},
      {"hard_sheet_d02",
       2,
       1,
       {0.0, 0.0},
       {1.0, 1.0},
       hard_sheet_d02,
       {0.875},
       0.875,
       {"diagonal", "gaussian", "narrow"}},
      {"hard_corrgauss_d02",
       2,
       1,
       {-13.0, -13.0},
       {13.0, 13.0},
       hard_corrgauss_d02,
       {0.2809223323111043},
       0.2809223323111043,
       {"diagonal", "gaussian", "narrow"}},
      {"hard_eggbox_d02",
       2,
       1,
       {0.0, 0.0},
       {31.41592653589793, 31.41592653589793},
       hard_eggbox_d02,
       {2.6621538829370116e+105},
       2.6621538829370116e+105,
       {"huge_scale", "multimodal", "periodic"}},
      {"hard_shells_d02",
       2,
       1,
       {-8.0, -8.0},
       {8.0, 8.0},
       hard_shells_d02,
       {25.132741228718345},
       25.132741228718345,
       {"curved_ridge", "multimodal", "narrow"}},
      {"hard_osc50_d03",
       3,
       1,
       {0.0, 0.0, 0.0},
       {1.0, 1.0, 1.0},
       hard_osc50_d03,
       {-1.3676746070660314e-07},
       0.637,
       {"cancellation", "oscillatory"}},
      {"hard_dim1_semiinf",
       1,
       1,
       {0.0},
       {1.0},
       hard_dim1_semiinf,
       {2.177586090303602},
       2.177586090303602,
       {"infinite_domain", "nan_boundary", "singular"}},
  };
  return table;
}

const ReferenceIntegral &reference_integral(const std::string &id) {
  for (const ReferenceIntegral &integral : reference_integrals())
    if (id == integral.id) return integral;
  throw std::out_of_range("no reference integral " + id);
}

}  // namespace cuboid_test
