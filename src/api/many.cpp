// cuboid_integrate_many: many integrals in one call.
#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "api/arguments.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "api/logarithm.hpp"
#include "api/option_range.hpp"
#include "api/request.hpp"
#include "base/formatted.hpp"
#include "batch/many.hpp"

struct cuboid_many {
  explicit cuboid_many(cuboid::router::ManyOutcome &&made) : outcome(std::move(made)) {}

  cuboid::router::ManyOutcome outcome;
  /// Made when they are first asked for, since that takes longer than many an integral.
  mutable std::vector<double> prob;
  mutable std::once_flag prob_once;
};

namespace {

using cuboid::reject;
using cuboid::engine::ManyList;
using cuboid::router::ManyRequest;

/// Blocks of `size` that begin `stride` after each other; 0: all are the same.
void check_stride(const char *name, std::int64_t stride, std::int64_t size, const char *what) {
  if (stride == 0 || stride >= std::max<std::int64_t>(size, 1)) return;
  reject(
      "%s = %lld must be 0, for the same %s for all integrals, or at least %lld: they would "
      "overlap",
      name, static_cast<long long>(stride), what,
      static_cast<long long>(std::max<std::int64_t>(size, 1)));
}

void check_list(const cuboid_integrand &integrand, const ManyList &list) {
  cuboid::api::option_range::at_least(1).check(list.count, "count");
  if (list.lower != nullptr || list.upper != nullptr) {
    cuboid::api::require_pointer(list.lower, "lower");
    cuboid::api::require_pointer(list.upper, "upper");
  }
  check_stride("box_stride", list.box_stride, integrand.host.ndim, "box");
  if (list.lower == nullptr && list.box_stride != 0)
    reject("box_stride = %lld must be 0 without boxes", static_cast<long long>(list.box_stride));
  const std::int64_t of_region = integrand.region ? integrand.region->bytes_of_each() : 0;
  const std::int64_t bytes = integrand.batch    ? of_region + integrand.batch->userdata_bytes()
                             : integrand.device ? integrand.device->block_bytes()
                                                : of_region;
  if (integrand.device && !integrand.batch && integrand.device->copies_block() &&
      list.userdata_stride != 0 && list.userdata_stride != bytes)
    reject(
        "userdata_stride = %lld must be 0 or the integrand's userdata_bytes = %lld, which are "
        "copied to the device for each integral",
        static_cast<long long>(list.userdata_stride), static_cast<long long>(bytes));
  check_stride("userdata_stride", list.userdata_stride, bytes, "userdata");
  if ((integrand.batch || of_region > 0) &&
      list.userdata_stride % std::int64_t{sizeof(double)} != 0)
    reject("userdata_stride = %lld must be a multiple of 8, the bytes of a double",
           static_cast<long long>(list.userdata_stride));
  if (list.userdata != nullptr && integrand.device && integrand.device->is_many_batch())
    reject("userdata must be NULL: a batch function of many integrals gets their numbers");
  if (list.userdata == nullptr && list.userdata_stride != 0)
    reject("userdata_stride = %lld must be 0 without userdata",
           static_cast<long long>(list.userdata_stride));
}

void check_options(const cuboid_options &options) {
  if (options.sample_sink != nullptr)
    reject("a sample sink does not go with cuboid_integrate_many");
  if (options.trace.listens()) reject("a trace does not go with cuboid_integrate_many");
}

/// Looks at the boxes of all integrals but the first.
void check_boxes(const ManyRequest &request) {
  for (std::int64_t i = 1; i < request.boxes(); ++i)
    cuboid::api::check_box(request.common.host.ndim, request.lower_of(i), request.upper_of(i), i);
}

void check_logarithms(const cuboid_integrand &integrand, const ManyRequest &request) {
  cuboid::api::check_logarithm(integrand, request.common);
  for (std::int64_t i = 0; i < request.boxes(); ++i)
    cuboid::api::check_rising(request.common.host.ndim, request.lower_of(i), request.upper_of(i),
                              i);
}

ManyRequest make_request(const cuboid_integrand &integrand, const ManyList &list,
                         const cuboid_options &options) {
  check_list(integrand, list);
  check_options(options);
  cuboid::api::check_start(options);
  ManyRequest request;
  static_cast<ManyList &>(request) = list;
  // Those are of the whole: a method that keeps no state of its own has one here.
  cuboid_options common = options;
  common.values.statefile.clear();
  common.progress = {};
  request.progress = options.progress;
  request.statefile = options.values.statefile;
  cuboid::api::check_memory(integrand.host.ncomp);
  request.common = cuboid::api::make_request(integrand, list.lower, list.upper, common);
  request.common.host.userdata = request.userdata_of(0);
  cuboid::api::require_parameters(request.common.host);
  if (options.values.log == 1) {
    check_logarithms(integrand, request);
    request.common.device = nullptr;
    request.common.on_host = true;
  }
  return request;
}

const cuboid::router::Ending *ending_of(const cuboid_many *many, int status) {
  if (many == nullptr) return nullptr;
  const auto found = many->outcome.endings.find(status);
  return found == many->outcome.endings.end() ? nullptr : &found->second;
}

}  // namespace

extern "C" {

int cuboid_integrate_many(const cuboid_integrand *integrand, int64_t count, const double *lower,
                          const double *upper, int64_t box_stride, const void *userdata,
                          int64_t userdata_stride, const cuboid_options *options,
                          cuboid_many **many) {
  return cuboid::api::guarded([&] {
    cuboid::api::require_pointer(many, "many");
    *many = nullptr;
    cuboid::api::require_pointer(integrand, "integrand");
    const cuboid_options defaults;
    const cuboid_options &asked = options != nullptr ? *options : defaults;
    const ManyList list{
        count, lower, upper, box_stride, static_cast<const std::byte *>(userdata), userdata_stride};
    const ManyRequest request =
        make_request(cuboid::api::logarithmic(*integrand, asked.values), list, asked);
    cuboid::router::require_results_fit(request);
    check_boxes(request);
    auto made = std::make_unique<cuboid_many>(cuboid::router::run_many(request));
    const int status = made->outcome.status;
    cuboid::api::add_remarks(*integrand, made->outcome.message);
    if (status < 0) cuboid::api::set_last_error(made->outcome.message.c_str());
    *many = made.release();
    return status;
  });
}

void cuboid_many_free(cuboid_many *many) {
  delete many;
}

int cuboid_many_status(const cuboid_many *many) {
  return many == nullptr ? CUBOID_BAD_ARGUMENT : many->outcome.status;
}

const char *cuboid_many_message(const cuboid_many *many) {
  return many == nullptr ? "" : many->outcome.message.c_str();
}

const char *cuboid_many_method(const cuboid_many *many) {
  return many == nullptr ? "" : many->outcome.method.c_str();
}

int64_t cuboid_many_count(const cuboid_many *many) {
  return many == nullptr ? 0 : many->outcome.count;
}

int cuboid_many_ncomp(const cuboid_many *many) {
  return many == nullptr ? 0 : many->outcome.ncomp;
}

const double *cuboid_many_value(const cuboid_many *many) {
  return many == nullptr ? nullptr : many->outcome.value.data();
}

const double *cuboid_many_error(const cuboid_many *many) {
  return many == nullptr ? nullptr : many->outcome.error.data();
}

const double *cuboid_many_prob(const cuboid_many *many) {
  if (many == nullptr) return nullptr;
  try {
    std::call_once(many->prob_once, [many] { many->prob = many->outcome.prob(); });
  } catch (const std::bad_alloc &) {
    cuboid::api::set_last_error("memory for the probabilities is missing");
    return nullptr;
  }
  return many->prob.data();
}

const int *cuboid_many_statuses(const cuboid_many *many) {
  return many == nullptr ? nullptr : many->outcome.statuses.data();
}

const int64_t *cuboid_many_neval(const cuboid_many *many) {
  return many == nullptr ? nullptr : many->outcome.neval.data();
}

int64_t cuboid_many_number_of(const cuboid_many *many, int status) {
  const auto *ending = ending_of(many, status);
  return ending == nullptr ? 0 : ending->number;
}

int64_t cuboid_many_first_of(const cuboid_many *many, int status) {
  const auto *ending = ending_of(many, status);
  return ending == nullptr ? -1 : ending->first;
}

const char *cuboid_many_reason_of(const cuboid_many *many, int status) {
  const auto *ending = ending_of(many, status);
  return ending == nullptr ? "" : ending->reason.c_str();
}

double cuboid_many_seconds(const cuboid_many *many) {
  return many == nullptr ? 0 : many->outcome.seconds;
}

}  // extern "C"
