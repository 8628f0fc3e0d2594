// SPDX-License-Identifier: Apache-2.0
#include "solver/heat_solver.hpp"

namespace ministencil {

Partition partition_for(Overlap overlap, const FieldLayout& layout, const HaloPlan& plan,
                        Index radius) {
  if (overlap == Overlap::on) return split_for_overlap(layout, plan, radius);
  return {.interior = layout.owned_box(), .shells = {}};
}

template <class T>
HeatSolver<T>::HeatSolver(Backend<T>& backend, HaloExchange<T>& halo, const FieldLayout& layout,
                          const LocalBlock& block, const Coefficients<T>& coefficients,
                          Overlap overlap, const std::vector<T>& initial)
    : backend_(backend),
      halo_(halo),
      layout_(layout),
      block_(block),
      coefficients_(coefficients),
      overlap_(overlap),
      partition_(partition_for(overlap, layout, halo.plan(), block.radius)),
      buffers_{backend.allocate_field(layout), backend.allocate_field(layout)} {
  backend_.unpack(Queue::compute, current(), block_, layout_.owned_box(), initial.data());
  backend_.wait(Queue::compute);
}

template <class T>
void HeatSolver<T>::step(StepObserver* observer) {
  const auto reached = [&](StepEvent event) {
    if (observer) observer->at(event);
  };
  reached(StepEvent::began);
  auto exchange = halo_.start(current());
  if (overlap_ == Overlap::off) exchange.finish();
  reached(StepEvent::halo_started);
  sweep(partition_.interior);
  reached(StepEvent::interior_swept);
  exchange.finish();
  reached(StepEvent::halo_finished);
  for (const Box& shell : partition_.shells) sweep(shell);
  reached(StepEvent::shells_swept);
  std::swap(buffers_[0], buffers_[1]);
  ++steps_done_;
}

template <class T>
void HeatSolver<T>::sweep(const Box& box) {
  if (box.empty()) return;
  backend_.sweep(Queue::compute, {current(), spare(), block_, box, coefficients_});
}

template <class T>
void HeatSolver<T>::wait() {
  backend_.wait(Queue::compute);
  backend_.wait(Queue::halo);
}

template <class T>
std::vector<T> HeatSolver<T>::values() {
  std::vector<T> values(static_cast<std::size_t>(layout_.owned.product()));
  backend_.pack(Queue::compute, current(), block_, layout_.owned_box(), values.data());
  backend_.wait(Queue::compute);
  return values;
}

template <class T>
void HeatSolver<T>::copy_field_to_spare() {
  backend_.copy(Queue::compute, buffers_[0].get(), buffers_[1].get(), layout_.elements);
}

template <class T>
void HeatSolver<T>::exchange_only() {
  halo_.start(current()).finish();
}

template <class T>
void HeatSolver<T>::replay(Phase phase) {
  if (phase == Phase::interior) {
    sweep(partition_.interior);
  } else {
    for (const Box& shell : partition_.shells) sweep(shell);
  }
}

template class HeatSolver<float>;
template class HeatSolver<double>;

}  // namespace ministencil
