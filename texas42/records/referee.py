"""The referee: replays a record by the rules and reports it as one JSON object."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from texas42.engine import (
    Deal,
    Game,
    MakeCall,
    MakeExchange,
    Phase,
    PlayTile,
    format_action,
    format_call,
    format_contract,
    format_tile,
    legal_contracts,
    new_game,
)
from texas42.records.build import record_of_showing
from texas42.records.record import Record, shown_json
from texas42.records.replay import Turn, deal_of, record_rules, walk


@dataclass(slots=True)
class _HandLog:
    """The calls and plays of the hand being replayed, as JSON."""

    calls: list[dict[str, object]] = field(default_factory=list)
    plays: list[dict[str, object]] = field(default_factory=list)


def judge(record: Record) -> dict[str, object]:
    """Build the referee's JSON object for a record; raises RecordError."""
    rules = record_rules(record)
    game = new_game(rules)
    hands: list[dict[str, object]] = []
    sheet = _HandLog()
    number = 0
    for turn in walk(record, game):
        if turn.hand != number:
            if number:
                hands.append(_hand_json(sheet, game))
            sheet = _HandLog()
            number = turn.hand
        _note(sheet, turn)
        game = turn.after
    if number:
        hands.append(_hand_json(sheet, game))
    return {
        "game": record.game,
        "hands": hands,
        "to_act": _to_act(game),
        "winner": game.winner,
    }


def _note(sheet: _HandLog, turn: Turn) -> None:
    rules = turn.before.rules
    match turn.action:
        case MakeCall(seat=seat, call=call):
            sheet.calls.append(
                {
                    "seat": seat,
                    "call": format_call(call, rules),
                    "legal": legal_texts(turn.before),
                }
            )
        case PlayTile(seat=seat):
            sheet.plays.append(
                {
                    "seat": seat,
                    "play": format_action(turn.action, rules),
                    "trick": len(deal_of(turn.before).tricks) + 1,
                    "legal": legal_texts(turn.before),
                }
            )
        case _:
            pass


def _hand_json(sheet: _HandLog, game: Game) -> dict[str, object]:
    deal = deal_of(game)
    rules = game.rules
    result = deal.result
    shown = [shown_json(record_of_showing(one)) for one in deal.shown]
    return {
        "calls": sheet.calls,
        "bidder": deal.bidder,
        "bid": None if deal.bid is None else format_call(deal.bid, rules),
        "exchange": None if deal.exchange is None else exchange_json(deal.exchange),
        "contract": None if deal.contract is None else format_contract(deal.contract, rules),
        "contracts_legal": _contracts_legal(deal),
        **({"shown": shown} if shown else {}),
        "plays": sheet.plays,
        "tricks": [
            {
                "leader": trick.leader,
                "winner": trick.winner,
                "plays": [format_action(play, rules) for play in trick.plays],
                "points": trick.points,
            }
            for trick in deal.tricks
        ],
        "points": list(deal.points),
        "made": None if result is None else result.made,
        "ended": None if result is None else result.ended.value,
        "score": None if result is None else list(result.score),
        "total": list(game.total),
        "next_shaker": None if result is None else result.next_shaker,
    }


def _contracts_legal(deal: Deal) -> list[str] | None:
    """List the contracts that the naming seat could have chosen, None without a bidder."""
    if deal.bidder is None or (deal.result is not None and deal.result.made is None):
        return None
    return _texts(format_contract(contract, deal.rules) for contract in legal_contracts(deal))


def _to_act(game: Game) -> dict[str, object] | None:
    deal = game.deal
    if deal is None or deal.to_act is None:
        return None
    return {"seat": deal.to_act, "phase": deal.phase.value, "legal": legal_json(game)}


def legal_json(game: Game) -> list[str] | list[dict[str, list[str]]]:
    """Format the legal actions of the seat in turn in record notation, sorted, unique."""
    deal = deal_of(game)
    if deal.phase is not Phase.EXCHANGE:
        return legal_texts(game)
    found = [
        exchange_json(action) for action in game.legal_actions() if isinstance(action, MakeExchange)
    ]
    unique = {(tuple(one["take"]), tuple(one["give"])): one for one in found}
    return [unique[key] for key in sorted(unique)]


def exchange_json(exchange: MakeExchange) -> dict[str, list[str]]:
    """Convert an exchange to a JSON value, both lists sorted as text."""
    return {
        "take": sorted(format_tile(tile) for tile in exchange.take),
        "give": sorted(format_tile(tile) for tile in exchange.give),
    }


def legal_texts(game: Game) -> list[str]:
    """Format the seat's calls, contracts or plays, sorted as text, unique."""
    return _texts(format_action(action, game.rules) for action in game.legal_actions())


def _texts(texts: Iterable[str]) -> list[str]:
    return sorted(set(texts))
