"""`ftq replay`: the account of a hand, lists, CSV and JSON, and files in which something is wrong."""

import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from simulator.failures import NoAnswer
from simulator.hand_files import collection_text
from simulator.phh import read_hand
from simulator.progress import ProgressBar
from tests.commands import HEAVY, ROOT, answer, check_error, equity_json, needs_posix, process, rows, without_time
from tests.replays import IRREGULAR, MISDEAL, QUICK, SHORT, SIDE_POT, STILL_DEALT, eight_seats, replay, televised
from tests.televised import HANDS

QUEENS = televised("09")
GOOD = QUEENS.read_text()
EARLY = televised("07")  # over on third street


def told(*args: str | Path, code: int = 0, given: str | bytes | None = None) -> str:
    result = replay(*args, *QUICK, given=given)
    assert result.exit_code == code, result.stderr
    return result.stdout


def written(folder: Path, content: str | bytes, name: str = "hand.phh") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def lines_of(text: str, heading: str) -> list[list[str]]:
    """The lines of a paragraph that follow its heading, as words."""
    _, _, rest = text.partition(f"{heading}\n")
    return [line.split() for line in rest.split("\n\n")[0].splitlines()]


def shape(paragraph: str) -> list[str]:
    """Lines of a paragraph without the columns of equities and their errors."""
    lines = paragraph.splitlines()
    head = next(line for line in lines if line.startswith("seat "))
    start, end = (
        (head.index("equity %"), head.index("std error") + 9)
        if "equity" in head
        else (head.index("has %") - 1, head.index("has %") + 5)
    )
    return [
        (line[:start].rstrip() + line[end:]).rstrip() if line.startswith(("seat ", "   ")) else line for line in lines
    ]


# --- one hand


def test_account_of_a_televised_hand() -> None:
    """Added up by hand from the file: antes of 50000, a bring-in of 50000, bets of 200000 and 400000."""
    text = told(QUEENS)
    assert text.splitlines()[:4] == [
        str(QUEENS),
        "Seven-card stud, 5 seats, limits 200,000 and 400,000, ante 50,000, bring-in 50,000",
        "",
        "third street, pot 250,000",
    ]
    paragraphs = text.split("\n\n")
    assert [words.splitlines()[0] for words in paragraphs[1::2]] == [
        "third street, pot 250,000",
        "fourth street, pot 1,100,000",
        "fifth street, pot 1,500,000",
        "sixth street, pot 2,300,000",
        "seventh street, pot 2,300,000",
        "showdown: seat 2 wins 3,100,000 with two pair",
    ]
    # needs: 50 of 350, 200 of 700, 200 of 700, 350 of 1250, 200 of 1100 thousand
    actions = [re.sub(r" +\d+\.\d\d$", "", line) for line in paragraphs[2].splitlines()]
    assert actions == [
        "seat  action                    pot  to call  needs %  has %",
        "   5  brings in 50,000      250,000",
        "   1  folds                 300,000   50,000    14.29",
        "   2  completes to 200,000  300,000   50,000    14.29",
        "   3  folds                 500,000  200,000    28.57",
        "   4  raises to 400,000     500,000  200,000    28.57",
        "   5  folds                 900,000  350,000    28.00",
        "   2  calls 200,000         900,000  200,000    18.18",
    ]
    assert paragraphs[9].splitlines()[1:] == [
        "seat  cards             equity %  std error      stack",
        "   2  9d5c/8d9h3h7h/5s    100.00      exact  8,550,000",
        "   4  QhTd/JdQs6s3c/7s      0.00      exact  7,075,000",
    ]
    assert paragraphs[10].splitlines()[1:] == [
        "   4  bets 400,000   2,300,000",
        "   2  calls 400,000  2,700,000  400,000    12.90  100.00",
    ]
    assert paragraphs[11].splitlines()[1:] == [
        "seat  cards             hand                                       wins         net       stack",
        "   1  Qd7d/5h           folded                                              -50,000   2,600,000",
        "   2  9d5c/8d9h3h7h/5s  two pair, nines and fives with eight  3,100,000  +1,650,000  11,250,000",
        "   3  Kc7c/6h           folded                                              -50,000   4,475,000",
        "   4  QhTd/JdQs6s3c/7s  pair, queens with jack-ten-seven                 -1,450,000   6,675,000",
        "   5  Kh6d/2h           folded                                             -100,000   4,700,000",
    ]


def test_account_with_wild_cards(tmp_path: Path) -> None:
    text = told(QUEENS, "--game", "ftq")
    assert text.splitlines()[1].startswith("Follow the Queen, 5 seats, ")
    assert "fourth street, pot 1,100,000, wild Q\nQs to seat 4: the next card face up will be wild\n" in text
    assert "fifth street, pot 1,500,000, wild Q,3\n3h to seat 2 follows: wild is Q,3\n" in text
    assert "sixth street, pot 2,300,000, wild Q,3\nseat" in text
    assert "\nshowdown: seat 4 wins 3,100,000 with straight flush\n" in text


def test_account_in_dollars_with_names(tmp_path: Path) -> None:
    """Names and remarks are shown on one line, with escapes for what does not print."""
    text = told(written(tmp_path, SHORT + 'players = ["Zo\\u00eb \\u001b[31m", "a name of more than twenty letters"]'))
    assert "limits 2.00 and 4.00, ante 0.20, bring-in 1.00\n" in text
    assert shape(text.split("\n\n")[1]) == [
        "third street, pot 0.40, wild Q,7",
        "Qh to seat 1: the next card face up will be wild",
        "7c to seat 2 follows: wild is Q,7",
        "seat  player                cards  stack",
        r"   1  Zoë \x1b[31m          AsKd/Qh  49.80",
        "   2  a name of more th...  xx/7c      ?",
    ]
    actions, result = text.split("\n\n")[2:4]
    assert shape(actions) == [
        "seat  player                action              pot  to call  needs %",
        "   2  a name of more th...  brings in 1.00     0.40",
        r"   1  Zoë \x1b[31m          completes to 2.00  1.40     1.00    41.67",
        '   2  a name of more th...  folds              3.40     1.00    22.73  # "take it"',
    ]
    assert result.splitlines() == [
        "seat 1 wins 3.40",
        "seat  player                cards    hand    wins    net  stack",
        r"   1  Zoë \x1b[31m          AsKd/Qh          3.40  +1.20  51.20",
        "   2  a name of more th...  xx/7c    folded        -1.20      ?",
    ]


def test_names_take_their_columns(tmp_path: Path) -> None:
    """An ideograph takes two columns: eight and three dots are 19, nine would be too much for 20."""
    path = written(tmp_path, SHORT + 'players = ["\u674e\u5c0f\u9f8d", "' + "\u9f8d" * 10 + 'x"]')
    result = told(path).split("\n\n")[3].splitlines()
    assert result[2:] == [
        "   1  \u674e\u5c0f\u9f8d               AsKd/Qh          3.40  +1.20  51.20",
        "   2  " + "\u9f8d" * 8 + "...  xx/7c    folded        -1.20      ?",
    ]


@pytest.mark.parametrize(
    ("encoding", "shown"), [("ascii", r"Zo\xeb"), ("cp1252", "Zo\u00eb   "), ("utf-16", r"Zo\xeb")]
)
def test_names_where_stdout_is_not_utf_8(tmp_path: Path, encoding: str, shown: str) -> None:
    """Escapes are as wide as they are; UTF-16 would spoil the ASCII."""
    path = written(tmp_path, SHORT + 'players = ["Zo\u00eb", "Al"]')
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    done = process("replay", str(path), *QUICK, stdout=subprocess.PIPE, env=env)
    text = done.stdout.decode("ascii" if encoding == "utf-16" else encoding)
    assert f"\n   1  {shown}  AsKd/Qh  " in text
    assert "\n   2  Al      xx/7c    " in text


def test_hand_that_was_thrown_away() -> None:
    """Seat 1 shows Qh Tc Th 6c Kc Ah 6d. Seat 2 gave up: its cards were on television, what they make was not shown."""
    result = told(televised("11")).split("\n\n")[-2].splitlines()
    assert result[0] == "showdown: seat 1 wins 3,850,000 with two pair"
    assert "two pair, tens and sixes with ace" in result[2]
    assert result[3].startswith("   2  JsJc/2c4h7h6h/9c  not shown ")


def test_account_of_half_a_hand(tmp_path: Path) -> None:
    text = told(written(tmp_path, SHORT.replace(", 'p2 f # \"take it\"'", "")))
    assert text.split("\n\n")[3] == "the record ends before the hand is over"


def test_irregularities(tmp_path: Path) -> None:
    paragraphs = told(written(tmp_path, IRREGULAR)).split("\n\n")
    assert [paragraph.splitlines()[0] for paragraph in paragraphs[1:]] == [
        *("third street, pot 4, wild Q,5", "seat  action                   pot  to call  needs %  has %"),
        *("fourth street, pot 24, wild Q,5", "seat  action        pot  to call  needs %  has %"),
        *("fifth street, pot 64, wild Q,5", "seat  action          pot  to call  needs %  has %"),
        *(
            "sixth street, pot 78, wild Q",
            "seventh street, pot 78, wild Q",
            "showdown: seat 2 wins 78 with four of a kind",
        ),
        "equities by Monte Carlo where they are not exact, seed 5, "
        + paragraphs[-1].splitlines()[0].rpartition(", ")[2],
    ]
    assert shape(paragraphs[1])[1:] == [
        "Qs to seat 2: the next card face up will be wild",
        "5d to seat 1 follows: wild is Q,5",
        "seat  cards  stack",
        "   1  AsAd/5d     37",
        "   2  7h7c/Qs    399",
        "   3  xx/9h    299",
        "   4  xx/Kc    299",
    ]
    # 5 of 14, 10 of 29 twice, 5 of 24
    assert shape(paragraphs[2])[1:] == [
        "   4  is absent                  4",
        "   2  has Qs exposed             4",
        "   3  opens out of turn for 5    4",
        "   3  takes its bet back         9",
        "   1  brings in 5                4",
        "   2  completes to 10            9        5    35.71",
        "   3  picks up its cards        19       10    34.48  # in anger",
        "   4  folds                     19       10    34.48",
        "   1  calls 5                   19        5    20.83",
    ]
    assert shape(paragraphs[6])[1:] == ["   1  bets 7, all-in   64", "   2  calls 7          71        7     8.97"]
    assert paragraphs[9].splitlines()[1:] == [
        "seat  cards             hand                             wins  net  stack",
        "   1  AsAd/5dAh6c3c/3d  full house, aces full of threes        -38      0",
        "   2  7h7c/QsTd2sQd/2d  four of a kind, sevens with ten    78  +40    440",
        "   3  xx/9h             folded                                  -1    299",
        "   4  xx/Kc             folded                                  -1    299",
    ]


def test_side_pot(tmp_path: Path) -> None:
    path = written(tmp_path, SIDE_POT)
    paragraphs = told(path).split("\n\n")
    # 5 of 13; 10 of 28, which is all that seat 3 can win; 5 of 33
    assert shape(paragraphs[2])[1:] == [
        "   1  brings in 5         3",
        "   2  completes to 10     8        5    38.46",
        "   3  calls 10, all-in   18       10    35.71",
        "   1  calls 5            28        5    15.15",
    ]
    assert shape(paragraphs[4])[2] == "   1  calls 10   43       10    18.87"
    heading = "showdown: seat 1 wins 20 with three of a kind, seat 3 33 with full house"
    assert paragraphs[-2].splitlines()[0] == heading
    assert [line.split()[-3:] for line in paragraphs[-2].splitlines()[2:]] == [
        ["20", "-1", "99"],
        ["ten", "-21", "79"],
        ["33", "+22", "33"],
    ]
    assert told(path, path).splitlines()[6].split(maxsplit=1) == ["result", heading]


def test_hand_that_is_dealt_to_after_its_fold(tmp_path: Path) -> None:
    text = told(written(tmp_path, STILL_DEALT))
    assert text.splitlines()[2] == "house rules: last_queen=keep open_pair=off"
    fourth, fifth, sixth = (
        next(part for part in text.split("\n\n") if part.startswith(street)) for street in ("fourth", "fifth", "sixth")
    )
    assert fourth.startswith("fourth street, pot 18, wild Q,J\nQd to seat 2: the next card face up will be wild\n")
    assert "\nJd to seat 3 follows: wild is Q,J\n" in fourth
    assert shape(fifth)[1:] == [
        "seat  cards  stack",
        "   1  f:xx/5d4cJs    494",
        "   2  8s8h/7cQd2s    494",
        "   3  KhKd/9hJdJc    494",
    ]
    assert sixth.startswith("sixth street, pot 58, wild Q,J\nQh to seat 3: the next card face up will be wild\nseat")
    assert "  f:xx/5d4cJs    folded  " in fifth
    assert [line.split()[0] for line in sixth.splitlines()[3:]] == ["2", "3"]
    assert "\n\nall check\n\nseventh street, pot 58, wild Q,J\n" in text
    assert "\n\nall check\n\nthe record ends before the hand is over\n\n" in text


def test_list_of_eight_seats_fits_a_terminal(tmp_path: Path) -> None:
    """The last line tells how to repeat it, which may take more."""
    path = written(tmp_path, eight_seats())
    lines = told(path, path).splitlines()
    assert len(lines[1].split()) == 4 + 8
    assert max(map(len, lines[:-1])) <= 110


def test_common_card(tmp_path: Path) -> None:
    text = told(written(tmp_path, eight_seats()))
    assert "\nseventh street, pot 48, wild K,Q\nKs in the centre follows: wild is K,Q\nseat  cards " in text
    ignored = told(written(tmp_path, eight_seats()), "--rule", "common_card=ignored")
    assert "\nseventh street, pot 48, wild Q\nseat  cards " in ignored


def test_misdeal(tmp_path: Path) -> None:
    result = replay(written(tmp_path, MISDEAL), *QUICK)
    assert result.exit_code == 0
    assert result.stdout.split("\n\n")[1].splitlines()[2] == "   1  xx/           -               500"
    assert "\n   2  has 8s exposed    3\n\nthe deal is void\n" in result.stdout
    assert "a misdeal in this game" in result.stderr
    assert "misdeal" not in replay(written(tmp_path, MISDEAL), *QUICK, "--quiet").stderr


def test_house_rules_are_told() -> None:
    text = told(QUEENS, "--game", "ftq", "--rule", "open_pair=off", "--rule", "extra_wild=2")
    assert text.splitlines()[2] == "house rules: extra_wild=2 open_pair=off"
    assert "third street, pot 250,000, wild Q,2\n" in text


@pytest.mark.jit
def test_figures_are_those_of_equity() -> None:
    """The same seats and the same seed, whatever the street and whoever has folded."""
    found = json.loads(told(QUEENS, "--game", "ftq", "--format", "json"))
    for street in found["streets"]:
        seats = [seat["cards"] for seat in street["seats"]]
        asked = equity_json(*seats, *QUICK)
        assert [seat["equity"] for seat in asked["seats"]] == [seat["equity"] for seat in street["seats"]]


def test_the_same_again() -> None:
    text = told(QUEENS, "--game", "ftq", "--rule", "extra_wild=2", "--method", "montecarlo")
    command = f"{shlex.join(['ftq', 'replay', str(QUEENS)])} --game ftq --rule extra_wild=2 --method montecarlo"
    end = text.splitlines()[-1]
    assert end == f"the same figures again: {command} --deals 10 --seed 5"
    assert without_time(answer(*shlex.split(end.split(": ", 1)[1])[1:])) == without_time(text)


@pytest.mark.parametrize("name", ["my h\u00e4nd.phh", "-x.phh", "it's\n\x1b[1m\\.phh"])
@needs_posix
def test_the_same_again_of_an_odd_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """As a shell reads it, and on one line without control characters."""
    written(tmp_path, GOOD, name)
    monkeypatch.chdir(tmp_path)
    text = answer("replay", *QUICK, "--", name)
    command = text.splitlines()[-1].removeprefix("the same figures again: ftq ")
    assert command.isprintable()
    words = subprocess.check_output(["bash", "-c", f"printf '%s\\0' {command}"]).decode().split("\0")[:-1]
    assert name in words
    assert without_time(answer(*words)) == without_time(text)


@pytest.mark.parametrize("copies", [1, 2])
def test_hand_without_equities(tmp_path: Path, copies: int) -> None:
    path = written(tmp_path, re.sub(r"actions = .*", "actions = []", SHORT))
    text = told(*[path] * copies)
    assert "\nequities " not in text
    assert ", equities " not in text
    end = text.splitlines()[-1]
    assert re.fullmatch(r"2 hands replayed, \d\.\d\d s", end) if copies == 2 else "ends before" in end


# --- several hands


def test_list_of_hands() -> None:
    text = told(*HANDS)
    found = [line.split() for line in text.splitlines()]
    assert found[0][:4] == ["hand", "street", "wild", "pot"]
    names = [line.split()[0] for line in text.splitlines()[1:-3] if not line.startswith(" ")]
    assert names == [f".../{path.name}" for path in HANDS]
    # rules of the game: as many lines as streets were reached, and one for the result
    assert [len(part.split("\n")) for part in re.split(r"^\.\.\.", text, flags=re.MULTILINE)[1:-1]] == [
        5,
        3,
        7,
        7,
        7,
        4,
        7,
    ]
    assert re.search(r"09\.phh +third +250,000( +\d+\.\d\d){5}\n", text)
    assert re.search(r"\n {28}fourth +1,100,000 +-( +\d+\.\d\d) +-( +\d+\.\d\d) +-\n", text)
    results = [line.split("result")[1].strip() for line in text.splitlines() if "result" in line]
    assert results == [
        "seat 5 wins 1,050,000",
        "seat 1 wins 500,000",
        "showdown: seat 2 wins 3,100,000 with two pair",
        "showdown: seat 1 wins 3,850,000 with two pair",
        "showdown: seat 4 wins 2,775,000 with two pair",
        "seat 2 wins 2,025,000",
        "showdown: seat 2 wins 4,200,000 with pair",
        "seat 1 wins 1,025,000",
    ]
    assert text.splitlines()[-2].startswith(
        "8 hands replayed, equities by Monte Carlo where they are not exact, seed 5, "
    )


def test_stud_hands_as_follow_the_queen() -> None:
    """Two end otherwise: by two wild threes in a royal flush, and by three wild cards in a straight flush."""
    results = [
        line.split("result")[1].strip() for line in told(*HANDS, "--game", "ftq").splitlines() if "result" in line
    ]
    assert results == [
        "seat 5 wins 1,050,000",
        "seat 1 wins 500,000",
        "showdown: seat 4 wins 3,100,000 with straight flush",
        "showdown: seat 1 wins 3,850,000 with full house",
        "showdown: seat 2 wins 2,775,000 with straight flush",
        "seat 2 wins 2,025,000",
        "showdown: seat 2 wins 4,200,000 with pair",
        "seat 1 wins 1,025,000",
    ]


@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_folder_collection_and_stdin_are_the_same_hands(tmp_path: Path, form: str) -> None:
    folder = tmp_path / "hands"
    folder.mkdir()
    for path in HANDS[:3]:
        shutil.copy(path, folder)
    collection = collection_text(read_hand(path.read_text()) for path in HANDS[:3])

    def figures(text: str) -> list[str]:
        """All but the names."""
        if form == "table":
            return [line[26:] for line in text.splitlines()[:-3]]
        return [re.sub(r'^([^,{]*,[^,]*|\{.*?"schema")', "", line) for line in text.splitlines()]

    wanted = figures(told(*HANDS[:3], "--format", form))
    assert len(wanted) >= 3
    for source, given in (
        (folder, None),
        (written(tmp_path, collection, "all.phhs"), None),
        ("-", collection),
    ):
        assert figures(told(source, "--format", form, given=given)) == wanted


@pytest.mark.jit
def test_any_number_of_workers() -> None:
    one, three = (replay(*HANDS, *QUICK[:4], "--format", "csv", "--workers", workers).stdout for workers in ("1", "3"))
    assert one == three
    alone = [replay(QUEENS, *QUICK[:4], "--format", "csv", "--workers", workers).stdout for workers in ("1", "3")]
    assert alone[0] == alone[1]
    assert set(alone[0].splitlines()) <= set(one.splitlines())


def test_csv() -> None:
    found = rows(told(QUEENS, televised("05"), "--format", "csv"))
    assert [(row["file"], row["hand"], row["street"], row["pot"], row["pot_after"], row["live"]) for row in found] == [
        (str(QUEENS), "", "third", "250000", "1100000", "5"),
        (str(QUEENS), "", "fourth", "1100000", "1500000", "2"),
        (str(QUEENS), "", "fifth", "1500000", "2300000", "2"),
        (str(QUEENS), "", "sixth", "2300000", "2300000", "2"),
        (str(QUEENS), "", "seventh", "2300000", "3100000", "2"),
        (str(televised("05")), "", "third", "250000", "650000", "5"),
        (str(televised("05")), "", "fourth", "650000", "650000", "2"),
        (str(televised("05")), "", "fifth", "650000", "1050000", "2"),
    ]
    assert found[2]["up_cards"] == "2:3h 4:6s"
    assert {row["wild_ranks"] for row in found} == {""}
    assert found[2]["actions"] == "4 checks, 2 bets 400000, 4 calls 400000"
    assert [found[0][f"net_{seat}"] for seat in range(1, 9)] == [
        "-50000",
        "1650000",
        "-50000",
        "-1450000",
        "-100000",
        "",
        "",
        "",
    ]
    for row in found:
        shares = [float(row[f"equity_{seat}"]) for seat in range(1, 9) if row[f"equity_{seat}"]]
        assert len(shares) == int(row["live"])
        assert sum(shares) == pytest.approx(1)
        assert row["seed"] == "5"
        assert row["game"] == "stud"


def test_json_is_one_object_a_line() -> None:
    from simulator.replay import replay_hand

    lines = told(*HANDS[:3], "--format", "json").splitlines()
    for line, path in zip(lines, HANDS, strict=False):
        expected = replay_hand(read_hand(path.read_text()), deals=10, seed=5, workers=1).to_dict()
        assert json.loads(line) == {"file": str(path), "hand": None, **json.loads(json.dumps(expected))}
    assert len(lines) == 3


# --- files in which something is wrong


BAD = [
    (GOOD.replace("'F7S'", "'NT'"), ": the variant is 'NT'; only F7S, fixed-limit stud, can be read"),
    (GOOD.replace("9d5c8d", "9d5c9d"), ": action 2, 'd dh p2 9d5c9d': 9d was dealt before, to seat 2"),
    (GOOD.replace("9d5c8d", "9d5c1d"), ": action 2, 'd dh p2 9d5c1d': "),
    (GOOD.replace("'p5 pb'", "'p4 pb'"), ": action 6, 'p4 pb': bring-in of seat 4 is not legal: seat 5 acts and may "),
    (GOOD.replace("'p2 cbr 200000'", "'p2 cbr 300000'"), ": action 8, 'p2 cbr 300000': "),
    (GOOD.replace("big_bet", "bigbet"), ": the field 'bigbet' is not known: write big_bet"),
    (
        GOOD.replace("'d dh p2 3h', 'd dh p4 6s'", "'d dh p4 6s', 'd dh p2 3h'"),
        ": action 17, 'd dh p4 6s': the next card ",
    ),
    ("variant = F7S", ": not TOML: "),
    ("", ": no hand in it"),
    (b"\x00\xff\xfe binary", ": no UTF-8 text"),
    (b"\x7fELF\x01\x02", ": not TOML: "),
    (random.Random(4).randbytes(10 * 2**20), ": too long for a hand: at most 262,144 bytes"),
]


@pytest.mark.parametrize(("number", "content", "message"), [(number, *bad) for number, bad in enumerate(BAD)])
def test_bad_hand_is_one_line_and_the_others_go_on(
    tmp_path: Path, number: int, content: str | bytes, message: str
) -> None:
    assert content != GOOD
    form = ("table", "csv", "json")[number % 3]
    path = written(tmp_path, content, "bad.phh")
    error = check_error(replay(path, *QUICK, "--format", form))
    assert error.startswith(f"ftq: error: {str(path)!r}{message}")
    for files in ([path, EARLY], [EARLY, path]):
        result = replay(*files, *QUICK, "--format", form)
        assert result.exit_code == 1
        assert result.stderr == f"{error}ftq: note: 1 of 2 hands could not be replayed\n"
        lines = {"table": 3, "csv": 2, "json": 1}[form]  # a heading, third street, the result
        both = told(EARLY, EARLY, "--format", form).splitlines()
        assert result.stdout.splitlines()[:lines] == both[:lines]
        assert len(result.stdout.splitlines()) == lines + (3 if form == "table" else 0)


def test_missing_file_and_folder_without_hands(tmp_path: Path) -> None:
    missing = tmp_path / "missing.phh"
    assert check_error(replay(missing)) == f"ftq: error: {str(missing)!r}: cannot read it: No such file or directory\n"
    assert check_error(replay(tmp_path)) == f"ftq: error: {str(tmp_path)!r}: no .phh or .phhs file in this folder\n"
    result = replay(missing, tmp_path)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 2)


def test_error_in_a_collection_names_line_and_hand(tmp_path: Path) -> None:
    wrong = GOOD.replace("'p5 pb'", "'p4 pb'")
    path = written(tmp_path, f"# final table\n[4]\n{GOOD}\n[5]\n{wrong}\n[6]\n{GOOD}", "some.phhs")
    result = replay(path, *QUICK, "--format", "csv")
    line = GOOD.count("\n") + 4
    assert result.exit_code == 1
    assert result.stderr.startswith(f"ftq: error: {str(path)!r}, line {line}, hand 5: action 6, 'p4 pb': ")
    assert [row["hand"] for row in rows(result.stdout)] == ["4"] * 5 + ["6"] * 5


def test_names_of_files(tmp_path: Path) -> None:
    """On one line for a person and in errors, unchanged as data."""
    path = written(tmp_path, GOOD, "h\u00e4nd\n\x1b[1m.phh")
    for text in (told(path), told(path, path)):
        assert "/h\u00e4nd \\x1b[1m.phh" in text
        assert text.replace("\n", "").isprintable()
    assert {row["file"] for row in rows(told(path, "--format", "csv"))} == {str(path)}
    assert json.loads(told(path, "--format", "json"))["file"] == str(path)
    assert told(path, "--format", "json").isascii()
    path.write_text("nonsense")
    assert r"h\xe4nd\n\x1b[1m.phh" in check_error(replay(path))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "Missing argument 'FILE...'"),
        (["--game", "holdem"], "'ftq', 'stud'"),
        (["--rule", "nonsense=1"], "no house rule 'nonsense'; there are last_queen, "),
        (["--rule", "open_pair=maybe"], "open_pair is on or off, not 'maybe'"),
        (["--rule", "ante=5"], "ante is an amount"),
        (["--rule", "trigger=K", "--game", "stud"], "no wild cards"),
        (["--deals", "0"], "--deals"),
        (["--precision", "0"], "--precision"),
        (["--method", "magic"], "--method"),
        (["--seed", "-1"], "--seed"),
        (["--workers", "0"], "--workers"),
        (["--format", "jsonl"], "--format"),
    ],
)
def test_wrong_options_are_one_line(args: list[str], message: str) -> None:
    files = [str(QUEENS)] if args else []
    assert message in check_error(replay(*files, *args))


def test_rule_that_does_not_fit_the_game_of_a_hand() -> None:
    assert f"{str(QUEENS)!r}: trigger=K has no meaning in stud" in check_error(replay(QUEENS, "--rule", "trigger=K"))


def test_help_and_errors_load_nothing_heavy(tmp_path: Path) -> None:
    out_of_turn = written(tmp_path, GOOD.replace("'p5 pb'", "'p4 pb'"), "turn.phh")
    noise = written(tmp_path, b"a" * 10**7, "noise.phh")
    for args in (["--help"], [str(out_of_turn), str(noise), "nowhere"], [str(QUEENS), "--rule", "x=1"]):
        code = (
            f"import sys\nfrom simulator.cli import cli\ncli.run({['replay', *args]!r})\n"
            f"print([m for m in {HEAVY} if m in sys.modules])"
        )
        text = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL, text=True)
        assert text.splitlines()[-1] == "[]", args


# --- as hands are done


def test_progress_tells_bytes_and_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[int, int | None, str]] = []
    monkeypatch.setattr(ProgressBar, "__call__", lambda self, *args: calls.append(args))
    told(*HANDS)
    assert [words for _, _, words in calls] == ["1 hand", *(f"{number} hands" for number in range(2, 9))]
    size = sum(path.stat().st_size for path in HANDS)
    assert {total for _, total, _ in calls} == {size}
    ends = [sum(path.stat().st_size for path in HANDS[: number + 1]) for number in range(8)]
    assert [done for done, _, _ in calls] == ends  # though they are read ahead
    calls.clear()
    told("-", given=collection_text([read_hand(GOOD)] * 2))
    assert {total for _, total, _ in calls} == {None}


def test_progress_of_one_hand_tells_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[int, int, str]] = []
    monkeypatch.setattr(ProgressBar, "__call__", lambda self, *args: calls.append(args))
    told(QUEENS)
    assert calls
    assert {words for _, _, words in calls} == {"replaying"}


@needs_posix
def test_ctrl_c_keeps_the_hands_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes in the main thread while the second hand has just been written."""

    def press(self: ProgressBar, done: int, total: int | None, words: str) -> None:
        if words == "2 hands":
            signal.raise_signal(signal.SIGINT)

    whole = told(*HANDS, "--format", "csv")
    monkeypatch.setattr(ProgressBar, "__call__", press)
    result = replay(*HANDS, *QUICK, "--format", "csv")
    assert result.exit_code == 130
    found = re.fullmatch(r"ftq: note: interrupted: (\d) hands replayed\n", result.stderr)
    assert found
    assert whole.startswith(result.stdout)
    assert len({row["file"] for row in rows(result.stdout)}) == int(found[1]) >= 2


@needs_posix
@pytest.mark.jit
def test_ctrl_c_in_a_hand_that_would_take_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    pressed: list[bool] = []

    def press(*_: object) -> None:
        if not pressed:
            pressed.append(True)
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    monkeypatch.setattr(ProgressBar, "__call__", press)
    result = replay(QUEENS, "--deals", "1e15", "--seed", "5")
    assert pressed
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "ftq: note: interrupted: 0 hands replayed\n")


@needs_posix
@pytest.mark.jit
def test_hands_come_while_stdin_is_still_open() -> None:
    """Each as soon as the next has begun; the first two wait for a third, which tells that there are several."""
    command = [sys.executable, "-m", "simulator", "replay", "-", *QUICK, "--format", "json"]
    restore = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=restore
    ) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        assert run.stderr is not None
        try:
            run.stdin.write(f"[1]\n{GOOD}\n[2]\n{GOOD}\n[3]\n{GOOD}".encode())
            run.stdin.flush()
            assert [json.loads(run.stdout.readline())["hand"] for _ in range(2)] == [1, 2]
            run.send_signal(signal.SIGINT)  # while it waits for the end of the third
            assert run.wait(timeout=60) == 130
            assert run.stderr.read() == b"ftq: note: interrupted: 2 hands replayed\n"
        finally:
            run.kill()


def test_whatever_goes_wrong_with_a_hand_stays_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import simulator.replay

    errors = iter([NoAnswer("no valid deal"), MemoryError(), RuntimeError("first\nsecond"), None])
    replay_hand = simulator.replay.replay_hand

    def fail(*args: Any, **options: Any) -> Any:
        error = next(errors)
        if error is not None:
            raise error
        return replay_hand(*args, **options)

    monkeypatch.setattr(simulator.replay, "replay_hand", fail)
    result = replay(*HANDS[:4], *QUICK, "--format", "json")
    assert result.exit_code == 1
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [str(HANDS[3])]
    assert result.stderr.splitlines() == [
        f"ftq: error: {str(HANDS[0])!r}: no valid deal",
        f"ftq: error: {str(HANDS[1])!r}: out of memory",
        f"ftq: error: {str(HANDS[2])!r}: unexpected RuntimeError: first second; please report it",
        "ftq: note: 3 of 4 hands could not be replayed",
    ]


@needs_posix
@pytest.mark.jit
def test_reader_that_goes_is_a_clean_end() -> None:
    command = [sys.executable, "-m", "simulator", "replay", *map(str, HANDS * 20), *QUICK, "--format", "json"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert json.loads(run.stdout.readline())
        run.stdout.close()
        assert run.wait(timeout=120) == 0
        assert b"error" not in run.stderr.read()
