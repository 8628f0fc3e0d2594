// SPDX-License-Identifier: Apache-2.0
#include "profile/cupti/library.hpp"

#include <cuda.h>
#include <dlfcn.h>

#include <string>

#include "profile/range_profiler.hpp"

namespace ministencil {

namespace {

void* open_library() {
  const std::string versioned = "libcupti.so." + std::to_string(CUDA_VERSION / 1000);
  for (const std::string& name :
       {versioned, std::string("libcupti.so"), "/usr/local/cuda/lib64/" + versioned,
        "/usr/local/cuda/extras/CUPTI/lib64/" + versioned}) {
    if (void* library = dlopen(name.c_str(), RTLD_NOW)) return library;
  }
  throw CountersUnavailable("the library " + versioned +
                            " was not found; add CUPTI's folder to LD_LIBRARY_PATH");
}

template <class Function>
void load(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (!function) {
    throw CountersUnavailable(std::string("CUPTI lacks ") + name + "; use CUDA 12.6 or newer");
  }
}

CuptiLibrary load_all() {
  void* const library = open_library();
  CuptiLibrary f{};
  load(library, "cuptiGetResultString", f.get_result_string);
  load(library, "cuptiProfilerInitialize", f.initialize);
  load(library, "cuptiProfilerDeInitialize", f.deinitialize);
  load(library, "cuptiDeviceGetChipName", f.get_chip_name);
  load(library, "cuptiProfilerGetCounterAvailability", f.get_counter_availability);
  load(library, "cuptiProfilerHostInitialize", f.host_initialize);
  load(library, "cuptiProfilerHostDeinitialize", f.host_deinitialize);
  load(library, "cuptiProfilerHostConfigAddMetrics", f.host_add_metrics);
  load(library, "cuptiProfilerHostGetConfigImageSize", f.host_get_config_size);
  load(library, "cuptiProfilerHostGetConfigImage", f.host_get_config);
  load(library, "cuptiProfilerHostEvaluateToGpuValues", f.host_evaluate);
  load(library, "cuptiRangeProfilerEnable", f.enable);
  load(library, "cuptiRangeProfilerDisable", f.disable);
  load(library, "cuptiRangeProfilerGetCounterDataSize", f.get_data_size);
  load(library, "cuptiRangeProfilerCounterDataImageInitialize", f.initialize_data);
  load(library, "cuptiRangeProfilerSetConfig", f.set_config);
  load(library, "cuptiRangeProfilerStart", f.start);
  load(library, "cuptiRangeProfilerStop", f.stop);
  load(library, "cuptiRangeProfilerPushRange", f.push_range);
  load(library, "cuptiRangeProfilerPopRange", f.pop_range);
  load(library, "cuptiRangeProfilerDecodeData", f.decode);
  return f;
}

}  // namespace

const CuptiLibrary& cupti() {
  static const CuptiLibrary library = load_all();
  return library;
}

}  // namespace ministencil
