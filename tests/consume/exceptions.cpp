// A C++ program whose integrand throws.  Whether the library stops the exception or lets it pass,
// the program's own exceptions must work afterwards, and a later integration must be right.
#include <cmath>
#include <cstdio>
#include <exception>
#include <locale>
#include <sstream>
#include <stdexcept>

#include "cuba.h"

static int integrand(const int *, const cubareal x[], const int *, cubareal f[], void *throws) {
  if (throws != nullptr) throw std::runtime_error("thrown by the integrand");
  try {
    throw x[0];  // An exception that stays inside.
  } catch (double caught) {
    f[0] = std::exp(-caught - x[1]);
  }
  return 0;
}

static int cuhre(void *throws, double *value) {
  double error, prob;
  int nregions, neval, fail = 0;
  Cuhre(2, 1, integrand, throws, 1, 1e-9, 1e-12, 0, 0, 50000, 0, nullptr, nullptr, &nregions,
        &neval, &fail, value, &error, &prob);
  return fail;
}

static bool holds(bool condition, const char *what) {
  if (!condition) std::printf("WRONG: %s\n", what);
  return condition;
}

int main() {
  bool ok = true;
  double value = 0;
  for (int i = 0; i < 3; ++i) {
    bool passed = false;
    int fail = 0;
    try {
      fail = cuhre(&ok, &value);
    } catch (const std::runtime_error &) {
      passed = true;
    }
    ok &= holds(passed || fail != 0, "an exception was lost");
    ok &= holds(std::uncaught_exceptions() == 0, "an exception still counts as being in flight");
    ok &= holds(std::current_exception() == nullptr, "an exception still counts as being handled");
  }
  try {
    throw std::out_of_range("of the program");
  } catch (const std::exception &caught) {
    ok &= holds(std::string("of the program") == caught.what(), "the wrong exception was caught");
  }
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << std::showbase << 1.5;
  ok &= holds(text.str() == "1.5", "streams of the program do not work");

  cubacores(0, 0);
  const int fail = cuhre(nullptr, &value);
  ok &= holds(fail == 0 && std::fabs(value - std::pow(1 - std::exp(-1.0), 2)) <= 1e-9,
              "the integral after the exceptions");
  return ok ? 0 : 1;
}
