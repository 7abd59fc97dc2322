"""The moments of a finished hand in a record, for stepping through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from texas42.engine import Action, Game, Phase, PlayTile, Showing, new_game
from texas42.records.record import Record
from texas42.records.replay import record_rules, walk


@dataclass(frozen=True, slots=True)
class Moment:
    """An action of a hand, the shake first, and the game after it."""

    action: Action
    game: Game


def moments(record: Record, hand: int) -> tuple[Moment, ...]:
    """List the moments of a hand, counted from 1; raises RecordError for a faulty record."""
    found: list[Moment] = []
    for turn in walk(record, new_game(record_rules(record))):
        if turn.hand != hand:
            continue
        if isinstance(turn.action, Showing):
            # Nobody's turn: the tiles lie open after the action before it.
            found[-1] = replace(found[-1], game=turn.after)
        else:
            found.append(Moment(turn.action, turn.after))
    return tuple(found)


def trick_ends(steps: Sequence[Moment]) -> tuple[int, ...]:
    """List the moments shown when stepping by tricks.

    They are the deal, the moment before the first lead, and the end of each trick and of the hand.
    """
    found = {0, len(steps) - 1}
    for at, step in enumerate(steps):
        deal = step.game.deal
        if deal is None or deal.phase is not Phase.PLAY:
            continue
        lead_is_next = deal.trick is None or not deal.trick.plays
        if lead_is_next and (isinstance(step.action, PlayTile) or not deal.tricks):
            found.add(at)
    return tuple(sorted(found))
