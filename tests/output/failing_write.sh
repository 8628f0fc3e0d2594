#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# failing_write.sh MPIEXEC -n PROGRAM: a write that fails on some ranks ends the job on all of them,
# with exit code 4, within 30 seconds, and leaves no file.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Collective transfers, were they used, would be divided among the ranks and hang.
export OMPI_MCA_io_ompio_num_aggregators=4
timeout 30 "$1" "$2" 4 "$3" "$folder/a.h5" > "$folder.log" 2>&1
code=$?
cat "$folder.log"
rm -f "$folder.log"
[ $code -eq 4 ] || { echo "exit code $code where 4 was expected (124: it hangs)"; exit 1; }
[ -z "$(ls -A "$folder")" ] || { echo "left behind: $(ls -A "$folder")"; exit 1; }
