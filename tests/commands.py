"""Run the command in this process or in its own: shared by the tests of the command line."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from simulator.cli import cli

ROOT = Path(__file__).parent.parent
COMMANDS = ["equity", "forecast", "outs", "queens", "batch", "replay", "deal", "hand", "wild", "rules", "warmup"]
TABLE = ["AsKd/Qh7c", "xx/Tc2d", "f:xx/9c", "xx/4s4h"]
EIGHT = [f"xx/{x}c{y}d{x}h{y}s" for x, y in ("23", "34", "45", "56", "67", "78", "89", "9Q")]
FEW = ["--deals", "200", "--seed", "7", "--workers", "1"]
HEAVY = ["numpy", "numba", "pandas", "rich", "matplotlib"]
needs_posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


def ftq(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def answer(*args: str) -> str:
    result = ftq(*args)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def process(*args: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "simulator", *args]
    return subprocess.run(command, cwd=ROOT, timeout=300, stderr=subprocess.PIPE, **options)


def check_error(result: Result, code: int = 2) -> str:
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr.startswith("ftq: error: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith("\n")
    assert result.stderr.isascii()
    return result.stderr


def equity_json(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer("equity", *args, "--format", "json"))
    return found


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def without_time(text: str) -> str:
    return re.sub(r"\d+\.\d\d s$", "", text, flags=re.MULTILINE)
