"""``ftq warmup``: afterwards nothing is compiled any more."""

import ast
import importlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evaluator.kernel_cache import KERNELS
from tests.commands import ROOT, check_error, ftq, needs_posix, process

COMMANDS = [
    "equity AsKd/Qh7c xx/Tc2d --deals 10000",
    "equity AsKd/Qh7c xx/Tc2d --precision 1% --workers 2 --format json",
    "equity AsKd/Qh7c4s2d 8c8d/Tc2c5h6h --method exact",
    "equity AsKd/Qh7c4s2d 8c8d/Tc2c5h6h 9c9d/Th3c5c6c --method exact --workers 2",
    "equity AsKd/Qh7c4s2d pair/Tc2c5h6h --method exact",
    "equity AsKd/Qh7c4s2d pair/Tc2c5h6h xx/Th3c5c6c --method exact",
    "equity AA,Qx/Kd pair,wild/7c suited/2d AA/5d KK/4s --deals 1000",
    "equity AsKd/Qh f:xx/9c xx/Tc --dead 5s --deals 1000 --time 5s",
    "equity QsQh/Kd --seats 8 --deals 1000",
    "equity AsKd/Qh7c xx/Tc2d --game stud --deals 1000",
    "equity AsKd/Qh7c xx/Tc2d --rule followers=accumulate --rule seventh=up --rule extra_wild=2 --deals 1000",
    "equity AsKd/Qh7c xx/Tc2d --rule no_trigger=redeal --rule double_ace_flush=on --deals 1000",
    "forecast AsKd/Qh7c xx/Tc2d --boards 10",
    "forecast AsKd/Qh7c2s3s 8c8d/Tc2c5h6h --boards 10 --rule no_trigger=redeal",
    "queens --seats 2,8 --deals 1000",
    "queens AA/Qh xx/7c --deals 1000 --rule no_trigger=redeal",
    "batch docs/questions.csv --precision 5%",
    "replay docs/hand.phh --deals 1000",
    "replay tests/hands --game stud --precision 5% --format csv",
    "hand 9c9d4h4sQs",
    "deal AsKd/Qh7c xx/Tc2d --count 5",
    "deal AA/Qh7c pair/Tc2d --count 5",
]

AFTERWARDS = """
import sys, numpy as np
from evaluator import evaluate
from evaluator.kernel_cache import KERNELS
from simulator.cli import cli
for command in sys.argv[1:]:
    assert cli.run(command.split()) == 0, command
cards = np.arange(14, dtype=np.uint8).reshape(2, 7)
fixed = cards.copy()
fixed.flags.writeable = False
for given in (cards, fixed, cards[:, :5], cards.astype(int), cards[::-1]):
    for masks in (0, np.uint16(3), np.zeros(2, np.uint16), np.zeros((3, 1), int), "Q"):
        evaluate(given, masks)
        evaluate(given, masks, check=False, double_ace_flush=True)
missed = [kernel.__name__ for kernel in KERNELS if kernel.stats.cache_misses]
assert not missed, missed
assert all(kernel.stats.cache_hits for kernel in KERNELS)
"""


@pytest.mark.jit
@pytest.mark.slow
def test_after_a_warmup_nothing_is_compiled(tmp_path: Path) -> None:
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    done = process("warmup", env=env, stdout=subprocess.PIPE)
    number = len(cached_functions())
    assert (done.returncode, done.stdout.decode()) == (0, f"all {number} kernels are compiled\n")
    assert done.stderr.decode().count("ftq: note: compiled ") == done.stderr.decode().count("\n") == number
    again = process("warmup", env=env, stdout=subprocess.PIPE)
    assert (again.returncode, again.stdout, again.stderr) == (0, done.stdout, b"")
    code = [sys.executable, "-c", AFTERWARDS, *COMMANDS]
    found = subprocess.run(code, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stderr
    assert "compiling" not in found.stderr


def cached_functions() -> list[str]:
    """Names of the functions of the project that are decorated with ``cache=True``."""
    return [
        f"{path.parent.name}.{path.stem}.{node.name}"
        for path in [*ROOT.glob("evaluator/*.py"), *ROOT.glob("simulator/*.py")]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and any("cache=True" in ast.unparse(d) for d in node.decorator_list)
    ]


@pytest.mark.jit
def test_every_kernel_is_in_the_list() -> None:
    wanted = cached_functions()
    assert wanted
    for name in wanted:
        importlib.import_module(name.rpartition(".")[0])
    listed = [f"{kernel.py_func.__module__}.{kernel.py_func.__name__}" for kernel in KERNELS]
    assert sorted(listed) == sorted(wanted)


def test_kernels_are_made_in_one_way() -> None:
    for path in [*ROOT.glob("evaluator/*.py"), *ROOT.glob("simulator/*.py")]:
        if path.stem != "kernel_cache":
            text = path.read_text(encoding="utf-8")
            assert "import numba\n" not in text, path
            assert "from numba import" not in text, path


def test_a_warmup_that_nothing_keeps_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.warmup.warm_up", lambda tell: False)
    assert "set NUMBA_CACHE_DIR" in check_error(ftq("warmup"), 1)


@pytest.mark.jit
@needs_posix
@pytest.mark.parametrize("compiled", ["evaluate_hands", "place_holes", "deal_block"])
def test_ctrl_c_ends_a_warmup_at_once(tmp_path: Path, compiled: str) -> None:
    """Whichever kernel is being compiled: the one after this one. None is said to be compiled that is not."""
    command = [sys.executable, "-m", "simulator", "warmup"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as running:
        assert running.stderr is not None
        for line in running.stderr:
            if f"compiled {compiled} " in line:
                break
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        output, errors = running.communicate(timeout=60)
    assert (running.returncode, output) == (130, "")
    assert errors == "ftq: error: interrupted\n"


IN_A_CALLBACK = """
import signal
from llvmlite.binding import ExecutionEngine
find = ExecutionEngine._find_module_ptr
def press_ctrl_c_once(self, pointer):
    ExecutionEngine._find_module_ptr = find
    signal.raise_signal(signal.SIGINT)
    return find(self, pointer)
ExecutionEngine._find_module_ptr = press_ctrl_c_once
from simulator.cli import main
main()
"""


@pytest.mark.jit
@needs_posix
def test_ctrl_c_while_llvm_calls_python(tmp_path: Path) -> None:
    """Where an exception would be printed as ignored, and nothing would end."""
    command = [sys.executable, "-c", IN_A_CALLBACK, "warmup"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=300)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "ftq: error: interrupted\n")
