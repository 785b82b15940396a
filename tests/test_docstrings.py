"""The examples in docstrings and on the pages of docs do what they say."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
SESSIONS = {
    page.stem: "\n".join(
        re.findall(r"^```pycon\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    )
    for page in sorted(DOCS.glob("*.md"))
}


@pytest.mark.jit  # a hundred thousand deals
@pytest.mark.parametrize(
    "name",
    [
        *("evaluator.description", "evaluator.hands"),
        *("simulator.estimate", "simulator.batch", "simulator.outlook", "simulator.pot_odds", "simulator.phh"),
        *("simulator.recorded_hand", "simulator.decks", "simulator.betting", "simulator.played_hands"),
        "simulator.replay",
    ],
)
def test_examples_of_a_module(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert tried
    assert not failed


def test_there_are_sessions() -> None:
    assert SESSIONS["betting"]


@pytest.mark.jit
@pytest.mark.parametrize("page", [page for page, code in SESSIONS.items() if code])
def test_session_of_a_page(page: str) -> None:
    session = doctest.DocTestParser().get_doctest(SESSIONS[page], {}, page, f"{page}.md", 0)
    assert not doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session).failed
