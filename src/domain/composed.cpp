// Regions that are made of others.
#include <algorithm>
#include <cmath>
#include <utility>

#include "domain/domain.hpp"
#include "domain/maps.hpp"
#include "domain/of_one.hpp"
#include "domain/parts.hpp"
#include "domain/text.hpp"

namespace cuboid::domain {

std::vector<CubePart> Domain::parts() const {
  return whole_cube(cube_ndim());
}

void put_in_part(const PartPlace &part, BlurredEnd &end) {
  end.near = part.begin + part.width * end.near;
  end.far = part.begin + part.width * end.far;
  end.rate_near /= part.width;
  end.rate_far /= part.width;
}

void put_in_piece(const PartPlace &part, BlurredEnd &end) {
  if (end.axis == 0) return put_in_part(part, end);
  end.from = part.begin + part.width * end.from;
  end.to = part.begin + part.width * end.to;
}

namespace {

/// A map of the cube onto itself before that of a region.
class Composition final : public OfOne {
 public:
  Composition(Pointer outer, Pointer inner)
      : OfOne(inner->cube_ndim(), std::move(outer)), inner_(std::move(inner)) {}

  void map_with(const double *parameters, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    std::vector<double> y(static_cast<std::size_t>(count * inner_->ndim()));
    std::vector<double> of_inner(static_cast<std::size_t>(count));
    inner_->map(count, t, y.data(), of_inner.data());
    of().map_with(parameters, count, y.data(), x, jacobian);
    for (std::int64_t i = 0; i < count; ++i) jacobian[i] *= of_inner[static_cast<std::size_t>(i)];
  }

  std::string device_text(const std::string &name) const override {
    const std::string outer = of().device_text(name + "o");
    const std::string inner = inner_->device_text(name + "i");
    if (outer.empty() || inner.empty()) return "";
    return outer + inner +
           function(name, "double y[" + std::to_string(inner_->ndim()) +
                              "];\nconst double jacobian = " + name +
                              "i(t, y, nullptr);\nreturn jacobian * " + name + "o(y, x, p);\n");
  }

  std::vector<BlurredEnd> blurred_ends() const override { return inner_->blurred_ends(); }
  Parts parts() const override { return inner_->parts(); }

 private:
  Pointer inner_;
};

class Image final : public OfOne {
 public:
  Image(const Pointer &of, std::vector<double> matrix, std::vector<double> offset)
      : OfOne(of->cube_ndim(), of),
        matrix_(std::move(matrix)),
        offset_(std::move(offset)),
        determinant_(size_of_determinant(ndim(), matrix_)) {}

  void map_with(const double *parameters, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    std::vector<double> y(static_cast<std::size_t>(count * ndim()));
    of().map_with(parameters, count, t, y.data(), jacobian);
    for (std::int64_t i = 0; i < count; ++i)
      jacobian[i] *= image_map(ndim(), matrix_.data(), offset_.data(), determinant_,
                               y.data() + i * ndim(), x + i * ndim());
  }

  std::string device_text(const std::string &name) const override {
    const std::string inner = of().device_text(name + "i");
    if (inner.empty()) return "";
    const std::string n = std::to_string(ndim());
    return inner +
           function(name, constants("matrix", matrix_) + constants("offset", offset_) +
                              "double y[" + n + "];\nconst double jacobian = " + name +
                              "i(t, y, p);\nreturn jacobian * ::cuboid::domain::image_map(" + n +
                              ", matrix, offset, " + number(determinant_) + ", y, x);\n");
  }

  std::vector<BlurredEnd> blurred_ends() const override { return of().blurred_ends(); }
  Parts parts() const override { return of().parts(); }

  std::shared_ptr<const Domain> suited(const Look &look) const override {
    const Pointer other = of().suited([&](std::int64_t count, const double *y) {
      std::vector<double> x(static_cast<std::size_t>(count * ndim()));
      for (std::int64_t i = 0; i < count * ndim(); i += ndim())
        image_map(ndim(), matrix_.data(), offset_.data(), determinant_, y + i, x.data() + i);
      return look(count, x.data());
    });
    return other ? std::make_shared<Image>(other, matrix_, offset_) : nullptr;
  }

 private:
  std::vector<double> matrix_, offset_;
  double determinant_;
};

class Product final : public Domain {
 public:
  Product(Pointer first, Pointer second)
      : Domain(first->cube_ndim() + second->cube_ndim(), first->ndim() + second->ndim()),
        first_(std::move(first)),
        second_(std::move(second)) {
    set_numbers_of_each(first_->numbers_of_each() + second_->numbers_of_each());
  }

  void map_with(const double *parameters, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    std::vector<double> all(static_cast<std::size_t>(count), 1);
    int t_before = 0;
    int x_before = 0;
    for (const Domain *const factor : {first_.get(), second_.get()}) {
      const int from = factor->cube_ndim();
      const int to = factor->ndim();
      std::vector<double> part(static_cast<std::size_t>(count * from));
      std::vector<double> image(static_cast<std::size_t>(count * to));
      for (std::int64_t i = 0; i < count; ++i)
        std::copy_n(t + i * cube_ndim() + t_before, from, part.data() + i * from);
      factor->map_with(parameters, count, part.data(), image.data(), jacobian);
      for (std::int64_t i = 0; i < count; ++i) {
        std::copy_n(image.data() + i * to, to, x + i * ndim() + x_before);
        all[static_cast<std::size_t>(i)] *= jacobian[i];
      }
      t_before += from;
      x_before += to;
      parameters += factor->numbers_of_each();
    }
    std::copy(all.begin(), all.end(), jacobian);
  }

  std::string device_text(const std::string &name) const override {
    const std::string a = first_->device_text(name + "a");
    const std::string b = second_->device_text(name + "b");
    if (a.empty() || b.empty()) return "";
    const std::string body = "const double jacobian = " + name + "a(t, x, p);\nreturn jacobian * " +
                             name + "b(t + " + std::to_string(first_->cube_ndim()) + ", x + " +
                             std::to_string(first_->ndim()) + ", p + " +
                             std::to_string(first_->numbers_of_each()) + ");\n";
    return a + b + function(name, body);
  }

  bool texts_have_parameters() const override {
    return first_->texts_have_parameters() || second_->texts_have_parameters();
  }
  std::string emptiness(const double *parameters) const override {
    const std::string first = first_->emptiness(parameters);
    return first.empty() ? second_->emptiness(parameters + first_->numbers_of_each()) : first;
  }
  std::string note() const override {
    const std::string first = first_->note();
    return first.empty() ? second_->note() : first;
  }
  std::vector<BlurredEnd> blurred_ends() const override {
    std::vector<BlurredEnd> ends = first_->blurred_ends();
    for (BlurredEnd end : second_->blurred_ends()) {
      end.axis += first_->cube_ndim();
      // Where this is so on an axis that is not the first any more, is left open.
      end.from = 0;
      end.to = 1;
      ends.push_back(end);
    }
    return ends;
  }

  Parts parts() const override { return parts_of_product(first_->parts(), second_->parts()); }

  /// Each factor is looked at through the middle of the other's cube.
  std::shared_ptr<const Domain> suited(const Look &look) const override {
    const Pointer first = suited_factor(*first_, *second_, true, look);
    const Pointer second = suited_factor(*second_, *first_, false, look);
    if (!first && !second) return nullptr;
    return std::make_shared<Product>(first ? first : first_, second ? second : second_);
  }

 private:
  static Pointer suited_factor(const Domain &factor, const Domain &other, bool is_first,
                               const Look &look) {
    const std::vector<double> middle(static_cast<std::size_t>(other.cube_ndim()), 0.5);
    std::vector<double> place(static_cast<std::size_t>(other.ndim()));
    double jacobian = 0;
    other.map(1, middle.data(), place.data(), &jacobian);
    return factor.suited([&](std::int64_t count, const double *y) {
      std::vector<double> x;
      for (std::int64_t i = 0; i < count; ++i) {
        if (!is_first) x.insert(x.end(), place.begin(), place.end());
        x.insert(x.end(), y + i * factor.ndim(), y + (i + 1) * factor.ndim());
        if (is_first) x.insert(x.end(), place.begin(), place.end());
      }
      return look(count, x.data());
    });
  }

  Pointer first_, second_;
};

/// The first coordinate of the cube says which piece it is.
class Union final : public Domain {
 public:
  explicit Union(std::vector<Pointer> pieces)
      : Domain(pieces.front()->cube_ndim(), pieces.front()->ndim()), pieces_(std::move(pieces)) {
    int numbers = 0;
    for (const Pointer &piece : pieces_) {
      numbers_before_.push_back(numbers);
      numbers += piece->numbers_of_each();
    }
    set_numbers_of_each(numbers);
  }

  /// Points that follow each other in one piece go together.
  void map_with(const double *parameters, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    const int from = cube_ndim();
    const auto pieces = static_cast<int>(pieces_.size());
    std::vector<double> moved(t, t + count * from);
    for (std::int64_t begin = 0, end; begin < count; begin = end) {
      const Part part = part_at(pieces, t[begin * from]);
      for (end = begin; end < count; ++end) {
        const Part at = part_at(pieces, t[end * from]);
        if (at.number != part.number) break;
        moved[static_cast<std::size_t>(end * from)] = at.t;
      }
      const auto piece = static_cast<std::size_t>(part.number);
      pieces_[piece]->map_with(parameters + numbers_before_[piece], end - begin,
                               moved.data() + begin * from, x + begin * ndim(), jacobian + begin);
      for (std::int64_t i = begin; i < end; ++i) jacobian[i] *= part.scale;
    }
  }

  std::string device_text(const std::string &name) const override {
    const std::string from = std::to_string(cube_ndim());
    std::string text;
    std::string body = "const ::cuboid::domain::Part part = ::cuboid::domain::part_at(" +
                       std::to_string(pieces_.size()) + ", t[0]);\ndouble u[" + from +
                       "] = {part.t};\nfor (int d = 1; d < " + from +
                       "; ++d) u[d] = t[d];\nswitch (part.number) {\n";
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const std::string piece = name + "u" + std::to_string(i);
      const std::string own = pieces_[i]->device_text(piece);
      if (own.empty()) return "";
      text += own;
      body += "case " + std::to_string(i) + ": return part.scale * " + piece + "(u, x, p + " +
              std::to_string(numbers_before_[i]) + ");\n";
    }
    return text + function(name, body + "}\nreturn 0;\n");
  }

  bool texts_have_parameters() const override {
    return std::any_of(pieces_.begin(), pieces_.end(),
                       [](const Pointer &piece) { return piece->texts_have_parameters(); });
  }
  std::string emptiness(const double *parameters) const override {
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      if (pieces_[i]->emptiness(parameters + numbers_before_[i]).empty()) return "";
    return pieces_.front()->emptiness(parameters);
  }
  std::string note() const override {
    for (const Pointer &piece : pieces_) {
      const std::string note = piece->note();
      if (!note.empty()) return note;
    }
    return "";
  }
  std::vector<BlurredEnd> blurred_ends() const override {
    std::vector<BlurredEnd> ends;
    const int count = static_cast<int>(pieces_.size());
    for (int i = 0; i < count; ++i) {
      const PartPlace part = place_of_part(count, i);
      for (BlurredEnd end : pieces_[static_cast<std::size_t>(i)]->blurred_ends()) {
        put_in_piece(part, end);
        ends.push_back(end);
      }
    }
    return ends;
  }

  Parts parts() const override {
    std::vector<Parts> all;
    for (const Pointer &piece : pieces_) all.push_back(piece->parts());
    return parts_of_pieces(all);
  }

  /// Pieces that follow each other are parts of one line.
  std::vector<LinePlace> line() const override {
    std::vector<LinePlace> all;
    for (const Pointer &piece : pieces_) {
      const std::vector<LinePlace> own = piece->line();
      if (own.empty() || (!all.empty() && all.back().x != own.front().x)) return {};
      if (!all.empty()) {
        all.back().is_singular = all.back().is_singular || own.front().is_singular;
        all.insert(all.end(), own.begin() + 1, own.end());
      } else {
        all = own;
      }
    }
    return all;
  }

  std::shared_ptr<const Domain> suited(const Look &look) const override {
    std::vector<Pointer> pieces(pieces_);
    for (Pointer &piece : pieces)
      if (Pointer other = piece->suited(look)) piece = std::move(other);
    return pieces == pieces_ ? nullptr : std::make_shared<Union>(std::move(pieces));
  }

 private:
  std::vector<Pointer> pieces_;
  std::vector<int> numbers_before_;  ///< of each integral, by piece
};

}  // namespace

Pointer image(const Pointer &of, std::vector<double> matrix, std::vector<double> offset) {
  return std::make_shared<Image>(of, std::move(matrix), std::move(offset));
}

Pointer with_ends(Pointer of, const std::vector<int> &ends) {
  // Nearer to a face, a point that is rounded may lie beyond it, where integrands are NaN.
  constexpr double distance = 0x1p-50;
  std::vector<double> lower, upper;
  for (std::size_t axis = 0; axis < ends.size(); ++axis) {
    const bool keeps_away =
        (ends[axis] & singular_lower) != 0 && !of->resolves_lower_face(static_cast<int>(axis));
    lower.push_back(keeps_away ? distance : 0);
    upper.push_back((ends[axis] & singular_upper) != 0 ? 1 - distance : 1);
  }
  // What lies beyond is at most as large as what is seen eight times as far.
  return std::make_shared<Composition>(std::move(of), box(lower, upper, ends, {}, 8 * distance));
}

Pointer product(Pointer first, Pointer second) {
  return std::make_shared<Product>(std::move(first), std::move(second));
}

Pointer united(std::vector<Pointer> pieces) {
  if (pieces.size() == 1) return pieces.front();
  return std::make_shared<Union>(std::move(pieces));
}

}  // namespace cuboid::domain
