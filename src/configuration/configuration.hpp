// SPDX-License-Identifier: Apache-2.0
/// The resolved input of a run: every default filled in, every value checked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "core/box.hpp"
#include "core/precision.hpp"
#include "stencil/boundary.hpp"
#include "stencil/description.hpp"

namespace ministencil {

/// A 2D grid has one point along z, no spacing along it (infinite), and absent faces.
struct GridSettings {
  int dimensions = 3;
  Index3 points{64, 64, 64};                  // every stored point, fixed borders included
  std::array<double, axes> spacing{1, 1, 1};  // metres
  bool operator==(const GridSettings&) const = default;
};

/// amplitude · product over the axes of the discrete mode (sine, or cosine between insulated
/// walls).
struct Eigenmode {
  std::array<int, axes> modes{1, 1, 1};
  double amplitude = 1.0;
  bool operator==(const Eigenmode&) const = default;
};
/// amplitude · exp(−|x − centre|² / (2 width²)); centre and width in metres from point (0, 0, 0).
struct Gaussian {
  std::array<double, axes> centre{};
  double width = 1.0, amplitude = 1.0;
  bool operator==(const Gaussian&) const = default;
};
/// Uniform in [0, 1) from a counter-based generator of (seed, global index).
struct Random {
  std::uint64_t seed = 1;
  bool operator==(const Random&) const = default;
};
/// gradient · x, kelvin per metre.
struct Linear {
  std::array<double, axes> gradient{1, 0, 0};
  bool operator==(const Linear&) const = default;
};
/// Dataset "temperature" of an HDF5 snapshot, axes Z Y X or Y X, same grid and precision.
struct FromFile {
  std::string path;
  bool operator==(const FromFile&) const = default;
};
using InitialState = std::variant<Eigenmode, Gaussian, Random, Linear, FromFile>;

struct HeatSettings {
  double diffusivity = 1.0;  // m²/s
  Boundaries boundary;
  InitialState initial = Eigenmode{};
  bool operator==(const HeatSettings&) const = default;
};

struct TimeSettings {
  Index steps = 100;
  double diffusion_number = 0.125;  // α·Δt / (smallest spacing)²
  double step = 0.125;              // Δt, seconds; derived from diffusion_number or the other way
  bool operator==(const TimeSettings&) const = default;
};

/// A kernel of the user's own. Runs record the hash of the file's text; an input that gives it asks
/// for that text and no other.
struct KernelFile {
  std::string path;
  std::string hash;  // 16 hexadecimal digits; empty: not known yet
  bool operator==(const KernelFile&) const = default;
};

/// Whether the launch stands in the settings, or is looked up among tuned ones before it is used.
enum class LaunchSource { settings, tuned };

struct KernelSettings {
  std::string name = "rotated";     // 2D: "rolled_strip"; with a file: the file's name
  std::optional<BlockShape> block;  // none: the kernel's default
  std::optional<Index> chunk;       // none: the kernel's default
  int steps_per_sweep = 1;
  LaunchSource launch = LaunchSource::settings;
  std::string block_from{};          // where a looked up launch came from; else empty
  std::optional<KernelFile> file{};  // none: a kernel of the catalogue
  bool operator==(const KernelSettings&) const = default;
};

enum class BackendKind { automatic, cuda, emulator, kokkos };
enum class TransportKind { automatic, staged, gpu_aware, ipc };
enum class ReferenceKind { kokkos, none };
enum class SectorSource { automatic, cupti, emulated, none };

struct HaloSettings {
  TransportKind transport = TransportKind::automatic;
  bool overlap = true;
  bool operator==(const HaloSettings&) const = default;
};

struct CheckSettings {
  ReferenceKind reference = ReferenceKind::kokkos;
  bool at_end = true;
  Index every = 0;  // steps; 0: never before the end
  bool operator==(const CheckSettings&) const = default;
};

struct OutputSettings {
  std::string directory;     // default: results/<stem of the input's file name>
  Index snapshot_every = 0;  // steps; 0: none
  bool operator==(const OutputSettings&) const = default;
};

struct Configuration {
  std::string source;  // path of the input as given
  GridSettings grid;
  HeatSettings heat;
  TimeSettings time;
  Precision precision = Precision::float32;
  int order = 2;
  KernelSettings kernel;
  BackendKind backend = BackendKind::automatic;
  bool share_devices = false;
  std::optional<std::array<int, axes>> decomposition;  // none: auto
  HaloSettings halo;
  CheckSettings check;
  SectorSource sectors = SectorSource::automatic;
  OutputSettings output;
  bool operator==(const Configuration&) const = default;
};

}  // namespace ministencil
