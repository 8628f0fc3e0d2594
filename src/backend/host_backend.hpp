// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/backend.hpp"

namespace ministencil {

/// Everything but the sweep, for backends whose fields lie in host memory.
/// Calls return when their work is done; both queues are the calling thread.
template <class T>
class HostBackend : public Backend<T> {
 public:
  bool asynchronous() const override { return false; }
  Allocation<T> allocate(Index elements) override;
  Staging<T> allocate_staging(Index elements) override;
  void pack(Queue, const T* field, const LocalBlock& block, const Box& box, T* host) override;
  void unpack(Queue, T* field, const LocalBlock& block, const Box& box, const T* host) override;
  void pack_message(Queue queue, const T* field, const LocalBlock& block, const Box& box,
                    const Staging<T>& message) override {
    this->pack(queue, field, block, box, message.host.get());
  }
  void unpack_message(Queue queue, T* field, const LocalBlock& block, const Box& box,
                      const Staging<T>& message) override {
    this->unpack(queue, field, block, box, message.host.get());
  }
  void copy_box(Queue, T* field, const LocalBlock& block, const Box& from, const Box& to,
                std::optional<int> mirrored) override;
  void reflect_box(Queue, T* field, const LocalBlock& block, const Box& from, const Box& to,
                   int axis) override;
  void copy(Queue, const T* from, T* to, Index elements) override;
  void order(Queue, Queue) override {}
  void wait(Queue) override {}
  std::unique_ptr<Stopwatch> make_stopwatch(int slots) override;
  Index cache_bytes() const override;
};

}  // namespace ministencil
