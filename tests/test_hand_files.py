"""Hands from files, folders and collections: every bad hand is one line, the others go on."""

import io
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simulator.hand_files import HandEntry, HandFiles, collection_text
from simulator.phh import MAX_BYTES, hand_text, read_hand
from tests.televised import HANDS

GOOD = HANDS[0].read_text()
RECORDS = [read_hand(path.read_text()) for path in HANDS]


def entries(*names: Path | str) -> list[HandEntry]:
    found = list(HandFiles([str(name) for name in names]))
    for entry in found:
        assert (entry.record is None) == bool(entry.error)
        assert len(entry.error.splitlines()) <= 1
    return found


def one_error(path: Path) -> str:
    (entry,) = entries(path)
    assert entry.error.startswith(f"{str(path)!r}")
    return entry.error.removeprefix(repr(str(path)))


def test_files_and_a_folder() -> None:
    folder = HANDS[0].parent
    assert [entry.record for entry in entries(*HANDS)] == RECORDS
    found = entries(folder)  # with a README.md in it
    assert [entry.record for entry in found] == RECORDS
    assert [entry.name for entry in found] == [str(path) for path in HANDS]


def test_folders_below_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("10.phh", "9.PHH", "day2/1.phh", "day10/1.phh", "notes.txt", "day2/phh"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(HANDS[0], tmp_path / name)
    found = [os.path.relpath(entry.file, tmp_path) for entry in entries(tmp_path)]
    assert found == ["9.PHH", "10.phh", "day2/1.phh", "day10/1.phh"]


def test_collection(tmp_path: Path) -> None:
    path = tmp_path / "all.phhs"
    path.write_text(collection_text(RECORDS))
    found = entries(path)
    assert [entry.record for entry in found] == RECORDS
    assert [entry.number for entry in found] == list(range(1, 9))
    assert found[2].name == f"{path}, hand 3"


def test_collection_of_a_bad_hand_among_good_ones(tmp_path: Path) -> None:
    path = tmp_path / "some.phhs"
    bad_action = hand_text(RECORDS[1]).replace("p3 pb", "p9 pb")
    parts = [
        *("# televised\n\n", f"[3]\n{GOOD}\n\n"),
        *(f" [ 4 ] # the next\n{bad_action}", f"['7']\n{GOOD}\nnonsense\n"),
        *(f"[7]\n{GOOD}\n", f'["8"]\r\n{GOOD}'),
    ]
    path.write_bytes("".join(parts).encode())
    lines = "".join(parts).split("\n")
    fourth, seventh, again = (lines.index(line) + 1 for line in (" [ 4 ] # the next", "['7']", "[7]"))
    found = entries(path)
    assert [(entry.number, entry.record is None) for entry in found] == [
        *((3, False), (4, True), (7, True), (7, True), (8, False)),
    ]
    at = repr(str(path))
    assert (
        found[1].error
        == f"{at}, line {fourth}, hand 4: action 6, 'p9 pb': there is no p9: the hand has 5 seats, p1 to p5"
    )
    nonsense = lines.index("nonsense") + 1
    assert found[2].error.startswith(f"{at}, line {seventh}, hand 7: not TOML: Expected '='")
    assert f"(at line {nonsense}, " in found[2].error
    assert found[3].error == f"{at}, line {again}, hand 7: this number stands twice"


def test_long_numbers(tmp_path: Path) -> None:
    path = tmp_path / "long.phhs"
    numbers = [10**9, 20261130203046001234, 10**30 - 1, 10**30]
    path.write_text("".join(f"[{number}]\n{GOOD}\n" for number in numbers))
    *found, last = entries(path)
    assert [(entry.number, entry.record) for entry in found] == [(number, RECORDS[0]) for number in numbers[:3]]
    assert last.error.startswith(f"{str(path)!r}, line {last.line}: '[1000")
    assert "is no number of a hand" in last.error


@pytest.mark.parametrize("header", ["[-1]", "[two]", "[3.5]", "[[4]]", "['a b']", "[1.note]", "[2, 3]", "[]", "  [+6]"])
@pytest.mark.parametrize("before", [GOOD, f"{GOOD}\n_x = [[\n", f'{GOOD}\n_x = "[\n', "antes = [[1, 2]\nbring_in = 1"])
def test_headers_without_a_number(tmp_path: Path, header: str, before: str) -> None:
    path = tmp_path / "some.phhs"
    text = f"[1]\n{before}\nhand = 1\n{header} # so\n{GOOD}\n[9]\n{GOOD}\n{header}\n{GOOD}\n"
    path.write_text(text)
    found = entries(path)
    lines = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith(header)]
    assert [(entry.number, entry.record is None) for entry in found] == [
        *((1, before != GOOD), (None, True), (9, False), (None, True)),
    ]
    assert [entry.error for entry in found[1::2]] == [
        f"{str(path)!r}, line {line}: {header.strip()!r} is no number of a hand: "
        "write [N], a whole number of up to 30 digits"
        for line in lines
    ]


def test_brackets_within_a_hand_are_no_headers(tmp_path: Path) -> None:
    path = tmp_path / "some.phhs"
    more = [
        *("_a = [\n[\n]\n,\n['x'] # ]\n, [[]]\n]", "_b = '''\n[two]\n'''", '_c = """ [\n[two]\n"""'),
        *("_d = '[' # [", '_e = "\\"["', "_f = [ # [\n'[', \"]\",\n[-1]\n]", "_g = [\n]"),
    ]
    path.write_text("".join(f"[{number}]\n{GOOD}\n{text}\n" for number, text in enumerate(more, 1)) + "[two]\n")
    *found, last = entries(path)
    assert [entry.number for entry in found] == list(range(1, 8))
    assert [entry.error for entry in found] == [""] * 7
    assert "'[two]' is no number of a hand" in last.error


def test_a_table_in_a_file_of_one_hand_is_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "one.phh"
    path.write_text(f"{GOOD}\n[_note]\nby = 'me'\n")
    (entry,) = entries(path)
    assert entry.record is not None
    assert entry.record.other["_note"] == {"by": "me"}


@pytest.mark.parametrize(
    "line", ['"' + '\\"' * 120_000, "[" * 250_000, "'\"" * 120_000, "]   " * 60_000, "[]\n" * 80_000]
)
def test_noise_in_a_collection_is_read_quickly(tmp_path: Path, line: str) -> None:
    path = tmp_path / "noise.phhs"
    path.write_text(f"[1]\n_x = [\n{line}\n[2]\n[{line}\n[3]\n{GOOD}")
    started = time.process_time()
    found = entries(path)
    assert time.process_time() - started < 5
    assert found[0].error
    assert found[-1].record == RECORDS[0]


def test_text_before_the_first_number(tmp_path: Path) -> None:
    path = tmp_path / "x.phhs"
    path.write_text(f"event = 'final'\n[1]\n{GOOD}")
    first, second = entries(path)
    assert first.error == f"{str(path)!r}: the field variant is missing: write variant = 'F7S'"
    assert second.record == RECORDS[0]


def test_a_mark_and_carriage_returns(tmp_path: Path) -> None:
    path = tmp_path / "windows.phh"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert [entry.record for entry in entries(path)] == RECORDS[:1]
    path.write_bytes(b"\xef\xbb\xbf[1]\r\n" + GOOD.replace("\n", "\r\n").encode())
    assert [entry.record for entry in entries(path)] == RECORDS[:1]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", ": no hand in it"),
        (b"\n \n# a comment only\n", ": no hand in it"),
        (b"[5]\n", ", line 1, hand 5: the field variant is missing: write variant = 'F7S'"),
        (b"variant = 'NT'", ": the variant is 'NT'; only F7S, fixed-limit stud, can be read"),
        (b"\xff\xfe\x00", ": no UTF-8 text"),
        (b"\x00\x01", ": not TOML: "),
        (b'{"variant": 1}', ": not TOML: "),
        (GOOD.replace("8c5s", "8c8c").encode(), ": action 4, 'd dh p4 8c8cQc': 8c was dealt before, to seat 4"),
    ],
)
def test_a_file_that_is_no_hand(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "bad.phh"
    path.write_bytes(content)
    assert one_error(path).startswith(said)
    assert entries(path, HANDS[0])[1].record == RECORDS[0]


@pytest.mark.parametrize("kind", ["bytes", "lines", "letters", "zeros"])
def test_ten_megabytes_of_noise_are_refused_early(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "noise.phhs"
    size = 10 * 2**20
    source = random.Random(5)
    noise = {
        "bytes": lambda: source.randbytes(size),
        "lines": lambda: b"p1 cbr 400\n" * (size // 11),
        "letters": lambda: b"a" * size,
        "zeros": lambda: bytes(size),
    }
    path.write_bytes(noise[kind]())
    files = HandFiles([str(path), str(HANDS[0])])
    assert files.size == path.stat().st_size + HANDS[0].stat().st_size
    started = time.process_time()
    found = list(files)
    assert time.process_time() - started < 1
    assert found[0].error == f"{str(path)!r}: too long for a hand: at most 262,144 bytes"
    assert found[1].record == RECORDS[0]
    assert files.done < 3 * MAX_BYTES


def test_a_long_hand_in_a_collection_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "x.phhs"
    noise = "a" * 3 * MAX_BYTES
    path.write_text(f"[1]\n{GOOD}\n[2]\n{noise}\n[3]\n{noise}[9]\n{noise}\n[4]\n{GOOD}")
    found = entries(path)
    assert [(entry.number, entry.record is None) for entry in found] == [(1, False), (2, True), (3, True), (4, False)]
    line = GOOD.rstrip("\n").count("\n") + 3
    assert found[1].error == f"{str(path)!r}, line {line}, hand 2: too long for a hand: at most 262,144 bytes"


def test_missing_file_and_empty_folder(tmp_path: Path) -> None:
    missing, folder = tmp_path / "missing.phh", tmp_path / "folder"
    folder.mkdir()
    first, second, third, last = entries(missing, folder, "nul\0.phh", HANDS[0])
    assert first.error == f"{str(missing)!r}: cannot read it: No such file or directory"
    assert second.error == f"{str(folder)!r}: no .phh or .phhs file in this folder"
    assert third.error.startswith(r"'nul\x00.phh': cannot read it: ")
    assert last.record == RECORDS[0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_only_files_are_taken_from_a_folder(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.phh")
    (only,) = entries(tmp_path)
    assert only.error == f"{str(tmp_path)!r}: no .phh or .phhs file in this folder"
    (tmp_path / "link.phh").symlink_to(HANDS[0])
    (tmp_path / "nowhere.phh").symlink_to("missing.phh")
    found = entries(tmp_path)
    assert [entry.record for entry in found] == [RECORDS[0], None]
    assert found[1].error.endswith("cannot read it: No such file or directory")


def test_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(collection_text(RECORDS).encode())))
    files = HandFiles(["-"])
    assert files.size is None
    assert [entry.record for entry in files] == RECORDS
    monkeypatch.setattr(sys, "stdin", None)
    assert [entry.error for entry in HandFiles(["-"])] == ["'stdin': cannot read it: it is closed"]


def test_nothing_heavy_is_imported() -> None:
    code = (
        "import sys, simulator.hand_files as files; list(files.HandFiles(sys.argv[1:]));"
        "print([m for m in ('numpy', 'numba', 'pandas', 'rich', 'pokerkit') if m in sys.modules])"
    )
    command = [sys.executable, "-c", code, str(HANDS[0])]
    root = Path(__file__).parent.parent
    assert subprocess.check_output(command, cwd=root, text=True).strip() == "[]"
