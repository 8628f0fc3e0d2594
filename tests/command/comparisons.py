# SPDX-License-Identifier: Apache-2.0
"""ministencil compare and opb as a user runs them: one table, two files, and an exit code."""
import csv
import json
import os

odd = """
grid: {points: [19, 17, 14], spacing: [1.0, 1.5, 0.7]}
heat: {boundary: [periodic, fixed, insulated], initial: {kind: random, seed: 5}}
time: {steps: 3, diffusion_number: 0.1}
backend: emulator
output: {directory: whole}
"""
even = """
grid: {points: [16, 16, 16]}
heat: {initial: {kind: random, seed: 5}}
time: {steps: 4, diffusion_number: 0.1}
kernel: {name: as_it_should_be}
backend: emulator
output: {directory: whole}
"""
flat = """
grid: {points: [67, 45], spacing: [1.0, 1.5]}
heat: {boundary: [periodic, fixed], initial: {kind: random, seed: 5}}
time: {steps: 3, diffusion_number: 0.1}
kernel: {name: naive}
backend: emulator
output: {directory: whole}
"""
mistakes = os.environ["MINISTENCIL_WITH_A_BROKEN_KERNEL"]


def comparison(job, directory="whole"):
    return json.loads((job.folder / directory / "compare.json").read_text())


def rows_of(text):
    """The rows of both tables by kernel, without the gaps between columns."""
    tables = [line for line in text.splitlines() if line.startswith("  ") and not line.startswith("  kernels  ")]
    assert all(len(line) <= 120 for line in tables), text
    rows = {}
    for second in ("block", "sectors"):
        lines = text.splitlines()
        first = next(i for i, line in enumerate(lines) if line.split()[:2] == ["kernel", second])
        for line in lines[first + 1:]:
            if line.startswith("  n/a"):
                break
            cells = [cell.strip() for cell in line.split("  ") if cell]
            rows.setdefault(cells[0], []).extend(cells)
    return rows


def all_kernels_compare_alike_on_any_ranks(job):
    path = job.input(odd)
    hashes = set()
    for ranks in (1, 4):
        text = job.good("compare", path, "--overwrite", ranks=ranks).out
        found = comparison(job)
        names = {kernel["kernel"] for kernel in found["kernels"]}
        assert names == {file.stem for file in (job.source / "kernels/3d").glob("*.cu")}, names
        assert f"all {len(names)} kernels have the same bits, those of kokkos" in text, text
        assert found["steps"] == 3 and len(found["ranks"]) == ranks, found
        for kernel in found["kernels"]:
            assert kernel["bits"] == "equal" and kernel["differing_points"] == 0, kernel
            hashes.add(kernel["field_hash"])
    assert len(hashes) == 1, hashes
    job.good(path, "--set", "output.snapshots.every=0")
    assert hashes == {job.hash("whole")}, "a run of as many steps has other bits"


def kernels_for_2d_grids_compare_alike(job):
    path = job.input(flat)
    names = {file.stem for file in (job.source / "kernels/2d").glob("*.cu")}
    for ranks in (1, 4):
        text = job.good("compare", path, "--overwrite", ranks=ranks).out
        assert f"all {len(names)} kernels have the same bits, those of kokkos" in text, text
        found = {kernel["kernel"]: kernel for kernel in comparison(job)["kernels"]}
        assert set(found) == names, found
        assert all(len(kernel["block"]) == 2 for kernel in found.values()), found
        assert found["naive"]["flop_per_byte"] == 9 / 20, found


def all_sectors(kernel):
    return kernel["sectors"] + kernel["texture_sectors"] + kernel["surface_sectors"]


def table_and_files_say_the_same(job):
    path = job.input(odd)
    rows = rows_of(job.good("compare", path, ranks=2).out)
    found = comparison(job)
    with open(job.folder / "whole/compare.csv", newline="") as file:
        cells = list(csv.DictReader(file))
    sectors = [all_sectors(kernel) for kernel in found["kernels"]]
    assert sectors == sorted(sectors), "sorted by sectors where times mean nothing"
    assert list(rows) == [kernel["kernel"] for kernel in found["kernels"]], rows
    for kernel, row in zip(found["kernels"], cells, strict=True):
        for name, value in kernel.items():
            if name.endswith("_reason"):
                continue
            if value is None:
                assert row[name] == "" and kernel[name + "_reason"] in row["reason"], (name, row)
            elif isinstance(value, list):
                assert row[name].split() == list(map(str, value)), (name, row)
            else:
                assert row[name] == str(value), (name, row)
        shown = rows[kernel["kernel"]]
        assert str(all_sectors(kernel)) in shown and str(kernel["fewest_sectors"]) in shown, shown
        ratio = kernel["sector_ratio"]
        assert ratio is not None or kernel["texture_sectors"] > 0, kernel
        assert (ratio is None or f"{ratio:.3f}" in shown) and "equal" in shown, shown
        assert f"{kernel['flop_per_byte']:.2f}" in shown, shown


def sectors_are_those_of_a_run_with_the_kernel(job):
    path = job.input(odd)
    job.good("compare", path, "--kernels", "naive,coarsened")
    for kernel in comparison(job)["kernels"]:
        name = kernel["kernel"]
        job.good(path, "--output", name, "--set", f"kernel.name={name}")
        run = job.report(name)["sectors"]
        assert kernel["loads"] == sum(row["loads"] for row in run), (kernel, run)
        assert kernel["stores"] == sum(row["stores"] for row in run), (kernel, run)
        assert kernel["fewest_sectors"] == sum(row["fewest"] for row in run), (kernel, run)


def emulated_times_are_not_given_as_the_kernels(job):
    text = job.good("compare", job.input(odd), "--kernels", "naive", ranks=1).out
    assert "the time of an emulated step is not the kernel's" in text, text
    found = comparison(job)
    (kernel,) = found["kernels"]
    for name in ("seconds_per_step", "points_per_second", "share_of_copy", "bound_by"):
        assert kernel[name] is None and kernel[name + "_reason"], (name, kernel)
    assert found["copy_bytes_per_second"] is None and found["warm_up_steps"] == 0, found


def a_kernel_with_other_bits_is_named_and_the_exit_code_is_1(job):
    path = job.input(even)
    for ranks in (1, 4):
        result = job.run("compare", path, "--overwrite", ranks=ranks, program=mistakes)
        assert result.code == 1, result
        lines = result.out.splitlines()
        assert lines[-1].startswith("FAILED: other bits than kokkos"), result
        assert ": other_order; first of other_order at [" in lines[-1], result
        rows = rows_of(result.out)
        assert "DIFFERENT" in rows["other_order"] and "equal" in rows["as_it_should_be"], rows
        assert "float64_only  takes orders 2 in float64, not order 2 in float32" in result.out
        bits = {kernel["kernel"]: kernel for kernel in comparison(job)["kernels"]}
        assert bits["other_order"]["bits"] == "different", bits
        assert bits["other_order"]["differing_points"] > 0, bits
        assert len(bits["other_order"]["first_difference"]) == 3, bits
        assert bits["as_it_should_be"]["bits"] == "equal", bits


def without_a_reference_the_hashes_are_compared(job):
    path = job.input(even)
    alone = ("compare", path, "--set", "check.reference=none", "--overwrite")
    result = job.run(*alone, ranks=2, program=mistakes)
    assert result.code == 1 and "FAILED: other bits than most kernels" in result.out, result
    job.good(*alone, "--kernels", "as_it_should_be", ranks=2, program=mistakes)


def steps_are_the_inputs_up_to_22_or_as_asked_for(job):
    path = job.input(even)
    few = ("compare", path, "--overwrite", "--kernels", "as_it_should_be")
    for more, steps in ((), 4), (("--set", "time.steps=1000"), 22), (("--steps", 30), 30):
        job.good(*few, *more, ranks=1, program=mistakes)
        assert comparison(job)["steps"] == steps, comparison(job)


def what_cannot_be_compared_is_refused(job):
    path = job.input(odd)
    words = ["'roated' is not a kernel", "did you mean 'rotated'?"]
    job.refused(2, words, "compare", path, "--kernels", "naive,roated")
    words = ["backend kokkos (as asked for) runs none of the kernels", "--set backend=emulator"]
    job.refused(2, words, "compare", path, "--set", "backend=kokkos")
    words = ["no kernel to compare is left: vector_march takes orders 2, 4"]
    job.refused(2, words, "compare", path, "--kernels", "vector_march", "--set", "order=8")
    job.refused(4, ["none.yaml: cannot be read"], "compare", "none.yaml")


def an_earlier_comparison_is_kept_until_there_is_a_new_one(job):
    path = job.input(odd)
    job.good(path, "--set", "output.snapshots.every=0", ranks=1)
    job.good("compare", path, "--kernels", "naive", ranks=1)
    before = job.files()
    refused = job.refused(4, ["holds an earlier comparison", "--overwrite"], "compare", path)
    assert refused.out == "", refused
    words = ["sectors.count: cupti counts on GPUs"]
    job.refused(2, words, "compare", path, "--overwrite", "--set", "sectors.count=cupti")
    job.good("compare", path, "--overwrite", "--kernels", "rotated", ranks=1)
    changed = {name for name, digest in job.files().items() if before[name] != digest}
    assert changed == {"whole/compare.json", "whole/compare.csv"}, changed


def opb_gives_the_textbooks_figures(job):
    published = [  # kernel, block, chunk, FLOP per byte
        ("naive", (8, 8), 8, 0.46),
        ("shared_tile", (8, 8, 8), 6, 1.37),
        ("coarsened", (32, 32), 30, 2.68),
        ("coarsened_registers", (32, 32), 30, 2.68),
        ("coarsened", (32, 32), 16, 2.54),
    ]
    for kernel, block, chunk, expected in published:
        arguments = ("opb", "--kernel", kernel, "--block", *block, "--chunk", chunk)
        (row,) = json.loads(job.good(*arguments, "--json", ranks=0).out)["kernels"]
        assert round(row["flop_per_byte"], 2) == expected, (kernel, row)
        text = job.good(*arguments, ranks=0).out
        assert f"  {expected:.2f}\n" in text, text


def opb_takes_kernels_for_2d_grids(job):
    found = json.loads(job.good("opb", "--dimensions", 2, "--json", ranks=0).out)
    assert found["flop_per_point"] == 9, found
    names = sorted(file.stem for file in (job.source / "kernels/2d").glob("*.cu"))
    assert sorted(row["kernel"] for row in found["kernels"]) == names, found


def opb_lists_every_kernel_once_and_says_which_it_leaves_out(job):
    text = job.good("opb", "--order", 8, ranks=4).out
    rows = [line.split()[0].rstrip(":") for line in text.splitlines() if line.startswith("  ")][1:]
    assert sorted(rows) == sorted(file.stem for file in (job.source / "kernels/3d").glob("*.cu")), text
    assert "Not applicable" in text and "49 FLOP a point" in text, text
    words = ["'rolled_strip' is a kernel for 2D grids", "--dimensions 2"]
    job.refused(2, words, "opb", "--kernel", "rolled_strip", ranks=0)
    words = ["'coarsened' does not take order 8"]
    job.refused(2, words, "opb", "--kernel", "coarsened", "--order", 8, ranks=0)
