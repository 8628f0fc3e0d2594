// SPDX-License-Identifier: Apache-2.0
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "parallel/agreement.hpp"
#include "reference/face_exchange.hpp"
#include "reference/fields.hpp"
#include "reference/reflect.hpp"
#include "reference/subdomain.hpp"
#include "reference/sweep.hpp"

namespace ministencil {

namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
template <class T>
using Field = Kokkos::View<T*, Space>;
template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// Filled with NaN, so that a halo point that nobody filled shows.
template <class T>
Field<T> make_field(const char* label, Index elements) {
  try {
    Field<T> field(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), elements);
    Kokkos::deep_copy(field, std::numeric_limits<T>::quiet_NaN());
    return field;
  } catch (const std::exception&) {
    throw short_of_memory("host", elements * static_cast<Index>(sizeof(T)));
  }
}

template <class T>
class HostFields : public ReferenceFields<T> {
 public:
  HostFields(MPI_Comm communicator, const Decomposition& decomposition,
             const Coefficients<T>& coefficients)
      : part_(subdomain_of(decomposition, rank_of(communicator))),
        coefficients_(coefficients),
        exchange_(communicator, decomposition, std::is_same_v<T, float> ? MPI_FLOAT : MPI_DOUBLE),
        now_(make_field<T>("reference field", part_.placement.elements())),
        next_(make_field<T>("reference field, next step", part_.placement.elements())) {}

  void write(const T* values) override {
    for_each_row([&](Index y, Index z) {
      std::copy_n(values, part_.placement.owned.x, row(y, z));
      values += part_.placement.owned.x;
    });
  }

  void read(T* values) const override {
    for_each_row([&](Index y, Index z) {
      values = std::copy_n(row(y, z), part_.placement.owned.x, values);
    });
  }

  void step() override {
    exchange_.run(now_.data());
    for (const Wall& wall : walls_of(part_)) reflect_on_host(wall, now_.data());
    const Placement& placement = part_.placement;
    const Index origin = placement.at(0, 0, 0);
    reference_sweep<T>(now_.data() + origin, next_.data() + origin, placement.pitch(),
                       placement.plane(), {{0, 0, 0}, placement.owned}, part_.moving,
                       coefficients_);
    std::swap(now_, next_);
  }

  LocalComparison<T> compare(const T* values) const override {
    LocalComparison<T> result;
    const Index width = part_.placement.owned.x;
    for_each_row([&](Index y, Index z) {
      const T* mine = row(y, z);
      if (std::memcmp(mine, values, sizeof(T) * static_cast<std::size_t>(width)) != 0) {
        compare_row(mine, values, part_.global_index(0, y, z), result);
      }
      values += width;
    });
    return result;
  }

 private:
  T* row(Index y, Index z) const { return now_.data() + part_.placement.at(0, y, z); }

  /// In the order of memory, which is that of the global index.
  void for_each_row(const auto& visit) const {
    for (Index z = 0; z < part_.placement.owned.z; ++z) {
      for (Index y = 0; y < part_.placement.owned.y; ++y) visit(y, z);
    }
  }

  /// Adds to `result` the differences of a row that begins at `global_index`.
  void compare_row(const T* mine, const T* values, Index global_index,
                   LocalComparison<T>& result) const {
    for (Index x = 0; x < part_.placement.owned.x; ++x) {
      if (std::bit_cast<Bits<T>>(mine[x]) == std::bit_cast<Bits<T>>(values[x])) continue;
      if (result.differing++ > 0) continue;
      result.first = global_index + x;
      result.expected = mine[x];
      result.found = values[x];
    }
  }

  Subdomain part_;
  Coefficients<T> coefficients_;
  FaceExchange exchange_;
  Field<T> now_, next_;
};

}  // namespace

template <class T>
std::unique_ptr<ReferenceFields<T>> make_host_fields(MPI_Comm communicator,
                                                     const Decomposition& decomposition,
                                                     const Coefficients<T>& coefficients) {
  return std::make_unique<HostFields<T>>(communicator, decomposition, coefficients);
}

template std::unique_ptr<ReferenceFields<float>> make_host_fields(MPI_Comm, const Decomposition&,
                                                                  const Coefficients<float>&);
template std::unique_ptr<ReferenceFields<double>> make_host_fields(MPI_Comm, const Decomposition&,
                                                                   const Coefficients<double>&);

}  // namespace ministencil
