// SPDX-License-Identifier: Apache-2.0
#include "command/guard.hpp"

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include "parallel/agreement.hpp"

namespace ministencil {

namespace {

/// Ends every rank: the others may be waiting for this one.
[[noreturn]] void abort_all(ExitCode code, const char* message) {
  std::cout << std::flush;
  std::fprintf(stderr, "ministencil: rank %d: %s\n", rank_of(MPI_COMM_WORLD), message);
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
  std::_Exit(static_cast<int>(code));
}

}  // namespace

int guarded(const std::function<ExitCode()>& body) {
  try {
    return static_cast<int>(body());
  } catch (const AgreedError& error) {
    if (rank_of(MPI_COMM_WORLD) == 0) {
      std::cout << std::flush;
      std::fprintf(stderr, "ministencil: %s\n", error.what());
    }
    return static_cast<int>(error.code());
  } catch (const Error& error) {
    abort_all(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    abort_all(ExitCode::machine, "out of host memory; use more ranks or a smaller grid");
  } catch (const std::length_error&) {  // more than any machine could have
    abort_all(ExitCode::machine, "out of host memory; use more ranks or a smaller grid");
  } catch (const std::exception& error) {
    abort_all(ExitCode::machine, error.what());
  }
}

}  // namespace ministencil
