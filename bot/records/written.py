"""Writing down what was played: a finished deal as a hand of a record, hands as a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine import (
    Deal,
    PlayTile,
    Tile,
    format_action,
    format_call,
    format_contract,
    format_tile,
)
from bot.records.jsontext import format_json
from bot.records.record import FORMAT


def deal_json(deal: Deal) -> dict[str, object]:
    """Return the hand object of a record for a deal, finished or not."""
    rules = deal.rules
    value: dict[str, object] = {
        "shaker": deal.shaker,
        "deal": [_texts(hand) for hand in deal.dealt],
    }
    if deal.undealt:
        value["kitty"] = _texts(deal.undealt)
    value["calls"] = [[made.seat, format_call(made.call, rules)] for made in deal.calls]
    if deal.contract is not None:
        value["contract"] = format_contract(deal.contract, rules)
    if deal.exchange is not None:
        value["exchange"] = {
            "take": _texts(deal.exchange.take),
            "give": _texts(deal.exchange.give),
        }
    plays = [format_action(play, rules) for play in _plays(deal)]
    if plays:
        value["plays"] = plays
    return value


def game_json(
    game: str,
    rules: Mapping[str, object],
    players: Sequence[str],
    hands: Sequence[Mapping[str, object]],
) -> str:
    """Return the record of a game as one line of JSON. `hands`: from `deal_json`, in order."""
    return format_json(
        {
            "format": FORMAT,
            "game": game,
            "rules": dict(rules),
            "players": list(players),
            "hands": [dict(hand) for hand in hands],
        }
    )


def _plays(deal: Deal) -> tuple[PlayTile, ...]:
    finished = tuple(play for trick in deal.tricks for play in trick.plays)
    return finished + (deal.trick.plays if deal.trick is not None else ())


def _texts(tiles: tuple[Tile, ...]) -> list[str]:
    return [format_tile(tile) for tile in tiles]
