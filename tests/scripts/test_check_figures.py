# SPDX-License-Identifier: Apache-2.0
"""What scripts/check-figures lets pass and refuses."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/check-figures"
RESULT = {"date": "2026-01-01", "chip": "A chip", "driver": "1", "program": "1.0 (abc)", "passed": 3,
          "failed": 0, "figures": [{"gpoint_per_s": 221.5, "copy_gb_per_s": 4294.0}]}
NAMED = "See tests/gpu/results/r.json.\n"


class CheckFigures(unittest.TestCase):
    def check(self, note, result=RESULT):
        """(exit code, errors) for a change log with this note, beside this result."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "tests/gpu/results").mkdir(parents=True)
            if result is not None:
                (root / "tests/gpu/results/r.json").write_text(json.dumps(result))
            (root / "CHANGELOG.md").write_text(f"# Changelog\n\n## [1.0]\n\n{note}")
            done = subprocess.run([sys.executable, SCRIPT, root / "CHANGELOG.md"], text=True,
                                  capture_output=True, check=False)
            return done.returncode, done.stderr

    def refuses(self, words, *arguments):
        code, errors = self.check(*arguments)
        self.assertEqual(code, 1)
        self.assertIn(words, errors)

    def test_lets_notes_without_figures_pass(self):
        self.assertEqual(self.check("- A kernel of 32 x 16 threads.\n"), (0, ""))

    def test_lets_figures_pass_that_the_named_result_has(self):
        self.assertEqual(self.check("- 221.5 Gpoint/s beside a copy of 4,294 GB/s.\n" + NAMED), (0, ""))

    def test_refuses_a_figure_without_a_result(self):
        self.refuses("'221.5 Gpoint/s' has no result", "- 221.5 Gpoint/s\n")

    def test_refuses_a_figure_that_the_result_lacks(self):
        for figure in ("22 Gpoint/s", "21.5 Gpoint/s", "221.54 Gpoint/s", "3 times faster"):
            self.refuses(f"'{figure}' stands in none", f"- {figure}\n" + NAMED)

    def test_refuses_a_result_that_is_missing_red_or_empty(self):
        note = "- 221.5 Gpoint/s\n" + NAMED
        self.refuses("does not exist", note, None)
        self.refuses("1 failed", note, {**RESULT, "failed": 1})
        self.refuses("0 passed", note, {**RESULT, "passed": 0})
        self.refuses("does not say its chip", note, {**RESULT, "chip": ""})

    def test_accepts_the_change_log_of_this_project(self):
        done = subprocess.run([sys.executable, SCRIPT], text=True, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
