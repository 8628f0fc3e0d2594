// SPDX-License-Identifier: Apache-2.0
#include "sectors/count_task.hpp"

#include "catalogue/emulate.hpp"
#include "sectors/address_space.hpp"
#include "sectors/block_classes.hpp"

namespace ministencil {

namespace {

/// Counts blocks of a task's launches on a pair of fields that exist as addresses only.
template <class T>
class Counter {
 public:
  explicit Counter(const CountTask& task)
      : task_(task), in_(field_bytes(task)), out_(field_bytes(task)) {
    // Only the radius and isotropic() are looked at: values have no part in the counts.
    coefficients_.radius = task.block.radius;
    coefficients_.dimensions = task.kernel.description.dimensions;
    if (task.weights == Weights::per_axis) coefficients_.rx[0] = 1;
  }

  SectorCounts count(const Launch& launch, const Box& blocks) {
    T* const in = static_cast<T*>(in_.data()) + task_.layout.origin;
    T* const out = static_cast<T*>(out_.data()) + task_.layout.origin;
    const auto emulated =
        emulated_launch<T>(task_.kernel, task_.kernel.counting, launch, in, out, coefficients_);
    const SectorCounts counts = emulator_.count(emulated, blocks, range(in_), range(out_));
    in_.release();
    out_.release();
    return counts;
  }

  void inspect(const Launch& launch, const Box& blocks, Inspector& inspector, Index times) {
    T* const in = static_cast<T*>(in_.data()) + task_.layout.origin;
    T* const out = static_cast<T*>(out_.data()) + task_.layout.origin;
    const auto emulated =
        emulated_launch<T>(task_.kernel, task_.kernel.counting, launch, in, out, coefficients_);
    emulator_.inspect(emulated, blocks, range(in_), range(out_), inspector, times);
    in_.release();
    out_.release();
  }

 private:
  static std::size_t field_bytes(const CountTask& task) {
    return static_cast<std::size_t>(task.layout.elements) * sizeof(T);
  }
  static AddressRange range(const AddressSpace& space) {
    return {reinterpret_cast<std::uintptr_t>(space.data()), space.bytes()};
  }

  const CountTask& task_;
  AddressSpace in_, out_;
  Coefficients<T> coefficients_;
  Emulator emulator_;
};

template <class T>
SectorCounts count_every_block(const CountTask& task) {
  Counter<T> counter(task);
  SectorCounts total;
  for (const Launch& launch : launches_of(task)) {
    // Layer by layer, so that touched memory is given back in between.
    for (Index z = 0; z < launch.grid.z; ++z) {
      total += counter.count(launch, {{0, 0, z}, {launch.grid.x, launch.grid.y, z + 1}});
    }
  }
  return total;
}

template <class T>
SectorCounts count_one_block(const CountTask& task, const Index3& block) {
  return Counter<T>(task).count(launches_of(task).at(0), {block, block + Index3{1, 1, 1}});
}

Placement placement_of(const CountTask& task) {
  return task.kernel.description.textures ? Placement::array : Placement::rows;
}

template <class T>
SectorCounts count_one_a_class(const CountTask& task) {
  Counter<T> counter(task);
  SectorCounts total;
  const std::vector<Launch> launches = launches_of(task);
  for (const BlockClass& alike : block_classes(launches, sizeof(T), placement_of(task))) {
    const Index3 block = alike.representative;
    total += counter.count(*alike.launch, {block, block + Index3{1, 1, 1}}) * alike.blocks;
  }
  return total;
}

template <class T>
Findings inspect_every_block(const CountTask& task) {
  Counter<T> counter(task);
  Inspector inspector;
  for (const Launch& launch : launches_of(task)) {
    counter.inspect(launch, {{0, 0, 0}, launch.grid}, inspector, 1);
  }
  return inspector.findings();
}

/// Classes are those of elements of `element_bytes`.
template <class T>
Inspector inspect_one_a_class(const CountTask& task, int element_bytes) {
  Counter<T> counter(task);
  Inspector inspector;
  const std::vector<Launch> launches = launches_of(task);
  for (const BlockClass& alike : block_classes(launches, element_bytes, placement_of(task))) {
    const Index3 block = alike.representative;
    counter.inspect(*alike.launch, {block, block + Index3{1, 1, 1}}, inspector, alike.blocks);
  }
  return inspector;
}

/// To block_classes() elements of a whole sector: no block starts within one.
constexpr int any_alignment = 32;

}  // namespace

std::vector<Launch> launches_of(const CountTask& task) {
  if (!task.launches.empty()) return task.launches;
  return plan_launches(task.block, task.box, task.launch.block, task.launch.tile,
                       task.launch.chunk);
}

SectorCounts count_full(const CountTask& task) {
  return with_element_type(task.precision, [&]<class T>() { return count_every_block<T>(task); });
}

SectorCounts count_sampled(const CountTask& task) {
  return with_element_type(task.precision, [&]<class T>() { return count_one_a_class<T>(task); });
}

SectorCounts count_block(const CountTask& task, const Index3& block) {
  return with_element_type(task.precision,
                           [&]<class T>() { return count_one_block<T>(task, block); });
}

Findings inspect_full(const CountTask& task) {
  return with_element_type(task.precision, [&]<class T>() { return inspect_every_block<T>(task); });
}

Findings inspect_sampled(const CountTask& task) {
  return with_element_type(task.precision, [&]<class T>() {
    return inspect_one_a_class<T>(task, sizeof(T)).findings();
  });
}

SharedMemoryUse shared_memory_use(const CountTask& task) {
  return with_element_type(task.precision, [&]<class T>() {
    return inspect_one_a_class<T>(task, any_alignment).shared();
  });
}

}  // namespace ministencil
