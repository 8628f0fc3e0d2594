// SPDX-License-Identifier: Apache-2.0
/// The reference solution: the same steps by other means, so that equality of bits proves both.
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "decomposition/decomposition.hpp"
#include "reference/space.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

/// The first point at which a field is not the reference's.
template <class T>
struct Difference {
  Index3 point;       // global coordinates
  T expected, found;  // the reference's value and the field's
};

template <class T>
struct Comparison {
  Index differing = 0;                 // points of the whole grid whose bits differ
  std::optional<Difference<T>> first;  // the one with the smallest global index
  bool equal() const { return differing == 0; }
};

/// A second copy of the field, stepped by Kokkos with an exchange of its own.
/// Holds two fields with the domain's radius in layers of halo, in host memory or on Kokkos'
/// device. All members but values() are collective over the communicator. Needs a KokkosSession
/// that outlives it.
template <class T>
class Reference {
 public:
  /// `initial` holds this rank's owned points, rows back to back. The communicator (duplicated, so
  /// that messages cannot meet others) has a rank for each of the decomposition's.
  /// Throws the same error on every rank: MachineError if memory is short anywhere, InputError if a
  /// rank's share is too long for MPI or has another number of values, or if the coefficients reach
  /// further than the domain's radius.
  Reference(MPI_Comm communicator, const Decomposition& decomposition,
            const Coefficients<T>& coefficients, std::vector<T> initial,
            ReferenceSpace space = ReferenceSpace::host);
  ~Reference();

  void advance(Index steps);
  /// Steps made so far.
  Index steps() const;

  /// Compares the bits of this rank's owned points, rows back to back: −0 is not 0 and one NaN not
  /// another. The result is the same on every rank.
  Comparison<T> compare(const T* values) const;

  /// This rank's owned points, rows back to back.
  std::vector<T> values() const;
  /// By what and where: "kokkos (Cuda)", "kokkos (Serial), on the host".
  std::string description() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ministencil
