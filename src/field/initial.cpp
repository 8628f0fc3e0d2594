// SPDX-License-Identifier: Apache-2.0
#include "field/initial.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "core/error.hpp"
#include "field/elementary.hpp"
#include "field/mode.hpp"
#include "field/philox.hpp"

namespace ministencil {

namespace {

std::string conditions_text(Boundary lower, Boundary upper) {
  if (lower == Boundary::periodic) return "periodic";
  if (lower == upper) return "between two " + std::string(name_of(lower)) + " faces";
  return "between a " + std::string(name_of(lower)) + " and a " + std::string(name_of(upper)) +
         " face";
}

void require_mode(const Configuration& configuration, int axis, int mode) {
  const Index points = configuration.grid.points[axis];
  const auto [lower, upper] = configuration.heat.boundary.face[axis];
  const ModeRange range = mode_range(points, lower, upper);
  if (range.holds(mode)) return;
  const std::string where = std::to_string(points) + " points along " + axis_name[axis] + ", " +
                            conditions_text(lower, upper) + ", hold ";
  const std::string problem = "heat.initial.modes: there is no mode " + std::to_string(mode) + ": ";
  if (range.most < range.least) {
    throw InputError(problem + where + "no mode, as all lie on fixed faces; use more points");
  }
  throw InputError(problem + where + "modes " + std::to_string(range.least) + " to " +
                   std::to_string(range.most) + "; choose one of these");
}

/// `make(axis, i)` for every point i of every axis.
template <class Make>
AxisTables tables_of(Index3 points, Make make) {
  AxisTables tables;
  for (int axis = 0; axis < axes; ++axis) {
    tables[axis].reserve(static_cast<std::size_t>(points[axis]));
    for (Index i = 0; i < points[axis]; ++i) {
      tables[axis].push_back(make(axis, static_cast<double>(i)));
    }
  }
  return tables;
}

void scale(std::vector<double>& table, double factor) {
  for (double& value : table) value *= factor;
}

struct TableMaker {
  const Configuration& configuration;

  AxisTables operator()(const Eigenmode& state) const {
    AxisTables tables;
    for (int axis = 0; axis < axes; ++axis) {
      const auto [lower, upper] = configuration.heat.boundary.face[axis];
      if (lower == Boundary::absent) {
        tables[axis] = {1.0};
        continue;
      }
      require_mode(configuration, axis, state.modes[axis]);
      tables[axis] = mode_table(configuration.grid.points[axis], lower, upper, state.modes[axis]);
    }
    scale(tables[0], state.amplitude);
    return tables;
  }

  AxisTables operator()(const Gaussian& state) const {
    const auto& spacing = configuration.grid.spacing;
    AxisTables tables = tables_of(configuration.grid.points, [&](int axis, double i) {
      if (configuration.heat.boundary.absent(axis)) return 1.0;
      const double distance = (i * spacing[axis] - state.centre[axis]) / state.width;
      return exponential_decay(0.5 * (distance * distance));
    });
    scale(tables[0], state.amplitude);
    return tables;
  }

  AxisTables operator()(const Linear& state) const {
    const auto& spacing = configuration.grid.spacing;
    return tables_of(configuration.grid.points, [&](int axis, double i) {
      if (configuration.heat.boundary.absent(axis)) return 0.0;
      return state.gradient[axis] * (i * spacing[axis]);
    });
  }

  AxisTables operator()(const Random&) const { return {}; }
  AxisTables operator()(const FromFile&) const { return {}; }
};

/// `value(x, y, z)` for every point of `box`, rows back to back.
template <class T, class Value>
std::vector<T> values_of(const Box& box, Value value) {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(box.points()));
  for (Index z = box.first.z; z < box.last.z; ++z)
    for (Index y = box.first.y; y < box.last.y; ++y)
      for (Index x = box.first.x; x < box.last.x; ++x) values.push_back(value(x, y, z));
  return values;
}

template <class T>
struct ValueMaker {
  const Configuration& configuration;
  const AxisTables& tables;
  const Box& owned;

  std::vector<T> product() const {
    return values_of<T>(owned, [&](Index x, Index y, Index z) {
      // Adding zero turns −0 into 0, so that a fixed face of a mode has one value.
      return static_cast<T>((tables[0][x] * tables[1][y]) * tables[2][z] + 0.0);
    });
  }

  std::vector<T> operator()(const Eigenmode&) const { return product(); }
  std::vector<T> operator()(const Gaussian&) const { return product(); }
  std::vector<T> operator()(const Linear&) const {
    return values_of<T>(owned, [&](Index x, Index y, Index z) {
      return static_cast<T>((tables[0][x] + tables[1][y]) + tables[2][z]);
    });
  }
  std::vector<T> operator()(const Random& state) const {
    const Index3 points = configuration.grid.points;
    return values_of<T>(owned, [&](Index x, Index y, Index z) {
      const Index index = x + points.x * (y + points.y * z);
      return unit_fraction<T>(random_bits(state.seed, static_cast<std::uint64_t>(index)));
    });
  }
  std::vector<T> operator()(const FromFile& state) const {
    throw FileError(state.path + ": an initial state from a file has no formula; read the file");
  }
};

}  // namespace

namespace {

/// An amplitude that the field's precision cannot hold would start the run from infinities.
void require_finite_amplitude(const Configuration& configuration) {
  double amplitude = 0;
  if (const auto* mode = std::get_if<Eigenmode>(&configuration.heat.initial)) {
    amplitude = mode->amplitude;
  } else if (const auto* bump = std::get_if<Gaussian>(&configuration.heat.initial)) {
    amplitude = bump->amplitude;
  }
  const double largest = configuration.precision == Precision::float32
                             ? double{std::numeric_limits<float>::max()}
                             : std::numeric_limits<double>::max();
  if (std::abs(amplitude) <= largest) return;
  throw InputError(
      "heat.initial.amplitude exceeds the largest float32 (3.4e38); use precision: "
      "float64 or a smaller amplitude");
}

}  // namespace

AxisTables make_tables(const Configuration& configuration) {
  require_finite_amplitude(configuration);
  return std::visit(TableMaker{configuration}, configuration.heat.initial);
}

template <class T>
std::vector<T> initial_values(const Configuration& configuration, const AxisTables& tables,
                              const Box& owned) {
  return std::visit(ValueMaker<T>{configuration, tables, owned}, configuration.heat.initial);
}

template std::vector<float> initial_values(const Configuration&, const AxisTables&, const Box&);
template std::vector<double> initial_values(const Configuration&, const AxisTables&, const Box&);

}  // namespace ministencil
