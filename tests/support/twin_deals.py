"""Two deals that one player cannot distinguish: same own tiles, same acts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.runtime.randomness import SeededRandomness
from texas42.engine import (
    Action,
    Game,
    MakeCall,
    NameContract,
    Phase,
    PlayTile,
    Shake,
    Tile,
    apply,
    format_action,
    new_game,
)
from texas42.library import load_rules
from texas42.records.shake import hand_name, public_text, shake

SEEDS = 8000
OPTIONS = "first_bidder=holder10"
"""Rules without a draw for the shake, since the drawn dominoes would publicly differ."""
RULES = load_rules("42", {"first_bidder": "holder10"})
WATCHER = 0
STEPS_AT_MOST = 400


@dataclass(frozen=True, slots=True)
class Seeded:
    """The first hand of the first table under a SHAKE_SEED."""

    seed: str
    shaker: int
    hands: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class Twins:
    """Two seeds, and acts that are legal in both deals, as (seat, verb, argument)."""

    seeds: tuple[str, str]
    hands: tuple[tuple[tuple[Tile, ...], ...], ...]
    acts: tuple[tuple[int, str, str], ...]


def twins(plays: int) -> Twins:
    """Find two seeds whose deals seat 0 cannot distinguish for a number of plays."""
    for one, other in _alike():
        line = _line(one, other, plays)
        if line is not None:
            return Twins((one.seed, other.seed), (one.hands, other.hands), line)
    raise LookupError("no two of these seeds go together; try more of them")


def _dealt(seed: str) -> Seeded:
    randomness = SeededRandomness(seed)
    table = randomness.table_id()
    secret = randomness.secret()
    _of_no_draw = randomness.secret()
    hands = shake(RULES, secret, public_text(hand_name(table, 1))).hands
    return Seeded(seed, randomness.choose(4), hands)


def _alike() -> Iterator[tuple[Seeded, Seeded]]:
    """Yield pairs with the same shaker, first bidder and tiles in seat 0, and no other tiles."""
    known: dict[tuple[int, int, frozenset[Tile]], Seeded] = {}
    for number in range(SEEDS):
        dealt = _dealt(f"twin{number}")
        first = next(seat for seat, hand in enumerate(dealt.hands) if Tile(1, 0) in hand)
        key = (dealt.shaker, first, frozenset(dealt.hands[WATCHER]))
        other = known.setdefault(key, dealt)
        if other is not dealt and all(
            set(mine) != set(theirs)
            for mine, theirs in zip(dealt.hands[1:], other.hands[1:], strict=True)
        ):
            yield other, dealt


def _line(one: Seeded, other: Seeded, plays: int) -> tuple[tuple[int, str, str], ...] | None:
    games = [apply(new_game(RULES), Shake(d.shaker, d.hands)).game for d in (one, other)]
    steps = [0]
    acts = _common(games[0], games[1], plays, steps)
    if acts is None:
        return None
    return tuple((act.seat, verb_of(act), format_action(act, RULES)) for act in acts)


def _common(one: Game, other: Game, plays: int, steps: list[int]) -> list[Action] | None:
    """Find acts legal in both games: seat 0 bids, the others pass, then plays follow."""
    if plays == 0:
        return []
    steps[0] += 1
    if steps[0] > STEPS_AT_MOST or one.deal is None or one.deal.to_act is None:
        return None
    both = [act for act in one.legal_actions() if act in set(other.legal_actions())]
    for act in _wanted(one.deal.phase, both):
        left = plays - isinstance(act, PlayTile)
        rest = _common(apply(one, act).game, apply(other, act).game, left, steps)
        if rest is not None:
            return [act, *rest]
    return None


def _wanted(phase: Phase, acts: list[Action]) -> list[Action]:
    if phase is not Phase.CALL:
        return acts
    bids = [act for act in acts if isinstance(act, MakeCall) and act.call.is_bid]
    quiet = [act for act in acts if isinstance(act, MakeCall) and not act.call.is_bid]
    return bids[:1] if bids and bids[0].seat == WATCHER else quiet[:1]


def verb_of(act: Action) -> str:
    """Return the button verb of an act."""
    if isinstance(act, MakeCall):
        return "call"
    return "contract" if isinstance(act, NameContract) else "play"
