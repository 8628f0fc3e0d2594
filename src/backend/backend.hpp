// SPDX-License-Identifier: Apache-2.0
/// Where fields live and kernels run. Calls may return before their work is done; work given to one
/// queue is done in order.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "field/layout.hpp"
#include "stencil/coefficients.hpp"
#include "stencil/launch.hpp"

namespace ministencil {

/// compute: sweeps. halo: packing, transfers to staging memory, unpacking.
enum class Queue { compute, halo };

/// Frees what a backend allocated.
template <class T>
using Allocation = std::unique_ptr<T[], std::function<void(T*)>>;

/// Memory for one message: what MPI reads or fills and, where fields live on a device, the same
/// message there (else null).
template <class T>
struct Staging {
  Allocation<T> host, device;
};

/// One update of a box: `in` and `out` point at owned point (0, 0, 0) of two fields.
template <class T>
struct Sweep {
  const T* in;
  T* out;
  const LocalBlock& block;
  Box box;  // local coordinates
  const Coefficients<T>& coefficients;
  std::span<const Launch> launches = {};  // that update the box; none: planned for the kernel
};

template <class T>
std::vector<Launch> launches_of(const Sweep<T>& sweep, const KernelChoice& choice) {
  if (!sweep.launches.empty()) return {sweep.launches.begin(), sweep.launches.end()};
  return plan_launches(sweep.block, sweep.box, choice.block, choice.tile, choice.chunk);
}

/// Coordinate along `axis` of the face between two equally thick boxes beside it.
constexpr Index face_between(const Box& from, const Box& to, int axis) {
  return to.first[axis] < from.first[axis] ? to.last[axis] : from.last[axis];
}

/// What a launch of the kernel takes of a device.
struct KernelResources {
  int registers = 0;        // a thread
  Index shared_bytes = 0;   // a block
  Index spilled_bytes = 0;  // a thread, in local memory
  double occupancy = 0;     // most resident warps that these allow, share of the device's limit
};

/// Elements of memory beside fields in CUDA arrays that a copy to measure goes through, twice.
inline constexpr Index most_copied_at_once = Index{1} << 26;

/// Takes moments of a queue's work by the clock of whoever does it: the host, or a device's events.
class Stopwatch {
 public:
  virtual ~Stopwatch() = default;
  /// Slot `slot` holds the moment at which all work given to `queue` so far is done.
  virtual void mark(int slot, Queue queue) = 0;
  /// Seconds from one marked slot to another. Waits until both moments have passed.
  virtual double seconds(int from, int to) = 0;
};

template <class T>
class Backend {
 public:
  virtual ~Backend() = default;

  /// "emulator", "kokkos (Serial)", "cuda (NVIDIA H200)".
  virtual std::string name() const = 0;
  /// Whether calls return before their work is done, so that the host has to wait before MPI reads.
  virtual bool asynchronous() const = 0;

  /// Memory for field values, 256-byte aligned, filled with NaN so that a value that nobody wrote
  /// shows. Throws MachineError if there is not enough.
  virtual Allocation<T> allocate(Index elements) = 0;
  /// Memory for a field, filled in the same way. A backend may give a name for memory that only its
  /// own calls reach. Throws as allocate().
  virtual Allocation<T> allocate_field(const FieldLayout& layout) {
    return allocate(layout.elements);
  }
  /// For a message of `elements` values; host memory is pinned where that helps. Throws
  /// MachineError if there is not enough.
  virtual Staging<T> allocate_staging(Index elements) = 0;

  /// Updates sweep.box with the chosen kernel.
  virtual void sweep(Queue queue, const Sweep<T>& sweep) = 0;
  /// Copies the points of `box` (local coordinates) to or from host memory, rows back to back.
  /// `field` points at owned point (0, 0, 0).
  virtual void pack(Queue queue, const T* field, const LocalBlock& block, const Box& box,
                    T* host) = 0;
  virtual void unpack(Queue queue, T* field, const LocalBlock& block, const Box& box,
                      const T* host) = 0;
  /// The same for a message, whose host end is what counts afterwards and before. Never waits for a
  /// device.
  virtual void pack_message(Queue queue, const T* field, const LocalBlock& block, const Box& box,
                            const Staging<T>& message) = 0;
  virtual void unpack_message(Queue queue, T* field, const LocalBlock& block, const Box& box,
                              const Staging<T>& message) = 0;
  /// Copies box `from` of a field to the equally large box `to` of the same field; the two do not
  /// overlap. The order along the axis `mirrored` is reversed (insulated walls).
  virtual void copy_box(Queue queue, T* field, const LocalBlock& block, const Box& from,
                        const Box& to, std::optional<int> mirrored) = 0;
  /// Fills the layers `to` beyond a fixed face from the equally many layers `from` before it, as if
  /// the field were odd about the face's values: 2·u_face − u_mirror. The face lies between the
  /// two.
  virtual void reflect_box(Queue queue, T* field, const LocalBlock& block, const Box& from,
                           const Box& to, int axis) = 0;
  /// Copies `elements` values between two fields: what a sweep's speed is held against.
  virtual void copy(Queue queue, const T* from, T* to, Index elements) = 0;

  /// Work given to `after` from now on starts once all work given to `before` so far is done.
  virtual void order(Queue before, Queue after) = 0;
  /// Returns when all work given to `queue` is done; throws MachineError if any failed.
  virtual void wait(Queue queue) = 0;
  virtual std::unique_ptr<Stopwatch> make_stopwatch(int slots) = 0;
  /// Of the run's kernel; none where it does not run on a device.
  virtual std::optional<KernelResources> resources() const { return std::nullopt; }
  /// Size of the last cache before the fields' memory; 0 if the system does not tell.
  virtual Index cache_bytes() const = 0;
};

}  // namespace ministencil
