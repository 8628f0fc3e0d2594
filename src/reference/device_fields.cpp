// SPDX-License-Identifier: Apache-2.0
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "parallel/agreement.hpp"
#include "reference/device_sweep.hpp"
#include "reference/face_shifts.hpp"
#include "reference/fields.hpp"
#include "reference/reflect.hpp"
#include "reference/subdomain.hpp"

namespace ministencil {

namespace {

using Space = Kokkos::DefaultExecutionSpace;
using Points = Kokkos::RangePolicy<Space, Kokkos::IndexType<Index>>;
template <class T>
using Field = Kokkos::View<T*, Space>;
template <class T>
using HostArray = Kokkos::View<T*, Kokkos::HostSpace>;
/// Somebody else's memory.
template <class T, class Memory>
using Borrowed = Kokkos::View<T*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Filled with NaN, so that a halo point that nobody filled shows.
template <class T>
void poison(const Field<T>& field) {
  T* const values = field.data();
  const T nothing = std::numeric_limits<T>::quiet_NaN();
  Kokkos::parallel_for(
      "poison", Points(0, static_cast<Index>(field.extent(0))),
      KOKKOS_LAMBDA(Index i) { values[i] = nothing; });
}

template <class T>
Field<T> make_field(const char* label, Index elements) {
  try {
    Field<T> field(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), elements);
    poison(field);
    return field;
  } catch (const std::exception&) {
    throw short_of_memory("device", elements * static_cast<Index>(sizeof(T)));
  }
}

/// Where the points of a box lie in a field, counted row by row.
struct BoxElements {
  Index first, width, height, pitch, plane, points;

  /// `box` counts from the first owned point.
  BoxElements(const Placement& placement, const Box& box)
      : first(placement.at(box.first.x, box.first.y, box.first.z)),
        width(box.extent().x),
        height(box.extent().y),
        pitch(placement.pitch()),
        plane(placement.plane()),
        points(box.points()) {}

  KOKKOS_INLINE_FUNCTION Index element(Index point) const {
    const Index row = point / width;
    return first + point % width + row % height * pitch + row / height * plane;
  }
};

template <class T>
void pack(const BoxElements& box, const T* field, T* packed) {
  Kokkos::parallel_for(
      "pack", Points(0, box.points), KOKKOS_LAMBDA(Index i) { packed[i] = field[box.element(i)]; });
}

template <class T>
void unpack(const BoxElements& box, const T* packed, T* field) {
  Kokkos::parallel_for(
      "unpack", Points(0, box.points),
      KOKKOS_LAMBDA(Index i) { field[box.element(i)] = packed[i]; });
}

KOKKOS_INLINE_FUNCTION std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  memcpy(&bits, &value, sizeof bits);  // bit_cast is not for devices
  return bits;
}
KOKKOS_INLINE_FUNCTION std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// How many of a box's points differ from the packed ones.
template <class T>
Index count_differing(const BoxElements& box, const T* field, const T* packed) {
  Index differing = 0;
  Kokkos::parallel_reduce(
      "count_differing", Points(0, box.points),
      KOKKOS_LAMBDA(Index i, Index & sum) {
        if (bits_of(field[box.element(i)]) != bits_of(packed[i])) ++sum;
      },
      differing);
  return differing;
}

/// The first that does; there must be one.
template <class T>
Index first_differing(const BoxElements& box, const T* field, const T* packed) {
  Index first = 0;
  Kokkos::parallel_reduce(
      "first_differing", Points(0, box.points),
      KOKKOS_LAMBDA(Index i, Index & least) {
        if (i < least && bits_of(field[box.element(i)]) != bits_of(packed[i])) least = i;
      },
      Kokkos::Min<Index>(first));
  return first;
}

template <class T>
class DeviceFields : public ReferenceFields<T> {
 public:
  DeviceFields(MPI_Comm communicator, const Decomposition& decomposition,
               const Coefficients<T>& coefficients)
      : communicator_(communicator),
        part_(subdomain_of(decomposition, rank_of(communicator))),
        owned_(part_.placement, {{0, 0, 0}, part_.placement.owned}),
        coefficients_(coefficients),
        shifts_(face_shifts(decomposition, rank_of(communicator))),
        now_(make_field<T>("reference field", part_.placement.elements())),
        next_(make_field<T>("reference field, next step", part_.placement.elements())),
        face_(make_field<T>("reference face", longest_message())),
        sent_("reference face, sent", face_.extent(0)),
        received_("reference face, received", face_.extent(0)) {}

  void write(const T* values) override {
    copy_to_spare(values);
    unpack(owned_, next_.data(), now_.data());
    poison(next_);
  }

  void read(T* values) const override {
    pack(owned_, now_.data(), next_.data());
    Kokkos::deep_copy(Borrowed<T, Kokkos::HostSpace>(values, owned_.points), spare());
    poison(next_);
  }

  void step() override {
    for (const FaceShift& shift : shifts_) exchange(shift);
    for (const Wall& wall : walls_of(part_)) reflect_on_device(wall, now_.data());
    device_sweep<T>(part_, coefficients_, now_.data(), next_.data());
    std::swap(now_, next_);
  }

  LocalComparison<T> compare(const T* values) const override {
    copy_to_spare(values);
    LocalComparison<T> result;
    result.differing = count_differing(owned_, now_.data(), next_.data());
    if (result.differing > 0) {
      const Index i = first_differing(owned_, now_.data(), next_.data());
      const Index3 n = part_.placement.owned;
      result.first = part_.global_index(i % n.x, i / n.x % n.y, i / (n.x * n.y));
      Kokkos::deep_copy(result.expected, Kokkos::subview(now_, owned_.element(i)));
      result.found = values[i];
    }
    poison(next_);
    return result;
  }

 private:
  Index longest_message() const {
    Index longest = 0;
    for (const FaceShift& shift : shifts_) {
      if (shift.to == MPI_PROC_NULL && shift.from == MPI_PROC_NULL) continue;
      longest = std::max(longest, shift.sent.points());
    }
    if (longest <= std::numeric_limits<int>::max()) return longest;
    throw InputError("check.reference: a face of " + std::to_string(longest) +
                     " points exceeds what MPI can send; use more ranks");
  }

  /// The next field holds nothing between steps: room for the owned points, rows back to back.
  Borrowed<T, Space> spare() const { return Borrowed<T, Space>(next_.data(), owned_.points); }
  void copy_to_spare(const T* values) const {
    Kokkos::deep_copy(spare(), Borrowed<const T, Kokkos::HostSpace>(values, owned_.points));
  }

  /// Through host memory: MPI need not know of devices.
  void exchange(const FaceShift& shift) const {
    const auto points = static_cast<int>(shift.sent.points());
    const std::pair<Index, Index> message(0, points);
    if (shift.to != MPI_PROC_NULL) {
      pack(BoxElements(part_.placement, shift.sent), now_.data(), face_.data());
      Kokkos::deep_copy(Kokkos::subview(sent_, message), Kokkos::subview(face_, message));
    }
    const MPI_Datatype element = std::is_same_v<T, float> ? MPI_FLOAT : MPI_DOUBLE;
    MPI_Sendrecv(sent_.data(), points, element, shift.to, shift.tag, received_.data(), points,
                 element, shift.from, shift.tag, communicator_, MPI_STATUS_IGNORE);
    if (shift.from != MPI_PROC_NULL) {
      Kokkos::deep_copy(Kokkos::subview(face_, message), Kokkos::subview(received_, message));
      unpack(BoxElements(part_.placement, shift.received), face_.data(), now_.data());
    }
  }

  MPI_Comm communicator_;
  Subdomain part_;
  BoxElements owned_;
  Coefficients<T> coefficients_;
  std::vector<FaceShift> shifts_;
  Field<T> now_, next_;
  Field<T> face_;
  HostArray<T> sent_, received_;
};

}  // namespace

template <class T>
std::unique_ptr<ReferenceFields<T>> make_device_fields(MPI_Comm communicator,
                                                       const Decomposition& decomposition,
                                                       const Coefficients<T>& coefficients) {
  return std::make_unique<DeviceFields<T>>(communicator, decomposition, coefficients);
}

template std::unique_ptr<ReferenceFields<float>> make_device_fields(MPI_Comm, const Decomposition&,
                                                                    const Coefficients<float>&);
template std::unique_ptr<ReferenceFields<double>> make_device_fields(MPI_Comm, const Decomposition&,
                                                                     const Coefficients<double>&);

}  // namespace ministencil
