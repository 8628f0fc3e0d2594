# SPDX-License-Identifier: Apache-2.0
"""Sweeps of block sizes, the launches that they store, and runs that use them."""
import csv
import json
import os
import shutil
import struct
import subprocess
import time

from job import Skip, wait_for

small = """
grid: {points: [40, 24, 20], spacing: [1.0, 1.5, 0.7]}
heat: {initial: {kind: random, seed: 5}}
time: {steps: 6, diffusion_number: 0.1}
kernel: {name: rotated}
backend: emulator
output: {directory: whole}
"""
space = ("--widths", "8,16,64", "--heights", "4,8,32", "--chunks", "5,20")


def tune(job, path, *arguments, store="tuned.json", **options):
    """What a sweep printed; its files lie in the folder tuned."""
    return job.good("tune", path, "--output", "tuned", "--overwrite", "--store", store, *arguments,
                    ranks=1, **options).out


def rows(job, directory="tuned"):
    with open(job.folder / directory / "tune.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def table(job, directory="tuned"):
    return json.loads((job.folder / directory / "tune.json").read_text())


def launches(job, store="tuned.json"):
    return json.loads((job.folder / store).read_text())["launches"]


def count(job, row):
    """Sectors of a launch by the other command, on the layout of a run."""
    text = job.good("count", "--kernel", "rotated", "--points", 40, 24, 20, "--layout",
                    "application", "--block", row["width"], row["height"], "--chunk", row["chunk"],
                    "--json", ranks=0).out
    counted = json.loads(text)
    return counted["loads"]["sectors"] + counted["stores"]["sectors"]


def the_best_asks_for_the_fewest_sectors(job):
    # Equal spacing: count knows no other, and the two forms of the update may count differently.
    text = tune(job, job.input(small), *space, "--set", "grid.spacing=1")
    found = [row for row in rows(job) if not row["limit"]]
    assert len(found) == 8 * 2 + 1, found  # 64 x 32 is impossible; the default is added
    counted = {}
    for row in found:
        counted[row["width"], row["height"], row["chunk"]] = count(job, row)
        assert int(row["sectors"]) == counted[row["width"], row["height"], row["chunk"]], row
        assert row["seconds_median"] == "" and row["bytes_per_second"] == "", row
    best = min(found, key=lambda row: int(row["place"]))
    assert int(best["sectors"]) == min(counted.values()) and best["place"] == "1", best
    by_place = sorted(found, key=lambda row: int(row["place"]))
    assert [int(r["sectors"]) for r in by_place] == sorted(counted.values()), by_place
    launch = launches(job)[0]
    assert launch["block"] == [int(best["width"]), int(best["height"]), 1], launch
    assert launch["chunk"] == int(best["chunk"]) and launch["device"] == "emulator", launch
    assert "times mean nothing" in text and "the default" in text, text


def what_goes_through_textures_ranks_too(job):
    text = tune(job, job.input(small), "--widths", "6,32", "--heights", "4", "--chunks", "5", "--set",
                "kernel.name=texture")
    found = [row for row in rows(job) if not row["limit"]]
    assert len({row["sectors"] for row in found}) > 1 and all(int(row["sectors"]) > 0 for row in found), found
    assert "nan" not in text, text


def every_block_gives_the_field_of_a_run(job):
    path = job.input(small)
    tune(job, path, *space)
    hashes = {row["hash"] for row in rows(job) if not row["limit"]}
    job.good(path, "--set", "time.steps=2", ranks=1)
    assert hashes == {job.hash("whole")}, hashes


def csv_and_json_say_the_same(job):
    tune(job, job.input(small), *space)
    found = table(job)
    assert found["schema_version"] == 1 and found["ranked_by"] == "sectors", found
    assert found["input"]["kernel"]["name"] == "rotated" and found["program"], found

    def cell(value):
        if value is None:
            return ""
        return str(value).lower() if isinstance(value, bool) else str(value)

    in_json = [{key: cell(value) for key, value in trial.items() if not key.endswith("_reason")}
               for trial in found["trials"]]
    assert in_json == rows(job), in_json


def impossible_blocks_are_listed_with_their_limit(job):
    text = tune(job, job.input(small), "--widths", "4096,64", "--heights", "32", "--chunks", "20")
    listed = [row for row in rows(job) if row["limit"]]
    assert [row["width"] for row in listed] == ["64", "4096"], listed
    assert all(row["limit"] == "a block has at most 1024 threads" for row in listed), listed
    assert all(row["place"] == row["sectors"] == row["hash"] == "" for row in listed), listed
    assert "at most 1024 threads: 64 x 32, 4096 x 32" in text, text


def a_tuned_launch_is_used_by_runs_and_changes_no_bit(job):
    path = job.input(small)
    job.good(path)
    plain = job.hash("whole")
    tune(job, path, *space)
    best = launches(job)[0]
    for ranks in (1, 4):
        text = job.good(path, "--set", "kernel.block=tuned", "--store", "tuned.json", "--overwrite",
                        ranks=ranks).out
        kernel = job.report("whole")["input"]["kernel"]
        assert kernel["block"] == best["block"] and kernel["chunk"] == best["chunk"], kernel
        assert "tuned for kernel 'rotated'" in kernel["block_from"], kernel
        assert "emulator" in kernel["block_from"] and "tuned.json" in kernel["block_from"], kernel
        assert kernel["block_from"] in text, text
        assert job.hash("whole") == plain, (ranks, plain)
    # The resolved input is an input: the same launch without the store.
    resolved = job.input(json.dumps(job.report("whole")["input"]), "resolved.yaml")
    job.good(resolved, "--output", "again", ranks=1)
    assert job.report("again")["input"]["kernel"] == kernel and job.hash("again") == plain


def a_2d_kernel_is_tuned_and_used_like_any_other(job):
    path = job.input("grid: {points: [70, 50]}\ntime: {steps: 3}\nbackend: emulator\n"
                     "heat: {initial: {kind: random, seed: 5}}\noutput: {directory: flat}\n")
    for kernel, few in (("halo_tile", ("--widths", "8,16", "--heights", "8")),
                        ("rolled_strip", ("--widths", "32,64", "--chunks", "10,25"))):
        name = ("--set", f"kernel.name={kernel}")
        job.good(path, *name, "--overwrite", ranks=1)
        plain = job.hash("flat")
        tune(job, path, *few, *name)
        best = launches(job)[-1]
        assert (best["kernel"], best["dimensions"]) == (kernel, 2), best
        text = job.good(path, *name, "--set", "kernel.block=tuned", "--store", "tuned.json",
                        "--overwrite").out
        settings = job.report("flat")["input"]["kernel"]
        assert settings["block"] == best["block"][:2] and settings.get("chunk") == best["chunk"]
        assert job.hash("flat") == plain and "2D, order 2" in text, text


def a_comparison_uses_the_tuned_launch_of_its_kernel(job):
    path = job.input(small)
    tune(job, path, "--widths", "8", "--heights", "4", "--chunks", "5")
    stored = json.loads((job.folder / "tuned.json").read_text())
    stored["launches"][0]["block"] = [16, 4, 1]  # which is neither the default nor the input's
    (job.folder / "tuned.json").write_text(json.dumps(stored))
    job.good("compare", path, "--kernels", "rotated,naive", "--set", "kernel.block=tuned", "--store",
             "tuned.json", "--output", "compared", ranks=1)
    found = json.loads((job.folder / "compared/compare.json").read_text())
    blocks = {row["kernel"]: row["block"] for row in found["kernels"]}
    assert blocks == {"rotated": [16, 4, 1], "naive": [32, 16, 1]}, blocks


def two_sweeps_keep_both_launches(job):
    path = job.input(small)
    tune(job, path, "--widths", "8", "--heights", "8")
    tune(job, path, "--widths", "16", "--heights", "4", "--set", "order=4", "--set",
         "time.diffusion_number=0.05")
    assert [launch["order"] for launch in launches(job)] == [2, 4], launches(job)
    tune(job, path, "--widths", "64", "--heights", "4", "--set", "kernel.name=naive")
    kept = [(launch["kernel"], launch["order"]) for launch in launches(job)]
    assert kept == [("rotated", 2), ("rotated", 4), ("naive", 2)], kept


def the_place_of_launches_follows_the_environment(job):
    path = job.input(small)
    few = ("--widths", "8", "--heights", "8", "--chunks", "20", "--output", "tuned", "--overwrite")
    environment = {key: value for key, value in os.environ.items() if key != "XDG_CACHE_HOME"}
    home = str(job.folder / "home")
    for variables, file in (({"HOME": home}, "home/.cache"),
                            ({"HOME": home, "XDG_CACHE_HOME": str(job.folder / "cache")}, "cache")):
        end = job.start("tune", path, *few, ranks=0, env={**environment, **variables},
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = end.communicate()
        assert end.returncode == 0 and file in out, (out, err)
        assert launches(job, file + "/ministencil/tuned.json")[0]["kernel"] == "rotated"


def a_missing_tuned_launch_names_the_command_that_makes_one(job):
    path = job.input(small)
    words = ["kernel.block: tuned: 'none.json' has no launch for kernel 'rotated', 3D, order 2",
             "float32, on emulator; run ministencil tune"]
    job.refused(2, words, path, "--set", "kernel.block=tuned", "--store", "none.json")
    tune(job, path, "--widths", "8", "--heights", "8")
    words = ["no launch for kernel 'naive'"]
    job.refused(2, words, path, "--set", "kernel={name: naive, block: tuned}", "--store",
                "tuned.json")


def a_damaged_store_is_named_and_left_alone(job):
    path = job.input(small)
    tune(job, path, "--widths", "8", "--heights", "8")
    whole = (job.folder / "tuned.json").read_text()
    for text in (whole[:-20], "", whole.replace("[\n", "7, [\n", 1)):
        (job.folder / "tuned.json").write_text(text)
        words = ["tuned launches 'tuned.json' cannot be used", "remove the file and tune again"]
        job.refused(4, words, path, "--set", "kernel.block=tuned", "--store", "tuned.json")
        job.refused(4, words, "tune", path, "--output", "other", "--store", "tuned.json", ranks=1)


def a_store_that_cannot_be_written_is_refused_before_the_sweep(job):
    path = job.input(small)
    (job.folder / "file").write_text("mine\n")
    for store in ("/proc/nowhere/tuned.json", "file/tuned.json"):
        words = [f"'{store}' cannot be", "with --store"]
        job.refused(4, words, "tune", path, "--output", "other", "--store", store, ranks=1)
    assert not (job.folder / "other").exists()
    job.refused(4, ["--output"], "tune", path, "--output", "file", "--store", "tuned.json", ranks=1)


def a_sweep_whose_store_fails_at_the_end_keeps_its_results(job):
    path = job.input(small)
    running = job.start("tune", path, "--output", "tuned", "--store", "cache/tuned.json", ranks=1,
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    begin = time.monotonic()
    wait_for((job.folder / "tuned").exists)
    shutil.rmtree(job.folder / "cache")
    (job.folder / "cache").write_text("in the way\n")
    result = job.finished(running, begin)
    assert result.code == 4 and len(result.messages()) == 1, result
    assert "'cache/tuned.json' cannot be" in result.err and "with --store" in result.err, result
    assert "the best launch is not stored" in result.out and "Files in tuned" in result.out, result
    assert any(row["place"] == "1" for row in rows(job)), rows(job)
    assert table(job)["stored_in"] is None, table(job)


def a_launch_of_another_version_is_refused(job):
    path = job.input(small)
    tune(job, path, "--widths", "8", "--heights", "8")
    stored = json.loads((job.folder / "tuned.json").read_text())
    stored["launches"][0]["block"] = [2048, 1, 1]
    (job.folder / "tuned.json").write_text(json.dumps(stored))
    words = ["the launch in 'tuned.json' is out of date", "1024 threads", "; "]
    job.refused(2, words, path, "--set", "kernel.block=tuned", "--store", "tuned.json")


def sweeps_that_cannot_be(job):
    path = job.input(small)
    job.refused(2, ["--widths: '0' is out of range"], "tune", path, "--widths", "0")
    job.refused(2, ["--heights: 'a' is not an integer"], "tune", path, "--heights", "8,a")
    job.refused(2, ["tune: no input", "--probe"], "tune")
    job.refused(2, ["tune runs on one rank", "4"], "tune", path)
    words = ["backend: kokkos runs none of the kernels", "emulator"]
    job.refused(2, words, "tune", path, "--set", "backend=kokkos", ranks=1)
    words = ["sectors.count: none", "rank"]
    job.refused(2, words, "tune", path, "--set", "sectors.count=none", ranks=1)
    words = ["kernel.file 'my.cu': tune sweeps kernels that are built in", "ministencil lab --block"]
    job.refused(2, words, "tune", path, "--set", "kernel={file: my.cu}", ranks=1)
    job.refused(2, ["kernel.name 'rotatd'"], "tune", path, "--set", "kernel.name=rotatd", ranks=1)


def an_earlier_sweep_unless_overwriting_is_allowed(job):
    path = job.input(small)
    few = ("tune", path, "--widths", "8", "--heights", "8", "--store", "tuned.json")
    job.good(*few, ranks=1)
    assert (job.folder / "whole/tune/tune.json").exists(), job.files()
    job.refused(4, ["'whole/tune' holds an earlier sweep", "--overwrite"], *few, ranks=1)
    job.good(*few, "--overwrite", ranks=1)
    job.good(path, ranks=1)  # beside it, not on it
    assert (job.folder / "whole/tune/tune.json").exists(), job.files()


def python_with_matplotlib():
    for python in ("python3", "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import matplotlib"], capture_output=True).returncode == 0:
            return python
    raise Skip("no python3 has matplotlib")


def size_of(picture):
    data = picture.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
    return struct.unpack(">II", data[16:24])


def a_sweep_draws_its_heat_map(job):
    python = python_with_matplotlib()
    text = tune(job, job.input(small), *space)
    picture = job.folder / "tuned/tune.png"
    assert "heat map: tuned/tune.png" in text and size_of(picture) == (1000, 800), text
    look = ("import sys, matplotlib.image as i; p = i.imread(sys.argv[1]); "
            "print(len({tuple(c) for c in p[::4, ::4, :3].reshape(-1, 3).tolist()}))")
    colours = subprocess.run([python, "-c", look, picture], check=True, capture_output=True, text=True)
    assert int(colours.stdout) > 10, f"{colours.stdout} colours: nothing is drawn"
    shutil.copy(picture, job.folder / "first.png")
    script = [python, job.source / "scripts/plot-blocks"]
    subprocess.run([*script, job.folder / "tuned/tune.csv", job.folder / "second.png"], check=True)
    assert size_of(job.folder / "second.png") == (1000, 800)


def an_installed_program_draws_its_heat_map(job):
    python_with_matplotlib()
    install = [os.environ["MINISTENCIL_CMAKE"], "--install", os.environ["MINISTENCIL_BUILD"]]
    prefix = job.folder / "installed"
    subprocess.run([*install, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    tune(job, job.input(small), "--widths", "8", "--heights", "8",
         program=str(prefix / "bin/ministencil"))
    assert size_of(job.folder / "tuned/tune.png") == (1000, 800), job.files()


def without_the_script_a_sweep_says_how_to_draw(job):
    alone = shutil.copy(job.program, job.folder / "alone")
    text = tune(job, job.input(small), "--widths", "8", "--heights", "8", program=str(alone))
    assert "no heat map" in text and "scripts/plot-blocks tuned/tune.csv" in text, text
    assert not (job.folder / "tuned/tune.png").exists(), job.files()


def has_gpu():
    return shutil.which("nvidia-smi") and subprocess.run(["nvidia-smi", "-L"]).returncode == 0


def a_probe_without_a_gpu_says_what_is_missing(job):
    if has_gpu():
        raise Skip("this machine has a GPU")
    for probe in ("copy", "texture_read", "surface_fill"):
        job.refused(3, [f"tune --probe {probe}: ", "; "], "tune", "--probe", probe, ranks=1)


def gpu_or_skip(program):
    if not has_gpu() or "none" in program.good("--version", ranks=0).out.split("CUDA")[1].split("\n")[0]:
        raise Skip("this needs a GPU and a build for CUDA")


def probes_are_timed_and_checked_on_a_gpu(job):
    gpu_or_skip(job)
    for probe, subjects in (("copy", ["copy"]), ("surface_fill", ["surface_fill"]),
                            ("texture_read", ["texture_read", "global_read"])):
        text = job.good("tune", "--probe", probe, "--widths", "8,12,32", "--heights", "8,64",
                        "--points", 1000, "--output", probe, ranks=1).out
        found = rows(job, probe)
        assert list(dict.fromkeys(row["subject"] for row in found)) == subjects, found
        for row in found:
            assert bool(row["bytes_per_second"]) == (not row["limit"]), row
        assert "FAILED" not in text and "of the best" in text, text


def a_gpu_ranks_by_time_and_stores_for_its_name(job):
    gpu_or_skip(job)
    tune(job, job.input(small), *space, "--set", "backend=cuda", "--set", "grid.points=[128,96,64]")
    found = sorted((r for r in rows(job) if not r["limit"]), key=lambda row: int(row["place"]))
    times = [float(row["seconds_median"]) for row in found]
    assert times == sorted(times) and times[0] > 0, times
    assert all(int(row["samples"]) >= 10 for row in found) and len({r["hash"] for r in found}) == 1
    assert launches(job)[0]["device"] != "emulator", launches(job)
    job.good(job.input(small), "--set", "backend=cuda", "--set", "kernel.block=tuned", "--store",
             "tuned.json", ranks=1)
