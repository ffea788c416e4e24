#include "call/trace_output.hpp"

#include <algorithm>
#include <utility>

#include "base/clock.hpp"
#include "call/cell_image.hpp"
#include "call/region_samples.hpp"
#include "domain/domain.hpp"
#include "engine/common/call_user.hpp"
#include "map/interval.hpp"

namespace cuboid::router {

namespace {

using algorithm::JsonLine;

/// Changes when records lose a member, or a member its meaning.
constexpr int format = 1;

/// A coordinate of the unit cube in the box, its ends included.
double place_in(double lower, double upper, double t) {
  const map::Interval interval = map::make_interval(lower, upper);
  const bool finite = interval.kind == map::IntervalKind::finite;
  if (t <= 0) return finite ? lower : std::min(lower, upper);
  if (t >= 1) return finite ? upper : std::max(lower, upper);
  double jacobian = 0;
  return interval.map(t, jacobian);
}

void add_option(JsonLine &line, const char *name, std::int64_t value) {
  line.integer(name, value);
}
void add_option(JsonLine &line, const char *name, double value) {
  line.number(name, value);
}
void add_option(JsonLine &line, const char *name, const std::string &value) {
  line.text(name, value);
}

/// The regions that a method had when it stopped, which it now goes on from.
void forget_end(std::vector<std::string> &lines) {
  std::erase_if(lines, [](const std::string &line) {
    return line.starts_with("{\"record\":\"region\"") || line.starts_with("{\"record\":\"worst\"");
  });
}

}  // namespace

TraceOutput::TraceOutput(const Request &request)
    : options_(request.options),
      listener_(request.listeners.trace),
      host_(request.host),
      ndim_(request.host.ndim),
      ncomp_(request.host.ncomp),
      lower_(request.lower),
      upper_(request.upper),
      holds_(options_.method == "auto"),
      started_(monotonic_seconds()) {
  if (lower_.empty()) lower_.assign(static_cast<std::size_t>(ndim_), 0);
  if (upper_.empty()) upper_.assign(static_cast<std::size_t>(ndim_), 1);
  if (!listener_.path.empty() && !listener_.silent) file_.emplace(listener_.path);
}

std::unique_ptr<algorithm::Trace> TraceOutput::make_records() {
  return std::make_unique<algorithm::Trace>(
      algorithm::Trace::Shape{ndim_, ncomp_, ndim_of_region(), options_.trace_regions,
                              options_.trace_samples},
      [this](const std::string &line) { write(line); },
      [this](int axis, double t) {
        const auto d = static_cast<std::size_t>(axis);
        return place_in(lower_[d], upper_[d], t);
      },
      cell_image_of(host_));
}

int TraceOutput::ndim_of_region() const {
  return host_.domain != nullptr ? host_.domain->ndim() : ndim_;
}

void TraceOutput::write(const std::string &line) {
  if (holds_) {
    parts_[current_].held.push_back(line);
    return;
  }
  if (file_) file_->write(line);
  if (listener_.function == nullptr || listener_.silent || thrown_) return;
  try {
    engine::call_user([&] { listener_.function(line.c_str(), listener_.user); },
                      "the trace function");
  } catch (const Failure &failure) {
    thrown_ = failure;
    throw;
  }
}

void TraceOutput::hand_out(const std::string &method) {
  holds_ = false;
  current_ = method;
  for (const std::string &line : parts_[current_].held) write(line);
}

engine::SampleReceiver TraceOutput::receiver_for(engine::SampleReceiver receiver) {
  if (options_.trace_samples <= 0) return receiver;
  const engine::SampleReceiver record = in_region(
      [this](const engine::SampleBatch &batch) {
        records().samples(batch.iteration, batch.count, batch.x, batch.weight, batch.f);
        return true;
      },
      host_);
  return [record, receiver = std::move(receiver)](const engine::SampleBatch &batch) {
    record(batch);
    return !receiver || receiver(batch);
  };
}

void TraceOutput::begin(const std::string &method, bool on_device, std::int64_t before) {
  current_ = method;
  const bool goes_on = parts_.contains(method);
  if (!goes_on) parts_[method].records = make_records();
  records().set_evaluations_before(before);
  if (goes_on) {
    forget_end(parts_[method].held);
    return;
  }
  JsonLine line("header");
  line.integer("format", format)
      .text("version", listener_.version)
      .text("method", method)
      .text("place", on_device ? "device" : "host")
      .integer("ndim", ndim_)
      .integer("ncomp", ncomp_)
      .numbers("lower", lower_)
      .numbers("upper", upper_);
  if (host_.domain != nullptr) line.integer("region_ndim", ndim_of_region());
  line.begin_object("options");
#define CUBOID_ADD_OPTION(name, ...) add_option(line, #name, options_.name);
  CUBOID_OPTIONS(CUBOID_ADD_OPTION)
#undef CUBOID_ADD_OPTION
  line.end_object();
  records().write(line);
}

void TraceOutput::end(Outcome &outcome) {
  try {
    if (!parts_.contains(outcome.method)) begin(outcome.method, false, 0);
    if (holds_) hand_out(outcome.method);
    records().end(outcome.result);
    write_end(outcome);
  } catch (const Failure &) {
  }
  if (file_) file_->flush();
  if (file_ && !file_->problem().empty()) outcome.message += "; " + file_->problem();
  if (thrown_) fail(outcome, *thrown_);
}

void TraceOutput::write_end(const Outcome &outcome) {
  const algorithm::Result &result = outcome.result;
  JsonLine line("end");
  line.integer("status", outcome.status)
      .text("message", outcome.message)
      .text("reasons", outcome.reasons)
      .text("method", outcome.method)
      .numbers("value", result.integral)
      .numbers("error", result.error)
      .numbers("chi2", result.chi2)
      .numbers("prob", result.prob())
      .integer("evaluations", result.neval)
      .integer("probed", result.probed)
      .integer("regions", result.nregions)
      .integer("iterations", result.niterations)
      .flag("trusted", result.trusted)
      .number("seconds", monotonic_seconds() - started_);
  records().write(line);
}

}  // namespace cuboid::router
