# SPDX-License-Identifier: Apache-2.0
"""Runs notebooks by nbclient in an installed kernel, as CI does; prints a line for each and fails at the first error.

usage: python3 run_notebooks.py KERNEL NOTEBOOK...
"""

import pathlib
import sys

import nbformat
from nbclient import NotebookClient


def run(kernel, path):
    notebook = nbformat.read(str(path), as_version=4)
    nbformat.validate(notebook)
    client = NotebookClient(
        notebook,
        timeout=300,
        kernel_name=kernel,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    counts = [cell.execution_count for cell in cells]
    if counts != list(range(1, len(cells) + 1)):
        raise SystemExit(f"{path.name}: execution counts {counts}")
    shown = sum(len(cell.outputs) for cell in cells)
    print(f"{path.name}: {len(cells)} cells, {shown} outputs", flush=True)


if __name__ == "__main__":
    for name in sys.argv[2:]:
        run(sys.argv[1], pathlib.Path(name).resolve())
