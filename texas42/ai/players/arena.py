"""Matches between two players: every deal is played twice, with the sides exchanged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, islice
from math import sqrt
from random import Random
from statistics import fmean, median, stdev
from time import perf_counter

from texas42.ai.players.levels import Player
from texas42.engine import (
    OVERLAYS,
    Action,
    AskDoubles,
    CallKind,
    ContractKind,
    Deal,
    Game,
    MakeCall,
    NameContract,
    Phase,
    Rules,
    SeatView,
    Shake,
    apply,
    apply_out_of_turn,
    format_contract,
    new_game,
    seats_asking,
    view_for,
    wants_doubles,
)

MOST_REFUSED = 1000
"""After this many deals in a row without a seat that may bid a contract, the table lacks it."""


@dataclass(slots=True)
class Tally:
    """The counts of a contest: mean differences A minus B by deal, and decisions by player."""

    score: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    hands: int = 0
    won: list[float] = field(default_factory=list)
    bids: dict[str, list[bool]] = field(default_factory=lambda: {"a": [], "b": []})
    seconds: dict[str, list[float]] = field(default_factory=lambda: {"a": [], "b": []})


@dataclass(frozen=True, slots=True)
class Contest:
    """Two players, their rules, the time limit of a move, and the contract to measure."""

    rules: Rules
    a: Player
    b: Player
    seconds: float
    contract: str | None = None


def shake_from_seed(rules: Rules, shaker: int, seed: int, number: int) -> Shake:
    """Build deal `number` of a seed."""
    game = rules.game
    pool = list(game.tiles)
    Random(f"{seed}:{number}").shuffle(pool)
    size = game.hand_size
    hands = tuple(tuple(pool[seat * size : (seat + 1) * size]) for seat in range(game.seats))
    return Shake(shaker, hands, tuple(pool[game.seats * size :]))


def play_deals(contest: Contest, number: int, seed: int) -> Iterator[Tally]:
    """Play deals with the sides exchanged; yield the tally after each."""
    tally = Tally()
    rules = contest.rules
    game = contest.rules.game
    shakes = (shake_from_seed(rules, deal % game.seats, seed, deal) for deal in count())
    for shake in islice(_biddable(contest, shakes), number):
        found = [_hand(contest, tally, shake, side) for side in range(game.sides)]
        tally.score.append(fmean(score for score, _ in found))
        tally.points.append(fmean(points for _, points in found))
        yield tally


def _biddable(contest: Contest, shakes: Iterable[Shake]) -> Iterator[Shake]:
    """Yield the deals in which the first seat may bid the contract to measure."""
    refused = 0
    for shake in shakes:
        game = apply(new_game(contest.rules), shake).game
        try:
            _call_to_contract(contest, view_for(game, _seat_in_turn(game)))
        except ValueError:
            refused += 1
            if refused == MOST_REFUSED:
                raise
            continue
        refused = 0
        yield shake


def play_matches(contest: Contest, number: int, seed: int) -> Iterator[Tally]:
    """Play whole games with the sides exchanged; yield the tally after each pair."""
    tally = Tally()
    for match in range(number):
        for side in range(contest.rules.game.sides):
            _match(contest, tally, seed, match, side)
        yield tally


def _match(contest: Contest, tally: Tally, seed: int, match: int, side: int) -> None:
    rules = contest.rules
    game = new_game(rules)
    numbers = count(1_000_003 * match)
    while game.winner is None:
        shaker = match % rules.game.seats if game.next_shaker is None else game.next_shaker
        shakes = map(partial(shake_from_seed, rules, shaker, seed), numbers)
        shake = next(_biddable(contest, shakes))
        game = _play(contest, tally, apply(game, shake).game, side)
        score, points = _outcome(game, side)
        tally.score.append(score)
        tally.points.append(points)
    tally.won.append(float(game.winner == side))


def _hand(contest: Contest, tally: Tally, shake: Shake, side: int) -> tuple[float, float]:
    game = apply(new_game(contest.rules), shake).game
    return _outcome(_play(contest, tally, game, side), side)


def _outcome(game: Game, side: int) -> tuple[float, float]:
    """Return how far a side's score and points in the hand are above the others' mean."""
    deal = _deal_of(game)
    if deal.result is None:
        raise ValueError("the hand is not over")
    return _difference(deal.result.score, side), _difference(deal.points, side)


def _difference(values: Sequence[int], side: int) -> float:
    return values[side] - fmean(value for each, value in enumerate(values) if each != side)


def _deal_of(game: Game) -> Deal:
    if game.deal is None:
        raise ValueError("nothing has been dealt")
    return game.deal


def _seat_in_turn(game: Game) -> int:
    seat = _deal_of(game).to_act
    if seat is None:
        raise ValueError("nobody is in turn")
    return seat


def _play(contest: Contest, tally: Tally, game: Game, side: int) -> Game:
    """Play a hand to its end with player A on `side`, recording its bid and its times."""
    side_of = contest.rules.game.side_of
    while (deal := _deal_of(game)).phase is not Phase.OVER:
        seat = _seat_in_turn(game)
        who = "a" if side_of(seat) == side else "b"
        view = view_for(game, seat)
        action = _call_to_contract(contest, view)
        if action is None:
            view = _narrow(contest, view)
            start = perf_counter()
            action = (contest.a if who == "a" else contest.b).choose(view, contest.seconds)
            tally.seconds[who].append(perf_counter() - start)
        game = _with_doubles_shown(apply(game, action).game)
    tally.hands += 1
    if deal.bidder is not None and deal.result is not None and deal.result.made is not None:
        tally.bids["a" if side_of(deal.bidder) == side else "b"].append(deal.result.made)
    return game


def _with_doubles_shown(game: Game) -> Game:
    """Ask for the doubles of a plunge or splash as soon as trump is named (ruling 8.23)."""
    deal = _deal_of(game)
    asking = [seat for seat in seats_asking(deal) if wants_doubles(deal, seat)]
    return apply_out_of_turn(game, AskDoubles(asking[0])).game if asking else game


def _call_to_contract(contest: Contest, view: SeatView) -> Action | None:
    """Return the call that leads to the contract to measure: the first seat bids it, all pass."""
    if contest.contract is None or view.phase is not Phase.CALL:
        return None
    calls = [action for action in view.legal if isinstance(action, MakeCall)]
    if any(made.call.is_bid for made in view.calls):
        return next(action for action in calls if not action.call.is_bid)
    kind = contest.contract.partition(" ")[0]
    overlay = OVERLAYS[ContractKind(kind if kind in set(ContractKind) else ContractKind.SUIT)]
    enough = sum(tile.is_double for tile in view.hand) >= overlay.doubles
    bids = [action for action in calls if action.call.is_bid and _names(contest, action)]
    for action in bids if enough else ():
        committed = action.call.kind is (overlay.call or CallKind.MULTIPLE)
        if not overlay.level or (committed and action.call.number >= overlay.level):
            return action
    raise ValueError(f"{contest.contract} cannot be played at this table")


def _names(contest: Contest, action: MakeCall) -> bool:
    trump = action.call.trump
    return trump is None or contest.contract == trump.value


def _narrow(contest: Contest, view: SeatView) -> SeatView:
    """Restrict the view's legal contracts to the one to measure."""
    if contest.contract is None or view.phase is not Phase.CONTRACT:
        return view
    wanted = contest.contract
    fitting = tuple(
        action
        for action in view.legal
        if isinstance(action, NameContract)
        and f"{format_contract(action.contract, view.rules)} ".startswith(f"{wanted} ")
    )
    if not fitting and not view.rules.trump_in_bid:
        raise ValueError(f"{wanted} cannot be played at this table")
    return replace(view, legal=fitting)


def summary(tally: Tally) -> dict[str, object]:
    """Compute the summary of a tally: differences per hand A minus B, bids made, times."""
    figures: dict[str, object] = {
        "hands": tally.hands,
        "score_per_hand": _with_error(tally.score),
        "points_per_hand": _with_error(tally.points),
    }
    if tally.won:
        figures["games_won_by_a"] = _with_error(tally.won)
    for who in ("a", "b"):
        bids = tally.bids[who]
        seconds = sorted(tally.seconds[who])
        figures[who] = {
            "bid": len(bids) / tally.hands if tally.hands else None,
            "made": fmean(bids) if bids else None,
            "median_ms": 1000 * median(seconds) if seconds else None,
            "p99_ms": 1000 * seconds[int(0.99 * (len(seconds) - 1))] if seconds else None,
        }
    return figures


def _with_error(values: Sequence[float]) -> dict[str, float | None]:
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else None
    return {"mean": fmean(values), "standard_error": error}
