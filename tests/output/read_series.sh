#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# read_series.sh VERIFY_HASH MPIEXEC -n PROGRAM: Python reads what PROGRAM writes on three ranks.
set -eu
# Distributions install h5py for their own Python, which need not be the first in the path.
for python in python3 /usr/bin/python3; do
  if "$python" -c 'import h5py' 2>/dev/null; then break; fi
  python=
done
if [ -z "$python" ]; then
  echo "skipped: no Python with h5py (python3-h5py)"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$2" "$3" 3 "$4" "$folder"
"$python" "$(dirname "$0")/check_series.py" "$folder" "$1"
