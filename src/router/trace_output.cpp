#include "router/trace_output.hpp"

#include <algorithm>
#include <utility>

#include "base/clock.hpp"
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

}  // namespace

TraceOutput::TraceOutput(const Request &request)
    : options_(request.options),
      listener_(request.trace),
      ndim_(request.host.ndim),
      ncomp_(request.host.ncomp),
      lower_(request.lower),
      upper_(request.upper),
      started_(monotonic_seconds()) {
  if (lower_.empty()) lower_.assign(static_cast<std::size_t>(ndim_), 0);
  if (upper_.empty()) upper_.assign(static_cast<std::size_t>(ndim_), 1);
  if (!listener_.path.empty() && !listener_.silent) file_.emplace(listener_.path);
  records_ = std::make_unique<algorithm::Trace>(
      algorithm::Trace::Shape{ndim_, ncomp_, options_.trace_regions, options_.trace_samples},
      [this](const std::string &line) { write(line); },
      [this](int axis, double t) {
        const auto d = static_cast<std::size_t>(axis);
        return place_in(lower_[d], upper_[d], t);
      });
}

void TraceOutput::write(const std::string &line) {
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

engine::SampleReceiver TraceOutput::receiver_for(engine::SampleReceiver receiver) {
  if (options_.trace_samples <= 0) return receiver;
  return [this, receiver = std::move(receiver)](const engine::SampleBatch &batch) {
    records_->samples(batch.iteration, batch.count, batch.x, batch.weight, batch.f);
    return !receiver || receiver(batch);
  };
}

void TraceOutput::begin(const std::string &method, bool on_device) {
  begun_ = true;
  JsonLine line("header");
  line.integer("format", format)
      .text("version", listener_.version)
      .text("method", method)
      .text("place", on_device ? "device" : "host")
      .integer("ndim", ndim_)
      .integer("ncomp", ncomp_)
      .numbers("lower", lower_)
      .numbers("upper", upper_)
      .begin_object("options");
#define CUBOID_ADD_OPTION(name, ...) add_option(line, #name, options_.name);
  CUBOID_OPTIONS(CUBOID_ADD_OPTION)
#undef CUBOID_ADD_OPTION
  line.end_object();
  records_->write(line);
}

void TraceOutput::end(Outcome &outcome) {
  try {
    if (!begun_) begin(outcome.method, false);
    records_->end(outcome.result);
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
      .text("method", outcome.method)
      .numbers("value", result.integral)
      .numbers("error", result.error)
      .numbers("chi2", result.chi2)
      .numbers("prob", result.prob())
      .integer("evaluations", result.neval)
      .integer("regions", result.nregions)
      .integer("iterations", result.niterations)
      .flag("trusted", result.trusted)
      .number("seconds", monotonic_seconds() - started_);
  records_->write(line);
}

}  // namespace cuboid::router
