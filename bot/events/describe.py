"""Build the views of an event: the one place that decides what may be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.tables.loaded import with_match
from bot.tables.model import Occupant, Status
from bot.tables.views import TableView, in_finished_hand
from texas42.library import load_rules

from .deadlines import EventTimeouts, next_due
from .model import Entry, Event, EventGame, EventStatus, Partners
from .rounds import chosen_pairs, standings
from .views import EventView, PlayerLine, StandingLine, TableLine


def event_view(event: Event, tables: Mapping[str, TableView], waiting: EventTimeouts) -> EventView:
    """Build the public view of an event; `tables`: its tables by id."""
    is_open = event.status is EventStatus.OPEN
    pairs: tuple[tuple[Entry, Entry], ...] = ()
    if is_open and event.partners is Partners.FIXED:
        pairs = chosen_pairs(event.entries)
    paired = {entry.number for pair in pairs for entry in pair}
    players = _players(event)
    host = event.entry_of(event.host_id)
    due = next_due(event, waiting)
    return EventView(
        event_id=event.event_id,
        guild_id=event.guild_id,
        channel_id=event.channel_id,
        host_id=event.host_id,
        host="" if host is None else players[host.number].name,
        rules=with_match(load_rules(event.game, event.rules), event.best_of),
        partners=event.partners,
        status=event.status,
        round_no=event.round_no,
        players=players,
        pairs=tuple((players[one.number], players[other.number]) for one, other in pairs),
        wishes=tuple(
            (players[entry.number], entry.wish)
            for entry in event.entries
            if entry.wish is not None and entry.number not in paired
        ),
        tables=tuple(_table(game, players, tables) for game in event.round_games),
        standings=tuple(
            StandingLine(
                line.place,
                tuple(players[number] for number in line.entries),
                line.played,
                line.won,
                line.scored,
                line.against,
            )
            for line in standings(event)
        ),
        table_count=event.tables_needed,
        version=event.version,
        next_at=None if due is None else due[0],
        goes_on=due is not None and due[1],
    )


def total_of(table: TableView) -> tuple[int, ...]:
    """Return a table's score: marks or points, or the games won in a match."""
    return table.wins if table.rules.game.best_of > 1 else table.total


def _players(event: Event) -> tuple[PlayerLine, ...]:
    return tuple(
        PlayerLine(entry.number, entry.user_id, name, entry.away)
        for entry, name in zip(event.entries, event.names, strict=True)
    )


def _table(
    game: EventGame, players: Sequence[PlayerLine], tables: Mapping[str, TableView]
) -> TableLine:
    table = tables.get(game.table_id or "")
    total = game.total
    if total is None:
        begun = table is not None and table.game_no >= game.first_game
        total = total_of(table) if table is not None and begun and not game.over else (0, 0)
    ours, theirs = game.pairs
    return TableLine(
        number=game.table_no,
        channel_id=game.channel_id if table is None else table.known_place.channel_id,
        sides=(
            tuple(_player_at(game, n, players, table) for n in ours),
            tuple(_player_at(game, n, players, table) for n in theirs),
        ),
        total=total,
        winner=game.winner,
        counted=game.total is not None,
        paused=table is not None and table.status is Status.PAUSED,
    )


def _player_at(
    game: EventGame, number: int, players: Sequence[PlayerLine], table: TableView | None
) -> PlayerLine:
    """Return who has a place in a game: in one that is over, the computer that finished it."""
    if table is None or game.played is None or number in game.played:
        return players[number]
    line = in_finished_hand(table.seats[game.entries.index(number)])
    if line.occupant is not Occupant.COMPUTER:
        return players[number]
    return PlayerLine(number, None, line.name)
