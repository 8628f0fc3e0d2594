# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a run is said once, in one line, with the documented exit code, and costs no
file. Every refusal runs on four ranks under mpirun. The unit tests of configuration/ and output/ go
through the members of each kind; here it is the program that has to behave."""
import os
import shutil
import subprocess

import h5py
from job import Skip

small = "grid: {points: [16, 16, 16]}\ntime: {steps: 2}\n"
snapshots = small + "output: {directory: results, snapshots: {every: 1}}\n"

bad_input = [  # text, what the message names
    ("grid: {points: [8, 8, 8]}\ntiem: {steps: 1}\n", [":2: tiem: unknown key", "'time'"]),
    ("time:\n  steps: 5\n  stpes: 6\n", [":3: time.stpes: unknown key", "'steps'"]),
    ("grid: {}\nsteps: 10\n", [":2: steps: misplaced key", "move it there"]),
    ("time:\n  steps: 1\n  steps: 2\n", [":3: time.steps: duplicate key", "keep one"]),
    ("time: {steps: ten}\n", [":1: time.steps: 'ten' is not an integer", "write for example"]),
    ("time: {steps: 0100}\n", [":1: time.steps: '0100' has a leading zero", "remove the zero"]),
    ("time:\n  steps: -5\n", [":2: time.steps: '-5' is out of range", "change it"]),
    ("grid: {spacing: .nan}\n", [":1: grid.spacing: '.nan' is not a number", "finite"]),
    ("grid: {spacing: 1e999}\n", [":1: grid.spacing: '1e999' is out of range", "change"]),
    ("grid:\n  spacing:\n", [":2: grid.spacing: no value", "give one or remove the key"]),
    ("time:\n\tsteps: 5\n", [":2: tab character", "replace the tab by spaces"]),
    ("order: 2\n---\norder: 2\n", [":2: something follows the end", "one YAML document"]),
    ("order: 2\ngrid: &g {points: [8, 8, 8]}\n", [":2: anchor or alias", "write the value out"]),
    ("heat: &a\n  boundary: *a\n", [":1: anchor or alias", "write the value out"]),
    ("a: [[[[[[[[[[1]]]]]]]]]]\n", [":1: nested too deeply", "remove the extra brackets"]),
    ("# \0\n", [":1: not a text file", "as plain UTF-8 text"]),
    ("", [": empty", "write {}"]),
    ("x: " + "y" * 2**20, ["at most 1 MiB"]),
    ("precision: float16\n", [":1: precision", "'float16'", "float32"]),
]


def bad_input_is_named_with_its_line_and_key(job):
    for text, words in bad_input:
        path = job.input(text)
        first = path + words[0] if words[0].startswith(":") else words[0]
        job.refused(2, [path, first, *words[1:]], path)


def a_bad_override_is_named(job):
    path = job.input(small)
    job.refused(2, ["--set time.stps=3", "'steps'"], path, "--set", "time.stps=3")
    job.refused(2, ["--set time.steps=x", "not an integer"], path, "--set", "time.steps=x")


def input_that_is_missing_or_no_file(job):
    job.refused(4, ["none.yaml: cannot be read: No such file", "check the path"], "none.yaml")
    job.refused(4, [": is a directory", "give the path of a YAML file"], job.folder)
    job.refused(4, ["/dev/zero: is a pipe or a device"], "/dev/zero")


def a_step_that_is_unstable(job):
    path = job.input("heat: {diffusivity: 1.0}\ntime:\n  diffusion_number: 0.17\n")
    words = [path + ":3: time.diffusion_number: '0.17' is unstable", "0.1666", "lower time."]
    job.refused(2, words, path)
    path = job.input("grid: {spacing: [1, 1, 0.1]}\ntime: {step: 0.01}\n")
    job.refused(2, [path + ":2: time.step", "unstable", "lower time.step"], path)


def ranks_that_the_grid_has_no_points_for(job):
    path = job.input("grid: {points: [3, 1, 1]}\nheat: {boundary: periodic}\n")
    job.refused(2, ["7 ranks cannot cut a grid of 3 x 1 x 1", "use fewer ranks"], path, ranks=7)


def a_decomposition_that_does_not_fit_the_ranks(job):
    path = job.input(small)
    words = ["decomposition [1, 1, 3] needs 3 ranks but mpirun started 4", "change one"]
    job.refused(2, words, path, "--set", "decomposition=[1,1,3]")
    path = job.input("grid: {points: [2, 9, 9]}\n")
    job.refused(2, ["decomposition [4, 1, 1]", "2 points"], path, "--set", "decomposition=[4,1,1]")


def blocks_thinner_than_the_order_reaches(job):
    path = job.input(small + "order: 8\n")
    words = ["cuts 16 points along z into 5 parts: every rank needs 4 points", "order 8", "lower order"]
    job.refused(2, words, path, "--set", "decomposition=[1,1,5]", ranks=5)
    job.refused(2, ["grid.points: 3 points along y", "order 8"], path, "--set", "grid.points=[9,3,9]")
    words = ["kernel.block [64, 2, 1]", "order 8 has a rim of 4 points", "default"]
    job.refused(2, words, path, "--set", "kernel.block=[64,2]")


def kernels_and_blocks_that_there_are_not(job):
    path = job.input(small)
    words = ["kernel.name 'rotatd'", "did you mean 'rotated'?", "naive"]
    job.refused(2, words, path, "--set", "kernel.name=rotatd")
    words = ["kernel.block [64, 64, 1]", "at most 1024 threads", "default"]
    job.refused(2, words, path, "--set", "kernel.block=[64,64]")


def cuda_where_there_is_no_gpu(job):
    if shutil.which("nvidia-smi") and subprocess.run(["nvidia-smi", "-L"]).returncode == 0:
        raise Skip("this machine has a GPU")
    path = job.input(small)
    job.refused(3, ["backend: cuda", "backend: auto"], path, "--set", "backend=cuda")


def an_output_directory_that_cannot_be_written(job):
    path = job.input(small)
    job.refused(4, ["'/proc' cannot be written to"], path, "--output", "/proc")
    job.refused(4, ["/dev/null/results"], path, "--output", "/dev/null/results")
    (job.folder / "taken").write_text("mine\n")
    words = ["'taken' is not a directory but a file", "--output"]
    job.refused(4, words, path, "--output", "taken")
    (job.folder / "link").symlink_to("nowhere")
    job.refused(4, ["'link' is a symlink to 'nowhere'"], path, "--output", "link")
    if os.geteuid() != 0:
        (job.folder / "locked").mkdir(mode=0o500)
        job.refused(4, ["'locked' cannot be written to"], path, "--output", "locked")


def an_earlier_run_unless_overwriting_is_allowed(job):
    path = job.input(snapshots)
    job.good(path)
    (job.folder / "results" / "notes.txt").write_text("mine\n")
    words = ["'results' holds an earlier run", "--overwrite"]
    job.refused(4, words, path)
    job.good(path, "--overwrite", "--set", "output.snapshots.every=2")
    left = {file.name for file in (job.folder / "results").iterdir()}
    assert "snapshot_0000000001.h5" not in left, "a snapshot of the earlier run"
    assert {"notes.txt", "snapshot_0000000002.h5", "run.json"} <= left, left


def overwriting_waits_until_nothing_else_can_be_refused(job):
    path = job.input(snapshots)
    job.good(path)
    (job.folder / "start.h5").write_bytes(b"no HDF5 file\n")
    initial = ("--set", "heat.initial={kind: file, path: start.h5}")
    job.refused(4, ["start.h5"], path, "--overwrite", *initial)
    words = ["sectors.count: cupti", "use auto or emulated"]
    kokkos = ("--set", "sectors.count=cupti", "--set", "backend=kokkos")
    job.refused(2, words, path, "--overwrite", *kokkos)
    job.refused(2, ["decomposition"], path, "--overwrite", "--set", "decomposition=[9,1,1]")


def an_initial_file_that_is_damaged_or_of_another_grid(job):
    job.good(job.input(snapshots, "first.yaml"))
    start = job.folder / "results" / "snapshot_0000000002.h5"
    initial = f"heat: {{initial: {{kind: file, path: {start}}}}}\n"
    path = job.input(small + initial + "output: {directory: again}\n")
    job.good(path)
    shutil.rmtree(job.folder / "again")
    job.refused(4, [str(start), "17", "16"], path, "--set", "grid.points=[17,16,16]")
    job.refused(4, [str(start), "float32"], path, "--set", "precision=float64")
    whole = start.read_bytes()
    with h5py.File(start, "r") as file:
        place = file["temperature"].id.get_offset()
    start.write_bytes(whole[: len(whole) // 2])
    job.refused(4, [str(start)], path)
    flipped = bytearray(whole)
    flipped[place] ^= 1
    start.write_bytes(flipped)
    job.refused(4, [str(start), "damaged"], path)
    start.write_bytes(b"no HDF5 file\n")
    job.refused(4, [str(start)], path)
    start.unlink()
    job.refused(4, [str(start)], path)


def usage_that_is_wrong(job):
    path = job.input(small)
    job.refused(2, ["command line: no input", "--help"])
    job.refused(2, ["command line: '--overwrit'", "'--overwrite'", "--help"], path, "--overwrit")
    job.refused(2, ["command line: 'second.yaml'"], path, "second.yaml")
    job.refused(2, ["command line: --output"], path, "--output")
    job.refused(2, ["command line", "--kernel"], "count", "--points", "8", "8", "8")
    words = ["command line: --points: ", "--help"]
    job.refused(2, words, "count", "--kernel", "naive", "--points", "8", "8", "08")
    job.refused(2, ["kernel.name 'x'"], "count", "--kernel", "x", "--points", "8", "8", "8")
    words = ["'strip' is a kernel for 2D grids", "write two numbers of points"]
    job.refused(2, words, "count", "--kernel", "strip", "--points", "8", "8", "8")
    words = ["--order: '3' is no order", "--help"]
    job.refused(2, words, "count", "--kernel", "naive", "--points", 8, 8, 8, "--order", 3)
    job.refused(2, ["--gpu 'X100'", "H200"], path, "--dry-run", "--gpu", "X100")


def an_option_with_an_empty_value(job):
    path = job.input(small)
    for option in ("--output=", "--set=", "--gpu="):
        job.refused(2, [option, "empty value"], path, option, "--dry-run")


def numbers_that_overflow(job):
    count = ["count", "--kernel", "naive", "--points", 8, 8, 8]
    job.refused(2, ["--launches", "64 bits"], *count, "--launches", 2**63 - 1, ranks=1)
    path = job.input(small + "output: {directory: results, snapshots: {every: 1}}\n")
    job.refused(4, ["results", "; "], path, "--set", f"time.steps={2**62}")
    job.refused(2, ["heat.initial.amplitude"], path, "--set",
                "heat.initial={kind: eigenmode, amplitude: 1e300}")


def output_names_that_mpi_or_json_cannot_take(job):
    path = job.input(small)
    long = "/".join(["x" * 70] * 4)
    job.refused(4, ["too long", "--output"], path, "--output", long)
    job.refused(2, ["UTF-8", "rename"], path, "--output", b"bad\xff".decode(errors="surrogateescape"))
    job.refused(2, ["UTF-8", "rename"], path, "--output", "a\nb")


def a_foreign_hash_version_in_an_initial_file(job):
    path = str(job.folder / "foreign.h5")
    with h5py.File(path, "w") as file:
        data = file.create_dataset("temperature", (16, 16, 16), "f4")
        for place in (file, data):
            place.attrs["field_hash"] = "0" * 16
            place.attrs["field_hash_version"] = range(100)
    job.refused(4, ["field_hash_version"], job.input(small), "--set",
                "heat.initial={kind: file, path: foreign.h5}")


def output_that_nobody_can_read(job):
    with open("/dev/full", "w") as full:
        begin = job.start("count", "--kernel", "naive", "--points", 8, 8, 8, ranks=0, stdout=full,
                          stderr=subprocess.PIPE)
        error = begin.communicate()[1]
    assert begin.returncode == 4 and "standard output" in error, (begin.returncode, error)
