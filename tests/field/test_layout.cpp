// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <set>

#include "core/error.hpp"
#include "field/layout.hpp"

namespace ministencil {
namespace {

HaloWidths uniform_halo(Index width) {
  HaloWidths halo;
  for (auto& axis : halo) axis = {width, width};
  return halo;
}

TEST(ApplicationLayout, StartsEveryRowOnACacheLine) {
  for (const int bytes : {4, 8}) {
    for (const Index nx : {1, 5, 17, 31, 32, 33, 64, 126}) {
      for (const Index width : {0, 1, 4}) {
        const auto layout = application_layout({nx, 3, 2}, uniform_halo(width), bytes);
        EXPECT_EQ(layout.pitch % 32, 0);
        for (Index z = 0; z < 2; ++z)
          for (Index y = 0; y < 3; ++y) EXPECT_EQ(layout.offset({0, y, z}) * bytes % 128, 0);
      }
    }
  }
}

TEST(ApplicationLayout, GivesEveryStoredPointAnElementOfItsOwn) {
  for (const Index nx : {1, 17, 30, 31, 32, 33}) {
    for (const Index width : {0, 1, 4}) {
      const auto layout = application_layout({nx, 3, 2}, uniform_halo(width), 4);
      const Box stored = layout.stored_box();
      std::set<Index> elements;
      for (Index z = stored.first.z; z < stored.last.z; ++z)
        for (Index y = stored.first.y; y < stored.last.y; ++y)
          for (Index x = stored.first.x; x < stored.last.x; ++x)
            elements.insert(layout.offset({x, y, z}));
      EXPECT_EQ(static_cast<Index>(elements.size()), stored.points()) << nx << " " << width;
      EXPECT_GE(*elements.begin(), 0);
      EXPECT_LT(*elements.rbegin(), layout.elements);
    }
  }
}

TEST(PackedLayout, HasRowsBackToBackAndNoHalo) {
  const auto layout = packed_layout({5, 6, 3});
  EXPECT_EQ(layout.elements, 5 * 6 * 3);
  EXPECT_EQ(layout.offset({4, 5, 2}), 5 * 6 * 3 - 1);
  EXPECT_EQ(layout.stored_box(), layout.owned_box());
}

TEST(HaloWidths, AreTheRadiusAndOneLessOnFixedFacesOfTheDomain) {
  constexpr Boundary f = Boundary::fixed, p = Boundary::periodic, i = Boundary::insulated;
  const Domain domain{{8, 8, 8}, {{{{p, p}, {f, i}, {f, f}}}}};
  const Decomposition narrow(domain, {1, 1, 2});
  EXPECT_EQ(halo_widths(narrow, 0), (HaloWidths{{{1, 1}, {0, 1}, {0, 1}}}));
  EXPECT_EQ(halo_widths(narrow, 1), (HaloWidths{{{1, 1}, {0, 1}, {1, 0}}}));
  const Decomposition wide({domain.points, domain.boundaries, 3}, {1, 1, 2});
  EXPECT_EQ(halo_widths(wide, 0), (HaloWidths{{{3, 3}, {2, 3}, {2, 3}}}));
  EXPECT_EQ(halo_widths(wide, 1), (HaloWidths{{{3, 3}, {2, 3}, {3, 2}}}));
}

TEST(LocalBlock, LeavesFixedFacesOutOfItsInnerPoints) {
  constexpr Boundary f = Boundary::fixed, p = Boundary::periodic, i = Boundary::insulated;
  const Decomposition decomposition({{8, 8, 8}, {{{{p, p}, {f, i}, {f, f}}}}}, {1, 1, 2});
  const HaloWidths halo = halo_widths(decomposition, 0);
  const auto layout = application_layout({8, 8, 4}, halo, 4);
  const LocalBlock block = local_block(decomposition, 0, layout);
  EXPECT_EQ(block.owned, (Box{{0, 0, 0}, {8, 8, 4}}));
  EXPECT_EQ(block.inner, (Box{{0, 1, 1}, {8, 8, 4}}));
  EXPECT_EQ(block.readable, (Box{{-1, 0, 0}, {9, 9, 5}}));
  EXPECT_EQ(block.radius, 1);
}

TEST(Layout, RefusesFieldsWhoseBytesCannotBeCounted) {
  const Index3 most{Index{1} << 20, Index{1} << 18, Index{1} << 18},
      beyond{most.x, most.y, most.z + 1};
  EXPECT_NO_THROW(packed_layout(most));
  EXPECT_NO_THROW(application_layout(most, {}, 8));
  EXPECT_THROW(packed_layout(beyond), InputError);
  EXPECT_THROW(application_layout(beyond, {}, 8), InputError);
  EXPECT_THROW(application_layout({1, Index{1} << 26, Index{1} << 26}, {}, 4), InputError)
      << "padding counts";
}

}  // namespace
}  // namespace ministencil
