"""Sample events, and rounds played in them."""

from __future__ import annotations

from dataclasses import replace

from bot.events.model import Entry, Event, EventGame, EventStatus, Partners
from bot.events.rounds import next_round

HOST = 1


def event(people: int, partners: Partners = Partners.FIXED, tables: int | None = None) -> Event:
    """Build an open event with people numbered from 1 and named P1, P2, …"""
    return Event(
        event_id="ev3n7s",
        guild_id=7,
        channel_id=70,
        host_id=HOST,
        game="42",
        rules={"preset": "straight-marks"},
        partners=partners,
        table_count=tables,
        entries=tuple(Entry(n, n + 1, f"P{n + 1}") for n in range(people)),
    )


def with_wishes(before: Event, **wishes: int) -> Event:
    """Add partner wishes; `p1=3` means person 1 wants person 3."""
    wanted = {int(name[1:]): wish for name, wish in wishes.items()}
    entries = tuple(replace(e, wish=wanted.get(e.user_id or 0)) for e in before.entries)
    return replace(before, entries=entries)


def play_round(before: Event, *winners: int, score: tuple[int, int] = (7, 3)) -> Event:
    """Play one more round; each table has a winning side and a score."""
    games = tuple(
        EventGame(
            round_no=before.round_no + 1,
            table_no=number,
            channel_id=70 + number,
            entries=(north, east, south, west),
            winner=winner,
            total=score if winner == 0 else score[::-1],
        )
        for number, (((north, south), (east, west)), winner) in enumerate(
            zip(next_round(before), winners, strict=True), 1
        )
    )
    return replace(
        before,
        status=EventStatus.BETWEEN,
        round_no=before.round_no + 1,
        games=before.games + games,
    )
