// SPDX-License-Identifier: Apache-2.0
/// What has to be copied before a sweep may read the halo. Values only, no MPI.
#pragma once

#include <vector>

#include "core/box.hpp"
#include "decomposition/decomposition.hpp"
#include "field/layout.hpp"

namespace ministencil {

/// One face exchanged with another rank. Boxes are in local coordinates; edges and corners are left
/// out, since a star stencil does not read them.
struct Message {
  int neighbour;
  Box sent, received;
  int send_tag, receive_tag;  // name the direction of travel: two ranks may share several faces
};

/// A face filled from the rank's own points: a periodic axis with one rank, an insulated wall, or a
/// fixed face that a stencil reaches beyond.
struct LocalFill {
  Box from, to;
  int axis;
  Boundary boundary;
};

struct HaloPlan {
  std::vector<LocalFill> fills;
  std::vector<Message> messages;

  Index points_sent() const;
};

/// Every rank owns enough points for it, as Decomposition ensures.
HaloPlan make_halo_plan(const Decomposition& decomposition, int rank, const FieldLayout& layout);

/// A rank's points, cut so that the interior can be updated while messages travel.
struct Partition {
  Box interior;             // needs no point of a message
  std::vector<Box> shells;  // the rest, disjoint
};

/// Shells of `radius` points at every face that a message of `plan` fills.
Partition split_for_overlap(const FieldLayout& layout, const HaloPlan& plan, Index radius);

}  // namespace ministencil
