// SPDX-License-Identifier: Apache-2.0
#include "command/field_output.hpp"

#include <nlohmann/json.hpp>

#include "command/version.hpp"
#include "configuration/read.hpp"
#include "field/hash.hpp"
#include "output/names.hpp"

namespace ministencil {

template <class T>
SnapshotObserver<T>::SnapshotObserver(MPI_Comm communicator, const Assembly& assembly,
                                      const RunPlan& plan, const Schedule& schedule)
    : series_(communicator, assembly.configuration.output.directory,
              assembly.configuration.grid.points),
      owned_(assembly.owned),
      schedule_(schedule) {
  info_.dimensions = assembly.configuration.grid.dimensions;
  info_.spacing = assembly.configuration.grid.spacing;
  info_.input = to_json(assembly.configuration).dump();
  info_.kernel = assembly.kernel->name;
  info_.backend = plan.backend;
  info_.version = program_version();
  info_.commit = program_commit();
}

template <class T>
Verdict SnapshotObserver<T>::observe(const Moment<T>& moment) {
  info_.step = moment.step;
  info_.time = moment.time;
  series_.write(info_, owned_, moment.values.data());
  return Verdict::go_on;
}

template <class T>
std::vector<std::string> SnapshotObserver<T>::files() const {
  std::vector<std::string> names;
  for (const SeriesEntry& entry : series_.entries()) names.push_back(entry.file);
  if (!names.empty()) names.emplace_back(series_name);
  return names;
}

template <class T>
Verdict HashObserver<T>::observe(const Moment<T>& moment) {
  const std::uint64_t mine = hash_part(moment.values.data(), owned_, points_);
  std::uint64_t sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_UINT64_T, MPI_SUM, communicator_);
  hash_ = sum;
  return Verdict::go_on;
}

template class SnapshotObserver<float>;
template class SnapshotObserver<double>;
template class HashObserver<float>;
template class HashObserver<double>;

}  // namespace ministencil
