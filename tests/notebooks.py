"""Notebooks: run at any size, and compared with the outputs and headline figures stored in them.

The last cell of a notebook prints ``headline`` as JSON: ``{name: [value, standard error]}``. Refreshing stores it in
the metadata beside a hash of the code, so that outputs which no longer belong to the code can be told.
"""

import hashlib
import json
import math
import os
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from tests.figures import SIGMAS

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SCALE = "FTQ_NOTEBOOK_SCALE"  # environment variable: the fraction of the full number of deals
KEY = "follow_the_queen"  # of the metadata
MOST_BYTES = 500_000

Headline = dict[str, list[float]]


def read(path: Path) -> NotebookNode:
    """Read a notebook as it stands in its file."""
    notebook: NotebookNode = nbformat.read(path, as_version=4)
    return notebook


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    """Return the cells that hold code."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def code_sha256(notebook: NotebookNode) -> str:
    """Hash the code: text between the cells may be edited without running them again."""
    return hashlib.sha256(json.dumps([cell.source for cell in code_cells(notebook)]).encode()).hexdigest()


def execute(notebook: NotebookNode, scale: float) -> None:
    """Run all cells in order, in this checkout, and keep their outputs in the notebook."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    client = NotebookClient(
        notebook, timeout=1800, kernel_name="python3", resources={"metadata": {"path": str(ROOT / "notebooks")}}
    )
    client.execute(env={**os.environ, "PYTHONPATH": path, SCALE: str(scale)})


def headline(notebook: NotebookNode) -> Headline:
    """Return the figures that the last cell has printed."""
    outputs = code_cells(notebook)[-1].outputs
    printed = "".join(output.text for output in outputs if output.get("name") == "stdout")
    figures: Headline = json.loads(printed)
    return figures


def stale(notebook: NotebookNode, fresh: Headline | None = None) -> list[str]:
    """Say in what the stored outputs do not belong to the code.

    Parameters
    ----------
    notebook : NotebookNode
        As stored.
    fresh : dict or None
        Headline figures of another run of it, of any size: they may differ by 5 standard errors of the difference.

    Returns
    -------
    list of str
        A line for each flaw; empty if there is none.
    """
    stored = notebook.metadata.get(KEY)
    if stored is None:
        return ["it was never refreshed"]
    flaws = []
    if stored.code_sha256 != code_sha256(notebook):
        flaws.append("the code has changed since it was run")
    if stored.scale != 1:
        flaws.append(f"it was run at {stored.scale} of the full size")
    cells = code_cells(notebook)
    if [cell.execution_count for cell in cells] != list(range(1, len(cells) + 1)):
        flaws.append("its cells were not run once each, from first to last")
    flaws += [
        f"cell {cell.execution_count} has an error or a warning in its output"
        for cell in cells
        if any(output.output_type == "error" or output.get("name") == "stderr" for output in cell.outputs)
    ]
    if not cells[-1].outputs:
        return [*flaws, "its last cell prints no headline figures"]
    if headline(notebook) != stored.headline:
        flaws.append("the headline figures in its metadata are not those printed")
    if fresh is not None:
        flaws += differences(stored.headline, fresh)
    return flaws


def differences(stored: Headline, fresh: Headline) -> list[str]:
    """Name the headline figures that differ by more than 5 standard errors; exact ones must be equal."""
    if stored.keys() != fresh.keys():
        return [f"other headline figures than stored: {', '.join(sorted(stored.keys() ^ fresh.keys()))}"]
    flaws = []
    for name, (value, error) in stored.items():
        got, got_error = fresh[name]
        if abs(got - value) > SIGMAS * math.hypot(error, got_error) + 1e-12:
            flaws.append(f"{name} is {value} as stored, but {got} in another run")
    return flaws
