// SPDX-License-Identifier: Apache-2.0
/// One row a fault: where it is reported, and what the message says.
#include <gmock/gmock.h>

#include <algorithm>

#include "configuration/refusal.hpp"

namespace ministencil {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Fault {
  std::string text;
  std::string start;   // file, line and key
  std::string reason;  // the value and what is wrong with it
  std::string remedy;
};

void PrintTo(const Fault& fault, std::ostream* stream) { *stream << fault.text; }

class BadInput : public testing::TestWithParam<Fault> {};

TEST_P(BadInput, IsRefusedWithLineKeyReasonAndRemedy) {
  const Fault& fault = GetParam();
  const std::string message = refusal(fault.text);
  EXPECT_THAT(message, StartsWith(fault.start));
  EXPECT_THAT(message, HasSubstr(fault.reason));
  EXPECT_THAT(message, EndsWith(fault.remedy));
  EXPECT_THAT(message, Not(HasSubstr("\n"))) << "a message is one line";
}

INSTANTIATE_TEST_SUITE_P(
    Key, BadInput,
    testing::Values(
        Fault{"grid: {points: [8, 8, 8]}\ntiem: {steps: 1}\n", "in.yaml:2: tiem: unknown key",
              "(did you mean 'time'?): the top level takes source, grid, heat, time,",
              "correct or remove it"},
        Fault{"time:\n  steps: 5\n  stpes: 6\n", "in.yaml:3: time.stpes: unknown key",
              "(did you mean 'steps'?): time takes steps, diffusion_number, step",
              "correct or remove it"},
        Fault{"zzzzzz: 1\n", "in.yaml:1: zzzzzz: unknown key: the top level takes", "",
              "correct or remove it"},
        Fault{"diffusivty: 2\n", "in.yaml:1: diffusivty: unknown key",
              "(did you mean 'diffusivity' of heat?)", "correct or remove it"},
        Fault{"grid: {}\nsteps: 10\n", "in.yaml:2: steps: misplaced key", "'steps' belongs to time",
              "move it there"},
        Fault{"grid:\n  precision: float32\n", "in.yaml:2: grid.precision: misplaced key",
              "'precision' belongs to the top level", "move it there"},
        Fault{"output: {every: 5}\n", "in.yaml:1: output.every: misplaced key",
              "'every' belongs to check or output.snapshots or output.checkpoints",
              "move it there"},
        Fault{"heat:\n  initial: {kind: random, modes: [1, 1, 1]}\n",
              "in.yaml:2: heat.initial.modes: misplaced key",
              "belongs to heat.initial of kind eigenmode", "move it there"},
        Fault{"heat: {boundary: {x_lower: fixed}}\n",
              "in.yaml:1: heat.boundary.x_lower: unknown key: heat.boundary takes x, y, z", "",
              "correct or remove it"},
        Fault{"Grid: {}\n", "in.yaml:1: Grid: unknown key (did you mean 'grid'?)", "",
              "correct or remove it"},
        Fault{"time:\n  steps: 1\n  steps: 2\n", "in.yaml:3: time.steps: duplicate key",
              "given before at in.yaml:2", "keep one"},
        Fault{"order: 2\ngrid: {}\n'order': 2\n", "in.yaml:3: order: duplicate key",
              "given before at in.yaml:1", "keep one"},
        Fault{"heat: {boundary: {x: fixed, x: fixed}}", "in.yaml:1: heat.boundary.x: duplicate key",
              "", "keep one"},
        Fault{"? [a, b]\n: 1\n", "in.yaml:1: list or mapping as a key", "", "remove the brackets"},
        Fault{": 5\n", "in.yaml:1: empty key", "", "name the setting"},
        Fault{"~: 5\n", "in.yaml:1: empty key", "", "name the setting"},
        Fault{"<<: {order: 2}\n", "in.yaml:1: <<: unknown key", "", "correct or remove it"},
        Fault{"\"a\\nb\\e[31m\": 1\n", "in.yaml:1: a?b?[31m: unknown key", "",
              "correct or remove it"}));

INSTANTIATE_TEST_SUITE_P(
    Document, BadInput,
    testing::Values(
        Fault{"", "in.yaml: empty", "", "write {} to run all defaults"},
        Fault{"# only a comment\n\n", "in.yaml: empty", "", "write {} to run all defaults"},
        Fault{"---\n", "in.yaml: empty", "", "write {} to run all defaults"},
        Fault{"just text\n", "in.yaml:1: not a section", "key: value pairs are wanted here", ""},
        Fault{"[1, 2]\n", "in.yaml:1: not a section", "", ""},
        Fault{"order: 2\n---\norder: 2\n", "in.yaml:2: something follows the end of the settings",
              "one YAML document", "or the stray text"},
        Fault{"order: 2\n...\nprecision: float32\n", "in.yaml:3: something follows the end", "",
              "or the stray text"},
        Fault{"order: 2\n---\n*x\n", "in.yaml:2: something follows the end", "",
              "or the stray text"},
        Fault{"{order: 2}\n}\n", "in.yaml:2: not valid YAML", "flow end", "indentation there"},
        Fault{"a: &x 1\nb: 2\n", "in.yaml:1: anchor or alias", "", "write the value out"},
        Fault{"order: 2\ngrid: &g {points: [8, 8, 8]}\n", "in.yaml:2: anchor or alias", "",
              "write the value out"},
        Fault{"time: &t\n", "in.yaml:1: anchor or alias", "", "write the value out"},
        Fault{"a: *x\n", "in.yaml:1: not valid YAML", "anchor", "indentation there"},
        Fault{"heat: &a\n  boundary: *a\n", "in.yaml:1: anchor or alias", "",
              "write the value out"},
        Fault{"order: !!int 2\n", "in.yaml:1: tag 'tag:yaml.org,2002:int'", "", "remove the tag"},
        Fault{"order: 2\ngrid: !x {}\n", "in.yaml:2: tag '!x'", "", "remove the tag"},
        Fault{"%YAML 1.2\n---\norder: 2\n", "in.yaml:1: YAML directive", "",
              "remove the line that starts with '%'"},
        Fault{"time:\n\tsteps: 5\n", "in.yaml:2: tab character", "indents with spaces",
              "replace the tab by spaces"},
        Fault{"time: {steps: 5\n", "in.yaml:", "not valid YAML", "indentation there"},
        Fault{"time: steps: 5\n", "in.yaml:1: not valid YAML", "", "indentation there"},
        Fault{"time:\n  steps: 5\n step: 6\n", "in.yaml:3: not valid YAML", "",
              "indentation there"},
        Fault{"kernel: {name: \"rotated}\n", "in.yaml:", "not valid YAML", "indentation there"},
        Fault{std::string("order: 2\n\0\n", 11), "in.yaml:2: not a text file",
              "a control character", "as plain UTF-8 text"},
        Fault{"order: 2\n\x04 precision: x\n", "in.yaml:2: not a text file", "a control character",
              "as plain UTF-8 text"},
        Fault{"order: 2\rprecision: float32\n", "in.yaml:1: not a text file", "a control character",
              "as plain UTF-8 text"},
        Fault{"order: 2\n# \xff\n", "in.yaml:2: not a text file", "not valid UTF-8",
              "as UTF-8 text"},
        Fault{"# \xc0\x80\n", "in.yaml:1: not a text file", "not valid UTF-8", "as UTF-8 text"},
        Fault{"# \xed\xa0\x80\n", "in.yaml:1: not a text file", "not valid UTF-8", "as UTF-8 text"},
        Fault{"# \xe2\x82", "in.yaml:1: not a text file", "not valid UTF-8", "as UTF-8 text"},
        Fault{std::string("\xff\xfeo\0r\0", 6), "in.yaml:1: not a text file", "not valid UTF-8",
              "as UTF-8 text"},
        Fault{"# \xc2\x9b\n", "in.yaml:1: not a text file", "a control character",
              "as plain UTF-8 text"},
        Fault{"a: [[[[[[[[[[1]]]]]]]]]]\n", "in.yaml:1: nested too deeply", "at most 8 levels",
              "remove the extra brackets"}));

INSTANTIATE_TEST_SUITE_P(
    Number, BadInput,
    testing::Values(
        Fault{"grid:\n  spacing: 0,5\n", "in.yaml:2: grid.spacing: '0,5' is not a number", "",
              "write for example 0.5 or 2.5e-3"},
        Fault{"grid: {spacing: .nan}", "in.yaml:1: grid.spacing: '.nan' is not a number",
              "a finite decimal", "2.5e-3"},
        Fault{"grid: {spacing: nan}", "in.yaml:1: grid.spacing: 'nan' is not a number", "",
              "2.5e-3"},
        Fault{"grid: {spacing: .inf}", "in.yaml:1: grid.spacing: '.inf' is not a number", "",
              "2.5e-3"},
        Fault{"grid: {spacing: inf}", "in.yaml:1: grid.spacing: 'inf' is not a number", "",
              "2.5e-3"},
        Fault{"grid: {spacing: 1.5x}", "in.yaml:1: grid.spacing: '1.5x' is not a number", "",
              "2.5e-3"},
        Fault{"grid: {spacing: 0x10}", "in.yaml:1: grid.spacing: '0x10' is not a number", "",
              "2.5e-3"},
        Fault{"grid: {spacing: +1}", "in.yaml:1: grid.spacing: '+1' is not a number", "", "2.5e-3"},
        Fault{"grid: {spacing: .5}", "in.yaml:1: grid.spacing: '.5' is not a number", "", "2.5e-3"},
        Fault{"grid: {spacing: 5.}", "in.yaml:1: grid.spacing: '5.' is not a number", "", "2.5e-3"},
        Fault{"grid: {spacing: 1e}", "in.yaml:1: grid.spacing: '1e' is not a number", "", "2.5e-3"},
        Fault{"grid: {spacing: 1_000}", "in.yaml:1: grid.spacing: '1_000' is not a number", "",
              "2.5e-3"},
        Fault{"grid: {spacing: 00.5}", "in.yaml:1: grid.spacing: '00.5' has a leading zero",
              "octal", "remove the zero"},
        Fault{"grid: {spacing: 1e999}", "in.yaml:1: grid.spacing: '1e999' is out of range", "",
              "change the unit or the value"},
        Fault{"grid: {spacing: 1e-999}", "in.yaml:1: grid.spacing: '1e-999' is out of range", "",
              "change the unit or the value"},
        Fault{"grid: {spacing: 0}", "in.yaml:1: grid.spacing: '0' is out of range",
              "greater than 0", "change it"},
        Fault{"grid: {spacing: -0.0}", "in.yaml:1: grid.spacing: '-0.0' is out of range",
              "greater than 0", "change it"},
        Fault{"grid: {spacing: [1, -1, 1]}", "in.yaml:1: grid.spacing[1]: '-1' is out of range",
              "greater than 0", "change it"},
        Fault{"grid: {spacing: '0.5'}", "in.yaml:1: grid.spacing: the quoted text '0.5'", "",
              "remove the quotes"},
        Fault{"grid: {spacing: ''}", "in.yaml:1: grid.spacing: the quoted text ''", "",
              "remove the quotes"},
        Fault{"grid:\n  spacing:\n", "in.yaml:2: grid.spacing: no value", "a number is wanted",
              "give one or remove the key"},
        Fault{"grid: {spacing: null}", "in.yaml:1: grid.spacing: no value", "", "remove the key"},
        Fault{"grid: {spacing: ~}", "in.yaml:1: grid.spacing: no value", "", "remove the key"},
        Fault{"grid: {spacing: {x: 1}}", "in.yaml:1: grid.spacing: a mapping", "a number is wanted",
              "replace it"},
        Fault{"heat: {diffusivity: [1]}", "in.yaml:1: heat.diffusivity: a list",
              "a number is wanted", "remove the brackets"},
        Fault{"heat: {diffusivity: 0}", "in.yaml:1: heat.diffusivity: '0' is out of range",
              "greater than 0", "change it"},
        Fault{"grid: {spacing: 1 2}", "in.yaml:1: grid.spacing: '1 2' is not a number", "",
              "2.5e-3"},
        Fault{"time: {steps: 0100}", "in.yaml:1: time.steps: '0100' has a leading zero", "octal",
              "remove the zero"},
        Fault{"time: {steps: 1.5}", "in.yaml:1: time.steps: '1.5' is not an integer",
              "no fraction or exponent", "write for example 1"},
        Fault{"time: {steps: 1e3}", "in.yaml:1: time.steps: '1e3' is not an integer", "",
              "write for example 1"},
        Fault{"time: {steps: 0x10}", "in.yaml:1: time.steps: '0x10' is not an integer", "",
              "write for example 1"},
        Fault{"time: {steps: 0o17}", "in.yaml:1: time.steps: '0o17' is not an integer", "",
              "write for example 1"},
        Fault{"time: {steps: ten}", "in.yaml:1: time.steps: 'ten' is not an integer", "",
              "write for example 1"},
        Fault{"time: {steps: -5}", "in.yaml:1: time.steps: '-5' is out of range", "from 1 to",
              "change it"},
        Fault{"time: {steps: 0}", "in.yaml:1: time.steps: '0' is out of range", "from 1 to",
              "change it"},
        Fault{"time: {steps: 9223372036854775808}",
              "in.yaml:1: time.steps: '9223372036854775808' is out of range",
              "to 9223372036854775807", "change it"},
        Fault{"time: {steps: '5'}", "in.yaml:1: time.steps: the quoted text '5'", "",
              "remove the quotes"},
        Fault{"time: {steps: true}", "in.yaml:1: time.steps: 'true' is not an integer", "",
              "write for example 1"},
        Fault{"check: {every: -1}", "in.yaml:1: check.every: '-1' is out of range", "from 0 to",
              "change it"},
        Fault{"check: {every: -0}", "in.yaml:1: check.every: '-0' is not an integer", "",
              "write for example 1"},
        Fault{"kernel: {chunk: 0}", "in.yaml:1: kernel.chunk: '0' is out of range", "from 1 to",
              "change it"},
        Fault{"kernel: {block: [32, 4294967297]}",
              "in.yaml:1: kernel.block[1]: '4294967297' is out of range", "from 1 to 2147483647",
              "change it"},
        Fault{"heat: {initial: {kind: random, seed: 18446744073709551616}}",
              "in.yaml:1: heat.initial.seed: '18446744073709551616' is out of range",
              "to 18446744073709551615", "change it"},
        Fault{"heat: {initial: {kind: random, seed: -1}}",
              "in.yaml:1: heat.initial.seed: '-1' is out of range", "", "change it"}));

INSTANTIATE_TEST_SUITE_P(
    Choice, BadInput,
    testing::Values(
        Fault{"precision: float16\n", "in.yaml:1: precision: 'float16' is unknown",
              "must be one of float32, float64", "choose one"},
        Fault{"precision: flota32\n", "in.yaml:1: precision: 'flota32' is unknown",
              "(did you mean 'float32'?)", "choose one"},
        Fault{"precision: []\n", "in.yaml:1: precision: a list", "", "remove the brackets"},
        Fault{"backend: gpu\n", "in.yaml:1: backend: 'gpu' is unknown",
              "auto, cuda, emulator, kokkos", "choose one"},
        Fault{"sectors: {count: nvprof}", "in.yaml:1: sectors.count: 'nvprof' is unknown",
              "auto, cupti, emulated, none", "choose one"},
        Fault{"check: {reference: naive}", "in.yaml:1: check.reference: 'naive' is unknown",
              "kokkos, none", "choose one"},
        Fault{"heat: {boundary: dirichlet}", "in.yaml:1: heat.boundary: 'dirichlet' is unknown",
              "fixed, periodic, insulated", "choose one"},
        Fault{"heat: {initial: {kind: sine}}", "in.yaml:1: heat.initial.kind: 'sine' is unknown",
              "eigenmode, gaussian, random, linear, file", "choose one"},
        Fault{"check: {at_end: yes}", "in.yaml:1: check.at_end: 'yes' is neither true nor false",
              "", "write one"},
        Fault{"check: {at_end: True}", "in.yaml:1: check.at_end: 'True' is neither true nor false",
              "", "write one"},
        Fault{"devices: {share: 1}", "in.yaml:1: devices.share: '1' is neither true nor false", "",
              "write one"},
        Fault{"halo: {overlap: 'true'}", "in.yaml:1: halo.overlap: the quoted text 'true'", "",
              "remove the quotes"},
        Fault{"halo: {transport: gpu_aware}",
              "in.yaml:1: halo.transport: 'gpu_aware' is not available in this version", "",
              "write auto or staged"},
        Fault{"halo: {transport: ipc}",
              "in.yaml:1: halo.transport: 'ipc' is not available in this version", "",
              "write auto or staged"},
        Fault{"halo: {transport: mpi}", "in.yaml:1: halo.transport: 'mpi' is unknown",
              "one of auto, staged;", "choose one"},
        Fault{"order: 3\n", "in.yaml:1: order: '3' is odd", "even orders", "write 2, 4, 6 or 8"},
        Fault{"order: 10\n", "in.yaml:1: order: '10' is out of range", "from 2 to 8", "change it"},
        Fault{"order: 8\ntime: {diffusion_number: 0.11}\n",
              "in.yaml:2: time.diffusion_number: '0.11' is unstable", "at most 0.1025",
              "lower time.diffusion_number"},
        Fault{"kernel: {steps_per_sweep: 4}",
              "in.yaml:1: kernel.steps_per_sweep: '4' is not available in this version", "",
              "write 1"},
        Fault{"output: {checkpoints: {every: 10}}",
              "in.yaml:1: output.checkpoints.every: '10' is not available in this version",
              "cannot restart yet", "write 0"},
        Fault{"output: {checkpoints: {keep: 0}}",
              "in.yaml:1: output.checkpoints.keep: '0' is out of range", "", "change it"},
        Fault{"output: {directory: ''}", "in.yaml:1: output.directory: empty text", "a path",
              "give one"},
        Fault{"output: {directory: \"a\\nb\"}",
              "in.yaml:1: output.directory: 'a?b' holds control characters", "", "remove them"},
        Fault{"output: results\n", "in.yaml:1: output: not a section",
              "(directory, snapshots, checkpoints)", "remove it"},
        Fault{"output: {snapshots: 5}\n", "in.yaml:1: output.snapshots: not a section", "(every)",
              "{every: …} or remove it"},
        Fault{"time:\n", "in.yaml:1: time: not a section", "", "remove it"}));

INSTANTIATE_TEST_SUITE_P(
    Meaning, BadInput,
    testing::Values(
        Fault{"grid: {points: [8, 8]}", "in.yaml:1: grid.points: two numbers",
              "2D grids are not available in this version", "write [nx, ny, nz]"},
        Fault{"grid: {points: [8]}", "in.yaml:1: grid.points: a list of 1",
              "three integers are wanted", "write [x, y, z]"},
        Fault{"grid: {points: [8, 8, 8, 8]}", "in.yaml:1: grid.points: a list of 4", "",
              "write [x, y, z]"},
        Fault{"grid: {points: 64}", "in.yaml:1: grid.points: '64' is not a list", "",
              "write [a, b, c]"},
        Fault{"grid:\n  points:\n  - 8\n  - 0\n  - 8\n",
              "in.yaml:4: grid.points[1]: '0' is out of range", "from 1 to", "change it"},
        Fault{"grid: {points: [8, , 8]}", "in.yaml:1: grid.points", "", ""},
        Fault{"grid: {points: [2097152, 2097152, 2097152]}",
              "in.yaml:1: grid.points: too many points", "below 2^63", "use a smaller grid"},
        Fault{"heat: {boundary: [fixed, fixed]}", "in.yaml:1: heat.boundary: a list of 2",
              "three boundaries", "write [x, y, z]"},
        Fault{"heat: {boundary: {x: [periodic, fixed]}}",
              "in.yaml:1: heat.boundary.x: periodic on one face only", "",
              "make both faces periodic"},
        Fault{"heat: {boundary: [[insulated, periodic], fixed, fixed]}",
              "in.yaml:1: heat.boundary[0]: periodic on one face only", "",
              "make both faces periodic"},
        Fault{"heat: {boundary: {z: [fixed, fixed, fixed]}}",
              "in.yaml:1: heat.boundary.z: a list of 3", "the lower and the upper face",
              "write for example [fixed, insulated]"},
        Fault{"heat: {boundary: {z: }}", "in.yaml:1: heat.boundary.z: no value", "",
              "remove the key"},
        Fault{"heat: {initial: gaussian}", "in.yaml:1: heat.initial: the kind of state is missing",
              "", "{kind: eigenmode}"},
        Fault{"heat: {initial: {seed: 1}}", "in.yaml:1: heat.initial: the kind of state is missing",
              "", "{kind: eigenmode}"},
        Fault{"heat: {initial: {kind: gaussian, width: 1}}",
              "in.yaml:1: heat.initial: the key 'centre' is missing", "", "centre: [32, 32, 32]"},
        Fault{"heat: {initial: {kind: gaussian, centre: [1, 1, 1]}}",
              "in.yaml:1: heat.initial: the key 'width' is missing", "", "width: 8"},
        Fault{"heat: {initial: {kind: gaussian, centre: [1, 1, 1], width: 0}}",
              "in.yaml:1: heat.initial.width: '0' is out of range", "greater than 0", "change it"},
        Fault{"heat: {initial: {kind: linear}}",
              "in.yaml:1: heat.initial: the key 'gradient' is missing", "", "[1, 0, 0]"},
        Fault{"heat: {initial: {kind: file}}", "in.yaml:1: heat.initial: the key 'path' is missing",
              "", "start.h5"},
        Fault{"heat: {initial: {kind: eigenmode, modes: [1, 0, 1]}}",
              "in.yaml:1: heat.initial.modes: mode 0 along y vanishes", "fixed face",
              "write 1 or more"},
        Fault{"heat: {boundary: [fixed, periodic, [insulated, fixed]],"
              " initial: {kind: eigenmode, modes: [1, 0, 0]}}",
              "in.yaml:1: heat.initial.modes: mode 0 along z vanishes", "", "write 1 or more"},
        Fault{"heat: {initial: {kind: eigenmode, modes: [1, -1, 1]}}",
              "in.yaml:1: heat.initial.modes[1]: '-1' is out of range", "", "change it"},
        Fault{"decomposition: best\n", "in.yaml:1: decomposition: 'best' is unknown", "",
              "write auto or for example [1, 2, 2]"},
        Fault{"decomposition: [1, 2]\n", "in.yaml:1: decomposition: a list of 2", "three integers",
              "write [x, y, z]"},
        Fault{"decomposition: [1, 0, 2]\n", "in.yaml:1: decomposition[1]: '0' is out of range", "",
              "change it"},
        Fault{"decomposition: {x: 1}\n", "in.yaml:1: decomposition: a mapping", "auto",
              "replace it"},
        Fault{"decomposition:\n", "in.yaml:1: decomposition: no value", "auto", "remove the key"},
        Fault{"kernel: {block: [32]}", "in.yaml:1: kernel.block: a list of 1",
              "two or three integers", "write for example [32, 16]"},
        Fault{"kernel: {block: 256}", "in.yaml:1: kernel.block: '256' is not a list", "",
              "write [a, b, c]"},
        Fault{"time:\n  steps: 5\n  diffusion_number: 0.2\n",
              "in.yaml:3: time.diffusion_number: '0.2' is unstable", "at most 0.1666666666666666",
              "lower time.diffusion_number"},
        Fault{"grid: {spacing: 0.1}\ntime: {step: 1}\n", "in.yaml:2: time.step: '1' is unstable",
              "makes a diffusion_number of 99.9999999", "lower time.step"},
        Fault{"grid: {spacing: [1, 2, 2]}\ntime: {diffusion_number: 0.3334}\n",
              "in.yaml:2: time.diffusion_number: '0.3334' is unstable", "at most 0.333333333333333",
              "lower time.diffusion_number"},
        Fault{"time: {step: 0.1, diffusion_number: 0.125}\n",
              "in.yaml:1: time.step: step and diffusion_number disagree", "0.125 makes 0.125 s",
              "give one of them"},
        Fault{"time: {diffusion_number: 0}\n",
              "in.yaml:1: time.diffusion_number: '0' is out of range", "greater than 0",
              "change it"},
        Fault{"time: {step: -1}\n", "in.yaml:1: time.step: '-1' is out of range", "", "change it"},
        Fault{"time: {step: 1e-310}\n", "in.yaml:1: time.step: the time step or the end time",
              "range of 64-bit numbers", "choose other units"},
        Fault{"grid: {spacing: 1e200}\ntime: {diffusion_number: 0.1}\n",
              "in.yaml:2: time.diffusion_number: the time step or the end time",
              "grid.spacing, heat.diffusivity", "choose other units"}));

TEST(BadInput, ShortensLongValues) {
  const std::string message = refusal("precision: " + std::string(100000, 'x') + "\n");
  EXPECT_THAT(message, HasSubstr("xxx…' is unknown"));
  EXPECT_LT(message.size(), 300u);
}

TEST(BadInput, ShortensLongKeys) {
  const std::string message = refusal("? " + std::string(100000, 'k') + "\n: 1\n");
  EXPECT_THAT(message, HasSubstr("kkk…: unknown key"));
  EXPECT_LT(message.size(), 600u);
}

TEST(BadInput, NamesExtremeUnitsWhereNoTimeIsGiven) {
  EXPECT_THAT(refusal("grid: {spacing: 1e-200}\n"), HasSubstr("grid.spacing, heat.diffusivity"));
}

}  // namespace
}  // namespace ministencil
