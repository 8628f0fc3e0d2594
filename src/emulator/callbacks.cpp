// SPDX-License-Identifier: Apache-2.0
/// What the compiler calls from kernels compiled with -fsanitize=thread
/// -fsanitize-coverage=trace-pc: a function for every access and every basic block. The sanitizers'
/// own libraries are not linked. Nothing here may be instrumented itself or throw: the caller's
/// code has no place for either. And what kernels call to reach a texture or a surface.
#include <cstddef>
#include <cstdint>

#include "emulator/fibers.hpp"
#include "emulator/inspector.hpp"
#include "emulator/recorder.hpp"
#include "stencil/emulated_thread.hpp"

namespace {

using ministencil::Access;

/// Does not return from an access that must not be performed.
[[gnu::cold, gnu::noinline]] void inspect(Access kind, const void* caller, const void* address,
                                          std::size_t bytes) noexcept {
  auto* const inspector = ministencil::emulated_thread.inspector;
  if (!inspector) return;
  const bool may_go_on = inspector->access(kind, reinterpret_cast<std::uintptr_t>(caller),
                                           reinterpret_cast<std::uintptr_t>(address), bytes);
  if (!may_go_on) ministencil::emulated_thread.fibers->stop_thread();
}

[[gnu::cold, gnu::noinline]] void inspect_visit(const void* caller) noexcept {
  auto* const inspector = ministencil::emulated_thread.inspector;
  if (inspector) inspector->visit(reinterpret_cast<std::uintptr_t>(caller));
}

[[gnu::always_inline]] inline void record(Access kind, const void* caller, const void* address,
                                          std::size_t bytes) noexcept {
  auto* const recorder = ministencil::emulated_thread.recorder;
  if (!recorder) return inspect(kind, caller, address, bytes);
  recorder->access(kind, reinterpret_cast<std::uintptr_t>(caller),
                   reinterpret_cast<std::uintptr_t>(address), bytes);
}

}  // namespace

// The call site tells accesses apart, so each function has to look at its own caller.
#define RECORD(kind, address, bytes) record(kind, __builtin_return_address(0), address, bytes)
#define CALLBACKS(prefix, bytes)                                                          \
  void __tsan_##prefix##read##bytes(void* p) noexcept { RECORD(Access::load, p, bytes); } \
  void __tsan_##prefix##write##bytes(void* p) noexcept { RECORD(Access::store, p, bytes); }

extern "C" {

CALLBACKS(, 1)
CALLBACKS(, 2)
CALLBACKS(, 4)
CALLBACKS(, 8)
CALLBACKS(, 16)
CALLBACKS(unaligned_, 2)
CALLBACKS(unaligned_, 4)
CALLBACKS(unaligned_, 8)
CALLBACKS(unaligned_, 16)

void __tsan_read_range(void* p, std::size_t bytes) noexcept { RECORD(Access::load, p, bytes); }
void __tsan_write_range(void* p, std::size_t bytes) noexcept { RECORD(Access::store, p, bytes); }

void __sanitizer_cov_trace_pc() noexcept {
  auto* const recorder = ministencil::emulated_thread.recorder;
  if (!recorder) return inspect_visit(__builtin_return_address(0));
  recorder->visit(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

void __tsan_init() noexcept {}
void __tsan_func_entry(void*) noexcept {}
void __tsan_func_exit() noexcept {}
void __tsan_vptr_update(void**, void*) noexcept {}
void __tsan_vptr_read(void**) noexcept {}

}  // extern "C"

namespace ministencil {

namespace {

void record_texel(Access kind, const void* caller, const void* address, Texel texel) {
  const auto pc = reinterpret_cast<std::uintptr_t>(caller);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (auto* const recorder = emulated_thread.recorder) {
    recorder->texel(kind, pc, at, lane_texel(texel));
  } else if (auto* const inspector = emulated_thread.inspector) {
    if (!inspector->texel(kind, pc, at, lane_texel(texel))) emulated_thread.fibers->stop_thread();
  }
}

}  // namespace

float emulated_texture_read(const float* from, Texel texel) {
  record_texel(Access::texture_read, __builtin_return_address(0), from, texel);
  return *from;
}
void emulated_surface_write(float* to, Texel texel, float value) {
  record_texel(Access::surface_write, __builtin_return_address(0), to, texel);
  *to = value;
}

}  // namespace ministencil
