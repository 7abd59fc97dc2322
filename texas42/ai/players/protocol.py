"""The player protocol: a seat's view as a JSON request, an action as a JSON answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from texas42.engine import (
    Action,
    Contract,
    EngineError,
    MakeCall,
    MakeExchange,
    Phase,
    PlayTile,
    Rules,
    SeatView,
    Showing,
    ShowingTime,
    Shown,
    Trick,
    bid_needs,
    finish,
    first_leader,
    format_action,
    format_call,
    format_contract,
    format_tile,
    led_by,
    parse_action,
    parse_call,
    parse_contract,
    parse_tile,
    sitting_out,
    trick_size,
)
from texas42.library import rules_json
from texas42.records.build import record_of_showing
from texas42.records.limits import MOST_CALLS, bounded_rules
from texas42.records.record import shown_json

UNSEEN = "?"
_MOST_LEGAL = 20_000


class ProtocolError(ValueError):
    """The line is not a request or not a legal answer; the text says why."""


def request_json(view: SeatView, number: int, seconds: float) -> dict[str, object]:
    """Build the request for a seat in turn: all that it may know and nothing else."""
    rules = view.rules
    plays = [play for trick in view.all_tricks for play in trick.plays]
    contract = None if view.contract is None else format_contract(view.contract, rules)
    shown = [shown_json(record_of_showing(one)) for one in view.shown]
    return {
        "id": number,
        "game": rules.game.id,
        "rules": rules_json(rules),
        "seat": view.seat,
        "sides": rules.game.sides,
        "seats": rules.game.seats,
        "shaker": view.shaker,
        "hand": [format_tile(tile) for tile in view.hand],
        "kitty": None if view.kitty is None else [format_tile(tile) for tile in view.kitty],
        "calls": [[made.seat, format_call(made.call, rules)] for made in view.calls],
        "bidder": view.bidder,
        "contract": contract,
        **({"shown": shown} if shown else {}),
        "plays": [format_action(play, rules) for play in plays],
        "total": list(view.total),
        "phase": view.phase.value,
        "legal": _legal_json(view),
        "time_ms": round(1000 * seconds),
    }


def _legal_json(view: SeatView) -> list[Any]:
    answers = [answer_json(action, view.rules) for action in view.legal]
    if view.phase is not Phase.EXCHANGE:
        return sorted({text for text in answers if isinstance(text, str)})
    unique = {(tuple(one["take"]), tuple(one["give"])): one for one in answers}
    return [unique[key] for key in sorted(unique)]


def answer_json(action: Action, rules: Rules) -> Any:
    """Format an action as an answer: a text, or an exchange as its two lists."""
    if not isinstance(action, MakeExchange):
        return format_action(action, rules)
    take = sorted(format_tile(tile) for tile in action.take) + [UNSEEN] * action.unseen
    return {"take": take, "give": sorted(format_tile(tile) for tile in action.give)}


def read_answer(answer: object, view: SeatView) -> Action:
    """Parse an answer to its legal action; raises ProtocolError."""
    given = answer
    if isinstance(answer, dict) and set(answer) == {"take", "give"}:
        given = {key: _sort(answer[key]) for key in ("take", "give")}
    for action in view.legal:
        if answer_json(action, view.rules) == given or _same_tile(given, action, view):
            return action
    raise ProtocolError(f"{answer!r} is not legal here")


def _same_tile(given: object, action: Action, view: SeatView) -> bool:
    """Return True if the answer is this tile with its ends in the other order."""
    if not isinstance(given, str) or not isinstance(action, PlayTile) or view.seat is None:
        return False
    try:
        return parse_action(given, Phase.PLAY, view.seat, view.rules) == action
    except EngineError:
        return False


def _sort(tiles: object) -> list[str]:
    if not isinstance(tiles, list) or not all(isinstance(tile, str) for tile in tiles):
        raise ProtocolError("an exchange has two lists of tiles")
    known = [tile if tile == UNSEEN else format_tile(parse_tile(tile)) for tile in tiles]
    return sorted(known, key=lambda tile: (tile == UNSEEN, tile))


def view_of(request: Mapping[str, Any]) -> SeatView:
    """Rebuild the view that a request describes; raises ProtocolError if it is invalid."""
    try:
        return _view_of(request)
    except (KeyError, TypeError, ValueError) as error:
        raise ProtocolError(f"not a request: {error}") from error


def _view_of(request: Mapping[str, Any]) -> SeatView:
    rules = bounded_rules(request["game"], request["rules"])
    _check_sizes(request, rules)
    seat = request["seat"]
    phase = Phase(request["phase"])
    calls = tuple(MakeCall(who, parse_call(text, rules)) for who, text in request["calls"])
    bidder = request["bidder"]
    standing = next((made for made in reversed(calls) if made.call.is_bid), None)
    bid = standing.call if standing is not None and bidder is not None else None
    text = request["contract"]
    contract = None if text is None else parse_contract(text, rules)
    tricks: list[Trick] = []
    if phase is Phase.PLAY and contract is not None and bidder is not None:
        tricks = _replay_tricks(rules, contract, bidder, request["plays"])
    points = [0] * rules.game.sides
    for trick in tricks[:-1]:
        if trick.winner is not None:
            points[rules.game.side_of(trick.winner)] += trick.points
    kitty = request["kitty"]
    return SeatView(
        rules=rules,
        seat=seat,
        deal_number=1,
        shaker=request["shaker"],
        hand=tuple(sorted(parse_tile(tile) for tile in request["hand"])),
        exposed=((),) * rules.game.seats,  # the protocol has no laid-down hands
        hand_sizes=_sizes(rules, tricks),
        kitty=None if kitty is None else tuple(parse_tile(tile) for tile in kitty),
        kitty_size=rules.game.kitty_size,
        calls=calls,
        bidder=bidder,
        bid=bid,
        contract=contract,
        exchange=None,
        shown=_parse_shown(request, rules),
        exchanged=None,
        tricks=tuple(tricks[:-1]),
        trick=tricks[-1] if tricks else None,
        points=tuple(points),
        total=tuple(request["total"]),
        phase=phase,
        to_act=seat,
        legal=tuple(_action(each, phase, seat, rules) for each in request["legal"]),
        sitting_out=sitting_out(rules, bidder, contract),
        needed=None if bid is None else bid_needs(rules, bid, contract),
        result=None,
        revealed=None,
        winner=None,
    )


def _parse_shown(request: Mapping[str, Any], rules: Rules) -> tuple[Showing, ...]:
    """Parse what lies open; raises ValueError or KeyError."""
    found = []
    for one in request.get("shown", ()):
        if one["seat"] not in range(rules.game.seats):
            raise ProtocolError("shown names a seat that this game does not have")
        tiles = tuple(parse_tile(tile) for tile in one["tiles"])
        if Counter(tiles) - Counter(rules.game.tiles):
            raise ProtocolError("shown must be dominoes of this game")
        when = ShowingTime(one["when"]) if "when" in one else None
        found.append(Showing(Shown(one["what"]), one["seat"], tiles, when))
    return tuple(found)


def _check_sizes(request: Mapping[str, Any], rules: Rules) -> None:
    """Raise ProtocolError if a number or a list is impossible in a hand of this game."""
    game = rules.game
    for key in ("seat", "shaker", "bidder"):
        value = request[key]
        if not (value is None and key == "bidder") and value not in range(game.seats):
            raise ProtocolError(f"{key} must be a seat in this game")
    longest = {
        "hand": len(game.tiles),
        "kitty": len(game.tiles),
        "plays": len(game.tiles),
        "calls": MOST_CALLS,
        "legal": _MOST_LEGAL,
        "total": game.sides,
    }
    for key, most in longest.items():
        value = request[key]
        if value is None and key == "kitty":
            continue
        if not isinstance(value, list) or len(value) > most:
            raise ProtocolError(f"{key} must be a list of at most {most}")
    for key in ("hand", "legal"):
        if not request[key]:
            raise ProtocolError(f"{key} must not be empty")
    if any(seat not in range(game.seats) for seat, _ in request["calls"]):
        raise ProtocolError("calls names a seat that this game does not have")
    if len(request["total"]) != game.sides or not all(type(n) is int for n in request["total"]):
        raise ProtocolError("total must be one number a side")
    _check_tiles(request, rules)


def _check_tiles(request: Mapping[str, Any], rules: Rules) -> None:
    """Raise ProtocolError if the visible tiles are not all in the game's set."""
    seen = [parse_tile(text) for text in request["hand"]]
    seen += [parse_tile(text.partition("@")[0]) for text in request["plays"]]
    if Counter(seen) - Counter(rules.game.tiles):
        raise ProtocolError("hand and plays are not dominoes of one set")


def _action(legal: Any, phase: Phase, seat: int, rules: Rules) -> Action:
    if isinstance(legal, dict):
        take = [tile for tile in legal["take"] if tile != UNSEEN]
        return MakeExchange(
            seat,
            tuple(parse_tile(tile) for tile in take),
            tuple(parse_tile(tile) for tile in legal["give"]),
            len(legal["take"]) - len(take),
        )
    return parse_action(legal, phase, seat, rules)


def _replay_tricks(rules: Rules, contract: Contract, bidder: int, plays: list[str]) -> list[Trick]:
    """Rebuild the tricks of these plays, the last one in progress."""
    game = rules.game
    out = sitting_out(rules, bidder, contract)
    tricks = [Trick(first_leader(rules, bidder, contract))]
    seat = tricks[0].leader
    for text in plays:
        play = parse_action(text, Phase.PLAY, seat, rules)
        if not isinstance(play, PlayTile):
            raise ProtocolError(f"{text!r} is not a play")
        trick = tricks[-1]
        led = trick.led if trick.plays else led_by(contract, play)
        trick = Trick(trick.leader, (*trick.plays, play), led)
        seat = game.left_of(seat)
        seat = game.left_of(seat) if seat == out else seat
        tricks[-1] = trick
        if len(trick.plays) == trick_size(rules, contract):
            tricks[-1] = finish(trick, contract, rules, bidder)
            seat = tricks[-1].winner or 0
            tricks.append(Trick(seat))
    return tricks


def _sizes(rules: Rules, tricks: list[Trick]) -> tuple[int, ...]:
    sizes = [rules.game.hand_size] * rules.game.seats
    for trick in tricks:
        for play in trick.plays:
            sizes[play.seat] -= 1
    return tuple(sizes)
