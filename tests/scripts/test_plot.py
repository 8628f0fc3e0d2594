# SPDX-License-Identifier: Apache-2.0
"""What scripts/plot draws and refuses, and by which Python scripts draw. Exit code 77 if there is no
matplotlib."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import matplotlib  # noqa: F401
except ImportError:
    print("skipped: no matplotlib (python3-matplotlib)")
    sys.exit(77)

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/plot"


def kernel(name, **members):
    return {"kernel": name, "bits": "equal", "sectors": 3000, "fewest_sectors": 1000,
            "seconds_per_step": 0.002, **members}


def comparison(*kernels, copy=1e9):
    return {"schema_version": 1, "copy_bytes_per_second": copy, "kernels": list(kernels),
            "input": {"grid": {"points": [10, 20, 30]}, "precision": "float32", "order": 2},
            "ranks": [{"device": "GPU 0 (A chip)"}, {"device": "GPU 0 (A chip)"}]}


class Plot(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_script(self, content, *arguments):
        """(exit code, standard output, standard error)."""
        file = self.folder / "compare.json"
        file.write_text(content if isinstance(content, str) else json.dumps(content))
        done = subprocess.run([sys.executable, SCRIPT, file, *arguments], text=True,
                              capture_output=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def svg(self, content):
        picture = self.folder / "out.svg"
        self.assertEqual(self.run_script(content, "--output", picture)[0], 0)
        return picture.read_text()

    def refuses(self, words, content, *arguments):
        code, _, errors = self.run_script(content, *arguments)
        self.assertEqual(code, 1)
        self.assertIn(words, errors)
        self.assertNotIn("Traceback", errors)

    def test_draws_sectors_against_time_where_there_are_times(self):
        text = self.svg(comparison(kernel("naive"), kernel("rotated", bits="different")))
        for words in ("time a step, ms", "requested a point and step", ">naive<",
                      "rotated (other bits)", "a copy, 1 GB/s", "10 × 20 × 30 points",
                      "2 ranks on GPU 0 (A chip)"):
            self.assertIn(words, text)

    def test_draws_requested_against_fewest_sectors_without_times(self):
        text = self.svg(comparison(kernel("naive", seconds_per_step=None), copy=None))
        for words in ("a point and step", ">naive<", "fewest possible", ">requested<"):
            self.assertIn(words, text)
        self.assertNotIn("time", text.split("<body", 1)[-1].split("</metadata>")[-1])

    def test_writes_a_png_beside_the_file_and_names_what_it_leaves_out(self):
        code, out, _ = self.run_script(
            comparison(kernel("naive"), kernel("texture", sectors=None)))
        self.assertEqual(code, 0)
        self.assertIn("left out: texture", out)
        self.assertEqual((self.folder / "compare.png").read_bytes()[:4], b"\x89PNG")

    def test_refuses_what_is_no_comparison(self):
        self.refuses("is no JSON", "{")
        self.refuses("has no kernels", {"schema_version": 1})
        self.refuses("has schema version 2", {**comparison(kernel("naive")), "schema_version": 2})
        self.refuses("no kernel's sectors", comparison(kernel("naive", sectors=None)))
        self.refuses("cannot be written", comparison(kernel("naive")), "--output", "/nowhere/a.png")
        self.refuses("cannot be written", comparison(kernel("naive")), "--output", "a.unknown")


class OtherPython(unittest.TestCase):
    """A Python without matplotlib that comes first in the path."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.python = self.folder / "python"
        self.python.symlink_to("/usr/bin/python3")
        look = [self.python, "-S", "-c", "import matplotlib"]  # -S: without installed packages
        self.assertNotEqual(subprocess.run(look, capture_output=True, check=False).returncode, 0)

    def draws(self, script, name, content):
        if subprocess.run(["/usr/bin/python3", "-c", "import matplotlib"], capture_output=True,
                          check=False).returncode != 0:
            self.skipTest("the system's Python has no matplotlib")
        (self.folder / name).write_text(content)
        command = [self.python, "-S", SCRIPT.parent / script, self.folder / name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        picture = (self.folder / name).with_suffix(".png")
        self.assertEqual(picture.read_bytes()[:4], b"\x89PNG")

    def test_of_the_system_draws_a_comparison(self):
        self.draws("plot", "compare.json", json.dumps(comparison(kernel("naive"))))

    def test_of_the_system_draws_blocks(self):
        self.draws("plot-blocks", "tune.csv",
                   "subject,width,height,bytes_per_second,sectors,chunk,limit,place,default\n"
                   "rotated,8,8,,100,4,,1,true\nrotated,16,8,,90,4,,2,false\n")


if __name__ == "__main__":
    unittest.main()
