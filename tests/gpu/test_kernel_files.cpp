// SPDX-License-Identifier: Apache-2.0
/// Kernel files compiled while the program runs have the bits of those that were compiled with it.
/// Rank 0 only; skipped where there is no GPU or no NVRTC.
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "backend/device_kernel.hpp"
#include "backend/devices.hpp"
#include "backend/make_backend.hpp"
#include "core/error.hpp"
#include "kernel_file/device_compiler.hpp"
#include "kernel_file/host_compiler.hpp"
#include "parallel/agreement.hpp"
#include "sectors/count.hpp"
#include "support/samples.hpp"

namespace ministencil::testing_support {
namespace {

namespace fs = std::filesystem;

/// A file of the source tree, which may have been carried to another folder that is now the
/// current.
std::string source_file(const std::string& name) {
  const fs::path built = fs::path(SOURCE_FOLDER) / name;
  return fs::exists(built) ? built.string() : name;
}

/// The headers beside the program, or in such a tree.
fs::path headers() {
  try {
    return choose_host_compiler("", program_folder()).headers;
  } catch (const MachineError&) {
    return fs::absolute("src");
  }
}

class GpuKernelFile : public testing::Test {
 protected:
  void SetUp() override {
    if (rank_of(MPI_COMM_WORLD) != 0) GTEST_SKIP() << "rank 0 compiles";
    if (visible_devices().empty()) GTEST_SKIP() << "no GPU is visible";
    use_device(0);
  }
};

/// One sweep of a random field on a ragged grid with a halo of the stencil's reach.
template <class T>
struct Sample {
  CountTask task;
  Coefficients<T> coefficients;
  std::vector<T> values;

  Sample(const Kernel& kernel, int order, double spacing_y)
      : task(make_count_task({.kernel = kernel,
                              .points = points_for(kernel),
                              .launch = choose_launch(kernel, nullptr, nullptr, sizeof(T), order),
                              .precision = precision_of<T>,
                              .layout = CountLayout::application})),
        coefficients(make_coefficients<T>(
            0.1, {1, spacing_y, kernel.description.dimensions == 2 ? no_spacing : 1}, order)),
        values(random_field<T>(stored().extent())) {}

  /// The field with its halo.
  Box stored() const { return task.layout.stored_box(); }

  static Index3 points_for(const Kernel& kernel) {
    return kernel.description.dimensions == 2 ? Index3{301, 67, 1} : Index3{133, 41, 35};
  }

  std::size_t index_of(const Index3& p) const {
    const Index3 q = p - stored().first, extent = stored().extent();
    return static_cast<std::size_t>(q.x + extent.x * (q.y + extent.y * q.z));
  }

  std::vector<T> swept_by(const Kernel& kernel) const {
    const auto backend = make_backend<T>(BackendKind::cuda, kernel, task.launch);
    const Allocation<T> in = backend->allocate_field(task.layout),
                        out = backend->allocate_field(task.layout);
    T* const from = in.get() + task.layout.origin;
    T* const to = out.get() + task.layout.origin;
    backend->unpack(Queue::compute, from, task.block, stored(), values.data());
    backend->sweep(Queue::compute, {from, to, task.block, task.box, coefficients});
    std::vector<T> swept(values.size());
    backend->pack(Queue::compute, to, task.block, stored(), swept.data());
    backend->wait(Queue::compute);
    return swept;
  }
};

template <class T>
void expect_equal_bits(const Kernel& ours, const Kernel& theirs) {
  for (const int order : {2, 4, 6, 8}) {
    if (!ours.description.takes(order, precision_of<T>)) continue;
    for (const double spacing_y : {1.0, 1.5}) {
      const Sample<T> sample(ours, order, spacing_y);
      const std::vector<T> a = sample.swept_by(ours), b = sample.swept_by(theirs);
      const bool is_equal = std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
      EXPECT_TRUE(is_equal) << ours.name << ", order " << order << ", spacing " << spacing_y;
      // All of the output is not-a-number until a kernel stores there.
      EXPECT_FALSE(std::isnan(a[sample.index_of({5, 5, 0})]));
    }
  }
}

TEST_F(GpuKernelFile, OfEveryKernelOfTheCatalogueHasItsBits) {
  int kernels = 0;
  for (const Kernel& ours : kernel_catalogue()) {
    SCOPED_TRACE(ours.name);
    const bool flat = ours.description.dimensions == 2;
    const std::string file =
        source_file(std::string("kernels/") + (flat ? "2d/" : "3d/") + ours.name + ".cu");
    const DeviceKernel compiled(
        compile_for_device({headers(), device_architecture()}, read_kernel_text(file),
                           ours.description.dimensions, {}, forms_of(ours.description)));
    Kernel theirs = ours;
    theirs.on_device = compiled.entry();
    expect_equal_bits<float>(ours, theirs);
    expect_equal_bits<double>(ours, theirs);
    ++kernels;
  }
  EXPECT_GE(kernels, 13);
}

/// A plain kernel is launched with N and its own numbers, whatever their types.
TEST_F(GpuKernelFile, OfAPlainKernelGetsItsArguments) {
  const ScratchFolder folder;
  const fs::path path = folder.path() / "shift.cu";
  const KernelText text =
      parse_kernel_text(path.string(),
                        "__global__ void shift(const float* in, float* out, unsigned N, double by, "
                        "int factor, float f) "
                        "{\n  const int i = threadIdx.x;\n"
                        "  if (i < N) out[i] = in[i] * factor + (float)by + f + 1000 * N;\n}\n");
  const DeviceKernel compiled(compile_for_device({headers(), device_architecture()}, text, 3,
                                                 {{"by", "0.5"}, {"factor", "-3"}, {"f", "0.25"}},
                                                 {}));
  Kernel kernel = find_kernel("naive");
  kernel.name = "shift";
  kernel.on_device = compiled.entry();
  const BlockShape block{32, 1, 1};
  const auto backend =
      make_backend<float>(BackendKind::cuda, kernel, choose_launch(kernel, &block, nullptr, 4));
  const Box all{{0, 0, 0}, {4, 1, 1}};
  const LocalBlock row{.owned = all, .readable = all, .inner = all, .pitch = 4, .plane = 4};
  const Allocation<float> in = backend->allocate(4), out = backend->allocate(4);
  const float values[4] = {1, 2, 3, 4};
  backend->unpack(Queue::compute, in.get(), row, all, values);
  Launch launch{.block = block, .grid = {1, 1, 1}, .region = {}};
  launch.region.last = {3, 1, 1};
  const Coefficients<float> none;
  backend->sweep(Queue::compute, {in.get(), out.get(), row, all, none, {&launch, 1}});
  float result[4] = {};
  backend->pack(Queue::compute, out.get(), row, all, result);
  backend->wait(Queue::compute);
  EXPECT_THAT(std::vector<float>(result, result + 3),
              testing::ElementsAre(2997.75F, 2994.75F, 2991.75F));
  EXPECT_TRUE(std::isnan(result[3]));
  ASSERT_TRUE(backend->resources());
  EXPECT_GT(backend->resources()->registers, 0);
}

}  // namespace
}  // namespace ministencil::testing_support
