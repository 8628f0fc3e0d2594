// SPDX-License-Identifier: Apache-2.0
/// Marks functions that kernels call. On the host they are always inlined: an inline function that
/// exists once for instrumented kernels and ordinary code alike would spoil one of them.
#pragma once

#ifdef __CUDACC__
#define MINISTENCIL_DEVICE __device__
#else
#define MINISTENCIL_DEVICE __attribute__((always_inline)) inline
#endif
