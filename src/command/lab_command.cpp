// SPDX-License-Identifier: Apache-2.0
#include "command/lab_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "command/isolated.hpp"
#include "command/lab_report.hpp"
#include "configuration/source_text.hpp"
#include "core/error.hpp"
#include "kernel_file/compiled_kernel.hpp"
#include "kernel_file/user_code.hpp"

namespace ministencil {

namespace {

/// Of a plain kernel; a variant's description says it.
int dimensions_of(const LabOptions& options, const KernelText& kernel) {
  if (kernel.form == KernelForm::variant) {
    if (!options.dimensions) return 3;
    throw InputError("--dimensions: a variant's description says it; leave the option out");
  }
  if (options.dimensions) return *options.dimensions;
  if (kernel.dimensions) return *kernel.dimensions;
  throw InputError("kernel file " + shown(kernel.path) +
                   ": its text does not tell whether the grid is a square or a cube, since it "
                   "looks at no .z of an index; add --dimensions 2 or --dimensions 3");
}

/// The catalogue checks those of variants.
void check_plain_block(const BlockShape& block, int dimensions) {
  const auto refuse = [&](const std::string& reason) {
    throw InputError("--block " + text_of(block) + " cannot be launched: " + reason +
                     "; the default is 32 16, in 2D 32 8");
  };
  if (dimensions == 2 && block.z != 1) refuse("a square has no third extent");
  if (block.z > 64) refuse("a block has at most 64 threads along z");
  if (Index{block.x} * block.y * block.z > 1024) refuse("a block has at most 1024 threads");
}

Index profile_points(const LabOptions& options, int dimensions) {
  const Index points = options.points.value_or(profile_size(dimensions));
  // Plain kernels index with int, and every element of the grid is compared here.
  const Index most = dimensions == 2 ? 16384 : 640;
  if (points >= 3 && points <= most) return points;
  throw InputError(
      fmt::format("--points {}: the counted grid has 3 to {} points a side in {}D; "
                  "write one of them",
                  points, most, dimensions));
}

void require_countable(const LabReport& report) {
  const SectorCounts& counted = report.verification.profile->counted;
  const Index one =
      std::max(counted.sectors(), counted.texture.read_sectors + counted.texture.write_sectors);
  if (bounded_product(one, report.options.launches) < std::numeric_limits<Index>::max()) return;
  throw InputError("--launches asks for more sectors than 64 bits count; use fewer");
}

/// Seconds that a launch on the grid may take: a million points takes a slow machine less.
int most_seconds(const LabOptions& options, const LabTrial& trial) {
  constexpr Index least = 20, a_million = 6;
  return options.seconds.value_or(
      static_cast<int>(least + a_million * trial.points.product() / 1'000'000));
}

/// The gate is one of global loads and stores, which such a kernel would pass unseen.
void require_gate_for(const LabOptions& options, bool has_textures) {
  if (!options.gate || !has_textures) return;
  throw InputError(
      "--gate: the kernel reads through textures and writes through surfaces, and the "
      "gate holds sectors of global loads and stores; leave --gate out");
}

/// What the emulator finds out. Executes the kernel, which may end the process; `guard` watches
/// over that.
LabReport emulate(const LabOptions& options, const KernelText& text, const Subject& subject,
                  UserCodeGuard& guard) {
  const auto begin = [&](const LabTrial& trial) {
    guard.begin(text_of(trial), most_seconds(options, trial));
  };
  const Index points = profile_points(options, subject.dimensions);
  LabReport report{.options = options,
                   .kernel = text,
                   .subject = subject,
                   .verification = verify(subject, points, begin),
                   .lines = {},
                   .sentences = {}};
  guard.begin("", 0);
  const ProfileCount& profile = *report.verification.profile;
  report.lines = explain_lines(profile, text.path, text.text);
  report.sentences = explain(profile, report.lines);
  require_countable(report);
  return report;
}

/// For a process of its own, as the kernel may end it and since this is where the GPU is used.
LabResult examine(const LabOptions& options, const KernelText& text, const HostCompiler& compiler,
                  UserCodeGuard& guard) {
  const std::string no_gpu = why_not_on_gpu(options.backend);
  const CompiledKernel compiled(compiler, text, dimensions_of(options, text), options.arguments);
  const Kernel& kernel = compiled.kernel();
  const int dimensions = kernel.description.dimensions;
  const Subject subject{.kernel = kernel,
                        .form = text.form,
                        .dimensions = dimensions,
                        .block = options.block.value_or(kernel.description.default_block),
                        .chunks = options.chunks};
  if (text.form == KernelForm::plain) check_plain_block(subject.block, dimensions);
  require_gate_for(options, kernel.description.textures);
  LabReport report = emulate(options, text, subject, guard);
  // A kernel whose description does not say so is known by what it asked for.
  require_gate_for(options, report.verification.profile->counted.texture.requests() > 0);
  report.gpu.reason = no_gpu;
  if (no_gpu.empty()) {
    report.gpu = lab_on_gpu({.options = options,
                             .kernel = text,
                             .compiled = compiled,
                             .subject = subject,
                             .headers = compiler.headers,
                             .profile_points = profile_points(options, dimensions),
                             .emulated = report.verification.profile->counted});
  }
  return {options.json ? lab_json_text(report) : lab_text(report), report.passed()};
}

}  // namespace

LabResult lab(const LabOptions& options, const HostCompiler& compiler) {
  const KernelText text = read_kernel_text(options.file);
  const auto end = run_isolated([&](const GiveUp& give_up) {
    UserCodeGuard guard(give_up);
    const LabResult result = examine(options, text, compiler, guard);
    return (result.passed ? "1" : "0") + result.text;
  });
  if (const auto* not_returned = std::get_if<NotReturned>(&end)) {
    const std::string what = "the kernel did not return: " + not_returned->what;
    return {options.json ? lab_json_text(text, what) : lab_text(text, what), false};
  }
  const std::string& said = std::get<std::string>(end);
  return {said.substr(1), said[0] == '1'};
}

}  // namespace ministencil
