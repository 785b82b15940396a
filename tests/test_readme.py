"""What the README and the pages of docs show is what the program prints."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from simulator.cli import cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
AGAIN = "the same figures again: "


def transcripts(page: Path) -> list[tuple[str, str]]:
    """Each command of a page with the output shown under it."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


SHOWN = [shown for page in PAGES for shown in transcripts(page)]


def run(command: str) -> str:
    name, *args = shlex.split(command)
    assert name == "ftq"
    result = CliRunner().invoke(cli, args)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def without_time(text: str) -> str:
    return re.sub(r"\d+\.\d\d s$", "", text, flags=re.MULTILINE).rstrip()


def test_there_are_transcripts() -> None:
    assert {command.split()[1] for command, _ in transcripts(ROOT / "README.md")} >= {"equity", "hand", "wild"}


@pytest.mark.jit
@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_transcript(command: str, output: str) -> None:
    if AGAIN in output:
        # The command as it stands draws a seed; the one in the last line gives these very figures.
        line = output[output.index(AGAIN) + len(AGAIN) :]
        assert shlex.split(line)[: len(shlex.split(command))] == shlex.split(command)
        command = line
    assert without_time(run(command)) == without_time(output)


@pytest.mark.jit
@pytest.mark.parametrize("command", re.findall(r"\| `(ftq [^`]+)` \|$", README, re.MULTILINE))
def test_quick_answer(command: str) -> None:
    assert run(command)


@pytest.mark.jit
@pytest.mark.parametrize("code", re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL))
def test_python_example(code: str) -> None:
    exec(compile(code, "README.md", "exec"), {})


@pytest.mark.parametrize("name", list(cli.commands))
def test_every_command_stands_in_the_readme(name: str) -> None:
    assert re.search(rf"`ftq {name}[ `]", README)


@pytest.mark.parametrize("command", [".venv/bin/ftq equity", ".venv/bin/python -m pytest"])
def test_set_up_is_one_line(command: str) -> None:
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv .venv && ") and command in line]
    assert len(lines) == 1


def test_links_lead_somewhere() -> None:
    for document in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text(encoding="utf-8")):
            assert link.startswith("https://") or (document.parent / link).exists(), f"{document.name}: {link}"
