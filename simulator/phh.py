"""Hands in the poker hand history format (PHH): fixed-limit seven-card stud, and Follow the Queen on it.

A file is TOML. `read_hand` checks what can be said of a hand without playing it; whose turn it was and whether a bet
was allowed is the business of the game. docs/phh.md describes the fields.
"""

import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from simulator.dealt_cards import DealtCards
from simulator.hand_record import Action, ActionKind, Event, EventKind, HandRecord
from simulator.phh_notation import action_text, amounts_of, event_text, parse_action, parse_event
from simulator.rules import DOWN_CARDS, MAX_SEATS, MIN_SEATS, spelled_options
from simulator.seats import quoted
from simulator.toml_text import toml_lines, toml_value

VARIANT = "F7S"
FOLLOW_THE_QUEEN = "follow-the-queen"
MAX_BYTES = 262_144  # of one hand
MAX_CHIPS = 10**12  # in units of the last decimal of the smallest chip: sums of a hand are then exact as floats, too
MAX_ACTIONS, MAX_EVENTS = 2_000, 100  # no hand is that long; every step of a replay holds all before it
MAX_DECIMALS = 8  # of an amount; nobody pays in anything finer

_BETS = ("bring_in", "small_bet", "big_bet")
_REQUIRED = ("variant", "antes", *_BETS, "starting_stacks", "actions")
_RESULTS = ("finishing_stacks", "winnings")
_OWN = (*_REQUIRED, *_RESULTS, "_game", "_rules", "_events", "_chip")
_BETTING = (ActionKind.BRING_IN, ActionKind.CALL, ActionKind.RAISE, ActionKind.FOLD)
_FOREIGN = ("blinds_or_straddles", "min_bet")
_READ = {name.lstrip("_"): name for name in (*_REQUIRED, "_game", "_rules", "_events", "_chip", "ante_trimming_status")}
_OTHERS = (  # optional fields of the standard, and those of other variants
    *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country", "time", "time_zone"),
    *("time_zone_abbreviation", "day", "month", "year", "hand", "level", "seats", "seat_count", "table", "players"),
    *("currency", "currency_symbol", "time_limit", "time_banks", *_RESULTS, *_FOREIGN),
)


def read_hand(text: str) -> HandRecord:
    """Read one hand.

    Parameters
    ----------
    text : str
        The content of a ``.phh`` file.

    Raises
    ------
    ValueError
        Of one line, which names the field or the action: the text is no TOML or too long, another variant, a field
        that is missing or of the wrong kind, an amount that is negative or finer than the smallest chip, a card that
        does not exist or stands twice, an action of a seat that does not exist.

    Examples
    --------
    >>> from simulator.phh import read_hand
    >>> hand = read_hand('''
    ... variant = "F7S"
    ... _game = "follow-the-queen"
    ... antes = [0.20, 0.20]
    ... bring_in = 1
    ... small_bet = 2
    ... big_bet = 4
    ... starting_stacks = [50, 60]
    ... actions = ["d dh p1 AsKdQh", "d dh p2 ????7c", "p2 pb", "p1 cbr 2", "p2 f"]
    ... ''')
    >>> hand.game, hand.chip, hand.antes, hand.actions[3].amount
    ('ftq', Decimal('0.1'), (2, 2), 20)
    """
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise ValueError(f"too long for a hand: at most {MAX_BYTES:,} bytes")
    fields = _toml(text)
    _check_fields(fields)
    seats = _seat_count(fields)
    purse = _Purse(_chip(fields))
    game = _game(fields)
    antes = tuple(purse.chips(value, f"ante of seat {seat}") for seat, value in enumerate(fields["antes"], 1))
    record = HandRecord(
        antes=antes[::-1] if seats == 2 else antes,  # the standard reverses the forced bets heads-up
        bring_in=purse.chips(fields["bring_in"], "bring_in", least=1),
        small_bet=purse.chips(fields["small_bet"], "small_bet", least=1),
        big_bet=purse.chips(fields["big_bet"], "big_bet", least=1),
        starting_stacks=tuple(_stack(purse, value, seat) for seat, value in enumerate(fields["starting_stacks"], 1)),
        actions=tuple(_actions(fields["actions"], seats, purse)),
        game=game,
        rules=_rules(fields.get("_rules", []), game),
        events=tuple(_events(fields.get("_events", []), seats)),
        chip=purse.chip,
        finishing_stacks=_amounts(fields, "finishing_stacks", seats, purse),
        winnings=_amounts(fields, "winnings", seats, purse),
        other={name: value for name, value in fields.items() if name not in _OWN},
    )
    if not record.bring_in < record.small_bet <= record.big_bet:
        raise ValueError("bring_in must be less than small_bet, and big_bet no less than small_bet")
    _check_events(record)
    return record


def hand_text(record: HandRecord) -> str:
    """Text of a ``.phh`` file, one field a line; `read_hand` makes the same record of it."""

    def number(chips: int) -> int | Decimal:
        value = record.value(chips)
        return value.normalize() if _decimals(value) else int(value)

    fields: dict[str, Any] = {"variant": VARIANT}
    other = dict(record.other)
    if "ante_trimming_status" in other:
        fields["ante_trimming_status"] = other.pop("ante_trimming_status")
    fields["antes"] = [number(ante) for ante in (record.antes[::-1] if record.seat_count == 2 else record.antes)]
    fields.update((name, number(getattr(record, name))) for name in _BETS)
    fields["starting_stacks"] = [Decimal("inf") if stack is None else number(stack) for stack in record.starting_stacks]
    fields["actions"] = [action_text(action, record.amount_text) for action in record.actions]
    for name in _RESULTS:
        if (amounts := getattr(record, name)) is not None:
            fields[name] = [number(amount) for amount in amounts]
    fields |= other
    if record.game == "ftq":
        fields["_game"] = FOLLOW_THE_QUEEN
    if record.rules:
        fields["_rules"] = list(record.rules)
    if record.chip != _finest(_written(fields)):
        fields["_chip"] = number(1)
    if record.events:
        fields["_events"] = [event_text(event) for event in record.events]
    return toml_lines(fields)


class _Purse:
    """Turns amounts into whole numbers of the smallest chip."""

    def __init__(self, chip: Decimal) -> None:
        self.chip = chip

    def chips(self, value: Any, what: str, least: int = 0) -> int:
        number = _number(value, what)
        if number < 0:
            raise ValueError(f"{what} is negative: {_shown(value)}")
        if number % self.chip:
            raise ValueError(f"{what} is a fraction of the smallest chip: {_shown(value)} in chips of {self.chip}")
        if number.scaleb(_decimals(self.chip)) > MAX_CHIPS:
            raise ValueError(f"{what} is too much in chips of {self.chip}: {number:.3g}")
        if (chips := int(number / self.chip)) < least:
            raise ValueError(f"{what} must be more than 0, not {_shown(value)}")
        return chips


def _number(value: Any, what: str) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise ValueError(f"{what} must be a number, not {_shown(value)}")
    number = Decimal(value)
    if not number.is_finite():
        raise ValueError(f"{what} must be a number of chips, not {_shown(value)}")
    if not -MAX_CHIPS <= number <= MAX_CHIPS:
        raise ValueError(f"{what} is too much: {number:.3g}")
    if _decimals(number) > MAX_DECIMALS:
        raise ValueError(f"{what} has more than {MAX_DECIMALS} decimals")
    return number


def _shown(value: Any) -> str:
    """Text of a value as it may stand in the file, on one line and not long."""
    if isinstance(value, str):
        return quoted(value)
    try:
        text = str(value) if isinstance(value, Decimal) and value.is_finite() else toml_value(value)
    except RecursionError:
        return "an array of arrays"
    text = text if len(text) <= 40 else text[:37] + "..."
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise ValueError("not TOML of a hand: too many brackets within each other") from None
    except (ValueError, ArithmeticError) as error:  # numbers that are too long among them
        message = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a number is too long"
        raise ValueError(f"not TOML: {' '.join(message.split())}") from None


def _check_names(fields: Mapping[str, Any]) -> None:
    """Raise ValueError for a field that would be ignored, as its name is almost that of one that is read."""
    for name in fields:
        bare = name.casefold().lstrip("_")
        if name in _OWN or name in _READ.values() or name.casefold() in _OTHERS:
            continue
        known = [*_READ, *(() if name.startswith("_") else _OTHERS)]
        meant = _READ.get(next(iter(get_close_matches(bare, known, n=1, cutoff=0.8)), ""))
        if meant and not (name.startswith("_") and meant in fields and not meant.startswith("_")):  # one of their own
            raise ValueError(f"the field {quoted(name)} is not known: write {meant}")


def _check_fields(fields: Mapping[str, Any]) -> None:
    _check_names(fields)
    if "variant" not in fields:
        raise ValueError(f"the field variant is missing: write variant = '{VARIANT}'")
    if (variant := fields["variant"]) != VARIANT:
        raise ValueError(f"the variant is {_shown(variant)}; only {VARIANT}, fixed-limit stud, can be read")
    for name in _REQUIRED:
        if name not in fields:
            raise ValueError(f"the field {name} is missing; {VARIANT} needs {', '.join(_REQUIRED)}")
    for name in _FOREIGN:
        if name in fields:
            raise ValueError(f"the field {name} does not belong to {VARIANT}")
    for name in ("antes", "starting_stacks", "actions", *_RESULTS, "players", "_rules", "_events"):
        if not isinstance(fields.get(name, []), list):
            raise ValueError(f"{name} must be an array, not {_shown(fields[name])}")
    for name in ("actions", "players", "_rules", "_events"):
        if not all(isinstance(entry, str) for entry in fields.get(name, [])):
            raise ValueError(f"{name} must be an array of strings")
    for name, most in (("actions", MAX_ACTIONS), ("_events", MAX_EVENTS)):
        if len(fields.get(name, [])) > most:
            raise ValueError(f"{name} has more than {most:,} entries")
    if not isinstance(fields.get("ante_trimming_status", False), bool):
        raise ValueError(f"ante_trimming_status must be true or false, not {_shown(fields['ante_trimming_status'])}")


def _seat_count(fields: Mapping[str, Any]) -> int:
    seats = len(fields["starting_stacks"])
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ValueError(f"starting_stacks has {seats} seats; a hand has {MIN_SEATS} to {MAX_SEATS}")
    for name in ("antes", "players"):
        if name in fields and len(fields[name]) != seats:
            raise ValueError(
                f"{name} and starting_stacks must have one entry per seat, not {len(fields[name])} and {seats}"
            )
    return seats


def _game(fields: Mapping[str, Any]) -> str:
    if "_game" not in fields:
        return "stud"
    if fields["_game"] != FOLLOW_THE_QUEEN:
        raise ValueError(f"_game must be '{FOLLOW_THE_QUEEN}', or left out for stud; not {_shown(fields['_game'])}")
    return "ftq"


def _rules(texts: list[str], game: str) -> tuple[str, ...]:
    """House rules of the cards and of the betting, each spelled as the game spells it."""
    try:
        return spelled_options(texts, game)
    except ValueError as error:
        raise ValueError(f"_rules: {error}") from None


def _chip(fields: Mapping[str, Any]) -> Decimal:
    """Return the smallest chip: as given, or the power of ten that measures all amounts."""
    if "_chip" not in fields:
        return _finest(_written(fields))
    chip = _number(fields["_chip"], "_chip")
    if chip <= 0:
        raise ValueError(f"_chip must be more than 0, not {_shown(fields['_chip'])}")
    return chip.normalize() if _decimals(chip) else Decimal(int(chip))


def _written(fields: Mapping[str, Any]) -> Iterable[Decimal]:
    """Yield the amounts of the fields that can be read as such."""
    for name in ("antes", *_BETS, "starting_stacks", *_RESULTS):
        found = fields.get(name, [])
        for value in found if isinstance(found, list) else [found]:
            if isinstance(value, Decimal) and value.is_finite():
                yield value
    for action in fields["actions"]:
        yield from amounts_of(action)


def _finest(amounts: Iterable[Decimal]) -> Decimal:
    return Decimal(1).scaleb(-min(MAX_DECIMALS, max(map(_decimals, amounts), default=0)))


def _decimals(amount: Decimal) -> int:
    """Return how many decimals an amount has, trailing zeros aside."""
    _, digits, exponent = amount.as_tuple()
    if not any(digits) or not isinstance(exponent, int):
        return 0
    trailing = len(digits) - len("".join(map(str, digits)).rstrip("0"))
    return max(0, -exponent - trailing)


def _stack(purse: _Purse, value: Any, seat: int) -> int | None:
    if isinstance(value, Decimal) and value.is_infinite() and value > 0:
        return None
    return purse.chips(value, f"stack of seat {seat}", least=1)


def _amounts(fields: Mapping[str, Any], name: str, seats: int, purse: _Purse) -> tuple[int, ...] | None:
    if name not in fields:
        return None
    if len(fields[name]) != seats:
        raise ValueError(f"{name} must have one entry per seat, not {len(fields[name])} for {seats} seats")
    return tuple(purse.chips(value, f"{name} of seat {seat}") for seat, value in enumerate(fields[name], 1))


def _actions(texts: list[str], seats: int, purse: _Purse) -> Iterable[Action]:
    cards = DealtCards()
    for number, text in enumerate(texts, 1):
        try:
            action = parse_action(text, seats, purse.chips)
            cards.add(action)
        except ValueError as error:
            raise ValueError(f"action {number}, {quoted(text)}: {error}") from None
        yield action


def _events(texts: list[str], seats: int) -> Iterable[Event]:
    for number, text in enumerate(texts, 1):
        try:
            yield parse_event(text, seats)
        except ValueError as error:
            raise ValueError(f"_events, entry {number}, {quoted(text)}: {error}") from None


def _check_events(record: HandRecord) -> None:
    """Raise ValueError where an irregularity has no place in the hand."""
    last = 1
    bets = (number for number, action in enumerate(record.actions, 1) if action.kind in _BETTING)
    first_bet = next(bets, len(record.actions) + 1)
    for number, event in enumerate(record.events, 1):
        at = f"_events, entry {number}, {quoted(event_text(event))}: "
        if not last <= event.before <= len(record.actions) + 1:
            raise ValueError(
                f"{at}its number must be that of the action that came next, {last} to {len(record.actions) + 1}"
            )
        last = event.before
        if event.kind is EventKind.MISDEAL and (event.before <= len(record.actions) or number < len(record.events)):
            raise ValueError(f"{at}a misdeal ends the hand; nothing comes after it")
        if event.kind is EventKind.EXPOSED and event.before > first_bet:
            raise ValueError(f"{at}down cards are exposed in the deal, before anyone acts: {first_bet} or less")
        if event.seat is not None and len(set(event.cards) & set(record.dealt(event.seat)[:DOWN_CARDS])) < len(
            event.cards
        ):
            raise ValueError(f"{at}the first two cards dealt to a seat can be exposed, and no others")
