// SPDX-License-Identifier: Apache-2.0
/// For builds without CUDA.
#include "core/error.hpp"
#include "probes/probes.hpp"

namespace ministencil {

bool probes_are_built() { return false; }

std::unique_ptr<ProbeRun> make_probe(Probe, Index) {
  throw MachineError("this build has no CUDA; configure the preset 'cuda'");
}

}  // namespace ministencil
