"""The examples in docstrings do what they say."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.jit  # a hundred thousand deals
@pytest.mark.parametrize(
    "name",
    [
        *("evaluator.description", "evaluator.hands"),
        *("simulator.estimate", "simulator.batch", "simulator.outlook", "simulator.pot_odds", "simulator.phh"),
    ],
)
def test_examples_of_a_module(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert tried
    assert not failed
