// SPDX-License-Identifier: Apache-2.0
/// Observers that decide whether a field is right.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>

#include "decomposition/decomposition.hpp"
#include "field/initial.hpp"
#include "reference/reference.hpp"
#include "solver/run_loop.hpp"

namespace ministencil {

/// When a check looks, of a run of `steps` steps.
struct Schedule {
  Index every = 0;
  bool at_end = true;
  Index steps = 0;
  bool due(Index step) const { return is_due(step, every, steps, at_end); }
};

/// A value that is not a number, and when the field was last without one.
struct NotFinite {
  Index step;             // at which it was found
  Index3 point;           // the first one, global coordinates
  Index last_clean_step;  // −1: never
};

/// Looks for values that are not finite; due whenever any of its schedules is.
template <class T>
class FiniteCheck : public FieldObserver<T> {
 public:
  FiniteCheck(MPI_Comm communicator, const Box& owned, Index3 points,
              std::vector<Schedule> schedules)
      : communicator_(communicator),
        owned_(owned),
        points_(points),
        schedules_(std::move(schedules)) {}
  bool due(Index step) const override;
  Verdict observe(const Moment<T>& moment) override;
  const std::optional<NotFinite>& found() const { return found_; }

 private:
  MPI_Comm communicator_;
  Box owned_;
  Index3 points_;
  std::vector<Schedule> schedules_;
  Index last_clean_step_ = -1;
  std::optional<NotFinite> found_;
};

/// Steps the reference up to the moment and compares bits.
template <class T>
class ReferenceCheckpoint : public FieldObserver<T> {
 public:
  ReferenceCheckpoint(Reference<T>& reference, const Schedule& schedule)
      : reference_(reference), schedule_(schedule) {}
  bool due(Index step) const override { return step > 0 && schedule_.due(step); }
  Verdict observe(const Moment<T>& moment) override;
  /// Of the last comparison.
  const std::optional<Comparison<T>>& comparison() const { return comparison_; }
  Index step() const { return step_; }
  /// By what and where the reference steps.
  std::string description() const { return reference_.description(); }

 private:
  Reference<T>& reference_;
  Schedule schedule_;
  std::optional<Comparison<T>> comparison_;
  Index step_ = 0;
};

/// Holds an eigenmode against its exact decay.
template <class T>
class EigenmodeCheckpoint : public FieldObserver<T> {
 public:
  EigenmodeCheckpoint(MPI_Comm communicator, const Configuration& configuration,
                      const AxisTables& tables, const Box& owned, const Schedule& schedule)
      : communicator_(communicator),
        configuration_(configuration),
        tables_(tables),
        owned_(owned),
        schedule_(schedule) {}
  bool due(Index step) const override { return schedule_.due(step); }
  Verdict observe(const Moment<T>& moment) override;
  /// Largest error anywhere and what rounding can explain, kelvin; of the last look.
  const std::optional<double>& error() const { return error_; }
  double tolerance() const { return tolerance_; }

 private:
  MPI_Comm communicator_;
  const Configuration& configuration_;
  const AxisTables& tables_;
  Box owned_;
  Schedule schedule_;
  std::optional<double> error_;
  double tolerance_ = 0;
};

}  // namespace ministencil
