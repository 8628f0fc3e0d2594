// SPDX-License-Identifier: Apache-2.0
/// What good inputs mean.
#include <gmock/gmock.h>

#include <limits>
#include <locale>
#include <nlohmann/json.hpp>

#include "configuration/refusal.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Configuration parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return parse_configuration(text, "inputs/heat.yaml", overrides);
}

TEST(Configuration, HasADefaultForEveryKey) {
  Configuration expected;
  expected.source = "inputs/heat.yaml";
  expected.output.directory = "results/heat";
  expected.time.diffusion_number = 0.75 * stability_limit({1, 1, 1}, 2);
  expected.time.step = expected.time.diffusion_number;
  EXPECT_EQ(parse("{}"), expected);
}

TEST(Configuration, ReadsEveryKey) {
  const Configuration c = parse(R"(
grid:          {points: [5, 6, 7], spacing: [0.5, 0.25, 2]}
heat:          {diffusivity: 2, boundary: insulated, initial: {kind: random, seed: 9}}
time:          {steps: 3000000000, diffusion_number: 0.1}
precision:     float64
order:         2
kernel:        {name: naive, block: [64, 8], chunk: 4, steps_per_sweep: 1}
backend:       kokkos
devices:       {share: true}
decomposition: [1, 2, 3]
halo:          {transport: staged, overlap: false}
check:         {reference: none, at_end: false, every: 7}
sectors:       {count: cupti}
output:        {directory: out/a, snapshots: {every: 50}, checkpoints: {every: 0, keep: 2}}
)");
  Configuration expected;
  expected.source = "inputs/heat.yaml";
  expected.grid = {3, {5, 6, 7}, {0.5, 0.25, 2}};
  expected.heat = {2, all_faces(Boundary::insulated), Random{9}};
  expected.time = {3000000000, 0.1, 0.1 * 0.25 * 0.25 / 2};
  expected.precision = Precision::float64;
  expected.kernel = {"naive", BlockShape{64, 8, 1}, 4, 1};
  expected.backend = BackendKind::kokkos;
  expected.share_devices = true;
  expected.decomposition = {1, 2, 3};
  expected.halo = {TransportKind::staged, false};
  expected.check = {ReferenceKind::none, false, 7};
  expected.sectors = SectorSource::cupti;
  expected.output = {"out/a", 50};
  EXPECT_EQ(c, expected);
}

TEST(Configuration, ReadsEveryInitialState) {
  const auto initial = [](const std::string& text) {
    return parse("heat: {boundary: periodic, initial: " + text + "}").heat.initial;
  };
  EXPECT_EQ(initial("{kind: eigenmode}"), InitialState(Eigenmode{}));
  EXPECT_EQ(initial("{kind: eigenmode, modes: [0, 2, 3], amplitude: -2}"),
            InitialState(Eigenmode{{0, 2, 3}, -2}));
  EXPECT_EQ(initial("{kind: gaussian, centre: [1, -2, 3.5], width: 4}"),
            InitialState(Gaussian{{1, -2, 3.5}, 4, 1}));
  EXPECT_EQ(initial("{kind: random}"), InitialState(Random{1}));
  EXPECT_EQ(initial("{kind: random, seed: 18446744073709551615}"),
            InitialState(Random{std::numeric_limits<std::uint64_t>::max()}));
  EXPECT_EQ(initial("{kind: linear, gradient: [1, 0, -1e-3]}"),
            InitialState(Linear{{1, 0, -1e-3}}));
  EXPECT_EQ(initial("{kind: file, path: 'a b.h5'}"), InitialState(FromFile{"a b.h5"}));
}

TEST(Configuration, ReadsTwoNumbersOfPointsAsA2DGrid) {
  const Configuration c = parse(R"(
grid: {points: [8, 9], spacing: [1, 2]}
heat: {boundary: {y: periodic}, initial: {kind: gaussian, centre: [3, 4], width: 2}}
decomposition: [1, 2])");
  constexpr auto fixed = Boundary::fixed, periodic = Boundary::periodic, absent = Boundary::absent;
  EXPECT_EQ(c.grid.dimensions, 2);
  EXPECT_EQ(c.grid.points, (Index3{8, 9, 1}));
  EXPECT_EQ(c.heat.boundary,
            (Boundaries{{{{fixed, fixed}, {periodic, periodic}, {absent, absent}}}}));
  EXPECT_EQ(c.heat.initial, InitialState(Gaussian{{3, 4, 0}, 2, 1}));
  EXPECT_EQ(c.decomposition, (std::array{1, 2, 1}));
  EXPECT_EQ(c.kernel.name, "rolled_strip");
  // 1 / (2 (1 + 1/4)) bounds order 2 in 2D, and is exact.
  EXPECT_EQ(c.time.diffusion_number, 0.75 * 0.4);
  const Configuration plain = parse("grid: {points: [8, 9]}\ntime: {diffusion_number: 0.25}");
  EXPECT_EQ(plain.heat.boundary, without_z(all_faces(fixed)));
  EXPECT_EQ(std::get<Eigenmode>(plain.heat.initial).modes, (std::array{1, 1, 0}));
}

TEST(Configuration, ReadsBoundariesByWordListAndMapping) {
  const auto boundary = [](const std::string& text) {
    return parse("heat: {boundary: " + text + "}").heat.boundary;
  };
  constexpr auto fixed = Boundary::fixed, periodic = Boundary::periodic,
                 insulated = Boundary::insulated;
  EXPECT_EQ(boundary("periodic"), all_faces(periodic));
  const Boundaries mixed{{{{fixed, fixed}, {periodic, periodic}, {fixed, insulated}}}};
  EXPECT_EQ(boundary("[fixed, periodic, [fixed, insulated]]"), mixed);
  EXPECT_EQ(boundary("{y: periodic, z: [fixed, insulated]}"), mixed);
  EXPECT_EQ(boundary("{x: [periodic, periodic]}").face[0], (std::array{periodic, periodic}));
}

TEST(Configuration, DerivesTheStepFromTheDiffusionNumberAndBack) {
  const Configuration by_number = parse("grid: {spacing: 0.1}\ntime: {diffusion_number: 0.1}");
  EXPECT_EQ(by_number.time.step, 0.1 * 0.1 * 0.1);
  const Configuration by_step =
      parse("grid: {spacing: [2, 3, 4]}\nheat: {diffusivity: 0.5}\ntime: {step: 1}");
  EXPECT_EQ(by_step.time.diffusion_number, 0.125);
}

TEST(Configuration, AcceptsTheLimitItselfAndNothingAbove) {
  const double limit = stability_limit({1, 1, 1}, 2);
  EXPECT_EQ(parse("time: {diffusion_number: 0.16666666666666666}").time.diffusion_number, limit);
  EXPECT_THAT(refusal("time: {diffusion_number: 0.16666666666666669}"), HasSubstr("unstable"));
}

TEST(Configuration, TakesFourOrdersEachWithALimitOfItsOwn) {
  for (const int order : {2, 4, 6, 8}) {
    const Configuration c = parse("order: " + std::to_string(order));
    EXPECT_EQ(c.order, order);
    EXPECT_EQ(c.time.diffusion_number, 0.75 * stability_limit({1, 1, 1}, order));
  }
}

TEST(Configuration, AcceptsWindowsLinesAByteOrderMarkAndDocumentMarks) {
  EXPECT_EQ(parse("\xef\xbb\xbf---\r\ntime:\r\n  steps: 5\r\n...\r\n").time.steps, 5);
}

TEST(Configuration, KeepsTextAsWritten) {
  EXPECT_EQ(parse("output: {directory: 'results/Wärme 1: a'}").output.directory,
            "results/Wärme 1: a");
  EXPECT_EQ(parse("output: {directory: 007}").output.directory, "007");
}

TEST(Configuration, AcceptsSmallButRepresentableNumbers) {
  EXPECT_EQ(parse("heat: {initial: {kind: eigenmode, amplitude: 0e-999}}").heat.initial,
            InitialState(Eigenmode{{1, 1, 1}, 0}));
  EXPECT_EQ(parse("heat: {initial: {kind: eigenmode, amplitude: 1e-300}}").heat.initial,
            InitialState(Eigenmode{{1, 1, 1}, 1e-300}));
}

/// Writes and reads numbers as German does.
struct CommaNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Configuration, DoesNotDependOnTheLocale) {
  const std::string text = "grid: {points: [1000, 8, 8], spacing: 0.125}\ntime: {steps: 1000000}";
  const Configuration expected = parse(text);
  const std::string expected_echo = to_json(expected).dump();
  const std::string expected_refusal = refusal("time: {diffusion_number: 1234.5}");
  const std::locale before = std::locale::global(std::locale(std::locale(), new CommaNumbers));
  const Configuration with_commas = parse(text);
  const std::string echo = to_json(with_commas).dump();
  const std::string commas_refusal = refusal("time: {diffusion_number: 1234.5}");
  std::locale::global(before);
  EXPECT_EQ(with_commas, expected);
  EXPECT_EQ(echo, expected_echo);
  EXPECT_EQ(commas_refusal, expected_refusal);
  EXPECT_EQ(expected.grid.spacing[0], 0.125);
}

TEST(Override, ReplacesWhatTheFileSays) {
  const Configuration c = parse("time: {steps: 5}\nheat: {boundary: [fixed, fixed, periodic]}",
                                {"time.steps=10", "grid.points=[8,9,10]", "precision=float64",
                                 "heat.initial={kind: random, seed: 3}", "heat.boundary=insulated",
                                 "output.snapshots.every=2", "output.directory=a=b"});
  EXPECT_EQ(c.time.steps, 10);
  EXPECT_EQ(c.grid.points, (Index3{8, 9, 10}));
  EXPECT_EQ(c.precision, Precision::float64);
  EXPECT_EQ(c.heat.initial, InitialState(Random{3}));
  EXPECT_EQ(c.heat.boundary, all_faces(Boundary::insulated));
  EXPECT_EQ(c.output.snapshot_every, 2);
  EXPECT_EQ(c.output.directory, "a=b");
}

TEST(Override, LeavesTheOtherKeysOfItsSection) {
  const Configuration c = parse("check: {at_end: false, every: 3}", {"check.every=4"});
  EXPECT_EQ(c.check, (CheckSettings{ReferenceKind::kokkos, false, 4}));
}

TEST(Override, ComesLastAndInOrder) {
  EXPECT_EQ(parse("{}", {"time.steps=1", "time.steps=2"}).time.steps, 2);
}

TEST(Override, MendsAWrongValueOfTheFile) {
  EXPECT_EQ(parse("time: {steps: wrong}", {"time.steps=2"}).time.steps, 2);
}

TEST(Override, OfTheStepReplacesTheDiffusionNumberAndBack) {
  EXPECT_EQ(parse("time: {diffusion_number: 0.125}", {"time.step=0.1"}).time.diffusion_number, 0.1);
  EXPECT_EQ(parse("time: {step: 0.1}", {"time.diffusion_number=0.125"}).time.step, 0.125);
  EXPECT_EQ(parse("{}", {"time.step=0.1", "time.diffusion_number=0.125"}).time.step, 0.125);
  EXPECT_THAT(refusal("{}", {"time={step: 0.1, diffusion_number: 0.125}"}), HasSubstr("disagree"));
}

TEST(Override, OfTheBlockReplacesWhatCameWithTheOldOne) {
  const std::string tuned = "kernel: {block: [8, 8], chunk: 4, block_from: a store}";
  EXPECT_EQ(parse(tuned, {"kernel.block=[4, 4]"}).kernel.block_from, "");
  EXPECT_EQ(parse(tuned, {"kernel.block=[4, 4]"}).kernel.chunk, 4);
  EXPECT_EQ(parse(tuned, {"kernel.chunk=5"}).kernel.block_from, "");
  const KernelSettings kernel = parse(tuned, {"kernel.block=tuned"}).kernel;
  EXPECT_EQ(kernel.launch, LaunchSource::tuned);
  EXPECT_EQ(kernel.chunk, std::nullopt);
  EXPECT_THAT(refusal("{}", {"kernel.block=tuned", "kernel.chunk=5"}), HasSubstr("of its own"));
}

TEST(Override, IsNamedWhereItIsWrong) {
  const auto wrong = [](const std::string& assignment) {
    return refusal("time: {steps: 5}", {assignment});
  };
  EXPECT_THAT(wrong("time.steps=x"), StartsWith("--set time.steps=x: time.steps: 'x' is not an"));
  EXPECT_THAT(wrong("time.stepz=1"), StartsWith("--set time.stepz=1: time.stepz: unknown key (did "
                                                "you mean 'steps'?)"));
  EXPECT_THAT(wrong("tmie.steps=1"), StartsWith("--set tmie.steps=1: tmie: unknown key (did you "
                                                "mean 'time'?)"));
  EXPECT_THAT(wrong("steps=1"), HasSubstr("'steps' belongs to time; move it there"));
  EXPECT_THAT(wrong("time.steps.x=1"), HasSubstr("time.steps: not a section: it holds one value "
                                                 "at in.yaml:1; set it as a whole"));
  for (const std::string assignment :
       {"", "=", "=5", "time", ".=1", "time.=1", "a..b=1", ".a=1", "a.b.c.d.e.f.g.h.i=1"}) {
    EXPECT_THAT(wrong(assignment), HasSubstr("not an assignment")) << assignment;
  }
  EXPECT_THAT(wrong("time.steps="), HasSubstr("no value"));
  EXPECT_THAT(wrong("time.steps='5'"), HasSubstr("remove the quotes"));
  EXPECT_THAT(wrong("time.steps=5\nx: 1"), HasSubstr("--set time.steps=5?x: 1: line break"));
  EXPECT_THAT(wrong("time=steps: 5"), HasSubstr("block list or mapping"));
  EXPECT_THAT(wrong("grid.points=- 5"), HasSubstr("block list or mapping"));
  EXPECT_THAT(wrong("time={steps: 1, steps: 2}"), HasSubstr("steps: duplicate key"));
  EXPECT_THAT(wrong("time.steps=&a 5"), HasSubstr("anchor or alias"));
  EXPECT_THAT(wrong("time.steps=[5"), HasSubstr("open bracket"));
  EXPECT_THAT(wrong("time.steps=\t5"), HasSubstr("tab character"));
  EXPECT_THAT(wrong("time.steps=\xff"), HasSubstr("not valid UTF-8"));
}

}  // namespace
}  // namespace ministencil
