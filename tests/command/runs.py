# SPDX-License-Identifier: Apache-2.0
"""Real runs under mpirun: one field whatever computes it, and what a run leaves behind."""
import csv
import json
import os
import pty
import subprocess
import sys
import xml.etree.ElementTree as xml

import h5py

cube = ("--set", "time.steps=3", "--set", "output.snapshots.every=0")
odd = """
grid: {points: [17, 13, 11], spacing: [1.0, 1.5, 0.7]}
heat: {boundary: [periodic, fixed, insulated], initial: {kind: random, seed: 5}}
time: {steps: 20, diffusion_number: 0.1}
output: {directory: whole, snapshots: {every: 10}}
"""


plate = """
grid: {points: [61, 34], spacing: [1.0, 1.5]}
heat: {boundary: [periodic, [fixed, insulated]], initial: {kind: random, seed: 5}}
time: {steps: 20, diffusion_number: 0.1}
output: {directory: whole, snapshots: {every: 10}}
"""


def run_hash(job, path, *arguments, ranks=4):
    """The hash of a run that its checks passed."""
    directory = f"results/{len(list(job.folder.glob('results/*')))}"
    text = job.good(path, "--output", directory, *arguments, ranks=ranks).out
    assert "bits equal" in text, text
    return job.hash(directory)


def setting(text):
    return ("--set", text)


def one_hash_on_any_number_of_ranks(job):
    path = job.source / "inputs/cube64.yaml"
    quick = (*cube, *setting("sectors.count=none"), *setting("backend=kokkos"))
    hashes = {run_hash(job, path, *quick, ranks=ranks) for ranks in (1, 2, 3, 5, 7, 8)}
    hashes.add(run_hash(job, path, *cube, ranks=0))
    assert len(hashes) == 1, hashes


def one_hash_for_every_backend_kernel_decomposition_and_overlap(job):
    path = job.source / "inputs/cube64.yaml"
    variants = [
        ("backend=kokkos",),
        ("backend=emulator", "halo.overlap=false"),
        ("backend=emulator", "decomposition=[4,1,1]"),
        ("backend=emulator", "decomposition=[1,1,4]", "kernel.name=naive"),
        ("backend=emulator", "decomposition=[2,2,1]", "kernel.name=shared_plane"),
        ("backend=kokkos", "decomposition=[2,1,2]", "halo.overlap=false"),
        ("kernel.block=[16,8]", "kernel.chunk=5"),
        ("output.snapshots.every=2", "check.every=1"),
    ]
    hashes = {run_hash(job, path, *cube)}
    for variant in variants:
        words = [word for text in variant for word in setting(text)]
        hashes.add(run_hash(job, path, *cube, *words))
    assert len(hashes) == 1, hashes


def one_hash_in_float64_and_another_than_in_float32(job):
    path = job.source / "inputs/cube64.yaml"
    double = (*cube, *setting("precision=float64"))
    hashes = {run_hash(job, path, *double, ranks=ranks) for ranks in (1, 3)}
    hashes.add(run_hash(job, path, *double, *setting("backend=kokkos")))
    assert len(hashes) == 1 and hashes != {run_hash(job, path, *cube)}, hashes


def one_hash_at_order_8_on_any_ranks_kernels_and_backends(job):
    path = job.input(odd.replace("[17, 13, 11]", "[24, 20, 16]"))
    variants = [
        (4, ()),
        (1, ("kernel.name=naive",)),
        (4, ("decomposition=[2,1,2]", "halo.overlap=false")),
        (8, ("decomposition=[2,2,2]", "kernel.name=shared_plane", "sectors.count=none")),
        (3, ("backend=kokkos",)),
    ]
    hashes = set()
    for ranks, variant in variants:
        words = [word for text in ("order=8", *variant) for word in setting(text)]
        hashes.add(run_hash(job, path, *words, ranks=ranks))
    assert len(hashes) == 1, hashes
    assert hashes != {run_hash(job, path, *setting("order=6"))}, hashes


def an_eigenmode_decays_as_it_must_at_order_8(job):
    path = job.source / "inputs/cube64.yaml"
    order = ("order=8", "time.diffusion_number=0.1", "heat.boundary=[fixed, periodic, insulated]")
    words = [word for text in order for word in setting(text)]
    text = job.good(path, *cube, *words, "--output", "results").out
    assert "bits equal" in text and "decays as it must" in text, text


def one_hash_for_the_inputs_with_other_boundaries(job):
    for name in ("periodic_random", "insulated_gaussian"):
        path = job.source / f"inputs/{name}.yaml"
        few = (*cube, *setting("sectors.count=none"), *setting("check.every=0"))
        hashes = {run_hash(job, path, *few, ranks=ranks) for ranks in (1, 2, 6)}
        hashes.add(run_hash(job, path, *few, *setting("backend=kokkos")))
        assert len(hashes) == 1, (name, hashes)


def one_hash_of_a_2d_grid_on_any_ranks_kernels_and_backends(job):
    path = job.input(plate)
    hashes = {run_hash(job, path, *setting("kernel.name=naive"), ranks=ranks) for ranks in (1, 2, 3, 5, 7)}
    for name in ("halo_tile", "strip", "rolled_strip", "rolling_rows"):
        hashes.add(run_hash(job, path, *setting(f"kernel.name={name}"), *setting("decomposition=[2,2]")))
    hashes.add(run_hash(job, path, *setting("backend=kokkos"), *setting("halo.overlap=false"), ranks=8))
    assert len(hashes) == 1, hashes
    job.refused(2, ["'rotated' is a kernel for 3D grids, and not for 2D ones"], path, *setting("kernel.name=rotated"))


def a_2d_snapshot_has_two_axes_and_starts_a_run(job):
    path = job.input(plate)
    job.good(path)
    snapshot = job.folder / "whole/snapshot_0000000010.h5"
    with h5py.File(snapshot, "r") as file:
        assert file["temperature"].shape == (34, 61)
        assert list(file.attrs["spacing"]) == [1.0, 1.5] and len(file.attrs["origin"]) == 2
        assert json.loads(file.attrs["input"])["grid"]["points"] == [61, 34]
    script = [sys.executable, job.source / "scripts/verify_hash", snapshot]
    assert subprocess.run(script).returncode == 0
    grid = xml.parse(job.folder / "whole/snapshots.xdmf").getroot().find("./Domain/Grid/Grid")
    assert grid.find("Topology").attrib == {"TopologyType": "2DCoRectMesh", "Dimensions": "34 61"}
    assert [item.text for item in grid.find("Geometry")] == ["0 0", "1.5 1"]
    initial = setting(f"heat.initial={{kind: file, path: {snapshot}}}")
    assert run_hash(job, path, *initial, *setting("time.steps=10"), ranks=3) == job.hash("whole")
    wrong = ("--set", f"heat.initial={{kind: file, path: {snapshot}}}", *setting("grid.points=[61,34,1]"),
             *setting("grid.spacing=1"), *setting("heat.boundary=periodic"))
    job.refused(4, "(34, 61) where the grid has (1, 34, 61)", path, *wrong, ranks=2)


def a_run_from_a_snapshot_ends_in_the_bits_of_the_whole_run(job):
    path = job.input(odd)
    job.good(path)
    halfway = job.folder / "whole/snapshot_0000000010.h5"
    initial = setting(f"heat.initial={{kind: file, path: {halfway}}}")
    second = run_hash(job, path, *initial, *setting("time.steps=10"), ranks=3)
    assert second == job.hash("whole")
    assert second != run_hash(job, path, *initial, *setting("time.steps=9"))


def every_number_that_is_missing_says_why(job):
    def check(node):
        found = 0
        for name, value in node.items() if isinstance(node, dict) else enumerate(node):
            if value is None:
                assert isinstance(node[f"{name}_reason"], str) and node[f"{name}_reason"], name
                found += 1
            elif isinstance(value, (dict, list)):
                found += check(value)
        return found

    path = job.input(odd)
    job.good(path)
    assert job.report("whole")["schema_version"] == 1
    assert check(job.report("whole")) >= 1, "a random field has no eigenmode to decay"
    words = ("check.reference=none", "sectors.count=none", "time.steps=1")
    job.good(path, "--output", "bare", *[w for text in words for w in setting(text)], ranks=1)
    assert check(job.report("bare")) >= 3, job.report("bare")
    assert job.report("bare")["checks"]["reference"] is None


def the_sectors_of_every_rank_have_a_row(job):
    job.good(job.input(odd), ranks=3)
    with open(job.folder / "whole/sectors.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["rank"] for row in rows] == ["0", "1", "2"], rows
    assert sum(int(row["points"]) for row in rows) == 17 * 13 * 11, rows
    for row in rows:
        assert row["source"] == "emulated" and int(row["fewest"]) > 0, row
        parts = ("interior_loads", "interior_stores", "shells_loads", "shells_stores")
        assert int(row["total"]) == sum(int(row[part]) for part in parts) > 0, row
    report = job.report("whole")["sectors"]
    phases = [(entry["rank"], entry["phase"]) for entry in report]
    assert phases == [(rank, phase) for rank in range(3) for phase in ("interior", "shells")]


def python_and_paraview_find_every_snapshot(job):
    job.good(job.input(odd))
    folder = job.folder / "whole"
    grids = xml.parse(folder / "snapshots.xdmf").getroot().findall("./Domain/Grid/Grid")
    names = []
    for grid in grids:
        name, dataset = grid.find("./Attribute/DataItem").text.strip().split(":")
        names.append(name)
        with h5py.File(folder / name, "r") as file:
            assert file[dataset].shape == (11, 13, 17), file[dataset].shape
            assert float(grid.find("Time").get("Value")) == file.attrs["time"]
            assert json.loads(file.attrs["input"])["heat"]["initial"]["seed"] == 5
    assert names == [f"snapshot_{step:010}.h5" for step in (0, 10, 20)], names
    assert set(names) < set(job.report("whole")["files"]), job.report("whole")["files"]
    for name in names:
        script = [sys.executable, job.source / "scripts/verify_hash", folder / name]
        assert subprocess.run(script).returncode == 0
    with h5py.File(folder / names[-1], "r") as file:
        assert file.attrs["field_hash"] == job.hash("whole")


def text_of_terminal(command, folder):
    """What `command` prints if its standard output is a terminal."""
    controller, terminal = pty.openpty()
    with subprocess.Popen(command, cwd=folder, stdout=terminal, stderr=subprocess.STDOUT) as job:
        os.close(terminal)
        text = b""
        while True:
            try:
                part = os.read(controller, 65536)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            text += part
    os.close(controller)
    assert job.returncode == 0, text
    return text.replace(b"\r\n", b"\n")


def progress_rewrites_its_line_on_a_terminal_only(job):
    path = job.input(odd)
    with open(job.folder / "log", "wb") as log:
        assert job.start(path, stdout=log).wait() == 0
    text = (job.folder / "log").read_bytes()
    assert b"\r" not in text and text.count(b"\nstep 20 of 20, 100 %") == 1, text
    text = text_of_terminal(job.command([job.program, path, "--overwrite"], 4), job.folder)
    assert b"\rstep 20 of 20, 100 %" in text, text
