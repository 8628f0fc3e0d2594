// SPDX-License-Identifier: Apache-2.0
#include "halo/plan.hpp"

namespace ministencil {

namespace {

/// The `width` owned layers next to a face.
Box layers_inside(const FieldLayout& layout, int axis, Side side, Index width) {
  Box box = layout.owned_box();
  if (side == Side::lower) {
    box.last[axis] = width;
  } else {
    box.first[axis] = box.last[axis] - width;
  }
  return box;
}

/// The `width` halo layers beyond a face.
Box layers_outside(const FieldLayout& layout, int axis, Side side, Index width) {
  Box box = layout.owned_box();
  if (side == Side::lower) {
    box.last[axis] = 0;
    box.first[axis] = -width;
  } else {
    box.first[axis] = box.last[axis];
    box.last[axis] += width;
  }
  return box;
}

Side opposite(Side side) { return side == Side::lower ? Side::upper : Side::lower; }

int tag(int axis, Side towards) { return 2 * axis + static_cast<int>(towards); }

/// Layers inside, less the face itself, whose points are not mirrored.
Box layers_before_the_face(const FieldLayout& layout, int axis, Side side, Index width) {
  const Index inwards = side == Side::lower ? 1 : -1;
  Index3 step;
  step[axis] = inwards;
  return layers_inside(layout, axis, side, width).shifted(step);
}

}  // namespace

Index HaloPlan::points_sent() const {
  Index points = 0;
  for (const Message& message : messages) points += message.sent.points();
  return points;
}

HaloPlan make_halo_plan(const Decomposition& decomposition, int rank, const FieldLayout& layout) {
  HaloPlan plan;
  for (int axis = 0; axis < axes; ++axis) {
    for (const Side side : sides) {
      const Index width = layout.halo[axis][static_cast<int>(side)];
      if (width == 0) continue;
      const Box inside = layers_inside(layout, axis, side, width);
      const Box outside = layers_outside(layout, axis, side, width);
      const auto border = decomposition.border(rank, axis, side);
      if (border == Boundary::fixed) {
        const Box before = layers_before_the_face(layout, axis, side, width);
        plan.fills.push_back({before, outside, axis, Boundary::fixed});
        continue;
      }
      if (border == Boundary::insulated) {
        plan.fills.push_back({inside, outside, axis, Boundary::insulated});
        continue;
      }
      const int neighbour = decomposition.neighbour(rank, axis, side).value();
      if (neighbour == rank) {
        plan.fills.push_back({layers_inside(layout, axis, opposite(side), width), outside, axis,
                              Boundary::periodic});
      } else {
        plan.messages.push_back({.neighbour = neighbour,
                                 .sent = inside,
                                 .received = outside,
                                 .send_tag = tag(axis, side),
                                 .receive_tag = tag(axis, opposite(side))});
      }
    }
  }
  return plan;
}

Partition split_for_overlap(const FieldLayout& layout, const HaloPlan& plan, Index radius) {
  Partition partition{.interior = layout.owned_box(), .shells = {}};
  // From z to x, so that the shells across x, whose rows are short, are the smallest.
  for (int axis = axes - 1; axis >= 0; --axis) {
    for (const Side side : sides) {
      const Box outside = layers_outside(layout, axis, side, 1);
      const bool waits = std::ranges::any_of(plan.messages, [&](const Message& message) {
        return !intersection(message.received, outside).empty();
      });
      Box& interior = partition.interior;
      if (!waits || interior.empty()) continue;
      const Index width = std::min(radius, interior.extent()[axis]);
      Box shell = interior;
      if (side == Side::lower) {
        shell.last[axis] = interior.first[axis] += width;
      } else {
        shell.first[axis] = interior.last[axis] -= width;
      }
      partition.shells.push_back(shell);
    }
  }
  return partition;
}

}  // namespace ministencil
