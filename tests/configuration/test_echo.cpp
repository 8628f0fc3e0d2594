// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "configuration/refusal.hpp"

namespace ministencil {
namespace {

constexpr auto fixed = Boundary::fixed, periodic = Boundary::periodic,
               insulated = Boundary::insulated;

/// Every optional setting present, every word but the default, numbers with many digits.
Configuration unusual() {
  Configuration c;
  c.source = "inputs/a \"b\" \\ ü.yaml";
  c.grid = {3, {3, 1, 9000000000}, {0.1, 1.0 / 3, 1e-7}};
  c.heat.diffusivity = std::nextafter(2.0, 3.0);
  c.heat.boundary = {{{{fixed, insulated}, {periodic, periodic}, {insulated, insulated}}}};
  c.heat.initial = Gaussian{{-0.0, 1e300, 5e-324}, std::nextafter(1.0, 0.0), -1e22};
  c.time.steps = std::numeric_limits<Index>::max();
  c.time.diffusion_number = 0.1;
  c.time.step = 0.1 * 1e-7 * 1e-7 / c.heat.diffusivity;
  c.precision = Precision::float64;
  c.kernel = {"naive", BlockShape{32, 8, 2}, Index{1} << 40, 1};
  c.backend = BackendKind::emulator;
  c.share_devices = true;
  c.decomposition = {1, 2, 3};
  c.halo = {TransportKind::staged, false};
  c.check = {ReferenceKind::none, false, 5};
  c.sectors = SectorSource::emulated;
  c.output = {"results/x: y # z", 17};
  return c;
}

TEST(Echo, ComesBackBitByBit) {
  const Configuration c = unusual();
  const Configuration back = from_json(to_json(c));
  EXPECT_EQ(back, c);
  EXPECT_TRUE(std::signbit(std::get<Gaussian>(back.heat.initial).centre[0])) << "-0.0 stays";
}

TEST(Echo, OfEveryInitialStateComesBack) {
  for (const InitialState& initial :
       {InitialState(Eigenmode{{1, 2, 3}, 0.3}), InitialState(Gaussian{{1, 2, 3}, 0.7, 1e-9}),
        InitialState(Random{std::numeric_limits<std::uint64_t>::max()}),
        InitialState(Linear{{0.1, -0.2, 0}}), InitialState(FromFile{"a\tb ü.h5"})}) {
    Configuration c = unusual();
    c.heat.boundary = all_faces(fixed);
    if (std::holds_alternative<FromFile>(initial)) {
      c.heat.initial = FromFile{"a b ü.h5"};
    } else {
      c.heat.initial = initial;
    }
    EXPECT_EQ(from_json(to_json(c)), c);
  }
}

TEST(Echo, OfAKernelFileComesBack) {
  Configuration c = unusual();
  c.kernel.file = KernelFile{"my kernels/a: b.cu", "1234567890123456"};
  c.kernel.name = "a: b.cu";
  EXPECT_EQ(from_json(to_json(c)), c);
  c.kernel.file->hash.clear();
  EXPECT_EQ(from_json(to_json(c)), c);
}

TEST(Echo, OfA2DGridComesBack) {
  const Configuration c = parse_configuration(
      "grid: {points: [8, 9], spacing: [1, 2]}\n"
      "heat: {boundary: [periodic, insulated], initial: {kind: linear, gradient: [0.5, 2]}}\n"
      "kernel: {block: [32, 1]}\ndecomposition: [2, 1]",
      "a.yaml");
  EXPECT_EQ(from_json(to_json(c)), c);
  EXPECT_EQ(to_json(c)["grid"].dump(), R"({"points":[8,9],"spacing":[1.0,2.0]})");
  EXPECT_EQ(to_json(c)["decomposition"].dump(), "[2,1]");
  EXPECT_EQ(to_json(c)["kernel"]["block"].dump(), "[32,1]");
}

TEST(Echo, IsValidInput) {
  const Configuration c = unusual();
  EXPECT_EQ(parse_configuration(to_json(c).dump(), "echo.json"), c);
  EXPECT_EQ(parse_configuration(to_json(c).dump(2), "echo.json"), c);
}

TEST(Echo, OfATunedLaunchIsValidInputBeforeAndAfterItWasLookedUp) {
  Configuration c = parse_configuration("kernel: {block: tuned}", "a.yaml");
  EXPECT_EQ(to_json(c)["kernel"]["block"], "tuned");
  EXPECT_EQ(from_json(to_json(c)), c);
  c.kernel.launch = LaunchSource::settings;
  c.kernel.block = BlockShape{64, 8, 1};
  c.kernel.chunk = 16;
  c.kernel.block_from = "tuned for a GPU, from '/a, b: c.json'";
  EXPECT_EQ(to_json(c)["kernel"]["block_from"], c.kernel.block_from);
  EXPECT_EQ(from_json(to_json(c)), c);
}

TEST(Echo, OfDefaultsIsValidInput) {
  const Configuration c = parse_configuration("{}", "a.yaml");
  EXPECT_EQ(parse_configuration(to_json(c).dump(2), "echo.json"), c);
}

TEST(Echo, HoldsTheKeysOfTheInputFormat) {
  const auto json = to_json(parse_configuration("{}", "a.yaml"));
  EXPECT_EQ(json["grid"].dump(), R"({"points":[64,64,64],"spacing":[1.0,1.0,1.0]})");
  EXPECT_EQ(json["heat"]["boundary"].dump(), R"(["fixed","fixed","fixed"])");
  EXPECT_EQ(json["decomposition"], "auto");
  EXPECT_FALSE(json["kernel"].contains("block")) << "left to the kernel";
  EXPECT_EQ(json["output"]["directory"], "results/a");
}

/// Step and diffusion number follow from each other in rounded arithmetic: whichever was given,
/// both come back.
TEST(Echo, OfAStepOrADiffusionNumberComesBackWhateverItsBits) {
  std::mt19937_64 bits(1);
  std::uniform_real_distribution<double> number(0.001, 0.16), scale(0.001, 1000);
  for (int i = 0; i < 500; ++i) {
    nlohmann::ordered_json input;
    const double spacing = scale(bits), diffusivity = scale(bits), r = number(bits);
    input["grid"]["spacing"] = spacing;
    input["heat"]["diffusivity"] = diffusivity;
    if (i % 2 == 0) {
      input["time"]["diffusion_number"] = r;
    } else {
      input["time"]["step"] = r * spacing * spacing / diffusivity;
    }
    const Configuration c = parse_configuration(input.dump(), "a.yaml");
    ASSERT_EQ(from_json(to_json(c)), c) << input;
  }
}

TEST(Echo, ThatIsDamagedIsRefused) {
  auto json = to_json(unusual());
  json["time"]["steps"] = "many";
  EXPECT_THROW(from_json(json), InputError);
  EXPECT_THROW(from_json(nlohmann::ordered_json::array()), InputError);
  Configuration c = unusual();
  c.heat.diffusivity = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(from_json(to_json(c)), InputError);
}

}  // namespace
}  // namespace ministencil
