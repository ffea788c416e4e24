// Marks functions that are compiled for the host and, under nvcc, for the device as well.
#pragma once

#ifdef __CUDACC__
#define CUBOID_HD __host__ __device__
#else
#define CUBOID_HD
#endif
