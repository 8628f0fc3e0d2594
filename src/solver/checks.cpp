// SPDX-License-Identifier: Apache-2.0
#include "solver/checks.hpp"

#include <cmath>
#include <limits>

namespace ministencil {

namespace {

Index linear(const Index3& p, const Index3& points) {
  return p.x + points.x * (p.y + points.y * p.z);
}
Index3 unlinear(Index index, const Index3& points) {
  return {index % points.x, index / points.x % points.y, index / (points.x * points.y)};
}

}  // namespace

template <class T>
bool FiniteCheck<T>::due(Index step) const {
  return std::ranges::any_of(schedules_, [&](const Schedule& s) { return s.due(step); });
}

template <class T>
Verdict FiniteCheck<T>::observe(const Moment<T>& moment) {
  constexpr Index none = std::numeric_limits<Index>::max();
  const auto bad = std::ranges::find_if(moment.values, [](T v) { return !std::isfinite(v); });
  Index mine = none, first = none;
  if (bad != moment.values.end()) {
    const Index3 local = unlinear(bad - moment.values.begin(), owned_.extent());
    mine = linear(local + owned_.first, points_);
  }
  MPI_Allreduce(&mine, &first, 1, MPI_INT64_T, MPI_MIN, communicator_);
  if (first == none) {
    last_clean_step_ = moment.step;
    return Verdict::go_on;
  }
  found_ = NotFinite{moment.step, unlinear(first, points_), last_clean_step_};
  return Verdict::stop;
}

template <class T>
Verdict ReferenceCheckpoint<T>::observe(const Moment<T>& moment) {
  reference_.advance(moment.step - reference_.steps());
  comparison_ = reference_.compare(moment.values.data());
  step_ = moment.step;
  return comparison_->equal() ? Verdict::go_on : Verdict::stop;
}

template <class T>
Verdict EigenmodeCheckpoint<T>::observe(const Moment<T>& moment) {
  const double mine =
      eigenmode_error(configuration_, tables_, owned_, moment.values.data(), moment.step).largest;
  double largest = 0;
  MPI_Allreduce(&mine, &largest, 1, MPI_DOUBLE, MPI_MAX, communicator_);
  error_ = largest;
  tolerance_ = eigenmode_tolerance(configuration_, moment.step);
  return largest <= tolerance_ ? Verdict::go_on : Verdict::stop;
}

template class FiniteCheck<float>;
template class FiniteCheck<double>;
template class ReferenceCheckpoint<float>;
template class ReferenceCheckpoint<double>;
template class EigenmodeCheckpoint<float>;
template class EigenmodeCheckpoint<double>;

}  // namespace ministencil
