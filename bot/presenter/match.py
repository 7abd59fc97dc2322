"""Games and matches in words: who has won one, how many each side has."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.views import TableView

from .render_context import RenderContext
from .seating import has_named_sides, side_members, side_name, side_names


def won_line(table: TableView, context: RenderContext, own: int | None = None) -> str:
    """Return who has won the game, or the match; empty while nobody has.

    `own`: the side of him who reads it, where only one person does.
    """
    if table.winner is None:
        return ""
    say, match = context.words.say, is_match_over(table)
    if own is not None and table.rules.game.sides == 2:
        if own == table.winner:
            return say("We win the match.") if match else say("We win the game.")
        return say("They win the match.") if match else say("They win the game.")
    side = side_name(table, table.winner, context)
    if own is not None or not has_named_sides(table):
        texts = (say("{side} wins the game.", side=side), say("{side} wins the match.", side=side))
        return texts[match]
    players = side_members(table, table.winner, context)
    if match:
        return say("{players} win the match for {side}.", players=players, side=side)
    return say("{players} win the game for {side}.", players=players, side=side)


def games_line(table: TableView, context: RenderContext, own: int | None = None) -> str:
    """Return how many games each side has won, at the table or in its match; empty before."""
    say, names = context.words.say, side_names(table, context, own)
    order = sorted(range(len(names)), key=lambda side: side != own)
    games = " · ".join(f"{names[side]} {table.wins[side]}" for side in order if table.wins)
    if not any(table.wins):
        return ""
    if table.rules.game.best_of > 1:
        return say("Games of the match: {games}", games=games)
    return say("Games at this table: {games}", games=games)


def is_match_over(table: TableView) -> bool:
    """Whether a match of several games has just been won."""
    return table.rules.game.best_of > 1 and table.status is Status.FINISHED
