// SPDX-License-Identifier: Apache-2.0
#include "profile/range_profiler.hpp"

#include <cuda_runtime.h>

#include <cstdint>

#include "profile/cupti/library.hpp"

namespace ministencil {

namespace {

constexpr int most_passes = 64;  // a guard against never ending: a dozen metrics take a few

std::string remedy_for(CUptiResult status) {
  switch (status) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
      return "; ask the administrator for access to GPU performance counters "
             "(NVreg_RestrictProfilingToAdminUsers=0)";
    case CUPTI_ERROR_HARDWARE_BUSY:
      return "; another process holds the counters of this GPU";
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
      return "; another profiler is attached to this process";
    default:
      return "";
  }
}

void check_cupti(CUptiResult status, const char* attempt) {
  if (status == CUPTI_SUCCESS) return;
  const char* words = "unknown error";
  cupti().get_result_string(status, &words);
  throw CountersUnavailable(std::string("CUPTI cannot ") + attempt + ": " + words +
                            remedy_for(status));
}

/// The driver's current context: found through the runtime, so that libcuda need not be linked.
CUcontext current_context() {
  using GetCurrent = CUresult (*)(CUcontext*);
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  CUcontext context = nullptr;
  if (cudaFree(nullptr) != cudaSuccess ||  // makes the context if nothing did yet
      cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &function, 4000, cudaEnableDefault,
                                       &found) != cudaSuccess ||
      reinterpret_cast<GetCurrent>(function)(&context) != CUDA_SUCCESS || !context) {
    throw CountersUnavailable("there is no CUDA context");
  }
  return context;
}

}  // namespace

/// Everything that counting holds, released in the reverse order.
struct RangeProfiler::Session {
  std::vector<const char*> metric_names;  // of string literals
  CUcontext context = current_context();
  std::vector<std::uint8_t> availability, config, data;
  CUpti_Profiler_Host_Object* host = nullptr;
  CUpti_RangeProfiler_Object* profiler = nullptr;
  bool initialized = false;

  explicit Session(std::vector<const char*> metrics) : metric_names(std::move(metrics)) {
    try {
      initialize();
      make_config();
      enable();
    } catch (...) {
      release();  // no destructor runs for an object that was never complete
      throw;
    }
  }
  ~Session() { release(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void initialize();
  void make_config();
  void enable();
  void release() noexcept;
  void configure();
  bool pass(const std::function<void()>& work);
  std::vector<double> values();
};

void RangeProfiler::Session::initialize() {
  CUpti_Profiler_Initialize_Params all{CUpti_Profiler_Initialize_Params_STRUCT_SIZE, nullptr};
  check_cupti(cupti().initialize(&all), "initialise its profiler");
  initialized = true;
  CUpti_Profiler_GetCounterAvailability_Params available{};
  available.structSize = CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE;
  available.ctx = context;
  check_cupti(cupti().get_counter_availability(&available), "ask which counters exist");
  availability.resize(available.counterAvailabilityImageSize);
  available.pCounterAvailabilityImage = availability.data();
  check_cupti(cupti().get_counter_availability(&available), "ask which counters exist");
}

void RangeProfiler::Session::make_config() {
  int device = 0;
  cudaGetDevice(&device);
  CUpti_Device_GetChipName_Params chip{};
  chip.structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE;
  chip.deviceIndex = static_cast<std::size_t>(device);
  check_cupti(cupti().get_chip_name(&chip), "name the chip");

  CUpti_Profiler_Host_Initialize_Params create{};
  create.structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE;
  create.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  create.pChipName = chip.pChipName;
  create.pCounterAvailabilityImage = availability.data();
  check_cupti(cupti().host_initialize(&create), "prepare its counters");
  host = create.pHostObject;

  CUpti_Profiler_Host_ConfigAddMetrics_Params add{};
  add.structSize = CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE;
  add.pHostObject = host;
  add.ppMetricNames = metric_names.data();
  add.numMetrics = metric_names.size();
  check_cupti(cupti().host_add_metrics(&add), "choose the counters");

  CUpti_Profiler_Host_GetConfigImageSize_Params size{};
  size.structSize = CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE;
  size.pHostObject = host;
  check_cupti(cupti().host_get_config_size(&size), "prepare its counters");
  config.resize(size.configImageSize);
  CUpti_Profiler_Host_GetConfigImage_Params image{};
  image.structSize = CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE;
  image.pHostObject = host;
  image.configImageSize = config.size();
  image.pConfigImage = config.data();
  check_cupti(cupti().host_get_config(&image), "prepare its counters");
}

void RangeProfiler::Session::enable() {
  CUpti_RangeProfiler_Enable_Params start{};
  start.structSize = CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE;
  start.ctx = context;
  check_cupti(cupti().enable(&start), "take the counters");
  profiler = start.pRangeProfilerObject;

  CUpti_RangeProfiler_GetCounterDataSize_Params size{};
  size.structSize = CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE;
  size.pRangeProfilerObject = profiler;
  size.pMetricNames = metric_names.data();
  size.numMetrics = metric_names.size();
  size.maxNumOfRanges = 1;
  size.maxNumRangeTreeNodes = 1;
  check_cupti(cupti().get_data_size(&size), "size the counters' data");
  data.resize(size.counterDataSize);
}

void RangeProfiler::Session::configure() {
  CUpti_RangeProfiler_CounterDataImage_Initialize_Params clear{};
  clear.structSize = CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE;
  clear.pRangeProfilerObject = profiler;
  clear.counterDataSize = data.size();
  clear.pCounterData = data.data();
  check_cupti(cupti().initialize_data(&clear), "clear the counters' data");

  CUpti_RangeProfiler_SetConfig_Params set{};
  set.structSize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE;
  set.pRangeProfilerObject = profiler;
  set.configSize = config.size();
  set.pConfig = config.data();
  set.counterDataImageSize = data.size();
  set.pCounterDataImage = data.data();
  set.range = CUPTI_UserRange;
  set.replayMode = CUPTI_UserReplay;
  set.maxRangesPerPass = 1;
  set.numNestingLevels = 1;
  set.minNestingLevel = 1;
  set.targetNestingLevel = 1;
  check_cupti(cupti().set_config(&set), "set the counters up");
}

bool RangeProfiler::Session::pass(const std::function<void()>& work) {
  CUpti_RangeProfiler_Start_Params start{CUpti_RangeProfiler_Start_Params_STRUCT_SIZE, nullptr,
                                         profiler};
  check_cupti(cupti().start(&start), "start counting");
  CUpti_RangeProfiler_PushRange_Params push{};
  push.structSize = CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE;
  push.pRangeProfilerObject = profiler;
  push.pRangeName = "sweep";
  check_cupti(cupti().push_range(&push), "begin a range");
  work();
  CUpti_RangeProfiler_PopRange_Params pop{};
  pop.structSize = CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE;
  pop.pRangeProfilerObject = profiler;
  check_cupti(cupti().pop_range(&pop), "end a range");
  CUpti_RangeProfiler_Stop_Params stop{};
  stop.structSize = CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE;
  stop.pRangeProfilerObject = profiler;
  check_cupti(cupti().stop(&stop), "stop counting");
  return stop.isAllPassSubmitted;
}

std::vector<double> RangeProfiler::Session::values() {
  CUpti_RangeProfiler_DecodeData_Params decode{};
  decode.structSize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE;
  decode.pRangeProfilerObject = profiler;
  check_cupti(cupti().decode(&decode), "decode the counters");
  std::vector<double> values(metric_names.size());
  CUpti_Profiler_Host_EvaluateToGpuValues_Params evaluate{};
  evaluate.structSize = CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE;
  evaluate.pHostObject = host;
  evaluate.pCounterDataImage = data.data();
  evaluate.counterDataImageSize = data.size();
  evaluate.rangeIndex = 0;
  evaluate.ppMetricNames = metric_names.data();
  evaluate.numMetrics = metric_names.size();
  evaluate.pMetricValues = values.data();
  check_cupti(cupti().host_evaluate(&evaluate), "evaluate the counters");
  return values;
}

void RangeProfiler::Session::release() noexcept {
  if (profiler) {
    CUpti_RangeProfiler_Disable_Params disable{};
    disable.structSize = CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE;
    disable.pRangeProfilerObject = profiler;
    cupti().disable(&disable);
  }
  if (host) {
    CUpti_Profiler_Host_Deinitialize_Params deinitialize{};
    deinitialize.structSize = CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE;
    deinitialize.pHostObject = host;
    cupti().host_deinitialize(&deinitialize);
  }
  if (initialized) {
    CUpti_Profiler_DeInitialize_Params all{CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE, nullptr};
    cupti().deinitialize(&all);
  }
}

RangeProfiler::RangeProfiler(std::vector<const char*> metrics)
    : session_(std::make_unique<Session>(std::move(metrics))) {}
RangeProfiler::~RangeProfiler() = default;

std::vector<double> RangeProfiler::measure(const std::function<void()>& work) {
  session_->configure();
  for (int pass = 0; !session_->pass(work);) {
    if (++pass == most_passes) throw CountersUnavailable("CUPTI asks for ever more passes");
  }
  return session_->values();
}

}  // namespace ministencil
