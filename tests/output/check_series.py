# SPDX-License-Identifier: Apache-2.0
"""check_series.py FOLDER VERIFY_HASH: what write_series wrote is what other programs read."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

import h5py
import numpy as np

folder, verify_hash = pathlib.Path(sys.argv[1]), sys.argv[2]
nx, ny, nz = 7, 5, 11
z, y, x = np.mgrid[0:nz, 0:ny, 0:nx]
field = (x + 100 * y + 10000 * z + 0.125).astype(np.float32)


def numbers(element):
    return [float(word) for word in element.text.split()]


grids = xml.parse(folder / "snapshots.xdmf").getroot().findall("./Domain/Grid/Grid")
assert len(grids) == 2, grids
for i, (grid, step) in enumerate(zip(grids, (0, 20))):
    topology, (origin, spacing) = grid.find("Topology"), grid.find("Geometry").findall("DataItem")
    assert topology.get("TopologyType") == "3DCoRectMesh"
    assert topology.get("Dimensions").split() == ["11", "5", "7"], "Z Y X"
    assert grid.find("Geometry").get("GeometryType") == "ORIGIN_DXDYDZ"
    assert numbers(origin) == [3, 2, 1], "Z Y X"
    assert numbers(spacing) == [2, 0.25, 0.5], "Z Y X"
    assert float(grid.find("Time").get("Value")) == step * 0.1
    attribute = grid.find("Attribute")
    assert attribute.get("Center") == "Node" and attribute.get("Name") == "temperature"
    item = attribute.find("DataItem")
    assert item.get("Dimensions").split() == ["11", "5", "7"] and item.get("Precision") == "4"
    name, dataset = item.text.strip().split(":")
    assert name == f"snapshot_{step:010}.h5"
    with h5py.File(folder / name, "r") as file:
        assert file[dataset].shape == (nz, ny, nx)
        assert file[dataset].dtype == np.dtype("<f4")
        assert np.array_equal(file[dataset][...], field + np.float32(i)), "values in place"
        said = dict(file.attrs)
        assert said["schema_version"] == 1 and said["field_hash_version"] == 1
        assert said["time"] == step * 0.1 and said["step"] == step and said["ranks"] == 3
        assert list(said["spacing"]) == [0.5, 0.25, 2] and list(said["origin"]) == [1, 2, 3]
        assert json.loads(said["input"]) == {"precision": "float32"}
        assert said["precision"] == "float32" and said["kernel"] == "rotated"
        assert said["backend"] == "emulator" and said["git_commit"] == "abc"
        assert said["program_version"] == "0.1.0" and said["host"]
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", said["date"])
        assert file[dataset].attrs["axes"] == "Z Y X" and file[dataset].attrs["units"] == "K"
    assert subprocess.run([sys.executable, verify_hash, folder / name]).returncode == 0

# One bit of one value is enough.
flipped = folder / "flipped.h5"
shutil.copy(folder / name, flipped)
with h5py.File(flipped, "r") as file:
    place = file["temperature"].id.get_offset() + 4 * 100
with open(flipped, "r+b") as file:
    file.seek(place)
    byte = file.read(1)[0]
    file.seek(place)
    file.write(bytes([byte ^ 1]))
assert subprocess.run([sys.executable, verify_hash, flipped]).returncode == 1
