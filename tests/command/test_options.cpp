// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "command/options.hpp"
#include "core/error.hpp"

namespace ministencil {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Command parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "ministencil");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

RunOptions run(const std::vector<const char*>& arguments) {
  return std::get<RunOptions>(parse(arguments));
}

CountOptions count(std::vector<const char*> more = {}) {
  more.insert(more.begin(), {"count", "--kernel", "naive", "--points", "10", "20", "30"});
  return std::get<CountOptions>(parse(more));
}

CompareOptions compare(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "compare");
  return std::get<CompareOptions>(parse(arguments));
}

IntensityOptions opb(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "opb");
  return std::get<IntensityOptions>(parse(arguments));
}

std::string misuse(const std::vector<const char*>& arguments) {
  try {
    parse(arguments);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

std::string count_misuse(std::vector<const char*> more) {
  more.insert(more.begin(), {"count", "--kernel", "naive", "--points", "10", "20", "30"});
  return misuse(more);
}

TEST(RunOptions, OfAnInputAlone) {
  RunOptions expected;
  expected.input = "a.yaml";
  EXPECT_EQ(run({"a.yaml"}), expected);
}

TEST(RunOptions, KeepEveryOverrideInOrder) {
  const std::vector<std::string> expected = {"time.steps=1", "grid.points=[8,8,8]", "x=a b",
                                             "time.steps=2"};
  EXPECT_EQ(run({"--set", "time.steps=1", "a.yaml", "--set", "grid.points=[8,8,8]", "--set=x=a b",
                 "--set", "time.steps=2"})
                .overrides,
            expected);
}

TEST(RunOptions, TakeEveryOption) {
  const RunOptions expected{.input = "a.yaml",
                            .overrides = {},
                            .output = "out",
                            .overwrite = true,
                            .dry_run = true,
                            .gpu = "H200",
                            .store = "t.json"};
  EXPECT_EQ(run({"--dry-run", "--gpu", "H200", "--overwrite", "--output", "out", "--store",
                 "t.json", "a.yaml"}),
            expected);
}

TEST(RunOptions, TakeAPathThatBeginsWithADash) {
  EXPECT_EQ(run({"--", "-a.yaml"}).input, "-a.yaml");
}

TEST(RunOptions, TakeAPathInBrackets) {
  EXPECT_EQ(run({"a.yaml", "--output", "[x,y]"}).output, "[x,y]");
}

TEST(CountOptions, HaveDefaults) {
  CountOptions expected;
  expected.kernel = "naive";
  expected.points = {10, 20, 30};
  EXPECT_EQ(count(), expected);
  EXPECT_EQ(expected.launches, 1);
  EXPECT_EQ(expected.layout, CountLayout::packed);
  EXPECT_EQ(expected.method, CountMethod::sampled);
}

TEST(CountOptions, TakeEveryOption) {
  CountOptions expected;
  expected.kernel = "naive";
  expected.points = {10, 20, 30};
  expected.block = BlockShape{32, 16, 1};
  expected.chunks = 4;
  expected.launches = 100;
  expected.precision = Precision::float64;
  expected.order = 8;
  expected.layout = CountLayout::application;
  expected.method = CountMethod::full;
  expected.json = true;
  EXPECT_EQ(count({"--block", "32", "16", "--chunks", "4", "--launches", "100", "--precision",
                   "float64", "--order", "8", "--layout", "application", "--full", "--json"}),
            expected);
  EXPECT_EQ(count({"--chunk", "7"}).chunk, 7);
  EXPECT_EQ(count({"--sampled"}).method, CountMethod::sampled);
}

TEST(LabOptions, TakeEveryOption) {
  LabOptions expected;
  expected.file = "my.cu";
  EXPECT_EQ(parse({"lab", "my.cu"}), Command(expected));
  expected.dimensions = 3;
  expected.block = BlockShape{8, 8, 8};
  expected.chunks = 4;
  expected.arguments = {{"steps", "4"}, {"r", "0.125"}};
  expected.points = 100;
  expected.gate = 660e6;
  expected.launches = 100;
  expected.seconds = 7;
  expected.backend = BackendKind::emulator;
  expected.json = true;
  EXPECT_EQ(parse({"lab",
                   "my.cu",
                   "--dimensions",
                   "3",
                   "--block",
                   "8",
                   "8",
                   "8",
                   "--chunks",
                   "4",
                   "--argument",
                   "steps=4",
                   "--argument=r=0.125",
                   "--points",
                   "100",
                   "--gate",
                   "660e6",
                   "--launches",
                   "100",
                   "--time-limit",
                   "7",
                   "--backend",
                   "emulator",
                   "--json"}),
            Command(expected));
}

TEST(Misuse, OfLabIsExplained) {
  EXPECT_THAT(misuse({"lab"}), HasSubstr("FILE is required"));
  EXPECT_THAT(misuse({"lab", "a.cu", "b.cu"}), HasSubstr("'b.cu' is not expected"));
  EXPECT_THAT(misuse({"a.yaml", "lab", "a.cu"}), HasSubstr("lab takes no input"));
  EXPECT_THAT(misuse({"lab", "a.cu", "--dimensions", "4"}), HasSubstr("out of range"));
  EXPECT_THAT(misuse({"lab", "a.cu", "--gate", "0"}), HasSubstr("has to be above 0"));
  EXPECT_THAT(misuse({"lab", "a.cu", "--backend", "kokkos"}), HasSubstr("auto, emulator, cuda"));
  EXPECT_THAT(misuse({"lab", "a.cu", "--gate", "much"}), HasSubstr("--gate"));
  EXPECT_THAT(misuse({"lab", "a.cu", "--argument", "r"}), HasSubstr("'r' is no NAME=VALUE"));
  EXPECT_THAT(misuse({"lab", "a.cu", "--time-limit", "0"}), HasSubstr("--time-limit: '0'"));
  EXPECT_THAT(misuse({"lab", "a.cu", "--chunk", "3"}), HasSubstr("did you mean '--chunks'?"));
}

TuneOptions tune(std::vector<const char*> more) {
  more.insert(more.begin(), "tune");
  return std::get<TuneOptions>(parse(more));
}

TEST(TuneOptions, OfAnInputTakeEveryOption) {
  TuneOptions expected;
  expected.input = "a.yaml";
  EXPECT_EQ(tune({"a.yaml"}), expected);
  expected.overrides = {"order=4", "time.steps=1"};
  expected.space = {.widths = {8, 4}, .heights = {16}, .chunks = {1, 64}};
  expected.output = "out";
  expected.overwrite = true;
  expected.store = "t.json";
  EXPECT_EQ(
      tune({"a.yaml", "--set", "order=4", "--widths", "8,4", "--heights", "16", "--chunks", "1,64",
            "--output", "out", "--overwrite", "--store", "t.json", "--set", "time.steps=1"}),
      expected);
}

TEST(TuneOptions, OfAProbeTakeThePoints) {
  TuneOptions expected;
  expected.probe = Probe::texture_read;
  EXPECT_EQ(tune({"--probe", "texture_read"}), expected);
  EXPECT_EQ(expected.points, 4096);
  expected.points = 512;
  expected.space.widths = {32};
  EXPECT_EQ(tune({"--probe", "texture_read", "--points", "512", "--widths", "32"}), expected);
}

TEST(Misuse, OfTuneIsExplained) {
  EXPECT_THAT(misuse({"tune"}), HasSubstr("tune: no input"));
  EXPECT_THAT(misuse({"a.yaml", "tune", "b.yaml"}), HasSubstr("tune takes its input"));
  EXPECT_THAT(misuse({"tune", "a.yaml", "--probe", "copy"}), HasSubstr("excludes"));
  EXPECT_THAT(misuse({"tune", "--probe", "copy", "--chunks", "4"}), HasSubstr("excludes"));
  EXPECT_THAT(misuse({"tune", "--probe", "copy", "--store", "a"}), HasSubstr("excludes"));
  EXPECT_THAT(misuse({"tune", "--probe", "copi"}), HasSubstr("did you mean 'copy'?"));
  EXPECT_THAT(misuse({"tune", "a.yaml", "--points", "8"}), HasSubstr("--points requires --probe"));
  EXPECT_THAT(misuse({"tune", "--probe", "copy", "--points", "32769"}), HasSubstr("out of range"));
  EXPECT_THAT(misuse({"tune", "a.yaml", "--widths", "0"}), HasSubstr("--widths: '0'"));
  EXPECT_THAT(misuse({"tune", "a.yaml", "--widths", "8,"}), HasSubstr("--widths: ''"));
  EXPECT_THAT(misuse({"tune", "a.yaml", "--heights", "8,65536"}), HasSubstr("--heights: '65536'"));
  EXPECT_THAT(misuse({"tune", "a.yaml", "--chunks", "4,010"}), HasSubstr("leading zero"));
  EXPECT_THAT(misuse({"tune", "a.yaml", "--dry-run"}), HasSubstr("'--dry-run' is not expected"));
}

TEST(CompareOptions, HaveDefaultsAndTakeEveryOption) {
  CompareOptions expected;
  expected.run.input = "a.yaml";
  EXPECT_EQ(compare({"a.yaml"}), expected);
  expected.run.overrides = {"time.steps=1", "order=4"};
  expected.run.output = "out";
  expected.run.overwrite = true;
  expected.kernels = {"naive", "rotated"};
  expected.steps = 7;
  EXPECT_EQ(compare({"--kernels", "naive,rotated", "--set", "time.steps=1", "--steps", "7",
                     "--overwrite", "a.yaml", "--set", "order=4", "--output", "out"}),
            expected);
}

TEST(IntensityOptions, HaveDefaultsAndTakeEveryOption) {
  EXPECT_EQ(opb({}), IntensityOptions{});
  const IntensityOptions expected{.dimensions = 2,
                                  .kernel = "coarsened",
                                  .block = BlockShape{32, 32, 1},
                                  .chunk = 16,
                                  .precision = Precision::float64,
                                  .order = 4,
                                  .json = true};
  EXPECT_EQ(opb({"--kernel", "coarsened", "--block", "32", "32", "--chunk", "16", "--precision",
                 "float64", "--order", "4", "--json", "--dimensions", "2"}),
            expected);
}

TEST(CommandLine, ListsKernelsAndShowsVersionsWithoutAnInput) {
  EXPECT_EQ(parse({"--list-kernels"}), Command(ListKernels{}));
  EXPECT_EQ(parse({"--version"}), Command(ShowVersion{}));
}

TEST(CommandLine, HelpsWithTheProgramAndWithCount) {
  const auto help = [](const std::vector<const char*>& arguments) {
    return std::get<HelpText>(parse(arguments)).text;
  };
  EXPECT_THAT(help({"--help"}), AllOf(HasSubstr("INPUT"), HasSubstr("--set"), HasSubstr("count")));
  EXPECT_THAT(help({"compare", "--help"}), AllOf(HasSubstr("--kernels"), HasSubstr("--set")));
  EXPECT_THAT(help({"opb", "--help"}), HasSubstr("--precision"));
  EXPECT_THAT(help({"count", "--help"}), AllOf(HasSubstr("--launches"), HasSubstr("--layout")));
  EXPECT_THAT(help({"lab", "--help"}), AllOf(HasSubstr("--gate"), HasSubstr("--argument")));
  EXPECT_THAT(help({"tune", "--help"}), AllOf(HasSubstr("--probe"), HasSubstr("--widths")));
  EXPECT_THAT(help({"a.yaml", "-h"}), HasSubstr("--dry-run"));
}

TEST(Misuse, OfTheProgramIsExplained) {
  EXPECT_THAT(misuse({}), HasSubstr("no input"));
  EXPECT_THAT(misuse({"--overwrite"}), HasSubstr("no input"));
  EXPECT_THAT(misuse({""}), HasSubstr("INPUT: the value is empty"));
  EXPECT_THAT(misuse({"a.yaml", "b.yaml"}), HasSubstr("'b.yaml' is not expected"));
  EXPECT_THAT(misuse({"a.yaml", "--dryrun"}), HasSubstr("did you mean '--dry-run'?"));
  EXPECT_THAT(misuse({"a.yaml", "--ouput=x"}), HasSubstr("did you mean '--output'?"));
  EXPECT_THAT(misuse({"a.yaml", "--restart", "latest"}), HasSubstr("'--restart' is not expected"));
  EXPECT_THAT(misuse({"a.yaml", "--gpu", "H200"}), HasSubstr("--gpu requires --dry-run"));
  EXPECT_THAT(misuse({"a.yaml", "--output"}), HasSubstr("--output"));
  EXPECT_THAT(misuse({"a.yaml", "--output", ""}), HasSubstr("--output: the value is empty"));
  EXPECT_THAT(misuse({"a.yaml", "--output", "a", "--output", "b"}), HasSubstr("--output"));
  EXPECT_THAT(misuse({"a.yaml", "--set"}), HasSubstr("--set"));
  EXPECT_THAT(misuse({"a.yaml", "--dry-run=no"}), HasSubstr("dry-run"));
  EXPECT_THAT(misuse({"a.yaml\n\x1b[31m", "b\nc"}), HasSubstr("'b?c'"));
}

TEST(Misuse, PointsToHelp) {
  EXPECT_THAT(misuse({"a.yaml", "--bogus"}), HasSubstr("see ministencil --help"));
}

TEST(Misuse, OfCountIsExplained) {
  EXPECT_THAT(misuse({"count", "--points", "1", "1", "1"}), HasSubstr("--kernel is required"));
  EXPECT_THAT(misuse({"count", "--kernel", "naive"}), HasSubstr("--points is required"));
  EXPECT_THAT(misuse({"count", "--kernel", "naive", "--points", "1"}), HasSubstr("--points"));
  EXPECT_THAT(misuse({"a.yaml", "count", "--kernel", "naive", "--points", "1", "1", "1"}),
              HasSubstr("count takes no input"));
  EXPECT_THAT(count_misuse({"40"}), HasSubstr("'40' is not expected"));
  EXPECT_THAT(count_misuse({"--dry-run"}), HasSubstr("'--dry-run' is not expected"));
  EXPECT_THAT(count_misuse({"--laout", "packed"}), HasSubstr("did you mean '--layout'?"));
  EXPECT_THAT(count_misuse({"--chunk", "1", "--chunks", "2"}), HasSubstr("excludes"));
  EXPECT_THAT(count_misuse({"--full", "--sampled"}), HasSubstr("excludes"));
  EXPECT_THAT(count_misuse({"--layout", "paked"}), HasSubstr("did you mean 'packed'?"));
  EXPECT_THAT(count_misuse({"--precision", "double"}), HasSubstr("one of float32, float64"));
}

TEST(Misuse, OfCompareAndOpbIsExplained) {
  EXPECT_THAT(misuse({"compare"}), HasSubstr("no input"));
  EXPECT_THAT(misuse({"a.yaml", "compare", "b.yaml"}), HasSubstr("compare takes its input"));
  EXPECT_THAT(misuse({"compare", "a.yaml", "b.yaml"}), HasSubstr("'b.yaml' is not expected"));
  EXPECT_THAT(misuse({"compare", "a.yaml", "--dry-run"}), HasSubstr("'--dry-run' is not expected"));
  EXPECT_THAT(misuse({"compare", "a.yaml", "--kernel", "naive"}),
              HasSubstr("did you mean '--kernels'?"));
  EXPECT_THAT(misuse({"compare", "a.yaml", "--kernels", "naive,,rotated"}),
              HasSubstr("--kernels: a name is empty"));
  EXPECT_THAT(misuse({"compare", "a.yaml", "--kernels", "naive,"}), HasSubstr("a name is empty"));
  EXPECT_THAT(misuse({"compare", "a.yaml", "--kernels", "naive,rotated,naive"}),
              HasSubstr("'naive' is named twice"));
  EXPECT_THAT(misuse({"compare", "a.yaml", "--steps", "0"}), HasSubstr("--steps: '0' is out of"));
  EXPECT_THAT(misuse({"opb", "a.yaml"}), HasSubstr("'a.yaml' is not expected"));
  EXPECT_THAT(misuse({"opb", "--dimensions", "4"}), HasSubstr("--dimensions: '4' is out of range"));
  EXPECT_THAT(misuse({"opb", "--dimensions", "1"}), HasSubstr("grids of 2 and of 3"));
  EXPECT_THAT(misuse({"a.yaml", "opb"}), HasSubstr("opb takes no input"));
}

/// The library would read 010 as 8 and 0x10 as 16.
TEST(Misuse, OfANumberIsExplained) {
  EXPECT_THAT(count_misuse({"--chunk", "010"}), HasSubstr("--chunk: '010' has a leading zero"));
  EXPECT_THAT(count_misuse({"--chunk", "0x10"}), HasSubstr("'0x10' is not an integer"));
  EXPECT_THAT(count_misuse({"--chunk", "1e3"}), HasSubstr("'1e3' is not an integer"));
  EXPECT_THAT(count_misuse({"--chunk", "0"}), HasSubstr("--chunk: '0' is out of range"));
  EXPECT_THAT(count_misuse({"--launches", "-1"}), HasSubstr("--launches"));
  EXPECT_THAT(count_misuse({"--launches", "9223372036854775808"}), HasSubstr("out of range"));
  EXPECT_THAT(count_misuse({"--block", "32", "4294967297"}), HasSubstr("out of range"));
  EXPECT_THAT(misuse({"count", "--kernel", "naive", "--points", "2097152", "2097152", "2097152"}),
              HasSubstr("--points: too many points"));
}

}  // namespace
}  // namespace ministencil
