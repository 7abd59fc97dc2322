"""Play whole hands between players, for the player tests."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from texas42.ai.players.levels import Player
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.solver import Solver
from texas42.engine import (
    Action,
    Deal,
    Game,
    MakeCall,
    Phase,
    PlayTile,
    Rules,
    SeatView,
    Shake,
    Tile,
    apply,
    new_game,
    ordering,
    view_for,
)
from texas42.library import load_rules
from texas42.records.build import record_of
from texas42.records.record import format_record


class RandomPlayer:
    """Chooses a random legal action."""

    def __init__(self, seed: int) -> None:
        self._randomness = Random(seed)

    def choose(self, view: SeatView, seconds: float) -> Action:
        return self._randomness.choice(view.legal)


def play_hand(rules: Rules, shake: Shake, players: Sequence[Player]) -> Game:
    """Play one hand to its end, checking that every choice is legal."""
    state = apply(new_game(rules), shake).game
    while state.deal is not None and state.deal.phase is not Phase.OVER:
        seat = state.deal.to_act
        assert seat is not None
        view = view_for(state, seat)
        action = players[seat].choose(view, 1.0)
        assert action in view.legal
        state = apply(state, action).game
    return state


def voids(deal: Deal) -> dict[int, set[Tile]]:
    """List the tiles that each seat cannot hold because it did not follow suit."""
    assert deal.contract is not None
    members = ordering(deal.contract).members
    found: dict[int, set[Tile]] = {seat: set() for seat in range(4)}
    tricks = (*deal.tricks, *((deal.trick,) if deal.trick is not None else ()))
    for trick in tricks:
        for play in trick.plays[1:]:
            assert trick.led is not None
            if play.tile not in members[trick.led]:
                found[play.seat] |= set(members[trick.led])
    return found


def every_deal(deal: Deal, me: int) -> Iterator[Deal]:
    """List every deal consistent with what a seat has seen, without the kernels."""
    seats = [seat for seat in range(4) if seat != me]
    unseen = {tile for seat in seats for tile in deal.hands[seat]}
    cannot = voids(deal)

    def given(left: frozenset[Tile], to: list[int]) -> Iterator[dict[int, tuple[Tile, ...]]]:
        if not to:
            yield {}
            return
        seat, *rest = to
        able = sorted(left - cannot[seat])
        for tiles in combinations(able, len(deal.hands[seat])):
            for others in given(left - frozenset(tiles), rest):
                yield {seat: tiles, **others}

    for hands in given(frozenset(unseen), seats):
        yield replace(deal, hands=tuple(hands.get(seat, deal.hands[seat]) for seat in range(4)))


def works(solver: Solver, deal: Deal, play: PlayTile) -> bool:
    """Return True if a play makes the bid, or sets the other side's, with best play by all."""
    ours = deal.rules.game.side_of(play.seat) == deal.declaring
    return solver.solve(deal).moves[play].made is ours


RULES = load_rules("42", {})
SLIPS = 0.35


def record_hand(seed: int) -> str:
    """Record a hand in which one bid or play in three is random."""
    rng = Random(seed)
    plain = RulesPlayer()
    pool = list(RULES.game.tiles)
    rng.shuffle(pool)
    first = Shake(seed % 4, tuple(tuple(pool[seat * 7 : seat * 7 + 7]) for seat in range(4)))
    game = apply(new_game(RULES), first).game
    actions = list[Action]()
    while game.deal is not None and game.deal.to_act is not None:
        view = view_for(game, game.deal.to_act)
        action: Action = plain.choose(view, 1.0)
        if rng.random() < SLIPS and isinstance(action, (MakeCall, PlayTile)):
            action = rng.choice(view.legal[:6])
        actions.append(action)
        game = apply(game, action).game
    return format_record(record_of(RULES, [(first, actions)]))


PLUNGE = [
    ["66", "55", "44", "33", "10", "20", "21"],
    ["65", "64", "63", "62", "61", "60", "54"],
    ["53", "52", "51", "50", "11", "00", "43"],
    ["42", "41", "40", "32", "31", "30", "22"],
]
"""Seat 0 plunges; its partner names fives, and leads the 5-3 before the 5-2."""


ODD_TABLES: list[tuple[str, dict[str, object]]] = [
    ("42", {"preset": "house", "nello_doubles": ["own-reversed"], "sevens_lead": "forced"}),
    ("42", {"preset": "house", "early_stop": "none", "nt_doubles": ["low", "own"]}),
    ("42", {"preset": "house", "plunge_doubles": ["high", "low", "reversed"]}),
    ("42", {"preset": "puremco", "all_pass": "forced31", "nello": "forced_only"}),
    ("42", {"small_end_first_lead": True, "must_lead_trump": True, "raise_marks": "plus2"}),
    ("42", {"preset": "simple", "low_no": True, "all_pass": "forced30"}),
    ("80", {"trump_in_bid": True, "preset": "marks"}),
    ("88", {"boneyard_exchange": False, "trump_in_bid": False}),
    ("moon", {"moon_widow": "blind_swap"}),
    ("moon", {"moon_set": 21, "moon_made": "tricks"}),
    ("moon4", {"bid_21": True}),
]
