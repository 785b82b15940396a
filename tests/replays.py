"""Recorded hands for the tests of `ftq replay`, and a way to run it."""

from pathlib import Path

from click.testing import CliRunner, Result

from simulator.cli import cli
from tests.televised import HANDS

QUICK = ["--deals", "10", "--seed", "5", "--workers", "1"]

# Antes of 2 * 0.20; seat 2 has the lower card and brings in 1, seat 1 completes to 2, seat 2 gives up.
SHORT = """\
variant = 'F7S'
_game = 'follow-the-queen'
antes = [0.20, 0.20]
bring_in = 1
small_bet = 2
big_bet = 4
starting_stacks = [50, inf]
actions = ['d dh p1 AsKdQh', 'd dh p2 ????7c', 'p2 pb', 'p1 cbr 2', 'p2 f # "take it"']
"""

# Four seats at 10/20, antes of 1. The dealer exposes the Queen of seat 2 (B12): the five of seat 1 follows her. Seat 4
# is away (B14); seat 3 opens though seat 1 has the low card, takes it back (B11), and picks up its cards facing the
# completion (B16). Seat 1 has 37 left after the ante: 10 and 20 go on two streets, 7 on fifth street (B17). The second
# Queen of seat 2 ends the fives, and no card face up follows her: sevens and two Queens against aces full of threes.
IRREGULAR = """\
variant = 'F7S'
_game = 'follow-the-queen'
antes = [1, 1, 1, 1]
bring_in = 5
small_bet = 10
big_bet = 20
starting_stacks = [38, 400, 300, 300]
actions = [
  'd dh p1 AsAd5d', 'd dh p2 Qs7h7c', 'd dh p3 ????9h', 'd dh p4 ????Kc',
  'p1 pb', 'p2 cbr 10', 'p3 f', 'p4 f', 'p1 cc',
  'd dh p1 Ah', 'd dh p2 Td', 'p1 cbr 10', 'p2 cbr 20', 'p1 cc',
  'd dh p1 6c', 'd dh p2 2s', 'p1 cbr 7', 'p2 cc',
  'd dh p1 3c', 'd dh p2 Qd', 'd dh p1 3d', 'd dh p2 2d',
]
_events = ['1 p2 exposed Qs', '1 p4 absent', '5 p3 opened', '7 p3 picked-up # in anger']
"""
# Seat 1 folds on fourth street, where nothing is to be called: it is dealt to until seat 3 bets (B15). A Queen comes to
# seat 2, the jack after her makes jacks wild, and stays so under last_queen=keep. Seat 2 has not shown its last card.
STILL_DEALT = """\
variant = 'F7S'
_game = 'follow-the-queen'
antes = [1, 1, 1]
bring_in = 5
small_bet = 10
big_bet = 20
starting_stacks = [500, 500, 500]
_rules = ['last_queen=keep', 'open_pair=off']
actions = [
  'd dh p1 ????5d', 'd dh p2 8s8h7c', 'd dh p3 KhKd9h', 'p1 pb', 'p2 cc', 'p3 cc',
  'd dh p1 4c', 'd dh p2 Qd', 'd dh p3 Jd', 'p3 cc', 'p1 f', 'p2 cc',
  'd dh p1 Js', 'd dh p2 2s', 'd dh p3 Jc', 'p3 cbr 20', 'p2 cc',
  'd dh p2 3c', 'd dh p3 Qh', 'p3 cc', 'p2 cc',
  'd dh p2 ??', 'd dh p3 6d', 'p3 cc', 'p2 cc',
]
"""
# Stud. Seat 3 is all-in for the call on third street and wins the main pot of 3 * 11 with aces full; kings win the side
# pot of 2 * 10 for seat 1 against two pair.
SIDE_POT = """\
variant = 'F7S'
antes = [1, 1, 1]
bring_in = 5
small_bet = 10
big_bet = 20
starting_stacks = [100, 100, 11]
actions = [
  'd dh p1 KsKd2c', 'd dh p2 9s9d7d', 'd dh p3 AsAdAc', 'p1 pb', 'p2 cbr 10', 'p3 cc', 'p1 cc',
  'd dh p1 Kh', 'd dh p2 7h', 'd dh p3 5c', 'p2 cbr 10', 'p1 cc',
  'd dh p1 3d', 'd dh p2 8c', 'd dh p3 5h', 'p2 cc', 'p1 cc',
  'd dh p1 4s', 'd dh p2 Tc', 'd dh p3 6s', 'p2 cc', 'p1 cc',
  'd dh p1 Jd', 'd dh p2 2h', 'd dh p3 6d', 'p2 cc', 'p1 cc',
]
"""
MISDEAL = """\
variant = 'F7S'
_game = 'follow-the-queen'
antes = [1, 1, 1]
bring_in = 5
small_bet = 10
big_bet = 20
starting_stacks = [500, 500, 500]
actions = ['d dh p1 ????5d', 'd dh p2 8s']
_events = ['1 p2 exposed 8s', '3 d misdeal']
"""


def eight_seats() -> str:
    """Eight seats that all check: after 48 cards four are left: a common card (D3), the king after a Queen."""
    streets = [
        "2c 3c 4c 5c 6c 7c 8c 9c",
        "2d 3d 4d 5d 6d 7d 8d 9d",
        "2h 3h 4h 5h 6h 7h 8h 9h",
        "Kd Kh Jc Jd Jh Tc Td Qh",
    ]
    actions = [f"d dh p{seat} ????{card}" for seat, card in enumerate(streets[0].split(), 1)]
    actions += ["p1 pb", *(f"p{seat} cc" for seat in range(2, 9))]
    for street in streets[1:]:
        actions += [f"d dh p{seat} {card}" for seat, card in enumerate(street.split(), 1)]
        actions += [f"p{seat} cc" for seat in (8, 1, 2, 3, 4, 5, 6, 7)]  # the highest pair, then the highest three
    actions += ["d db Ks"]
    return (
        "variant = 'F7S'\n_game = 'follow-the-queen'\nbring_in = 5\nsmall_bet = 10\nbig_bet = 20\n"
        f"antes = {[1] * 8}\nstarting_stacks = {[100] * 8}\nactions = {actions}\n"
    )


def replay(*args: str | Path, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, ["replay", *map(str, args)], input=given)


def televised(number: str) -> Path:
    return next(path for path in HANDS if path.stem.endswith(f"-{number}"))
