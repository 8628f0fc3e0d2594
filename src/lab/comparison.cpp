// SPDX-License-Identifier: Apache-2.0
#include "lab/comparison.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>

#include "catalogue/emulate.hpp"
#include "lab/small_integers.hpp"
#include "sectors/address_space.hpp"

namespace ministencil {

namespace {

constexpr Index most_examined = 4096;

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// Not a number, and none that arithmetic gives.
template <class T>
constexpr Bits<T> poison_bits =
    sizeof(T) == 4 ? Bits<T>(0x7fcdeadu << 4 | 5) : static_cast<Bits<T>>(0x7ff8deadbeef0005u);

template <class T>
bool is_poison(T value) {
  return std::bit_cast<Bits<T>>(value) == poison_bits<T>;
}

/// A field of a trial's layout, with room on both sides for what a kernel does beside it.
template <class T>
class TrialField {
 public:
  explicit TrialField(const FieldLayout& layout)
      : layout_(layout),
        margin_(round_up(2 * layout.plane + 2 * layout.pitch + 1024, 1024)),
        space_(static_cast<std::size_t>(elements()) * sizeof(T)) {
    poison();
  }

  void poison() { std::fill(first(), first() + elements(), std::bit_cast<T>(poison_bits<T>)); }
  TrialMemory<T> memory() { return {first(), elements(), margin_ + layout_.origin}; }
  /// Elements whose bits are not those of `other`, a field of the same layout.
  Index differing(TrialField& other) {
    Index count = 0;
    for (Index i = 0; i < elements(); ++i) {
      count += std::bit_cast<Bits<T>>(first()[i]) != std::bit_cast<Bits<T>>(other.first()[i]);
    }
    return count;
  }

  T* origin() { return first() + margin_ + layout_.origin; }
  T at(const Index3& p) { return first()[margin_ + layout_.offset(p)]; }
  AddressRange bytes() {
    return {reinterpret_cast<std::uintptr_t>(first() + margin_),
            static_cast<std::size_t>(layout_.elements) * sizeof(T)};
  }
  void set(const Box& box, const std::function<T(const Index3&)>& value) {
    for (Index z = box.first.z; z < box.last.z; ++z)
      for (Index y = box.first.y; y < box.last.y; ++y)
        for (Index x = box.first.x; x < box.last.x; ++x) {
          first()[margin_ + layout_.offset({x, y, z})] = value({x, y, z});
        }
  }
  Index written() {
    Index count = 0;
    for (Index i = 0; i < elements(); ++i) count += !is_poison(first()[i]);
    return count;
  }
  /// The first element that is not poison although it lies outside `box`.
  std::optional<Index> stray(const Box& box) {
    for (Index i = 0; i < elements(); ++i) {
      if (is_poison(first()[i])) continue;
      const Index from_origin = i - margin_ - layout_.origin;
      const Index in_layout = from_origin + layout_.origin;
      if (in_layout < 0 || in_layout >= layout_.elements) return from_origin;
      const Index z = from_origin / layout_.plane, in_plane = from_origin % layout_.plane;
      if (!box.contains({in_plane % layout_.pitch, in_plane / layout_.pitch, z})) {
        return from_origin;
      }
    }
    return {};
  }

 private:
  T* first() { return static_cast<T*>(space_.data()); }
  Index elements() const { return round_up(layout_.elements + 2 * margin_, trial_row); }

  const FieldLayout& layout_;
  Index margin_;
  AddressSpace space_;
};

/// The update of small integers, in integers.
class Expectation {
 public:
  Expectation(const LabTrial& trial, const Eighths& weights)
      : inner_(trial.task.block.inner), weights_(weights) {}

  bool is_interior(const Index3& p) const { return inner_.contains(p); }
  double at(const Index3& p) const { return is_interior(p) ? formula(p, {}) : small_integer(p); }

  /// The formula with a mistake in it.
  double formula(const Index3& p, const std::optional<Substitution>& mistake) const {
    const auto value = [&](int axis, int offset) {
      Index3 q = p;
      const bool is_it = mistake && mistake->axis == axis && mistake->from == offset;
      q[axis] += is_it ? mistake->to : offset;
      return small_integer(q);
    };
    const int own_axis = mistake && mistake->from == 0 ? mistake->axis : 0;
    Index sum = weights_.centre * Index{value(own_axis, 0)};
    for (int d = 1; d <= weights_.radius; ++d) {
      sum += weights_.x[d - 1] * Index{value(0, -d) + value(0, d)} +
             weights_.y[d - 1] * Index{value(1, -d) + value(1, d)} +
             weights_.z[d - 1] * Index{value(2, -d) + value(2, d)};
    }
    return static_cast<double>(sum) / 8;
  }

 private:
  Box inner_;
  Eighths weights_;
};

std::vector<Substitution> likely_mistakes(int dimensions) {
  std::vector<Substitution> mistakes;
  for (int axis = 0; axis < dimensions; ++axis)
    for (const int from : {-1, 0, 1})
      for (const int to : {-2, -1, 0, 1, 2}) {
        if (from != to) mistakes.push_back({axis, from, to});
      }
  return mistakes;
}

/// Enters one wrong point.
template <class T>
void enter(LabComparison& result, const Expectation& expectation, const Box& box, const Index3& p,
           T found, double expected) {
  const bool poison = is_poison(found);
  if (result.wrong++ == 0) result.first = Mismatch{p, static_cast<double>(found), expected, poison};
  for (int axis = 0; axis < axes; ++axis) {
    const auto at = static_cast<std::size_t>(p[axis] - box.first[axis]);
    ++result.wrong_at[axis][at];
    result.poisoned_at[axis][at] += poison;
  }
  result.poisoned += poison;
  result.not_a_number += !poison && std::isnan(found);
  result.copied += static_cast<double>(found) == small_integer(p);
  const bool is_interior = expectation.is_interior(p);
  result.wrong_on_border += !is_interior;
  if (!is_interior || poison || result.examined == most_examined) return;
  ++result.examined;
  for (Substitution& mistake : result.substitutions) {
    mistake.matches += static_cast<double>(found) == expectation.formula(p, mistake);
  }
}

template <class T>
LabComparison compare_values(TrialField<T>& out, const LabTrial& trial,
                             const Expectation& expectation) {
  LabComparison result;
  const Box& box = trial.task.box;
  for (int axis = 0; axis < axes; ++axis) {
    result.wrong_at[axis].resize(static_cast<std::size_t>(box.extent()[axis]));
    result.poisoned_at[axis] = result.wrong_at[axis];
  }
  if (trial.task.block.radius == 1) result.substitutions = likely_mistakes(trial.dimensions());
  result.points = box.points();
  result.interior = intersection(box, trial.task.block.inner).points();
  for (Index z = box.first.z; z < box.last.z; ++z)
    for (Index y = box.first.y; y < box.last.y; ++y)
      for (Index x = box.first.x; x < box.last.x; ++x) {
        const Index3 p{x, y, z};
        const T found = out.at(p);
        const double expected = expectation.at(p);
        if (static_cast<double>(found) != expected) {
          enter(result, expectation, box, p, found, expected);
        }
      }
  if (out.written() != result.points - result.poisoned) result.stray = out.stray(box);
  return result;
}

template <class T>
using RunLaunch = std::function<void(const EmulatedLaunch<T>&, AddressRange, AddressRange)>;

/// Updates the second field from the first.
template <class T>
using Step = std::function<void(const Coefficients<T>&, TrialField<T>&, TrialField<T>&)>;

template <class T>
void run_trial(const LabTrial& trial, const EmulatedKernel& compilation,
               const Coefficients<T>& coefficients, TrialField<T>& in, TrialField<T>& out,
               const RunLaunch<T>& run) {
  for (const Launch& launch : launches_of(trial.task)) {
    run(emulated_launch<T>(trial.task.kernel, compilation, launch, in.origin(), out.origin(),
                           coefficients),
        in.bytes(), out.bytes());
  }
}

/// Makes of a field of small integers what `step` makes of it, as often as asked for, and compares.
template <class T>
LabComparison compare_as(const LabTrial& trial, int times, const Step<T>& step) {
  const Eighths weights =
      eighths_of(trial.dimensions(), trial.task.block.radius, trial.task.weights);
  TrialField<T> in(trial.task.layout), out(trial.task.layout);
  in.set(trial.task.block.readable,
         [](const Index3& p) { return static_cast<T>(small_integer(p)); });
  const Coefficients<T> coefficients = coefficients_of<T>(weights);
  step(coefficients, in, out);
  const Expectation expectation(trial, weights);
  LabComparison result = compare_values(out, trial, expectation);
  if (times == 1) return result;
  TrialField<T> again(trial.task.layout);
  for (int i = 1; i < times; ++i) {
    again.poison();
    step(coefficients, in, again);
    const Index unsteady = again.differing(out);
    if (unsteady > 0 && result.passed()) result = compare_values(again, trial, expectation);
    result.unsteady = std::max(result.unsteady, unsteady);
  }
  return result;
}

template <class T>
Step<T> emulated_step(const LabTrial& trial, const EmulatedKernel& compilation,
                      const RunLaunch<T>& run) {
  return
      [&trial, &compilation, run](const Coefficients<T>& c, TrialField<T>& in, TrialField<T>& out) {
        run_trial(trial, compilation, c, in, out, run);
      };
}

template <class T>
Step<T> device_step(TrialDevice& device, const LabTrial& trial) {
  return [&](const Coefficients<T>& c, TrialField<T>& in, TrialField<T>& out) {
    device.run(trial, c, in.memory(), out.memory());
  };
}

/// The catalogue's update of order 2 with equal weights, in its order of additions.
float catalogue_update(TrialField<float>& in, const Index3& p, int dimensions,
                       const Coefficients<float>& c) {
  const auto pair = [&](Index3 step) { return in.at(p - step) + in.at(p + step); };
  float sum = pair({1, 0, 0}) + pair({0, 1, 0});
  if (dimensions == 3) sum += pair({0, 0, 1});
  return std::fma(c.rx[0], sum, c.c0 * in.at(p));
}

}  // namespace

LabComparison compare(Emulator& emulator, const LabTrial& trial) {
  return with_element_type(trial.task.precision, [&]<class T>() {
    const RunLaunch<T> run = [&](const EmulatedLaunch<T>& launch, AddressRange, AddressRange) {
      emulator.run(launch);
    };
    return compare_as<T>(trial, 1, emulated_step<T>(trial, trial.task.kernel.plain, run));
  });
}

LabComparison compare(Emulator& emulator, const LabTrial& trial, Inspector& inspector) {
  return with_element_type(trial.task.precision, [&]<class T>() {
    const RunLaunch<T> run = [&](const EmulatedLaunch<T>& launch, AddressRange in,
                                 AddressRange out) {
      emulator.inspect(launch, launch.grid(), in, out, inspector);
    };
    return compare_as<T>(trial, 1, emulated_step<T>(trial, trial.task.kernel.counting, run));
  });
}

LabComparison compare(TrialDevice& device, const LabTrial& trial, int launches) {
  return with_element_type(trial.task.precision, [&]<class T>() {
    return compare_as<T>(trial, launches, device_step<T>(device, trial));
  });
}

bool has_catalogue_formula(const LabTrial& trial) {
  return trial.task.precision == Precision::float32 && trial.task.block.radius == 1;
}

namespace {

RandomBits compare_random(const LabTrial& trial, const Step<float>& step) {
  TrialField<float> in(trial.task.layout), out(trial.task.layout);
  in.set(trial.task.block.readable, [](const Index3& p) {
    const int high = random_byte(p), low = random_byte(p + Index3{1 << 20, 0, 0});
    const int lowest = random_byte(p + Index3{0, 1 << 20, 0});
    return static_cast<float>(high << 16 | low << 8 | lowest) / (1 << 23) - 1.0F;
  });
  const auto c = coefficients_of<float>(eighths_of(trial.dimensions(), 1, Weights::equal));
  step(c, in, out);
  RandomBits result{.points = trial.task.box.points()};
  const Box& box = trial.task.box;
  for (Index z = box.first.z; z < box.last.z; ++z)
    for (Index y = box.first.y; y < box.last.y; ++y)
      for (Index x = box.first.x; x < box.last.x; ++x) {
        const Index3 p{x, y, z};
        const bool is_interior = trial.task.block.inner.contains(p);
        const float expected =
            is_interior ? catalogue_update(in, p, trial.dimensions(), c) : in.at(p);
        const float found = out.at(p);
        if (std::bit_cast<std::uint32_t>(found) == std::bit_cast<std::uint32_t>(expected)) continue;
        ++result.differing;
        const double distance = std::abs(double{found} - expected);
        // A maximum would forget what is not a number.
        result.largest =
            std::isnan(distance) ? HUGE_VAL : std::max<double>(result.largest, distance);
        if (std::isnan(distance)) return result;
      }
  return result;
}

}  // namespace

RandomBits compare_random(Emulator& emulator, const LabTrial& trial) {
  const RunLaunch<float> run = [&](const EmulatedLaunch<float>& launch, AddressRange,
                                   AddressRange) { emulator.run(launch); };
  return compare_random(trial, emulated_step<float>(trial, trial.task.kernel.plain, run));
}

RandomBits compare_random(TrialDevice& device, const LabTrial& trial) {
  return compare_random(trial, device_step<float>(device, trial));
}

}  // namespace ministencil
