"""What the host changes after a game: rules, computers, seats and partners. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from texas42.engine import Rules
from texas42.library import rules_json

from ..draws.opening import commit_to_draw, moved_words, new_draw
from ..errors import GameGoesOn, NoSuchSeat, WrongStatus
from ..loaded import LoadedTable, PendingChange, with_table
from ..lobby import free_seat, require_host
from ..model import Occupant, Seat, Status, Table
from ..ports import Randomness
from ..results import NextGame
from ..turns import require_seated
from .next_game import changes_ahead

Edit = Callable[[LoadedTable, NextGame], tuple[LoadedTable, NextGame]]


def require_setup(live: LoadedTable, user_id: int) -> None:
    """Raise unless this person may set the table up: anyone in its lobby, after a game its host.

    Raises NotSeated, NotHost, EventTable, GameGoesOn, and WrongStatus at a closed table.
    """
    require_seated(live, user_id)
    status = live.table.status
    if status is Status.CLOSED:
        raise WrongStatus(live.table.number, status)
    if status not in (Status.LOBBY, Status.FINISHED):
        raise GameGoesOn(live.table.number, match=live.rules.game.best_of > 1)
    if status is Status.FINISHED:
        require_host(live, user_id)


def require_after_game(live: LoadedTable, user_id: int) -> None:
    """Raise unless this is the host after a game; see `require_setup`."""
    require_setup(live, user_id)
    if live.table.status is not Status.FINISHED:
        raise WrongStatus(live.table.number, live.table.status)


def with_changes(
    live: LoadedTable, user_id: int, randomness: Randomness, edit: Edit
) -> PendingChange | None:
    """Change the next game for the host; None if nothing changes.

    People who were ready have to say so again, and their buttons become stale.
    """
    require_after_game(live, user_id)
    table = live.table
    before = changes_ahead(live) or NextGame(table.rules, table.best_of, table.changes_partners)
    changed, ahead = edit(live, before)
    if changed.table == table and ahead == before:
        return None
    seats = tuple(replace(seat, ready=False) for seat in changed.table.seats)
    after = with_table(changed, seats=seats, next_game=ahead, seq=table.seq + 1)
    if not _differs(after.table, ahead):
        after = with_table(after, next_game=None)
    return _with_draw(after, live, randomness)


def _differs(table: Table, ahead: NextGame) -> bool:
    """Return True if the host has changed anything since a game ended."""
    players_differ = any(seat.played is not None for seat in table.seats)
    usual = table.rules if table.usual_rules is None else table.usual_rules
    same_rules = (ahead.rules, ahead.best_of) == (usual, table.best_of)
    partners = ahead.draws_partners or ahead.changed_partners != table.changes_partners
    return players_differ or partners or bool(ahead.level) or not same_rules


def _with_draw(after: LoadedTable, before: LoadedTable, randomness: Randomness) -> PendingChange:
    """Commit to a draw that the next game needs now, and keep the words for its shake."""
    shakes = () if after.coming in (None, before.coming) else (after.coming,)
    ahead = after.table.next_game
    draw = None
    has_draw = after.draw is not None and after.draw.game_no == after.table.draw_game
    if ahead is not None and (ahead.draws_partners or ahead.origins) and not has_draw:
        draw = commit_to_draw(after, randomness) or new_draw(
            after.table.draw_game, randomness.secret()
        )
        after = replace(after, draw=draw)
    return PendingChange(after, shakes=shakes, draw=draw)


def set_rules(
    live: LoadedTable, user_id: int, randomness: Randomness, rules: Rules, best_of: int | None
) -> PendingChange | None:
    """Play the next game by other rules."""

    def edit(now: LoadedTable, ahead: NextGame) -> tuple[LoadedTable, NextGame]:
        return now, replace(ahead, rules=rules_json(rules), best_of=best_of)

    return with_changes(live, user_id, randomness, edit)


def set_level(
    live: LoadedTable, user_id: int, randomness: Randomness, level: str
) -> PendingChange | None:
    """Set the level of the computers in the next game."""

    def edit(now: LoadedTable, ahead: NextGame) -> tuple[LoadedTable, NextGame]:
        seats = list(now.table.seats)
        computers = [n for n, seat in enumerate(seats) if seat.occupant is Occupant.COMPUTER]
        was = ahead.level or next((seats[number].level for number in computers), level)
        for number in computers:
            seats[number] = replace(seats[number], level=level)
        return with_table(now, seats=tuple(seats)), replace(
            ahead, level="" if was == level else was
        )

    return with_changes(live, user_id, randomness, edit)


def trade_seats(
    live: LoadedTable, user_id: int, randomness: Randomness, one: int, other: int
) -> PendingChange | None:
    """Have the players of two seats trade them for the next game."""

    def edit(now: LoadedTable, ahead: NextGame) -> tuple[LoadedTable, NextGame]:
        seats = list(now.table.seats)
        if not {one, other} <= set(range(len(seats))):
            raise NoSuchSeat(len(seats))
        places = list(range(len(seats)))
        places[one] = other
        places[other] = one
        origins = list(ahead.origins or range(len(seats)))
        origins[one], origins[other] = origins[other], origins[one]
        seats[one] = _seated(now.table.seats[one], now.table.seats[other])
        seats[other] = _seated(now.table.seats[other], now.table.seats[one])
        moved = replace(now, coming=moved_words(now.coming, places))
        stays = origins == sorted(origins)
        ahead = replace(ahead, origins=() if stays else tuple(origins))
        return with_table(moved, seats=tuple(seats)), ahead

    return with_changes(live, user_id, randomness, edit)


def _seated(seat: Seat, player: Seat) -> Seat:
    """Return a seat of a finished hand with another player; it knows who played there."""
    came = replace(player, played=None, played_by=None, played_name="")
    after = seat.followed_by(came)
    returns = (after.played, after.played_by) == (came.occupant, came.user_id)
    return came if returns and after.played_name == came.name else after


def dismiss(
    live: LoadedTable, user_id: int, randomness: Randomness, seat: int, level: str, now: float
) -> PendingChange | None:
    """Give another person's seat to a computer for the next game."""

    def edit(before: LoadedTable, ahead: NextGame) -> tuple[LoadedTable, NextGame]:
        if seat not in range(len(before.table.seats)):
            raise NoSuchSeat(len(before.table.seats))
        person = before.table.seats[seat].user_id
        if person is None or person == user_id:
            return before, ahead
        plan = free_seat(before, person, level, now)
        return (before if plan is None else plan.live), ahead

    return with_changes(live, user_id, randomness, edit)


def draw_partners(
    live: LoadedTable, user_id: int, randomness: Randomness, *, on: bool
) -> PendingChange | None:
    """Have partners drawn as the next game begins, or not."""

    def edit(now: LoadedTable, ahead: NextGame) -> tuple[LoadedTable, NextGame]:
        return now, replace(ahead, draws_partners=on and now.rules.game.has_partners)

    return with_changes(live, user_id, randomness, edit)


def change_partners(
    live: LoadedTable, user_id: int, randomness: Randomness, *, on: bool
) -> PendingChange | None:
    """Have partners change after each game or match from now on, or not."""

    def edit(now: LoadedTable, ahead: NextGame) -> tuple[LoadedTable, NextGame]:
        changes = on and now.rules.game.can_change_partners
        return with_table(now, changes_partners=changes), ahead

    return with_changes(live, user_id, randomness, edit)
