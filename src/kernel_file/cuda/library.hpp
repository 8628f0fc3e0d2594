// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nvrtc.h>

namespace ministencil {

/// NVRTC's functions, loaded when they are first needed: a program that was linked with the library
/// would not start on a machine that has the driver but not the toolkit.
struct NvrtcLibrary {
  decltype(&nvrtcGetErrorString) get_error_string;
  decltype(&nvrtcVersion) version;
  decltype(&nvrtcCreateProgram) create_program;
  decltype(&nvrtcDestroyProgram) destroy_program;
  decltype(&nvrtcAddNameExpression) add_name_expression;
  decltype(&nvrtcCompileProgram) compile_program;
  decltype(&nvrtcGetLoweredName) get_lowered_name;
  decltype(&nvrtcGetProgramLogSize) get_log_size;
  decltype(&nvrtcGetProgramLog) get_log;
  decltype(&nvrtcGetCUBINSize) get_binary_size;
  decltype(&nvrtcGetCUBIN) get_binary;
};

/// Throws MachineError if no library of CUDA 12 or newer is found.
const NvrtcLibrary& nvrtc();

}  // namespace ministencil
