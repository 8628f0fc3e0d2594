// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "backend/backend.hpp"
#include "halo/plan.hpp"
#include "halo/transport.hpp"

namespace ministencil {

/// Fills the halo of a field: from the rank's own points at once, from other ranks by messages.
/// Between start() and finish() the interior may be read and updated elsewhere; the halo that
/// messages fill may not be read.
template <class T>
class HaloExchange {
 public:
  HaloExchange(Backend<T>& backend, const LocalBlock& block, HaloPlan plan,
               std::unique_ptr<Transport<T>> transport)
      : backend_(backend),
        block_(block),
        plan_(std::move(plan)),
        transport_(std::move(transport)) {}

  /// An exchange under way; its destructor completes it, since MPI still owns the buffers.
  class Pending {
   public:
    Pending(Transport<T>& transport, T* field) : transport_(&transport), field_(field) {}
    Pending(Pending&& other) noexcept
        : transport_(std::exchange(other.transport_, nullptr)), field_(other.field_) {}
    Pending& operator=(Pending&&) = delete;
    ~Pending() {
      try {
        finish();
        // NOLINTNEXTLINE(bugprone-empty-catch): a destructor has nobody to tell
      } catch (...) {  // only reached while another error is on its way up
      }
    }

    void finish() {
      if (auto* transport = std::exchange(transport_, nullptr)) transport->finish(field_);
    }

   private:
    Transport<T>* transport_;
    T* field_;
  };

  [[nodiscard]] Pending start(T* field) {
    for (const LocalFill& local : plan_.fills) fill(field, local);
    transport_->start(field);
    return Pending(*transport_, field);
  }

  const HaloPlan& plan() const { return plan_; }

 private:
  void fill(T* field, const LocalFill& local) {
    const auto& [from, to, axis, boundary] = local;
    if (boundary == Boundary::fixed) {
      backend_.reflect_box(Queue::compute, field, block_, from, to, axis);
    } else {
      const auto mirrored =
          boundary == Boundary::insulated ? std::optional<int>(axis) : std::nullopt;
      backend_.copy_box(Queue::compute, field, block_, from, to, mirrored);
    }
  }

  Backend<T>& backend_;
  LocalBlock block_;
  HaloPlan plan_;
  std::unique_ptr<Transport<T>> transport_;
};

}  // namespace ministencil
