// Device integrands of every kind on a device: values, userdata, failures, threads, the caller's
// context.
#include <cuda.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/failure.hpp"
#include "cuboid_table.h"
#include "engine/cpu/make_engine.hpp"
#include "engine/cuda/compile/nvjitlink.hpp"
#include "engine/cuda/compile/nvrtc.hpp"
#include "engine/cuda/kernel/points.cuh"
#include "engine/cuda/runtime/device.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "engine/device/agreement.hpp"
#include "engine/device/integrand.hpp"

namespace {

using namespace cuboid::engine;
using cuboid::Failure;
namespace cu = cuboid::engine::cuda;

constexpr int ndim = 3;
constexpr int ncomp = 2;

/// The same text for the host, where it is compiled, and for the device, where it is a string.
#define SAME_TEXT(...) \
  __VA_ARGS__          \
  const char *const integrand_text = #__VA_ARGS__;

SAME_TEXT(
    struct parameters {
      double width;
      int power;
    };
    static const double coefficients[3] = {1, 2, 3}; static double sum(const double *x, int n) {
      double total = 0;
      for (int i = 0; i < n; ++i) total += coefficients[i] * x[i];
      return total;
    } static int integrand(const int *n, const double x[], const int *m, double f[],
                           void *userdata) {
      const struct parameters *p = (const struct parameters *)userdata;
      f[0] = cos(sum(x, *n));
      f[1] = exp(-x[0] * x[1] / (p ? p->width : 1)) * pow(x[2], p ? p->power : 1) + *m;
      return 0;
    })

class DeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string problem = device_problem();
    if (!problem.empty() && !std::getenv("CUBOID_REQUIRE_GPU")) GTEST_SKIP() << problem;
    ASSERT_EQ(problem, "");
  }
};

std::vector<double> random_points(std::int64_t count) {
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> x(count * ndim);
  for (double &each : x) each = uniform(generator);
  return x;
}

std::vector<double> evaluate(PointsEngine &engine, const std::vector<double> &x,
                             int components = ncomp) {
  const auto count = static_cast<std::int64_t>(x.size() / ndim);
  std::vector<double> f(count * components, -1);
  engine.evaluate({count, x.data(), nullptr, 0}, f.data());
  return f;
}

std::vector<double> on_device(const DeviceIntegrandPointer &made, const std::vector<double> &x,
                              void *userdata = nullptr) {
  const auto engine = make_device_points_engine(made, userdata, Nonfinite::stop, {});
  return evaluate(*engine, x, made->ncomp());
}

std::vector<double> on_host(const std::vector<double> &x, void *userdata = nullptr) {
  cpu::EngineOptions options;
  options.mode = cpu::WorkerMode::serial;
  const auto engine = cpu::make_points_engine({ndim, ncomp, integrand, userdata, 1}, options);
  return evaluate(*engine, x);
}

void expect_equal(const std::vector<double> &found, const std::vector<double> &expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(found[i], expected[i], 1e-13) << "value " << i;
}

DeviceIntegrandPointer from_source(const std::string &text, std::int64_t userdata_bytes = 0,
                                   const char *name = "integrand") {
  return device_integrand_from_source(ndim, ncomp, text, name, userdata_bytes);
}

template <class Body>
std::string failure_of(int status, Body &&body) {
  try {
    body();
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), status) << failure.message();
    return failure.message();
  }
  ADD_FAILURE() << "nothing failed";
  return "";
}

const std::string head =
    "int integrand(const int *n, const double x[], const int *m, double f[], void *userdata) {";

TEST_F(DeviceTest, EvaluatesSourceAsTheHostDoes) {
  std::printf("%s\n", device_description().c_str());
  for (const std::int64_t count : {0, 1, 31, 129, 100003}) {
    const auto x = random_points(count);
    expect_equal(on_device(from_source(integrand_text), x), on_host(x));
  }
}

TEST_F(DeviceTest, EvaluatesMorePointsThanGoToTheDeviceAtOnce) {
  const auto x = random_points((1 << 20) + 77);
  expect_equal(on_device(from_source(integrand_text), x), on_host(x));
}

TEST_F(DeviceTest, CopiesUserdataForEachIntegration) {
  const auto made = from_source(integrand_text, sizeof(parameters));
  const auto x = random_points(100);
  parameters p{0.5, 3};
  expect_equal(on_device(made, x, &p), on_host(x, &p));
  p = {2, 2};
  expect_equal(on_device(made, x, &p), on_host(x, &p));
  expect_equal(on_device(made, x, nullptr), on_host(x, nullptr));
}

TEST_F(DeviceTest, PassesNoUserdataWhereNoneIsToBeCopied) {
  parameters p{0.5, 3};
  const auto x = random_points(10);
  expect_equal(on_device(from_source(integrand_text), x, &p), on_host(x, nullptr));
}

TEST_F(DeviceTest, InterpolatesAsTheHostDoes) {
  struct Model {
    double table[CUBOID_TABLE_LENGTH_3D(4, 5, 6)];
  } model;
  const double nodes[] = {0, 0.15, 0.3, 0.6, 0.8, 1};
  std::mt19937_64 generator(2);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double values[4 * 5 * 6];
  for (double &each : values) each = uniform(generator);
  ASSERT_EQ(cuboid_table_fill_3d(model.table, 4, nodes, 5, nodes, 6, nodes, values), 0);
  const auto made =
      from_source("#include <cuboid_table.h>\n" + head +
                      "f[0] = cuboid_table_3d(userdata, x[0], x[1], x[2]); f[1] = 0; return 0; }",
                  sizeof model);
  const auto x = random_points(1000);
  const auto f = on_device(made, x, &model);
  for (int i = 0; i < 1000; ++i)
    ASSERT_NEAR(f[2 * i], cuboid_table_3d(model.table, x[3 * i], x[3 * i + 1], x[3 * i + 2]),
                1e-14);
}

TEST_F(DeviceTest, SeesWhatTheIntegrandDoesNotSet) {
  const auto message = failure_of(CUBOID_NONFINITE, [&] {
    on_device(from_source(head + "f[0] = 1; return 0; }"), random_points(10));
  });
  EXPECT_NE(message.find("f[1] is nan"), message.npos) << message;
}

TEST_F(DeviceTest, StopsWhereTheIntegrandAsksForIt) {
  failure_of(CUBOID_ABORTED, [&] {
    on_device(from_source(head + "f[0] = f[1] = 0; return x[0] > 0.99 ? -999 : 0; }"),
              random_points(10000));
  });
  expect_equal(on_device(from_source(integrand_text), {0.1, 0.2, 0.3}), on_host({0.1, 0.2, 0.3}));
}

std::string image_of(cu::NvrtcOutput output, int architecture) {
  cu::NvrtcInput input;
  input.text = "#define NULL 0\nextern \"C\" __device__ " + head +
               "f[0] = x[0] * x[1]; f[1] = ((double *)userdata)[1]; return 0; }";
  input.options = {"--gpu-architecture=sm_" + std::to_string(architecture),
                   output == cu::NvrtcOutput::lto_ir ? "-dlto" : "--relocatable-device-code=true"};
  return cu::nvrtc_compile(input, output).bytes;
}

TEST_F(DeviceTest, EvaluatesImages) {
  const auto x = random_points(1000);
  double userdata[2] = {0, 7};
  for (const auto output :
       {cu::NvrtcOutput::lto_ir, cu::NvrtcOutput::ptx, cu::NvrtcOutput::cubin}) {
    const auto made = device_integrand_from_image(
        ndim, ncomp, image_of(output, cu::Device::chosen().architecture()), "integrand",
        sizeof userdata);
    const auto f = on_device(made, x, userdata);
    for (int i = 0; i < 1000; ++i) {
      ASSERT_EQ(f[2 * i], x[3 * i] * x[3 * i + 1]);
      ASSERT_EQ(f[2 * i + 1], 7);
    }
  }
}

__global__ void batch_kernel(const double *x, double *f, std::int64_t n, double factor) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    f[i] = factor * x[3 * i];
}

int batch(int dimensions, const double *x, int components, double *f, std::int64_t n, void *stream,
          void *userdata) {
  if (dimensions != ndim || components != 1) return -999;
  const double factor = *static_cast<double *>(userdata);
  if (factor < 0) throw std::runtime_error("the factor is negative");
  if (factor == 0) return -999;
  if (factor < 1000)
    batch_kernel<<<32, 64, 0, static_cast<cudaStream_t>(stream)>>>(x, f, n, factor);
  return 0;
}

TEST_F(DeviceTest, CallsBatchFunctions) {
  const auto made = device_integrand_from_batch(ndim, 1, batch);
  EXPECT_TRUE(made->has_kernels());
  EXPECT_TRUE(made->has_region_kernels());
  const auto x = random_points(5000);
  double factor = 2;
  const auto f = on_device(made, x, &factor);
  for (int i = 0; i < 5000; ++i) ASSERT_EQ(f[i], 2 * x[3 * i]);
  factor = 0;
  failure_of(CUBOID_ABORTED, [&] { on_device(made, x, &factor); });
  factor = -1;
  EXPECT_EQ(failure_of(CUBOID_EXCEPTION, [&] { on_device(made, x, &factor); }),
            "the integrand threw an exception: the factor is negative");
  factor = 1000;
  failure_of(CUBOID_NONFINITE, [&] { on_device(made, x, &factor); });
}

struct Functor {
  double factor;
  __device__ void operator()(const double *x, double *f) const {
    f[0] = factor * x[0];
    f[1] = x[1] + x[2];
  }
};

TEST_F(DeviceTest, EvaluatesFunctors) {
  const Functor functor{3};
  std::vector<std::pair<std::string, const void *>> kernels;
  cuboid::kernel::add_points_kernels<Functor, ndim, ncomp>(
      [&](const char *name, const void *address) {
        cudaKernel_t handle = nullptr;
        ASSERT_EQ(cudaGetKernel(&handle, address), cudaSuccess);
        kernels.emplace_back(name, handle);
      });
  const auto made = device_integrand_from_kernels(
      ndim, ncomp, std::string(reinterpret_cast<const char *>(&functor), sizeof functor), kernels);
  const auto x = random_points(5000);
  const auto f = on_device(made, x);
  for (int i = 0; i < 5000; ++i) {
    ASSERT_EQ(f[2 * i], 3 * x[3 * i]);
    ASSERT_EQ(f[2 * i + 1], x[3 * i + 1] + x[3 * i + 2]);
  }
}

TEST_F(DeviceTest, LeavesTheCallersContextAlone) {
  void *address = nullptr;
  cudaDriverEntryPointQueryResult found{};
  ASSERT_EQ(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &address, 12000, cudaEnableDefault,
                                             &found),
            cudaSuccess);
  const auto current = reinterpret_cast<CUresult (*)(CUcontext *)>(address);
  std::thread([&] {
    CUcontext before = nullptr;
    CUcontext after = nullptr;
    ASSERT_EQ(current(&before), CUDA_SUCCESS);
    on_device(from_source(integrand_text), random_points(10));
    ASSERT_EQ(current(&after), CUDA_SUCCESS);
    EXPECT_EQ(before, after);
  }).join();
}

TEST_F(DeviceTest, ServesThreadsAtOnce) {
  const auto made = from_source(integrand_text, sizeof(parameters));
  const auto x = random_points(20000);
  std::vector<std::thread> threads;
  for (int t = 1; t <= 8; ++t)
    threads.emplace_back([&, t] {
      parameters p{1.0 / t, t};
      const auto expected = on_host(x, &p);
      for (int i = 0; i < 10; ++i) expect_equal(on_device(made, x, &p), expected);
    });
  for (auto &thread : threads) thread.join();
}

TEST_F(DeviceTest, ReportsMissingMemoryAtEveryAllocationAndGoesOn) {
  const auto made = from_source(integrand_text, sizeof(parameters));
  const auto x = random_points(100);
  parameters p{0.5, 3};
  int failures = 0;
  for (bool failed = true; failed;) {
    cu::fail_allocation_after(failures);
    try {
      expect_equal(on_device(made, x, &p), on_host(x, &p));
      failed = false;
    } catch (const Failure &failure) {
      EXPECT_EQ(failure.status(), CUBOID_OUT_OF_MEMORY) << failure.message();
      ++failures;
    }
    cu::fail_allocation_after(-1);
  }
  EXPECT_EQ(failures, 3);
}

TEST_F(DeviceTest, ReportsMemoryThatTheDeviceDoesNotHave) {
  const cu::DeviceCall call(cu::Device::chosen());
  failure_of(CUBOID_OUT_OF_MEMORY, [&] { cu::DeviceMemory(call, std::int64_t{1} << 45); });
  cu::DeviceMemory(call, 1 << 20);
}

TEST_F(DeviceTest, RefusesDevicesThatAreNotThere) {
  setenv("CUBOID_DEVICE", "77", 1);
  EXPECT_NE(device_problem().find("CUBOID_DEVICE is 77"), std::string::npos);
  setenv("CUBOID_DEVICE", "zero", 1);
  EXPECT_NE(device_problem(), "");
  setenv("CUBOID_DEVICE", "off", 1);
  EXPECT_NE(device_problem().find("off"), std::string::npos);
  setenv("CUBOID_DEVICE", "0", 1);
  EXPECT_EQ(device_problem(), "");
  unsetenv("CUBOID_DEVICE");
}

TEST_F(DeviceTest, ComparesVersions) {
  cpu::EngineOptions options;
  options.mode = cpu::WorkerMode::serial;
  const auto host = cpu::make_points_engine({ndim, ncomp, integrand, nullptr, 1}, options);
  const auto same =
      make_device_points_engine(from_source(integrand_text), nullptr, Nonfinite::stop, {});
  check_agreement(*host, *same, ndim, ncomp);
  std::string text = integrand_text;
  text.replace(text.find("cos"), 3, "sin");
  const auto other = make_device_points_engine(from_source(text), nullptr, Nonfinite::stop, {});
  failure_of(CUBOID_DISAGREE, [&] { check_agreement(*host, *other, ndim, ncomp); });
}

TEST_F(DeviceTest, StopsForTheCallersFlag) {
  const int cancel = 1;
  Limits limits;
  limits.cancel = &cancel;
  const auto engine = make_device_points_engine(from_source(integrand_text), nullptr,
                                                Nonfinite::stop, [&] { return limits; });
  failure_of(CUBOID_CANCELLED, [&] { evaluate(*engine, random_points(1)); });
}

TEST_F(DeviceTest, RefusesTheChildOfAFork) {
  on_device(from_source(integrand_text), random_points(1));
  const pid_t child = fork();
  if (child == 0) {
    const std::string problem = device_problem();
    _exit(problem.find("forked after CUDA was used") == problem.npos);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  on_device(from_source(integrand_text), random_points(1));
}

/// Integrands after which CUDA refuses to go on are run in processes of their own.
using LostDeviceTest = DeviceTest;

/// Exits with 0 if the first evaluation and each later one say that the process must be restarted,
/// also where other engines are alive.
[[noreturn]] void lose_device(const std::string &text) {
  const auto bystander =
      make_device_points_engine(from_source(integrand_text), nullptr, Nonfinite::stop, {});
  const auto says = [](const Failure &failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return failure.status() == CUBOID_DEVICE_FAILED &&
           failure.message().find("must be restarted") != std::string::npos;
  };
  const auto x = random_points(100);
  try {
    on_device(from_source(text), x);
    std::exit(1);
  } catch (const Failure &failure) {
    if (!says(failure)) std::exit(2);
  }
  try {
    evaluate(*bystander, x);
    std::exit(3);
  } catch (const Failure &failure) {
    if (!says(failure)) std::exit(4);
  }
  if (device_problem().find("must be restarted") == std::string::npos) std::exit(5);
  std::exit(0);
}

TEST_F(LostDeviceTest, SaysSoAfterATrap) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(lose_device(head + "if (x[0] > 0.5) abort(); f[0] = f[1] = 0; return 0; }"),
              testing::ExitedWithCode(0), "unspecified launch failure");
}

TEST_F(LostDeviceTest, SaysSoAfterAReadOutOfBounds) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(lose_device(head + "f[0] = ((double *)8)[(int)(x[0] * 9) * 1000]; f[1] = 0;"
                                 " return 0; }"),
              testing::ExitedWithCode(0), "illegal memory access");
}

}  // namespace
