// SPDX-License-Identifier: Apache-2.0
#include "command/simulation.hpp"

#include "halo/staged_transport.hpp"
#include "output/snapshot.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

AxisTables tables_everywhere(MPI_Comm world, const Configuration& configuration) {
  AxisTables tables;
  collectively(world, [&] {
    if (rank_of(world) == 0) tables = make_tables(configuration);
  });
  for (auto& table : tables) {
    auto length = static_cast<int>(table.size());
    MPI_Bcast(&length, 1, MPI_INT, 0, world);
    table.resize(static_cast<std::size_t>(length));
    MPI_Bcast(table.data(), length, MPI_DOUBLE, 0, world);
  }
  return tables;
}

template <class T>
std::vector<T> initial_field(MPI_Comm world, const Assembly& assembly, const AxisTables& tables) {
  const Configuration& configuration = assembly.configuration;
  if (const auto* file = std::get_if<FromFile>(&configuration.heat.initial)) {
    return read_field<T>(world, file->path, configuration.grid.points,
                         configuration.grid.dimensions, assembly.owned);
  }
  std::vector<T> values;
  collectively(world, [&] { values = initial_values<T>(configuration, tables, assembly.owned); });
  return values;
}

template <class T>
Simulation<T>::Simulation(MPI_Comm world, BackendKind kind, const Assembly& assembly,
                          const std::vector<T>& initial)
    : backend(make_backend<T>(kind, *assembly.kernel, assembly.launch)),
      coefficients(make_coefficients<T>(assembly.configuration.time.diffusion_number,
                                        assembly.configuration.grid.spacing,
                                        assembly.configuration.order)),
      halo(*backend, assembly.block, assembly.halo,
           std::make_unique<StagedTransport<T>>(world, *backend, assembly.block, assembly.halo)),
      solver(*backend, halo, assembly.layout, assembly.block, coefficients,
             assembly.configuration.halo.overlap ? Overlap::on : Overlap::off, initial) {}

template std::vector<float> initial_field(MPI_Comm, const Assembly&, const AxisTables&);
template std::vector<double> initial_field(MPI_Comm, const Assembly&, const AxisTables&);
template struct Simulation<float>;
template struct Simulation<double>;

}  // namespace ministencil
