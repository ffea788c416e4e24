#include "engine/cuda/engines/samples_share.hpp"

#include <cuda_runtime.h>

#include <algorithm>

#include "base/clock.hpp"
#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/group/digest.hpp"
#include "engine/group/samples.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Of more hypercubes each rank counts the samples of those that it has drawn: as many variances
/// are read from another device in 15 us, where an exchange of counts takes 25 (gpu_devices.txt).
constexpr uint64 cubes_worth_counting_apart = uint64{1} << 21;

static_assert(samples_max_parts >= max_reaching);

}  // namespace

SamplesShare::SamplesShare(const DeviceCall &call, group::Group &ranks)
    : call_(call), ranks_(ranks), read_by_(reach_each_other(call, ranks)) {}

void SamplesShare::set(const SamplesArguments &whole, const SamplesLengths &lengths) {
  whole_ = whole;
  whole_.rank = static_cast<uint32>(ranks_.rank());
  whole_.ranks = static_cast<uint32>(ranks_.size());
  lengths_ = lengths;
}

int SamplesShare::ncomp() const {
  int ncomp = 1;
  while (static_cast<uint64>(ncomp + ncomp * (ncomp + 1) / 2) < lengths_.sums) ++ncomp;
  return ncomp;
}

bool SamplesShare::few_cubes() const {
  return lengths_.cubes <= cubes_worth_counting_apart;
}

/// Blocks that work off tiles, of all threads that the device has at most.
unsigned SamplesShare::blocks() const {
  const auto multiprocessors = static_cast<uint64>(call_.device().multiprocessors());
  const uint64 tiles = adaptive() ? samples_tiles(lengths_.cubes) : multiprocessors;
  return static_cast<unsigned>(std::clamp(tiles, multiprocessors, 8 * multiprocessors));
}

/// By the host, where the iteration before had no room to empty.
void SamplesShare::empty(Turn &turn) const {
  turn.histogram.fill(0, lengths_.cells);
  turn.counted.fill(0, 1);
  call_.set_bytes(&turn.counted.data()->first_nonfinite, 0xFF, sizeof(uint64), "setting memory");
}

void SamplesShare::reserve(Turn &turn) {
  if (!turn.empty || turn.cells < lengths_.cells) empty(turn);
  turn.cells = std::max(turn.cells, lengths_.cells);
  turn.empty = false;
  turn.group_sums.reserve(lengths_.groups * lengths_.sums);
  if (!adaptive()) return;
  const uint64 pieces = 2 * lengths_.groups * statistics::chunks_per_group;
  turn.variance.reserve(lengths_.cubes);
  turn.piece_variance.reserve(pieces);
  turn.piece_cube.reserve(pieces);
  turn.tile_sum.reserve(samples_tiles(lengths_.cubes));
  turn.begins.reserve(whole_.ranks + 1);
}

void SamplesShare::count_all(const SamplesStratification &strata) {
  launch_count_across(whole_, merge_of(parts_), strata, call_.stream());
  check(cudaGetLastError(), "counting samples");
}

void SamplesShare::count(const SamplesArguments &whole, const SamplesStratification &strata) {
  set(whole, lengths_);
  strata_ = strata;
  launch_count_part(whole_, strata, turn().begins.data(), blocks(), call_.stream());
  check(cudaGetLastError(), "counting samples");
  // Where hosts would have to copy them, all ranks count all samples.
  counts_.clear();
  counts_.range(strata_.tile_count, {});
  counts_.range(strata_.cube_end, {});
  counts_.contribute();
}

void SamplesShare::take_counts() {
  counts_.hear();
  counts_.take();
  parts_counted_.clear();
  for (int part = 0; part < counts_.parts(); ++part)
    parts_counted_.push_back({counts_.part<uint32>(part, 0), counts_.part<uint32>(part, 1)});
}

SamplesArguments SamplesShare::begin(const SamplesArguments &whole, const SamplesLengths &lengths,
                                     const SamplesStratification &strata, bool all) {
  const SamplesBegin *const before = turn().begins.data();
  set(whole, lengths);
  strata_ = strata;
  ++number_;
  Turn &turn = this->turn();
  reserve(turn);
  // Else this rank has counted all, and what it draws does not wait for where ranges begin.
  knows_begins_ = adaptive() && counts_part(strata.power);
  if (knows_begins_) place(before, all);
  whole_.group_sums = turn.group_sums.data();
  whole_.variance = adaptive() ? turn.variance.data() : nullptr;
  whole_.piece_variance = turn.piece_variance.data();
  whole_.piece_cube = turn.piece_cube.data();
  strata_.variance = whole_.variance;
  strata_.tile_sum = turn.tile_sum.data();
  own_ = whole_;
  own_.histogram = turn.histogram.data();
  own_.counted = turn.counted.data();
  return own_;
}

/// before: by which the ranks have counted.
void SamplesShare::place(const SamplesBegin *before, bool all) {
  SamplesPlacing placing{};
  std::copy(parts_counted_.begin(), parts_counted_.end(), placing.counted);
  placing.before = before;
  placing.begins = turn().begins.data();
  placing.all = all;
  launch_place_part(whole_, strata_, placing, blocks(), call_.stream());
  check(cudaGetLastError(), "counting samples");
}

void SamplesShare::hand_in() {
  turn().exchange.contribute_first();
  if (adaptive()) {
    launch_join_part(own_, lengths_.groups * statistics::chunks_per_group,
                     knows_begins_ ? nullptr : turn().begins.data(), call_.stream());
    launch_weigh_part(own_, strata_, turn().begins.data(), blocks(), call_.stream());
  }
  check(cudaGetLastError(), "drawing samples");
  name_arrays();
  turn().exchange.contribute();
}

/// Of all ranks, and the end.  Waits for the device, which alone knows those of adaptive ones.
std::vector<SamplesBegin> SamplesShare::begins() {
  std::vector<SamplesBegin> begins(whole_.ranks + 1);
  if (adaptive()) {
    call_.to_host(begins.data(), turn().begins.data(), begins.size() * sizeof begins[0],
                  "drawing samples");
    call_.wait("drawing samples");
    return begins;
  }
  const statistics::Chunks chunks =
      statistics::make_chunks(whole_.ncube * whole_.samples_per_cube, whole_.samples_per_cube);
  for (uint32 rank = 0; rank <= whole_.ranks; ++rank)
    begins[rank].chunk =
        std::min(statistics::share_begin<uint64>(chunks.groups(), rank, whole_.ranks) *
                     statistics::chunks_per_group,
                 chunks.count);
  return begins;
}

SamplesShare::Ranges SamplesShare::ranges_of_hosts() {
  const uint64 tiles = adaptive() ? samples_tiles(lengths_.cubes) : 0;
  Ranges ranges;
  for (const SamplesBegin &begin : begins()) {
    constexpr uint64 of_group = statistics::chunks_per_group;
    const auto add = [](std::vector<std::int64_t> &first, uint64 place) {
      first.push_back(static_cast<std::int64_t>(place));
    };
    add(ranges.sums, (begin.chunk + of_group - 1) / of_group * lengths_.sums);
    add(ranges.pieces, 2 * begin.chunk);
    add(ranges.cubes, begin.cube);
    // Those in which ranges begin are weighed by all.
    add(ranges.tiles, std::min(begin.cube / samples_cubes_per_tile, tiles));
  }
  ranges.tiles.back() = static_cast<std::int64_t>(tiles);
  return ranges;
}

/// As SamplesPart has them.
void SamplesShare::name_arrays() {
  const Ranges ranges = by_hosts() ? ranges_of_hosts() : Ranges{};
  DeviceExchange &exchange = turn().exchange;
  exchange.clear();
  exchange.sum(own_.histogram, lengths_.cells);
  exchange.merge(own_.counted, 1,
                 [ncomp = ncomp()](SamplesState *mine, const SamplesState *theirs) {
                   add_state(*mine, *theirs, ncomp);
                 });
  exchange.range(own_.group_sums, ranges.sums);
  if (!adaptive()) return;
  exchange.range(own_.variance, ranges.cubes);
  exchange.range(own_.piece_variance, ranges.pieces);
  exchange.range(own_.piece_cube, ranges.pieces);
  exchange.range(strata_.tile_sum, ranges.tiles);
}

SamplesMerge SamplesShare::merge_of(const std::vector<SamplesPart> &parts) {
  SamplesMerge merge{};
  std::copy(parts.begin(), parts.end(), merge.part);
  merge.parts = static_cast<uint32>(parts.size());
  merge.begins = turn().begins.data();
  merge.cells = static_cast<uint32>(lengths_.cells);
  merge.sums = static_cast<uint32>(lengths_.sums);
  merge.ncomp = ncomp();
  merge.adaptive = adaptive();
  merge.ticket = strata_.ticket;
  return merge;
}

group::Message SamplesShare::message(const SamplesIteration &iteration, uint64 ncube) const {
  group::Digest digest;
  digest.add(iteration.number);
  digest.add(iteration.samples);
  digest.add(iteration.alpha);
  digest.add(iteration.certain);
  digest.add(iteration.width_power);
  digest.add(ncube);
  group::Message mine;
  mine.digest = digest.value();
  mine.exchange = std::max(exchange_, 0.0);
  return mine;
}

void SamplesShare::judge(std::int64_t points) {
  const group::Message &told = ranks_.messages()[0];
  if (told.exchange > 0)
    pays_ = group::sharing_samples_pays(told.seconds_per_point * static_cast<double>(points),
                                        told.exchange, ranks_.size());
}

SamplesArguments SamplesShare::take(cudaStream_t sums) {
  const double begin = monotonic_seconds();
  const SamplesArguments all = put_together(sums);
  // Hosts wait for what they do.  The first time takes longer, since the memory is new.
  if (by_hosts()) exchange_ = exchange_ < 0 ? 0 : monotonic_seconds() - begin;
  return all;
}

SamplesArguments SamplesShare::put_together(cudaStream_t sums) {
  DeviceExchange &exchange = turn().exchange;
  exchange.hear();
  exchange.take();
  // Another stream comes to the sums before the hypercubes are put together.
  if (sums != call_.stream()) exchange.take_first(sums);
  parts_.clear();
  for (int part = 0; part < exchange.parts(); ++part) {
    SamplesPart found{};
    found.histogram = exchange.part<uint64>(part, 0);
    found.counted = exchange.part<SamplesState>(part, 1);
    found.group_sums = exchange.part<double>(part, 2);
    if (adaptive()) {
      found.variance = exchange.part<float>(part, 3);
      found.piece_variance = exchange.part<double>(part, 4);
      found.piece_cube = exchange.part<uint32>(part, 5);
      found.tile_sum = exchange.part<double>(part, 6);
    }
    parts_.push_back(found);
  }
  SamplesMerge merge = merge_of(parts_);
  Turn &next = turns_[(number_ + 1) % 2];
  next.empty = next.cells >= lengths_.cells;
  if (next.empty) {
    merge.next_histogram = next.histogram.data();
    merge.next_counted = next.counted.data();
  }
  launch_merge_sums(whole_, merge, static_cast<unsigned>(call_.device().multiprocessors()), sums);
  if (adaptive()) launch_merge_tiles(whole_, merge, strata_, blocks(), call_.stream());
  check(cudaGetLastError(), "putting samples together");
  spread_ = adaptive() && !by_hosts();
  weighed_with_.reset();
  if (adaptive()) weighed_with_ = strata_.power;
  return whole_;
}

/// The parts stay where they are until all have handed in those of another iteration.
void SamplesShare::complete() {
  if (!spread_) return;
  launch_complete(whole_, merge_of(parts_), blocks(), call_.stream());
  check(cudaGetLastError(), "putting samples together");
  spread_ = false;
}

}  // namespace cuboid::engine::cuda
