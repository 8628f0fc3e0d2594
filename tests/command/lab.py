# SPDX-License-Identifier: Apache-2.0
"""A kernel of the user's own: ministencil lab, and kernel.file in runs."""
import json
import os
import shutil
import signal
import subprocess
import time

from job import Job, Skip, deadline, wait_for


def plain(job, name):
    return job.source / "tests/lab/plain" / (name + ".cu")


def lab(job, code, *arguments, **options):
    """Runs lab, asserts its exit code, returns what it prints."""
    result = job.run("lab", *arguments, **{"ranks": 0, **options})
    assert result.code == code and not result.messages(), result
    return result.out


gated = ("--gate", "660e6", "--launches", 100, "--chunks", 4)


def a_gate_decides_the_exit_code(job):
    text = lab(job, 0, plain(job, "cube_rotated"), *gated)
    assert "568320800" in text and "Gate 660000000: passed, 86.1 % of it" in text, text
    assert text.rstrip().endswith("PASSED"), text
    text = lab(job, 1, plain(job, "cube_shared_plane"), *gated)
    assert "976308000 sectors exceed the gate of 660000000" in text, text
    assert "2 lines load the whole field each" in text and "register each" in text, text
    assert "launch_bounds" not in text and "maxrregcount" not in text, text


def what_goes_through_textures_is_counted_beside_the_rest_and_by_no_gate(job):
    file = job.source / "kernels/3d/texture.cu"
    text = lab(job, 0, file, "--points", 32, "--launches", 2)
    counted = job.good("count", "--kernel", "texture", "--points", 32, 32, 32, "--launches", 2).out
    line = next(line for line in counted.splitlines() if line.startswith("textures: "))
    assert line in text and line.split()[1] != "0", (line, text)
    assert "all goes through textures and surfaces." in text and "0.00 times" not in text, text
    report = json.loads(lab(job, 0, file, "--points", 32, "--json"))
    assert report["sectors"]["total"] == 0 and report["sectors"]["textures"]["read_sectors"] > 0, report
    report = json.loads(lab(job, 0, plain(job, "square_naive"), "--points", 64, "--json"))
    assert "textures" not in report["sectors"], report
    job.refused(2, ["--gate", "textures", "leave --gate out"], "lab", file, "--gate", 100, ranks=0)
    silent = job.folder / "silent.cu"  # does not say what it takes
    silent.write_text(file.read_text().replace("    .textures = true,\n", ""))
    job.refused(2, ["--gate", "textures", "leave --gate out"], "lab", silent, "--gate", 100, ranks=0)


def the_report_is_printed_once_and_all_ranks_agree(job):
    arguments = (plain(job, "square_naive"), "--points", 64, "--json", "--backend", "emulator")
    report = json.loads(lab(job, 0, *arguments, ranks=3))
    assert report["passed"] and report["form"] == "plain" and report["dimensions"] == 2, report
    assert report["sectors"]["grid"] == [64, 64, 1] and report["sectors"]["gate"] is None, report
    lines = report["lines_of_one_launch"]
    asked = sum(line[side]["sectors"] for line in lines for side in ("loads", "stores"))
    assert asked == report["sectors"]["total"], report
    assert any("in[i - 1]" in line["text"] for line in lines), lines
    assert report["gpu"] == {"measured": False, "reason": "--backend is emulator"}, report
    result = job.run("lab", plain(job, "square_naive"), "--points", 64, "--gate", 1, ranks=3)
    assert result.code == 1 and result.out.count("FAILED: ") == 1, result


def a_fault_is_named_with_the_first_wrong_point(job):
    broken = job.source / "tests/lab/broken/wrong_halo_column.cu"
    text = lab(job, 1, broken, "--chunks", 4, "--points", 64)
    assert "first [31, 1, 1] is 30.125, expected 33.125" in text, text
    assert "FAILED: only the last column of blocks is wrong" in text, text
    broken = job.source / "tests/lab/broken/missing_barrier.cu"
    text = lab(job, 1, broken, "--chunks", 4, "--points", 64)
    assert f"FAILED: {broken}:" in text and "race: touches byte" in text, text


def a_compile_error_shows_the_users_lines(job):
    (job.folder / "my.cu").write_text(
        "__global__ void k(const float* in, float* out, int N) {\n  out[threadIdx.z] = inn[0];\n}\n")
    result = job.run("lab", "my.cu", ranks=2)
    assert result.code == 2 and result.err.count("does not compile") == 1, result
    assert "\nmy.cu:2:22: error: 'inn' was not declared" in result.err, result
    assert ".cpp" not in result.err and "of_the_user" not in result.err, result


def alike_trials_are_told_once_in_lines_of_bearable_length(job):
    text = lab(job, 0, job.source / "kernels/3d/rotated.cu", "--points", 64, ranks=0)
    rows = text.split("compared\n")[1].split("Bits on random")[0].splitlines()
    assert len(rows) == len(set(rows)) == 4, rows  # a row a grid
    assert any("16 trials: float32, float64; orders 2, 4, 6, 8; weights equal, unequal" in row
               for row in rows), rows
    assert any("33 x 33 x 33 points, 3 trials: chunks 1, 3, default" in row for row in rows), rows
    table = text.split("Where the requests of one launch go\n")[1].split("\n  line ")[0]
    assert all(len(line) <= 120 for line in table.splitlines()[:12]), table
    broken = job.source / "tests/lab/broken/fixed_chunk_height.cu"
    text = lab(job, 1, broken, "--chunks", 4, "--points", 64)
    assert text.count("WRONG") > 1, text  # each with its first point


def what_is_no_kernel_is_refused_with_both_forms(job):
    (job.folder / "my.cu").write_text("int main() {}\n")
    result = job.run("lab", "my.cu", ranks=0)
    assert result.code == 2 and "it defines no __global__ function" in result.err, result
    assert result.err.count("__global__ void any_name(") == 2, result
    (job.folder / "my.cu").write_text(
        "__global__ void k(const float* in, float* out, int N) {\n"
        "  for (int z = 0; z < N; ++z) out[z] = in[z];\n}\n")
    job.refused(2, ["whether the grid is a square or a cube", "--dimensions"], "lab", "my.cu", ranks=0)
    job.refused(2, ["at most 1024 threads"], "lab", plain(job, "cube_rotated"), "--block", 64, 32, ranks=0)
    job.refused(4, ["nowhere.cu"], "lab", "nowhere.cu", ranks=0)


def a_gpu_that_is_asked_for_has_to_be_there(job):
    if os.path.exists("/dev/nvidiactl"):
        raise Skip("there is a GPU")
    arguments = (plain(job, "square_naive"), "--points", 64)
    job.refused(3, ["--backend cuda: ", "preset 'cuda'" if job.is_host_only() else "nvidia-smi"],
                "lab", *arguments, "--backend", "cuda", ranks=2)
    text = lab(job, 0, *arguments)
    assert "On the GPU: not measured: " in text, text
    job.refused(2, ["--backend", "'kokkos' is unknown"], "lab", *arguments, "--backend", "kokkos", ranks=0)


def what_is_wrong_on_the_gpu_only_passes_in_the_emulator(job):
    for file in (job.source / "tests/lab/wrong_on_gpu").glob("*.cu"):
        lab(job, 0, file, "--points", 64, "--backend", "emulator")


def the_compiler_is_that_of_the_environment(job):
    os.environ["CXX"] = "no-such-compiler"
    job.refused(3, ["'no-such-compiler'", "set CXX"], "lab", plain(job, "cube_rotated"), ranks=0)
    for program in ("/bin/false", "/bin/true"):
        os.environ["CXX"] = program
        words = [f"'{program}' produced nothing", "set CXX"]
        job.refused(3, words, "lab", plain(job, "cube_rotated"), ranks=0)


def nothing_is_left_in_the_folder_for_temporary_files(job):
    scratch = job.folder / "scratch"
    scratch.mkdir()
    os.environ["TMPDIR"] = str(scratch)
    lab(job, 0, plain(job, "square_halo_tile"), "--points", 64)
    assert list(scratch.glob("ministencil-*")) == [], list(scratch.iterdir())


def an_installed_program_compiles_with_its_own_headers(job):
    prefix = job.folder / "installed"
    install = [os.environ["MINISTENCIL_CMAKE"], "--install", os.environ["MINISTENCIL_BUILD"]]
    subprocess.run([*install, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    Job.program = str(prefix / "bin/ministencil")
    shutil.copy(job.source / "kernels/3d/naive.cu", job.folder / "mine.cu")
    lab(job, 0, plain(job, "square_halo_tile"), "--points", 64)
    lab(job, 0, "mine.cu", "--points", 40)
    header = prefix / "include/ministencil/stencil/kernel.hpp"
    header.write_text(header.read_text() + "#error the installed one\n")
    result = job.run("lab", "mine.cu", ranks=0)
    assert result.code == 2 and "the installed one" in result.err, result


def square_kernel(line, includes=(), parameters=""):
    """A plain kernel that is right but for `line`, which is line 10 of its file."""
    headers = [f"#include <{name}>" for name in includes] + [""] * (5 - len(includes))
    return "\n".join(headers) + f"""
__global__ void k(const float* in, float* out, int N{parameters}) {{
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int i = y * N + x;
  if (x >= N || y >= N) return;
  {line}
  if (x == 0 || y == 0 || x == N - 1 || y == N - 1) {{
    out[i] = in[i];
  }} else {{
    out[i] = 0.5f * in[i] + 0.125f * (in[i - 1] + in[i + 1] + in[i - N] + in[i + N]);
  }}
}}
"""


# Line, headers, what the verdict says. Writes through the library are not watched by the emulator.
ends = [
    ("if (x == 3) exit(0);", ["cstdlib"], ["called exit(0) at my.cu:10", "thread (3, 0, 0)"]),
    ("if (x == 3) exit(7);", ["cstdlib"], ["called exit(7) at my.cu:10"]),
    ("if (x == 3) _exit(0);", ["unistd.h"], ["ended its process with code 0"]),
    ("if (x == 3) abort();", ["cstdlib"], ["abort()", "at my.cu:10"]),
    ("if (x == 3) std::terminate();", ["exception"], ["abort()", "at my.cu:10"]),
    ("if (x == 3) raise(SIGTERM);", ["csignal"], ["signal 15"]),
    ("if (x == 3) raise(SIGKILL);", ["csignal"], ["signal 9"]),
    ("if (x == 3) memset((void*)16, 1, 999);", ["cstring"], ["address 0x10", "at my.cu:10"]),
    ("volatile int zero = 0; if (N / zero == 7) return;", [], ["zero", "at my.cu:10"]),
    ("volatile char a[999999]; for (int j = 0; j < 999999; ++j) a[j] = 1;", [], ["small stack"]),
]


def a_kernel_that_does_not_return_fails_with_the_reason(job):
    for line, includes, words in ends:
        (job.folder / "my.cu").write_text(square_kernel(line, includes))
        text = lab(job, 1, "my.cu", "--points", 64, ranks=0)
        assert "FAILED: the kernel did not return: " in text, (line, text)
        assert all(word in text for word in words), (line, text)
    report = json.loads(lab(job, 1, "my.cu", "--points", 64, "--json", ranks=2))
    assert report["passed"] is False and "small stack" in report["verification"]["verdict"], report
    job.nobody_is_left()


def an_endless_kernel_is_ended_and_its_line_named(job):
    for line in ("for (volatile int j = 0; j >= 0;) {}", "while (true) __syncthreads();",
                 "while (x >= 0 && in[i] == in[i]) out[i] = 1;"):
        (job.folder / "my.cu").write_text(square_kernel(line))
        result = job.run("lab", "my.cu", "--time-limit", 2, ranks=0)
        assert result.code == 1 and 2 < result.seconds < deadline, result
        assert "did not end within 2 s at my.cu:10 on 33 x 33 points" in result.out, result
        assert "'k'" in result.out and "--time-limit" in result.out, result


def an_interrupted_lab_leaves_nothing(job):
    scratch = job.folder / "scratch"
    scratch.mkdir()
    os.environ["TMPDIR"] = str(scratch)
    (job.folder / "my.cu").write_text(square_kernel("for (volatile int j = 0; j >= 0;) {}"))
    for number in (signal.SIGINT, signal.SIGTERM):
        for early in (True, False):  # while it compiles, while the kernel runs
            running = job.start("lab", job.folder / "my.cu", ranks=0, stdout=subprocess.DEVNULL)
            wait_for(lambda: list(scratch.rglob("plain.cpp" if early else "plain.so")))
            time.sleep(0.1 if early else 1.5)
            running.send_signal(number)
            assert running.wait(timeout=10) == -number, running.returncode
            assert list(scratch.glob("ministencil-*")) == [], list(scratch.rglob("*"))
            job.nobody_is_left()


run_input = """
grid: {points: [20, 18, 22], spacing: [1, 1.5, 1]}
heat: {initial: {kind: random, seed: 7}, boundary: [fixed, periodic, insulated]}
time: {steps: 6}
backend: emulator
output: {directory: r, snapshots: {every: 3}}
"""


def a_copied_variant_has_the_bits_of_the_original_on_any_ranks(job):
    path = job.input(run_input)
    shutil.copy(job.source / "kernels/3d/rotated.cu", job.folder / "mine.cu")
    job.good(path, "--set", "kernel={name: rotated}")
    expected = job.hash("r")
    for ranks in (1, 4):
        job.good(path, "--overwrite", "--set", "kernel={file: mine.cu}", ranks=ranks)
        assert job.hash("r") == expected, ranks
        report = job.report("r")
        assert {row["kernel"] for row in report["sectors"]} == {"mine.cu"}, report["sectors"]


def a_backend_that_would_not_run_the_file_is_refused(job):
    path = job.input(run_input)
    shutil.copy(job.source / "kernels/3d/naive.cu", job.folder / "mine.cu")
    words = ["mine.cu", "would not run: backend kokkos", "use backend: emulator"]
    job.refused(2, words, path, "--set", "kernel={file: mine.cu}", "--set", "backend=kokkos")
    large = ("--set", "grid.points=[400,400,400]", "--set", "backend=auto", "--set", "check.reference=none")
    if not os.path.exists("/dev/nvidiactl"):
        job.refused(2, words, path, "--set", "kernel={file: mine.cu}", *large)


def a_run_records_the_file_and_its_text(job):
    import h5py

    path = job.input(run_input)
    shutil.copy(job.source / "kernels/3d/naive.cu", job.folder / "mine.cu")
    text = job.good(path, "--set", "kernel={file: mine.cu}").out
    settings = job.report("r")["input"]["kernel"]
    assert settings["file"] == "mine.cu" and len(settings["file_hash"]) == 16, settings
    assert f"mine.cu (text {settings['file_hash']})" in text, text
    with h5py.File(next((job.folder / "r").glob("*0003.h5"))) as file:
        recorded = json.loads(file["temperature"].attrs.get("input") or file.attrs["input"])
    assert recorded["kernel"] == settings, recorded
    again = "kernel={file: mine.cu, file_hash: '%s'}" % settings["file_hash"]
    job.good(path, "--overwrite", "--set", again)
    with open(job.folder / "mine.cu", "a") as file:
        file.write("// changed\n")
    job.refused(2, ["kernel.file_hash", "another text"], path, "--overwrite", "--set", again)


def a_file_that_does_not_compile_ends_all_ranks(job):
    path = job.input(run_input)
    text = (job.source / "kernels/3d/naive.cu").read_text()
    (job.folder / "mine.cu").write_text(text.replace("const T u =", "const T v ="))
    result = job.run(path, "--set", "kernel={file: mine.cu}", ranks=4)
    assert result.code == 2 and result.err.count("does not compile") == 1, result
    assert "mine.cu:" in result.err and "'u' was not declared" in result.err, result
    job.nobody_is_left()
    assert "r/run.json" not in job.files(), job.files()


cube = """
grid: {points: [21, 21, 21]}
heat: {initial: {kind: random, seed: 7}}
time: {steps: 4, diffusion_number: 0.125}
backend: emulator
output: {directory: r}
"""


def a_plain_kernel_runs_on_one_rank_and_is_refused_elsewhere(job):
    path = job.input(cube)
    shutil.copy(plain(job, "cube_rotated"), job.folder / "mine.cu")
    use = ("--overwrite", "--set", "kernel={file: mine.cu, chunk: 5}")
    # It adds in another order, so it is held against the catalogue's to a rounding or two.
    job.good(path, *use, "--set", "check.reference=none", ranks=1)
    # Written in our order of additions, its bits are ours.
    text = plain(job, "cube_rotated").read_text()
    ours = text[: text.index("out[i] = 0.25f")] + (
        "out[i] = 0.25f * current + 0.125f * (((tile[ty][tx - 1] + tile[ty][tx + 1]) +\n"
        "  (tile[ty - 1][tx] + tile[ty + 1][tx])) + (behind + ahead));\n"
    ) + text[text.index("      }\n    }\n    behind") :]
    (job.folder / "mine.cu").write_text(ours)
    text = job.good(path, *use, ranks=1).out
    assert "bits equal" in text, text
    job.good(path, "--overwrite", "--set", "kernel={file: mine.cu}", ranks=1)  # a thread a plane
    for words, ranks, *settings in (
        (["runs on one rank only"], 2),
        (["cubes and squares only"], 1, "grid.points=[21, 21, 20]"),
        (["all faces fixed"], 1, "heat.boundary=periodic"),
        (["order is 4"], 1, "order=4", "time.diffusion_number=0.1"),
        (["is for float32"], 1, "precision=float64"),
        (["0.125"], 1, "time.diffusion_number=0.1"),
    ):
        more = [word for setting in settings for word in ("--set", setting)]
        job.refused(2, ["mine.cu", "variant form", *words], path, *use, *more, ranks=ranks)


def what_a_run_cannot_use_is_refused_with_its_place(job):
    path = job.input(cube + "kernel: {file: mine.cu}\n")
    shutil.copy(plain(job, "square_naive"), job.folder / "mine.cu")
    job.refused(2, [":7", "kernel.file", "2D grids"], path, ranks=1)
    (job.folder / "mine.cu").write_text(
        "__global__ void k(const float* in, float* out, int N, float r) { out[blockIdx.z] = in[0]; }\n")
    job.refused(2, [":7", "numbers after N"], path, ranks=1)
    job.refused(2, ["beside kernel.file"], path, "--set", "kernel.name=naive", ranks=1)
    os.remove(job.folder / "mine.cu")
    job.refused(4, ["mine.cu"], path, ranks=2)


def a_dry_run_counts_the_files_kernel(job):
    path = job.input(run_input)
    shutil.copy(job.source / "kernels/3d/rotated.cu", job.folder / "mine.cu")
    mine = job.good(path, "--dry-run", "--set", "kernel={file: mine.cu}").out
    ours = job.good(path, "--dry-run", "--set", "kernel={name: rotated}").out
    assert "with kernel 'mine.cu', emulated" in mine, mine
    assert mine.split("Sectors (32")[1].splitlines()[1:] == ours.split("Sectors (32")[1].splitlines()[1:]


square = """
grid: {points: [45, 45]}
heat: {initial: {kind: random, seed: 7}}
time: {steps: 4, diffusion_number: 0.125}
backend: emulator
check: {reference: none}
output: {directory: r}
"""


def plain_kernels_run_on_squares_walking_rows_or_not(job):
    path = job.input(square)
    shutil.copy(plain(job, "square_halo_tile"), job.folder / "tile.cu")
    shutil.copy(plain(job, "square_strip"), job.folder / "strip.cu")
    job.good(path, "--set", "kernel={file: tile.cu}", ranks=1)
    expected = job.hash("r")  # both add left, right, above, below in one order
    job.good(path, "--overwrite", "--set", "kernel={file: strip.cu, block: [256, 1], chunk: 7}", ranks=1)
    assert job.hash("r") == expected
    shutil.copy(plain(job, "cube_rotated"), job.folder / "cube.cu")
    job.refused(2, ["is a plain kernel for 3D grids", "grid.points is 2D"],
                path, "--overwrite", "--set", "kernel={file: cube.cu}", ranks=1)
    shutil.copy(job.source / "kernels/3d/naive.cu", job.folder / "naive.cu")
    job.refused(2, ["is for 3D grids", "grid.points is 2D"],
                path, "--overwrite", "--set", "kernel={file: naive.cu}", ranks=2)


def a_kernel_that_does_not_return_ends_a_run_with_its_file_and_rank(job):
    path = job.input(square)
    for line, includes, words in (
        ("if (x == 40) out[1 << 28] = 1;", [], ["touched memory that is not there", ":10"]),
        ("if (x == 3) exit(0);", ["cstdlib"], ["called exit(0)", ":10"]),
        ("if (x == 3) abort();", ["cstdlib"], ["abort()", ":10"]),
    ):
        (job.folder / "my.cu").write_text(square_kernel(line, includes))
        words = ["rank 0: kernel.file 'my.cu': it ", "my.cu:10", "ministencil lab my.cu", *words]
        quick = ("--set", "kernel={file: my.cu}", "--set", "sectors.count=none")
        result = job.run(path, "--overwrite", *quick, ranks=1)
        job.is_clear(result, 2, words)
    shutil.copy(job.source / "kernels/3d/naive.cu", job.folder / "mine.cu")
    text = (job.folder / "mine.cu").read_text()
    at = text.index("{", text.index("__global__")) + 1
    (job.folder / "mine.cu").write_text(
        text[:at] + " if (region.readable_first.x < 0) out[1 << 28] = 1; " + text[at:])
    path = job.input(run_input)
    more = ("--set", "decomposition=[2,1,1]", "--set", "sectors.count=none",
            "--set", "grid.points=[23, 18, 22]")
    result = job.run(path, "--set", "kernel={file: mine.cu}", *more, ranks=2)
    job.is_clear(result, 2, ["rank 1: kernel.file 'mine.cu'", "touched memory"])
