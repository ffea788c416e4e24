// What cuVegas and m-Cubes do on one H100 (80 GB): 20 iterations of cuVegas (inlined, default
// configuration), 10 of m-Cubes that adapt.  Errors are relative to the value: for cuVegas at 1e6
// samples the root-mean-square error of 50 seeds, else the error that the program states.
#pragma once

namespace bench {

struct Peer {
  const char *integrand;
  int ndim;
  const char *program;
  double samples;  ///< an iteration
  double error;    ///< relative
  double ms;       ///< wall time of one integration
};

/// What draw_and_evaluate reached on that device: f4, 8-D, Philox4x32-10, evaluations per second.
inline constexpr double peers_limit = 1.241e+11;

inline constexpr Peer peers[] = {
    {"f2", 6, "cuVegas", 1e+06, 5.89e-05, 21.42},
    {"f2", 6, "cuVegas", 1e+07, 1.05e-05, 132.5},
    {"f2", 6, "cuVegas", 1e+08, 2.07e-06, 1101},
    {"f2", 6, "m-Cubes", 1e+07, 7.54e-06, 16.77},
    {"f2", 6, "m-Cubes", 1e+08, 2.08e-06, 127.8},
    {"f2", 6, "m-Cubes", 1e+09, 5.58e-07, 1140},
    {"f4", 5, "cuVegas", 1e+06, 4.83e-05, 19.96},
    {"f4", 5, "cuVegas", 1e+07, 9.58e-06, 66.63},
    {"f4", 5, "cuVegas", 1e+08, 2.14e-06, 508.7},
    {"f4", 5, "m-Cubes", 1e+07, 2.57e-05, 13},
    {"f4", 5, "m-Cubes", 1e+08, 5.89e-06, 103.7},
    {"f4", 5, "m-Cubes", 1e+09, 1.37e-06, 919.4},
    {"f4", 8, "cuVegas", 1e+06, 0.293, 24.24},
    {"f4", 8, "cuVegas", 1e+07, 2.3e-05, 158.8},
    {"f4", 8, "cuVegas", 1e+08, 6.3e-06, 1045},
    {"f4", 8, "m-Cubes", 1e+07, 4.69e-05, 18.68},
    {"f4", 8, "m-Cubes", 1e+08, 1.31e-05, 153.1},
    {"f4", 8, "m-Cubes", 1e+09, 6.24e-06, 1299},
    {"f5", 8, "cuVegas", 1e+06, 7.73e-05, 18.81},
    {"f5", 8, "cuVegas", 1e+07, 1.41e-05, 84.45},
    {"f5", 8, "cuVegas", 1e+08, 3.78e-06, 653.1},
    {"f5", 8, "m-Cubes", 1e+07, 8.26e-06, 18.96},
    {"f5", 8, "m-Cubes", 1e+08, 2.34e-06, 153.1},
    {"f5", 8, "m-Cubes", 1e+09, 7.04e-07, 1296},
    {"f6", 6, "cuVegas", 1e+06, 0.000517, 22.53},
    {"f6", 6, "cuVegas", 1e+07, 2.06e-05, 126},
    {"f6", 6, "cuVegas", 1e+08, 7.38e-06, 733.8},
    {"f6", 6, "m-Cubes", 1e+07, 3.31e-05, 16.23},
    {"f6", 6, "m-Cubes", 1e+08, 8.96e-06, 124.6},
    {"f6", 6, "m-Cubes", 1e+09, 2.1e-06, 1138},
    {"ridge", 4, "cuVegas", 1e+06, 7.07e-05, 90.42},
    {"ridge", 4, "cuVegas", 1e+07, 1.21e-05, 815.6},
    {"feynman", 7, "cuVegas", 1e+06, 0.000319, 21.54},
    {"feynman", 7, "cuVegas", 1e+07, 5.06e-05, 116.4},
    {"feynman", 7, "cuVegas", 1e+08, 1.16e-05, 663.4},
    {"asian", 16, "cuVegas", 1e+06, 0.000128, 24.44},
    {"asian", 16, "cuVegas", 1e+07, 2.8e-05, 123.8},
    {"asian", 16, "cuVegas", 1e+08, 9.92e-06, 1115},
};

}  // namespace bench
