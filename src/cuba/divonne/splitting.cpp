#include "cuba/divonne/splitting.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cuba/divonne/numbers.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Larger samples are as good as a batch of their own.
constexpr std::int64_t max_beside_others = 1024;

/// Nodes of a region whose parts are halved four times.
constexpr std::size_t usual_nodes = 9;

/// More nodes than these go when a run ends.
constexpr std::size_t max_kept_nodes = 1024;

/// Coordinates of a batch, from which on the others wait for the next: 256 KiB, which stay in the
/// second-level cache.
constexpr std::size_t max_coordinates = std::size_t{1} << 15;

}  // namespace

Splitting::Splitting(Evaluations &evaluations, Sampler &first, KnownPoints &known, Spent &spent)
    : evaluations_(evaluations),
      first_(first),
      beside_(evaluations.has_border() || first.points() > max_beside_others
                  ? nullptr
                  : first.with_points_of_regions()),
      known_(known),
      spent_(spent) {}

std::vector<std::vector<Region>> Splitting::run(const std::vector<const Region *> &regions,
                                                int levels, const std::vector<double> &floor,
                                                const std::vector<double> &scale) {
  scale_ = scale;
  nodes_in_use_ = 0;
  trees_.clear();
  open_.clear();
  cut_.clear();
  for (const Region *const region : regions) {
    trees_.push_back({{}, 0, 0, floor});
    trees_.back().nodes.reserve(usual_nodes);
    trees_.back().nodes.push_back(nodes_in_use_);
    Node &root = add_node(levels, -1, nodes_in_use_);
    root.region = *region;
    root.region.outcome.clear();
    decide(trees_.back());
  }
  while (ask() || begin_next_level()) answer();
  close();
  correct();
  std::vector<std::vector<Region>> parts(regions.size());
  for (std::size_t root = 0; root < parts.size(); ++root) {
    std::size_t leaves = 0;
    for (const std::size_t i : trees_[root].nodes) leaves += nodes_[i].leaf() ? 1 : 0;
    parts[root].reserve(leaves);
    for (const std::size_t i : trees_[root].nodes)
      if (nodes_[i].leaf()) parts[root].push_back(std::move(nodes_[i].region));
  }
  if (nodes_.size() > max_kept_nodes) nodes_.clear();
  return parts;
}

/// Instead of one of a run before, if there is one.
Splitting::Node &Splitting::add_node(int levels, int parent, std::size_t root) {
  if (nodes_in_use_ == nodes_.size()) nodes_.emplace_back();
  Node &node = nodes_[nodes_in_use_++];
  node.region.forget();
  node.state = State::explored;
  node.exploration.reset();
  node.cuts.reset();
  node.first_part = node.parts = 0;
  node.levels = levels;
  node.parent = parent;
  node.root = root;
  return node;
}

/// Whether there are questions, and evaluations left for them.
bool Splitting::ask() {
  x_.clear();
  groups_.clear();
  asked_.clear();
  asking_.clear();
  if (!evaluations_.within_budget()) return false;
  x_.reserve(room_for_questions());
  const auto ndim = as_size(evaluations_.ndim());
  std::size_t asked = 0;
  // Those that begin where others end come to the end of the list, and ask as well.
  for (; asked < open_.size() && x_.size() < max_coordinates; ++asked) {
    const std::size_t i = open_[asked];
    Inquiry &inquiry = inquiry_of(nodes_[i]);
    const std::size_t before = x_.size();
    inquiry.ask(x_);
    if (x_.size() == before) {
      end(i);
      continue;
    }
    inquiry.group((x_.size() - before) / ndim, groups_);
    asked_.resize(groups_.size(), i);
    asking_.push_back(i);
  }
  open_.erase(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(asked));
  open_.insert(open_.end(), asking_.begin(), asking_.end());
  return !asking_.empty();
}

/// So much that the batch seldom has to move when it grows: samples of all open nodes.
std::size_t Splitting::room_for_questions() const {
  const std::size_t points = beside_ ? as_size(first_.points()) : 0;
  const std::size_t each = std::max(points, as_size(2 * evaluations_.ndim()));
  const std::size_t one = each * as_size(evaluations_.ndim());
  return std::min(open_.size() * one, max_coordinates + one);
}

void Splitting::answer() {
  evaluate_groups(groups_, Phase::partitioning, x_, f_, evaluations_,
                  [this](std::size_t i, const double *x, const double *f) {
                    Node &node = nodes_[asked_[i]];
                    count(node, groups_[i], x);
                    inquiry_of(node).tell(groups_[i], x, f);
                  });
}

Inquiry &Splitting::inquiry_of(Node &node) {
  if (node.cuts) return *node.cuts;
  return *node.exploration;
}

void Splitting::count(const Node &node, std::size_t points, const double *x) {
  if (!node.cuts && node.exploration->samples()) return;
  (node.cuts ? spent_.in_cuts : spent_.in_search) +=
      evaluations_.extrapolated(static_cast<std::int64_t>(points), x);
}

/// A node that has no more questions, or is to have none.
void Splitting::end(std::size_t i) {
  Node &node = nodes_[i];
  if (node.exploration) {
    node.exploration->finish(scale_);
    node.exploration.reset();
  } else if (beside_) {
    make_parts(i);
  } else {
    cut_.push_back(i);
    return;
  }
  decide(trees_[node.root]);
}

/// What becomes of nodes, as far as that is known.
void Splitting::decide(Tree &tree) {
  for (std::size_t known = 0; known < tree.nodes.size();) {
    known = tree.nodes.size();
    so_far_ = tree.floor;
    bool all = true;
    for (std::size_t k = tree.decided; k < known; ++k) {
      const std::size_t i = tree.nodes[k];
      Node &node = nodes_[i];
      if (!node.decided() && !node.exploration) decide(node, i, so_far_);
      if (!node.decided() && may_raise_floor(node)) break;
      all = all && node.decided();
      raise_floor(node, so_far_);
      if (!all) continue;
      ++tree.decided;
      raise_floor(node, tree.floor);
    }
    for (; tree.expanded < known; ++tree.expanded) {
      const Node &node = nodes_[tree.nodes[tree.expanded]];
      if (!node.done()) break;
      for (std::size_t part = 0; part < node.parts; ++part)
        tree.nodes.push_back(node.first_part + part);
    }
  }
}

void Splitting::decide(Node &node, std::size_t i, const std::vector<double> &floor) {
  const bool leaf =
      node.levels <= 0 || !evaluations_.within_budget() || (node.parent >= 0 && stays(node, floor));
  node.state = leaf ? State::stays : State::cut;
  if (leaf) return;
  node.cuts = std::make_unique<Cuts>(node.region);
  open_.push_back(i);
}

/// Whether a part is to be left as it is.
bool Splitting::stays(const Node &node, const std::vector<double> &floor) const {
  const Region &region = node.region;
  const std::size_t c = region.cut_component;
  if (!(region.spread[c] > 0) || region.spread[c] < floor[c]) return true;
  return first_.kind() == SampleKind::rule &&
         region.spread[c] < static_cast<double>(first_.effective()) * region.first[c].error;
}

/// Whether the floor for the nodes behind it may depend on what becomes of this one.
bool Splitting::may_raise_floor(const Node &node) const {
  return node.levels <= 0 || first_.kind() == SampleKind::rule;
}

void Splitting::raise_floor(const Node &node, std::vector<double> &floor) {
  if (node.state != State::stays) return;
  const std::size_t c = node.region.cut_component;
  floor[c] = std::max(floor[c], node.region.spread[c]);
}

/// Makes the parts of all nodes of a level, in their order.
bool Splitting::begin_next_level() {
  if (cut_.empty() || !evaluations_.within_budget()) return false;
  std::sort(cut_.begin(), cut_.end());
  for (const std::size_t i : cut_) make_parts(i);
  cut_.clear();
  sample_alone(open_);
  for (Tree &tree : trees_) decide(tree);
  return true;
}

void Splitting::make_parts(std::size_t i) {
  Node &node = nodes_[i];
  std::vector<Box> parts = node.cuts->ended() ? node.cuts->parts() : std::vector<Box>();
  node.cuts.reset();
  if (parts.size() < 2) return;
  node.first_part = nodes_in_use_;
  node.parts = parts.size();
  // The parts that were cut off are further from the extreme, and have fewer levels left.
  const int cuts = static_cast<int>(parts.size()) - 1;
  for (std::size_t j = 0; j < parts.size(); ++j) {
    const int left = std::max(node.levels - cuts, 0) + static_cast<int>(j);
    Node &part = add_node(std::min(left, node.levels - 1), static_cast<int>(i), node.root);
    part.region.box = std::move(parts[j]);
    part.exploration =
        std::make_unique<Exploration>(part.region, &node.region, !evaluations_.has_border(),
                                      known_.in(part.region.box, &node.region));
    if (beside_) part.exploration->sample_by(*beside_);
    open_.push_back(nodes_in_use_ - 1);
  }
}

/// In a batch of their own.
void Splitting::sample_alone(const std::vector<std::size_t> &nodes) {
  if (nodes.empty()) return;
  std::vector<const Box *> boxes;
  std::vector<Extremes *> extremes;
  for (const std::size_t i : nodes) {
    boxes.push_back(&nodes_[i].region.box);
    extremes.push_back(&nodes_[i].exploration->extremes());
  }
  std::vector<RegionSample> samples =
      first_.sample(Phase::partitioning, boxes, extremes, evaluations_);
  for (std::size_t k = 0; k < samples.size(); ++k)
    nodes_[nodes[k]].region.first = std::move(samples[k].estimate);
}

/// When the evaluations allowed are spent, parts that are there already are sampled, and all stays
/// as it is.
void Splitting::close() {
  for (const std::size_t i : open_)
    if (nodes_[i].cuts) cut_.push_back(i);
  std::sort(cut_.begin(), cut_.end());
  for (const std::size_t i : cut_) make_parts(i);
  std::vector<std::size_t> without_sample;
  for (std::size_t i = 0; i < nodes_in_use_; ++i)
    if (nodes_[i].region.first.empty()) without_sample.push_back(i);
  sample_alone(without_sample);
  for (std::size_t i = 0; i < nodes_in_use_; ++i) {
    Node &node = nodes_[i];
    if (node.exploration) node.exploration->finish(scale_);
    node.exploration.reset();
  }
  for (Tree &tree : trees_) decide(tree);
}

/// Where the sum of the parts differs from what was estimated for the whole, by more than the
/// errors of both let expect, the errors of the parts are raised, bottom up.
void Splitting::correct() {
  const auto effective = static_cast<double>(first_.effective());
  std::vector<std::size_t> leaves;
  for (std::size_t i = nodes_in_use_; i-- > 0;) {
    if (nodes_[i].leaf()) continue;
    find_leaves(i, leaves);
    for (std::size_t c = 0; c < nodes_[i].region.first.size(); ++c) {
      double sum = 0, squares = 0, errors = 0;
      for (const std::size_t leaf : leaves) {
        const Region &part = nodes_[leaf].region;
        sum += part.first[c].integral;
        squares += part.spread[c] * part.spread[c];
        errors += part.first[c].error;
      }
      const Region &whole = nodes_[i].region;
      const auto m = static_cast<double>(leaves.size());
      const double difference = std::fabs(whole.first[c].integral - sum);
      const double expected = std::hypot(whole.spread[c], std::sqrt(squares)) / effective;
      const double excess = difference - expected;
      if (!(excess > 0)) continue;
      const double delta = excess / m;
      for (const std::size_t leaf : leaves) {
        Region &part = nodes_[leaf].region;
        if (part.first[c].error > 0) part.first[c].error *= 1 + delta / errors;
        if (squares > 0) part.spread[c] *= 1 + effective * delta / std::sqrt(squares);
      }
    }
  }
}

/// Those of a node, the last ones first.
void Splitting::find_leaves(std::size_t i, std::vector<std::size_t> &leaves) {
  leaves.clear();
  below_.assign(1, i);
  while (!below_.empty()) {
    const std::size_t next = below_.back();
    below_.pop_back();
    const Node &node = nodes_[next];
    if (node.leaf()) leaves.push_back(next);
    for (std::size_t part = 0; part < node.parts; ++part) below_.push_back(node.first_part + part);
  }
}

}  // namespace cuboid::algorithm::divonne_detail
