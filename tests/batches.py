"""Batches whose answers can be checked by hand, and a way to run them: shared by the tests of batches."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from simulator.cli import cli

ACES = ["AsAd/7h4c9s2d/Jh", "KsKd/8h5cTs3d/Jd"]  # finished, no Queen is up: aces beat kings
SPLIT = ["AsKd/7h7c9s9d/2h", "AcKh/7d7s9h9c/2c"]  # finished: nines and sevens with an ace, twice
OPEN = ["AsKd/Qh7c", "xx/Tc2d"]  # sampled
# The televised hand of the README, finished: two pair win in stud; with threes wild, a royal flush does.
TELEVISED = ["f:Qd7d/5h", "9d5c/8d9h3h7h/5s", "f:Kc7c/6h", "QhTd/JdQs6s3c/7s", "f:Kh6d/2h"]
SHORT = ["--deals", "50", "--seed", "5"]

CSV = """\
seat1,seat2,seat3,dead,common,rules
AsAd/7h4c9s2d/Jh,KsKd/8h5cTs3d/Jd,,,,
AsKd/7h7c9s9d/2h,AcKh/7d7s9h9c/2c,,,,

AsKd/Qh7c,xx/Tc2d,f:xx/9c,5s Qs,,
AsKd/Qh7c,AsTc/2d3d,,,,
AsKd/Qh7c,xx/Tc2d,,,,game=stud
AsKd/Qh7c,xx/Tc2d,,,,double_ace_flush=on; game=ftq
"""
# The same questions on the same lines.
JSONL = "\n".join(
    [
        "",
        json.dumps({"seats": ACES}),
        json.dumps({"seats": SPLIT, "dead": "", "common": None}),
        " ",
        json.dumps({"seats": [*OPEN, "f:xx/9c"], "dead": "5sQs"}),
        json.dumps({"seats": ["AsKd/Qh7c", "AsTc/2d3d"]}),
        json.dumps({"seats": OPEN, "rules": {"game": "stud"}}),
        json.dumps({"rules": {"double_ace_flush": "on"}, "seats": OPEN}),
    ]
)
LINES = [2, 3, 5, 6, 7, 8]
BAD = 6


def batch(*args: str, given: str | bytes = CSV) -> Result:
    return CliRunner().invoke(cli, ["batch", *args], input=given)


def rows_of(result: Result, code: int = 0) -> list[dict[str, Any]]:
    """The JSONL rows of a run that ended with this exit code."""
    assert result.exit_code == code, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def written(folder: Path, content: str | bytes, name: str = "questions.csv") -> str:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)
