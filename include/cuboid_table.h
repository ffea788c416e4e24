/* Interpolation tables in one, two and three dimensions, for integrands on the host and on a GPU.
 *
 * A table is an array of doubles without pointers, so that it can be part of userdata:
 *
 *   struct model {
 *     double scale;
 *     double spectrum[CUBOID_TABLE_LENGTH_1D(100)];
 *   };
 *   cuboid_table_fill_1d(model.spectrum, 100, nodes, values);
 *
 * and an integrand, in the same text for both, reads
 *
 *   const struct model *m = userdata;
 *   f[0] = m->scale * cuboid_table_1d(m->spectrum, x[0]);
 *
 * Between nodes, values are interpolated linearly in each coordinate; outside of them the nearest
 * value counts.  Nodes must rise.  Equally spaced ones are found without a search.
 *
 * This header stands alone, in C99, C++ and CUDA, where it needs no library. */
#ifndef CUBOID_TABLE_H
#define CUBOID_TABLE_H

#ifdef __CUDACC__
#define CUBOID_TABLE_FUNCTION static __host__ __device__ inline
#else
#define CUBOID_TABLE_FUNCTION static inline
#endif

/* Number of doubles in a table with these numbers of nodes, each at least 2. */
#define CUBOID_TABLE_LENGTH_1D(n0) (CUBOID_TABLE_AXIS_LENGTH(n0) + (n0))
#define CUBOID_TABLE_LENGTH_2D(n0, n1) \
  (CUBOID_TABLE_AXIS_LENGTH(n0) + CUBOID_TABLE_AXIS_LENGTH(n1) + (n0) * (n1))
#define CUBOID_TABLE_LENGTH_3D(n0, n1, n2)                                                      \
  (CUBOID_TABLE_AXIS_LENGTH(n0) + CUBOID_TABLE_AXIS_LENGTH(n1) + CUBOID_TABLE_AXIS_LENGTH(n2) + \
   (n0) * (n1) * (n2))

/* Of an axis: number of nodes; 1 / spacing, or 0 if they are not equally spaced; the nodes. */
#define CUBOID_TABLE_AXIS_LENGTH(n) (2 + (n))

CUBOID_TABLE_FUNCTION int cuboid_table_nodes(const double *axis) {
  return (int)axis[0];
}

/* Writes an axis and returns what follows it, or a null pointer if the nodes do not rise. */
CUBOID_TABLE_FUNCTION double *cuboid_table_fill_axis(double *axis, int n, const double nodes[]) {
  int i;
  double spacing;
  if (n < 2) return 0;
  spacing = (nodes[n - 1] - nodes[0]) / (n - 1);
  axis[0] = n;
  axis[1] = 1 / spacing;
  for (i = 0; i < n; ++i) {
    /* Rounding of a computed grid still counts as equally spaced: the search corrects by one. */
    const double difference = nodes[i] - (nodes[0] + i * spacing);
    if (difference > 1e-9 * spacing || difference < -1e-9 * spacing) axis[1] = 0;
    if (i > 0 && !(nodes[i] > nodes[i - 1])) return 0;
    axis[2 + i] = nodes[i];
  }
  return axis + CUBOID_TABLE_AXIS_LENGTH(n);
}

/* Fill a table: values[i], values[i * n1 + j], values[(i * n1 + j) * n2 + k].  They return 0, or -1
 * if there are fewer than 2 nodes on an axis or if nodes do not rise. */
CUBOID_TABLE_FUNCTION int cuboid_table_fill_1d(double *table, int n0, const double nodes0[],
                                               const double values[]) {
  int i;
  double *out = cuboid_table_fill_axis(table, n0, nodes0);
  if (!out) return -1;
  for (i = 0; i < n0; ++i) out[i] = values[i];
  return 0;
}

CUBOID_TABLE_FUNCTION int cuboid_table_fill_2d(double *table, int n0, const double nodes0[], int n1,
                                               const double nodes1[], const double values[]) {
  long i;
  double *out = cuboid_table_fill_axis(table, n0, nodes0);
  if (out) out = cuboid_table_fill_axis(out, n1, nodes1);
  if (!out) return -1;
  for (i = 0; i < (long)n0 * n1; ++i) out[i] = values[i];
  return 0;
}

CUBOID_TABLE_FUNCTION int cuboid_table_fill_3d(double *table, int n0, const double nodes0[], int n1,
                                               const double nodes1[], int n2, const double nodes2[],
                                               const double values[]) {
  long i;
  double *out = cuboid_table_fill_axis(table, n0, nodes0);
  if (out) out = cuboid_table_fill_axis(out, n1, nodes1);
  if (out) out = cuboid_table_fill_axis(out, n2, nodes2);
  if (!out) return -1;
  for (i = 0; i < (long)n0 * n1 * n2; ++i) out[i] = values[i];
  return 0;
}

/* The interval of x on an axis, 0 to n - 2.  *weight: of its upper end, 0 to 1. */
CUBOID_TABLE_FUNCTION int cuboid_table_find(const double *axis, double x, double *weight) {
  const int last = cuboid_table_nodes(axis) - 2;
  const double *nodes = axis + 2;
  int low = 0;
  double fraction;
  if (axis[1] > 0) {
    const double place = (x - nodes[0]) * axis[1];
    low = place > 0 ? (place < last ? (int)place : last) : 0;
    if (low > 0 && x < nodes[low]) --low;
    if (low < last && x >= nodes[low + 1]) ++low;
  } else {
    int high = last + 1;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      if (x < nodes[middle])
        high = middle;
      else
        low = middle;
    }
  }
  fraction = (x - nodes[low]) / (nodes[low + 1] - nodes[low]);
  *weight = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
  return low;
}

CUBOID_TABLE_FUNCTION double cuboid_table_mix(double low, double high, double weight) {
  return (1 - weight) * low + weight * high;
}

CUBOID_TABLE_FUNCTION double cuboid_table_1d(const double *table, double x) {
  double w;
  const int i = cuboid_table_find(table, x, &w);
  const double *values = table + CUBOID_TABLE_AXIS_LENGTH(cuboid_table_nodes(table)) + i;
  return cuboid_table_mix(values[0], values[1], w);
}

CUBOID_TABLE_FUNCTION double cuboid_table_2d(const double *table, double x, double y) {
  double wx, wy;
  const double *axis1 = table + CUBOID_TABLE_AXIS_LENGTH(cuboid_table_nodes(table));
  const int n1 = cuboid_table_nodes(axis1);
  const int i = cuboid_table_find(table, x, &wx);
  const int j = cuboid_table_find(axis1, y, &wy);
  const double *values = axis1 + CUBOID_TABLE_AXIS_LENGTH(n1) + (long)i * n1 + j;
  return cuboid_table_mix(cuboid_table_mix(values[0], values[1], wy),
                          cuboid_table_mix(values[n1], values[n1 + 1], wy), wx);
}

CUBOID_TABLE_FUNCTION double cuboid_table_3d(const double *table, double x, double y, double z) {
  double wx, wy, wz;
  const double *axis1 = table + CUBOID_TABLE_AXIS_LENGTH(cuboid_table_nodes(table));
  const int n1 = cuboid_table_nodes(axis1);
  const double *axis2 = axis1 + CUBOID_TABLE_AXIS_LENGTH(n1);
  const int n2 = cuboid_table_nodes(axis2);
  const int i = cuboid_table_find(table, x, &wx);
  const int j = cuboid_table_find(axis1, y, &wy);
  const int k = cuboid_table_find(axis2, z, &wz);
  const double *row = axis2 + CUBOID_TABLE_AXIS_LENGTH(n2) + ((long)i * n1 + j) * n2 + k;
  const double *next = row + (long)n1 * n2;
  const double low = cuboid_table_mix(cuboid_table_mix(row[0], row[1], wz),
                                      cuboid_table_mix(row[n2], row[n2 + 1], wz), wy);
  const double high = cuboid_table_mix(cuboid_table_mix(next[0], next[1], wz),
                                       cuboid_table_mix(next[n2], next[n2 + 1], wz), wy);
  return cuboid_table_mix(low, high, wx);
}

#endif
