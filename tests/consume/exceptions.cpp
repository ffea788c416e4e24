// A C++ program whose integrand throws: the exception reaches the caller of Cuhre as the object
// that it was, whatever C++ runtime the library and the program have, also from forked workers and
// from threads.  The program's own exceptions work afterwards, and a later integration is right.
#include <cmath>
#include <cstdio>
#include <exception>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

#include "cuba.h"

// Derived from nothing.
struct Own {
  const void *self = this;
  std::string text = "more than a short string of the program's own";
};

enum Kind { standard, own, number };

static int integrand(const int *, const cubareal x[], const int *, cubareal f[], void *throws) {
  if (throws != nullptr) {
    if (*static_cast<Kind *>(throws) == standard)
      throw std::runtime_error("thrown by the integrand");
    if (*static_cast<Kind *>(throws) == own) throw Own();
    throw 7;
  }
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
  for (int i = 0; i < 9; ++i) {
    cubacores(i / 3, 1000);
    Kind kind = static_cast<Kind>(i % 3);
    bool passed = false;
    try {
      cuhre(&kind, &value);
    } catch (const std::runtime_error &caught) {
      passed = kind == standard && std::string("thrown by the integrand") == caught.what();
    } catch (const Own &caught) {
      passed = kind == own && caught.self == &caught && caught.text == Own().text;
    } catch (int caught) {
      passed = kind == number && caught == 7;
    }
    ok &= holds(passed, "an exception did not pass");
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
