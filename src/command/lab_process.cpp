// SPDX-License-Identifier: Apache-2.0
#include "command/lab_process.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "backend/device_kernel.hpp"
#include "backend/devices.hpp"
#include "command/child.hpp"
#include "command/lab_gpu.hpp"
#include "configuration/source_text.hpp"
#include "core/error.hpp"
#include "kernel_file/device_compiler.hpp"

namespace ministencil {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int most_seconds = 1800;  // of the whole process: large grids are compared on the host
constexpr const char *task_file = "task", *result_file = "result";

// MessagePack, since paths and lines of source may hold bytes that are no UTF-8.
void write(const fs::path& path, const Json& json) {
  const fs::path unfinished = path.string() + ".new";
  std::ofstream file(unfinished, std::ios::binary);
  Json::to_msgpack(json, nlohmann::detail::output_adapter<char>(file));
  if (!file.flush()) {
    throw FileError("the file " + path.string() +
                    " cannot be written; free space there, or set TMPDIR to another folder");
  }
  fs::rename(unfinished, path);
}

Json read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return file ? Json::from_msgpack(file) : Json();
}

Json json_of(const LabGpuTask& task) {
  const Subject& subject = task.subject;
  Json arguments = Json::array();
  for (const KernelArgument& a : task.options.arguments) arguments.push_back({a.name, a.value});
  return {{"path", task.kernel.path},
          {"text", task.kernel.text},
          {"folder", task.compiled.folder().string()},
          {"headers", task.headers.string()},
          {"arguments", arguments},
          {"dimensions", subject.dimensions},
          {"block", {subject.block.x, subject.block.y, subject.block.z}},
          {"chunks", subject.chunks.value_or(0)},
          {"points", task.profile_points},
          {"emulated",
           {task.emulated.loads, task.emulated.stores, task.emulated.texture.read_sectors,
            task.emulated.texture.write_sectors}}};
}

/// The words that start the process.
std::vector<std::string> lab_process(const fs::path& folder) {
  return {fs::read_symlink("/proc/self/exe").string(), lab_process_word, folder.string()};
}

/// A process that ended while `trial` ran.
std::string ended_by(const ChildEnd& end, const std::string& trial) {
  if (end.code == 128 + SIGALRM) {
    return fmt::format("{}: the kernel did not end within {} seconds on the GPU", trial,
                       GpuTrials::most_seconds);
  }
  if (end.code == 128 + SIGKILL) {
    return fmt::format("{}: the GPU's part did not end within {} seconds", trial, most_seconds);
  }
  return fmt::format("{}: the process on the GPU ended with code {} {}", trial, end.code,
                     printable(end.said));
}

LabGpuPart part_of(const Json& result, const ChildEnd& end) {
  LabGpuPart part{
      .reason = {}, .text = result.at("text"), .json = {}, .verdict = result.at("verdict")};
  Json json = result.at("json");
  if (const std::string running = result.at("running"); !running.empty()) {
    part.verdict = ended_by(end, running);
    part.text += "  " + part.verdict + "\n";
    json["passed"] = false;
    json["verdict"] = part.verdict;
  }
  part.json = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return part;
}

/// A GPU that was not asked for may be unfit for it.
LabGpuPart part_without(const LabOptions& options, const std::string& reason) {
  if (options.backend == BackendKind::cuda) throw MachineError(reason);
  LabGpuPart part;
  part.reason = reason;
  return part;
}

}  // namespace

std::string why_not_on_gpu(BackendKind backend) {
  if (backend == BackendKind::emulator) return "--backend is emulator";
#ifdef MINISTENCIL_HAS_CUDA
  constexpr int most_seconds_to_look = 60;
  if (run_child(lab_process(fs::path()), most_seconds_to_look).code == 0) return "";
  const std::string reason = "no GPU is visible; check nvidia-smi and CUDA_VISIBLE_DEVICES";
#else
  const std::string reason = "this build has no CUDA; configure the preset 'cuda'";
#endif
  if (backend == BackendKind::cuda) throw MachineError("--backend cuda: " + reason);
  return reason;
}

LabGpuPart lab_on_gpu(const LabGpuTask& task) {
  const ScratchFolder folder;
  write(folder.path() / task_file, json_of(task));
  const ChildEnd end = run_child(lab_process(folder.path()), most_seconds);
  const Json result = read(folder.path() / result_file);
  if (!result.is_object()) {
    return part_without(task.options, ended_by(end, "before the first launch"));
  }
  if (!result.contains("error")) return part_of(result, end);
  const std::string message = result.at("error");
  if (result.at("code") == static_cast<int>(ExitCode::input)) throw InputError(message);
  return part_without(task.options, message);
}

namespace {

/// The kernel as the process that started this one had it, and on the GPU.
class KernelOnGpu {
 public:
  explicit KernelOnGpu(const Json& task)
      : text_(parse_kernel_text(task.at("path"), task.at("text"))),
        loaded_(task.at("folder").get<std::string>(), fs::path(text_.path).filename().string()),
        kernel_(loaded_.kernel()),
        on_device_(compiled(task)) {
    kernel_.on_device = on_device_.entry();
  }

  Subject subject(const Json& task) const {
    const Json& block = task.at("block");
    const Index chunks = task.at("chunks");
    return {.kernel = kernel_,
            .form = text_.form,
            .dimensions = task.at("dimensions"),
            .block = {block.at(0), block.at(1), block.at(2)},
            .chunks = chunks > 0 ? std::optional(chunks) : std::nullopt};
  }

 private:
  DeviceCode compiled(const Json& task) const {
    std::vector<KernelArgument> arguments;
    for (const Json& argument : task.at("arguments")) {
      arguments.push_back({argument.at(0), argument.at(1)});
    }
    return compile_for_device({task.at("headers").get<std::string>(), device_architecture()}, text_,
                              task.at("dimensions"), arguments, forms_of(kernel_.description));
  }

  KernelText text_;
  LoadedKernel loaded_;
  Kernel kernel_;
  DeviceKernel on_device_;
};

/// `running` is the trial that may end the process now; empty when all are through.
void write_result(const fs::path& folder, const LabGpu& found, const std::string& running) {
  write(folder / result_file, {{"text", lab_gpu_text(found)},
                               {"json", lab_gpu_json(found)},
                               {"verdict", found.verification.verdict.text},
                               {"running", running}});
}

/// What there is before anything is measured, and after a kernel that stopped the GPU.
LabGpu unmeasured(const LabTrial& profile, const Json& emulated) {
  const char* const reason = "the kernel stopped the GPU before";
  return {.device = visible_devices().front().name,
          .verification = {},
          .points = profile.points,
          .emulated = {emulated.at(0), emulated.at(1), emulated.at(2), emulated.at(3)},
          .speed = Measured<LabSpeed>::none(reason),
          .resources = Measured<KernelResources>::none(reason),
          .sectors = Measured<SectorCount>::none(reason),
          .traffic = Measured<MemoryTraffic>::none(reason),
          .utilisation = Measured<Utilisation>::none(reason)};
}

void measure(const fs::path& folder, const LabTrial& trial, LabGpu& found) {
  if (!found.verification.stopped.empty()) return;
  const std::string name = "measurement, " + text_of(trial);
  write_result(folder, found, name);
  try {
    measure_on_gpu(trial, found);
  } catch (const Error& error) {
    found.verification.stopped = name + ": " + error.what();
    found.verification.verdict = {Reason::fault, found.verification.stopped};
  }
}

void write_error(const fs::path& folder, const std::string& message, ExitCode code) {
  write(folder / result_file, {{"error", message}, {"code", static_cast<int>(code)}});
}

void verify_and_measure(const fs::path& folder) {
  const Json task = read(folder / task_file);
  use_device(0);
  const KernelOnGpu kernel(task);
  const Subject subject = kernel.subject(task);
  const Index points = task.at("points");
  const LabTrial profile = profile_trial(subject, points);
  GpuTrials gpu;
  LabGpu found = unmeasured(profile, task.at("emulated"));
  found.verification =
      verify_on(gpu, subject, points, [&](const DeviceVerification& v, const std::string& trial) {
        LabGpu so_far = found;
        so_far.verification = DeviceVerification(v);
        write_result(folder, so_far, trial);
      });
  measure(folder, profile, found);
  write_result(folder, found, "");
}

bool has_devices() {
  try {
    return !visible_devices().empty();
  } catch (const Error&) {  // there, but of no use
    return false;
  }
}

}  // namespace

int lab_process_main(const fs::path& folder) {
  if (folder.empty()) return has_devices() ? 0 : 1;
  std::signal(SIGALRM, SIG_DFL);
  // What kernels print is not the laboratory's.
  if (!std::freopen("/dev/null", "w", stdout)) return static_cast<int>(ExitCode::machine);
  try {
    verify_and_measure(folder);
  } catch (const Error& error) {
    write_error(folder, error.what(), error.code());
  } catch (const std::exception& error) {
    write_error(folder,
                std::string("the GPU's part of the laboratory: ") + error.what() +
                    "; leave it out with --backend emulator",
                ExitCode::machine);
  }
  return 0;
}

}  // namespace ministencil
