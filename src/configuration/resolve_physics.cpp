// SPDX-License-Identifier: Apache-2.0
/// Grid, heat and time: the settings that the numbers depend on.
#include <algorithm>
#include <cmath>
#include <limits>

#include "configuration/numbers.hpp"
#include "configuration/resolve.hpp"
#include "configuration/source_text.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

namespace {

double any_number(const InputValue& value) { return value.number(); }
double above_zero(const InputValue& value) { return value.positive_number(); }

int dimensions_of(const InputValue& points) {
  return points.is_list() && points.node().items.size() == 2 ? 2 : 3;
}

Index3 resolve_points(const InputValue& points) {
  const std::size_t count_of_axes = points.list("two or three integers").size();
  if (count_of_axes != 2 && count_of_axes != 3) {
    points.refuse("a list of " + std::to_string(count_of_axes) +
                  " where two or three integers are wanted: one per axis; write [x, y] for a 2D "
                  "grid or [x, y, z] for a 3D one");
  }
  const auto count = [](const InputValue& value) { return value.integer(1); };
  const auto [x, y, z] = points.per_axis("integers", dimensions_of(points), count, 1);
  Index plane = 0, all = 0;
  if (__builtin_mul_overflow(x, y, &plane) || __builtin_mul_overflow(plane, z, &all)) {
    points.refuse("too many points: their number must be below 2^63; use a smaller grid");
  }
  return {x, y, z};
}

std::array<Boundary, 2> axis_boundary(const InputValue& axis) {
  if (!axis.is_list()) {
    const Boundary both = axis.choice(boundary_names);
    return {both, both};
  }
  const std::vector<InputValue> faces = axis.list("two boundaries");
  if (faces.size() != 2) {
    axis.refuse("a list of " + std::to_string(faces.size()) +
                " where two boundaries are wanted: the lower and the upper face; write for "
                "example [fixed, insulated]");
  }
  const std::array<Boundary, 2> both = {faces[0].choice(boundary_names),
                                        faces[1].choice(boundary_names)};
  if (both[0] != both[1] && (both[0] == Boundary::periodic || both[1] == Boundary::periodic)) {
    axis.refuse("periodic on one face only: an axis wraps as a whole; make both faces periodic");
  }
  return both;
}

constexpr std::array<Boundary, 2> no_faces{Boundary::absent, Boundary::absent};

Boundaries resolve_boundary(const InputValue& value, int dimensions) {
  if (value.is_list()) return {value.per_axis("boundaries", dimensions, axis_boundary, no_faces)};
  if (!value.is_mapping()) return all_faces(value.choice(boundary_names));
  const Section section(value, "heat.boundary");
  Boundaries boundaries;
  for (int axis = 0; axis < axes; ++axis) {
    const auto of_axis = section.find(std::string(1, axis_name[axis]));
    if (of_axis && axis >= dimensions) of_axis->refuse("a 2D grid has no z axis; remove it");
    if (of_axis) boundaries.face[axis] = axis_boundary(*of_axis);
  }
  return boundaries;
}

double amplitude_of(const Section& section) {
  const auto amplitude = section.find("amplitude");
  return amplitude ? amplitude->number() : 1.0;
}

/// Between insulated walls and on a periodic axis mode 0 is the constant; a fixed face needs a
/// wave.
Eigenmode resolve_eigenmode(const Section& section, const Boundaries& boundaries) {
  Eigenmode state;
  if (boundaries.absent(2)) state.modes[2] = 0;
  if (const auto modes = section.find("modes")) {
    const auto mode = [](const InputValue& value) { return value.small_integer(0); };
    state.modes = modes->per_axis("integers", boundaries.dimensions(), mode, 0);
    for (int axis = 0; axis < boundaries.dimensions(); ++axis) {
      const auto& face = boundaries.face[axis];
      const bool has_fixed = face[0] == Boundary::fixed || face[1] == Boundary::fixed;
      if (!has_fixed || state.modes[axis] > 0) continue;
      modes->refuse(std::string("mode 0 along ") + axis_name[axis] +
                    " vanishes: the axis has a fixed face; write 1 or more");
    }
  }
  state.amplitude = amplitude_of(section);
  return state;
}

Gaussian resolve_gaussian(const Section& section, int dimensions) {
  const char* const example = dimensions == 2 ? "[32, 32]" : "[32, 32, 32]";
  return {
      .centre = section.need("centre", example).per_axis("numbers", dimensions, any_number, 0.0),
      .width = section.need("width", "8").positive_number(),
      .amplitude = amplitude_of(section)};
}

Random resolve_random(const Section& section) {
  const auto seed = section.find("seed");
  return seed ? Random{seed->seed()} : Random{};
}

Linear resolve_linear(const Section& section, int dimensions) {
  const char* const example = dimensions == 2 ? "[1, 0]" : "[1, 0, 0]";
  return {section.need("gradient", example).per_axis("numbers", dimensions, any_number, 0.0)};
}

enum class InitialKind { eigenmode, gaussian, random, linear, file };
constexpr std::array initial_names{
    Named{"eigenmode", InitialKind::eigenmode}, Named{"gaussian", InitialKind::gaussian},
    Named{"random", InitialKind::random}, Named{"linear", InitialKind::linear},
    Named{"file", InitialKind::file}};

InitialKind initial_kind(const InputValue& initial) {
  if (initial.is_mapping()) {
    if (const InputNode* kind = initial.node().find("kind")) {
      return InputValue(*kind, initial.path() + ".kind").choice(initial_names);
    }
  }
  // Before the keys: which are valid depends on the kind.
  initial.refuse(
      "the kind of state is missing: its keys depend on it; write for example "
      "{kind: eigenmode}");
}

InitialState resolve_initial(const InputValue& initial, const Boundaries& boundaries) {
  const InitialKind kind = initial_kind(initial);
  const Section section(initial,
                        "heat.initial of kind " + std::string(name_in(initial_names, kind)));
  switch (kind) {
    case InitialKind::eigenmode:
      return resolve_eigenmode(section, boundaries);
    case InitialKind::gaussian:
      return resolve_gaussian(section, boundaries.dimensions());
    case InitialKind::random:
      return resolve_random(section);
    case InitialKind::linear:
      return resolve_linear(section, boundaries.dimensions());
    case InitialKind::file:
      break;
  }
  return FromFile{section.need("path", "start.h5").text("a path")};
}

/// Time step (seconds) and diffusion number of a grid, each from the other.
struct Scale {
  double spacing, diffusivity;  // smallest spacing in metres; m²/s

  double step(double number) const { return number * spacing * spacing / diffusivity; }
  double number(double step) const { return step * diffusivity / (spacing * spacing); }
};

/// The echo of a run holds both: they agree if either follows from the other to the last bit.
void require_agreement(const InputValue& step, const TimeSettings& time, const Scale& scale) {
  if (time.step == scale.step(time.diffusion_number) ||
      time.diffusion_number == scale.number(time.step)) {
    return;
  }
  step.refuse("step and diffusion_number disagree: each follows from the other, and " +
              number_text(time.diffusion_number) + " makes " +
              number_text(scale.step(time.diffusion_number)) + " s; give one of them");
}

void require_stable(const InputValue& cause, const TimeSettings& time, double limit) {
  if (time.diffusion_number <= limit) return;
  const bool by_step = cause.path() == "time.step";
  cause.refuse(
      shown(cause.node().text) + " is unstable: " +
      (by_step ? "it makes a diffusion_number of " + number_text(time.diffusion_number) + ", and "
               : "") +
      "the explicit scheme needs a diffusion_number of at most " + number_text(limit) +
      " here; lower time." + (by_step ? "step" : "diffusion_number"));
}

/// Extreme spacings, diffusivities and steps leave the range of numbers.
void require_representable(const InputValue& cause, const TimeSettings& time) {
  const double last = time.step * static_cast<double>(time.steps);
  if (std::isnormal(time.step) && std::isnormal(time.diffusion_number) && std::isfinite(last)) {
    return;
  }
  cause.refuse(
      "the time step or the end time leaves the range of 64-bit numbers: grid.spacing, "
      "heat.diffusivity and time are too extreme together; choose other units");
}

}  // namespace

GridSettings resolve_grid(const Section& section) {
  GridSettings grid;
  if (const auto points = section.find("points")) {
    grid.points = resolve_points(*points);
    grid.dimensions = dimensions_of(*points);
  }
  constexpr double none = std::numeric_limits<double>::infinity();
  if (const auto spacing = section.find("spacing")) {
    if (spacing->is_list()) {
      grid.spacing = spacing->per_axis("numbers", grid.dimensions, above_zero, none);
    } else {
      grid.spacing.fill(spacing->positive_number());
    }
  }
  if (grid.dimensions == 2) grid.spacing[2] = none;
  return grid;
}

HeatSettings resolve_heat(const Section& section, int dimensions) {
  HeatSettings heat;
  if (const auto value = section.find("diffusivity")) heat.diffusivity = value->positive_number();
  if (const auto boundary = section.find("boundary")) {
    heat.boundary = resolve_boundary(*boundary, dimensions);
  }
  if (dimensions == 2) {
    heat.boundary = without_z(heat.boundary);
    heat.initial = Eigenmode{.modes = {1, 1, 0}};
  }
  if (const auto initial = section.find("initial")) {
    heat.initial = resolve_initial(*initial, heat.boundary);
  }
  return heat;
}

TimeSettings resolve_time(const Section& section, const GridSettings& grid, double diffusivity,
                          int order) {
  constexpr double default_share = 0.75;  // of the limit
  const Scale scale{*std::min_element(grid.spacing.begin(), grid.spacing.end()), diffusivity};
  const double limit = stability_limit(grid.spacing, order);
  const auto steps = section.find("steps"), step = section.find("step"),
             number = section.find("diffusion_number");
  TimeSettings time;
  if (steps) time.steps = steps->integer(1);
  time.diffusion_number = number ? number->positive_number() : default_share * limit;
  if (step) {
    time.step = step->positive_number();
    if (!number) time.diffusion_number = scale.number(time.step);
  } else {
    time.step = scale.step(time.diffusion_number);
  }
  const InputValue cause = number ? *number : step ? *step : section.value();
  require_representable(cause, time);
  if (number && step) require_agreement(*step, time, scale);
  require_stable(cause, time, limit);
  return time;
}

}  // namespace ministencil
