// Prints the distinct core arguments that an integrand sees, and how many children are left.
//
// usage: cores_seen vegas|suave|divonne|cuhre [cubacores [points]]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <cmath>

#include "cuba.h"
#include "support/integrands.hpp"

namespace {

constexpr int most = 2048;
int *seen;  // [most] in memory that the workers share; core -1 is number 0

int integrand(const int *, const double x[], const int *, double f[], void *, const int *nvec,
              const int *core) {
  for (int i = 0; i < *nvec; ++i) {
    f[i] = x[3 * i];
    // Long enough for each worker to get its share.
    for (int k = 0; k < 100; ++k) f[i] = std::sqrt(f[i] * f[i]);
  }
  // Fewer than ten points of Divonne are the master's even if there are workers.
  if (*core >= (*nvec >= 10 ? -1 : 0) && *core < most - 1) seen[*core + 1] = 1;
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  seen = static_cast<int *>(mmap(nullptr, most * sizeof *seen, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (argc > 2) cubacores(atoi(argv[2]), argc > 3 ? atoi(argv[3]) : 10000);
  const auto f = support::as<integrand_t>(integrand);
  int neval = 0, nregions = 0, fail = -77;
  double integral = 0, error = 0, prob = 0;
  if (strcmp(argv[1], "vegas") == 0)
    Vegas(3, 1, f, nullptr, 10, 1e-6, 1e-12, 0, 0, 0, 20000, 1000, 500, 1000, 0, nullptr, nullptr,
          &neval, &fail, &integral, &error, &prob);
  else if (strcmp(argv[1], "suave") == 0)
    Suave(3, 1, f, nullptr, 10, 1e-6, 1e-12, 0, 0, 0, 20000, 1000, 2, 25, nullptr, nullptr,
          &nregions, &neval, &fail, &integral, &error, &prob);
  else if (strcmp(argv[1], "divonne") == 0)
    Divonne(3, 1, f, nullptr, 10, 1e-6, 1e-12, 0, 0, 0, 20000, 47, 1, 1, 5, 0, 10, 0.25, 0, 3,
            nullptr, 0, nullptr, nullptr, nullptr, &nregions, &neval, &fail, &integral, &error,
            &prob);
  else
    Cuhre(3, 1, f, nullptr, 10, 1e-6, 1e-12, 0, 20000, 40000, 0, nullptr, nullptr, &nregions,
          &neval, &fail, &integral, &error, &prob);
  printf("cores");
  for (int i = 0; i < most; ++i)
    if (seen[i]) printf(" %d", i - 1);
  const bool children = waitpid(-1, nullptr, WNOHANG) >= 0;
  printf("; %s; %s\n", children ? "children are left" : "no children",
         fail >= 0 && std::fabs(integral - 0.5) < 1e-3 ? "right" : "wrong");
  return 0;
}
