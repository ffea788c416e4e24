// Device integrands through the public interface, with a device and without.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "cuboid.h"

namespace {

int host_calls = 0;

/// exp(-a (x^2 + y^2)) and x y over the unit square.
int gaussian(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  ++host_calls;
  const double a = userdata ? *static_cast<double *>(userdata) : 1;
  f[0] = std::exp(-a * (x[0] * x[0] + x[1] * x[1])) * (*ndim == 2);
  if (*ncomp > 1) f[1] = x[0] * x[1];
  return 0;
}

const char *const gaussian_text = R"(
#include <math.h>
#include <stddef.h>
int gaussian(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double a = 1;
  if (userdata != NULL) a = *(double *)userdata;
  f[0] = exp(-a * (x[0] * x[0] + x[1] * x[1]));
  if (*ncomp > 1) f[1] = x[0] * x[1];
  return 0;
}
)";

double gaussian_value(double a) {
  const double root = std::sqrt(a);
  const double one_axis = std::sqrt(std::acos(-1)) / 2 * std::erf(root) / root;
  return one_axis * one_axis;
}

bool has_device() {
  return cuboid_device(nullptr) == CUBOID_CONVERGED;
}

std::string last_error() {
  return cuboid_last_error();
}

/// A handle that is freed at the end of a test.
struct Handle {
  cuboid_integrand *integrand = nullptr;
  int status = 0;
  ~Handle() { cuboid_integrand_free(integrand); }
  void make(const char *source, void *userdata = nullptr, int64_t bytes = 0, int ndim = 2,
            int ncomp = 2, const char *name = "gaussian") {
    status =
        cuboid_integrand_from_cuda_source(&integrand, ndim, ncomp, source, name, userdata, bytes);
  }
};

struct Cuhre {
  int nregions = 0, neval = 0, fail = 0;
  double integral[2], error[2], prob[2];
  Cuhre(cuboid_function function, void *userdata, int ncomp = 2) {
    cuboid_Cuhre(2, ncomp, function, userdata, 1, 1e-8, 1e-12, 0, 0, 1000000, 0, nullptr, nullptr,
                 &nregions, &neval, &fail, integral, error, prob);
  }
};

TEST(DeviceApi, SaysWhetherThereIsADevice) {
  const char *description = "";
  const int status = cuboid_device(&description);
  if (status == CUBOID_CONVERGED) {
    EXPECT_NE(std::string(description).find("device "), std::string::npos);
  } else {
    EXPECT_EQ(status, CUBOID_NO_DEVICE);
    EXPECT_EQ(description, nullptr);
    EXPECT_NE(last_error(), "");
  }
}

TEST(DeviceApi, RefusesArgumentsThatCannotBeUsed) {
  cuboid_integrand *made = nullptr;
  const auto source = [&](int ndim, int ncomp, const char *text, const char *name, int64_t bytes) {
    return cuboid_integrand_from_cuda_source(&made, ndim, ncomp, text, name, nullptr, bytes);
  };
  EXPECT_EQ(source(0, 1, gaussian_text, "gaussian", 0), CUBOID_BAD_NDIM);
  EXPECT_EQ(source(2, 0, gaussian_text, "gaussian", 0), CUBOID_BAD_NCOMP);
  EXPECT_EQ(source(2, 1, nullptr, "gaussian", 0), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(source(2, 1, gaussian_text, nullptr, 0), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(source(2, 1, gaussian_text, "a b", 0), CUBOID_BAD_ARGUMENT);
  EXPECT_NE(last_error().find("\"a b\""), std::string::npos);
  EXPECT_EQ(source(2, 1, gaussian_text, "", 0), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(source(2, 1, gaussian_text, "2d", 0), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(source(2, 1, gaussian_text, "gaussian", -1), CUBOID_BAD_ARGUMENT);
  EXPECT_NE(last_error().find("userdata_bytes = -1"), std::string::npos);
  EXPECT_EQ(cuboid_integrand_from_cuda_source(nullptr, 2, 1, gaussian_text, "f", nullptr, 0),
            CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_integrand_from_cuda_image(&made, 2, 1, nullptr, 8, "f", nullptr, 0),
            CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_integrand_from_cuda_image(&made, 2, 1, "image", 0, "f", nullptr, 0),
            CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_integrand_from_device_batch(&made, 2, 1, nullptr, nullptr), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_integrand_from_device_many_batch(&made, 2, 1, nullptr, nullptr),
            CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_integrand_from_kernels(&made, 2, 1, "f", 1, "a\n", "kernels", "0.0.0"),
            CUBOID_BAD_ARGUMENT);
  EXPECT_NE(last_error().find("0.0.0"), std::string::npos);
  EXPECT_EQ(made, nullptr);
  EXPECT_EQ(cuboid_register(gaussian, nullptr), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_register(nullptr, nullptr), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_unregister(nullptr), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_unregister(gaussian), CUBOID_BAD_ARGUMENT);
}

TEST(DeviceApi, RegistersOnlyIntegrandsForDevices) {
  cuboid_integrand *host = nullptr;
  ASSERT_EQ(cuboid_integrand_create(&host, 2, 2, gaussian, nullptr), CUBOID_CONVERGED);
  EXPECT_EQ(cuboid_register(gaussian, host), CUBOID_BAD_ARGUMENT);
  cuboid_integrand_free(host);
}

TEST(DeviceApi, GivesTheCompilersLog) {
  Handle handle;
  handle.make("int gaussian(void) {\n  return nothing;\n}\n");
  if (handle.status == CUBOID_CONVERGED) GTEST_SKIP() << "no compiler at hand";
  EXPECT_EQ(handle.status, CUBOID_COMPILE_FAILED);
  EXPECT_EQ(handle.integrand, nullptr);
  EXPECT_NE(last_error().find("source(2): error"), std::string::npos) << last_error();
}

TEST(DeviceApi, RunsRegisteredFunctionsOnTheDeviceOrElseOnTheHost) {
  double a = 3;
  Handle handle;
  handle.make(gaussian_text, nullptr, sizeof a);
  ASSERT_EQ(handle.status, CUBOID_CONVERGED) << last_error();
  ASSERT_EQ(cuboid_register(gaussian, handle.integrand), CUBOID_CONVERGED);
  cuboid_integrand_free(handle.integrand);
  handle.integrand = nullptr;
  for (const double each : {3.0, 5.0}) {
    a = each;
    host_calls = 0;
    const Cuhre run(gaussian, &a);
    EXPECT_EQ(run.fail, 0) << last_error();
    EXPECT_NEAR(run.integral[0], gaussian_value(a), 1e-8);
    EXPECT_NEAR(run.integral[1], 0.25, 1e-9);
    // The comparison at the first call is all that the host has to do.
    if (has_device())
      EXPECT_EQ(host_calls, each == 3.0 ? 16 : 0);
    else
      EXPECT_EQ(host_calls, run.neval);
  }
  EXPECT_EQ(cuboid_unregister(gaussian), CUBOID_CONVERGED);
  host_calls = 0;
  EXPECT_EQ(Cuhre(gaussian, &a).neval, host_calls);
}

TEST(DeviceApi, TakesTheIntegrandsUserdataWhereTheCallHasNone) {
  if (!has_device()) GTEST_SKIP() << last_error();
  double a = 4;
  Handle handle;
  handle.make(gaussian_text, &a, sizeof a);
  ASSERT_EQ(cuboid_register(gaussian, handle.integrand), CUBOID_CONVERGED);
  // The host function does not get it: the two then differ.
  EXPECT_EQ(Cuhre(gaussian, nullptr).fail, CUBOID_DISAGREE);
  EXPECT_EQ(Cuhre(gaussian, &a).fail, CUBOID_CONVERGED) << last_error();
  EXPECT_NEAR(Cuhre(gaussian, nullptr).integral[0], gaussian_value(a), 1e-8);
  cuboid_unregister(gaussian);
}

TEST(DeviceApi, SeesThatTheVersionsDisagree) {
  if (!has_device()) GTEST_SKIP() << last_error();
  std::string text = gaussian_text;
  text.replace(text.find("x[0] * x[1]"), 11, "x[0] + x[1]");
  Handle handle;
  handle.make(text.c_str());
  ASSERT_EQ(cuboid_register(gaussian, handle.integrand), CUBOID_CONVERGED);
  const Cuhre run(gaussian, nullptr);
  EXPECT_EQ(run.fail, CUBOID_DISAGREE);
  EXPECT_TRUE(std::isnan(run.integral[0]));
  EXPECT_NE(last_error().find("f[1]"), std::string::npos) << last_error();
  cuboid_unregister(gaussian);
}

TEST(DeviceApi, LeavesCallsOfAnotherShapeToTheHost) {
  Handle handle;
  handle.make(gaussian_text);
  ASSERT_EQ(cuboid_register(gaussian, handle.integrand), CUBOID_CONVERGED);
  host_calls = 0;
  const Cuhre run(gaussian, nullptr, 1);
  EXPECT_EQ(run.fail, 0);
  EXPECT_EQ(host_calls, run.neval);
  cuboid_unregister(gaussian);
}

TEST(DeviceApi, IntegratesByTheNativeCall) {
  double a = 2;
  Handle handle;
  handle.make(gaussian_text, &a, sizeof a, 2, 1);
  ASSERT_EQ(handle.status, CUBOID_CONVERGED) << last_error();
  const double infinity = std::numeric_limits<double>::infinity();
  const double lower[] = {-infinity, -infinity};
  const double upper[] = {infinity, infinity};
  cuboid_options *options = nullptr;
  cuboid_options_create(&options);
  cuboid_options_set_integer(options, "maxeval", 3000000);
  cuboid_options_set_real(options, "epsabs", 1e-3);
  for (const char *method : {"cuhre", "vegas"}) {
    cuboid_options_set_text(options, "method", method);
    cuboid_result *result = nullptr;
    const int status = cuboid_integrate(handle.integrand, lower, upper, options, &result);
    if (has_device()) {
      EXPECT_GE(status, 0) << last_error();
      EXPECT_NEAR(cuboid_result_value(result)[0], std::acos(-1) / a, 1e-2);
      EXPECT_NE(std::string(cuboid_result_message(result)).find("evaluated on device"),
                std::string::npos);
    } else {
      EXPECT_EQ(status, CUBOID_NO_DEVICE);
      EXPECT_NE(last_error(), "");
      EXPECT_TRUE(std::isnan(cuboid_result_value(result)[0]));
    }
    cuboid_result_free(result);
  }
  cuboid_options_free(options);
}

/// An integration with the option devices: its status and message.
std::pair<int, std::string> with_devices(const cuboid_integrand *integrand, const char *devices) {
  cuboid_options *options = nullptr;
  cuboid_result *result = nullptr;
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", "vegas_plus");
  EXPECT_EQ(cuboid_options_set_text(options, "devices", devices), CUBOID_CONVERGED);
  const int status = cuboid_integrate(integrand, nullptr, nullptr, options, &result);
  const std::pair<int, std::string> found{status, cuboid_result_message(result)};
  if (status < 0) {
    EXPECT_TRUE(std::isnan(cuboid_result_value(result)[0]));
  }
  cuboid_result_free(result);
  cuboid_options_free(options);
  return found;
}

TEST(DeviceApi, RefusesDevicesThatAreNotThere) {
  Handle handle;
  handle.make(gaussian_text);
  const auto [status, message] = with_devices(handle.integrand, "0,9999");
  EXPECT_EQ(status, CUBOID_NO_DEVICE);
  if (has_device()) {
    EXPECT_NE(message.find("devices = \"0,9999\", but this machine has devices 0 to"),
              std::string::npos)
        << message;
  }
}

TEST(DeviceApi, RefusesDevicesForAHostFunction) {
  cuboid_integrand *host = nullptr;
  cuboid_integrand_create(&host, 2, 2, gaussian, nullptr);
  for (const char *devices : {"0", "all"}) {
    const auto [status, message] = with_devices(host, devices);
    EXPECT_EQ(status, CUBOID_BAD_ARGUMENT);
    EXPECT_EQ(message, "devices = \"" + std::string(devices) +
                           "\" must be empty: the integrand has no version for a device");
  }
  cuboid_integrand_free(host);
}

TEST(DeviceApi, StaysOnTheHostWhereTheEnvironmentSaysSo) {
  setenv("CUBOID_DEVICE", "off", 1);
  EXPECT_EQ(cuboid_device(nullptr), CUBOID_NO_DEVICE);
  Handle handle;
  handle.make(gaussian_text);
  ASSERT_EQ(handle.status, CUBOID_CONVERGED) << last_error();
  ASSERT_EQ(cuboid_register(gaussian, handle.integrand), CUBOID_CONVERGED);
  host_calls = 0;
  const Cuhre run(gaussian, nullptr);
  EXPECT_EQ(run.fail, 0);
  EXPECT_EQ(host_calls, run.neval);
  cuboid_unregister(gaussian);
  unsetenv("CUBOID_DEVICE");
}

/// What the native call says of where a registered function was evaluated.
std::string where(int64_t maxeval) {
  cuboid_integrand *host = nullptr;
  cuboid_options *options = nullptr;
  cuboid_result *result = nullptr;
  cuboid_integrand_create(&host, 2, 2, gaussian, nullptr);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", "cuhre");
  cuboid_options_set_integer(options, "maxeval", maxeval);
  host_calls = 0;
  cuboid_integrate(host, nullptr, nullptr, options, &result);
  EXPECT_EQ(host_calls, cuboid_result_neval(result));
  const std::string message = cuboid_result_message(result);
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(host);
  return message;
}

TEST(DeviceApi, StaysOnTheHostWhereThatIsDoneBeforeADeviceStarts) {
  Handle handle;
  handle.make(gaussian_text);
  ASSERT_EQ(cuboid_register(gaussian, handle.integrand), CUBOID_CONVERGED);
  EXPECT_NE(where(500).find("evaluated on the host: maxeval = 500 evaluations take less time"),
            std::string::npos);
  cuboid_unregister(gaussian);
}

// The last one: the setting stays.
TEST(DeviceApi, StaysOnTheHostWhereCubaaccelSaysSo) {
  cuboid_accel(0, 1000);
  Handle handle;
  handle.make(gaussian_text);
  ASSERT_EQ(cuboid_register(gaussian, handle.integrand), CUBOID_CONVERGED);
  EXPECT_NE(where(1000000).find("evaluated on the host: CUBAACCEL or cubaaccel allow no"),
            std::string::npos);
  cuboid_unregister(gaussian);
}

}  // namespace
