// SPDX-License-Identifier: Apache-2.0
/// The reference's two fields of one rank, in whichever memory.
#pragma once

#include <mpi.h>

#include <limits>
#include <memory>

#include "core/box.hpp"
#include "decomposition/decomposition.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

/// Differences found on one rank.
template <class T>
struct LocalComparison {
  Index differing = 0;
  Index first = std::numeric_limits<Index>::max();  // linear global index
  T expected{}, found{};
};

/// The field now and the next, with layers of halo around the owned points; NaN where nobody has
/// written. `values` are a rank's owned points in host memory, rows back to back.
template <class T>
class ReferenceFields {
 public:
  virtual ~ReferenceFields() = default;
  virtual void write(const T* values) = 0;
  virtual void read(T* values) const = 0;
  /// Fills the halo, updates every owned point. Collective.
  virtual void step() = 0;
  virtual LocalComparison<T> compare(const T* values) const = 0;
};

/// For this rank of `communicator`, which must outlive them. Not collective. Throws MachineError if
/// memory is short, InputError if the rank's share is too long for MPI.
template <class T>
std::unique_ptr<ReferenceFields<T>> make_host_fields(MPI_Comm communicator,
                                                     const Decomposition& decomposition,
                                                     const Coefficients<T>& coefficients);
/// In the memory of Kokkos' default space; messages go through the host's.
template <class T>
std::unique_ptr<ReferenceFields<T>> make_device_fields(MPI_Comm communicator,
                                                       const Decomposition& decomposition,
                                                       const Coefficients<T>& coefficients);

}  // namespace ministencil
