"""Outputs stored in the notebooks belong to their code, and other runs give the same figures."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from tests.notebooks import (
    KEY,
    MOST_BYTES,
    NOTEBOOKS,
    code_cells,
    code_sha256,
    differences,
    execute,
    headline,
    read,
    stale,
)

every = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)

SMALL = 0.01


def test_there_are_notebooks() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"convergence", "queens", "quickstart"}


@every
def test_stored_outputs_belong_to_the_code(path: Path) -> None:
    assert stale(read(path)) == [], "see tests/refresh_notebooks.py"


@every
def test_stored_notebook_is_tidy(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    assert set(notebook.metadata) == {"kernelspec", "language_info", KEY}
    assert notebook.metadata.language_info == {"name": "python"}
    assert not any(cell.metadata for cell in notebook.cells)
    assert path.stat().st_size < MOST_BYTES
    assert notebook.cells[0].cell_type == "markdown"


@every
def test_links_lead_somewhere(path: Path) -> None:
    text = "".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", text)
    assert links
    for link in links:
        assert (path.parent / link).exists(), link


@every
@pytest.mark.slow
@pytest.mark.jit
def test_small_run_gives_the_same_figures(path: Path) -> None:
    notebook = read(path)
    fresh = deepcopy(notebook)
    execute(fresh, SMALL)
    assert stale(notebook, headline(fresh)) == []
    assert not any(output.get("name") == "stderr" for cell in code_cells(fresh) for output in cell.outputs)


# --- that flaws are seen


def made(*sources: str, figures: dict[str, list[float]]) -> NotebookNode:
    """A notebook as it is after refreshing, with these sources and these figures printed by the last."""
    notebook: NotebookNode = nbformat.v4.new_notebook()
    for count, source in enumerate(sources, 1):
        cell = nbformat.v4.new_code_cell(source, execution_count=count)
        notebook.cells.append(cell)
    notebook.cells[-1].outputs = [nbformat.v4.new_output("stream", name="stdout", text=json.dumps(figures))]
    facts = {"code_sha256": code_sha256(notebook), "scale": 1, "headline": figures}
    notebook.metadata[KEY] = nbformat.from_dict(facts)
    return notebook


FIGURES = {"equity": [0.4, 0.003], "exact": [0.25, 0.0]}


@pytest.fixture
def notebook() -> NotebookNode:
    return made("import simulator", "print(1)", figures=FIGURES)


def shifted(name: str, by: float) -> dict[str, list[float]]:
    value, error = FIGURES[name]
    return {**FIGURES, name: [value + by, error]}


def test_fresh_notebook_is_not_stale(notebook: NotebookNode) -> None:
    assert stale(notebook) == []
    assert stale(notebook, FIGURES) == []


def edit(notebook: NotebookNode) -> None:
    notebook.cells[0].source += " as s"


def swap(notebook: NotebookNode) -> None:
    notebook.cells[0].source, notebook.cells[1].source = notebook.cells[1].source, notebook.cells[0].source


def split(notebook: NotebookNode) -> None:
    """The same text, cut in other places."""
    notebook.cells[0].source, notebook.cells[1].source = "import simulator\nprint(1)", ""


def run_out_of_order(notebook: NotebookNode) -> None:
    notebook.cells[0].execution_count = 3


def never_run(notebook: NotebookNode) -> None:
    notebook.cells[0].execution_count = None


def fail(notebook: NotebookNode) -> None:
    output = nbformat.v4.new_output("error", ename="ValueError", evalue="no", traceback=[])
    notebook.cells[0].outputs.append(output)


def warn(notebook: NotebookNode) -> None:
    output = nbformat.v4.new_output("stream", name="stderr", text="DeprecationWarning")
    notebook.cells[0].outputs.append(output)


def shrink(notebook: NotebookNode) -> None:
    notebook.metadata[KEY].scale = 0.01


def change_a_stored_figure(notebook: NotebookNode) -> None:
    notebook.metadata[KEY].headline["equity"][0] += 1e-6


def say_nothing(notebook: NotebookNode) -> None:
    notebook.cells[-1].outputs.clear()


def never_refresh(notebook: NotebookNode) -> None:
    del notebook.metadata[KEY]


@pytest.mark.parametrize(
    ("spoil", "flaw"),
    [
        (edit, "code has changed"),
        (swap, "code has changed"),
        (split, "code has changed"),
        (run_out_of_order, "first to last"),
        (never_run, "first to last"),
        (fail, "cell 1 has an error"),
        (warn, "cell 1 has an error"),
        (shrink, "0.01 of the full size"),
        (change_a_stored_figure, "not those printed"),
        (say_nothing, "no headline figures"),
        (never_refresh, "never refreshed"),
    ],
)
def test_stale_outputs_are_told(notebook: NotebookNode, spoil: Callable[[NotebookNode], None], flaw: str) -> None:
    spoil(notebook)
    (found,) = stale(notebook)
    assert flaw in found


def test_edited_text_is_not_stale(notebook: NotebookNode) -> None:
    notebook.cells.insert(0, nbformat.v4.new_markdown_cell("# Title"))
    assert stale(notebook) == []


def test_figures_may_differ_by_five_standard_errors_of_the_difference(notebook: NotebookNode) -> None:
    within, beyond = 5 * 0.003 * 2**0.5 * 0.999, 6 * 0.003 * 2**0.5
    for sign in (-1, 1):
        assert stale(notebook, shifted("equity", sign * within)) == []
        (found,) = stale(notebook, shifted("equity", sign * beyond))
        assert "equity is 0.4 as stored" in found
        (found,) = stale(notebook, shifted("exact", sign * 1e-9))
        assert "exact is 0.25 as stored" in found


def test_errors_of_both_runs_count() -> None:
    assert differences({"x": [0.5, 0.0]}, {"x": [0.54, 0.01]}) == []
    assert differences({"x": [0.5, 0.01]}, {"x": [0.54, 0.0]}) == []
    assert len(differences({"x": [0.5, 0.001]}, {"x": [0.54, 0.001]})) == 1


@pytest.mark.parametrize("names", [["equity"], ["equity", "exact", "more"], []])
def test_headline_figures_have_the_same_names(names: list[str]) -> None:
    (found,) = differences(FIGURES, {name: [0.25, 0.1] for name in names})
    assert "other headline figures" in found
