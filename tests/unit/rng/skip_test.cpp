// Leaving out points is drawing them and looking away.
#include "unit/rng/rng_support.hpp"

namespace {

using namespace rng_test;

struct Choice {
  int seed, level;
};

TEST(Skip, EqualsDrawing) {
  for (const Choice &choice : {Choice{0, 0}, Choice{5, 0}, Choice{5, 1}, Choice{-5, 30}})
    for (const int ndim : {1, 3, 7})
      for (const std::int64_t n : {0, 1, 23, 24, 25, 63, 64, 65, 1000}) {
        const auto drawing = make_generator(ndim, choice.seed, choice.level);
        const auto skipping = make_generator(ndim, choice.seed, choice.level);
        draw(*drawing, ndim, 10);
        draw(*skipping, ndim, 10);
        if (n > 0) draw(*drawing, ndim, n);
        skipping->skip(n);
        EXPECT_EQ(draw(*drawing, ndim, 100), draw(*skipping, ndim, 100))
            << "seed " << choice.seed << " level " << choice.level << " ndim " << ndim << " n "
            << n;
      }
}

TEST(Fill, DoesNotDependOnTheTiling) {
  for (const Choice &choice : {Choice{0, 0}, Choice{5, 0}, Choice{5, 1}})
    for (const int ndim : {1, 4, 40}) {
      const Points whole = draw(*make_generator(ndim, choice.seed, choice.level), ndim, 1000);
      for (const std::int64_t tile : {1, 7, 63, 64, 65, 256, 999})
        EXPECT_EQ(draw(*make_generator(ndim, choice.seed, choice.level), ndim, 1000, tile), whole)
            << "seed " << choice.seed << " level " << choice.level << " ndim " << ndim << " tile "
            << tile;
    }
}

}  // namespace
