// SPDX-License-Identifier: Apache-2.0
/// How the laboratory reports what a GPU found out; the findings are made up.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "command/lab_gpu.hpp"

namespace ministencil {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

LabGpu sample() {
  LabSpeed speed{.seconds = Measured<Statistics>::of({2e-5, 2.5e-5, 3e-5, 15}),
                 .copy_bandwidth = 4e12,
                 .points_per_second = Measured<double>::of(4e11),
                 .share_of_copy = Measured<double>::of(0.8)};
  return {.device = "a GPU",
          .verification = {},
          .points = {256, 256, 256},
          .emulated = {100, 20},
          .speed = Measured<LabSpeed>::of(speed),
          .resources = Measured<KernelResources>::of({255, 2448, 16, 0.25}),
          .sectors = Measured<SectorCount>::of({100, 20}),
          .traffic = Measured<MemoryTraffic>::of({60, 1e6, 2e6}),
          .utilisation = Measured<Utilisation>::of({.dram = 0.9, .occupancy = 0.2}),
          .notes = {"a note"}};
}

TEST(LabGpuReport, HasEveryFigure) {
  const LabGpu found = sample();
  EXPECT_THAT(lab_gpu_text(found),
              AllOf(HasSubstr("On the GPU (a GPU)"), HasSubstr("median 25"),
                    HasSubstr("400 Gpoint/s; 80 % of a copy, which moves 4"),
                    HasSubstr("255 registers a thread, 2448 B of shared memory a block, 16 B"),
                    HasSubstr("20 % resident; 25 % of the warps fit"),
                    HasSubstr("100 loaded + 20 stored; equal to the emulated ones"),
                    HasSubstr("DRAM bandwidth: DRAM busy 90 %"), HasSubstr("Note: a note")));
  // Registers may be what makes a kernel fast.
  EXPECT_THAT(lab_gpu_text(found), AllOf(Not(HasSubstr("launch_bounds")), Not(HasSubstr("fewer"))));
  const auto json = lab_gpu_json(found);
  EXPECT_EQ(json["passed"], true);
  EXPECT_EQ(json["seconds"], 2.5e-5);
  EXPECT_EQ(json["registers_per_thread"], 255);
  EXPECT_EQ(json["emulated_sectors"], "equal");
  EXPECT_EQ(json["bound_by"], "DRAM bandwidth");
}

TEST(LabGpuReport, SaysWhereCountsDiffer) {
  LabGpu found = sample();
  found.emulated = {99, 20};
  EXPECT_THAT(lab_gpu_text(found), HasSubstr("DIFFER from the emulated 99 loaded + 20 stored"));
  EXPECT_EQ(lab_gpu_json(found)["emulated_sectors"], "differ");
}

TEST(LabGpuReport, ComparesSectorsThroughTexturesToo) {
  LabGpu found = sample();
  EXPECT_FALSE(lab_gpu_json(found).contains("texture_sectors"));
  found.emulated = {0, 0, 64, 32};
  found.sectors = Measured<SectorCount>::of({0, 0, 64, 32});
  EXPECT_THAT(lab_gpu_text(found), HasSubstr("64 through textures + 32 through surfaces; equal"));
  EXPECT_EQ(lab_gpu_json(found)["texture_sectors"], 64);
  EXPECT_EQ(lab_gpu_json(found)["surface_sectors"], 32);
  found.sectors = Measured<SectorCount>::of({0, 0, 64, 31});
  EXPECT_THAT(lab_gpu_text(found), HasSubstr("DIFFER"));
  EXPECT_EQ(lab_gpu_json(found)["emulated_sectors"], "differ");
}

TEST(LabGpuReport, HasNullAndAReasonForWhatThereIsNot) {
  LabGpu found = sample();
  found.sectors = Measured<SectorCount>::none("counters are busy");
  found.speed = Measured<LabSpeed>::none("the kernel stopped the GPU before");
  const auto json = lab_gpu_json(found);
  EXPECT_TRUE(json["loads"].is_null());
  EXPECT_EQ(json["loads_reason"], "counters are busy");
  EXPECT_TRUE(json["share_of_copy"].is_null());
  EXPECT_EQ(json["seconds_reason"], "the kernel stopped the GPU before");
  EXPECT_THAT(lab_gpu_text(found), HasSubstr("not measured: counters are busy"));
}

TEST(LabGpuReport, ShowsTheTrialThatStoppedTheGpu) {
  LabGpu found = sample();
  found.verification.stopped = "33 x 33 points: an illegal memory access was encountered";
  found.verification.left_out = {"64 x 64 points"};
  found.verification.verdict = {Reason::fault, found.verification.stopped};
  EXPECT_THAT(lab_gpu_text(found),
              AllOf(HasSubstr("illegal memory access"),
                    HasSubstr("64 x 64 points  not run: the kernel stopped the GPU before")));
  const auto json = lab_gpu_json(found);
  EXPECT_EQ(json["passed"], false);
  EXPECT_EQ(json["not_run"][0], "64 x 64 points");
}

}  // namespace
}  // namespace ministencil
