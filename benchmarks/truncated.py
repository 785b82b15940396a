"""The kernels with some of their stages left out, made of the kernels themselves."""

import sys
from collections.abc import Callable, Collection
from types import FunctionType, ModuleType
from typing import Any

from numba import jit, njit

import simulator.kernels
from simulator import sampling


@njit(nogil=True)
def _nothing(*_arguments):  # type: ignore[no-untyped-def]  # numba infers the types
    return 0


def tally_task(without: Collection[str]) -> Callable[..., Any]:
    """`simulator.sampling.tally_task` on kernels in which the functions of these names do nothing and return 0.

    What they would have written stays as it was, so that only the functions that come before them do what they always
    do: leave out a stage with all those behind it.
    """
    spaces: dict[str, dict[str, Any]] = {}
    kernels = _namespace(simulator.kernels, set(without), spaces)
    missing = set(without) - {name for space in spaces.values() for name in space}
    if missing:
        raise ValueError(f"the kernels have no function {', '.join(sorted(missing))}: adapt the stages to them")
    task = sampling.tally_task
    return FunctionType(task.__code__, {**vars(sampling), "tally_blocks": kernels["tally_blocks"]})


def _namespace(module: ModuleType, without: set[str], spaces: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Globals of a module, its compiled functions made anew over these globals."""
    if module.__name__ in spaces:
        return spaces[module.__name__]
    space = spaces[module.__name__] = dict(vars(module))
    for name, value in vars(module).items():
        function = getattr(value, "py_func", None)
        if function is None:
            continue
        home = sys.modules[function.__module__]
        if name in without:
            space[name] = _nothing
        elif home is module:
            anew = FunctionType(function.__code__, space, name, function.__defaults__, function.__closure__)
            space[name] = jit(**value.targetoptions)(anew)
        else:
            space[name] = _namespace(home, without, spaces)[name]
    return space
