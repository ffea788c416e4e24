// Programs around integrands, compiled by NVRTC, which needs no device.
#include "engine/cuda/compile/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

#include "base/failure.hpp"
#include "engine/cuda/compile/embedded.hpp"
#include "engine/cuda/compile/nvjitlink.hpp"
#include "engine/cuda/engines/points.hpp"
#include "engine/cuda/kernel/lattice_arguments.cuh"
#include "engine/cuda/ready/ready_kernels.hpp"

namespace {

using namespace cuboid::engine::cuda;
using cuboid::Failure;

/// That for all transforms.
KernelPart lattice_part() {
  return {"engine/cuda/kernel/lattice.cuh", "lattice_kernel", general_lattice};
}

class Program : public testing::Test {
 protected:
  void SetUp() override {
    if (!nvrtc_problem().empty()) GTEST_SKIP() << nvrtc_problem();
  }

  static std::string compile(const std::string &source, const std::string &name = "f", int ndim = 3,
                             int ncomp = 2) {
    NvrtcInput input = make_program({ndim, ncomp, name, source, ""}, points_part());
    input.options.push_back("--gpu-architecture=sm_90");
    return nvrtc_compile(input, NvrtcOutput::cubin).bytes;
  }

  /// The message of the failure to compile; empty if there is none.
  static std::string log_of(const std::string &source, const std::string &name = "f") {
    try {
      build_program({3, 2, name, source, ""}, points_part(), 90);
      return "";
    } catch (const Failure &failure) {
      EXPECT_EQ(failure.status(), CUBOID_COMPILE_FAILED) << failure.message();
      return failure.message();
    }
  }
};

// The kernels that place points for a batch function and sum its values.
TEST_F(Program, KernelsAroundABatchFunction) {
  const DeviceFunction function{8, 2, "", "", "", true};
  const KernelPart samples{"engine/cuda/kernel/samples.cuh", "samples_kernel"};
  const KernelPart rule{"engine/cuda/kernel/regions_rule.cuh", "rule_kernel"};
  const KernelPart look{"engine/cuda/kernel/regions_probe.cuh", "probe_kernel", 1};
  const KernelPart many{"engine/cuda/kernel/regions_many.cuh", "many_kernel"};
  for (const KernelPart &part : {samples, lattice_part(), rule, look, many}) {
    NvrtcInput input = make_program(function, part);
    input.options.push_back("--gpu-architecture=sm_90");
    EXPECT_FALSE(nvrtc_compile(input, NvrtcOutput::cubin).bytes.empty()) << part.name();
  }
}

// What is infinity times zero far out, in kernels that are compiled with the text and in a text
// that others are joined to.
TEST_F(Program, KnowsInfiniteAxes) {
  DeviceFunction function{3, 2, "f",
                          "int f(const int *, const double *x, const int *, double *y)"
                          " { y[0] = y[1] = exp(x[0]) * exp(-x[0] * x[0]); return 0; }",
                          ""};
  function.infinite_axes = 5;
  for (NvrtcInput input : {make_program(function, points_part()), make_text_program(function)}) {
    EXPECT_NE(input.text.find("call_with_tails<&cuboid_call_once, 5u, 3, 2>"), input.text.npos);
    input.options.push_back("--gpu-architecture=sm_90");
    EXPECT_FALSE(nvrtc_compile(input, NvrtcOutput::cubin).bytes.empty());
  }
}

#define EXPECT_COMPILES(...) EXPECT_EQ(log_of(__VA_ARGS__), "")

#define EXPECT_LOG(source, part) \
  EXPECT_NE(log_of(source).find(part), std::string::npos) << log_of(source)

const std::string signature =
    "int f(const int *ndim, const double x[], const int *ncomp, double f_[], void *userdata)";

TEST(EmbeddedHeaders, AreTheFiles) {
  ASSERT_FALSE(embedded_headers().empty());
  for (const auto &[name, text] : embedded_headers()) {
    const bool is_public = name.find('/') == name.npos;
    std::ifstream file(std::string(CUBOID_TEST_SOURCE_ROOT) + (is_public ? "/../include/" : "/") +
                       std::string(name));
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(content, text) << name;
  }
}

TEST(KindOfImage, FollowsTheFirstBytes) {
  EXPECT_EQ(kind_of_image("\x7f"
                          "ELF..."),
            ImageKind::cubin);
  EXPECT_EQ(kind_of_image("\x50\xed\x55\xba..."), ImageKind::fatbin);
  EXPECT_EQ(kind_of_image("\xed\x43\x4e\x7f..."), ImageKind::lto_ir);
  EXPECT_EQ(kind_of_image("//\n.version 9.0\n"), ImageKind::ptx);
  EXPECT_EQ(kind_of_image(""), ImageKind::unknown);
}

TEST_F(Program, GivesACubin) {
  const auto image = compile(signature + " { f_[0] = x[0]; f_[1] = *ndim; return 0; }");
  EXPECT_EQ(kind_of_image(image), ImageKind::cubin);
  EXPECT_NE(image.find("points_kernel"), image.npos);
}

TEST_F(Program, AreBuiltSideBySide) {
  const DeviceFunction function{2, 1, "f", signature + " { f_[0] = x[0]; return 0; }", ""};
  const std::array parts{points_part(), lattice_part()};
  const auto seconds = [](std::clock_t since) {
    return static_cast<double>(std::clock() - since) / CLOCKS_PER_SEC;
  };
  const std::clock_t building = std::clock();
  build_side_by_side(function, parts, 90);
  const double built = seconds(building);
  // What is there already needs next to no time of a processor beside what building took, and at
  // most a few clock ticks where a cache on disk had it.
  const std::clock_t begin = std::clock();
  for (const KernelPart &part : parts) EXPECT_FALSE(build_program(function, part, 90)->empty());
  EXPECT_LT(seconds(begin), std::max(.02, built / 10));
}

TEST_F(Program, ThatCannotBeBuiltSideBySideSayWhyLater) {
  const DeviceFunction function{2, 1, "f", signature + " { return nonsense; }", ""};
  const std::array parts{points_part(), lattice_part()};
  EXPECT_NO_THROW(build_side_by_side(function, parts, 90));
  for (const KernelPart &part : parts) EXPECT_THROW(build_program(function, part, 90), Failure);
}

TEST_F(Program, ThatIsTriedSaysWhatIsWrong) {
  const auto message = [](const std::string &source) -> std::string {
    try {
      try_program({2, 1, "f", source, ""}, points_part(), 90);
      return "";
    } catch (const Failure &failure) {
      EXPECT_EQ(failure.status(), CUBOID_COMPILE_FAILED);
      return failure.message();
    }
  };
  const std::string good = signature + " { f_[0] = exp(x[0]); return 0; }";
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(message(good), "");
    EXPECT_NE(message(signature + " {\n return nonsense; }").find("source(2): error"),
              std::string::npos);
    EXPECT_NE(message("int g(void) { return 0; }").find("no function named f"), std::string::npos);
    // Found when the program is put together.
    EXPECT_NE(message("double other(double);\n" + signature + " { return other(x[0]); }"), "");
  }
  // What was tried is no program yet.
  EXPECT_EQ(kind_of_image(*build_program({2, 1, "f", good, ""}, points_part(), 90)),
            ImageKind::cubin);
}

// NVRTC reads most texts without their declarations.
TEST_F(Program, TakesTextures) {
  EXPECT_COMPILES("struct Table { cudaTextureObject_t values; };\n" + signature +
                  " { f_[0] = tex1D<float>(((Table *)userdata)->values, x[0]); f_[1] = 0; "
                  "return 0; }");
}

TEST_F(Program, TakesOrdinaryC) {
  EXPECT_COMPILES(R"(
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cuba.h"

#define NDIM 3
#define ndim 3
#define x xx[0]
#define y xx[1]
#define f ff[0]
#define kernel 1
#define count 2

typedef struct { double width; int n; } parameters;
enum shape { box, ball };
static const double table[3] = {1.0, 2.0, 3.0};
const int powers[] = {1, 2};
double offset = 0.5;
static double helper(double u, const double *restrict v);

static int Integrand(const int *nd, const cubareal xx[], const int *nc, cubareal ff[],
                     void *userdata) {
  parameters *p = userdata;
  const parameters *q = (const parameters *)userdata;
  double *work = malloc(3 * sizeof(double));
  _Bool yes = true;
  int i;
  if (userdata == NULL || !userdata) { f = NAN; return 0; }
  assert(*nd == NDIM && *nc >= 1);
  memset(work, 0, 3 * sizeof *work);
  for (i = 0; i < 3; ++i) work[i] = table[i] * powers[i % 2];
  f = sin(x) * cosh(y) * pow(p->width, 2) * helper(M_PI, work) + DBL_EPSILON + offset;
  f += tgamma(x) + erf(y) + fmax(x, y) + hypot(x, y) + lgamma(x) + log1p(x) + cbrt(x) + j0(x);
  if (isnan(f) || f > DBL_MAX || f == HUGE_VAL || f < INT_MIN) {
    printf("%g\n", f);
    fprintf(stderr, "%g\n", f);
    exit(1);
  }
  ff[1] = yes ? (double)q->n : (double)strlen("abc") + (intptr_t)userdata;
  free(work);
  return p->n == box ? 0 : -999;
}

static inline double helper(double u, const double *restrict v) { return u * v[1]; }

static FILE *file_of(const char *name) { return fopen(name, "r"); }

int main(int argc, char **argv) {
  int neval, fail, nregions;
  double integral[2], error[2], prob[2];
  setvbuf(stdout, NULL, _IONBF, 0);
  Cuhre(NDIM, 2, Integrand, NULL, 1, 1e-3, 1e-12, 0, 0, 50000, 0, NULL, NULL, &nregions, &neval,
        &fail, integral, error, prob);
  file_of(argv[argc]);
  return EXIT_SUCCESS;
}
)",
                  "Integrand");
}

TEST_F(Program, LetsTheTextUseNamesThatCudaHas) {
  EXPECT_COMPILES(
      "static const double norm = 2;\ndouble clamp(double v) { return v * norm; }\n"
      "struct dim3 { int n; };\nint min(int a) { return a; }\n" +
      signature + " { struct dim3 d = {1}; f_[0] = clamp(x[0]) + min(d.n); return 0; }");
}

TEST_F(Program, HasInterpolationTables) {
  EXPECT_COMPILES(
      "#include <cuboid_table.h>\nstruct model { double t[CUBOID_TABLE_LENGTH_2D(4, 5)]; };\n" +
      signature +
      " { const struct model *m = userdata; f_[0] = cuboid_table_2d(m->t, x[0], x[1]);"
      " return 0; }");
}

// As cuboid_integrand_on_domain writes them.
TEST_F(Program, HasTheMapsOfRegions) {
  EXPECT_COMPILES(signature +
                  " { double y[2]; f_[0] = ::cuboid::domain::diagonal_map(0, 1, x, y);"
                  " f_[1] = y[0]; return 0; }");
}

TEST_F(Program, HasInnerIntegrals) {
  EXPECT_COMPILES(
      "#include <math.h>\n#include <cuboid_quad.h>\n"
      "static double inner(double t, void *context) {"
      " const double *x = (const double *)context; return exp(-x[0] * t) / sqrt(t); }\n" +
      signature +
      " { double a[1]; a[0] = x[0];"
      " f_[0] = cuboid_quad_tanh_sinh(inner, a, 0, 1, 0, 1e-10).value"
      " + cuboid_quad(inner, a, 1, INFINITY, 0, 1e-10).value; return 0; }");
}

TEST_F(Program, TakesCudaCxx) {
  EXPECT_COMPILES(R"(
#include <cmath>
template <class T> __device__ T square(T v) { return v * v; }
__constant__ double weights[2] = {1, 2};
namespace inner { __device__ double half(double v) { return std::exp(v) / 2; } }
extern "C" __device__ int f(const int *, const double *x, const int *, double *y, void *) {
  auto twice = [](double v) { return 2 * v; };
  y[0] = square(x[0]) + weights[1] + inner::half(x[1]) + twice(x[2]);
  y[1] = 0;
  return 0;
}
)");
}

TEST_F(Program, TakesFunctionsWithFewerOrMoreParameters) {
  EXPECT_COMPILES("int f(const int *n, const double *x, const int *c, double *y) { return 0; }");
  EXPECT_COMPILES(
      "int f(const int *n, const double *x, const int *c, double *y, void *u, const int *nvec,"
      " const int *core) { y[0] = *nvec; y[1] = *core; return 0; }");
  EXPECT_COMPILES("int f(int *n, double x[], int *c, double y[], void *u) { return 0; }");
}

TEST_F(Program, RefusesOtherSignatures) {
  EXPECT_LOG("double f(double x) { return x; }", "the integrand must be int f(");
  EXPECT_LOG("int f(const int *n, const float *x, const int *c, double *y, void *u) {return 0;}",
             "Cuba's parameters");
  EXPECT_LOG("void f(const int *n, const double *x, const int *c, double *y, void *u) {}",
             "must return int");
  EXPECT_LOG(
      "int f(const int *n, const double *x, const int *c, double *y, void *u, const int *nvec,"
      " const int *core, const double *weight, const int *iter) { return 0; }",
      "no weights");
}

TEST_F(Program, SaysThatThereIsNoSuchFunction) {
  EXPECT_LOG("int g(void) { return 0; }", "the source has no function named f");
  EXPECT_LOG("", "the source has no function named f");
}

TEST_F(Program, CountsLinesAsTheTextDoes) {
  EXPECT_LOG("#include <math.h>\n\n" + signature + " {\n  f_[0] = snb(x[0]);\n  return 0;\n}\n",
             "source(4): error");
  EXPECT_LOG("int main(void) {\n\n\n}\n" + signature + " {\n\n  oops\n}\n", "source(8): error");
}

TEST_F(Program, NamesHeadersThatItDoesNotKnow) {
  const std::string source = "#include <gsl/gsl_sf.h>\n" + signature;
  EXPECT_COMPILES(source + " { return 0; }");
  EXPECT_LOG(source + " { f_[0] = gsl_sf_bessel_J0(x[0]); return 0; }", "gsl/gsl_sf.h");
}

TEST_F(Program, TakesManyDimensionsAndComponents) {
  EXPECT_FALSE(compile(signature + " { f_[63] = x[29]; return 0; }", "f", 30, 64).empty());
}

TEST_F(Program, DoesNotCompileForDevicesThatAreTooOld) {
  try {
    build_program({1, 1, "f", signature + " { return 0; }", ""}, points_part(), 20);
    FAIL();
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_NO_DEVICE);
    EXPECT_NE(failure.message().find("compute capability 2.0"), std::string::npos);
  }
}

TEST_F(Program, GivesPtxForDevicesThatAreNewerThanTheCompiler) {
  const auto image =
      build_program({1, 1, "f", signature + " { return 0; }", ""}, points_part(), 990);
  EXPECT_EQ(kind_of_image(*image), ImageKind::ptx);
}

TEST_F(Program, IsTheSameImageForTheSameProgramAndAnotherForAnother) {
  const DeviceFunction first{3, 2, "f", signature + " { f_[0] = x[0]; return 0; }", ""};
  DeviceFunction other = first;
  other.ndim = 4;
  const auto image = build_program(first, points_part(), 90);
  EXPECT_EQ(build_program(first, points_part(), 90), image);
  EXPECT_NE(build_program(other, points_part(), 90), image);
  KernelPart part = points_part();
  part.options.push_back("-DSOMETHING");
  EXPECT_NE(build_program(first, part, 90), image);
}

/// Texts that are joined to kernels of the library.
class Joined : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    if (!nvjitlink_problem().empty()) GTEST_SKIP() << nvjitlink_problem();
    if (ready_kernels().empty()) GTEST_SKIP() << "none were compiled with the library";
  }

  static DeviceFunction function_of(int ndim, int ncomp, const std::string &body) {
    return {ndim, ncomp, "f", signature + body, "", false, true};
  }
};

// A kernel whose launch bounds leave a function fewer registers than the text takes cannot be
// linked.
TEST_F(Joined, KernelsTakeATextThatNeedsManyRegisters) {
  std::string body = " { double s = 0;\n";
  for (int i = 0; i < 12; ++i)
    body += "double a" + std::to_string(i) + " = pow(fabs(sin(" + std::to_string(i + 1) +
            " * x[0])), 1.5 + x[1]);\n";
  body += "for (int k = 0; k < 9; ++k) s += cos(s";
  for (int i = 0; i < 12; ++i) body += " + k * a" + std::to_string(i);
  body += ");\nf_[0] = s;\nreturn 0; }";
  int last = 0;
  std::string text;
  for (const ReadyKernel &ready : ready_kernels()) {
    if (ready.ndim != last) {
      NvrtcInput input = make_text_program(function_of(ready.ndim, 1, body));
      input.options.push_back("--gpu-architecture=sm_" + std::to_string(ready.architecture));
      text = nvrtc_compile(input, NvrtcOutput::cubin).bytes;
      last = ready.ndim;
    }
    const std::string image = nvjitlink_link(
        {{"kernel", ready.image, ImageKind::fatbin}, {"text", text, ImageKind::cubin}},
        ready.architecture, LinkOf::machine_code);
    EXPECT_NE(image.find(ready.name), image.npos) << ready.part << ' ' << ready.ndim;
  }
}

TEST_F(Joined, AreThoseForWhichThereIsAKernel) {
  const std::string body = " { f_[0] = exp(x[0]); return 0; }";
  const auto is_joined = [&](int ndim, int ncomp, const KernelPart &part) {
    return kernel_of(*build_program(function_of(ndim, ncomp, body), part, 90))
               .find("JoinedFunction") != std::string::npos;
  };
  EXPECT_TRUE(is_joined(3, 1, points_part()));
  EXPECT_TRUE(is_joined(8, 1, lattice_part()));
  EXPECT_FALSE(is_joined(13, 1, points_part()));
  EXPECT_FALSE(is_joined(3, 2, points_part()));
  KernelPart with_option = points_part();
  with_option.options.push_back("-DSOMETHING");
  EXPECT_FALSE(is_joined(3, 1, with_option));
}

TEST_F(Joined, SayWhatIsWrongWithTheText) {
  const auto message = [](const std::string &source) -> std::string {
    try {
      try_program({2, 1, "f", source, "", false, true}, points_part(), 90);
      return "";
    } catch (const Failure &failure) {
      EXPECT_EQ(failure.status(), CUBOID_COMPILE_FAILED);
      return failure.message();
    }
  };
  EXPECT_EQ(message(signature + " { f_[0] = x[0] * x[1]; return 0; }"), "");
  EXPECT_NE(message(signature + " {\n return nonsense; }").find("source(2): error"),
            std::string::npos);
  EXPECT_NE(message("int g(void) { return 0; }").find("no function named f"), std::string::npos);
  EXPECT_NE(message("double other(double);\n" + signature + " { f_[0] = other(x[0]); return 0; }")
                .find("other"),
            std::string::npos);
}

/// The function as an image of each kind that NVRTC can make.
class Image : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    if (!nvjitlink_problem().empty()) GTEST_SKIP() << nvjitlink_problem();
  }

  static std::string image(NvrtcOutput output) {
    NvrtcInput input;
    input.text = "extern \"C\" __device__ " + signature + " { f_[0] = x[0]; return 0; }";
    input.options = {"--gpu-architecture=sm_90",
                     output == NvrtcOutput::lto_ir ? "-dlto" : "--relocatable-device-code=true"};
    return nvrtc_compile(input, output).bytes;
  }
};

TEST_F(Image, IsLinkedWithTheKernels) {
  for (const auto output : {NvrtcOutput::lto_ir, NvrtcOutput::ptx, NvrtcOutput::cubin}) {
    const auto linked = build_program({3, 2, "f", "", image(output)}, points_part(), 90);
    EXPECT_EQ(kind_of_image(*linked), ImageKind::cubin);
    EXPECT_NE(linked->find("points_kernel"), linked->npos);
  }
}

TEST_F(Image, WithoutTheFunctionIsRefused) {
  for (const auto output : {NvrtcOutput::lto_ir, NvrtcOutput::ptx, NvrtcOutput::cubin}) try {
      build_program({3, 2, "g", "", image(output)}, points_part(), 90);
      FAIL();
    } catch (const Failure &failure) {
      EXPECT_EQ(failure.status(), CUBOID_COMPILE_FAILED);
      EXPECT_NE(failure.message().find("'g'"), std::string::npos) << failure.message();
    }
}

TEST_F(Image, ThatIsNoneIsRefused) {
  for (const std::string bytes : {"nonsense",
                                  "\x7f"
                                  "ELF",
                                  ".version nonsense"})
    EXPECT_THROW(build_program({3, 2, "f", "", bytes}, points_part(), 90), Failure) << bytes;
}

}  // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  // Files of other runs must not stand in for the compiler.
  setenv("CUBOID_CACHE", "off", 1);
  return RUN_ALL_TESTS();
}
