"""The game record: a frozen value, its strict parser and its formatter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeGuard, TypeVar

from texas42.engine import ShowingTime, Shown
from texas42.library import UnknownGame, game
from texas42.records.errors import Code, RecordError
from texas42.records.jsontext import JsonTextError, format_json, parse_json
from texas42.records.limits import MOST_CALLS, MOST_HANDS, MOST_PLAYS

FORMAT = "fortytwo/1"

_T = TypeVar("_T")

_RECORD_KEYS = frozenset({"format", "game", "rules", "players", "hands"})
_RECORD_NEEDED = ("format", "game", "hands")
_HAND_KEYS = frozenset(
    {"shaker", "deal", "kitty", "calls", "contract", "exchange", "shown", "plays"}
)
_HAND_NEEDED = ("shaker", "deal")
_EXCHANGE_KEYS = frozenset({"take", "give"})
_SHOWN_NEEDED = {
    Shown.DOUBLES: ("what", "seat", "tiles"),
    Shown.KITTY: ("what", "seat", "tiles", "when"),
}


@dataclass(frozen=True, slots=True)
class ExchangeRecord:
    """The tiles that the bidder took and put back, as written."""

    take: tuple[str, ...]
    give: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """Tiles shown to everyone, as written; `when` only for the kitty."""

    what: Shown
    seat: int
    tiles: tuple[str, ...]
    when: ShowingTime | None = None


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand as written; its shape is checked, its texts are not."""

    shaker: int
    deal: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...] = ()
    calls: tuple[tuple[int, str], ...] = ()
    contract: str | None = None
    exchange: ExchangeRecord | None = None
    shown: tuple[ShownRecord, ...] = ()
    plays: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """One game as written; `rules` is None if the record leaves them out."""

    game: str
    rules: Mapping[str, object] | None
    players: tuple[str, ...] | None
    hands: tuple[HandRecord, ...]


def parse_record(text: str | bytes, line: int = 1) -> Record:
    """Parse a record; raises RecordError (`bad_record`) for a wrong shape.

    `line`: the number of its first line in its file, to report a line in an unknown encoding.
    """
    try:
        value = parse_json(text, line)
    except JsonTextError as error:
        raise RecordError(Code.BAD_RECORD, str(error)) from None
    return record_from_json(value)


def format_record(record: Record) -> str:
    """Format a record as one line of JSON, which `parse_record` reads back."""
    return format_json(record_json(record))


def record_json(record: Record) -> dict[str, object]:
    """Convert a record to a JSON value, without keys for missing parts."""
    value: dict[str, object] = {"format": FORMAT, "game": record.game}
    if record.rules is not None:
        value["rules"] = dict(record.rules)
    if record.players is not None:
        value["players"] = list(record.players)
    value["hands"] = [hand_json(hand) for hand in record.hands]
    return value


def hand_json(hand: HandRecord) -> dict[str, object]:
    """Convert a hand to a JSON value, without keys for missing parts."""
    value: dict[str, object] = {
        "shaker": hand.shaker,
        "deal": [list(tiles) for tiles in hand.deal],
    }
    if hand.kitty:
        value["kitty"] = list(hand.kitty)
    value["calls"] = [[seat, text] for seat, text in hand.calls]
    if hand.contract is not None:
        value["contract"] = hand.contract
    if hand.exchange is not None:
        value["exchange"] = {"take": list(hand.exchange.take), "give": list(hand.exchange.give)}
    if hand.shown:
        value["shown"] = [shown_json(one) for one in hand.shown]
    if hand.plays:
        value["plays"] = list(hand.plays)
    return value


def shown_json(shown: ShownRecord) -> dict[str, object]:
    """Convert shown tiles to a JSON value, with `when` only for the kitty."""
    value: dict[str, object] = {"what": shown.what, "seat": shown.seat, "tiles": list(shown.tiles)}
    return value if shown.when is None else {**value, "when": shown.when}


def record_from_json(value: object) -> Record:
    """Parse a record from a JSON value; raises RecordError (`bad_record`)."""
    fields = _object(value, "The record", _RECORD_KEYS, _RECORD_NEEDED, hand=0)
    if fields["format"] != FORMAT:
        raise RecordError(Code.BAD_RECORD, f'The format must be "{FORMAT}".')
    name = _text(fields["game"], "The game", hand=0)
    rules = fields.get("rules", _ABSENT)
    if rules is not _ABSENT and not _is_object(rules):
        raise RecordError(Code.BAD_RECORD, "The rules must be an object.")
    hands = _list(fields["hands"], "The hands", hand=0, most=MOST_HANDS)
    return Record(
        game=name,
        rules=rules if _is_object(rules) else None,
        players=_players(fields.get("players", _ABSENT), _seats(name)),
        hands=tuple(_hand(hand, number) for number, hand in enumerate(hands, start=1)),
    )


_ABSENT: object = object()


def _seats(name: str) -> int:
    try:
        return game(name).seats
    except UnknownGame:
        raise RecordError(Code.BAD_RECORD, f'There is no game "{name}".') from None


def _players(value: object, seats: int) -> tuple[str, ...] | None:
    if value is _ABSENT:
        return None
    players = _texts(value, "The players", hand=0)
    if len(players) != seats:
        raise RecordError(Code.BAD_RECORD, f"This game has {seats} players, not {len(players)}.")
    return players


def _hand(value: object, number: int) -> HandRecord:
    fields = _object(value, f"Hand {number}", _HAND_KEYS, _HAND_NEEDED, hand=number)
    deal = _list(fields["deal"], "The deal", hand=number)
    contract = fields.get("contract")
    return HandRecord(
        deal=tuple(_texts(tiles, "A hand of the deal", hand=number) for tiles in deal),
        kitty=_texts(fields.get("kitty", []), "The kitty", hand=number),
        shaker=_number(fields["shaker"], "The shaker", hand=number),
        calls=_each(fields.get("calls", []), "The calls", _call, number, MOST_CALLS),
        contract=None if contract is None else _text(contract, "The contract", hand=number),
        exchange=_exchange(fields.get("exchange"), number),
        shown=_each(fields.get("shown", []), "What is shown", _parse_shown, number, MOST_PLAYS),
        plays=_each(fields.get("plays", []), "The plays", _play, number, MOST_PLAYS),
    )


def _each(
    value: object, what: str, read: Callable[[object, int, int], _T], hand: int, most: int
) -> tuple[_T, ...]:
    found = _list(value, what, hand=hand, most=most)
    return tuple(read(item, hand, index) for index, item in enumerate(found, start=1))


def _call(value: object, hand: int, index: int) -> tuple[int, str]:
    pair = _list(value, "A call", hand=hand, index=index)
    if len(pair) != 2:
        raise RecordError(Code.BAD_RECORD, "A call is a seat and a text.", hand=hand, index=index)
    seat = _number(pair[0], "The seat of a call", hand=hand, index=index)
    return seat, _text(pair[1], "A call", hand=hand, index=index)


def _play(value: object, hand: int, index: int) -> str:
    return _text(value, "A play", hand=hand, index=index)


def _parse_shown(value: object, hand: int, index: int) -> ShownRecord:
    del index  # it counts calls and plays alone
    known = frozenset(_SHOWN_NEEDED[Shown.KITTY])
    fields = _object(value, "What is shown", known, _SHOWN_NEEDED[Shown.DOUBLES], hand=hand)
    what = Shown(_word(fields["what"], "What is shown", Shown, hand=hand))
    if set(fields) != set(_SHOWN_NEEDED[what]):
        message = f"Shown {what} have the keys {', '.join(_SHOWN_NEEDED[what])}."
        raise RecordError(Code.BAD_RECORD, message, hand=hand)
    when = None
    if what is Shown.KITTY:
        when = ShowingTime(_word(fields["when"], "When it is shown", ShowingTime, hand=hand))
    seat = _number(fields["seat"], "The seat of shown tiles", hand=hand)
    return ShownRecord(what, seat, _texts(fields["tiles"], "Shown tiles", hand=hand), when)


def _word(value: object, what: str, known: Iterable[str], *, hand: int) -> str:
    text = _text(value, what, hand=hand)
    words = [str(word) for word in known]
    if text not in words:
        raise RecordError(Code.BAD_RECORD, f"{what} must be {' or '.join(words)}.", hand=hand)
    return text


def _exchange(value: object, hand: int) -> ExchangeRecord | None:
    if value is None:
        return None
    fields = _object(value, "The exchange", _EXCHANGE_KEYS, ("take", "give"), hand=hand)
    return ExchangeRecord(
        take=_texts(fields["take"], "What is taken", hand=hand),
        give=_texts(fields["give"], "What is given", hand=hand),
    )


def _is_object(value: object) -> TypeGuard[dict[str, object]]:
    return isinstance(value, dict)


def _object(
    value: object, what: str, known: frozenset[str], needed: Iterable[str], *, hand: int
) -> dict[str, object]:
    if not _is_object(value):
        raise RecordError(Code.BAD_RECORD, f"{what} must be an object.", hand=hand)
    for key in value:
        if key not in known:
            raise RecordError(Code.BAD_RECORD, f'{what} has an unknown key "{key}".', hand=hand)
    for key in needed:
        if key not in value:
            raise RecordError(Code.BAD_RECORD, f'{what} lacks the key "{key}".', hand=hand)
    return value


def _list(
    value: object, what: str, *, hand: int, index: int = 0, most: int | None = None
) -> list[object]:
    if not isinstance(value, list):
        raise RecordError(Code.BAD_RECORD, f"{what} must be a list.", hand=hand, index=index)
    if most is not None and len(value) > most:
        raise RecordError(Code.BAD_RECORD, f"{what} are more than {most}.", hand=hand)
    return value


def _texts(value: object, what: str, *, hand: int) -> tuple[str, ...]:
    return tuple(_text(item, what, hand=hand) for item in _list(value, what, hand=hand))


def _text(value: object, what: str, *, hand: int, index: int = 0) -> str:
    if not isinstance(value, str):
        raise RecordError(Code.BAD_RECORD, f"{what} must be text.", hand=hand, index=index)
    return value


def _number(value: object, what: str, *, hand: int, index: int = 0) -> int:
    # True and False are integers in Python but not in JSON.
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(
            Code.BAD_RECORD, f"{what} must be a whole number.", hand=hand, index=index
        )
    return value
