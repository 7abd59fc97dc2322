"""Mistakes and results, as a coach is told them."""

from __future__ import annotations

from bot.tables.past import CoachJob, GameLessons, Habits
from texas42.ai.findings.judgments import Advice, Decision, Mistake, Reason, ReasonKind
from texas42.engine import MakeCall, PlayTile, Shake, Tile, apply, new_game, view_for
from texas42.library import load_rules
from texas42.records.moments import moments
from texas42.records.record import parse_record

RULES = load_rules("42", {})
HANDS = tuple(RULES.game.tiles[seat * 7 : seat * 7 + 7] for seat in range(4))
VIEW = view_for(apply(new_game(RULES), Shake(0, HANDS)).game, 1)
PLAY = PlayTile(1, Tile(5, 3))


def mistake(lost: float = 0.5, stake: int = 1, hands: int = 1) -> Mistake:
    return Mistake(
        VIEW, PLAY, Advice(PLAY, Reason(ReasonKind.TRASH)), 0.2, True, lost, stake, hands
    )


async def result_of(looking: CoachJob[GameLessons] | CoachJob[Habits]) -> GameLessons | Habits:
    assert await looking.wait(10)
    found = looking.found()
    assert found is not None
    return found


def always_wrong(record: str, hand: int, seat: int) -> tuple[Decision, ...]:
    """Judge the seat's first call of each hand as a mistake."""
    steps = moments(parse_record(record), hand)
    number = next(
        at
        for at, step in enumerate(steps)
        if isinstance(step.action, MakeCall) and step.action.seat == seat
    )
    patterns = ("bids-too-much",)
    return (Decision(number, patterns, patterns, patterns[0], mistake()),)
