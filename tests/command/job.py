# SPDX-License-Identifier: Apache-2.0
"""job.py FILE TEST: calls the function TEST of FILE with a Job, which runs the program as a user
does. Exit code 77 if the test raises Skip. CMake names what is run in the environment."""
import hashlib
import importlib.util
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

deadline = 30  # seconds within which every rank is gone after a fault


class Skip(Exception):
    """The machine cannot run this test; the text says why."""


class Result:
    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds

    def messages(self):
        """What the program itself said on standard error; mpirun adds lines of its own."""
        return [line for line in self.err.splitlines() if line.startswith("ministencil: ")]

    def __str__(self):
        return f"code {self.code} after {self.seconds:.1f} s\n{self.out}\n{self.err}"


class Job:
    """A folder of its own, and ways to run the program in it."""

    source = pathlib.Path(os.environ["MINISTENCIL_SOURCE"])
    program = os.environ["MINISTENCIL_PROGRAM"]

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def input(self, text, name="heat.yaml"):
        """Writes an input file, returns its path."""
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def command(self, words, ranks, wrap=()):
        launcher = [*os.environ["MINISTENCIL_MPIEXEC"].split(), str(ranks)] if ranks else []
        return [*launcher, *wrap, *map(str, words)]

    def start(self, *arguments, ranks=4, wrap=(), program=None, **streams):
        """The running job, in a process group of its own; `ranks` = 0: without mpirun."""
        words = self.command([program or self.program, *arguments], ranks, wrap)
        where = {"cwd": self.folder, "start_new_session": True}
        return subprocess.Popen(words, text=True, **where, **streams)

    def run(self, *arguments, **options):
        """Runs to the end, which has to come within the deadline."""
        begin = time.monotonic()
        job = self.start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        return self.finished(job, begin)

    def finished(self, job, begin):
        try:
            out, err = job.communicate(timeout=4 * deadline)
        except subprocess.TimeoutExpired:
            os.killpg(job.pid, signal.SIGKILL)
            raise AssertionError("the job hangs") from None
        return Result(job.returncode, out or "", err or "", time.monotonic() - begin)

    def good(self, *arguments, **options):
        """Runs, asserts success."""
        result = self.run(*arguments, **options)
        assert result.code == 0 and not result.messages(), result
        return result

    def refused(self, code, words, *arguments, **options):
        """Runs, asserts a clear error: `code`, one line with each of `words`, printed once, soon,
        and not a file more, less or other than before."""
        before = self.files()
        result = self.run(*arguments, **options)
        self.is_clear(result, code, words)
        assert self.files() == before, f"files: {sorted(before)} became {sorted(self.files())}"
        return result

    def is_clear(self, result, code, words):
        assert result.code == code, f"exit code {code} was expected: {result}"
        assert result.seconds < deadline, result
        assert len(result.messages()) == 1, f"one line was expected: {result}"
        line = result.messages()[0]
        for word in words:
            assert word in line, f"'{word}' is missing in: {line}"
        assert "; " in line, f"no remedy in: {line}"
        self.nobody_is_left()

    def files(self):
        """Every file of the folder with a digest of what it holds."""
        return {
            str(path.relative_to(self.folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in self.folder.rglob("*")
            if path.is_file()
        }

    def ranks(self):
        """Process ids of the running ranks: they name this folder in their command line."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
                state = (entry / "stat").read_text().rsplit(")", 1)[1].split()[0]
            except OSError:
                continue
            is_ours = any(os.fsencode(self.folder) in word for word in words[1:])
            if is_ours and words[0] == os.fsencode(self.program) and state != "Z":
                found.append(int(entry.name))
        return sorted(found)

    def nobody_is_left(self):
        end = time.monotonic() + 5
        while self.ranks():
            assert time.monotonic() < end, f"ranks are left: {self.ranks()}"
            time.sleep(0.05)

    def report(self, directory):
        return json.loads((self.folder / directory / "run.json").read_text())

    def is_host_only(self):
        """Whether the program was built without CUDA."""
        return "built for the host only" in self.run("--version", ranks=0).out

    def hash(self, directory):
        return self.report(directory)["checks"]["field_hash"]


def wait_for(condition, seconds=deadline):
    """Waits until `condition()` holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def main():
    file, name = sys.argv[1:]
    sys.modules["job"] = sys.modules["__main__"]
    spec = importlib.util.spec_from_file_location("tests", file)
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    folder = tempfile.mkdtemp(prefix="ministencil-")
    try:
        getattr(tests, name)(Job(folder))
    except Skip as reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
