// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

namespace ministencil {

/// CUPTI's functions, loaded when they are first needed: a program that was linked with the library
/// would not start on a machine that has the driver but not the toolkit.
struct CuptiLibrary {
  decltype(&cuptiGetResultString) get_result_string;
  decltype(&cuptiProfilerInitialize) initialize;
  decltype(&cuptiProfilerDeInitialize) deinitialize;
  decltype(&cuptiDeviceGetChipName) get_chip_name;
  decltype(&cuptiProfilerGetCounterAvailability) get_counter_availability;
  decltype(&cuptiProfilerHostInitialize) host_initialize;
  decltype(&cuptiProfilerHostDeinitialize) host_deinitialize;
  decltype(&cuptiProfilerHostConfigAddMetrics) host_add_metrics;
  decltype(&cuptiProfilerHostGetConfigImageSize) host_get_config_size;
  decltype(&cuptiProfilerHostGetConfigImage) host_get_config;
  decltype(&cuptiProfilerHostEvaluateToGpuValues) host_evaluate;
  decltype(&cuptiRangeProfilerEnable) enable;
  decltype(&cuptiRangeProfilerDisable) disable;
  decltype(&cuptiRangeProfilerGetCounterDataSize) get_data_size;
  decltype(&cuptiRangeProfilerCounterDataImageInitialize) initialize_data;
  decltype(&cuptiRangeProfilerSetConfig) set_config;
  decltype(&cuptiRangeProfilerStart) start;
  decltype(&cuptiRangeProfilerStop) stop;
  decltype(&cuptiRangeProfilerPushRange) push_range;
  decltype(&cuptiRangeProfilerPopRange) pop_range;
  decltype(&cuptiRangeProfilerDecodeData) decode;
};

/// Throws CountersUnavailable if the library or a function of it is missing.
const CuptiLibrary& cupti();

}  // namespace ministencil
