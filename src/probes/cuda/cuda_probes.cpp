// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <cstring>

#include "backend/cuda/runtime.hpp"
#include "probes/cuda/launch.hpp"
#include "probes/probes.hpp"

namespace ministencil {

namespace {

constexpr int warm_ups = 3, samples = 20, launches_a_sample = 10;
constexpr const char* smaller = "use a smaller --points";

/// Values that tell texels apart, none below 0, which texture_read.cu relies on.
float texel(Index at) { return static_cast<float>(at % 1021) / 1021.0f; }

/// Before the probe reads on a stream of its own.
void finish(const char* attempt) { check_cuda(cudaDeviceSynchronize(), attempt); }

/// float texels in linear device memory.
class LinearTexels {
 public:
  explicit LinearTexels(Index texels) : bytes_(static_cast<std::size_t>(texels) * sizeof(float)) {
    check_cuda(cudaMalloc(&data_, bytes_), "allocate the texels of a probe", smaller);
  }
  ~LinearTexels() { cudaFree(data_); }
  LinearTexels(const LinearTexels&) = delete;
  LinearTexels& operator=(const LinearTexels&) = delete;
  float* data() const { return data_; }
  void fill(const std::vector<float>& values) {
    check_cuda(cudaMemcpy(data_, values.data(), bytes_, cudaMemcpyHostToDevice), "fill texels");
    finish("fill texels");
  }
  /// All bits set is a NaN.
  void poison() {
    check_cuda(cudaMemset(data_, 0xff, bytes_), "poison texels");
    finish("poison texels");
  }
  std::vector<float> values() const {
    std::vector<float> values(bytes_ / sizeof(float));
    check_cuda(cudaMemcpy(values.data(), data_, bytes_, cudaMemcpyDeviceToHost), "read texels");
    return values;
  }

 private:
  std::size_t bytes_;
  float* data_ = nullptr;
};

/// float texels in the layout that textures and surfaces have.
class TiledTexels {
 public:
  TiledTexels(Index points, unsigned flags)
      : row_bytes_(static_cast<std::size_t>(points) * sizeof(float)),
        rows_(static_cast<std::size_t>(points)) {
    const cudaChannelFormatDesc one_float = cudaCreateChannelDesc<float>();
    check_cuda(cudaMallocArray(&array_, &one_float, rows_, rows_, flags),
               "allocate the texels of a probe", smaller);
  }
  ~TiledTexels() { cudaFreeArray(array_); }
  TiledTexels(const TiledTexels&) = delete;
  TiledTexels& operator=(const TiledTexels&) = delete;
  void fill(const std::vector<float>& values) {
    check_cuda(cudaMemcpy2DToArray(array_, 0, 0, values.data(), row_bytes_, row_bytes_, rows_,
                                   cudaMemcpyHostToDevice),
               "fill texels");
    finish("fill texels");
  }
  std::vector<float> values() const {
    std::vector<float> values(rows_ * rows_);
    check_cuda(cudaMemcpy2DFromArray(values.data(), row_bytes_, array_, 0, 0, row_bytes_, rows_,
                                     cudaMemcpyDeviceToHost),
               "read texels");
    return values;
  }
  cudaResourceDesc resource() const {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    return resource;
  }

 private:
  std::size_t row_bytes_, rows_;
  cudaArray_t array_ = nullptr;
};

/// What probes have in common. Whether a launch is timed or checked decides where sums go.
class CudaProbe : public ProbeRun {
 public:
  explicit CudaProbe(Index points) : points_(static_cast<int>(points)) {}

  std::vector<double> seconds(BlockShape block) override {
    for (int i = 0; i < warm_ups; ++i) started(launch(block, Purpose::timed));
    std::vector<double> all;
    for (int i = 0; i < samples; ++i) {
      check_cuda(cudaEventRecord(before_.get(), stream_.get()), "record an event");
      for (int j = 0; j < launches_a_sample; ++j) started(launch(block, Purpose::timed));
      check_cuda(cudaEventRecord(after_.get(), stream_.get()), "record an event");
      check_cuda(cudaEventSynchronize(after_.get()), "complete a probe");
      float milliseconds = 0;
      check_cuda(cudaEventElapsedTime(&milliseconds, before_.get(), after_.get()),
                 "read the time between two events");
      all.push_back(1e-3 * static_cast<double>(milliseconds) / launches_a_sample);
    }
    return all;
  }

  Index wrong_texels(BlockShape block) override {
    poison();
    started(launch(block, Purpose::checked));
    check_cuda(cudaStreamSynchronize(stream_.get()), "complete a probe");
    const std::vector<float> found = results();
    Index wrong = 0;
    for (std::size_t at = 0; at < found.size(); ++at) {
      const float wanted = expected(static_cast<Index>(at));
      wrong += std::memcmp(&found[at], &wanted, sizeof wanted) == 0 ? 0 : 1;
    }
    return wrong;
  }

 protected:
  enum class Purpose { timed, checked };
  virtual cudaError_t launch(BlockShape block, Purpose purpose) = 0;
  virtual void poison() = 0;
  virtual std::vector<float> results() const = 0;
  virtual float expected(Index at) const { return texel(at); }

  Index texels() const { return Index{points_} * points_; }
  std::vector<float> input() const {
    std::vector<float> values(static_cast<std::size_t>(texels()));
    for (std::size_t at = 0; at < values.size(); ++at) values[at] = texel(static_cast<Index>(at));
    return values;
  }

  int points_;
  CudaStream stream_{CudaStream::Priority::normal};

 private:
  static void started(cudaError_t status) {
    check_cuda(status, "launch a probe", "build with CMAKE_CUDA_ARCHITECTURES for this GPU");
  }

  CudaEvent before_{CudaEvent::Use::timing}, after_{CudaEvent::Use::timing};
};

class CopyProbe : public CudaProbe {
 public:
  explicit CopyProbe(Index points) : CudaProbe(points), in_(texels()), out_(texels()) {
    in_.fill(input());
  }

 private:
  cudaError_t launch(BlockShape block, Purpose) override {
    return launch_copy(in_.data(), out_.data(), points_, block, stream_.get());
  }
  void poison() override { out_.poison(); }
  std::vector<float> results() const override { return out_.values(); }

  LinearTexels in_, out_;
};

class GlobalReadProbe : public CudaProbe {
 public:
  explicit GlobalReadProbe(Index points) : CudaProbe(points), in_(texels()), sums_(texels()) {
    in_.fill(input());
  }

 private:
  cudaError_t launch(BlockShape block, Purpose purpose) override {
    float* const sums = purpose == Purpose::checked ? sums_.data() : nullptr;
    return launch_global_read(in_.data(), sums, points_, block, stream_.get());
  }
  void poison() override { sums_.poison(); }
  std::vector<float> results() const override { return sums_.values(); }

  LinearTexels in_, sums_;
};

class TextureReadProbe : public CudaProbe {
 public:
  explicit TextureReadProbe(Index points)
      : CudaProbe(points), in_(points, cudaArrayDefault), sums_(texels()) {
    in_.fill(input());
    const cudaResourceDesc resource = in_.resource();
    cudaTextureDesc how{};  // the nearest texel, its value as it is, coordinates in texels
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    check_cuda(cudaCreateTextureObject(&texture_, &resource, &how, nullptr), "make a texture");
  }
  ~TextureReadProbe() override { cudaDestroyTextureObject(texture_); }
  TextureReadProbe(const TextureReadProbe&) = delete;
  TextureReadProbe& operator=(const TextureReadProbe&) = delete;

 private:
  cudaError_t launch(BlockShape block, Purpose purpose) override {
    float* const sums = purpose == Purpose::checked ? sums_.data() : nullptr;
    return launch_texture_read(texture_, sums, points_, block, stream_.get());
  }
  void poison() override { sums_.poison(); }
  std::vector<float> results() const override { return sums_.values(); }

  TiledTexels in_;
  LinearTexels sums_;
  cudaTextureObject_t texture_ = 0;
};

class SurfaceFillProbe : public CudaProbe {
 public:
  explicit SurfaceFillProbe(Index points)
      : CudaProbe(points), out_(points, cudaArraySurfaceLoadStore) {
    const cudaResourceDesc resource = out_.resource();
    check_cuda(cudaCreateSurfaceObject(&surface_, &resource), "make a surface");
  }
  ~SurfaceFillProbe() override { cudaDestroySurfaceObject(surface_); }
  SurfaceFillProbe(const SurfaceFillProbe&) = delete;
  SurfaceFillProbe& operator=(const SurfaceFillProbe&) = delete;

 private:
  static constexpr float value = 0.75f;

  cudaError_t launch(BlockShape block, Purpose) override {
    return launch_surface_fill(surface_, value, points_, block, stream_.get());
  }
  void poison() override {
    out_.fill(std::vector<float>(static_cast<std::size_t>(texels()), -1.0f));
  }
  std::vector<float> results() const override { return out_.values(); }
  float expected(Index) const override { return value; }

  TiledTexels out_;
  cudaSurfaceObject_t surface_ = 0;
};

}  // namespace

bool probes_are_built() { return true; }

std::unique_ptr<ProbeRun> make_probe(Probe probe, Index points) {
  switch (probe) {
    case Probe::copy:
      return std::make_unique<CopyProbe>(points);
    case Probe::global_read:
      return std::make_unique<GlobalReadProbe>(points);
    case Probe::texture_read:
      return std::make_unique<TextureReadProbe>(points);
    case Probe::surface_fill:
      break;
  }
  return std::make_unique<SurfaceFillProbe>(points);
}

}  // namespace ministencil
