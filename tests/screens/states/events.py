"""Events with their players and rounds."""

from __future__ import annotations

from dataclasses import replace

from bot.events import errors
from bot.events.model import EventStatus, Partners
from bot.events.views import EventView, PlayerLine, StandingLine, TableLine
from texas42.library import load_rules


def players(count: int, people: int | None = None, name: str = "P") -> tuple[PlayerLine, ...]:
    """Build this many places, with computer players beyond the first `people`."""
    known = count if people is None else people
    return tuple(
        PlayerLine(n, n + 1 if n < known else None, f"{name}{n + 1}") for n in range(count)
    )


def event(
    count: int = 8, people: int | None = None, name: str = "P", **changes: object
) -> EventView:
    """Build an open event."""
    usual: dict[str, object] = {
        "event_id": "ev3n7s",
        "guild_id": 7,
        "channel_id": 10**18,
        "host_id": 1,
        "host": f"{name}1",
        "rules": load_rules("42", {}),
        "partners": Partners.FIXED,
        "status": EventStatus.OPEN,
        "round_no": 0,
        "players": players(count, people, name),
        "pairs": (),
        "wishes": (),
        "tables": (),
        "standings": (),
        "table_count": max(2, -(-count // 4)),
        "version": 0,
        "next_at": 2_000_000_000.0,
        "goes_on": False,
    }
    return EventView(**(usual | changes))  # type: ignore[arg-type]


def with_round(found: EventView, status: EventStatus, winner: int | None = 0) -> EventView:
    """Advance an event to its first round."""
    people = found.players
    step = 2 if found.partners is Partners.FIXED else 1
    tables = tuple(
        TableLine(
            number=number,
            channel_id=10**18 + number,
            sides=(people[at : at + 2], people[at + 2 : at + 4]),
            total=(7, 3),
            winner=winner,
            counted=True,
        )
        for number, at in enumerate(range(0, len(people), 4), 1)
    )
    standings = tuple(
        StandingLine(place, people[at : at + step], 1, int(at % 4 < 2), 7, 3)
        for place, at in enumerate(range(0, len(people), step), 1)
    )
    return replace(found, status=status, round_no=1, tables=tables, standings=standings)


REFUSALS = [
    errors.NoSuchEvent(),
    errors.EventHere("Ana", "ev3n7s"),
    errors.NotEventHost("Ana"),
    errors.NotEventHost(""),
    errors.EventFull(),
    *(errors.WrongEventStatus("ev3n7s", status) for status in EventStatus),
    errors.TooFewPeople("ev3n7s", 2, 1),
    errors.TooFewPeople("ev3n7s", 8, 15),
    errors.RoundGoesOn((1,)),
    errors.RoundGoesOn((1, 3)),
    errors.PairsOnly(),
    errors.NeedsThreads("dominoes"),
    errors.SeatedElsewhere(("Ana",)),
    errors.SeatedElsewhere(("Ana", "Bo")),
    errors.PartnersRotate("ev3n7s"),
    errors.BadPartner("ev3n7s"),
    errors.TooLateForPartners("ev3n7s"),
]
