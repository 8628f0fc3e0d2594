# SPDX-License-Identifier: Apache-2.0
"""What scripts that draw have in common; they import it from beside them."""
import os
import sys

SYSTEM_PYTHON = "/usr/bin/python3"


def pyplot(name, code):
    """matplotlib.pyplot, drawing to files only. Distributions install matplotlib for their own
    Python, which need not be the first in the path: where this one lacks it, the script starts again
    under that. Without any, the script `name` ends with exit code `code`."""
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot as module
    except ImportError:
        if sys.executable != SYSTEM_PYTHON and os.access(SYSTEM_PYTHON, os.X_OK):
            os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
        print(f"{name}: matplotlib is missing: install python3-matplotlib (Debian, Ubuntu) or "
              "matplotlib (pip), or run this script with a Python that has it", file=sys.stderr)
        sys.exit(code)
    return module
