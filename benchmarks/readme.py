"""The commands that the README shows."""

import re
import shlex
from pathlib import Path

FILE = Path(__file__).parent.parent / "README.md"


def commands(text: str) -> list[list[str]]:
    """Arguments of each `ftq` command in the console blocks and the tables of a Markdown text, each one once."""
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^\$ (ftq .+)$", "\n".join(blocks), re.MULTILINE)
    lines += re.findall(r"^\|.*`(ftq [^`]+)` \|$", text, re.MULTILINE)
    return [shlex.split(line)[1:] for line in dict.fromkeys(lines)]
