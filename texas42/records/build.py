"""Build the record of a game from the actions at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from texas42.engine import (
    Action,
    Deal,
    MakeCall,
    MakeExchange,
    NameContract,
    PlayTile,
    Rules,
    Shake,
    Showing,
    Tile,
    format_action,
    format_call,
    format_contract,
    format_tile,
)
from texas42.library import rules_json
from texas42.records.jsontext import format_json
from texas42.records.record import FORMAT, ExchangeRecord, HandRecord, Record, ShownRecord


def record_of(
    rules: Rules,
    hands: Iterable[tuple[Shake, Sequence[Action | Showing]]],
    players: Sequence[str] | None = None,
) -> Record:
    """Build the record of a game; each hand is its shake, its actions and showings, in order."""
    return Record(
        game=rules.game.id,
        rules=rules_json(rules),
        players=None if players is None else tuple(players),
        hands=tuple(hand_record(rules, shake, actions) for shake, actions in hands),
    )


def hand_record(rules: Rules, shake: Shake, actions: Sequence[Action | Showing]) -> HandRecord:
    """Build the record of one hand, finished or not."""
    contract: str | None = None
    exchange: ExchangeRecord | None = None
    for action in actions:
        if isinstance(action, NameContract):
            # The partner's suit follows the bare word of a plunge and replaces it.
            contract = format_contract(action.contract, rules)
        elif isinstance(action, MakeExchange):
            unseen = shake.kitty[: action.unseen]
            exchange = ExchangeRecord(_texts((*action.take, *unseen)), _texts(action.give))
    return HandRecord(
        shaker=shake.shaker,
        deal=tuple(_texts(hand) for hand in shake.hands),
        kitty=_texts(shake.kitty),
        calls=tuple(
            (action.seat, format_call(action.call, rules))
            for action in actions
            if isinstance(action, MakeCall)
        ),
        contract=contract,
        exchange=exchange,
        shown=tuple(record_of_showing(action) for action in actions if isinstance(action, Showing)),
        plays=tuple(
            format_action(action, rules) for action in actions if isinstance(action, PlayTile)
        ),
    )


def record_of_showing(showing: Showing) -> ShownRecord:
    """Convert shown tiles to a record's, sorted as text."""
    tiles = tuple(sorted(_texts(showing.tiles)))
    return ShownRecord(showing.what, showing.seat, tiles, showing.when)


def deal_record(deal: Deal) -> HandRecord:
    """Build the record of a deal, finished or not, from its state alone."""
    actions: list[Action | Showing] = [*deal.calls, *deal.shown]
    if deal.exchange is not None:
        actions.append(deal.exchange)
    if deal.contract is not None and deal.bidder is not None:
        actions.append(NameContract(deal.bidder, deal.contract))
    tricks = (*deal.tricks, *([deal.trick] if deal.trick is not None else []))
    actions += [play for trick in tricks for play in trick.plays]
    return hand_record(deal.rules, Shake(deal.shaker, deal.dealt, deal.undealt), actions)


def game_text(
    game: str,
    rules: Mapping[str, object],
    players: Sequence[str],
    hands: Sequence[Mapping[str, object]],
) -> str:
    """Format the record of a game as one line of JSON, from the hands' `hand_json`."""
    return format_json(
        {
            "format": FORMAT,
            "game": game,
            "rules": dict(rules),
            "players": list(players),
            "hands": [dict(hand) for hand in hands],
        }
    )


def _texts(tiles: Iterable[Tile]) -> tuple[str, ...]:
    return tuple(format_tile(tile) for tile in tiles)
