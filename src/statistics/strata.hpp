// How the samples of an iteration are numbered, shared out and summed.
//
// Samples are drawn in pairs of the same hypercube that are worked on together: the second one is
// the first reflected at the middle of the hypercube, before the map.  What is linear within a
// hypercube cancels in a pair, so that errors fall with the square of the width of the hypercubes
// and not only with the width: S. Haber, A modified Monte-Carlo quadrature II, Math. Comp. 21
// (1967) 388.  Two pairs of a hypercube are independent, and show the variance.  So all numbers of
// samples are multiples of 4.  Where they differ from hypercube to hypercube they are whole runs,
// so that the threads of a device come to the end of a hypercube all at the end of a run, and do
// not wait for each other.  Quasi-random points are not reflected, but counted likewise.
//
// The samples are numbered hypercube by hypercube.  A chunk is a run of consecutive pairs that one
// thread works off in order; 32 chunks are summed by a fixed tree, and these sums by another.  The
// length of a chunk follows from the number of samples alone.  So the bits of every sum are the
// same for any number of threads, blocks or workers.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::statistics {

/// Least and most samples of a run; powers of 2.
inline constexpr uint32 shortest_run = 4;
inline constexpr uint32 longest_run = 8;
/// Logarithm of what the longest is to the shortest.
inline constexpr uint32 longest_run_bits = 1;
static_assert(shortest_run << longest_run_bits == longest_run);

/// As long as leaves some runs to each hypercube.
CUBOID_HD inline uint32 samples_per_run(uint64 samples, uint64 ncube) {
  const uint64 mean = samples / ncube;
  return mean < 32 ? shortest_run : longest_run;
}

/// Samples of a hypercube if all get the same number.
CUBOID_HD inline uint64 equal_samples(uint64 samples, uint64 ncube) {
  const uint64 whole = samples / ncube / shortest_run * shortest_run;
  return whole > 0 ? whole : shortest_run;
}

/// Chunks of an iteration: a multiple of the threads that a GPU of 132 multiprocessors works with
/// at once, a block of 512 or 768 on each, so that none of them waits for the others at the end.
inline constexpr uint64 usual_chunks = 132 * 2 * 768;
inline constexpr uint64 min_chunk_length = 16;  ///< samples
static_assert(min_chunk_length % longest_run == 0);

/// Long iterations have up to so many times more, so that eight devices that share one out are as
/// full as a single one: with half as many threads on a multiprocessor a sample takes a quarter
/// longer (tests/bench/results/gpu_devices.txt).
inline constexpr uint32 max_chunk_part_bits = 3;
/// A chunk is not made shorter than so many samples for that, since it takes a while to begin one.
inline constexpr uint64 min_part_length = 960;

/// How many times more chunks than usual: the logarithm.
CUBOID_HD inline uint32 chunk_part_bits(uint64 samples) {
  constexpr uint64 twice = 2 * usual_chunks * min_part_length;
  uint32 bits = 0;
  while (bits < max_chunk_part_bits && samples >= twice << bits) ++bits;
  return bits;
}

/// No fewer than the chunks of an iteration of so many samples or of any shorter one.
CUBOID_HD inline uint64 max_chunks(uint64 samples) {
  const uint64 most = usual_chunks << chunk_part_bits(samples);
  const uint64 shortest = samples / min_chunk_length + 1;
  return shortest < most ? shortest : most;
}

/// Chunks whose sums the fixed tree puts together first; a device works them off side by side.
inline constexpr int chunks_per_group = 32;
/// Of the chunks of an iteration.
inline constexpr uint64 max_groups = (usual_chunks << max_chunk_part_bits) / chunks_per_group;

/// Chunks that may add to one histogram of 32-bit numbers before it is emptied, if there are as
/// many as usual.
inline constexpr uint64 chunks_per_histogram = 384;

/// Hypercubes whose samples are allotted together where their numbers differ.
inline constexpr uint64 cubes_per_block = 4096;

/// Pairs of a chunk that are added to the histograms, at most, if there are as many as usual: 1e7
/// samples of an iteration, or 1e4 for each interval of the map.
inline constexpr uint64 max_histogram_pairs = 24;

/// In more dimensions axes are not cut: two strata of each would be 2^25 hypercubes and more.
inline constexpr int max_stratified_ndim = 24;

/// Samples of one iteration in chunks.
struct Chunks {
  uint64 samples;
  uint64 length;            ///< samples in each chunk but the last: whole runs
  uint64 count;             ///< chunks
  uint32 histogram_stride;  ///< one pair in so many is added to the histograms; a power of 2
  uint32 histogram_limit;   ///< most that a sample adds to a bin: the sums stay below 2^32
  uint32 parts;             ///< how many times more there are than usual

  CUBOID_HD uint64 groups() const { return (count + chunks_per_group - 1) / chunks_per_group; }

  /// Chunks that may add to one histogram of 32-bit numbers before it is emptied.
  CUBOID_HD uint64 per_histogram() const { return parts * chunks_per_histogram; }

  /// The first sample of a chunk, or the end of all.
  CUBOID_HD uint64 begin(uint64 chunk) const { return chunk < count ? chunk * length : samples; }
};

/// Both are multiples of 4.  samples_per_cube: if the same for all hypercubes, else 0.  Chunks then
/// end with a hypercube if they are longer than one.
CUBOID_HD inline Chunks make_chunks(uint64 samples, uint64 samples_per_cube) {
  const uint64 run = samples_per_cube > 0 ? shortest_run : longest_run;
  const uint32 part_bits = chunk_part_bits(samples);
  const uint32 parts = 1u << part_bits;
  // Divided by a constant and shifted, which kernels do in a few instructions: rounded up twice is
  // as rounded up once.
  constexpr uint64 step = shortest_run * usual_chunks;
  const uint32 step_bits = part_bits + (samples_per_cube > 0 ? 0 : longest_run_bits);
  const uint64 steps = (samples + step - 1) / step;
  const uint64 runs = (steps + (uint64{1} << step_bits) - 1) >> step_bits;
  Chunks chunks{samples, run * runs, 0, 1, 0, parts};
  if (chunks.length < min_chunk_length) chunks.length = min_chunk_length;
  if (samples_per_cube > 0 && samples_per_cube <= chunks.length)
    chunks.length = (chunks.length + samples_per_cube - 1) / samples_per_cube * samples_per_cube;
  chunks.count = (samples + chunks.length - 1) / chunks.length;
  uint64 pairs = chunks.length / 2;
  while (pairs > max_histogram_pairs >> part_bits) {
    chunks.histogram_stride *= 2;
    pairs = (pairs + 1) / 2;
  }
  chunks.histogram_limit = 0xFFFFFFFFu / static_cast<uint32>(2 * pairs * chunks.per_histogram());
  return chunks;
}

/// Where the part of a rank begins if count groups of chunks are shared out among ranks.  Integer
/// holds the product of ranks and the smaller one of both.
template <class Integer>
CUBOID_HD inline Integer share_begin(Integer count, Integer rank, Integer ranks) {
  return count / ranks * rank + count % ranks * rank / ranks;
}

/// Which pair of a chunk is added to the histograms, of the stretch of `stride` pairs that
/// begins with the given one.  A fixed choice would keep step with the hypercubes.
CUBOID_HD inline uint32 histogram_choice(uint64 chunk, uint32 begin, uint32 stride) {
  const uint32 group = static_cast<uint32>(chunk / chunks_per_group);
  uint32 hash = (group * 0x9E3779B9u) ^ (begin * 0x85EBCA6Bu);
  hash = (hash ^ (hash >> 15)) * 0x2C1B3C6Du;
  return begin + ((hash ^ (hash >> 16)) & (stride - 1));
}

/// The next one.
CUBOID_HD inline uint32 next_histogram_choice(uint64 chunk, uint32 choice, uint32 stride) {
  if (stride == 1) return choice + 1;
  return histogram_choice(chunk, (choice & ~(stride - 1)) + stride, stride);
}

/// Units in the histograms of a weighted sum of squares of 1, as a share of the limit: the greatest
/// values of the last iteration that count lie in [1, 2) (statistics/scaling.hpp), and squares
/// shall have room to grow.
inline constexpr float histogram_unit_share = 1.0f / 64;

/// Units of one histogram.
struct HistogramUnit {
  float scale;  ///< units of a sum of squares of 1
  float most;   ///< most units, plus 1
};

CUBOID_HD inline HistogramUnit histogram_unit(const Chunks &chunks) {
  return {histogram_unit_share * static_cast<float>(chunks.histogram_limit),
          static_cast<float>(chunks.histogram_limit + 1)};
}

/// What a sample adds to a bin.  It is rounded down after a number of [1, 2) was added that depends
/// on nothing but the number of the sample, and 1 is taken away, so that small values count in the
/// mean.  A NaN, from a square that overflows and has the weight 0, is as good as the most.
/// number: lower bits of the sample's.
CUBOID_HD_INLINED uint32 histogram_units(float squares, HistogramUnit unit, uint32 number) {
  const uint32 rounding = 0x3F800000u | (number * 0x9E3779B9u) >> 9;
#ifdef __CUDA_ARCH__
  return __float2uint_rz(fminf(fmaf(squares, unit.scale, __uint_as_float(rounding)), unit.most)) -
         1;
#else
  float added;
  __builtin_memcpy(&added, &rounding, sizeof added);
  const float sum = squares * unit.scale + added;
  // Numbers below 2^31, which convert as signed ones: those are vectors.
  return static_cast<uint32>(static_cast<int>(sum < unit.most ? sum : unit.most)) - 1;
#endif
}

}  // namespace cuboid::statistics
