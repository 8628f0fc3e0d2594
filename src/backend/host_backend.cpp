// SPDX-License-Identifier: Apache-2.0
#include "backend/host_backend.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace ministencil {

namespace {

constexpr std::size_t allocation_alignment = 256;  // bytes, as cudaMalloc gives

/// Offset from owned point (0, 0, 0).
Index offset(const LocalBlock& block, Index x, Index y, Index z) {
  return x + y * block.pitch + z * block.plane;
}

class HostStopwatch : public Stopwatch {
 public:
  explicit HostStopwatch(int slots) : moments_(slots) {}
  void mark(int slot, Queue) override { moments_[slot] = Clock::now(); }
  double seconds(int from, int to) override {
    return std::chrono::duration<double>(moments_[to] - moments_[from]).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::vector<Clock::time_point> moments_;
};

template <class T>
Allocation<T> aligned_array(Index elements) {
  const std::size_t bytes =
      round_up(std::max<Index>(elements, 1) * Index{sizeof(T)}, Index{allocation_alignment});
  auto* memory = static_cast<T*>(std::aligned_alloc(allocation_alignment, bytes));
  if (!memory) {
    throw MachineError("out of host memory: " + std::to_string(bytes >> 20) +
                       " MiB were refused; use more ranks, more nodes or a smaller grid");
  }
  return {memory, [](T* array) { std::free(array); }};
}

}  // namespace

template <class T>
Allocation<T> HostBackend<T>::allocate(Index elements) {
  Allocation<T> array = aligned_array<T>(elements);
  std::fill_n(array.get(), elements, std::numeric_limits<T>::quiet_NaN());
  return array;
}

template <class T>
Staging<T> HostBackend<T>::allocate_staging(Index elements) {
  return {allocate(elements), {nullptr, [](T*) {}}};
}

template <class T>
void HostBackend<T>::pack(Queue, const T* field, const LocalBlock& block, const Box& box, T* host) {
  if (box.empty()) return;
  const Index width = box.extent().x;
  for (Index z = box.first.z; z < box.last.z; ++z) {
    for (Index y = box.first.y; y < box.last.y; ++y) {
      host = std::copy_n(field + offset(block, box.first.x, y, z), width, host);
    }
  }
}

template <class T>
void HostBackend<T>::unpack(Queue, T* field, const LocalBlock& block, const Box& box,
                            const T* host) {
  if (box.empty()) return;
  const Index width = box.extent().x;
  for (Index z = box.first.z; z < box.last.z; ++z) {
    for (Index y = box.first.y; y < box.last.y; ++y) {
      std::copy_n(host, width, field + offset(block, box.first.x, y, z));
      host += width;
    }
  }
}

template <class T>
void HostBackend<T>::copy_box(Queue, T* field, const LocalBlock& block, const Box& from,
                              const Box& to, std::optional<int> mirrored) {
  const Index3 extent = from.extent();
  for (Index z = 0; z < extent.z; ++z) {
    for (Index y = 0; y < extent.y; ++y) {
      for (Index x = 0; x < extent.x; ++x) {
        const Index3 target = to.first + Index3{x, y, z};
        Index3 source = from.first + Index3{x, y, z};
        if (mirrored) source[*mirrored] = from.last[*mirrored] - 1 - (Index3{x, y, z})[*mirrored];
        field[offset(block, target.x, target.y, target.z)] =
            field[offset(block, source.x, source.y, source.z)];
      }
    }
  }
}

template <class T>
void HostBackend<T>::reflect_box(Queue, T* field, const LocalBlock& block, const Box& from,
                                 const Box& to, int axis) {
  const Index face = face_between(from, to, axis);
  for (Index z = to.first.z; z < to.last.z; ++z) {
    for (Index y = to.first.y; y < to.last.y; ++y) {
      for (Index x = to.first.x; x < to.last.x; ++x) {
        Index3 wall{x, y, z}, mirror{x, y, z};
        wall[axis] = face;
        mirror[axis] = 2 * face - mirror[axis];
        const T at_wall = field[offset(block, wall.x, wall.y, wall.z)];
        field[offset(block, x, y, z)] =
            (at_wall + at_wall) - field[offset(block, mirror.x, mirror.y, mirror.z)];
      }
    }
  }
}

template <class T>
void HostBackend<T>::copy(Queue, const T* from, T* to, Index elements) {
  std::memcpy(to, from, static_cast<std::size_t>(elements) * sizeof(T));
}

template <class T>
std::unique_ptr<Stopwatch> HostBackend<T>::make_stopwatch(int slots) {
  return std::make_unique<HostStopwatch>(slots);
}

template <class T>
Index HostBackend<T>::cache_bytes() const {
  return std::max(0L, sysconf(_SC_LEVEL3_CACHE_SIZE));
}

template class HostBackend<float>;
template class HostBackend<double>;

}  // namespace ministencil
