# SPDX-License-Identifier: Apache-2.0
"""What goes wrong while a run is under way: nobody hangs, and what is on the disk is complete."""
import os
import signal
import subprocess
import sys
import time

import h5py
import numpy as np
from job import Skip, deadline, wait_for

helper = os.environ["MINISTENCIL_ONE_RANK_THROWS"]
long_run = "grid: {points: [32, 32, 32]}\ntime: {steps: 1000000000}\ncheck: {reference: none}\n"


def throws(job, kind, code, text):
    """Rank 2 throws, alone or agreed: one line, the exit code of what it threw, soon."""
    result = job.run(kind, program=helper)
    assert result.code == code, result
    assert result.seconds < deadline, result
    assert result.messages() == [f"ministencil: rank 2: {text}"], result


def a_rank_that_throws_ends_all_with_its_exit_code(job):
    throws(job, "input", 2, "input: no reason; no remedy")
    throws(job, "files", 4, "file: no reason; no remedy")
    throws(job, "unknown", 3, "unknown")
    throws(job, "memory", 3, "out of host memory; use more ranks or a smaller grid")


def an_error_that_all_ranks_agree_on_is_printed_once(job):
    throws(job, "agreed", 4, "file: no reason; no remedy")


def a_rank_that_is_killed_ends_the_job(job):
    path = job.input(long_run)
    run = job.start(path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        wait_for(lambda: len(job.ranks()) == 4 and (job.folder / "results").exists())
        time.sleep(0.5)
        os.kill(job.ranks()[2], signal.SIGKILL)
        result = job.finished(run, time.monotonic())
    finally:
        end(run)
    assert result.code != 0 and result.seconds < deadline, result
    job.nobody_is_left()
    assert not list((job.folder / "results").rglob("run.json"))


def end(run):
    if run.poll() is None:
        os.killpg(run.pid, signal.SIGKILL)


class SmallDisk:
    """A file system of `mebibytes` at `path`; Skip where none can be mounted."""

    def __init__(self, path, mebibytes):
        self.path = path
        path.mkdir()
        options = ["-t", "tmpfs", "-o", f"size={mebibytes}m", "tmpfs", str(path)]
        try:
            mounted = subprocess.run(["mount", *options], capture_output=True, text=True)
        except OSError as error:
            raise Skip(f"no mount: {error}") from None
        if mounted.returncode != 0:
            raise Skip(f"cannot mount a small file system: {mounted.stderr.strip()}")

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        subprocess.run(["umount", "--lazy", str(self.path)], check=True)


def a_disk_that_is_too_small_is_refused_before_the_first_step(job):
    text = "grid: {points: [64, 64, 64]}\ntime: {steps: 10}\noutput: {snapshots: {every: 1}}\n"
    with SmallDisk(job.folder / "disk", 4) as disk:
        words = ["lacks space", "output.snapshots.every"]
        job.refused(4, words, job.input(text), "--output", disk)


def a_disk_that_fills_up_leaves_only_complete_snapshots(job):
    text = (
        "grid: {points: [64, 64, 64]}\ntime: {steps: 400}\nbackend: emulator\n"
        "check: {reference: none}\nsectors: {count: none}\noutput: {snapshots: {every: 100}}\n"
    )
    with SmallDisk(job.folder / "disk", 16) as disk:
        begin = time.monotonic()
        path = job.input(text)
        run = job.start(path, "--output", disk, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            wait_for(lambda: (disk / "snapshot_0000000000.h5").exists())
            filler = open(disk / "filler", "wb", buffering=0)
            try:
                while filler.write(bytes(65536)):
                    pass
            except OSError:
                filler.truncate(filler.tell() - 65536)  # text files still find room
            result = job.finished(run, begin)
        finally:
            end(run)
        job.is_clear(result, 4, ["snapshot_", "No space left", "free space there"])
        snapshots = sorted(disk.glob("snapshot_*"))
        assert snapshots and not (disk / "run.json").exists(), list(disk.iterdir())
        verify_hash = job.source / "scripts/verify_hash"
        for snapshot in snapshots:
            assert snapshot.suffix == ".h5", f"{snapshot} is not complete"
            subprocess.run([sys.executable, verify_hash, snapshot], check=True)


def a_limit_on_file_sizes_is_an_error_of_the_write(job):
    text = (
        "grid: {points: [192, 192, 192]}\ntime: {steps: 1}\nbackend: kokkos\n"
        "check: {reference: none}\nsectors: {count: none}\n"
        "output: {directory: results, snapshots: {every: 1}}\n"
    )
    limited = ("bash", "-c", 'ulimit -f 16384; exec "$@"', "bash")  # 16 MiB of 27
    result = job.run(job.input(text), wrap=limited)
    job.is_clear(result, 4, ["snapshot_0000000000.h5", "File too large", "ulimit -f"])
    assert list(job.files()) == ["heat.yaml"], job.files()


def field_with(value, path):
    field = np.linspace(0, 1, 9 * 7 * 5, dtype=np.float32).reshape(5, 7, 9)
    field[3, 2, 6] = value
    with h5py.File(path, "w") as file:
        file["temperature"] = field


def a_value_that_is_no_number_fails_the_check_and_is_located(job):
    for value, word in ((float("nan"), "nan"), (float("inf"), "inf")):
        start = job.folder / f"{word}.h5"
        field_with(value, start)
        text = (
            "grid: {points: [9, 7, 5]}\ntime: {steps: 4}\n"
            f"heat: {{initial: {{kind: file, path: {start}}}}}\n"
            f"output: {{directory: {word}, snapshots: {{every: 2}}}}\n"
        )
        result = job.run(job.input(text))
        assert result.code == 1 and result.seconds < deadline, result
        assert "FAILED: after step 0" in result.out and "[6, 2, 3]" in result.out, result
        assert not list((job.folder / word).glob("snapshot_*")), "a field that failed was written"
        assert job.report(word)["checks"]["field_hash"] is None


def a_field_that_overflows_fails_the_check_after_its_last_clean_step(job):
    text = (
        "grid: {points: [8, 8, 8]}\ntime: {steps: 4}\n"
        "heat: {initial: {kind: linear, gradient: [4.0e37, 0, 0]}}\n"
        "check: {every: 1}\noutput: {directory: results}\n"
    )
    result = job.run(job.input(text))
    assert result.code == 1, result
    assert "FAILED: after step 1" in result.out and "clean after step 0" in result.out, result
