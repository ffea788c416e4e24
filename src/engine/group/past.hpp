// What the first of some ranks has found before the others begin.
#pragma once

#include <any>
#include <cstddef>
#include <memory>
#include <vector>

namespace cuboid::engine::group {

/// Of threads of one process.  All ask for the same things in the same order, whatever methods they
/// are of, so that the others take over what the first one has found: theirs are copies of its own,
/// made when they begin, after which it keeps nothing more.
class Past {
 public:
  /// For the others, which must not have begun.
  template <class Found>
  void keep(const Found &found) {
    found_->push_back(found);
  }

  /// What comes next, if it is such a thing; nullptr: it is not, or all was asked for.
  template <class Found>
  const Found *next() {
    if (asked_ == found_->size()) return nullptr;
    const auto *const found = std::any_cast<Found>(&(*found_)[asked_]);
    if (found != nullptr) ++asked_;
    return found;
  }

 private:
  std::shared_ptr<std::vector<std::any>> found_ = std::make_shared<std::vector<std::any>>();
  std::size_t asked_ = 0;
};

}  // namespace cuboid::engine::group
