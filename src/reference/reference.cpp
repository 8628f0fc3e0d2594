// SPDX-License-Identifier: Apache-2.0
#include "reference/reference.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>

#include "core/error.hpp"
#include "parallel/agreement.hpp"
#include "reference/fields.hpp"

namespace ministencil {

namespace {

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

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

void require_radius(const Domain& domain, int radius) {
  if (radius == domain.radius) return;
  throw InputError("reference: coefficients of radius " + std::to_string(radius) +
                   " in a domain of radius " + std::to_string(domain.radius) +
                   "; make both of one order");
}

template <class T>
std::unique_ptr<ReferenceFields<T>> make_fields(ReferenceSpace space, MPI_Comm communicator,
                                                const Decomposition& decomposition,
                                                const Coefficients<T>& coefficients) {
  return space == ReferenceSpace::device
             ? make_device_fields<T>(communicator, decomposition, coefficients)
             : make_host_fields<T>(communicator, decomposition, coefficients);
}

void require_a_value_each(std::size_t values, Index points) {
  if (static_cast<Index>(values) == points) return;
  throw InputError("reference: " + std::to_string(values) + " initial values for " +
                   std::to_string(points) + " points; give one a point");
}

}  // namespace

template <class T>
struct Reference<T>::State {
  State(MPI_Comm original, const Decomposition& decomposition, ReferenceSpace where)
      : communicator(original),
        points(decomposition.domain().points),
        owned(decomposition.owned(rank_of(original))),
        space(where) {}

  Communicator communicator;
  Index3 points;  // of the whole grid
  Box owned;
  ReferenceSpace space;
  std::unique_ptr<ReferenceFields<T>> fields;
  Index steps = 0;
};

template <class T>
Reference<T>::Reference(MPI_Comm communicator, const Decomposition& decomposition,
                        const Coefficients<T>& coefficients, std::vector<T> initial,
                        ReferenceSpace space) {
  require_size(communicator, decomposition);
  require_radius(decomposition.domain(), coefficients.radius);
  state_ = std::make_unique<State>(communicator, decomposition, space);
  const MPI_Comm own = state_->communicator.get();
  collectively(own, [&] {
    require_a_value_each(initial.size(), state_->owned.points());
    state_->fields = make_fields<T>(space, own, decomposition, coefficients);
    state_->fields->write(initial.data());
  });
}

template <class T>
Reference<T>::~Reference() = default;

template <class T>
void Reference<T>::advance(Index steps) {
  for (Index step = 0; step < steps; ++step) state_->fields->step();
  state_->steps += steps;
}

template <class T>
Index Reference<T>::steps() const {
  return state_->steps;
}

template <class T>
Comparison<T> Reference<T>::compare(const T* values) const {
  const LocalComparison<T> here = state_->fields->compare(values);
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
  const Index3 points = state_->points;
  const auto value = [](std::uint64_t v) { return std::bit_cast<T>(static_cast<Bits<T>>(v)); };
  all.first = {
      .point = {first % points.x, first / points.x % points.y, first / (points.x * points.y)},
      .expected = value(bits[0]),
      .found = value(bits[1])};
  return all;
}

template <class T>
std::vector<T> Reference<T>::values() const {
  std::vector<T> values(state_->owned.points());
  state_->fields->read(values.data());
  return values;
}

template <class T>
std::string Reference<T>::description() const {
  return description_of(state_->space);
}

template class Reference<float>;
template class Reference<double>;

}  // namespace ministencil
