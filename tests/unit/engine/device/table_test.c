/* Interpolation tables, as C sees them. */
#include "cuboid_table.h"

#include <math.h>
#include <stdio.h>

static int failures = 0;

static void expect(double found, double expected, const char *what) {
  if (fabs(found - expected) <= 1e-14 * (1 + fabs(expected))) return;
  printf("%s: %.17g instead of %.17g\n", what, found, expected);
  ++failures;
}

/* Linear in each coordinate, so that the table is exact for it. */
static double trilinear(double x, double y, double z) {
  return 1 + 2 * x - 3 * y + 0.5 * z + x * y - 2 * y * z + 4 * x * z - 7 * x * y * z;
}

enum { n0 = 5, n1 = 4, n2 = 3 };

static void check_axes(const double *a, const double *b, const double *c) {
  static double one[CUBOID_TABLE_LENGTH_1D(n0)];
  static double two[CUBOID_TABLE_LENGTH_2D(n0, n1)];
  static double three[CUBOID_TABLE_LENGTH_3D(n0, n1, n2)];
  double values[n0 * n1 * n2];
  int i, j, k, step;

  for (i = 0; i < n0; ++i) values[i] = trilinear(a[i], 0, 0);
  expect(cuboid_table_fill_1d(one, n0, a, values), 0, "fill 1d");
  for (i = 0; i < n0; ++i)
    for (j = 0; j < n1; ++j) values[i * n1 + j] = trilinear(a[i], b[j], 0);
  expect(cuboid_table_fill_2d(two, n0, a, n1, b, values), 0, "fill 2d");
  for (i = 0; i < n0; ++i)
    for (j = 0; j < n1; ++j)
      for (k = 0; k < n2; ++k) values[(i * n1 + j) * n2 + k] = trilinear(a[i], b[j], c[k]);
  expect(cuboid_table_fill_3d(three, n0, a, n1, b, n2, c, values), 0, "fill 3d");

  for (step = 0; step <= 60; ++step) {
    const double t = step / 60.0;
    const double x = a[0] + t * (a[n0 - 1] - a[0]);
    const double y = b[0] + (1 - t) * (b[n1 - 1] - b[0]);
    const double z = c[0] + t * t * (c[n2 - 1] - c[0]);
    expect(cuboid_table_1d(one, x), trilinear(x, 0, 0), "1d");
    expect(cuboid_table_2d(two, x, y), trilinear(x, y, 0), "2d");
    expect(cuboid_table_3d(three, x, y, z), trilinear(x, y, z), "3d");
  }
  for (i = 0; i < n0; ++i) expect(cuboid_table_1d(one, a[i]), trilinear(a[i], 0, 0), "node");
  expect(cuboid_table_1d(one, a[0] - 1), trilinear(a[0], 0, 0), "below");
  expect(cuboid_table_1d(one, a[n0 - 1] + 1), trilinear(a[n0 - 1], 0, 0), "above");
  expect(cuboid_table_2d(two, a[0] - 5, b[n1 - 1] + 5), trilinear(a[0], b[n1 - 1], 0), "corner");
}

int main(void) {
  const double even0[n0] = {0, 0.1, 0.2, 0.1 + 0.2, 0.4};
  const double even1[n1] = {-3, -2, -1, 0};
  const double even2[n2] = {1, 2, 3};
  const double uneven0[n0] = {-1, 0, 0.125, 4, 5};
  const double uneven1[n1] = {0, 1, 3, 9};
  const double uneven2[n2] = {-10, 1, 2};
  const double falling[n0] = {0, 1, 1, 2, 3};
  double table[CUBOID_TABLE_LENGTH_1D(n0)];
  check_axes(even0, even1, even2);
  check_axes(uneven0, uneven1, uneven2);
  check_axes(uneven0, even1, uneven2);
  expect(cuboid_table_fill_1d(table, n0, falling, even0), -1, "falling nodes");
  expect(cuboid_table_fill_1d(table, 1, even0, even0), -1, "one node");
  return failures != 0;
}
