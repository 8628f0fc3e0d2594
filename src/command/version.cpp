// SPDX-License-Identifier: Apache-2.0
#include "command/version.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <mpi.h>

#include <CLI/Version.hpp>
#include <boost/version.hpp>
#include <nlohmann/json.hpp>

#include "command/build_info.hpp"
#include "reference/session.hpp"

namespace ministencil {

namespace {

std::string mpi_text() {
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(library, &length);
  const std::string text(library, static_cast<std::size_t>(length));
  return text.substr(0, text.find(','));  // Open MPI appends package and date
}

std::string hdf5_text() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
#ifdef H5_HAVE_PARALLEL
  constexpr const char* kind = "parallel";
#else
  constexpr const char* kind = "serial";
#endif
  return fmt::format("{}.{}.{} ({})", major, minor, release, kind);
}

}  // namespace

std::string program_version() { return build_info::version; }
std::string program_commit() { return build_info::commit; }

std::vector<NamedText> version_info() {
  return {{"ministencil", fmt::format("{} ({})", build_info::version, build_info::commit)},
          {"compiler", fmt::format("{}, {}", build_info::compiler, build_info::build_type)},
          {"CUDA", build_info::cuda},
          {"MPI", mpi_text()},
          {"HDF5", hdf5_text()},
          {"Kokkos", kokkos_description()},
          {"yaml-cpp", build_info::yaml_cpp},
          {"CLI11", CLI11_VERSION},
          {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                              FMT_VERSION % 100)},
          {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                        NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
          {"Boost", fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000,
                                BOOST_VERSION % 100)}};
}

std::string version_text() {
  std::string text;
  for (const auto& [name, value] : version_info()) text += fmt::format("{:<14} {}\n", name, value);
  return text;
}

}  // namespace ministencil
