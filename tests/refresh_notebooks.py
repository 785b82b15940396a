"""Run notebooks at full size and store their outputs: ``python -m tests.refresh_notebooks [NAME...]``.

All of them if none is named. Each takes up to two minutes on two cores. What changes from run to run by itself is left
out, so that a notebook whose figures have not changed keeps its bytes.
"""

import sys
from base64 import b64decode, b64encode
from io import BytesIO

import nbformat
from nbformat import NotebookNode
from PIL import Image

from tests.notebooks import KEY, NOTEBOOKS, code_cells, code_sha256, execute, headline, read, stale

COLOURS = 128
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def refresh(notebook: NotebookNode, scale: float = 1) -> None:
    """Run a notebook and note in its metadata what its outputs belong to."""
    execute(notebook, scale)
    for cell in notebook.cells:
        cell.metadata = NotebookNode()
    for cell in code_cells(notebook):
        for output in cell.outputs:
            if "image/png" in output.get("data", {}):
                output.data.pop("text/plain", None)  # names no more than the size of the picture
                output.data["image/png"] = fewer_colours(output.data["image/png"])
    facts = {"code_sha256": code_sha256(notebook), "scale": scale, "headline": headline(notebook)}
    notebook.metadata = nbformat.from_dict({**KERNEL, KEY: facts})


def fewer_colours(png: str) -> str:
    """Give a picture a palette of its own, which takes a third of the bytes."""
    with Image.open(BytesIO(b64decode(png))) as picture:
        small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    with BytesIO() as packed:
        small.save(packed, "PNG", optimize=True)
        return b64encode(packed.getvalue()).decode()


def main(names: list[str]) -> None:
    """Refresh the notebooks of these names, with or without their ending."""
    paths = [path for path in NOTEBOOKS if not names or {path.name, path.stem} & set(names)]
    if len(paths) < len(set(names)) or not paths:
        raise SystemExit(f"notebooks are {', '.join(path.stem for path in NOTEBOOKS)}")
    for path in paths:
        print(f"{path.stem} ...", file=sys.stderr, flush=True)
        notebook = read(path)
        refresh(notebook)
        if flaws := stale(notebook):
            raise SystemExit(f"{path.name} is left as it was: {'; '.join(flaws)}")
        nbformat.write(notebook, path)


if __name__ == "__main__":
    main(sys.argv[1:])
