// SPDX-License-Identifier: Apache-2.0
#include "reference/reference.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "core/error.hpp"
#include "parallel/agreement.hpp"
#include "reference/face_exchange.hpp"
#include "reference/sweep.hpp"

namespace ministencil {

namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
template <class T>
using Field = Kokkos::View<T*, Space>;
template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// Owned points with one layer around them, rows back to back.
struct Placement {
  Index3 owned;

  Index pitch() const { return owned.x + 2; }
  Index plane() const { return pitch() * (owned.y + 2); }
  Index elements() const { return plane() * (owned.z + 2); }
  /// Element of the owned point (x, y, z).
  Index at(Index x, Index y, Index z) const {
    return (x + 1) + (y + 1) * pitch() + (z + 1) * plane();
  }
};

/// The owned points that no fixed face of the domain holds, in local coordinates.
Box moving_points(const Domain& domain, const Box& owned) {
  Box moving{{0, 0, 0}, domain.points};
  for (int axis = 0; axis < axes; ++axis) {
    if (domain.boundaries.at(axis, Side::lower) == Boundary::fixed) moving.first[axis] += 1;
    if (domain.boundaries.at(axis, Side::upper) == Boundary::fixed) moving.last[axis] -= 1;
  }
  return moving.shifted(Index3{} - owned.first);
}

/// A field filled with NaN, so that a halo point that nobody filled shows.
template <class T>
Field<T> make_field(const char* label, Index elements) {
  try {
    Field<T> field(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), elements);
    Kokkos::deep_copy(field, std::numeric_limits<T>::quiet_NaN());
    return field;
  } catch (const std::exception&) {
    throw MachineError("check.reference: no memory for a field of " +
                       std::to_string(elements * static_cast<Index>(sizeof(T))) +
                       " bytes, of which the reference needs two; use more ranks or "
                       "check.reference: none");
  }
}

class Communicator {
 public:
  explicit Communicator(MPI_Comm original) { MPI_Comm_dup(original, &duplicate_); }
  ~Communicator() { MPI_Comm_free(&duplicate_); }
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  MPI_Comm get() const { return duplicate_; }

 private:
  MPI_Comm duplicate_;
};

void require_size(MPI_Comm communicator, const Decomposition& decomposition) {
  if (size_of(communicator) == decomposition.size()) return;
  throw MachineError("reference: " + std::to_string(size_of(communicator)) +
                     " ranks cannot hold a decomposition into " +
                     std::to_string(decomposition.size()) + " boxes; start as many as it has");
}

/// Differences found on one rank.
template <class T>
struct LocalComparison {
  Index differing = 0;
  Index first = std::numeric_limits<Index>::max();  // linear global index
  T expected{}, found{};
};

}  // namespace

template <class T>
struct Reference<T>::State {
  State(MPI_Comm original, const Decomposition& decomposition, const Coefficients<T>& given)
      : communicator(original),
        domain(decomposition.domain()),
        owned(decomposition.owned(rank_of(original))),
        moving(moving_points(domain, owned)),
        placement{owned.extent()},
        coefficients(given) {
    collectively(communicator.get(), [&] {
      exchange.emplace(communicator.get(), decomposition,
                       std::is_same_v<T, float> ? MPI_FLOAT : MPI_DOUBLE);
      now = make_field<T>("reference field", placement.elements());
      next = make_field<T>("reference field, next step", placement.elements());
    });
  }

  T* owned_origin(const Field<T>& field) const { return field.data() + placement.at(0, 0, 0); }

  /// Points beyond an insulated wall mirror the points inside.
  void mirror_walls() const;
  void step();
  LocalComparison<T> compare_here(const T* values) const;

  Communicator communicator;
  Domain domain;
  Box owned;   // global coordinates
  Box moving;  // local coordinates
  Placement placement;
  Coefficients<T> coefficients;
  std::optional<FaceExchange> exchange;
  Field<T> now, next;
  Index steps = 0;
};

template <class T>
void Reference<T>::State::mirror_walls() const {
  const Index3 stride{1, placement.pitch(), placement.plane()};
  for (int axis = 0; axis < axes; ++axis) {
    const int across = axis == 0 ? 1 : 0, along = axis == 2 ? 1 : 2;
    const Index width = placement.owned[across], rows = placement.owned[along];
    for (const Side side : sides) {
      const bool below = side == Side::lower;
      const bool at_wall = below ? owned.first[axis] == 0 : owned.last[axis] == domain.points[axis];
      if (!at_wall || domain.boundaries.at(axis, side) != Boundary::insulated) continue;
      T* inside = owned_origin(now) + (below ? 0 : placement.owned[axis] - 1) * stride[axis];
      T* outside = inside + (below ? -stride[axis] : stride[axis]);
      const Index step = stride[across], row_step = stride[along];
      using Points = Kokkos::RangePolicy<Space, Kokkos::IndexType<Index>>;
      Kokkos::parallel_for("mirror_wall", Points(0, width * rows), [=](Index i) {
        const Index at = i % width * step + i / width * row_step;
        outside[at] = inside[at];
      });
    }
  }
  Space().fence();
}

template <class T>
void Reference<T>::State::step() {
  exchange->run(now.data());
  mirror_walls();
  reference_sweep<T>(owned_origin(now), owned_origin(next), placement.pitch(), placement.plane(),
                     {{0, 0, 0}, placement.owned}, moving, coefficients);
  std::swap(now, next);
  ++steps;
}

template <class T>
LocalComparison<T> Reference<T>::State::compare_here(const T* values) const {
  LocalComparison<T> result;
  const Index3 extent = placement.owned;
  for (Index z = 0; z < extent.z; ++z) {
    for (Index y = 0; y < extent.y; ++y, values += extent.x) {
      const T* mine = now.data() + placement.at(0, y, z);
      if (std::memcmp(mine, values, sizeof(T) * static_cast<std::size_t>(extent.x)) == 0) continue;
      const Index row = owned.first.x + domain.points.x * (owned.first.y + y +
                                                           domain.points.y * (owned.first.z + z));
      for (Index x = 0; x < extent.x; ++x) {
        if (std::bit_cast<Bits<T>>(mine[x]) == std::bit_cast<Bits<T>>(values[x])) continue;
        if (result.differing++ > 0) continue;  // rows come in order of the global index
        result.first = row + x;
        result.expected = mine[x];
        result.found = values[x];
      }
    }
  }
  return result;
}

template <class T>
Reference<T>::Reference(MPI_Comm communicator, const Decomposition& decomposition,
                        const Coefficients<T>& coefficients, std::vector<T> initial) {
  require_size(communicator, decomposition);
  state_ = std::make_unique<State>(communicator, decomposition, coefficients);
  const Placement& placement = state_->placement;
  const Index3 extent = placement.owned;
  collectively(state_->communicator.get(), [&] {
    if (static_cast<Index>(initial.size()) == extent.product()) return;
    throw InputError("reference: " + std::to_string(initial.size()) + " initial values for " +
                     std::to_string(extent.product()) + " points; give one a point");
  });
  const T* row = initial.data();
  for (Index z = 0; z < extent.z; ++z) {
    for (Index y = 0; y < extent.y; ++y, row += extent.x) {
      std::copy(row, row + extent.x, state_->now.data() + placement.at(0, y, z));
    }
  }
}

template <class T>
Reference<T>::~Reference() = default;

template <class T>
void Reference<T>::advance(Index steps) {
  for (Index step = 0; step < steps; ++step) state_->step();
}

template <class T>
Index Reference<T>::steps() const {
  return state_->steps;
}

template <class T>
Comparison<T> Reference<T>::compare(const T* values) const {
  const LocalComparison<T> here = state_->compare_here(values);
  const MPI_Comm communicator = state_->communicator.get();
  Comparison<T> all;
  Index first = 0;
  MPI_Allreduce(&here.differing, &all.differing, 1, MPI_INT64_T, MPI_SUM, communicator);
  MPI_Allreduce(&here.first, &first, 1, MPI_INT64_T, MPI_MIN, communicator);
  if (all.equal()) return all;
  // One rank owns the first point; it alone contributes bits to the combination.
  std::array<std::uint64_t, 2> bits{};
  if (here.first == first) {
    bits = {std::bit_cast<Bits<T>>(here.expected), std::bit_cast<Bits<T>>(here.found)};
  }
  MPI_Allreduce(MPI_IN_PLACE, bits.data(), 2, MPI_UINT64_T, MPI_BOR, communicator);
  const Index3 points = state_->domain.points;
  const auto value = [](std::uint64_t v) { return std::bit_cast<T>(static_cast<Bits<T>>(v)); };
  all.first = {
      .point = {first % points.x, first / points.x % points.y, first / (points.x * points.y)},
      .expected = value(bits[0]),
      .found = value(bits[1])};
  return all;
}

template <class T>
std::vector<T> Reference<T>::values() const {
  const Placement& placement = state_->placement;
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(placement.owned.product()));
  for (Index z = 0; z < placement.owned.z; ++z) {
    for (Index y = 0; y < placement.owned.y; ++y) {
      const T* row = state_->now.data() + placement.at(0, y, z);
      values.insert(values.end(), row, row + placement.owned.x);
    }
  }
  return values;
}

template class Reference<float>;
template class Reference<double>;

}  // namespace ministencil
