# SPDX-License-Identifier: Apache-2.0
"""What the program prints without running anything, once, however many ranks there are; and an
installed program."""
import json
import os
import subprocess

from job import Job

published = [  # kernel, chunks of z, loads of one launch on 256^3 points; all store as many
    ("naive", 8, 15387448),
    ("shared_plane", 4, 7536896),
    ("rotated", 4, 3457024),
    ("rotated", 8, 3522560),
    ("rotated", 16, 3653632),
]
published_stores = 2226184


def count(job, *arguments, **options):
    text = job.good("count", "--points", 256, 256, 256, *arguments, "--json", **options).out
    return json.loads(text)


def count_gives_the_published_figures(job):
    for kernel, chunks, loads in published:
        counted = count(job, "--kernel", kernel, "--chunks", chunks, ranks=0)
        assert counted["loads"]["sectors"] == loads, (kernel, chunks, counted)
        assert counted["stores"]["sectors"] == published_stores, (kernel, chunks, counted)
        assert counted["chunk"] == 256 // chunks and counted["layout"] == "packed", counted


def count_sums_over_launches_and_says_the_same_in_words(job):
    arguments = ("--kernel", "rotated", "--chunks", 4, "--launches", 100)
    counted = count(job, *arguments, ranks=0)
    total = counted["loads"]["sectors"] + counted["stores"]["sectors"]
    assert total == 100 * (3457024 + published_stores), counted
    text = job.good("count", "--points", 256, 256, 256, *arguments, ranks=0).out
    assert str(total) in text and "100 launches" in text, text


def count_tells_bank_conflicts(job):
    # 512 blocks of 16 warps, 64 planes each. A plane takes one store a warp, two of the rim's
    # columns, and two of its rows a block; four loads a warp with a point to update.
    requests = 512 * 64 * (3 * 16 + 2) + 4 * 8 * 254 * 254
    arguments = ("--kernel", "rotated", "--chunks", 4, "--launches", 10)
    shared = count(job, *arguments, ranks=0)["shared_memory"]
    assert shared == {key: 10 * requests for key in ("requests", "wavefronts", "fewest")}, shared
    narrow = count(job, *arguments, "--block", 8, 4, ranks=0)["shared_memory"]
    assert narrow["wavefronts"] > narrow["fewest"] == narrow["requests"], narrow
    text = job.good("count", "--points", 256, 256, 256, *arguments, "--block", 8, 4, ranks=0).out
    excess = narrow["wavefronts"] - narrow["fewest"]
    assert f"{excess} of them for bank conflicts" in text, text
    naive = job.good("count", "--points", 256, 256, 256, "--kernel", "naive", ranks=0).out
    assert "shared memory: not used" in naive, naive


def count_prints_once_on_four_ranks(job):
    assert count(job, "--kernel", "naive", "--chunks", 8)["loads"]["sectors"] == 15387448


def count_takes_an_order(job):
    counted = {}
    for order in (2, 4, 6, 8):
        counted[order] = count(job, "--kernel", "rotated", "--chunks", 4, "--order", order, ranks=0)
        assert counted[order]["order"] == order, counted
    loads = [counted[order]["loads"]["sectors"] for order in (2, 4, 6, 8)]
    assert loads[0] == 3457024 and loads == sorted(loads), loads
    text = job.good("count", "--points", 64, 64, 64, "--kernel", "naive", "--order", 8, ranks=0).out
    assert "float32 points, order 8, block" in text, text


def help_version_and_kernels_are_printed_once(job):
    text = job.good("--help").out
    assert text.count("Usage: ministencil") == 1, text
    for option in ("--set", "--output", "--overwrite", "--dry-run", "--list-kernels", "--version"):
        assert option in text, text
    text = job.good("--version").out
    for name in ("ministencil", "MPI", "HDF5", "Kokkos", "yaml-cpp", "CUDA"):
        rows = [row for row in text.splitlines() if row.split()[0] == name]
        assert len(rows) == 1 and len(rows[0].split()) > 1, text
    assert "(parallel)" in text, text
    tables = job.good("--list-kernels").out.split("\n\n")
    assert all(len(line) <= 120 for table in tables for line in table.splitlines()), tables
    rows = tables[0].splitlines()
    assert all("2, 4, 6, 8  float32, float64" in row for row in rows if "rotated" in row), rows
    names = [tuple(row.split()[:2]) for row in rows[1:]]
    files = (job.source / "kernels").glob("?d/*.cu")
    assert names == sorted((file.parent.name.upper(), file.stem) for file in files), names


def verdict(text, gpus):
    """The last word on `gpus` in a dry run's table."""
    rows = [row for row in text.splitlines() if row.strip().startswith(gpus + " ")]
    assert len(rows) == 1, f"{gpus}: {text}"
    return rows[0].split("GiB")[-1].strip()


def a_dry_run_says_on_which_gpus_the_large_case_fits(job):
    text = job.good(job.source / "inputs/cube4096.yaml", "--dry-run", ranks=0).out
    assert verdict(text, "4 x H200") == "fits", text
    assert verdict(text, "2 x H200") == "too large", text
    assert verdict(text, "8 x H100-80GB") == "fits" and verdict(text, "8 x A100-80GB") == "fits"
    assert verdict(text, "4 x H100-80GB") == "too large", text
    assert "512.00 GiB" in text and "stability limit 0.166667" in text, text
    assert job.files() == {}, job.files()


def a_dry_run_takes_the_decomposition_of_its_ranks(job):
    text = job.good(job.source / "inputs/cube4096.yaml", "--dry-run", "--gpu", "h200", ranks=4).out
    assert text.count("Decomposition: 4 ranks as 1 x 2 x 2") == 1, text
    assert "4096 x 2048 x 2048" in text and verdict(text, "4 x H200") == "fits", text


def a_dry_run_shows_small_sizes_and_alike_ranks_once(job):
    path = job.input("grid: {points: [50, 50]}\nbackend: emulator\n")
    text = job.good(path, "--dry-run", ranks=5).out
    assert "Decomposition: 5 ranks as 1 x 5\n" in text, text
    assert "0.00 " not in text and "KiB" in text, text
    for title, rows in (("Decomposition", 2), ("Sectors", 4)):
        table = text.split(title)[1].split("\n\n")[0].strip("\n").splitlines()[2:]
        assert len(table) == len(set(table)) == rows, table
        assert [row.split()[0] for row in table] == [n for n in "23" for _ in range(rows // 2)]
    text = job.good(path, "--dry-run", "--set", "grid.points=[3000, 3000, 4]", ranks=1).out
    assert "MiB" in text and "Decomposition: 1 rank as 1 x 1 x 1\n" in text, text


def every_input_passes_a_dry_run(job):
    inputs = sorted((job.source / "inputs").glob("*.yaml"))
    assert len(inputs) >= 6, inputs
    for path in inputs:
        result = job.good(path, "--dry-run", ranks=4)
        assert result.seconds < 10, (path, result.seconds)
        assert "Sectors (32 bytes) a step and rank" in result.out, result
    assert job.files() == {}, job.files()


def an_installed_program_runs_with_its_inputs(job):
    prefix = job.folder / "installed"
    install = [os.environ["MINISTENCIL_CMAKE"], "--install", os.environ["MINISTENCIL_BUILD"]]
    subprocess.run([*install, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    share = prefix / "share/ministencil"
    for folder, ending in (("inputs", "*.yaml"), ("kernels", "*.cu")):
        files, installed = (
            {str(path.relative_to(root / folder)) for path in (root / folder).rglob(ending)}
            for root in (job.source, share))
        assert files and files == installed, folder
    Job.program = str(prefix / "bin/ministencil")
    text = job.good(share / "inputs/cube64.yaml", "--set", "time.steps=2").out
    assert "bits equal" in text and "Figure of merit:" in text, text
    assert (job.folder / "results/cube64/run.json").exists(), job.files()


def numbers_at_the_end_of_their_range_do_no_harm(job):
    largest = str(2**63 - 1)
    whole = ["count", "--kernel", "rotated", "--points", 8, 8, 8]
    one_chunk = job.good(*whole, "--chunks", 1, "--json", ranks=0).out
    counted = json.loads(job.good(*whole, "--chunk", largest, "--json", ranks=0).out)
    assert counted["loads"] == json.loads(one_chunk)["loads"], counted
    path = job.input("grid: {points: [8, 8, 8]}\noutput: {directory: r, snapshots: {every: 1}}\n")
    text = job.good(path, "--dry-run", "--set", "time.steps=" + largest, ranks=0).out
    assert "-" not in text.split("Snapshots:")[1].split("\n")[0].replace("r", ""), text


def a_tiny_eigenmode_decays_as_it_must(job):
    path = job.input("grid: {points: [16, 16, 16]}\ntime: {steps: 20}\noutput: {directory: r}\n")
    for amplitude in ("1e-40", "1e-300"):
        job.good(path, "--overwrite", "--set", f"heat.initial={{kind: eigenmode, amplitude: {amplitude}}}",
                 ranks=1)
