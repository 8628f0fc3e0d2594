// SPDX-License-Identifier: Apache-2.0
/// Marks functions that kernels call. On the host they are always inlined: an inline function that
/// exists once for instrumented kernels and ordinary code alike would spoil one of them.
#pragma once

#ifdef __CUDACC__
#define MINISTENCIL_DEVICE __device__
#else
#define MINISTENCIL_DEVICE __attribute__((always_inline)) inline
#endif

/// Before a loop of at most 16 rounds, whose number the compiler knows: no loop is left of it. On
/// the host as well, since emulated warps are counted loop iteration by loop iteration.
#if defined(__CUDACC__) || defined(__clang__)
#define MINISTENCIL_UNROLL _Pragma("unroll")
#else
#define MINISTENCIL_UNROLL _Pragma("GCC unroll 16")
#endif

/// Before a loop that has to stay one. Where a kernel asks again for what the round before had, the
/// compiler of an unrolled loop may keep it.
#if defined(__CUDACC__) || defined(__clang__)
#define MINISTENCIL_ROLLED _Pragma("unroll 1")
#else
#define MINISTENCIL_ROLLED _Pragma("GCC unroll 1")
#endif
