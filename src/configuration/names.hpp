// SPDX-License-Identifier: Apache-2.0
/// The words that the input uses for enumerated settings. One table serves reading and echoing.
#pragma once

#include <array>
#include <string_view>

#include "configuration/configuration.hpp"

namespace ministencil {

template <class T>
struct Named {
  std::string_view name;
  T value;
};

inline constexpr std::array boundary_names{Named{"fixed", Boundary::fixed},
                                           Named{"periodic", Boundary::periodic},
                                           Named{"insulated", Boundary::insulated}};
inline constexpr std::array precision_names{Named{"float32", Precision::float32},
                                            Named{"float64", Precision::float64}};
inline constexpr std::array backend_names{
    Named{"auto", BackendKind::automatic}, Named{"cuda", BackendKind::cuda},
    Named{"emulator", BackendKind::emulator}, Named{"kokkos", BackendKind::kokkos}};
inline constexpr std::array transport_names{
    Named{"auto", TransportKind::automatic}, Named{"staged", TransportKind::staged},
    Named{"gpu_aware", TransportKind::gpu_aware}, Named{"ipc", TransportKind::ipc}};
inline constexpr std::array reference_names{Named{"kokkos", ReferenceKind::kokkos},
                                            Named{"none", ReferenceKind::none}};
inline constexpr std::array sector_source_names{
    Named{"auto", SectorSource::automatic}, Named{"cupti", SectorSource::cupti},
    Named{"emulated", SectorSource::emulated}, Named{"none", SectorSource::none}};

/// The word for `value`; empty for a value that the table lacks.
template <class Table, class T>
constexpr std::string_view name_in(const Table& table, T value) {
  for (const auto& entry : table) {
    if (entry.value == value) return entry.name;
  }
  return {};
}

constexpr std::string_view name_of(BackendKind kind) { return name_in(backend_names, kind); }
constexpr std::string_view name_of(TransportKind transport) {
  return name_in(transport_names, transport);
}
constexpr std::string_view name_of(ReferenceKind kind) { return name_in(reference_names, kind); }
constexpr std::string_view name_of(SectorSource source) {
  return name_in(sector_source_names, source);
}

}  // namespace ministencil
