// Integrands of which a sample may see one part and miss another: how much of what is called
// converged is wrong.  The families and the ranges of their random parameters were fixed before any
// of them was integrated.
//   two_peaks [--methods LIST] [--families LIST] [--tolerances LIST] [--maxeval N] [--draws N]
//             [--first N] [--rows] [--set NAME=VALUE] ...
// A value is wrong if it is off by more than four times its error and four times what was asked
// for: errors of samples are standard deviations.  --first: number of the first draw.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cuboid.h"

namespace {

using Words = std::vector<std::string>;

/// A Gaussian, or the square of a cosine that ends, or a box.
struct Part {
  double weight = 0;  ///< its integral over the cube, about
  std::vector<double> at, width;
};

struct Integrand {
  enum class Shape { gaussian, bump, box } shape = Shape::gaussian;
  int ndim = 1;
  double background = 0;   ///< a constant times the product of 1 + c cos(pi x)
  double slope = 0;        ///< c
  double walsh = 0;        ///< factor of a product of square waves
  std::vector<int> waves;  ///< whose halves they are: 2^waves
  std::vector<Part> parts;
  double truth = 0;
};

double factor(Integrand::Shape shape, double t) {
  switch (shape) {
    case Integrand::Shape::gaussian:
      return std::exp(-t * t);
    case Integrand::Shape::bump:
      return std::fabs(t) < 1 ? 1 + std::cos(M_PI * t) : 0;
    case Integrand::Shape::box:
      return std::fabs(t) < 1 ? 1 : 0;
  }
  return 0;
}

/// Integral of the factor of an axis over (0, 1).
double integral_of_factor(Integrand::Shape shape, double at, double width) {
  if (shape == Integrand::Shape::gaussian)
    return std::sqrt(M_PI) / 2 * width * (std::erf((1 - at) / width) + std::erf(at / width));
  const double low = std::max(-1.0, -at / width);
  const double high = std::min(1.0, (1 - at) / width);
  if (shape == Integrand::Shape::box) return width * (high - low);
  return width * (high - low + (std::sin(M_PI * high) - std::sin(M_PI * low)) / M_PI);
}

int evaluate(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  const auto &one = *static_cast<const Integrand *>(userdata);
  double sum = one.background;
  for (int d = 0; d < *ndim && sum != 0; ++d) sum *= 1 + one.slope * std::cos(M_PI * x[d]);
  if (one.walsh != 0) {
    double sign = one.walsh;
    for (std::size_t d = 0; d < one.waves.size(); ++d)
      if (static_cast<long>(std::ldexp(x[d], one.waves[d])) % 2 != 0) sign = -sign;
    sum += sign;
  }
  for (const Part &part : one.parts) {
    double value = part.weight;
    for (std::size_t d = 0; d < part.at.size() && value != 0; ++d)
      if (part.width[d] > 0) value *= factor(one.shape, (x[d] - part.at[d]) / part.width[d]);
    sum += value;
  }
  f[0] = sum;
  return 0;
}

class Draw {
 public:
  explicit Draw(unsigned seed) : words_(seed) {}
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(words_()) + .5) * 0x1p-32;
  }
  double logarithmic(double low, double high) {
    return std::exp(uniform(std::log(low), std::log(high)));
  }
  int whole(int low, int high) {
    return low + static_cast<int>(words_() % static_cast<unsigned>(high - low + 1));
  }

 private:
  std::mt19937 words_;
};

/// A part of so much of the integral, with one width and a place for each axis.
Part part_of(Draw &draw, int ndim, double width, double low, double high) {
  Part part{1, {}, {}};
  for (int d = 0; d < ndim; ++d) {
    part.at.push_back(draw.uniform(low, high));
    part.width.push_back(width);
  }
  return part;
}

/// Scales the part so that its integral is the given one.
void weigh(Integrand &one, Part part, double integral) {
  double own = 1;
  for (std::size_t d = 0; d < part.at.size(); ++d)
    if (part.width[d] > 0) own *= integral_of_factor(one.shape, part.at[d], part.width[d]);
  part.weight = integral / own;
  one.parts.push_back(std::move(part));
  one.truth += integral;
}

void lay_background(Integrand &one, Draw &draw) {
  one.background = 1;
  one.slope = draw.uniform(0, .8);
  one.truth += 1;
}

/// Two Gaussians of different widths, neither of which is smaller than a tenth of the other.
Integrand gausspair(Draw &draw) {
  Integrand one;
  one.ndim = draw.whole(2, 6);
  for (int i = 0; i < 2; ++i)
    weigh(one, part_of(draw, one.ndim, draw.logarithmic(.03, .2), .15, .85), draw.uniform(.1, 1));
  return one;
}

/// Two equal ones near thirds of the diagonal, in 5 to 10 dimensions.
Integrand doublegauss(Draw &draw) {
  Integrand one;
  one.ndim = draw.whole(5, 10);
  const double width = draw.uniform(.09, .12);
  for (const double at : {1.0 / 3, 2.0 / 3})
    weigh(one, part_of(draw, one.ndim, width, at - .03, at + .03), .5);
  return one;
}

Integrand on_background(Draw &draw, Integrand::Shape shape, double width, int ndim, double low,
                        double high) {
  Integrand one;
  one.shape = shape;
  one.ndim = ndim;
  lay_background(one, draw);
  weigh(one, part_of(draw, ndim, width, low, high), draw.uniform(.05, .5));
  return one;
}

/// A bump that is 0 outside of a box, whose part of the volume is 1e-4 to 1e-1.
Integrand bumpbox(Draw &draw) {
  const int ndim = draw.whole(2, 6);
  const double width = std::pow(draw.logarithmic(1e-4, 1e-1), 1.0 / ndim) / 2;
  return on_background(draw, Integrand::Shape::bump, width, ndim, width, 1 - width);
}

Integrand cornerbump(Draw &draw) {
  const int ndim = draw.whole(2, 6);
  const double width = std::pow(draw.logarithmic(1e-4, 1e-1), 1.0 / ndim);
  return on_background(draw, Integrand::Shape::gaussian, width, ndim, 0, .02);
}

/// A box that is narrow along one axis and has no end along the others.
Integrand slab(Draw &draw) {
  const int ndim = draw.whole(2, 8);
  const double width = draw.logarithmic(.002, .05);
  Integrand one;
  one.shape = Integrand::Shape::box;
  one.ndim = ndim;
  lay_background(one, draw);
  Part part = part_of(draw, ndim, 0, width, 1 - width);
  part.width[static_cast<std::size_t>(draw.whole(0, ndim - 1))] = width;
  weigh(one, std::move(part), draw.uniform(.05, .5));
  return one;
}

Integrand needlesmooth(Draw &draw) {
  const int ndim = draw.whole(2, 4);
  const double width = std::pow(draw.logarithmic(1e-5, 1e-3), 1.0 / ndim);
  return on_background(draw, Integrand::Shape::gaussian, width, ndim, .1, .9);
}

/// Square waves, whose product has no integral.
Integrand walsh(Draw &draw) {
  Integrand one;
  one.ndim = draw.whole(2, 6);
  lay_background(one, draw);
  one.walsh = draw.uniform(.2, 2);
  for (int d = 0; d < one.ndim; ++d) one.waves.push_back(draw.whole(1, 7));
  return one;
}

const std::vector<std::pair<std::string, Integrand (*)(Draw &)>> families{
    {"gausspair", gausspair}, {"doublegauss", doublegauss},
    {"bumpbox", bumpbox},     {"cornerbump", cornerbump},
    {"slab", slab},           {"needlesmooth", needlesmooth},
    {"walsh", walsh}};

struct Counts {
  int calls = 0, converged = 0, wrong = 0, right = 0;
  double log_neval = 0;
};

struct Settings {
  Words methods{"auto", "vegas_plus", "m_cubes", "vegas", "suave", "divonne", "lattice"};
  Words names, tolerances{"1e-3", "1e-2"};
  long long maxeval = 1000000;
  int draws = 100, first = 0;
  bool rows = false;
  std::vector<std::pair<std::string, std::string>> set;
};

Words words(const std::string &list) {
  Words found;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) found.push_back(word);
  return found;
}

void integrate(const Settings &settings, const std::string &family, int draw,
               const std::string &method, const std::string &tolerance, Integrand &one,
               Counts &counts) {
  cuboid_integrand *integrand = nullptr;
  cuboid_integrand_create(&integrand, one.ndim, 1, evaluate, &one);
  cuboid_options *options = nullptr;
  cuboid_options_create(&options);
  const double epsrel = std::atof(tolerance.c_str());
  cuboid_options_set_text(options, "method", method.c_str());
  cuboid_options_set_real(options, "epsrel", epsrel);
  cuboid_options_set_integer(options, "maxeval", settings.maxeval);
  cuboid_options_set_integer(options, "seed", draw + 1);
  cuboid_options_set_integer(options, "cores", 0);
  for (const auto &[name, value] : settings.set)
    if (cuboid_options_set_text(options, name.c_str(), value.c_str()) < 0 &&
        cuboid_options_set_integer(options, name.c_str(), std::atoll(value.c_str())) < 0 &&
        cuboid_options_set_real(options, name.c_str(), std::atof(value.c_str())) < 0)
      std::fprintf(stderr, "two_peaks: %s\n", cuboid_last_error());
  cuboid_result *result = nullptr;
  const int status = cuboid_integrate(integrand, nullptr, nullptr, options, &result);
  const double value = cuboid_result_value(result)[0];
  const double error = cuboid_result_error(result)[0];
  const auto neval = static_cast<double>(cuboid_result_neval(result));
  const double off = std::fabs(value - one.truth);
  const double asked = epsrel * std::fabs(one.truth);
  const bool wrong = off > 4 * error && off > 4 * asked;
  ++counts.calls;
  counts.log_neval += std::log(neval);
  if (status == CUBOID_CONVERGED) {
    ++counts.converged;
    counts.wrong += wrong;
    counts.right += off <= asked;
  }
  if (settings.rows)
    std::printf("%s_%d d%d %s %s %d %.0f %.6g %.2g %.6g %s\n", family.c_str(), draw, one.ndim,
                method.c_str(), tolerance.c_str(), status, neval, value, error, one.truth,
                wrong ? (status == CUBOID_CONVERGED ? "WRONG" : "wrong") : "");
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
}

void print(const std::string &what, const Counts &counts) {
  std::printf("%-28s %6d %9d %6d %5d %6.2f %9.3g\n", what.c_str(), counts.calls, counts.converged,
              counts.right, counts.wrong,
              counts.converged > 0 ? 100.0 * counts.wrong / counts.converged : 0,
              counts.calls > 0 ? std::exp(counts.log_neval / counts.calls) : 0);
  std::fflush(stdout);
}

bool is_meant(const Settings &settings, const std::string &family) {
  if (settings.names.empty()) return true;
  for (const std::string &name : settings.names)
    if (name == family) return true;
  return false;
}

void count(const Settings &settings, const std::string &method, const std::string &tolerance) {
  Counts all;
  std::printf("\n%s, %s\n%-28s %6s %9s %6s %5s %6s %9s\n", method.c_str(), tolerance.c_str(), "",
              "calls", "converged", "right", "wrong", "%", "neval");
  unsigned number = 0;
  for (const auto &[family, make] : families) {
    ++number;
    if (!is_meant(settings, family)) continue;
    Counts counts;
    for (int i = settings.first; i < settings.first + settings.draws; ++i) {
      Draw draw(1000003u * number + static_cast<unsigned>(i));
      Integrand one = make(draw);
      integrate(settings, family, i, method, tolerance, one, counts);
    }
    print(family, counts);
    all.calls += counts.calls;
    all.converged += counts.converged;
    all.right += counts.right;
    all.wrong += counts.wrong;
    all.log_neval += counts.log_neval;
  }
  print("all", all);
}

Settings settings_from(int count, char **arguments) {
  Settings settings;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name == "--rows") {
      settings.rows = true;
      continue;
    }
    if (++i == count) break;
    const std::string value = arguments[i];
    if (name == "--methods") settings.methods = words(value);
    if (name == "--families") settings.names = words(value);
    if (name == "--tolerances") settings.tolerances = words(value);
    if (name == "--maxeval") settings.maxeval = std::atoll(value.c_str());
    if (name == "--draws") settings.draws = std::atoi(value.c_str());
    if (name == "--first") settings.first = std::atoi(value.c_str());
    if (name == "--set") {
      const std::size_t equals = value.find('=');
      settings.set.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    }
  }
  return settings;
}

}  // namespace

int main(int count_of, char **arguments) {
  const Settings settings = settings_from(count_of, arguments);
  for (const std::string &method : settings.methods)
    for (const std::string &tolerance : settings.tolerances) count(settings, method, tolerance);
  return 0;
}
