// SPDX-License-Identifier: Apache-2.0
/// Fields and directories for the tests of output.
#pragma once

#include <mpi.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

/// A value that no other point of a grid below 100 points an axis has, exact in float32.
constexpr double sample_value(Index x, Index y, Index z) {
  return static_cast<double>(x + 100 * y + 10000 * z) + 0.125;
}

/// The points of `box`, rows back to back.
template <class T>
std::vector<T> sample_field(const Box& box) {
  std::vector<T> values;
  for (Index z = box.first.z; z < box.last.z; ++z)
    for (Index y = box.first.y; y < box.last.y; ++y)
      for (Index x = box.first.x; x < box.last.x; ++x)
        values.push_back(static_cast<T>(sample_value(x, y, z)));
  return values;
}

/// A new directory that all ranks of a communicator know; rank 0 removes it with its contents.
class SharedDirectory {
 public:
  explicit SharedDirectory(MPI_Comm communicator) : communicator_(communicator) {
    std::string name = (std::filesystem::temp_directory_path() / "ministencil.XXXXXX").string();
    if (rank_of(communicator) == 0 && !::mkdtemp(name.data())) name.clear();
    path_ = broadcast_text(communicator, 0, name);
  }
  SharedDirectory(const SharedDirectory&) = delete;
  SharedDirectory& operator=(const SharedDirectory&) = delete;
  ~SharedDirectory() {
    MPI_Barrier(communicator_);
    std::error_code ignored;
    if (rank_of(communicator_) == 0) std::filesystem::remove_all(path_, ignored);
    MPI_Barrier(communicator_);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  MPI_Comm communicator_;
  std::filesystem::path path_;
};

/// The first `size` ranks of the world; MPI_COMM_NULL on the others.
class FirstRanks {
 public:
  explicit FirstRanks(int size) {
    const bool member = rank_of(MPI_COMM_WORLD) < size;
    MPI_Comm_split(MPI_COMM_WORLD, member ? 0 : MPI_UNDEFINED, 0, &communicator_);
  }
  FirstRanks(const FirstRanks&) = delete;
  FirstRanks& operator=(const FirstRanks&) = delete;
  ~FirstRanks() {
    if (communicator_ != MPI_COMM_NULL) MPI_Comm_free(&communicator_);
  }
  bool member() const { return communicator_ != MPI_COMM_NULL; }
  MPI_Comm get() const { return communicator_; }

 private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
};

/// What `call` throws as an Error, or "" where it throws none; the code goes to `code`.
template <class Call>
std::string message_of(Call&& call, ExitCode* code = nullptr) {
  try {
    call();
  } catch (const Error& error) {
    if (code) *code = error.code();
    return error.what();
  }
  return "";
}

}  // namespace ministencil
