// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/array_field.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <functional>
#include <limits>

#include "backend/cuda/runtime.hpp"

namespace ministencil {

namespace {

Point to_point(const Index3& p) {
  return {static_cast<int>(p.x), static_cast<int>(p.y), static_cast<int>(p.z)};
}

Index limit_of(cudaDeviceAttr attribute) {
  int device = 0, limit = 0;
  check_cuda(cudaGetDevice(&device), "find the current device");
  check_cuda(cudaDeviceGetAttribute(&limit, attribute, device), "read the device's limits");
  return limit;
}

/// The smaller of what textures and surfaces can be along x, y, z.
Index3 most_texels(bool is_flat) {
  const auto least = [](cudaDeviceAttr texture, cudaDeviceAttr surface) {
    return std::min(limit_of(texture), limit_of(surface));
  };
  if (is_flat) {
    return {least(cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxSurface2DWidth),
            least(cudaDevAttrMaxTexture2DHeight, cudaDevAttrMaxSurface2DHeight), 1};
  }
  return {least(cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxSurface3DWidth),
          least(cudaDevAttrMaxTexture3DHeight, cudaDevAttrMaxSurface3DHeight),
          least(cudaDevAttrMaxTexture3DDepth, cudaDevAttrMaxSurface3DDepth)};
}

void require_texels(const Index3& texels, bool is_flat) {
  const Index3 most = most_texels(is_flat);
  if (texels.x <= most.x && texels.y <= most.y && texels.z <= most.z) return;
  throw InputError(
      fmt::format("a rank's {} x {} x {} points, its halo among them, are beyond the {} x {} x {} "
                  "texels of this GPU's textures; use more ranks or a kernel without textures",
                  texels.x, texels.y, texels.z, most.x, most.y, most.z));
}

/// Addresses that nobody else is given; any access to them is a fault.
float* reserve_addresses(std::size_t bytes) {
  void* const first =
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (first != MAP_FAILED) return static_cast<float*>(first);
  throw MachineError(fmt::format(
      "the system refuses {} bytes of addresses for a field; raise the limit ulimit -v", bytes));
}

}  // namespace

ArrayField::ArrayField(const FieldLayout& layout, int dimensions)
    : bytes_(static_cast<std::size_t>(std::max<Index>(layout.elements, 1)) * sizeof(float)),
      is_flat_(dimensions == 2),
      origin_(to_point({layout.halo[0][0], layout.halo[1][0], layout.halo[2][0]})),
      extent_{} {}

ArrayField::ArrayField(const FieldLayout& layout, int dimensions, cudaStream_t stream)
    : ArrayField(layout, dimensions) {
  const Index3 texels = layout.stored_box().extent();
  require_texels(texels, is_flat_);
  extent_ = to_point(texels);
  name_ = reserve_addresses(bytes_);
  const cudaChannelFormatDesc one_float = cudaCreateChannelDesc<float>();
  const cudaExtent extent =
      make_cudaExtent(static_cast<std::size_t>(texels.x), static_cast<std::size_t>(texels.y),
                      is_flat_ ? 0 : static_cast<std::size_t>(texels.z));
  check_cuda(
      cudaMalloc3DArray(&array_, &one_float, extent, cudaArraySurfaceLoadStore),
      fmt::format("allocate a CUDA array of {} x {} x {} texels", texels.x, texels.y, texels.z),
      "use more GPUs or a smaller grid (--dry-run shows what a rank needs)");
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array_;
  cudaTextureDesc how{};  // the nearest texel, its value as it is, coordinates in texels
  for (auto& mode : how.addressMode) mode = cudaAddressModeClamp;
  how.filterMode = cudaFilterModePoint;
  how.readMode = cudaReadModeElementType;
  check_cuda(cudaCreateTextureObject(&texture_, &resource, &how, nullptr), "make a texture");
  check_cuda(cudaCreateSurfaceObject(&surface_, &resource), "make a surface");
  check_cuda(fill_texels(this->texels(), extent_, std::numeric_limits<float>::quiet_NaN(), stream),
             "fill a CUDA array");
  check_cuda(cudaStreamSynchronize(stream), "fill a CUDA array");
}

ArrayField::~ArrayField() {
  cudaDestroySurfaceObject(surface_);
  cudaDestroyTextureObject(texture_);
  cudaFreeArray(array_);
  if (name_) munmap(name_, bytes_);
}

bool ArrayField::is_named(const float* field) const {
  const std::less<const float*> before;
  return !before(field, name_) && before(field, name_ + bytes_ / sizeof(float));
}

Point ArrayField::texel(const Index3& p) const {
  const Point local = to_point(p);
  return {local.x + origin_.x, local.y + origin_.y, local.z + origin_.z};
}

}  // namespace ministencil
