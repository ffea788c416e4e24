#include "engine/cpu/samples.hpp"

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "engine/cpu/call.hpp"

namespace cuboid::engine::cpu {

using reference::SamplesPiece;

namespace {

/// Points generated before the integrand is called, about: enough to fill vectors, few enough for
/// the first-level cache.
constexpr std::size_t batch_points = 256;

/// Chunks that a thread takes at a time.
constexpr uint64 chunks_at_once = 64;

}  // namespace

/// The samples of one chunk from `done` on.
struct ThreadedSamples::Batch {
  std::size_t piece = 0;  ///< of the next sample
  uint64 done = 0;        ///< samples of that piece that earlier batches had
  std::size_t count = 0;
  std::size_t capacity = 0;
  std::vector<std::size_t> pieces;  ///< [count]: of each sample
  std::vector<uint64> number;       ///< [count]
  std::vector<uint32> random;       ///< [ndim][capacity]
  std::vector<uint32> stratum;      ///< [ndim][capacity]: first interval
  std::vector<uint32> interval;     ///< [count][ndim]
  std::vector<double> x;            ///< [count][ndim]
  std::vector<double> volume;       ///< [count]
  std::vector<double> weight;       ///< [count]
  std::vector<double> f;            ///< [count][ncomp]

  Batch(std::size_t ndim, std::size_t ncomp, std::size_t points)
      : capacity(points),
        pieces(points),
        number(points),
        random((ndim + 3) / 4 * 4 * points),
        stratum(ndim * points),
        interval(points * ndim),
        x(points * ndim),
        volume(points),
        weight(points),
        f(points * ncomp) {}
};

ThreadedSamples::ThreadedSamples(SamplesProblem problem, const HostFunction &host,
                                 const Limits &limits, int threads)
    : HostSamples(std::move(problem)), host_(host), limits_(limits), threads_(threads) {}

void ThreadedSamples::record(const Failure &failure) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = failure;
  __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
}

void ThreadedSamples::fill() {
  next_ = 0;
  stop_ = 0;
  failure_.reset();
  std::vector<std::thread> threads;
  for (int core = 1; core < threads_; ++core) {
    try {
      threads.emplace_back([this, core] { work(core); });
    } catch (const std::system_error &) {
      break;  // The system has no more threads to give; those there are do the work.
    }
  }
  work(0);
  for (std::thread &thread : threads) thread.join();
  if (failure_) throw Failure(*failure_);
}

void ThreadedSamples::work(int core) {
  try {
    const auto nvec = static_cast<std::size_t>(std::clamp<std::int64_t>(host_.nvec, 1, 1 << 20));
    Batch batch(static_cast<std::size_t>(problem().ndim), static_cast<std::size_t>(problem().ncomp),
                std::max(nvec, batch_points));
    Tally tally = empty_tally();
    while (__atomic_load_n(&stop_, __ATOMIC_RELAXED) == 0) {
      const uint64 first = next_.fetch_add(chunks_at_once);
      if (first >= chunks().count) break;
      const uint64 end = std::min(first + chunks_at_once, chunks().count);
      for (uint64 chunk = first; chunk < end; ++chunk) evaluate_chunk(chunk, core, batch, tally);
    }
    const std::lock_guard lock(mutex_);
    tally_.add(tally);
  } catch (const Failure &failure) {
    record(failure);
  } catch (const std::bad_alloc &) {
    record(Failure(CUBOID_OUT_OF_MEMORY, "there is no memory for a batch of samples"));
  }
}

void ThreadedSamples::evaluate_chunk(uint64 chunk, int core, Batch &batch, Tally &tally) {
  const std::vector<SamplesPiece> parts = pieces(chunk);
  ChunkSums sums(*this, chunk, tally);
  Interrupts interrupts(limits_, &stop_);
  const auto ndim = static_cast<std::size_t>(problem().ndim);
  const auto ncomp = static_cast<std::size_t>(problem().ncomp);
  batch.piece = 0;
  batch.done = 0;
  std::size_t open = parts.size();
  while (batch.piece < parts.size()) {
    generate(parts, batch);
    const PointSet points{static_cast<std::int64_t>(batch.count), batch.x.data(),
                          batch.weight.data(), iteration()};
    if (!call_integrand(host_, points, batch.f.data(), core, interrupts)) return;
    for (std::size_t i = 0; i < batch.count; ++i) {
      if (batch.pieces[i] != open) {
        if (open != parts.size()) sums.end();
        open = batch.pieces[i];
        sums.begin(parts[open]);
      }
      sums.add({batch.number[i], batch.interval.data() + i * ndim, batch.volume[i]},
               batch.f.data() + i * ncomp);
    }
  }
  if (open != parts.size()) sums.end();
  results_[chunk] = sums.finish();
}

void ThreadedSamples::generate(const std::vector<SamplesPiece> &parts, Batch &batch) const {
  const auto ndim = static_cast<std::size_t>(problem().ndim);
  const std::size_t capacity = batch.capacity;
  const auto per_stratum = static_cast<uint32>(nintervals_ / nstrat_);
  batch.count = 0;
  while (batch.piece < parts.size() && batch.count < capacity) {
    const SamplesPiece &piece = parts[batch.piece];
    const std::size_t begin = batch.count;
    const auto count =
        static_cast<std::size_t>(std::min<uint64>(piece.count - batch.done, capacity - begin));
    const double share = sample_share(piece);
    for (std::size_t i = 0; i < count; ++i) {
      batch.pieces[begin + i] = batch.piece;
      batch.number[begin + i] = piece.first + batch.done + i;
      batch.volume[begin + i] = 1;
      batch.weight[begin + i] = share;
    }
    uint64 rest = piece.cube;
    for (std::size_t d = 0; d < ndim; ++d) {
      const auto first = static_cast<uint32>(d * nintervals_ + rest % nstrat_ * per_stratum);
      std::fill_n(batch.stratum.data() + d * capacity + begin, count, first);
      rest /= nstrat_;
    }
    batch.count += count;
    batch.done += count;
    if (batch.done == piece.count) {
      ++batch.piece;
      batch.done = 0;
    }
  }

  // Loops over samples without branches, which compilers turn into vector instructions.
  for (std::size_t group = 0; group < (ndim + 3) / 4; ++group) {
    uint32 *const random = batch.random.data() + 4 * group * capacity;
    for (std::size_t i = 0; i < batch.count; ++i) {
      const rng::PhiloxBlock block = rng::philox<reference::philox_rounds>(
          {{static_cast<uint32>(batch.number[i]), static_cast<uint32>(batch.number[i] >> 32),
            static_cast<uint32>(group), static_cast<uint32>(iteration())}},
          keys_);
      for (std::size_t k = 0; k < 4; ++k) random[k * capacity + i] = block.word[k];
    }
  }
  for (std::size_t d = 0; d < ndim; ++d) {
    const uint32 *const random = batch.random.data() + d * capacity;
    const uint32 *const stratum = batch.stratum.data() + d * capacity;
    for (std::size_t i = 0; i < batch.count; ++i) {
      const map::MapPosition position = map::map_position(random[i], per_stratum);
      const uint32 interval = stratum[i] + position.interval;
      batch.interval[i * ndim + d] = interval;
      batch.x[i * ndim + d] = map::map_point(map_[interval], position.fraction);
    }
  }
  for (std::size_t i = 0; i < batch.count; ++i) {
    const uint32 *const interval = batch.interval.data() + i * ndim;
    double volume = 1;
    std::size_t d = 0;
    for (; d + 1 < ndim; d += 2)
      volume *= static_cast<double>(wide_multiply(map::interval_width(map_[interval[d]]),
                                                  map::interval_width(map_[interval[d + 1]])));
    if (d < ndim) volume *= static_cast<double>(map::interval_width(map_[interval[d]]));
    if (!problem().box.empty()) {
      double jacobians = 1;
      double *const x = batch.x.data() + i * ndim;
      for (d = 0; d < ndim; ++d) {
        double jacobian;
        x[d] = problem().box[d].map(x[d], jacobian);
        jacobians *= jacobian;
      }
      volume *= jacobians;
    }
    batch.volume[i] = volume;
    batch.weight[i] *= volume;
  }
}

}  // namespace cuboid::engine::cpu
