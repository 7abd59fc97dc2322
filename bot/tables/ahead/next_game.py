"""The next game at a table, with what the host has changed after the one before. Pure.

The finished game keeps its rules and players until the next one begins.
"""

from __future__ import annotations

from dataclasses import replace

from texas42.engine import Rules
from texas42.library import load_rules

from ..draws.opening import no_wins
from ..loaded import LoadedTable, with_match
from ..model import Occupant, Status
from ..results import NextGame
from ..views import NextGameView


def changes_ahead(live: LoadedTable) -> NextGame | None:
    """Return how the next game differs; None if nothing changes.

    It differs if the host changed something, or if a newcomer's short first game is over.
    """
    table = live.table
    if table.next_game is not None or table.status is not Status.FINISHED:
        return table.next_game
    if table.usual_rules is None:
        return None
    return NextGame(table.usual_rules, table.best_of, table.changes_partners)


def rules_ahead(live: LoadedTable) -> Rules:
    """Return the rules of the next game."""
    ahead = changes_ahead(live)
    if ahead is None:
        return live.rules
    return with_match(load_rules(live.table.game, ahead.rules), ahead.best_of)


def begun(live: LoadedTable) -> tuple[LoadedTable, bool]:
    """Return the table as its next game begins, and whether its people are seated anew.

    Who sits with whom then follows from a draw or the host, so everyone draws for the shake. Wins
    start over where they would count for other sides, or in another match.
    """
    ahead = changes_ahead(live)
    table = live.table
    if ahead is None:
        return live, False
    rules = rules_ahead(live)
    anew = ahead.draws_partners or bool(ahead.origins)
    partners = anew or ahead.changed_partners != table.changes_partners
    row = replace(table, rules=ahead.rules, best_of=ahead.best_of, next_game=None, usual_rules=None)
    if anew:
        row = replace(row, draws_partners=ahead.draws_partners)
    if partners or rules.game.best_of != live.rules.game.best_of:
        row = replace(row, wins=no_wins(row, rules))
    return replace(live, table=row, rules=rules), anew


def next_game_view(live: LoadedTable) -> NextGameView | None:
    """Build the view of how the next game differs; None if nothing changes."""
    ahead = changes_ahead(live)
    table = live.table
    if ahead is None:
        return None
    level = next((seat.level for seat in table.seats if seat.occupant is Occupant.COMPUTER), "")
    changes = table.changes_partners
    return NextGameView(
        rules=rules_ahead(live),
        level=level if ahead.level else None,
        draws_partners=ahead.draws_partners,
        changes_partners=None if changes == ahead.changed_partners else changes,
    )
