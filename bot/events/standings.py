"""The standings: by games won, then marks for, then fewest marks against. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from .model import Event, Partners


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings: a pair, or with rotating partners one place.

    Equals share a `place`. `scored` and `against` are marks, or points if the game is played for
    points, or games in a match of several games.
    """

    place: int
    entries: tuple[int, ...]
    played: int
    won: int
    scored: int
    against: int


def standings(event: Event) -> tuple[Line, ...]:
    """Return the standings after the games that are over; empty before the start."""
    if not event.round_no:
        return ()
    step = 2 if event.partners is Partners.FIXED else 1
    groups = [tuple(range(n, n + step)) for n in range(0, len(event.entries), step)]
    ranked = sorted((_sums(event, group) for group in groups), key=_rank)
    lines: list[Line] = []
    for number, line in enumerate(ranked, 1):
        alike = bool(lines) and _rank(lines[-1])[:3] == _rank(line)[:3]
        place = lines[-1].place if alike else number
        lines.append(Line(place, line.entries, line.played, line.won, line.scored, line.against))
    return tuple(lines)


def _rank(line: Line) -> tuple[int, int, int, int]:
    return -line.won, -line.scored, line.against, line.entries[0]


def _sums(event: Event, group: tuple[int, ...]) -> Line:
    played = won = scored = against = 0
    for game in event.games:
        if game.total is None:
            continue  # not over, or broken off
        for side, pair in enumerate(game.pairs):
            if group[0] in pair:
                played += 1
                won += game.winner == side
                scored += game.total[side]
                against += game.total[1 - side]
    return Line(0, group, played, won, scored, against)
