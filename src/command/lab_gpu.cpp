// SPDX-License-Identifier: Apache-2.0
#include "command/lab_gpu.hpp"

#include <unistd.h>

#include <algorithm>
#include <functional>

#include "backend/make_backend.hpp"
#include "lab/small_integers.hpp"
#include "profile/gpu_counters.hpp"

namespace ministencil {

namespace {

constexpr int warm_ups = 3, timed_launches = 15;

/// Ends the process if it is not destroyed in time: nothing else ends a kernel that does not.
class TimeLimit {
 public:
  TimeLimit() { ::alarm(GpuTrials::most_seconds); }
  ~TimeLimit() { ::alarm(0); }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;
};

/// A trial's two memories on the GPU: like those on the host; or, for a kernel with textures,
/// fields in CUDA arrays, beside which there is nothing.
template <class T>
class TrialOnGpu {
 public:
  /// For memories like `like`.
  TrialOnGpu(const LabTrial& trial, const Coefficients<T>& coefficients, const TrialMemory<T>& like)
      : trial_(trial),
        coefficients_(coefficients),
        backend_(make_backend<T>(BackendKind::cuda, trial.task.kernel, trial.task.launch)),
        elements_(like.elements),
        origin_(has_textures() ? trial.task.layout.origin : like.origin),
        in_(allocate()),
        out_(allocate()) {}

  Backend<T>& backend() { return *backend_; }
  T* in() { return in_.get(); }
  T* out() { return out_.get(); }

  void upload(T* to, const TrialMemory<T>& from) {
    std::vector<T> texels;
    if (has_textures()) {
      for_each_row(
          from, [&](T* first, Index count) { texels.insert(texels.end(), first, first + count); });
    }
    const LocalBlock rows = as_rows();
    const T* const values = has_textures() ? texels.data() : from.first;
    backend_->unpack(Queue::compute, to, rows, rows.owned, values);
    wait();
  }
  void download(const T* from, const TrialMemory<T>& to) {
    const LocalBlock rows = as_rows();
    if (!has_textures()) {
      backend_->pack(Queue::compute, from, rows, rows.owned, to.first);
      return wait();
    }
    std::vector<T> texels(static_cast<std::size_t>(rows.owned.points()));
    backend_->pack(Queue::compute, from, rows, rows.owned, texels.data());
    wait();
    const T* next = texels.data();
    for_each_row(to, [&](T* first, Index count) {
      std::copy_n(next, count, first);
      next += count;
    });
  }
  void launch() {
    backend_->sweep(Queue::compute, {in_.get() + origin_, out_.get() + origin_, trial_.task.block,
                                     trial_.task.box, coefficients_, trial_.task.launches});
  }
  void wait() {
    const TimeLimit limit;
    backend_->wait(Queue::compute);
  }

 private:
  bool has_textures() const { return trial_.task.kernel.description.textures; }
  Allocation<T> allocate() {
    return has_textures() ? backend_->allocate_field(trial_.task.layout)
                          : backend_->allocate(elements_);
  }

  /// What one copy takes: all of a field, or the memory as rows.
  LocalBlock as_rows() const {
    if (has_textures()) {
      LocalBlock all = trial_.task.block;
      all.owned = trial_.task.layout.stored_box();
      return all;
    }
    const Box all{{0, 0, 0}, {trial_row, elements_ / trial_row, 1}};
    return {.owned = all, .readable = all, .inner = all, .pitch = trial_row, .plane = elements_};
  }

  /// The rows of the field in host memory.
  template <class Visit>
  void for_each_row(const TrialMemory<T>& memory, const Visit& visit) const {
    const FieldLayout& layout = trial_.task.layout;
    const Box box = layout.stored_box();
    T* const field = memory.first + memory.origin - layout.origin;
    for (Index z = box.first.z; z < box.last.z; ++z)
      for (Index y = box.first.y; y < box.last.y; ++y) {
        visit(field + layout.offset({box.first.x, y, z}), box.extent().x);
      }
  }

  const LabTrial& trial_;
  const Coefficients<T>& coefficients_;
  std::unique_ptr<Backend<T>> backend_;
  Index elements_, origin_;
  Allocation<T> in_, out_;
};

template <class T>
void run_on_gpu(const LabTrial& trial, const Coefficients<T>& coefficients,
                const TrialMemory<T>& in, const TrialMemory<T>& out) {
  TrialOnGpu<T> gpu(trial, coefficients, in);
  gpu.upload(gpu.in(), in);
  gpu.upload(gpu.out(), out);
  gpu.launch();
  gpu.wait();
  gpu.download(gpu.out(), out);
}

/// Of `work` on the compute queue.
template <class T>
Measured<Statistics> times_of(TrialOnGpu<T>& gpu, const std::function<void()>& work) {
  const auto stopwatch = gpu.backend().make_stopwatch(2);
  for (int i = 0; i < warm_ups; ++i) work();
  gpu.wait();
  std::vector<double> seconds;
  for (int i = 0; i < timed_launches; ++i) {
    stopwatch->mark(0, Queue::compute);
    work();
    stopwatch->mark(1, Queue::compute);
    gpu.wait();
    seconds.push_back(stopwatch->seconds(0, 1));
  }
  return statistics_of(seconds);
}

template <class T>
void measure_speed(TrialOnGpu<T>& gpu, const LabTrial& trial, Index elements, LabGpu& found) {
  const auto copies =
      times_of(gpu, [&] { gpu.backend().copy(Queue::compute, gpu.in(), gpu.out(), elements); });
  const auto points = static_cast<double>(trial.task.box.points());
  LabSpeed speed{.seconds = times_of(gpu, [&] { gpu.launch(); }),
                 .copy_bandwidth = 2 * static_cast<double>(elements) * sizeof(T) / copies->median,
                 .points_per_second = {},
                 .share_of_copy = {}};
  speed.points_per_second = rate(points, speed.seconds);
  const Measured<double> bandwidth = rate(2 * points * sizeof(T), speed.seconds);
  speed.share_of_copy = bandwidth ? Measured<double>::of(*bandwidth / speed.copy_bandwidth)
                                  : Measured<double>::none(bandwidth.reason);
  found.notes = notes_on_figures(speed.seconds, speed.share_of_copy,
                                 2 * elements * Index{sizeof(T)}, gpu.backend().cache_bytes());
  found.speed = Measured<LabSpeed>::of(speed);
}

template <class T>
void measure_counters(TrialOnGpu<T>& gpu, LabGpu& found) {
  const auto work = [&] {
    gpu.launch();
    gpu.wait();
  };
  try {
    const GpuCounts counts = GpuCounters().count(work);
    found.sectors = Measured<SectorCount>::of(
        {counts.loads, counts.stores, counts.texture_sectors, counts.surface_sectors});
    found.traffic =
        Measured<MemoryTraffic>::of({counts.l2_reads, counts.dram_read, counts.dram_written});
    found.utilisation = Measured<Utilisation>::of(measure_utilisation(work));
  } catch (const CountersUnavailable& reason) {
    if (!found.sectors) found.sectors = Measured<SectorCount>::none(reason.what());
    if (!found.traffic) found.traffic = Measured<MemoryTraffic>::none(reason.what());
    found.utilisation = Measured<Utilisation>::none(reason.what());
  }
}

}  // namespace

void GpuTrials::run(const LabTrial& trial, const Coefficients<float>& coefficients,
                    const TrialMemory<float>& in, const TrialMemory<float>& out) {
  run_on_gpu(trial, coefficients, in, out);
}

void GpuTrials::run(const LabTrial& trial, const Coefficients<double>& coefficients,
                    const TrialMemory<double>& in, const TrialMemory<double>& out) {
  run_on_gpu(trial, coefficients, in, out);
}

void measure_on_gpu(const LabTrial& trial, LabGpu& found) {
  with_element_type(trial.task.precision, [&]<class T>() {
    const Coefficients<T> coefficients = coefficients_of<T>(
        eighths_of(trial.dimensions(), trial.task.block.radius, trial.task.weights));
    const FieldLayout& layout = trial.task.layout;
    // As large as a kernel that reaches beyond its field may need; zeros take as long as others.
    const Index margin = round_up(2 * layout.plane + 2 * layout.pitch + trial_row, trial_row);
    const Index elements = round_up(layout.elements + 2 * margin, trial_row);
    std::vector<T> zeros(static_cast<std::size_t>(elements));
    const TrialMemory<T> memory{zeros.data(), elements, margin + layout.origin};
    TrialOnGpu<T> gpu(trial, coefficients, memory);
    gpu.upload(gpu.in(), memory);
    found.resources = gpu.backend().resources()
                          ? Measured<KernelResources>::of(*gpu.backend().resources())
                          : Measured<KernelResources>::none("the GPU does not tell");
    measure_speed(gpu, trial, layout.elements, found);
    measure_counters(gpu, found);
  });
}

}  // namespace ministencil
