// SPDX-License-Identifier: Apache-2.0
/// From the tree of an input to settings: defaults filled in, every value checked.
#pragma once

#include <string>

#include "configuration/configuration.hpp"
#include "configuration/input_tree.hpp"
#include "configuration/section.hpp"

namespace ministencil {

/// `name` is the path of the input; the default output directory follows from it.
Configuration resolve(const InputNode& root, const std::string& name);

/// The sections that depend on nothing else but what is passed.
GridSettings resolve_grid(const Section& grid);
HeatSettings resolve_heat(const Section& heat, int dimensions);
TimeSettings resolve_time(const Section& time, const GridSettings& grid, double diffusivity,
                          int order);

}  // namespace ministencil
