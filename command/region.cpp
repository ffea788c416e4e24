#include "region.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "expression.hpp"
#include "number.hpp"
#include "split.hpp"

namespace command {
namespace {

using Rows = std::vector<std::vector<double>>;

[[noreturn]] void refuse(std::string what, const std::string &why) {
  what += why;
  throw Refused(what);
}

std::vector<double> numbers(const std::string &what, const std::string &text,
                            const Parameters &parameters) {
  std::vector<double> row;
  if (text.find_first_not_of(" \t") == std::string::npos) return row;
  for (const std::string &part : split(text, ',')) {
    row.push_back(constant(what, part, parameters));
    if (!std::isfinite(row.back())) throw Refused(what + ": '" + part + "' is no finite number");
  }
  return row;
}

Rows rows_of(const std::string &what, const std::string &text, const Parameters &parameters) {
  Rows rows;
  for (const std::string &part : split(text, ';')) rows.push_back(numbers(what, part, parameters));
  return rows;
}

void check_points(const std::string &what, const Rows &points, std::size_t ndim) {
  for (const std::vector<double> &point : points) {
    if (point.size() == ndim) continue;
    const std::string found = counted(point.size(), "coordinate");
    const std::string wanted = std::to_string(ndim);
    refuse(what, ": a point has " + found + ", and must have " + wanted +
                     "; write , between coordinates and ; between points");
  }
}

void check_ndim(const std::string &what, std::size_t found, int ndim, int seen) {
  const int wanted = ndim > 0 ? ndim : seen;
  if (static_cast<int>(found) >= wanted && (ndim == 0 || static_cast<int>(found) == ndim)) return;
  const std::string axes = counted(found, "coordinate");
  const std::string named = std::to_string(wanted);
  throw Refused(what + " has " + axes + ", and " +
                (ndim > 0 ? "--ndim is " : "the integrand has ") + named);
}

std::vector<double> flat(const Rows &rows) {
  std::vector<double> all;
  for (const std::vector<double> &row : rows) all.insert(all.end(), row.begin(), row.end());
  return all;
}

Region simplex(const std::string &text, const Parameters &parameters) {
  Region region;
  const Rows vertices = rows_of("--simplex", text, parameters);
  if (vertices.size() < 2)
    throw Refused("--simplex: write its vertices, as \"0,0;1,0;0,1\" for a triangle");
  region.ndim = static_cast<int>(vertices.size()) - 1;
  check_points("--simplex", vertices, vertices.size() - 1);
  cuboid_domain *domain = nullptr;
  check(cuboid_domain_simplex(&domain, region.ndim, flat(vertices).data(), -1));
  region.domain.reset(domain);
  region.text = "simplex with the vertices " + text;
  return region;
}

Region ball(const std::string &text, const Parameters &parameters) {
  const Rows parts = rows_of("--ball", text, parameters);
  const bool has_radii = parts.size() == 2 && (parts[1].size() == 1 || parts[1].size() == 2);
  if (!has_radii || parts[0].empty())
    throw Refused("--ball: write centre;radius, as \"0,0,0;1\", or centre;inner,outer");
  Region region;
  region.ndim = static_cast<int>(parts[0].size());
  const double inner = parts[1].size() == 2 ? parts[1][0] : 0;
  cuboid_domain *domain = nullptr;
  check(cuboid_domain_ball(&domain, region.ndim, parts[0].data(), inner, parts[1].back()));
  region.domain.reset(domain);
  const std::size_t between = text.find(';');
  region.text = (inner > 0 ? "shell around " : "ball around ") + text.substr(0, between) +
                (inner > 0 ? " with the radii " : " with the radius ") + text.substr(between + 1);
  return region;
}

struct Texts {
  std::vector<std::string> lower, upper;         ///< one for each axis
  std::vector<std::vector<std::string>> breaks;  ///< for each axis
};

/// axes: as many as there are where one pair stands for all; 0: as many as pairs.
Texts limits_in(const std::string &what, const std::string &text, int axes) {
  Texts texts;
  for (const std::string &pair : split(text, ';')) {
    const std::vector<std::string> two = split(pair, ',');
    if (two.size() != 2)
      throw Refused(what + ": '" + pair +
                    "' is no pair of limits; write \"lower,upper\" for each axis, and ; between");
    texts.lower.push_back(two[0]);
    texts.upper.push_back(two[1]);
  }
  if (texts.lower.size() == 1 && axes > 1) {
    texts.lower.resize(static_cast<std::size_t>(axes), texts.lower[0]);
    texts.upper.resize(static_cast<std::size_t>(axes), texts.upper[0]);
  }
  return texts;
}

/// Those beyond the limits are at these.
void add_breaks(Texts &texts, const std::string &given) {
  for (const std::string &axis : split(given, ';')) {
    const std::size_t place = texts.breaks.size();
    if (place == texts.lower.size())
      throw Refused(
          "--breaks is of more axes than the region has; write , between the breaks of "
          "an axis and ; between axes");
    const std::string ends = texts.lower[place] + ", " + texts.upper[place];
    texts.breaks.emplace_back();
    if (axis.find_first_not_of(" \t") == std::string::npos) continue;
    for (const std::string &one : split(axis, ','))
      texts.breaks.back().push_back("min(max(" + one + ", min(" + ends + ")), max(" + ends + "))");
  }
  texts.breaks.resize(texts.lower.size());
}

std::vector<const char *> addresses_of(const std::vector<std::string> &texts) {
  std::vector<const char *> addresses;
  for (const std::string &one : texts) addresses.push_back(one.c_str());
  return addresses;
}

bool has_one_of(const std::vector<std::string> &names, const std::string &text) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string &name) { return has_name(text, name); });
}

/// Between limits that the library reads.
Region with_texts(const std::string &what, Texts texts, const RegionRequest &request,
                  const Names &names) {
  if (!request.breaks.empty()) add_breaks(texts, request.breaks);
  Region region;
  region.ndim = static_cast<int>(texts.lower.size());
  const std::string given = request.box + ";" + request.limits + ";" + request.breaks;
  const bool has_lists = has_one_of(names.single.lists, given);
  region.of_each = has_lists && names.moving.empty() ? 1 : 0;
  const Parameters &known = has_lists || !names.moving.empty() ? names.all : names.single;
  std::vector<int> counts;
  std::vector<std::string> breaks;
  for (const std::vector<std::string> &axis : texts.breaks) {
    counts.push_back(static_cast<int>(axis.size()));
    breaks.insert(breaks.end(), axis.begin(), axis.end());
  }
  counts.resize(texts.lower.size());
  cuboid_domain *domain = nullptr;
  const int status = cuboid_domain_cut_by_expressions(
      &domain, region.ndim, addresses_of(texts.lower).data(), addresses_of(texts.upper).data(),
      counts.data(), breaks.empty() ? nullptr : addresses_of(breaks).data(), known.listed().c_str(),
      static_cast<int>(known.names.size()), region.of_each > 0 ? nullptr : known.values.data());
  if (status < 0) throw Refused(what + ": " + cuboid_last_error());
  region.domain.reset(domain);
  for (std::size_t axis = 0; axis < texts.lower.size(); ++axis)
    region.text += (axis > 0 ? ", x[" : "x[") + std::to_string(axis) + "] from " +
                   texts.lower[axis] + " to " + texts.upper[axis];
  if (!request.breaks.empty()) region.text += ", with breaks at " + request.breaks;
  return region;
}

/// Whether the box, or a break of it, is not the same for all integrals, or is differentiated.
bool is_moving(const RegionRequest &request, const Names &names) {
  const std::string given = request.box + ";" + request.breaks;
  if (!has_one_of(names.moving, given) && !has_one_of(names.single.lists, given)) return false;
  if (request.ends.empty() && request.points.empty()) return true;
  throw Refused(
      "--ends and --points go with a box and breaks that do not move, and are the same "
      "for all integrals");
}

std::string words_of(const Limits &box) {
  const std::size_t axes = box.lower.size();
  bool is_same = true;
  for (std::size_t axis = 0; axis < axes; ++axis)
    is_same = is_same && box.lower[axis] == box.lower[0] && box.upper[axis] == box.upper[0];
  std::string text;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    text += (axis > 0 ? ", x[" : "x[") + std::to_string(axis) + "]";
    if (is_same && axes > 2) text += " to x[" + std::to_string(axes - 1) + "]";
    text += " from " + shortest(box.lower[axis]) + " to " + shortest(box.upper[axis]);
    if (is_same && axes > 2) break;
  }
  return text;
}

/// As cuboid_domain_box has it.
int end_of(const std::string &name) {
  const std::string ends[] = {"", "lower", "upper", "both", "breaks"};
  const auto *const found = std::find(std::begin(ends), std::end(ends), name);
  if (found == std::end(ends))
    throw Refused("--ends: '" + name + "' is none of lower, upper, both and breaks");
  return static_cast<int>(found - std::begin(ends));
}

/// "lower; both; lower,breaks".
std::vector<int> ends_of(const std::string &text, std::size_t axes) {
  std::vector<int> ends;
  for (const std::string &axis : split(text, ';')) {
    ends.push_back(0);
    for (std::string name : split(axis, ',')) {
      std::erase(name, ' ');
      ends.back() |= end_of(name);
    }
  }
  if (ends.size() > axes) throw Refused("--ends is of more axes than the box has");
  ends.resize(axes);
  return ends;
}

void cut_and_mark(Region &region, const RegionRequest &request, const Parameters &parameters) {
  Rows breaks = rows_of("--breaks", request.breaks, parameters);
  const std::size_t axes = region.box.lower.size();
  if (breaks.size() > axes)
    throw Refused(
        "--breaks is of more axes than the box has; write , between the breaks of an "
        "axis and ; between axes");
  breaks.resize(axes);
  std::vector<int> counts;
  for (const std::vector<double> &axis : breaks) counts.push_back(static_cast<int>(axis.size()));
  cuboid_domain *domain = nullptr;
  const std::vector<double> all = flat(breaks);
  check(cuboid_domain_box(&domain, region.ndim, region.box.lower.data(), region.box.upper.data(),
                          ends_of(request.ends, axes).data(), all.empty() ? nullptr : counts.data(),
                          all.empty() ? nullptr : all.data()));
  region.domain.reset(domain);
  if (!request.breaks.empty()) region.text += ", with breaks at " + request.breaks;
  if (!request.ends.empty()) region.text += ", singular at " + request.ends;
}

void come_to_points(Region &region, const std::string &text, const Parameters &parameters) {
  const Rows points = rows_of("--points", text, parameters);
  check_points("--points", points, region.box.lower.size());
  cuboid_domain *domain = nullptr;
  check(cuboid_domain_around_points(&domain, region.ndim, region.box.lower.data(),
                                    region.box.upper.data(), static_cast<int>(points.size()),
                                    flat(points).data()));
  region.domain.reset(domain);
  region.text += ", with the points " + text;
}

Region box_of(const RegionRequest &request, int ndim, int seen, const Parameters &parameters) {
  Region region;
  region.box = parse_limits(request.box, ndim, seen, parameters);
  region.ndim = static_cast<int>(region.box.lower.size());
  region.text = words_of(region.box);
  if (!request.breaks.empty() || !request.ends.empty()) cut_and_mark(region, request, parameters);
  if (!request.points.empty()) come_to_points(region, request.points, parameters);
  return region;
}

/// Leaves out the points where the condition does not hold.
void keep_where(Region &region, const std::string &condition, const Names &names) {
  const bool has_lists = has_one_of(names.single.lists, condition);
  const Parameters &parameters = has_lists ? names.all : names.single;
  // Points of a call of the condition.
  constexpr std::int64_t together = 1024;
  cuboid_domain *domain = nullptr;
  if (!region.domain) {
    check(cuboid_domain_box(&domain, region.ndim, region.box.lower.data(), region.box.upper.data(),
                            nullptr, nullptr, nullptr));
    region.domain.reset(domain);
  }
  std::vector<double> values = parameters.values;
  values.push_back(0);  // An array of none is no array.
  cuboid_integrand *made = nullptr;
  int ncomp = 0;
  int status = cuboid_integrand_from_expression(&made, &ncomp, region.ndim, condition.c_str(),
                                                parameters.listed().c_str(),
                                                has_lists ? nullptr : values.data());
  const Integrand asked(made);
  if (status >= 0)
    status = cuboid_domain_where(&domain, region.domain.get(), asked.get(), together, -1);
  if (status < 0) throw Refused(std::string("--where: ") + cuboid_last_error());
  region.domain.reset(domain);
  region.box = Limits();
  region.text += ", where " + condition;
  region.of_each += has_lists ? 1 : 0;
}

void check_one(const RegionRequest &request) {
  int shapes = 0;
  for (const std::string *one : {&request.box, &request.limits, &request.simplex, &request.ball})
    shapes += one->empty() ? 0 : 1;
  if (shapes > 1) throw Refused("of --box, --limits, --simplex and --ball one is enough");
  const bool is_box = request.limits.empty() && request.simplex.empty() && request.ball.empty();
  const bool is_cut = !request.breaks.empty() || !request.ends.empty();
  if (!is_box && (!request.ends.empty() || !request.points.empty()))
    throw Refused("--points and --ends go with a --box");
  if (!is_box && request.limits.empty() && is_cut)
    throw Refused("--breaks go with a --box or --limits");
  if (is_cut && !request.points.empty())
    throw Refused("--points do not go together with --breaks or --ends");
}

}  // namespace

Region parse_region(const RegionRequest &request, int ndim, int seen, const Names &names) {
  check_one(request);
  const Parameters &parameters = names.single;
  Region region;
  if (!request.simplex.empty()) {
    region = simplex(request.simplex, parameters);
  } else if (!request.ball.empty()) {
    region = ball(request.ball, parameters);
  } else if (!request.limits.empty()) {
    region = with_texts("--limits", limits_in("--limits", request.limits, 0), request, names);
  } else if (is_moving(request, names)) {
    const std::string box = request.box.empty() ? "0,1" : request.box;
    region = with_texts("--box", limits_in("--box", box, ndim > 0 ? ndim : seen), request, names);
  }
  if (region.domain)
    check_ndim("the region", static_cast<std::size_t>(region.ndim), ndim, seen);
  else
    region = box_of(request, ndim, seen, parameters);
  if (!request.where.empty()) keep_where(region, request.where, names);
  return region;
}

}  // namespace command
