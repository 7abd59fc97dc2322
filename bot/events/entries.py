"""The places of an event: joining, leaving, and reports from its tables. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.lobby import computer_name
from bot.tables.model import Status
from bot.tables.views import TableView, in_finished_hand

from .describe import total_of
from .errors import (
    BadPartner,
    EventFull,
    NotEventHost,
    PartnersRotate,
    TooFewPeople,
    WrongEventStatus,
)
from .model import (
    FEWEST_TABLES,
    MOST_TABLES,
    PEOPLE_A_TABLE,
    SEATS,
    Entry,
    Event,
    EventGame,
    EventStatus,
    Partners,
)
from .rounds import Lot

OVER = (Status.FINISHED, Status.CLOSED)


def join_open(event: Event, user_id: int, name: str, partner: int | None) -> Event:
    """Add a person before the start, or change their wish for a partner."""
    if partner == user_id:
        raise BadPartner(event.event_id)
    if partner is not None and event.partners is Partners.ROTATING:
        raise PartnersRotate(event.event_id)
    mine = event.entry_of(user_id)
    if mine is not None:
        changed = replace(mine, name=name, wish=mine.wish if partner is None else partner)
        return with_entry(event, changed)
    most = (event.table_count or MOST_TABLES) * SEATS
    if len(event.entries) >= most:
        raise EventFull
    entry = Entry(len(event.entries), user_id, name, partner)
    return replace(event, entries=(*event.entries, entry))


def leave_open(event: Event, user_id: int) -> Event:
    """Remove a person before the start."""
    left = [entry for entry in event.entries if entry.user_id != user_id]
    entries = tuple(replace(entry, number=n) for n, entry in enumerate(left))
    return with_host(replace(event, entries=entries))


def lower_tables(event: Event, count: int) -> Event:
    """Lower the number of tables before the start; everybody who has joined keeps a seat."""
    fewest = max(FEWEST_TABLES, -(-len(event.entries) // SEATS))
    return replace(event, table_count=min(event.tables_needed, max(count, fewest)))


def require_host(event: Event, user_id: int, manager: bool) -> None:
    """Raise NotEventHost unless this is the host, or a manager of the server."""
    if manager or user_id == event.host_id:
        return
    host = event.entry_of(event.host_id)
    raise NotEventHost("" if host is None else event.names[host.number])


def require_before_start(event: Event, user_id: int, manager: bool) -> None:
    """Raise WrongEventStatus once the event has started, and what `require_host` raises."""
    require_host(event, user_id, manager)
    if event.status is not EventStatus.OPEN:
        raise WrongEventStatus(event.event_id, event.status)


def require_people(event: Event) -> None:
    """Raise TooFewPeople if computers would outnumber the people of a starting event."""
    if len(event.people) < event.tables_needed * PEOPLE_A_TABLE:
        raise TooFewPeople(event.event_id, event.tables_needed, len(event.people))


def vacate(event: Event, entry: Entry) -> Event:
    """Put a computer in a person's place."""
    name = computer_name([other.name for other in event.entries])
    return with_host(with_entry(event, replace(entry, user_id=None, name=name, away=False)))


def take(event: Event, entry: Entry, user_id: int, name: str) -> Event:
    """Put a person in a computer's place."""
    return with_host(with_entry(event, replace(entry, user_id=user_id, name=name, away=False)))


def with_entry(event: Event, entry: Entry) -> Event:
    """Replace one place of the event; games that are over don't count for its next person."""
    before = event.entries[entry.number]
    if entry.user_id != before.user_id and event.status is not EventStatus.OPEN:
        over = any(game.over and entry.number in game.entries for game in event.round_games)
        entry = replace(entry, counts_from=event.round_no + over)
    entries = tuple(entry if old.number == entry.number else old for old in event.entries)
    return replace(event, entries=entries)


def with_host(event: Event) -> Event:
    """Choose a host who is in the event; without people it keeps its last one."""
    if not event.people or event.entry_of(event.host_id) is not None:
        return event
    heir = min(event.people, key=lambda entry: entry.away)
    return replace(event, host_id=heir.user_id or event.host_id)


def with_game(event: Event, game: EventGame) -> Event:
    """Replace one game of the current round."""
    same = (game.round_no, game.table_no)
    games = tuple(game if (old.round_no, old.table_no) == same else old for old in event.games)
    return replace(event, games=games)


def update_from_table(
    event: Event, game: EventGame, table: TableView, lot: Lot, now: float
) -> Event:
    """Update the event from the table of a running game.

    The seat's owner, now or from the next shake, gets the place; a place whose person has left goes
    to a computer. The result counts when the game is over; the round ends with its last game.
    """
    if table.game_no < game.first_game and table.status is not Status.CLOSED:
        return event
    for number, line in zip(game.entries, table.seats, strict=True):
        entry = event.entries[number]
        if line.holder is not None:
            held = replace(entry, user_id=line.holder, name=line.holder_name, away=line.away)
            event = with_host(with_entry(event, held))
        elif entry.user_id is not None and table.status is not Status.CLOSED:
            event = vacate(event, entry)
    if table.status not in OVER:
        return event
    event = with_game(event, _end_game(game, table, lot))
    if all(other.over for other in event.round_games):
        event = replace(event, status=EventStatus.BETWEEN, since=now)
    return event


def _end_game(game: EventGame, table: TableView, lot: Lot) -> EventGame:
    channel_id = table.known_place.channel_id
    game = replace(game, channel_id=channel_id)  # the next round is played there too
    if table.status is Status.FINISHED and table.winner is not None:
        lines = map(in_finished_hand, table.seats)  # somebody may have left since
        seats = zip(game.entries, lines, strict=True)
        played = tuple(n for n, line in seats if line.user_id is not None and not line.away)
        return replace(game, winner=table.winner, total=total_of(table), played=played)
    return replace(game, winner=lot(len(game.pairs)))
