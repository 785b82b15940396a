"""The account of a replayed hand as text for a person, made from the JSON form of the replay."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from evaluator.cards import parse_cards, ranks_list
from simulator.card_report import unless_trigger
from simulator.layout import columns, one_line, paragraphs, percent, ranks_text, shortened
from simulator.options import BETTING_OPTIONS
from simulator.replay_results import ACTION_WORDS
from simulator.rules import Rules, wild_after, wild_start
from simulator.table_report import GAME_NAMES, changed_options

LONGEST_NAME = 20
Facts = Mapping[str, Any]  # the JSON form of a replay, or a part of it

_SHOWDOWN = ("shows", "mucks")  # told by the result


class Chips:
    """Writes amounts of one hand, all with the decimals of its smallest chip, or two if that has one.

    Parameters
    ----------
    chip : str
        What the smallest chip is worth, in the unit of the file.
    """

    def __init__(self, chip: str) -> None:
        decimals = -int(Decimal(chip).normalize().as_tuple().exponent)
        self._form = f",.{max(2, decimals) if decimals > 0 else 0}f"

    def __call__(self, amount: float | None) -> str:
        """Write an amount, ``?`` if nobody knows it."""
        return "?" if amount is None else format(Decimal(repr(amount)), self._form)

    def change(self, amount: float) -> str:
        """Write what a seat has gained or lost."""
        return ("+" if amount > 0 else "") + self(amount)


def replay_text(replay: Facts, title: str, encoding: str = "utf-8") -> str:
    """Tell a hand street by street: the seats with their equities, each action with its price, and the result.

    What an `encoding` does not have in the names of players is an escape, as columns are as wide as what is printed.
    """
    chips = Chips(replay["chip"])
    names = [shortened(one_line(name, encoding), LONGEST_NAME) for name in replay["players"]]
    replay = {**replay, "players": names}
    parts: list[Sequence[str]] = [[one_line(title), *_game_lines(replay, chips)]]
    for street, wild in zip(replay["streets"], _wild_lines(replay), strict=True):
        head = f"{street['street']} street, pot {chips(street['pot'])}"
        if replay["game"] != "stud":
            head += f", wild {ranks_text(street['wild_ranks'])}"
        parts += [[head, *wild, *_seat_lines(replay, street, chips)], _action_lines(replay, street, chips)]
    return paragraphs([*parts, _result_lines(replay, chips)])


def _game_lines(replay: Facts, chips: Chips) -> list[str]:
    stakes = replay["stakes"]
    antes = " or ".join(dict.fromkeys(map(chips, stakes["antes"])))
    game = (
        f"{GAME_NAMES[replay['game']]}, {len(stakes['antes'])} seats, limits {chips(stakes['small_bet'])} and "
        f"{chips(stakes['big_bet'])}, ante {antes}, bring-in {chips(stakes['bring_in'])}"
    )
    changed = changed_options(replay["rules"]) + [
        f"{option.name}={stakes[option.name]}" for option in BETTING_OPTIONS if stakes[option.name] != option.default
    ]
    return [game, *(["house rules: " + " ".join(changed)] if changed else [])]


def _wild_lines(replay: Facts) -> Iterator[list[str]]:
    """Yield for each street which of its up cards change what is wild, or will."""
    rules = Rules(game=replay["game"], **replay["rules"])
    state = wild_start(rules)
    for street in replay["streets"]:
        lines = []
        for seat, card in street["up_cards"]:
            if not (seat or rules.common_card == "counts"):
                continue
            before, state = state, wild_after(state, parse_cards(card)[0], rules)
            where = f"{card} {f'to seat {seat}' if seat else 'in the centre'}"
            ranks = ranks_list(state.wild_ranks)
            if state.pending:
                lines.append(f"{where}: the next card face up will be wild{unless_trigger(ranks, rules)}")
            elif state != before:
                lines.append(f"{where} follows: wild is {ranks_text(ranks)}")
        yield lines


def _seat_lines(replay: Facts, street: Facts, chips: Chips) -> list[str]:
    """Show the seats that are in the hand, and those that still get cards although they have folded (rule B15)."""
    dealt_to = {seat for seat, _ in street["up_cards"]}
    sampled = any(seat["standard_error"] for seat in street["seats"])
    rows = [["seat", *_name(replay, None), "cards", "equity %", "std error", "stack"]]
    for seat in street["seats"]:
        if not (seat["live"] or seat["seat"] in dealt_to):
            continue
        figures = ["-" if seat["live"] else "folded", ""]
        if seat["equity"] is not None:
            figures = [percent(seat["equity"]), percent(seat["standard_error"], 3) if sampled else "exact"]
        rows.append([str(seat["seat"]), *_name(replay, seat["seat"]), seat["cards"], *figures, chips(seat["stack"])])
    return columns(rows, ">" + "<" * len(_name(replay, None)) + "<>>>")


def _action_lines(replay: Facts, street: Facts, chips: Chips) -> list[str]:
    told = [action for action in street["actions"] if action["action"] not in _SHOWDOWN or action["comment"]]
    if not told:
        return []
    if all(action["action"] == "check" and not action["comment"] for action in told):
        return ["all check"]
    exposed = (card for _, card in street["up_cards"])  # before all others (rule B12)
    rows = [["seat", *_name(replay, None), "action", "pot", "to call", "needs %", "has %", ""]]
    for action in told:
        price = ["", "", ""]
        if action["to_call"]:
            price = [chips(action["to_call"]), percent(action["pot_odds"]), percent(action["equity"])]
        comment = f"# {one_line(action['comment'])}" if action["comment"] else ""
        words = f"has {next(exposed)} exposed" if action["action"] == "exposed" else _action_words(action, chips)
        rows.append([str(action["seat"]), *_name(replay, action["seat"]), words, chips(action["pot"]), *price, comment])
    return columns(rows, ">" + "<" * len(_name(replay, None)) + "<>>>><")


def _action_words(action: Facts, chips: Chips) -> str:
    """Say what a seat did, as in ``raises to 400,000, all-in``."""
    words = ACTION_WORDS[action["action"]].format(amount=chips(action["amount"]), to=chips(action["to"]))
    return words + (", all-in" if action["all_in"] else "")


def _result_lines(replay: Facts, chips: Chips) -> list[str]:
    result = replay["result"]
    if result is None:
        return [result_words(replay, chips)]
    cards = [seat["cards"].removeprefix("f:") for seat in replay["streets"][-1]["seats"]]
    rows = [["seat", *_name(replay, None), "cards", "hand", "wins", "net", "stack"]]
    for at, text in enumerate(cards):
        won = result["won"][at]
        rows.append(
            [
                str(at + 1),
                *_name(replay, at + 1),
                text,
                _hand_words(replay, at),
                chips(won) if won else "",
                chips.change(result["net"][at]),
                chips(result["stacks"][at]),
            ]
        )
    return [result_words(replay, chips), *columns(rows, ">" + "<" * len(_name(replay, None)) + "<<>>>")]


def result_words(replay: Facts, chips: Chips) -> str:
    """Say who wins how much, and at the showdown with what."""
    result = replay["result"]
    if result is None:
        return "the record ends before the hand is over"
    wins: list[str] = []
    for seat in result["winners"]:
        hand = result["hands"][seat - 1]
        verb = "" if wins else "wins "
        wins.append(
            f"seat {seat} {verb}{chips(result['won'][seat - 1])}" + (f" with {hand['category']}" if hand else "")
        )
    return ("showdown: " if result["showdown"] else "") + ", ".join(wins) or "the deal is void"


def _hand_words(replay: Facts, at: int) -> str:
    shown = replay["result"]["hands"][at]
    if shown is not None:
        return str(shown["description"])
    told = {(action["seat"], action["action"]) for street in replay["streets"] for action in street["actions"]}
    if (at + 1, "mucks") in told:
        return "not shown"
    return "" if replay["streets"][-1]["seats"][at]["live"] and (at + 1, "fold") not in told else "folded"


def _name(replay: Facts, seat: int | None) -> list[str]:
    """Return the cell of a player's name, or the title of that column; none if there are no names."""
    if not replay["players"]:
        return []
    return ["player" if seat is None else replay["players"][seat - 1]]
