// The importance of the intervals of a map.
#include "elementary/side_by_side.hpp"
#include "simd/functions.hpp"
#include "simd/vectors.hpp"

namespace cuboid::simd::CUBOID_SIMD {

namespace {

// (s - 1) / ln s of a share s; the limit for s = 1 is 1, and for 0 it is 0.
template <class Word, class Real>
inline __attribute__((always_inline)) void damp_share(Real &share) {
  const auto some = share > 0;
  const auto not_all = share < 1;
  const Real inside = some ? (not_all ? share : Real{} + 0.5) : Real{} + 0.5;
  const Real damped = (inside - 1) / elementary::log_of_ordinary<Word>(inside);
  share = some ? (not_all ? damped : Real{} + 1) : Real{};
}

// The power 3/2, of which 0 and 1 stay.
template <class Real>
inline __attribute__((always_inline)) void raise_share(Real &share, const Real &root) {
  const auto some = share > 0;
  const auto not_all = share < 1;
  const Real raised = elementary::three_halves_power(share, some ? root : Real{} + 1);
  share = some ? (not_all ? raised : share) : share;
}

}  // namespace

void damp_importance(std::int64_t count, double norm, double *importance) {
  double share[block];
  double root[block];
  for (std::int64_t begin = 0; begin < count; begin += block) {
    const std::int64_t some = count - begin < block ? count - begin : block;
    for (int i = 0; i < block; ++i) share[i] = i < some ? importance[begin + i] * norm : 0;
    for (int i = 0; i < some; i += wide) {
      Wide shares;
      load(shares, share + i);
      damp_share<WideWord>(shares);
      store(share + i, shares);
    }
    for (int i = 0; i < block; ++i) root[i] = __builtin_sqrt(share[i]);
    for (int i = 0; i < some; i += wide) {
      Wide shares, roots;
      load(shares, share + i);
      load(roots, root + i);
      raise_share(shares, roots);
      store(share + i, shares);
    }
    for (int i = 0; i < some; ++i) importance[begin + i] = share[i];
  }
}

}  // namespace cuboid::simd::CUBOID_SIMD
